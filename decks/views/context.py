"""Shared by the deck views: deck lookup, page context, sharing and previews."""

from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import reverse

from collection.games import installed_game
from collection.images.card_images import cards_picture
from collection.models import Card
from decks import decklists
from decks.models import Deck
from decks.presentation import DeckPage, format_choices, format_name, present_deck
from decks.selectors import deck_for, has_liked
from decks.transfer.exporter import KINDS, export
from signum_site.core.i18n import current_language
from simulator.engine.decks.decklist import DeckList

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User


def logged_in_user(request: HttpRequest) -> "User":
    """Return the user of a view behind `login_required`."""
    return cast("User", request.user)


def deck_or_404(request: HttpRequest, pk: int) -> Deck:
    deck = deck_for(user=request.user, pk=pk)
    if deck is None:
        raise Http404
    return deck


def deck_context(request: HttpRequest, deck: Deck, decklist: DeckList, **more: Any) -> dict[str, Any]:
    """Build the context shared by all pages of a saved deck."""
    format = request.GET.get("format", "")[:60]
    return {
        "deck": deck,
        "shown": present_deck(decklist, format=format),
        "is_owner": deck.owner_id == request.user.pk,
        "likes_it": has_liked(deck, user=request.user),
        "formats": format_choices(decklist.system, user=request.user, named=format or decklist.format),
    } | more


def share_context(shown: DeckPage) -> dict[str, Any]:
    """Build the context for sharing: the URL of the code and the exported texts."""
    address = settings.SITE_URL + reverse("deck_of_code", args=[shown.code])
    system, language = shown.system, current_language()
    return {
        "code_address": address,
        "text": export(shown.decklist, kind="text", system=system, language=language).content,
        "markdown": export(shown.decklist, kind="markdown", system=system, language=language).content,
        "kinds": KINDS,
    }


def loose_context(request: HttpRequest, decklist: DeckList) -> dict[str, Any]:
    """Build the context of a deck opened from a code or a share link."""
    format = request.GET.get("format", "")[:60]
    shown = present_deck(decklist, format=format)
    formats = format_choices(decklist.system, user=request.user, named=format or decklist.format)
    return {"shown": shown, "formats": formats} | share_context(shown)


def card_rows(decklist: DeckList) -> dict[Card, int]:
    """Return the card rows of a deck with their counts over all sections.

    Unknown card codes are left out.
    """
    counts = decklists.card_counts(decklist)
    rows = Card.objects.filter(system=decklist.system, code__in=list(counts))
    return {row: counts[row.code] for row in sorted(rows, key=lambda row: list(counts).index(row.code))}


def deck_preview(decklist: DeckList) -> bytes:
    """Draw the preview picture of a deck.

    Without a name, the title is the name of the card that represents the deck.
    """
    system, language = installed_game(decklist.system), current_language()
    face, rows = decklists.face_of(decklist, system=system), card_rows(decklist)
    lead = next((row for row in rows if face is not None and row.code == face.code), None)
    title = decklist.name or (lead.name(language) if lead is not None else system.name[language])
    return cards_picture(
        title, rows, language=language, lead=lead, subtitle=format_name(decklist.format, system=system)
    )
