"""A deck as a page shows it: sections and groups with counts, the verdict, the banner's colours."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from collection.images.card_images import catalogue_face
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.engine.cards.face import Face
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem, Report
from simulator.engine.system import GameSystem

from . import decklists
from .models import HouseFormat
from .rules import legality
from .rules.fixes import ProblemDisplay, present_problems
from .rules.house_formats import find_format

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .models import Deck, Draft, Visitor


@dataclass(frozen=True, slots=True)
class DeckPageLine:
    code: str
    count: int
    name: str
    face: Face | None = field(compare=False)
    """None for a code that no card has."""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of one kind."""

    name: str
    lines: tuple[DeckPageLine, ...]

    @property
    def count(self) -> int:
        return sum(line.count for line in self.lines)


@dataclass(frozen=True, slots=True)
class DeckPageSection:
    code: str
    name: str
    groups: tuple[CardGroup, ...]

    @property
    def count(self) -> int:
        return sum(group.count for group in self.groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckPage:
    decklist: DeckList
    system: GameSystem
    code: str
    face: Face | None
    colour: str
    colour_name: str
    format_name: str
    sections: tuple[DeckPageSection, ...]
    report: Report
    problems: list[ProblemDisplay] = field(default_factory=list)
    rules: tuple[tuple[str, str, int, int | None, int | None, bool, bool], ...] = ()

    @property
    def size(self) -> int:
        return sum(section.count for section in self.sections)

    @property
    def title(self) -> str:
        """Its name; a code carries none, and then the card that stands for the deck lends it its own."""
        return self.decklist.name or (self.face.title if self.face is not None else self.system.name["en"])


def present_deck(decklist: DeckList, *, format: str = "") -> DeckPage:
    """Everything a deck's page says of its cards, in the reader's language; `format` asks for another verdict."""
    system, language = games.system(decklist.system), current_language()
    report = legality.check(decklist, format=format)
    face = decklists.face_of(decklist, system=system)
    colour = decklists.colour_of(decklist, system=system)
    return DeckPage(
        decklist=decklist,
        system=system,
        code=encode(decklist, system=system),
        face=catalogue_face(system, face.code, language) if face is not None else None,
        colour=colour,
        colour_name=system.facet_label(system.colour_facet, colour, language=language),
        format_name=format_name(format or decklist.format, system=system),
        sections=_sections(decklist, system=system),
        report=report,
        problems=present_problems(report, system=system),
        rules=tuple(
            (value.rule, value.names[language], value.have, value.least, value.most, value.kept, value.binding)
            for value in report.rules
        ),
    )


def format_name(code: str, *, system: GameSystem) -> str:
    known = find_format(code, system=system)
    return known.names[current_language()] if known is not None else code


@dataclass(frozen=True, slots=True)
class Tile:
    """A deck in a list."""

    deck: "Deck"
    face: Face | None
    colour_name: str
    format_name: str
    legal: bool | None
    """None if nobody asked yet."""


def tiles(decks: "Iterable[Deck]", *, verdicts: bool = False) -> list[Tile]:
    """With `verdicts`, the current lines have to be prefetched."""
    language, found, decks = current_language(), [], list(decks)
    legal = legality.verdicts_now(decks) if verdicts else {}
    for deck in decks:
        system = games.systems().get(deck.system)
        card = system.catalogue.get(deck.face) if system is not None else None
        colour_name = (
            system.facet_label(system.colour_facet, deck.colour, language=language) if system is not None else ""
        )
        face = catalogue_face(system, card.code, language) if system is not None and card is not None else None
        format = deck.current.format if deck.current is not None else ""
        found.append(
            Tile(
                deck=deck,
                face=face,
                colour_name=colour_name,
                format_name=_format_words(format, system) if system is not None else format,
                legal=legal.get(deck.pk),
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class DraftTile:
    """A new deck that was never saved."""

    draft: "Draft"
    name: str
    colour: str
    size: int


def draft_tiles(drafts: "Iterable[Draft]") -> list[DraftTile]:
    found = []
    for draft in drafts:
        system = games.systems().get(draft.system)
        if system is None:
            continue
        deck = decklists.of_draft(draft)
        face = decklists.face_of(deck, system=system)
        name = draft.name or (face.name(current_language()) if face is not None else "")
        size = sum(deck.size(section) for section, _ in deck.sections)
        found.append(DraftTile(draft, name, decklists.colour_of(deck, system=system), size))
    return found


def _format_words(code: str, system: GameSystem) -> str:
    """Without a query: the house formats of a whole list of decks are not looked up one by one."""
    return next((known.names[current_language()] for known in system.formats if known.code == code), code)


def _sections(decklist: DeckList, *, system: GameSystem) -> tuple[DeckPageSection, ...]:
    language = current_language()
    known = {section.code: section.names[language] for section in system.sections}
    codes = [*known, *(code for code, _ in decklist.sections if code not in known)]
    return tuple(
        DeckPageSection(code, known.get(code, code), _groups(decklist, code, system=system))
        for code in codes
        if decklist.section(code)
    )


def _groups(decklist: DeckList, section: str, *, system: GameSystem) -> tuple[CardGroup, ...]:
    """By kind, in the order the section lists its kinds; within one, by name."""
    language = current_language()
    order = next((part.kinds for part in system.sections if part.code == section), ())
    groups: dict[str, list[DeckPageLine]] = {kind: [] for kind in order}
    for code, count in decklist.section(section):
        card = system.catalogue.get(code)
        groups.setdefault(card.kind if card is not None else "", []).append(_line(code, count, card, system=system))
    return tuple(
        CardGroup(
            system.facet_label("kind", kind, language=language) if kind else "?",
            tuple(sorted(lines, key=lambda line: line.name)),
        )
        for kind, lines in groups.items()
        if lines
    )


def _line(code: str, count: int, card: CardSpec | None, *, system: GameSystem) -> DeckPageLine:
    if card is None:
        return DeckPageLine(code, count, code, None)
    face = catalogue_face(system, code, current_language())
    return DeckPageLine(code, count, face.title, face, str(card.fact(system.colour_facet) or ""))


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line of somebody's list that means nothing here, and what it may have meant."""

    number: int
    text: str
    sentence: str
    suggestions: tuple[str, ...]
    """What to write instead; an empty one takes the line out."""


def unread_lines(problems: "Iterable[Problem]", *, text: str, system: GameSystem) -> list[UnreadLine]:
    language, lines = current_language(), text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found = []
    for problem in problems:
        line = problem.params.get("line")
        number = line if isinstance(line, int) else 0
        written = lines[number - 1] if 0 < number <= len(lines) else str(problem.params.get("text", ""))
        sentence = system.problem_text(problem, language)
        fixes = tuple(fix.text for fix in problem.fixes if fix.line) if text else ()
        found.append(UnreadLine(number, written[:200], sentence, fixes))
    return found


def choices(system: GameSystem, *, facet: str = "", section: str = "") -> tuple[tuple[str, str], ...]:
    """What a search for decks offers: the cards that can stand for one, or the values that can colour one."""
    return _choices(system, facet, section, current_language())


@lru_cache(maxsize=64)
def _choices(system: GameSystem, facet: str, section: str, language: str) -> tuple[tuple[str, str], ...]:
    kinds = system.section(section).kinds if section else ()
    if section:
        named = ((card.code, card.name(language)) for card in system.catalogue if card.kind in kinds)
        return tuple(sorted(named, key=_by_name))
    faces = system.section(system.face_section).kinds if system.face_section else ()
    values = {str(card.fact(facet)) for card in system.catalogue if card.kind in faces and card.fact(facet)}
    return tuple(
        sorted(((value, system.facet_label(facet, value, language=language)) for value in values), key=_by_name)
    )


def format_choices(system: str, *, user: "Visitor", named: str = "") -> list[tuple[str, str]]:
    """The game's formats and the reader's own, for a menu; and the one that is named, which may be somebody else's."""
    game, language = games.system(system), current_language()
    known = {format.code: format.names[language] for format in game.formats}
    if user.is_authenticated:
        known |= dict(HouseFormat.objects.filter(owner_id=user.pk, system=system).values_list("code", "name"))
    further = find_format(named, system=game) if named and named not in known else None
    return list((known | ({further.code: further.names[language]} if further is not None else {})).items())


def _by_name(pair: tuple[str, str]) -> str:
    return pair[1]
