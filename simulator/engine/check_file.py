"""Check files: a deck, plan, army or set-up, and the problems it must have.

Here are the file's parts, its lines as a deck, and the comparison with what is expected. The rules are the game's
(`GameSystem.check_file`); files and YAML are simulator/management/scenario_files.py, positions play/scenario.py.
"""

import difflib
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import MAX_COPIES
from simulator.engine.decks.parse_errors import bad_line, unknown_card
from simulator.engine.decks.report import Problem, Report
from simulator.engine.play.scenario import ScenarioError, ScenarioResult
from simulator.engine.values import fold

KINDS: Final = ("deck", "plan", "army", "setup")
"""A file with one of these at its top is a check; all others are scenarios."""
_FIELDS: Final = ("id", "cites", "format", "cards", "expect")


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A line as the file has it: the count may be anything, and the card may not exist."""

    section: str
    card: str
    count: object


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckFile:
    id: str
    kind: str
    format: object
    """The code of a format, or its values; None if the file names none."""
    cards: Mapping[str, Mapping[str, object]]
    """The file's own cards by their short ids."""
    content: object
    """What stands under `kind`."""
    lines: tuple[CheckLine, ...]
    """The content as lines; none for a set-up."""
    expected: Mapping[str, object]
    further: Mapping[str, object]
    """Fields that only some games know."""

    def verify_further(self, *known: str) -> None:
        """Refuse fields that the game does not know."""
        for name in self.further:
            if name not in known:
                raise ScenarioError(name, _unknown_field(name, (*_FIELDS, *KINDS, *known)))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOutcome:
    """What a game finds in a file, and how codes are compared with the expected ones."""

    report: Report
    is_ordered: bool = False
    """Whether problems are expected in the order of the report."""
    is_distinct: bool = False
    """Whether a code counts once, however often it is found."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """What else may be expected: `missing`."""


class Named(Protocol):
    @property
    def code(self) -> str: ...


C = TypeVar("C", bound=Named)


class FileCatalogue(Generic[C]):
    """The file's own cards first, then those of the game."""

    __slots__ = ("_find", "inline")

    def __init__(self, inline: Mapping[str, C], *, find: Callable[[str], Sequence[C]]) -> None:
        self.inline = dict(inline)
        self._find = find

    def find(self, name: str) -> C | None:
        """The card with this short id, or the game's card with this name; None unless there is exactly one."""
        card = self.inline.get(name)
        if card is not None:
            return card
        cards = self._find(name)
        return cards[0] if len(cards) == 1 else None


# --- reading


def is_check(data: object) -> bool:
    return isinstance(data, Mapping) and any(kind in data for kind in KINDS)


def run_check(data: object, *, check: Callable[[CheckFile], CheckOutcome]) -> ScenarioResult:
    """Checks a file given as plain data; raises ScenarioError if it is not valid."""
    file = read_check(data)
    outcome = check(file)
    report = outcome.report
    state: dict[str, object] = {
        "legal": report.legal,
        "errors": [problem.code for problem in report.errors],
        "warnings": [problem.code for problem in report.warnings],
        **outcome.facts,
    }
    return ScenarioResult(file.id, check_differences(file, outcome), state, [])


def read_check(data: object) -> CheckFile:
    fields = _mapping(data, "")
    kinds = [kind for kind in KINDS if kind in fields]
    if len(kinds) != 1:
        raise ScenarioError(kinds[-1] if kinds else "", f"expected exactly one of {', '.join(KINDS)}")
    kind = kinds[0]
    id = fields.get("id")
    if not isinstance(id, str) or not id:
        raise ScenarioError("id", f"expected a name, found {id!r}")
    cards = _mapping(fields.get("cards"), "cards")
    return CheckFile(
        id=id,
        kind=kind,
        format=fields.get("format"),
        cards={name: _mapping(card, f"cards.{name}") for name, card in cards.items()},
        content=fields[kind],
        lines=() if kind == "setup" else tuple(_lines(fields[kind], kind)),
        expected=_mapping(fields.get("expect"), "expect"),
        further={name: value for name, value in fields.items() if name not in (*_FIELDS, kind)},
    )


def _lines(content: object, path: str) -> list[CheckLine]:
    """Sections with cards: a list of names, or names with counts."""
    lines = []
    for section, cards in _mapping(content, path).items():
        if isinstance(cards, Mapping):
            lines += [CheckLine(section, str(card), count) for card, count in cards.items()]
        elif isinstance(cards, list | tuple):
            counts = Counter(str(card) for card in cards)
            lines += [CheckLine(section, card, count) for card, count in counts.items()]
        elif cards is not None:
            raise ScenarioError(f"{path}.{section}", f"expected cards, found {cards!r}")
    return lines


