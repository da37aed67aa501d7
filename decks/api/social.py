"""API for likes, reports, comments and links."""

from typing import Any, ClassVar, cast

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from decks.models import Comment, Deck
from decks.selectors import comments_of, links_of
from decks.social import reactions, share_links
from signum_site.core.api.viewsets import ResourceViewSet

from .responses import MISSING, REFUSED, deck_or_404, own_or_404
from .serializers import (
    CommentInSerializer,
    CommentOutSerializer,
    ComplaintInSerializer,
    LikeSerializer,
    LinkInSerializer,
    LinkOutSerializer,
)


class ReactionViewSet(ResourceViewSet):
    """Likes of a deck, and reports to the staff."""

    permission_classes = (IsAuthenticated,)
    serializer_class = LikeSerializer
    input_classes: ClassVar = {"report": ComplaintInSerializer}
    lookup_value_converter = "int"

    def get_object(self) -> Deck:
        return deck_or_404(self.request, self.kwargs["pk"])

    @extend_schema(request=None, responses={200: LikeSerializer, 404: MISSING})
    @action(detail=True, methods=["put"], url_name="api_deck_like")
    def like(self, request: Request, pk: int) -> Response:
        """Like a deck."""
        return self.set_like(likes=True)

    @extend_schema(request=None, responses={200: LikeSerializer, 404: MISSING})
    @like.mapping.delete
    def unlike(self, request: Request, pk: int) -> Response:
        """Like a deck no longer."""
        return self.set_like(likes=False)

    def set_like(self, *, likes: bool) -> Response:
        count = reactions.like_set(deck=self.get_object(), user=cast(Any, self.request.user), likes=likes)
        return self.answer({"likes": count, "liked": likes})

    @extend_schema(request=ComplaintInSerializer, responses={204: None, 400: REFUSED, 404: MISSING})
    @action(detail=True, methods=["post"], url_name="api_deck_report")
    def report(self, request: Request, pk: int) -> Response:
        """Report a deck, or one comment on it, to the staff."""
        deck, data = self.get_object(), self.validated()
        about = Comment.objects.filter(deck=deck, pk=data.get("comment", 0)).first()
        try:
            reactions.complaint_add(deck=deck, reporter=cast(Any, request.user), reason=data["reason"], comment=about)
        except reactions.ReactionRefused as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(status=status.HTTP_204_NO_CONTENT)


class CommentViewSet(ResourceViewSet):
    """Comments on a deck."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = CommentOutSerializer
    input_classes: ClassVar = {"create": CommentInSerializer}
    lookup_url_kwarg = "comment_id"
    lookup_value_converter = "int"

    @extend_schema(responses={200: CommentOutSerializer(many=True), 404: MISSING})
    def list(self, request: Request, pk: int) -> Response:
        """The latest comments on a deck, the oldest first."""
        return self.list_answer(comments_of(deck_or_404(request, pk)))

    @extend_schema(request=CommentInSerializer, responses={201: CommentOutSerializer, 400: REFUSED, 404: MISSING})
    def create(self, request: Request, pk: int) -> Response:
        """Comment on a deck."""
        deck, data = deck_or_404(request, pk), self.validated()
        try:
            comment = reactions.comment_add(deck=deck, author=cast(Any, request.user), text=data["text"])
        except reactions.ReactionRefused as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return self.answer(comment, status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None, 404: MISSING})
    def destroy(self, request: Request, pk: int, comment_id: int) -> Response:
        """Remove a comment. Its author, the deck's owner and staff may."""
        deck = deck_or_404(request, pk)
        comment = Comment.objects.select_related("deck").filter(deck=deck, pk=comment_id).first()
        if comment is None or not reactions.comment_remove(comment=comment, user=cast(Any, request.user)):
            raise NotFound(_("There is no comment %(number)s that you may remove.") % {"number": comment_id})
        return Response(status=status.HTTP_204_NO_CONTENT)


class LinkViewSet(ResourceViewSet):
    """Links that share a deck."""

    permission_classes = (IsAuthenticated,)
    serializer_class = LinkOutSerializer
    input_classes: ClassVar = {"create": LinkInSerializer}
    lookup_url_kwarg = "link_id"
    lookup_value_converter = "int"

    @extend_schema(responses={200: LinkOutSerializer(many=True), 404: MISSING})
    def list(self, request: Request, pk: int) -> Response:
        """The links that share a deck of yours."""
        return self.list_answer(links_of(own_or_404(request, pk)))

    @extend_schema(request=LinkInSerializer, responses={201: LinkOutSerializer, 400: REFUSED, 404: MISSING})
    def create(self, request: Request, pk: int) -> Response:
        """Make a link that shares a deck. It may end at a time."""
        deck, data = own_or_404(request, pk), self.validated()
        try:
            link = share_links.link_create(deck=deck, expires_at=data.get("expires_at"))
        except share_links.TooManyLinks as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return self.answer(link, status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None, 404: MISSING})
    def destroy(self, request: Request, pk: int, link_id: int) -> Response:
        """Revoke a link."""
        if not share_links.link_revoke(deck=own_or_404(request, pk), link_id=link_id):
            raise NotFound(_("There is no link %(number)s to revoke.") % {"number": link_id})
        return Response(status=status.HTTP_204_NO_CONTENT)
