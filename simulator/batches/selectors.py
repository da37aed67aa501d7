"""Reads: which deck somebody means by a file or by a name, and somebody's batches."""

import os.path
import re
from typing import TYPE_CHECKING

from django.db.models import Count, Prefetch, Sum
from django.db.models.functions import Coalesce

from decks.transfer.files import FileNotUsable, read_text_file
from simulator.engine.decks import decklist
from simulator.engine.decks.code import DeckCodeError, decode, looks_like_a_code
from simulator.engine.decks.decklist import DeckList
from simulator.engine.system import GameSystem
from simulator.models.batches import Batch, Entrant

if TYPE_CHECKING:
    from decks.models import Visitor

BATCHES_LISTED = 50
# What is as long as this, in these characters, was meant as a code, even if one of them is wrong.
_LIKE_A_CODE = re.compile(r"[A-Za-z0-9_-]{20,}")


class DeckNotUsable(ValueError):
    """A deck that cannot be found, read or played; the sentence quotes what was given."""


def deck_named(given: str, *, system: GameSystem) -> DeckList:
    """The deck of a code, the reference deck of that name, or the deck in the file of that path."""
    if looks_like_a_code(given):
        return deck_of_code(given, system=system)
    if os.path.exists(given):  # of pathlib's, a name too long for any file would be a fault
        return deck_in_file(given, system=system)
    try:
        return system.reference_deck(given).deck
    except LookupError as unknown:
        if _LIKE_A_CODE.fullmatch(given):
            return deck_of_code(given, system=system)
        raise DeckNotUsable(f"{given!r} is neither a file, a deck code nor a reference deck. {unknown}") from unknown


def deck_of_code(code: str, *, system: GameSystem) -> DeckList:
    try:
        deck = decode(code, systems={system.code: system})
    except DeckCodeError as wrong:
        raise DeckNotUsable(str(wrong)) from wrong
    faults = system.check_deck(deck).errors
    if faults:
        raise DeckNotUsable("The deck cannot be played: " + " ".join(fault.message for fault in faults))
    return deck


def deck_in_file(path: str, *, system: GameSystem) -> DeckList:
    try:
        text = read_text_file(path)
    except FileNotUsable as fault:
        raise DeckNotUsable(str(fault)) from fault
    deck, unread = decklist.read(text, system=system)
    faults = [*unread, *system.check_deck(deck).errors]
    if faults:
        raise DeckNotUsable(f"{path} cannot be played: " + " ".join(fault.message for fault in faults))
    return deck


def batches_listed(*, user: "Visitor", visitor: str) -> list[Batch]:
    """Somebody's newest batches, with their decks and how far they are; in three queries."""
    batches = Batch.objects.of(user=user, visitor=visitor).annotate(
        games_played=2 * Coalesce(Sum("matchups__played_pairs"), 0), number=Count("matchups")
    )
    return list(batches.prefetch_related(Prefetch("entrants", Entrant.objects.defer("text")))[:BATCHES_LISTED])
