"""Who may see a deck: private, by link, public; links that can be revoked and can expire."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from decks import decklists
from decks.models import Deck, ShareLink
from decks.rules import legality

MOST_LINKS = 50


class TooManyLinks(ValueError):
    """A deck has more links than its owner can keep apart."""


@transaction.atomic
def visibility_set(*, deck: Deck, visibility: str) -> None:
    """Private again closes every link, without revoking it; the first publication is the date lists show."""
    deck.visibility = Deck.Visibility(visibility)
    if deck.visibility == Deck.Visibility.PUBLIC and deck.published_at is None:
        deck.published_at = timezone.now()
    deck.save(update_fields=["visibility", "published_at"])
    if deck.visibility == Deck.Visibility.PUBLIC:
        legality.verdicts_of(decklists.of_deck(deck))


@transaction.atomic
def link_create(*, deck: Deck, expires_at: datetime | None = None) -> ShareLink:
    """A new link; a private deck becomes one that can be seen by link."""
    Deck.objects.select_for_update().get(pk=deck.pk)
    if deck.links.filter(revoked_at=None).count() >= MOST_LINKS:
        raise TooManyLinks(_("This deck has %(most)s links: revoke one first.") % {"most": MOST_LINKS})
    if deck.visibility == Deck.Visibility.PRIVATE:
        visibility_set(deck=deck, visibility=Deck.Visibility.LINK)
    return ShareLink.objects.create(deck=deck, token=secrets.token_urlsafe(16), expires_at=expires_at)


def link_revoke(*, deck: Deck, link_id: int) -> bool:
    """Whether there was such a link; from now on it opens nothing."""
    return deck.links.filter(pk=link_id, revoked_at=None).update(revoked_at=timezone.now()) > 0


def deck_behind(token: str) -> Deck | None:
    """The deck a living link opens."""
    link = ShareLink.objects.alive().select_related("deck__owner", "deck__current").filter(token=token).first()
    return link.deck if link is not None else None
