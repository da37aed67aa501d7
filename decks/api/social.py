"""API for likes, comments, reports, links and formats."""

from typing import Any, cast

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from collection.games import first_game
from decks.decklists import NotADeckList, get_system
from decks.models import Comment, HouseFormat
from decks.rules.house_formats import FormatRefused, find_format, format_of, house_format_change, house_format_create
from decks.selectors import comments_of, links_of
from decks.social import reactions, share_links
from signum_site.core.pagination import PaginatedView
from simulator import games
from simulator.engine.game_system import GameSystem

from .responses import MISSING, REFUSED, deck_or_404, own_or_404
from .serializers import (
    CommentInSerializer,
    CommentOutSerializer,
    ComplaintInSerializer,
    FormatInSerializer,
    FormatOutSerializer,
    FormatRow,
    LikeSerializer,
    LinkInSerializer,
    LinkOutSerializer,
)


class LikeView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={200: LikeSerializer, 404: MISSING})
    def put(self, request: Request, pk: int) -> Response:
        """Like a deck."""
        likes = reactions.like_set(deck=deck_or_404(request, pk), user=cast(Any, request.user), likes=True)
        return Response({"likes": likes, "liked": True})

    @extend_schema(request=None, responses={200: LikeSerializer, 404: MISSING})
    def delete(self, request: Request, pk: int) -> Response:
        """Like a deck no longer."""
        likes = reactions.like_set(deck=deck_or_404(request, pk), user=cast(Any, request.user), likes=False)
        return Response({"likes": likes, "liked": False})


class CommentsView(PaginatedView):
    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = CommentOutSerializer

    @extend_schema(responses={200: CommentOutSerializer(many=True), 404: MISSING})
    def get(self, request: Request, pk: int) -> Response:
        """The latest comments on a deck, the oldest first."""
        return self.list_response(comments_of(deck_or_404(request, pk)))

    @extend_schema(request=CommentInSerializer, responses={201: CommentOutSerializer, 400: REFUSED, 404: MISSING})
    def post(self, request: Request, pk: int) -> Response:
        """Comment on a deck."""
        deck = deck_or_404(request, pk)
        serializer = CommentInSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        try:
            author = cast(Any, request.user)
            comment = reactions.comment_add(deck=deck, author=author, text=serializer.validated_data["text"])
        except reactions.ReactionRefused as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(CommentOutSerializer(comment).data, status=status.HTTP_201_CREATED)


class CommentView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={204: None, 404: MISSING})
    def delete(self, request: Request, pk: int, comment_id: int) -> Response:
        """Remove a comment. Its author, the deck's owner and staff may."""
        deck = deck_or_404(request, pk)
        comment = Comment.objects.select_related("deck").filter(deck=deck, pk=comment_id).first()
        if comment is None or not reactions.comment_remove(comment=comment, user=cast(Any, request.user)):
            raise NotFound(_("There is no comment %(number)s that you may remove.") % {"number": comment_id})
        return Response(status=status.HTTP_204_NO_CONTENT)


class ComplaintView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ComplaintInSerializer, responses={204: None, 400: REFUSED, 404: MISSING})
    def post(self, request: Request, pk: int) -> Response:
        """Report a deck, or one comment on it, to the staff."""
        deck = deck_or_404(request, pk)
        serializer = ComplaintInSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        about = Comment.objects.filter(deck=deck, pk=serializer.validated_data.get("comment", 0)).first()
        reason = serializer.validated_data["reason"]
        try:
            reactions.complaint_add(deck=deck, reporter=cast(Any, request.user), reason=reason, comment=about)
        except reactions.ReactionRefused as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(status=status.HTTP_204_NO_CONTENT)


