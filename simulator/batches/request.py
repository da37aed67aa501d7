"""What somebody asks to have played, as a value: read from a form or from the API, with everything wrong with it.

Nothing is written here. Decks are given as {"version": 12}, {"reference": "Name"} or {"text": decklist or code}.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from collection.games import first_game
from decks import decklists
from decks.models import Deck, DeckVersion
from decks.reference_decks import ensure_name
from decks.rules import legality
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from simulator import games
from simulator.engine.decks import code as deck_code
from simulator.engine.decks import decklist
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem
from simulator.engine.system import GameSystem
from simulator.models.batches import LONGEST_NAME, Batch

if TYPE_CHECKING:
    from decks.models import Visitor

SEATS = 2
LARGEST_SEED = 2**63 - 1
FEWEST_GAMES, MOST_GAMES = 2, 100_000
NARROWEST, WIDEST = 0.005, 0.2
MOST_TOTAL = {"visitor": 2_500, "user": 500_000, "staff": 5_000_000}
MOST_OPPONENTS = 40
MOST_AT_A_TABLE = 24
LONGEST_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class Refusal:
    """One thing that is wrong: where, in a sentence, and the problems of a deck if that is what is wrong."""

    field: str
    message: str
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"field": self.field, "message": self.message}
        if self.problems:
            told["problems"] = [problem.as_json() for problem in self.problems]
        return told


class BatchRequestError(ValueError):
    """A request that cannot be done, with all reasons."""

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
    """A request that can be done."""

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
        """The same for everything that must give the same games. Names of decks do not matter."""
        told = {
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
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


@dataclass(slots=True)
class BatchRequestParser:
    """Goes through a request and collects refusals instead of stopping at the first."""

    raw: Mapping[str, Any]
    user: "Visitor"
    refusals: list[Refusal] = field(default_factory=list)

    def refuse(self, where: str, message: str, *, problems: Sequence[Problem] = ()) -> None:
        self.refusals.append(Refusal(where, message, tuple(problems)))

    def system(self) -> GameSystem | None:
        code = self.raw.get("system", first_game().code)
        try:
            system = games.system(str(code)[:40])
        except LookupError as unknown:
            self.refuse("system", str(unknown))
            return None
        if SEATS not in system.seats:
            self.refuse(
                "system", _("Match-ups are games of two; %(game)s is not played by two.") % {"game": system.name.en}
            )
        return system

    def whole_number(self, name: str, *, low: int, high: int, default: int) -> int:
        given = self.raw.get(name, default)
        number = parse_int(given) if isinstance(given, str) else given
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            shown = {"given": _cut(given), "low": low, "high": high}
            self.refuse(name, _("%(given)s is not a whole number from %(low)s to %(high)s.") % shown)
            return default
        return number

    def until(self) -> float | None:
        given = self.raw.get("until")
        if given in (None, ""):
            return None
        try:
            reach = float(given) if not isinstance(given, bool) else -1.0
        except (TypeError, ValueError):
            reach = -1.0
        if not NARROWEST <= reach <= WIDEST:
            shown = {"given": _cut(given), "low": NARROWEST, "high": WIDEST}
            self.refuse("until", _("%(given)s is not a half width from %(low)s to %(high)s, such as 0.02.") % shown)
            return None
        return reach

    def policy(self, system: GameSystem) -> str:
        given = self.raw.get("policy") or "greedy"
        try:
            return system.policy_name(str(given)[:60])
        except LookupError as unknown:
            self.refuse("policy", str(unknown))
            return ""

    def entrants(self, system: GameSystem) -> tuple[str, list[EntrantRequest]]:
        """The kind of batch, and who takes part."""
        if self.raw.get("table") is not None:
            table = self.decks("table", system, most=MOST_AT_A_TABLE)
            if len(table) < SEATS and not self.refusals:
                self.refuse("table", _("A table needs at least two decks."))
            return Batch.Kind.TABLE, table
        mine = self.deck("deck", self.raw.get("deck"), system)
        against = self.raw.get("against", "references")
        if against == "references":
            others = [as_reference(one.deck) for one in system.reference_decks()]
            kind = Batch.Kind.GAUNTLET
        else:
            others, kind = self.decks("against", system, most=MOST_OPPONENTS), Batch.Kind.CHOSEN
        if not others and not self.refusals:
            self.refuse("against", _("There is nobody to play against: choose at least one deck."))
        return kind, [*([mine] if mine else []), *others]

    def decks(self, name: str, system: GameSystem, *, most: int) -> list[EntrantRequest]:
        given = self.raw.get(name)
        if not isinstance(given, list):
            self.refuse(name, _("%(given)s is not a list of decks.") % {"given": _cut(given)})
            return []
        if len(given) > most:
            shown = {"number": len(given), "most": most}
            self.refuse(name, _("%(number)s decks are too many: at most %(most)s.") % shown)
            return []
        found = [self.deck(f"{name}[{number}]", one, system) for number, one in enumerate(given)]
        return [entrant for entrant in found if entrant is not None]

    def deck(self, where: str, given: Any, system: GameSystem) -> EntrantRequest | None:
        """One deck that can be played; else refusals."""
        if not isinstance(given, Mapping) or len(given.keys() & {"version", "reference", "text"}) != 1:
            self.refuse(where, _('%(given)s is no deck: give {"version": 12}, {"reference": "name"} or {"text": "…"}.')
                        % {"given": _cut(given)})  # fmt: skip
            return None
        if "reference" in given:
            return self._reference(where, given["reference"], system)
        entrant = (
            self._version(where, given["version"]) if "version" in given else self._text(where, given["text"], system)
        )
        if entrant is None:
            return None
        if entrant.deck.system != system.code:
            self.refuse(where, _("%(name)s is a deck for another game.") % {"name": entrant.name})
            return None
        faults = legality.check(entrant.deck).errors
        if faults:
            self._illegal(where, entrant.name, faults, system)
            return None
        return entrant

    def _illegal(self, where: str, name: str, faults: Sequence[Problem], system: GameSystem) -> None:
        language = current_language()
        told = " ".join(system.problem_text(fault, language) for fault in faults)
        sentence = _("%(name)s cannot be played: %(problems)s") % {"name": name, "problems": told}
        self.refuse(where, sentence, problems=faults)

    def _reference(self, where: str, given: Any, system: GameSystem) -> EntrantRequest | None:
        try:
            return as_reference(system.reference_deck(str(given)[:LONGEST_NAME]).deck)
        except LookupError as unknown:
            self.refuse(where, str(unknown))
            return None

    def _version(self, where: str, given: Any) -> EntrantRequest | None:
        number = parse_int(given) if isinstance(given, str) else given
        version = None
        if isinstance(number, int) and not isinstance(number, bool) and 0 < number <= LARGEST_SEED:
            seen = DeckVersion.objects.filter(deck__in=Deck.objects.visible_to(self.user))
            version = seen.select_related("deck").prefetch_related("lines").filter(pk=number).first()
        if version is None:
            # The same words for a deck that is not there and for one that is not theirs to see.
            self.refuse(where, _("There is no deck version %(given)s that you may see.") % {"given": _cut(given)})
            return None
        name = f"{version.name} {version.number}"[:LONGEST_NAME]
        return EntrantRequest(deck=decklists.of_version(version), name=name, version=version)

    def _text(self, where: str, given: Any, system: GameSystem) -> EntrantRequest | None:
        if not isinstance(given, str) or not given.strip() or len(given) > LONGEST_TEXT:
            self.refuse(where, _("A decklist is a text of at most %(most)s characters.") % {"most": LONGEST_TEXT})
            return None
        if "\n" not in given.strip() and " " not in given.strip():
            try:
                deck = deck_code.decode(given.strip(), systems=games.systems())
            except deck_code.DeckCodeError as fault:
                self.refuse(where, str(fault))
                return None
        else:
            deck, unread = decklist.read(given, system=system)
            if unread:
                self._illegal(where, deck.name or _("The decklist"), [*unread, *legality.check(deck).errors], system)
                return None
        name = ensure_name(deck).name or _("A pasted deck")
        return EntrantRequest(deck=deck, name=name[:LONGEST_NAME])


def pairings(kind: str, entrants: int) -> list[tuple[int, int]]:
    """Who meets whom, as numbers of entrants: a table everybody, else the first one all others."""
    numbers = range(entrants)
    if kind == Batch.Kind.TABLE:
        return list(combinations(numbers, 2))
    return [(0, other) for other in numbers[1:]]


def parse_batch_request(raw: Mapping[str, Any], *, user: "Visitor") -> BatchRequest:
    """Raises Refused with every reason."""
    reading = BatchRequestParser(raw, user)
    number = reading.whole_number("games", low=FEWEST_GAMES, high=MOST_GAMES, default=200)
    seed = reading.whole_number("seed", low=0, high=LARGEST_SEED, default=1)
    until = reading.until()
    system = reading.system()
    if system is None:
        raise BatchRequestError(reading.refusals)
    policy = reading.policy(system)
    kind, entrants = reading.entrants(system)
    asked = BatchRequest(
        system=system,
        kind=kind,
        entrants=tuple(entrants),
        games=number + number % 2,
        until=until,
        policy=policy,
        seed=seed,
    )
    most = MOST_TOTAL["staff" if user.is_staff else "user" if user.is_authenticated else "visitor"]
    if asked.total_games > most:
        shown = {"total": asked.total_games, "matchups": len(asked.pairings), "most": most}
        reading.refuse(
            "games", _("%(total)s games in %(matchups)s match-ups are too many: you may ask for %(most)s.") % shown
        )
    if reading.refusals:
        raise BatchRequestError(reading.refusals)
    return asked


def as_reference(deck: DeckList) -> EntrantRequest:
    return EntrantRequest(deck=deck, name=deck.name[:LONGEST_NAME], is_reference=True)


def new_token() -> str:
    return secrets.token_urlsafe(16)


def _cut(given: Any) -> str:
    return repr(given)[:80]
