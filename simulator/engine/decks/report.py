"""Problems of a deck, their fixes, and the report of all of them, as data.

Each game defines its own problems, except for the two that
reading a text can find (parse_errors.py).
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
    """One way to fix a problem, precise enough for a button."""

    do: Literal["add", "remove", "move", "replace"]
    card: str = ""
    count: int = 0
    section: str = ""
    line: int = 0
    text: str = ""
    """The replacement: a line of text, or the code of a card."""

    def as_json(self) -> Json:
        """Only the fields that are set: a fix without a line has no line 0."""
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
    """One problem: a stable code, and params for a translated sentence."""

    code: str
    severity: Severity = field(default="error", kw_only=True)
    rule: str = field(default="", kw_only=True)
    """The rule's id in the game's reference; empty if the text itself is wrong."""
    cards: tuple[str, ...] = field(default=(), kw_only=True)
    params: Facts = field(default=_NOTHING, kw_only=True)
    message: str = field(default="", kw_only=True)
    """The sentence in English; pages translate it from code and params."""
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
    """One rule with its value in this deck and the allowed range."""

    rule: str
    names: Words
    have: int
    least: int | None = None
    most: int | None = None
    binding: bool = True
    """Whether breaking the rule makes the deck illegal, or only gives a warning."""

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
    """All problems of a deck, and every rule with its value."""

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
        """The report with other problems, such as those of a text, before its own."""
        return Report((*problems, *self.problems), self.rules)

    def as_json(self, *, wording: Callable[[Problem], str] | None = None) -> Json:
        """The form that commands and the API return; `wording` translates each problem."""
        return {
            "legal": self.legal,
            "problems": [
                problem.as_json(message=wording(problem) if wording is not None else None) for problem in self.problems
            ],
        }
