"""Queries for decks, versions, links and comments."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from signum_site.core.rows import only_row

from .models import Comment, Deck, DeckVersion, ShareLink

if TYPE_CHECKING:
    from .models import Visitor

MAX_COMMENTS = 300
PAGE_RELATED = ("owner", "current", "forked_from__deck__owner")


def deck_for(*, user: "Visitor", pk: int, related: Sequence[str] = PAGE_RELATED) -> Deck | None:
    """Return a deck that the user may see; None for other users' private decks."""
    decks = Deck.objects.visible_to(user).filter(pk=pk)
    return only_row(decks.select_related(*related) if related else decks)


def own_deck(*, user: "Visitor", pk: int) -> Deck | None:
    """Return a deck that the user owns and may change."""
    return only_row(Deck.objects.owned_by(user).select_related("owner", "current").filter(pk=pk))


def own_decks(*, user: "Visitor") -> QuerySet[Deck]:
    """Return the user's decks, last changed first, with the related rows of a list."""
    decks = Deck.objects.owned_by(user).select_related("owner", "current", "draft")
    return decks.prefetch_related("tags", "current__lines")


def versions_of(deck: Deck) -> QuerySet[DeckVersion]:
    """Return the versions of a deck, newest first."""
    return deck.versions.select_related("author", "parent").order_by("-number")


def version_of(deck: Deck, *, number: int) -> DeckVersion | None:
    return only_row(deck.versions.select_related("deck", "author").prefetch_related("lines").filter(number=number))


def links_of(deck: Deck) -> QuerySet[ShareLink]:
    return deck.links.filter(revoked_at=None)


def has_liked(deck: Deck, *, user: "Visitor") -> bool:
    return user.is_authenticated and deck.likes.filter(user_id=user.pk).exists()


def comments_of(deck: Deck) -> QuerySet[Comment]:
    """Return the latest comments on a deck, oldest first, at most MAX_COMMENTS."""
    latest = deck.comments.order_by("-created_at", "-pk").values("pk")[:MAX_COMMENTS]
    return Comment.objects.filter(pk__in=list(latest.values_list("pk", flat=True))).select_related("author")
