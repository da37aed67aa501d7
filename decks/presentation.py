"""Decks prepared for templates: sections, groups, counts, verdict and colours."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from collection.games import installed_game
from collection.images.card_images import catalogue_face
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.engine.cards.face import Face
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem, Report
from simulator.engine.game_system import GameSystem

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
    """None for an unknown card code."""
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
        """The deck's name, else that of the card that represents it.

        Deck codes carry no name.
        """
        return self.decklist.name or (self.face.title if self.face is not None else self.system.name["en"])


def present_deck(decklist: DeckList, *, format: str = "") -> DeckPage:
    """Prepare a deck for its page, in the user's language.

    `format` checks the deck in another format than its own.
    """
    system, language = installed_game(decklist.system), current_language()
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
        sections=_build_sections(decklist, system=system),
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
    """None if it was not checked."""


def tiles(decks: "Iterable[Deck]", *, verdicts: bool = False) -> list[Tile]:
    """Build the tiles of a list of decks.

    With `verdicts`, the lines of the current versions should be prefetched.
    """
    language, result, decks = current_language(), [], list(decks)
    legal = legality.current_verdicts(decks) if verdicts else {}
    for deck in decks:
        system = games.systems().get(deck.system)
        card = system.catalogue.get(deck.face) if system is not None else None
        colour_name = (
            system.facet_label(system.colour_facet, deck.colour, language=language) if system is not None else ""
        )
        face = catalogue_face(system, card.code, language) if system is not None and card is not None else None
        format = deck.current.format if deck.current is not None else ""
        result.append(
            Tile(
                deck=deck,
                face=face,
                colour_name=colour_name,
                format_name=_own_format_name(format, system) if system is not None else format,
                legal=legal.get(deck.pk),
            )
        )
    return result


@dataclass(frozen=True, slots=True)
class DraftTile:
    """A new deck that was never saved."""

    draft: "Draft"
    name: str
    colour: str
    size: int


def draft_tiles(drafts: "Iterable[Draft]") -> list[DraftTile]:
    result = []
    for draft in drafts:
        system, deck = games.systems().get(draft.system), decklists.of_draft(draft)
        face = decklists.face_of(deck, system=system) if system is not None else None
        colour = decklists.colour_of(deck, system=system) if system is not None else ""
        name = draft.name or (face.name(current_language()) if face is not None else "")
        size = sum(deck.size(section) for section, _ in deck.sections)
        result.append(DraftTile(draft, name, colour, size))
    return result


def _own_format_name(code: str, system: GameSystem) -> str:
    """Return the name of one of the game's own formats, else the code.

    House formats are not looked up: that would cost a query for every deck of a list.
    """
    return next((known.names[current_language()] for known in system.formats if known.code == code), code)


def _build_sections(decklist: DeckList, *, system: GameSystem) -> tuple[DeckPageSection, ...]:
    language = current_language()
    known = {section.code: section.names[language] for section in system.sections}
    codes = [*known, *(code for code, _ in decklist.sections if code not in known)]
    return tuple(
        DeckPageSection(code, known.get(code, code), _build_groups(decklist, code, system=system))
        for code in codes
        if decklist.section(code)
    )


def _build_groups(decklist: DeckList, section: str, *, system: GameSystem) -> tuple[CardGroup, ...]:
    """Group cards by kind, in the section's order of kinds, sorted by name."""
    language = current_language()
    order = next((part.kinds for part in system.sections if part.code == section), ())
    groups: dict[str, list[DeckPageLine]] = {kind: [] for kind in order}
    for code, count in decklist.section(section):
        card = system.catalogue.get(code)
        groups.setdefault(card.kind if card is not None else "", []).append(
            _build_line(code, count, card, system=system)
        )
    return tuple(
        CardGroup(
            system.facet_label("kind", kind, language=language) if kind else "?",
            tuple(sorted(lines, key=lambda line: line.name)),
        )
        for kind, lines in groups.items()
        if lines
    )


def _build_line(code: str, count: int, card: CardSpec | None, *, system: GameSystem) -> DeckPageLine:
    if card is None:
        return DeckPageLine(code, count, code, None)
    face = catalogue_face(system, code, current_language())
    return DeckPageLine(code, count, face.title, face, str(card.fact(system.colour_facet) or ""))


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line of an imported list that could not be read, with suggestions."""

    number: int
    text: str
    sentence: str
    suggestions: tuple[str, ...]
    """Replacement texts; an empty text removes the line."""


def unread_lines(problems: "Iterable[Problem]", *, text: str, system: GameSystem) -> list[UnreadLine]:
    language, lines = current_language(), text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    result = []
    for problem in problems:
        line = problem.params.get("line")
        number = line if isinstance(line, int) else 0
        content = lines[number - 1] if 0 < number <= len(lines) else str(problem.params.get("text", ""))
        sentence = system.problem_text(problem, language)
        fixes = tuple(fix.text for fix in problem.fixes if fix.line) if text else ()
        result.append(UnreadLine(number, content[:200], sentence, fixes))
    return result


def choices(system: GameSystem, *, facet: str = "", section: str = "") -> tuple[tuple[str, str], ...]:
    """Return options for the deck search: cards of a section or values of a facet."""
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
    """Return the format menu: the game's formats, the user's own and the one named.

    The named format may be another user's house format.
    """
    game, language = installed_game(system), current_language()
    known = {format.code: format.names[language] for format in game.formats}
    if user.is_authenticated:
        known |= dict(HouseFormat.objects.filter(owner_id=user.pk, system=system).values_list("code", "name"))
    extra = find_format(named, system=game) if named and named not in known else None
    return list((known | ({extra.code: extra.names[language]} if extra is not None else {})).items())


def _by_name(pair: tuple[str, str]) -> str:
    return pair[1]
