"""Reads: a deck by file, code, link or name, a user's batches, and the state of a chunk."""

import os.path
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Prefetch, QuerySet, Sum
from django.db.models.functions import Coalesce

from decks.rules import legality
from decks.transfer.files import FileNotUsable, read_text_file
from decks.transfer.importer import ImportRefused, deck_import, is_link
from simulator import games
from simulator.engine.decks.code import looks_like_a_code
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.reader import is_code
from simulator.engine.game_system import GameSystem
from simulator.models.batches import Batch, Chunk, Entrant

if TYPE_CHECKING:
    from decks.models import Visitor

MAX_LISTED_BATCHES = 50


class DeckNotUsable(ValueError):
    """A deck that cannot be found, read or played; the message quotes the argument."""


def find_deck(source: str, *, system: GameSystem) -> DeckList:
    """The playable deck of a code, a file, a link to this site, or the name of a reference deck."""
    if looks_like_a_code(source):
        return _playable_deck(source, system=system)
    if os.path.exists(source):  # Path.exists raises for a name that is too long for a file
        return _playable_deck(_file_text(source), system=system, file=source)
    try:
        return system.reference_deck(source).deck
    except LookupError as unknown:
        if is_link(source) or is_code(source, systems=games.systems()):
            return _playable_deck(source, system=system)
        raise DeckNotUsable(f"{source!r} is neither a file, a deck code nor a reference deck. {unknown}") from unknown


def _file_text(path: str) -> str:
    try:
        return read_text_file(path)
    except FileNotUsable as error:
        raise DeckNotUsable(str(error)) from error


def _playable_deck(text: str, *, system: GameSystem, file: str = "") -> DeckList:
    name = file or "The deck"
    try:
        reading = deck_import(text, user=AnonymousUser(), system=system)
    except ImportRefused as refused:
        raise DeckNotUsable(f"{file}: {refused}" if file else str(refused)) from refused
    if reading.deck.system != system.code:
        raise DeckNotUsable(f"{name} is for the game {reading.deck.system!r}, not for {system.code!r}.")
    problems = legality.check(reading.deck).after(reading.problems).errors
    if problems:
        raise DeckNotUsable(f"{name} cannot be played: " + " ".join(problem.message for problem in problems))
    return reading.deck


def batch_systems(*, user: "Visitor", visitor: str) -> QuerySet[Batch, str]:
    """The codes of the games that a user or visitor has simulated."""
    batches = Batch.objects.owned_by(user=user, visitor=visitor)
    return batches.order_by().values_list("system", flat=True).distinct()


def list_batches(*, user: "Visitor", visitor: str, system: str = "") -> list[Batch]:
    """The newest batches of a user or visitor, of one game or of all, in three queries.

    With their decks and the number of games played.
    """
    batches = Batch.objects.owned_by(user=user, visitor=visitor)
    batches = (batches.filter(system=system) if system else batches).annotate(
        games_played=F("games_per_round") * Coalesce(Sum("matchups__played_pairs"), 0), number=Count("matchups")
    )
    # The model's own order does not apply to sums over groups.
    newest = batches.order_by("-pk")[:MAX_LISTED_BATCHES]
    return list(newest.prefetch_related(Prefetch("entrants", Entrant.objects.defer("text"))))


def describe_chunk(chunk_id: int) -> str:
    """The state of a chunk and of its batch, for logs."""
    states = Chunk.objects.filter(pk=chunk_id).values_list("state", "batch__state").first()
    return "deleted" if states is None else f"chunk {states[0]}, batch {states[1]}"
