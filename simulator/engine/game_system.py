"""The interface between a game and the rest of the site.

One frozen GameSystem per game. It is made of plain data and a few functions. Pages, commands and tasks use a game only
through it; what they need of a game is added here, for every game.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, Protocol

from simulator.engine.cards.card import CardSpec, Catalogue, CatalogueError
from simulator.engine.cards.face import Face, plain_face
from simulator.engine.cards.glossary import TermGroup
from simulator.engine.cards.importer import CardImporter
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.draw_odds import Draws
from simulator.engine.decks.formats import Format, FormatParam
from simulator.engine.decks.report import Problem, Report
from simulator.engine.decks.statistics import BuildOrderPlan, Figures
from simulator.engine.play.calculator import Calculator
from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import Log
from simulator.engine.play.narration import Narrator
from simulator.engine.play.protocols import PolicyMaker, State
from simulator.engine.play.scenario import ScenarioResult
from simulator.engine.play.scene import Scene
from simulator.engine.values import Fact, Words

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
    kind: Literal["choice", "number", "flag", "ordered"] = "choice"
    """Searches use `is:` for a flag; values of an ordered facet compare in the order of `labels`."""
    labels: Mapping[str, Words] = field(default_factory=dict, hash=False)
    also: tuple[str, ...] = ()
    """Short and other names that players type, in any language: `t`, `tipo`."""
    values_also: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Other spellings of a value that players type."""
    amounts: str = ""
    """Prefix of the facts that hold the numbers of values: `keyword_` for `kw:shot>=2`."""
    symbols: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The symbol of each value in the site's sprite; the key "" is the facet itself."""
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
    """Sets up a game: deck number k sits in seat k."""

    def __call__(self, *, decks: Sequence[DeckList], chance: Chance, log: Log) -> State[Any]: ...


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
    """By versioned name, the quickest first: `random-1`, `greedy-1`, `greedy-2`."""
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
    """How to draw a position in a replay, secrets included. None if the game has no pictures."""
    narrator: Callable[[str, Sequence[str]], Narrator] | None = None
    """Makes a narrator for one game, from a language and the names of the seats."""
    glossary: tuple[TermGroup, ...] = ()
    """The game's terms and symbols, explained."""
    run_scenario: Callable[[object], ScenarioResult] | None = None
    """Runs a scenario given as plain data; raises ScenarioError. None if the game reads no scenarios."""
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

    def __post_init__(self) -> None:
        if not self.sections or not self.formats or not self.seats:
            raise CatalogueError(f"{self.code}: a game system has at least one section, one format and one seat")
        if self.face_section:
            self.section(self.face_section)
        for name in self.policies:
            if not _VERSIONED.fullmatch(name):
                raise CatalogueError(f"{self.code}: policy {name!r} has no version; expected a name such as 'greedy-1'")

    @property
    def cards_version(self) -> str:
        """A hash of all cards.

        Changes with every change of a card, which marks older results.
        """
        return _cards_version(self)

    def reason(self, code: str, *, language: str) -> str:
        words = self.reasons.get(code)
        return words[language] if words is not None else code

    def facet_label(self, facet: str, value: str, *, language: str) -> str:
        """The word for a facet's value; the value itself if the game has no such facet."""
        for known in self.facets:
            if known.code == facet:
                return known.label(value, language=language)
        return value

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


def _version(name: str) -> int:
    return int(name.rpartition("-")[2])


def _unknown(kind: str, code: str, *, known: Sequence[str]) -> str:
    return f"There is no {kind} {code!r}; those there are: {', '.join(known) or 'none'}."
