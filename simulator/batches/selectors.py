"""Reads: a deck by file, code or name, and a user's batches."""

import os.path
import re
from typing import TYPE_CHECKING

from django.db.models import Count, Prefetch, Sum
from django.db.models.functions import Coalesce

from decks.transfer.files import FileNotUsable, read_text_file
from simulator.engine.decks import decklist
from simulator.engine.decks.code import DeckCodeError, decode, looks_like_a_code
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.models.batches import Batch, Entrant

if TYPE_CHECKING:
    from decks.models import Visitor

MAX_LISTED_BATCHES = 50
# A text this long in these characters is meant as a code, even if a character is wrong.
_LIKE_A_CODE = re.compile(r"[A-Za-z0-9_-]{20,}")


class DeckNotUsable(ValueError):
    """A deck that cannot be found, read or played; the message quotes the argument."""


def find_deck(source: str, *, system: GameSystem) -> DeckList:
    """The deck of a code, a file, or the name of a reference deck."""
    if looks_like_a_code(source):
        return _decode_deck(source, system=system)
    if os.path.exists(source):  # Path.exists raises for a name that is too long for a file
        return _read_deck(source, system=system)
    try:
        return system.reference_deck(source).deck
    except LookupError as unknown:
        if _LIKE_A_CODE.fullmatch(source):
            return _decode_deck(source, system=system)
        raise DeckNotUsable(f"{source!r} is neither a file, a deck code nor a reference deck. {unknown}") from unknown


def _decode_deck(code: str, *, system: GameSystem) -> DeckList:
    try:
        deck = decode(code, systems={system.code: system})
    except DeckCodeError as error:
        raise DeckNotUsable(str(error)) from error
    problems = system.check_deck(deck).errors
    if problems:
        raise DeckNotUsable("The deck cannot be played: " + " ".join(problem.message for problem in problems))
    return deck


def _read_deck(path: str, *, system: GameSystem) -> DeckList:
    try:
        text = read_text_file(path)
    except FileNotUsable as error:
        raise DeckNotUsable(str(error)) from error
    deck, unread = decklist.read(text, system=system)
    problems = [*unread, *system.check_deck(deck).errors]
    if problems:
        raise DeckNotUsable(f"{path} cannot be played: " + " ".join(problem.message for problem in problems))
    return deck


def list_batches(*, user: "Visitor", visitor: str) -> list[Batch]:
    """The newest batches of a user or visitor, in three queries.

    With their decks and the number of games played.
    """
    batches = Batch.objects.owned_by(user=user, visitor=visitor).annotate(
        games_played=2 * Coalesce(Sum("matchups__played_pairs"), 0), number=Count("matchups")
    )
    return list(batches.prefetch_related(Prefetch("entrants", Entrant.objects.defer("text")))[:MAX_LISTED_BATCHES])
