"""What is wrong with a deck, as data: problems, how to mend them, and the report of all of them.

Which problems there are is each game's business, except for the two that reading a text can find (decklist.py).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from simulator.engine.values import Facts, Words

Severity = Literal["error", "warning"]
Json = dict[str, object]

_NOTHING = Facts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """One way to mend a problem, precise enough for a button."""

    do: Literal["add", "remove", "move", "replace"]
    card: str = ""
    count: int = 0
    section: str = ""
    line: int = 0
    text: str = ""
    """What to write instead, for a line of text."""

    def as_json(self) -> Json:
        """Only what this fix says: a fix without a line does not speak of line 0."""
        fields: Json = {
            "card": self.card,
            "count": self.count,
            "section": self.section,
            "line": self.line,
            "text": self.text,
        }
        return {"do": self.do, **{name: value for name, value in fields.items() if value}}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: a stable code, and the params from which a page says it in the reader's language."""

    code: str
    severity: Severity = field(default="error", kw_only=True)
    rule: str = field(default="", kw_only=True)
    """The rule's id in the game's reference; empty if no rule but the text itself is at fault."""
    cards: tuple[str, ...] = field(default=(), kw_only=True)
    params: Facts = field(default=_NOTHING, kw_only=True)
    message: str = field(default="", kw_only=True)
    """The sentence in English; a page may make its own from code and params."""
    fixes: tuple[Fix, ...] = field(default=(), kw_only=True)

    def as_json(self, *, message: str | None = None) -> Json:
        return {
            "code": self.code,
            "severity": self.severity,
            "rule": self.rule,
            "cards": list(self.cards),
            "params": self.params.as_json(),
            "message": self.message if message is None else message,
            "fixes": [fix.as_json() for fix in self.fixes],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleValue:
    """One rule, what it counts in this deck, and between which numbers that must be."""

    rule: str
    names: Words
    have: int
    least: int | None = None
    most: int | None = None
    binding: bool = True
    """Whether breaking it makes a deck illegal, or is only worth a warning."""

    @property
    def kept(self) -> bool:
        return (self.least is None or self.have >= self.least) and (self.most is None or self.have <= self.most)

    def as_json(self, *, language: str = "en") -> Json:
        return {
            "rule": self.rule,
            "name": self.names[language],
            "have": self.have,
            "least": self.least,
            "most": self.most,
            "binding": self.binding,
            "kept": self.kept,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """Everything wrong with a deck, never only the first thing; and every rule with its value, wrong or right."""

    problems: tuple[Problem, ...] = ()
    rules: tuple[RuleValue, ...] = ()

    @property
    def legal(self) -> bool:
        """Warnings do not make a deck illegal."""
        return not self.errors

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity == "error")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity == "warning")

    def after(self, problems: Iterable[Problem]) -> "Report":
        """The report with other problems before its own: those of reading come before those of the rules."""
        return Report((*problems, *self.problems), self.rules)

    def as_json(self, *, wording: Callable[[Problem], str] | None = None) -> Json:
        """The form commands and API answer with; `wording` says each problem in the reader's language."""
        return {
            "legal": self.legal,
            "problems": [
                problem.as_json(message=wording(problem) if wording is not None else None) for problem in self.problems
            ],
        }
