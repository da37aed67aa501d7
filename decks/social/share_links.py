"""Visibility of decks, and share links that can expire or be revoked."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from decks import decklists
from decks.models import Deck, ShareLink
from decks.rules import legality

MAX_LINKS = 50


class TooManyLinks(ValueError):
    """Raised when a deck has too many links."""


@transaction.atomic
def visibility_set(*, deck: Deck, visibility: str) -> None:
    """Set the visibility of a deck.

    A private deck's links stop working but are not revoked. Lists show the date of the first publication.
    """
    deck.visibility = Deck.Visibility(visibility)
    if deck.visibility == Deck.Visibility.PUBLIC and deck.published_at is None:
        deck.published_at = timezone.now()
    deck.save(update_fields=["visibility", "published_at"])
    if deck.visibility == Deck.Visibility.PUBLIC:
        legality.verdicts_store_all(decklists.of_deck(deck))


@transaction.atomic
def link_create(*, deck: Deck, expires_at: datetime | None = None) -> ShareLink:
    """Create a share link; a private deck becomes visible by link."""
    Deck.objects.select_for_update().get(pk=deck.pk)
    if deck.links.filter(revoked_at=None).count() >= MAX_LINKS:
        raise TooManyLinks(_("This deck has %(most)s links: revoke one first.") % {"most": MAX_LINKS})
    if deck.visibility == Deck.Visibility.PRIVATE:
        visibility_set(deck=deck, visibility=Deck.Visibility.LINK)
    return ShareLink.objects.create(deck=deck, token=secrets.token_urlsafe(16), expires_at=expires_at)


def link_revoke(*, deck: Deck, link_id: int) -> bool:
    """Revoke a link; return whether there was one to revoke."""
    return deck.links.filter(pk=link_id, revoked_at=None).update(revoked_at=timezone.now()) > 0


def deck_for_token(token: str) -> Deck | None:
    """Return the deck of a valid share link."""
    link = ShareLink.objects.alive().select_related("deck__owner", "deck__current").filter(token=token).first()
    return link.deck if link is not None else None
