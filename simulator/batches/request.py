"""A request for a simulation: its decks, tables and limits, and why one is refused.

Reading a request from a form or the API is request_parser.py.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from decks.models import DeckVersion
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.totals import ENTRANTS
from simulator.engine.play.chance import Chance
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.statistics.sequential import MIN_TEST_PAIRS
from simulator.engine.values import Facts
from simulator.models.batches import Batch

MAX_SEED = 2**63 - 1
MIN_GAMES, MAX_GAMES = 2, 100_000
MIN_REACH, MAX_REACH = 0.005, 0.2
MIN_DIFFERENCE, MAX_DIFFERENCE = 0.01, 0.2
"""Of a test, in points of the score."""
MIN_TEST_GAMES = ENTRANTS * MIN_TEST_PAIRS
USUAL_GAMES, USUAL_TEST_GAMES = 200, 2_000
MAX_DRAWN_SEED = 999_999
MAX_TOTAL_GAMES = {"visitor": 2_500, "user": 500_000, "staff": 5_000_000}
MAX_OPPONENTS = 40
MAX_TABLE_DECKS = 24
MAX_TEXT_LENGTH = 200_000
"""Of all decklists of a request together: reading forty long texts without any card would take half a minute."""
Table = tuple[int, ...]
"""The numbers of the entrants that play together."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One error of a request: field, message, and problems of the deck."""

    field: str
    message: str
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"field": self.field, "message": self.message}
        if self.problems:
            data["problems"] = [problem.as_json() for problem in self.problems]
        return data


class BatchRequestError(ValueError):
    """A request that cannot be fulfilled, with all reasons."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(" ".join(refusal.message for refusal in refusals))
        self.refusals = tuple(refusals)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantRequest:
    deck: DeckList
    name: str
    version: DeckVersion | None = None
    is_reference: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRequest:
    """A valid request."""

    system: GameSystem
    kind: str
    entrants: tuple[EntrantRequest, ...]
    games: int
    until: float | None
    test: float | None = None
    policy: str
    seed: int
    tables: tuple[Table, ...]
    is_seed_drawn: bool = False
    is_seed_open: bool = False
    """Whether games on another drawn seed answer the request as well."""
    players: int = ENTRANTS
    options: Facts = NO_OPTIONS

    @property
    def games_per_round(self) -> int:
        return len(self.system.round_seatings(self.players, self.options))

    @property
    def total_games(self) -> int:
        return self.games * len(self.tables)

    @property
    def request_hash(self) -> str:
        """A hash that is equal for requests that give the same games.

        Deck names do not matter.
        """
        return _hash(self._content | {"pairings": self.tables, "seed": self.seed})

    @property
    def question_hash(self) -> str:
        """A hash that is equal for requests that differ in their seed only.

        Drawn tables differ with the seed, so they are part of the question.
        """
        return _hash(self._content | {"pairings": self.tables})

    @property
    def _content(self) -> dict[str, Any]:
        return {
            "system": self.system.code,
            "rules": self.system.rules_version,
            "cards": self.system.cards_version,
            "decks": [[entrant.deck.content_hash, entrant.deck.format] for entrant in self.entrants],
            "games": self.games,
            "until": self.until,
            "policy": self.policy,
            **({"test": self.test} if self.test is not None else {}),
            **({"options": self.options.as_json()} if self.options else {}),
        }


def _hash(data: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def pairings(kind: str, entrants: int) -> list[Table]:
    """The match-ups of two, as pairs of entrant numbers.

    In a table, all pairs; else the first entrant against each of the others.
    """
    numbers = range(entrants)
    if kind == Batch.Kind.TABLE:
        return list(combinations(numbers, 2))
    return [(0, other) for other in numbers[1:]]


def drawn_tables(references: int, *, players: int, seed: int) -> list[Table]:
    """Tables of the first entrant with reference decks, which are drawn by the seed.

    Every reference deck sits at one table at least; the last table is filled up from the first ones drawn.
    """
    if not references:
        return []
    drawn = list(range(1, references + 1))
    Chance(seed).stream("tables").shuffle(drawn)
    size = players - 1
    return [
        (0, *(drawn[place % references] for place in range(first, first + size)))
        for first in range(0, references, size)
    ]


def new_token() -> str:
    return secrets.token_urlsafe(16)


def new_seed() -> int:
    """A seed at random, short enough to read out."""
    return secrets.randbelow(MAX_DRAWN_SEED) + 1
