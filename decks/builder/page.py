"""The deck as the builder shows it: sections, problems, curve and formats."""

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
from simulator.engine.game_system import Facet, GameSystem, Section

from .url_state import Address

if TYPE_CHECKING:
    from decks.models import Visitor


@dataclass(frozen=True, slots=True)
class BuilderLine:
    """A number of copies of a card in one section."""

    code: str
    card: CardSpec | None = field(compare=False)
    name: str
    count: int
    severity: str
    """`error` or `warning` if a problem mentions this card."""
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
    """Whether the library shows cards for this section."""


@dataclass(frozen=True, slots=True)
class FormatChoice:
    name: str
    change: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class BuilderPage:
    """The deck panel next to the card library."""

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
    severities = {code: problem.severity for problem in (*report.warnings, *report.errors) for code in problem.cards}
    figures = counts_and_charts(deck)
    return BuilderPage(
        parts=tuple(_build_section(section, address, severities) for section in system.sections),
        problems=present_problems(report, system=system),
        rules=report.rules,
        legal=report.legal,
        errors=len(report.errors),
        warnings=len(report.warnings),
        size=deck.size(system.draws.section if system.draws else system.sections[-1].code),
        formats=_format_choices(address, user),
        curve=next((chart for chart in figures.charts if chart.ordered), None),
        face=face_of(deck, system=system),
    )


def _build_section(section: Section, address: Address, severities: Mapping[str, str]) -> BuilderSection:
    language, system = current_language(), address.system
    lines = [
        _build_line(code, count, section, system, severities, language)
        for code, count in address.deck.section(section.code)
    ]
    first_number = next((facet for facet in system.facets if facet.kind == "number"), None)
    return BuilderSection(
        section=section,
        name=section.names[language],
        size=address.deck.size(section.code),
        lines=tuple(sorted(lines, key=lambda line: _sort_key(line, section, first_number))),
        url=replace(address, section=section.code, query="", page=1).url,
        is_open=section.code == address.section,
    )


def _build_line(
    code: str, count: int, section: Section, system: GameSystem, severities: Mapping[str, str], language: str
) -> BuilderLine:
    card = system.catalogue.get(code)
    return BuilderLine(
        code=code,
        card=card,
        name=card.name(language) if card is not None else code,
        count=count,
        severity=severities.get(code, ""),
        more=change_of(Fix(do="add", card=code, count=1, section=section.code)),
        less=change_of(Fix(do="remove", card=code, count=1, section=section.code)),
    )


def _sort_key(line: BuilderLine, section: Section, first_number: Facet | None) -> tuple[int, int, str]:
    """Sort by kind in the section's order, by the first number facet (cost), by name."""
    if line.card is None:
        return len(section.kinds), 0, line.name
    kind = section.kinds.index(line.card.kind) if line.card.kind in section.kinds else len(section.kinds)
    value = first_number.value(line.card) if first_number is not None else None
    return kind, value if isinstance(value, int) else 0, line.name


def _format_choices(address: Address, user: "Visitor") -> tuple[FormatChoice, ...]:
    """Return the game's formats, the user's own and the one the deck names."""
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
