"""What the builder shows of the deck: its parts, what is wrong with it, the curve, the formats to choose from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from decks.decklists import face_of
from decks.models import HouseFormat
from decks.rules.fixes import ProblemDisplay, change_of, present_problems
from decks.rules.house_formats import find_format, format_of
from decks.rules.legality import check
from decks.rules.statistics import counts_and_charts
from signum_site.core.i18n import current_language
from simulator.engine.cards.card import CardSpec
from simulator.engine.decks.report import Fix, RuleValue
from simulator.engine.decks.statistics import Chart
from simulator.engine.system import Facet, GameSystem, Section

from .url_state import Address

if TYPE_CHECKING:
    from decks.models import Visitor


@dataclass(frozen=True, slots=True)
class BuilderLine:
    """So many of a card in a part of the deck."""

    code: str
    card: CardSpec | None = field(compare=False)
    name: str
    count: int
    severity: str
    """`error` or `warning` if some problem is about this card."""
    more: str
    less: str


@dataclass(frozen=True, slots=True)
class BuilderSection:
    section: Section
    name: str
    size: int
    lines: tuple[BuilderLine, ...]
    url: str
    is_open: bool
    """The library shows cards for this part."""


@dataclass(frozen=True, slots=True)
class FormatChoice:
    name: str
    change: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class BuilderPage:
    """The deck beside the library."""

    parts: tuple[BuilderSection, ...]
    problems: list[ProblemDisplay]
    rules: tuple[RuleValue, ...]
    legal: bool
    errors: int
    warnings: int
    size: int
    formats: tuple[FormatChoice, ...]
    curve: Chart | None
    face: CardSpec | None


def present_builder(address: Address, *, user: "Visitor") -> BuilderPage:
    system, deck = address.system, address.deck
    report = check(deck)
    blamed = {code: problem.severity for problem in (*report.warnings, *report.errors) for code in problem.cards}
    figures = counts_and_charts(deck)
    return BuilderPage(
        parts=tuple(_part(section, address, blamed) for section in system.sections),
        problems=present_problems(report, system=system),
        rules=report.rules,
        legal=report.legal,
        errors=len(report.errors),
        warnings=len(report.warnings),
        size=deck.size(system.draws.section if system.draws else system.sections[-1].code),
        formats=_formats(address, user),
        curve=next((chart for chart in figures.charts if chart.ordered), None),
        face=face_of(deck, system=system),
    )


def _part(section: Section, address: Address, blamed: Mapping[str, str]) -> BuilderSection:
    language, system = current_language(), address.system
    lines = [
        _line(code, count, section, system, blamed, language) for code, count in address.deck.section(section.code)
    ]
    first = next((facet for facet in system.facets if facet.kind == "number"), None)
    return BuilderSection(
        section=section,
        name=section.names[language],
        size=address.deck.size(section.code),
        lines=tuple(sorted(lines, key=lambda line: _place(line, section, first))),
        url=replace(address, section=section.code, query="", page=1).url,
        is_open=section.code == address.section,
    )


def _line(
    code: str, count: int, section: Section, system: GameSystem, blamed: Mapping[str, str], language: str
) -> BuilderLine:
    card = system.catalogue.get(code)
    return BuilderLine(
        code=code,
        card=card,
        name=card.name(language) if card is not None else code,
        count=count,
        severity=blamed.get(code, ""),
        more=change_of(Fix(do="add", card=code, count=1, section=section.code)),
        less=change_of(Fix(do="remove", card=code, count=1, section=section.code)),
    )


def _place(line: BuilderLine, section: Section, first: Facet | None) -> tuple[int, int, str]:
    """By kind as the part lists them, by the game's first number (what a card costs), by name."""
    if line.card is None:
        return len(section.kinds), 0, line.name
    kind = section.kinds.index(line.card.kind) if line.card.kind in section.kinds else len(section.kinds)
    value = first.value(line.card) if first is not None else None
    return kind, value if isinstance(value, int) else 0, line.name


def _formats(address: Address, user: "Visitor") -> tuple[FormatChoice, ...]:
    """The game's formats, one's own, and whichever the deck names."""
    system, language = address.system, current_language()
    known = {format.code: format for format in system.formats}
    if user.is_authenticated:
        own = HouseFormat.objects.filter(owner_id=user.pk, system=system.code)
        known |= {row.code: format_of(row, system=system) for row in own}
    named = find_format(address.deck.format, system=system) if address.deck.format not in known else None
    known |= {named.code: named} if named is not None else {}
    return tuple(
        FormatChoice(
            name=format.names[language],
            change=change_of(Fix(do="replace", text=f"// format: {format.code}")),
            chosen=format.code == address.deck.format,
        )
        for format in known.values()
    )
