"""The interface between a game and the rest of the site.

One frozen GameSystem per game. It is made of plain data and a few functions. Pages, commands and tasks use a game only
through it; what they need of a game is added here, for every game.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, Protocol

from simulator.engine.cards.card import CardSpec, Catalogue, CatalogueError
from simulator.engine.cards.face import Face, plain_face
from simulator.engine.cards.glossary import TermGroup
from simulator.engine.cards.importer import CardImporter
from simulator.engine.check_file import CheckFile, CheckOutcome
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.draw_odds import Draws
from simulator.engine.decks.formats import Format, FormatParam
from simulator.engine.decks.parse_errors import card_without_section
from simulator.engine.decks.report import Problem, Report
from simulator.engine.decks.statistics import BuildOrderPlan, Figures
from simulator.engine.play.calculator import Calculator
from simulator.engine.play.chance import Chance
from simulator.engine.play.evaluation import Evaluation
from simulator.engine.play.event_log import DRAWN, OPENING, PLAYED, Log, SilentLog
from simulator.engine.play.narration import Narrator
from simulator.engine.play.options import NO_OPTIONS, Option, all_options
from simulator.engine.play.protocols import PolicyMaker, State
from simulator.engine.play.scenario import ScenarioResult
from simulator.engine.play.scene import Scene
from simulator.engine.play.seating import Seating, everyone_alone, team_seatings
from simulator.engine.presentation import DECK_NOUNS, NO_WORDS, PLAIN_FRONT, Front, Nouns
from simulator.engine.values import Fact, Facts, Words

HUES: Final = ("teal", "crimson", "ochre", "blue", "violet", "green", "orange", "rose", "slate", "olive")
"""The hues that the site's style sheets define; `plain` is none of them."""
MAX_SEATS: Final = 6
"""The points of a game are counted in sixtieths, which up to six winners can share (matches/rounds.py)."""
_NO_KINDS: Final[frozenset[str]] = frozenset()
_VERSIONED: Final = re.compile(r"[a-z][a-z0-9_]*-([1-9][0-9]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a deck with its own heading, and the kinds of card that belong there."""

    code: str
    names: Words
    kinds: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Other headings that players write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """Something a search may filter cards by, and the words for its values."""

    code: str
    """The name of a fact every card may have: see Card.fact."""
    names: Words
    kind: Literal["choice", "set", "number", "flag", "ordered"] = "choice"
    """Searches use `is:` for a flag; values of an ordered facet compare in the order of `labels`.

    A card has several values of a set: its fact is a tuple, and a search for one of them finds the card.
    """
    labels: Mapping[str, Words] = field(default_factory=dict, hash=False)
    also: tuple[str, ...] = ()
    """Short and other names that players type, in any language: `t`, `tipo`."""
    values_also: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Other spellings of a value that players type."""
    amounts: str = ""
    """Prefix of the facts that hold the numbers of values: `keyword_` for `kw:shot>=2`."""
    symbols: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The symbol of each value in the site's sprite; the key "" is the facet itself."""
    hues: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The hue of each value, one of HUES or `plain`. Values of the colour facet without one get one by their order."""
    otherwise: str = ""
    """The facet to use when a number facet gets a word: `cost:temple` searches what a card needs."""

    def value(self, card: CardSpec) -> Fact | None:
        return card.fact(self.code)

    def label(self, value: str, *, language: str) -> str:
        words = self.labels.get(value)
        return words[language] if words is not None else value


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceDeck:
    """A legal deck that comes with the game, as an opponent and an example."""

    deck: DeckList
    summary: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """A retail box with its printings, and whether it has their miniatures."""

    code: str
    names: Words
    summary: Words
    """What the box is, and the source of its contents."""
    cards: tuple[tuple[str, int], ...]
    with_miniatures: bool = True


class CheckDeck(Protocol):
    """All problems of a deck, in the format it names or in `format`."""

    def __call__(self, deck: DeckList, *, format: Format | None = None) -> Report: ...


class Start(Protocol):
    """Sets up a game: deck number k sits in seat k. All options of the game are given."""

    def __call__(self, *, decks: Sequence[DeckList], chance: Chance, log: Log, options: Facts) -> State[Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMeasure:
    """A number that each seat ends with: victory points, kills."""

    code: str
    names: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """Something that happens to a card in a game, counted in reports: drawn, played, bought."""

    code: str
    """The kind of its note (play/event_log.py)."""
    names: Words


DEFAULT_USES: Final = (
    Use(code=OPENING, names=Words(en="Opening hand", es="Mano inicial", it="Mano iniziale")),
    Use(code=DRAWN, names=Words(en="Drawn", es="Robada", it="Pescata")),
    Use(code=PLAYED, names=Words(en="Played", es="Jugada", it="Giocata")),
)


class CheckTable(Protocol):
    """Problems between the decks of one table: a missing expansion, formats that differ."""

    def __call__(self, decks: Sequence[DeckList], *, options: Facts) -> Report: ...


def no_decks() -> tuple[ReferenceDeck, ...]:
    return ()


def english(problem: Problem, language: str) -> str:
    return problem.message


def no_rules(card: CardSpec) -> tuple[str, ...]:
    return ()


def no_figures(deck: DeckList) -> Figures:
    return Figures()


def any_card(deck: DeckList) -> str:
    return ""


def no_plan(deck: DeckList, order: Sequence[str]) -> BuildOrderPlan | None:
    return None


def no_products() -> tuple[Product, ...]:
    return ()


def any_table(decks: Sequence[DeckList], *, options: Facts) -> Report:
    return Report(())


def no_parts(card: CardSpec) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GameSystem:
    """A game: its cards, deck construction, rules and computer players."""

    code: str
    name: Words
    rules_version: str
    """Rises with every ruling that changes results."""
    seats: tuple[int, ...]
    """Allowed numbers of players: (2,), or (2, 3, 4)."""
    catalogue: Catalogue
    facets: tuple[Facet, ...]
    sections: tuple[Section, ...]
    """In the order a decklist shows them."""
    formats: tuple[Format, ...]
    """The first is the default of decks that name none."""
    check_deck: CheckDeck
    start: Start
    policies: Mapping[str, PolicyMaker]
    """By versioned name, the quickest first: `random-1`, `greedy-1`, `greedy-2`. A released policy never changes."""
    retired_policies: Mapping[str, str] = field(default_factory=dict)
    """Policies that played with earlier rules only: the name, and the rules version they belong to."""
    default_policy: str = ""
    """The policy that plays if a request names none; the best one if empty: the last of `policies`."""
    problem_text: Callable[[Problem, str], str] = english
    """A problem of a deck as a sentence in a language."""
    format_params: tuple[FormatParam, ...] = ()
    """What a house format may change."""
    # A function and not data, because reading a deck from text needs the finished system.
    reference_decks: Callable[[], tuple[ReferenceDeck, ...]] = no_decks
    draws: Draws | None = None
    """How cards are drawn, for the odds of drawing them; None if the game draws no cards."""
    figures: Callable[[DeckList], Figures] = no_figures
    """Counts and charts of a deck, legal or not; unknown cards are not counted."""
    fitting: Callable[[DeckList], str] = any_card
    """A search, in the language of the card library, for the cards that may join a deck."""
    plan: Callable[[DeckList, Sequence[str]], BuildOrderPlan | None] = no_plan
    """What can be paid for in which turn, for a build order of codes, or for the best order if it is empty."""
    face_section: str = ""
    """The section whose first card represents the deck on banners, in lists and in searches."""
    colour_facet: str = ""
    """The facet that determines the colours of a card, and of a deck by its face card."""
    calculators: tuple[Calculator, ...] = ()
    """Exact odds for situations at the table."""
    miniature_kinds: tuple[str, ...] = ()
    """The kinds of card that have a miniature; empty for a pure card game."""
    collected_by: tuple[str, ...] = ("set", "rarity")
    """The facts by which a collection's completion is broken down."""
    products: Callable[[], tuple[Product, ...]] = no_products
    """The retail boxes of the game."""
    face: Callable[[CardSpec, str], Face] = plain_face
    """What the drawn face of a card shows in a language; withdrawn cards have facts only."""
    scene: Callable[[Any], Scene] | None = None
    """How to draw a position in a replay, secrets included. None: replays have sentences only."""
    narrator: Callable[[str, Sequence[str]], Narrator] | None = None
    """Makes a narrator for one game, from a language and the names of the seats. None: replays show pictures only."""
    glossary: tuple[TermGroup, ...] = ()
    """The game's terms and symbols, explained."""
    run_scenario: Callable[[object], ScenarioResult] | None = None
    """Runs a scenario given as plain data; raises ScenarioError. None if the game reads no scenarios."""
    check_file: Callable[[CheckFile], CheckOutcome] | None = None
    """Checks the deck, plan, army or set-up of a file; raises ScenarioError. None if the game reads no such files."""
    card_importer: CardImporter | None = None
    """Reads files of new cards and checks them. None if the game imports none."""
    benchmark: Callable[[Sequence[DeckList]], State[Any]] | None = None
    """A full position of two decks, for measuring. None: a game about to begin is measured."""
    rules_of: Callable[[CardSpec], tuple[str, ...]] = no_rules
    """The ids of the rules that explain a card."""
    reasons: Mapping[str, Words] = field(default_factory=dict)
    """Labels of the reasons in outcomes: how games end."""
    decision_cap: int = 10_000
    """The most decisions of one game; then it is adjudicated."""
    options: tuple[Option, ...] = ()
    """What a table agrees on before a game."""
    check_table: CheckTable = any_table
    """Problems between the decks of one table."""
    teams: Callable[[int, Facts], tuple[int, ...]] = everyone_alone
    """The team of each seat, for a number of seats and the options of the table."""
    seatings: Callable[[int, Facts], Sequence[Seating]] | None = None
    """Who sits where in the games of a round. None: every entrant in every seat, allies together."""
    measures: tuple[PlayerMeasure, ...] = ()
    """The numbers that `State.measures` gives."""
    uses: tuple[Use, ...] = DEFAULT_USES
    """The columns of the card table in reports."""
    table_kinds: tuple[str, ...] = ()
    """Kinds of card that lie on the table and are never part of a deck: tokens, shared terrain."""
    evaluation: Evaluation | None = None
    """Each seat's chance to win in a position. None if the game does not value positions."""
    parts: Callable[[CardSpec], Mapping[str, int]] = no_parts
    """What else must be owned to field a card: codes of other cards, and how many. Parts have no parts of their own.

    A kind of card that is a part is a piece: collections count it once, as miniatures (`part_kinds`).
    """
    rank: int = 100
    """The place among the games in switches and tiles: the lowest is first."""
    summary: Words = NO_WORDS
    """The game in one sentence."""
    publisher: str = ""
    """With whom the site is not affiliated."""
    nouns: Nouns = DECK_NOUNS
    """What players call their decks."""
    search_example: Words = NO_WORDS
    """A short search for the empty search box of the library."""
    example_card: str = ""
    """The code of a well-known card, for hints such as “2 Fireball”; without it, the first card."""
    front: Front = PLAIN_FRONT
    """The front page of the game."""

    def __post_init__(self) -> None:
        if not self.sections or not self.formats or not self.seats:
            raise CatalogueError(f"{self.code}: a game system has at least one section, one format and one seat")
        if max(self.seats) > MAX_SEATS:
            raise CatalogueError(f"{self.code}: {max(self.seats)} seats; points are shared by at most {MAX_SEATS}")
        if self.face_section:
            self.section(self.face_section)
        for facet in self.facets:
            for value, hue in facet.hues.items():
                if hue not in (*HUES, "plain"):
                    known = ", ".join(HUES)
                    raise CatalogueError(f"{self.code}: {facet.code}: {value} has the hue {hue!r}; expected: {known}")
        for name in self.policies:
            if not _VERSIONED.fullmatch(name):
                raise CatalogueError(f"{self.code}: policy {name!r} has no version; expected a name such as 'greedy-1'")
        if both := sorted({*self.policies} & {*self.retired_policies}):
            raise CatalogueError(f"{self.code}: {', '.join(both)} cannot both play and be retired")
        if self.default_policy and self.default_policy not in self.policies:
            raise CatalogueError(
                f"{self.code}: the default policy {self.default_policy!r} is not one of its policies: "
                f"{', '.join(self.policies) or 'none'}"
            )
        for section in self.sections:
            if both := sorted({*section.kinds} & {*self.table_kinds}):
                raise CatalogueError(
                    f"{self.code}: {', '.join(both)} cannot both lie on the table and belong to {section.code}"
                )

    @property
    def standard_policy(self) -> str:
        """The policy that plays if a request names none; empty if the game has no policies."""
        return self.default_policy or next(reversed(list(self.policies)), "")

    @property
    def cards_version(self) -> str:
        """A hash of all cards.

        Changes with every change of a card, which marks older results.
        """
        return _cards_version(self)

    @property
    def example(self) -> CardSpec:
        """The card that hints name."""
        return self.catalogue.get(self.example_card) or next(iter(self.catalogue))

    @property
    def has_parts(self) -> bool:
        """Whether cards may need others to be fielded."""
        return self.parts is not no_parts

    @property
    def part_kinds(self) -> frozenset[str]:
        """The kinds of card that are parts of others.

        To own one is to own the piece itself: there is no card besides, so none of them is a miniature kind.
        """
        return _part_kinds(self) if self.has_parts else _NO_KINDS

    @property
    def is_watchable(self) -> bool:
        """Whether its games can be watched again: in pictures, in sentences, or both."""
        return self.scene is not None or self.narrator is not None

    def new_game(
        self, *, decks: Sequence[DeckList], chance: Chance, log: Log | None = None, options: Facts = NO_OPTIONS
    ) -> State[Any]:
        """Sets up a game; `options` are those that differ from the default."""
        log = log if log is not None else SilentLog()
        return self.start(decks=decks, chance=chance, log=log, options=self.table_options(options))

    def table_options(self, changed: Facts = NO_OPTIONS) -> Facts:
        """Every option with its value, for `start`, `teams` and `seatings`."""
        return all_options(changed, options=self.options)

    def round_seatings(self, seats: int, changed: Facts = NO_OPTIONS) -> Sequence[Seating]:
        """The seatings of a round: one game each, on the same seed."""
        options = self.table_options(changed)
        return self.seatings(seats, options) if self.seatings is not None else team_seatings(self.teams(seats, options))

    def reason(self, code: str, *, language: str) -> str:
        words = self.reasons.get(code)
        return words[language] if words is not None else code

    def facet_label(self, facet: str, value: str, *, language: str) -> str:
        """The word for a facet's value; the value itself if the game has no such facet."""
        for known in self.facets:
            if known.code == facet:
                return known.label(value, language=language)
        return value

    def hue(self, value: str, *, facet: str = "") -> str:
        """The hue of a facet's value, by default of the colour facet; "" if it has none."""
        code = facet or self.colour_facet
        for known in self.facets:
            if known.code != code:
                continue
            if value in known.hues:
                return known.hues[value]
            if code == self.colour_facet and not known.hues and value in known.labels:
                return HUES[list(known.labels).index(value) % len(HUES)]
        return ""

    def section(self, code: str) -> Section:
        for section in self.sections:
            if section.code == code:
                return section
        raise LookupError(_unknown("section", code, known=[section.code for section in self.sections]))

    def format(self, code: str) -> Format:
        for format in self.formats:
            if format.code == code:
                return format
        raise LookupError(_unknown("format", code, known=[format.code for format in self.formats]))

    def home_of(self, card: CardSpec) -> Section | None:
        """The default section of a card, None if there is none."""
        for section in self.sections:
            if card.kind in section.kinds:
                return section
        return None

    def report(self, deck: DeckList, *, format: Format | None = None) -> Report:
        """All problems of a deck: those that the game finds, and cards that lie on the table only."""
        report = self.check_deck(deck, format=format)
        return report.after(self._table_cards(deck)) if self.table_kinds else report

    def _table_cards(self, deck: DeckList) -> Iterator[Problem]:
        for section, lines in deck.sections:
            for code, _count in lines:
                card = self.catalogue.get(code)
                if card is not None and card.kind in self.table_kinds:
                    yield card_without_section(code, section=section, name=card.name())

    def product(self, code: str) -> Product:
        boxes = self.products()
        for box in boxes:
            if box.code == code:
                return box
        raise LookupError(_unknown("box", code, known=[box.code for box in boxes]))

    def policy_name(self, name: str) -> str:
        """The full name of a policy; a name without a version means the latest one."""
        if name in self.policies:
            return name
        if name in self.retired_policies:
            raise LookupError(
                f"The policy {name!r} belongs to rules {self.retired_policies[name]} and does not play with rules "
                f"{self.rules_version}; those there are: {', '.join(self.policies) or 'none'}."
            )
        versions = [known for known in self.policies if known.rpartition("-")[0] == name]
        if not versions:
            raise LookupError(_unknown("policy", name, known=list(self.policies)))
        return max(versions, key=_version)

    def reference_deck(self, name: str) -> ReferenceDeck:
        decks = self.reference_decks()
        for reference in decks:
            if reference.deck.name.casefold() == name.casefold():
                return reference
        raise LookupError(_unknown("reference deck", name, known=[reference.deck.name for reference in decks]))


@cache
def _cards_version(system: GameSystem) -> str:
    content = hashlib.sha256()
    for card in sorted(system.catalogue, key=lambda card: card.code):
        content.update(repr((card.code, card.kind, sorted(card.facts.items()), card.text())).encode())
    return content.hexdigest()[:16]


@cache
def _part_kinds(system: GameSystem) -> frozenset[str]:
    return frozenset(system.catalogue[code].kind for card in system.catalogue for code in system.parts(card))


def _version(name: str) -> int:
    return int(name.rpartition("-")[2])


def _unknown(kind: str, code: str, *, known: Sequence[str]) -> str:
    return f"There is no {kind} {code!r}; those there are: {', '.join(known) or 'none'}."