class LinksView(PaginatedView):
    permission_classes = (IsAuthenticated,)
    serializer_class = LinkOutSerializer

    @extend_schema(responses={200: LinkOutSerializer(many=True), 404: MISSING})
    def get(self, request: Request, pk: int) -> Response:
        """The links that share a deck of yours."""
        return self.list_response(links_of(own_or_404(request, pk)))

    @extend_schema(request=LinkInSerializer, responses={201: LinkOutSerializer, 400: REFUSED, 404: MISSING})
    def post(self, request: Request, pk: int) -> Response:
        """Make a link that shares a deck. It may end at a time."""
        deck = own_or_404(request, pk)
        serializer = LinkInSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        try:
            link = share_links.link_create(deck=deck, expires_at=serializer.validated_data.get("expires_at"))
        except share_links.TooManyLinks as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(LinkOutSerializer(link).data, status=status.HTTP_201_CREATED)


class LinkView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={204: None, 404: MISSING})
    def delete(self, request: Request, pk: int, link_id: int) -> Response:
        """Revoke a link."""
        if not share_links.link_revoke(deck=own_or_404(request, pk), link_id=link_id):
            raise NotFound(_("There is no link %(number)s to revoke.") % {"number": link_id})
        return Response(status=status.HTTP_204_NO_CONTENT)


def house_row(row: HouseFormat, *, system: GameSystem) -> FormatRow:
    return FormatRow(format_of(row, system=system), system, row.base)


class FormatsView(PaginatedView):
    """The games' own formats and yours; and a new house format."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = FormatOutSerializer

    @extend_schema(responses={200: FormatOutSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """The games' own formats, and yours."""
        known = games.systems()
        rows = [FormatRow(format, system) for system in known.values() for format in system.formats]
        own: QuerySet[HouseFormat] = HouseFormat.objects.filter(owner_id=request.user.pk or 0)
        rows += [house_row(row, system=known[row.system]) for row in own if row.system in known]
        return self.list_response(rows)

    @extend_schema(request=FormatInSerializer, responses={201: FormatOutSerializer, 400: REFUSED})
    def post(self, request: Request) -> Response:
        """Make a house format from one of a game's formats."""
        serializer = FormatInSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        try:
            system = get_system(data.get("system") or first_game().code)
            row = house_format_create(
                owner=cast(Any, request.user),
                system=system,
                base=data["base"],
                name=data["name"],
                params=data.get("params", {}),
                limits=data.get("limits", {}),
            )
        except (FormatRefused, NotADeckList) as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(FormatOutSerializer(house_row(row, system=system)).data, status=status.HTTP_201_CREATED)


class FormatView(APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: FormatOutSerializer, 404: MISSING})
    def get(self, request: Request, code: str) -> Response:
        """One format. Everyone who knows the code of a house format may read it."""
        for system in games.systems().values():
            format = find_format(code, system=system)
            if format is not None:
                return Response(FormatOutSerializer(FormatRow(format, system)).data)
        raise NotFound(_("There is no format “%(given)s”.") % {"given": code[:60]})

    @extend_schema(request=FormatInSerializer, responses={200: FormatOutSerializer, 400: REFUSED, 404: MISSING})
    def put(self, request: Request, code: str) -> Response:
        """Change a house format of yours."""
        row = self.own(request, code)
        serializer = FormatInSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        data, system = serializer.validated_data, games.system(row.system)
        try:
            house_format_change(
                row=row,
                system=system,
                base=data["base"],
                name=data["name"],
                params=data.get("params", {}),
                limits=data.get("limits", {}),
            )
        except FormatRefused as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(FormatOutSerializer(house_row(row, system=system)).data)

    @extend_schema(responses={204: None, 404: MISSING})
    def delete(self, request: Request, code: str) -> Response:
        """Delete a house format of yours."""
        self.own(request, code).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)

    def own(self, request: Request, code: str) -> HouseFormat:
        row = HouseFormat.objects.filter(code=code, owner_id=request.user.pk).first()
        if row is None:
            raise NotFound(_("You have no format “%(given)s”.") % {"given": code[:60]})
        return row