def _mapping(data: object, path: str) -> dict[str, object]:
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise ScenarioError(path, f"expected an object with fields, found {data!r}")
    return {str(key): value for key, value in data.items()}


# --- lines as a deck


def deck_of(
    file: CheckFile,
    *,
    system: str,
    format: str,
    sections: Collection[str],
    find: Callable[[str], Named | None],
) -> tuple[DeckList, tuple[Problem, ...]]:
    """The deck of the lines, and a problem for every line that cannot be part of one."""
    cards: dict[str, dict[str, int]] = {}
    problems: list[Problem] = []
    for number, line in enumerate(file.lines, start=1):
        text = f"{line.count} {line.card}"
        card = find(line.card)
        if line.section not in sections:
            problems.append(bad_line("unknown_heading", line=number, text=line.section))
        elif not isinstance(line.count, int) or isinstance(line.count, bool) or not 1 <= line.count <= MAX_COPIES:
            problems.append(bad_line("bad_count", line=number, text=text, most=MAX_COPIES))
        elif card is None:
            problems.append(unknown_card(line=number, text=line.card, count=line.count, suggestions=()))
        else:
            counts = cards.setdefault(line.section, {})
            counts[card.code] = min(counts.get(card.code, 0) + line.count, MAX_COPIES)
    return DeckList.of(cards, system=system, format=format), tuple(problems)


# --- comparison


def check_differences(file: CheckFile, outcome: CheckOutcome) -> list[str]:
    """How the report differs from what the file expects; `problems` is another word for errors."""
    report, expected = outcome.report, dict(file.expected)
    known = ("legal", "errors", "problems", "warnings", *outcome.facts)
    if not expected:
        raise ScenarioError("expect", f"nothing is expected; name at least one of {', '.join(known)}")
    for name in expected:
        if name not in known:
            raise ScenarioError(f"expect.{name}", _unknown_field(name, known))
    differences = []
    if "legal" in expected and expected["legal"] is not report.legal:
        differences.append(f"legal: expected {expected['legal']!r}, found {report.legal!r}")
    if expected.get("legal") is True:
        expected.setdefault("errors", expected.get("problems", []))
    for name, problems in (("errors", report.errors), ("problems", report.errors), ("warnings", report.warnings)):
        if name in expected:
            differences += _compare_problems(name, problems, expected[name], outcome)
    for name, fact in outcome.facts.items():
        if name in expected and expected[name] != fact:
            differences.append(f"{name}: expected {expected[name]!r}, found {fact!r}")
    return list(dict.fromkeys(differences))


def _compare_problems(name: str, problems: Sequence[Problem], expected: object, outcome: CheckOutcome) -> list[str]:
    if not isinstance(expected, list | tuple):
        raise ScenarioError(f"expect.{name}", f"expected a list of codes, found {expected!r}")
    found = _group_by_code(problems) if outcome.is_distinct else [[problem] for problem in problems]
    wanted = list(expected)
    fitting = [
        [number for number, group in enumerate(found) if any(_matches(problem, entry) for problem in group)]
        for entry in wanted
    ]
    if outcome.is_ordered:
        fits = len(found) == len(wanted) and all(number in numbers for number, numbers in enumerate(fitting))
    else:
        fits = len(found) == len(wanted) and _can_pair(fitting)
    codes = [group[0].code for group in found]
    return [] if fits else [f"{name}: expected {wanted!r}, found {codes!r}"]


def _group_by_code(problems: Sequence[Problem]) -> list[list[Problem]]:
    groups: dict[str, list[Problem]] = {}
    for problem in problems:
        groups.setdefault(problem.code, []).append(problem)
    return list(groups.values())


def _can_pair(fitting: Sequence[Sequence[int]]) -> bool:
    """Whether every entry can have a problem of its own; `fitting` has the numbers of the problems that fit each."""
    owners: dict[int, int] = {}

    def place(entry: int, tried: set[int]) -> bool:
        """Gives the entry a problem; the owner of a taken one may move to another."""
        for number in fitting[entry]:
            if number not in tried:
                tried.add(number)
                if number not in owners or place(owners[number], tried):
                    owners[number] = entry
                    return True
        return False

    return all(place(entry, set()) for entry in range(len(fitting)))


def _matches(problem: Problem, wanted: object) -> bool:
    """Whether a problem has this code, or this code and these facts."""
    if isinstance(wanted, Mapping):
        facts = {str(name): value for name, value in wanted.items() if name != "code"}
        return problem.code == wanted.get("code") and all(
            name in problem.params and _plain(problem.params[name]) == _plain(value) for name, value in facts.items()
        )
    return problem.code == wanted


def _plain(value: object) -> object:
    """A value for comparisons; lists compare in any order."""
    if isinstance(value, list | tuple):
        return sorted(map(str, value))
    return fold(value) if isinstance(value, str) else value


def _unknown_field(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"unknown field {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")
