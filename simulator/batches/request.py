"""Parses a request for a simulation, from a form or the API.

All errors are collected, not only the first. Nothing is written here. A deck is {"version": 12}, {"reference":
"Name"}, {"text": list, code or link} or {"sections": {…}}.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from collection.games import first_game
from decks import decklists
from decks.models import Deck, DeckVersion
from decks.reference_decks import ensure_name
from decks.rules import legality
from decks.transfer.importer import ImportRefused, deck_of_data
from signum_site.core.i18n import current_language
from signum_site.core.numbers import MAX_ID, parse_int
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem
from simulator.engine.game_system import GameSystem
from simulator.models.batches import MAX_NAME_LENGTH, Batch

if TYPE_CHECKING:
    from decks.models import Visitor

SEATS = 2
MAX_SEED = 2**63 - 1
MIN_GAMES, MAX_GAMES = 2, 100_000
MIN_REACH, MAX_REACH = 0.005, 0.2
MAX_TOTAL_GAMES = {"visitor": 2_500, "user": 500_000, "staff": 5_000_000}
MAX_OPPONENTS = 40
MAX_TABLE_DECKS = 24
MAX_TEXT_LENGTH = 200_000
"""Of all decklists of a request together: reading forty long texts without any card would take half a minute."""
DECK_KEYS = {"version", "reference", "text", "sections"}


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
    policy: str
    seed: int

    @property
    def pairings(self) -> list[tuple[int, int]]:
        return pairings(self.kind, len(self.entrants))

    @property
    def total_games(self) -> int:
        return self.games * len(self.pairings)

    @property
    def request_hash(self) -> str:
        """A hash that is equal for requests that give the same games.

        Deck names do not matter.
        """
        data = {
            "system": self.system.code,
            "rules": self.system.rules_version,
            "cards": self.system.cards_version,
            "decks": [[entrant.deck.content_hash, entrant.deck.format] for entrant in self.entrants],
            "pairings": self.pairings,
            "games": self.games,
            "until": self.until,
            "policy": self.policy,
            "seed": self.seed,
        }
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


@dataclass(slots=True)
class BatchRequestParser:
    """Parses a request and collects all refusals instead of stopping at the first."""

    raw: Mapping[str, Any]
    user: "Visitor"
    refusals: list[Refusal] = field(default_factory=list)
    text_length: int = 0
    """Of the decklists read so far."""

    def refuse(self, field: str, message: str, *, problems: Sequence[Problem] = ()) -> None:
        self.refusals.append(Refusal(field, message, tuple(problems)))

    def parse_system(self) -> GameSystem | None:
        system_code = self.raw.get("system", first_game().code)
        try:
            system = games.system(str(system_code)[:40])
        except LookupError as unknown:
            self.refuse("system", str(unknown))
            return None
        if SEATS not in system.seats:
            self.refuse(
                "system", _("Match-ups are games of two; %(game)s is not played by two.") % {"game": system.name.en}
            )
        return system

    def parse_whole_number(self, field: str, *, low: int, high: int, default: int) -> int:
        value = self.raw.get(field, default)
        number = parse_int(value) if isinstance(value, str) else value
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            params = {"given": _quote(value), "low": low, "high": high}
            self.refuse(field, _("%(given)s is not a whole number from %(low)s to %(high)s.") % params)
            return default
        return number

    def parse_until(self) -> float | None:
        value = self.raw.get("until")
        if value in (None, ""):
            return None
        try:
            reach = float(value) if not isinstance(value, bool) else -1.0
        except (TypeError, ValueError, OverflowError):
            reach = -1.0
        if not MIN_REACH <= reach <= MAX_REACH:
            params = {"given": _quote(value), "low": MIN_REACH, "high": MAX_REACH}
            self.refuse("until", _("%(given)s is not a half width from %(low)s to %(high)s, such as 0.02.") % params)
            return None
        return reach

    def parse_policy(self, system: GameSystem) -> str:
        name = self.raw.get("policy") or "greedy"
        try:
            return system.policy_name(str(name)[:60])
        except LookupError as unknown:
            self.refuse("policy", str(unknown))
            return ""

    def parse_entrants(self, system: GameSystem) -> tuple[str, list[EntrantRequest]]:
        """The kind of the batch and its entrants."""
        if self.raw.get("table") is not None:
            table = self.parse_decks("table", system, maximum=MAX_TABLE_DECKS)
            if len(table) < SEATS and not self.refusals:
                self.refuse("table", _("A table needs at least two decks."))
            return Batch.Kind.TABLE, table
        entrant = self.parse_deck("deck", self.raw.get("deck"), system)
        against = self.raw.get("against", "references")
        if against == "references":
            others = [reference_entrant(reference.deck) for reference in system.reference_decks()]
            kind = Batch.Kind.GAUNTLET
        else:
            others, kind = self.parse_decks("against", system, maximum=MAX_OPPONENTS), Batch.Kind.CHOSEN
        if not others and not self.refusals:
            self.refuse("against", _("There is nobody to play against: choose at least one deck."))
        return kind, [*([entrant] if entrant else []), *others]

    def parse_decks(self, field: str, system: GameSystem, *, maximum: int) -> list[EntrantRequest]:
        values = self.raw.get(field)
        if not isinstance(values, list):
            self.refuse(field, _("%(given)s is not a list of decks.") % {"given": _quote(values)})
            return []
        if len(values) > maximum:
            params = {"number": len(values), "most": maximum}
            self.refuse(field, _("%(number)s decks are too many: at most %(most)s.") % params)
            return []
        entrants = [self.parse_deck(f"{field}[{index}]", value, system) for index, value in enumerate(values)]
        return [entrant for entrant in entrants if entrant is not None]

    def parse_deck(self, field: str, value: Any, system: GameSystem) -> EntrantRequest | None:
        """A playable deck, or None after adding refusals."""
        if not isinstance(value, Mapping) or len(value.keys() & DECK_KEYS) != 1:
            sentence = _(
                '%(given)s is no deck: give {"version": 12}, {"reference": "name"}, {"text": "…"} or {"sections": {…}}.'
            )
            self.refuse(field, sentence % {"given": _quote(value)})
            return None
        if "reference" in value:
            return self._parse_reference(field, value["reference"], system)
        if "version" in value:
            entrant = self._parse_version(field, value["version"])
        else:
            entrant = self._parse_cards(field, value, system)
        if entrant is None:
            return None
        if entrant.deck.system != system.code:
            self.refuse(field, _("%(name)s is a deck for another game.") % {"name": entrant.name})
            return None
        problems = legality.check(entrant.deck).errors
        if problems:
            self._refuse_illegal(field, entrant.name, problems, system)
            return None
        return entrant

    def _refuse_illegal(self, field: str, name: str, problems: Sequence[Problem], system: GameSystem) -> None:
        language = current_language()
        sentences = [system.problem_text(problem, language) for problem in problems]
        message = _("%(name)s cannot be played: %(problems)s") % {"name": name, "problems": " ".join(sentences)}
        told = zip(problems, sentences, strict=True)
        self.refuse(field, message, problems=[replace(problem, message=sentence) for problem, sentence in told])

    def _parse_reference(self, field: str, value: Any, system: GameSystem) -> EntrantRequest | None:
        try:
            return reference_entrant(system.reference_deck(str(value)[:MAX_NAME_LENGTH]).deck)
        except LookupError as unknown:
            self.refuse(field, str(unknown))
            return None

    def _parse_version(self, field: str, value: Any) -> EntrantRequest | None:
        pk = parse_int(value) if isinstance(value, str) else value
        version = None
        if isinstance(pk, int) and not isinstance(pk, bool) and 0 < pk <= MAX_ID:
            visible = DeckVersion.objects.filter(deck__in=Deck.objects.visible_to(self.user))
            version = visible.select_related("deck").prefetch_related("lines").filter(pk=pk).first()
        if version is None:
            # The same message for a missing deck and for one the user may not see.
            self.refuse(field, _("There is no deck version %(given)s that you may see.") % {"given": _quote(value)})
            return None
        name = f"{version.name} {version.number}"[:MAX_NAME_LENGTH]
        return EntrantRequest(deck=decklists.of_version(version), name=name, version=version)

    def _parse_cards(self, field: str, value: Mapping[str, Any], system: GameSystem) -> EntrantRequest | None:
        """A deck of text or sections; the reader of decks is the same as everywhere."""
        text = value.get("text", "…")
        self.text_length += len(text) if isinstance(text, str) else 0
        if not isinstance(text, str) or not text.strip() or len(text) > MAX_TEXT_LENGTH:
            self.refuse(field, _("A decklist is a text of at most %(most)s characters.") % {"most": MAX_TEXT_LENGTH})
            return None
        if self.text_length > MAX_TEXT_LENGTH:
            sentence = _("The decklists of a request have at most %(most)s characters together.")
            self.refuse(field, sentence % {"most": MAX_TEXT_LENGTH})
            return None
        try:
            reading = deck_of_data({**value, "system": system.code}, user=self.user)
        except ImportRefused as refused:
            self.refuse(field, str(refused))
            return None
        deck, unread = reading.deck, [problem for problem in reading.problems if problem.severity == "error"]
        if unread:
            problems = [*unread, *legality.check(deck).errors]
            self._refuse_illegal(field, deck.name or _("The decklist"), problems, system)
            return None
        name = ensure_name(deck).name or _("A pasted deck")
        return EntrantRequest(deck=deck, name=name[:MAX_NAME_LENGTH])


def pairings(kind: str, entrants: int) -> list[tuple[int, int]]:
    """The match-ups, as pairs of entrant numbers.

    In a table, all pairs; else the first entrant against each of the others.
    """
    numbers = range(entrants)
    if kind == Batch.Kind.TABLE:
        return list(combinations(numbers, 2))
    return [(0, other) for other in numbers[1:]]


def parse_batch_request(raw: Mapping[str, Any], *, user: "Visitor") -> BatchRequest:
    """Parses a request; raises BatchRequestError with all reasons if it is invalid."""
    parser = BatchRequestParser(raw, user)
    number = parser.parse_whole_number("games", low=MIN_GAMES, high=MAX_GAMES, default=200)
    seed = parser.parse_whole_number("seed", low=0, high=MAX_SEED, default=1)
    until = parser.parse_until()
    system = parser.parse_system()
    if system is None:
        raise BatchRequestError(parser.refusals)
    policy = parser.parse_policy(system)
    kind, entrants = parser.parse_entrants(system)
    request = BatchRequest(
        system=system,
        kind=kind,
        entrants=tuple(entrants),
        games=number + number % 2,
        until=until,
        policy=policy,
        seed=seed,
    )
    maximum = MAX_TOTAL_GAMES["staff" if user.is_staff else "user" if user.is_authenticated else "visitor"]
    if request.total_games > maximum:
        params = {"total": request.total_games, "matchups": len(request.pairings), "most": maximum}
        parser.refuse(
            "games", _("%(total)s games in %(matchups)s match-ups are too many: you may ask for %(most)s.") % params
        )
    if parser.refusals:
        raise BatchRequestError(parser.refusals)
    return request


def reference_entrant(deck: DeckList) -> EntrantRequest:
    return EntrantRequest(deck=deck, name=deck.name[:MAX_NAME_LENGTH], is_reference=True)


def new_token() -> str:
    return secrets.token_urlsafe(16)


def _quote(value: Any) -> str:
    return repr(value)[:80]
