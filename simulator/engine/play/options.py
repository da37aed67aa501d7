"""Options of a table: what the players agree on before a game.

A game lists its options; a request names those that differ from the default. Only these are stored and hashed, so
that a new option changes nothing that was played before it existed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from simulator.engine.values import Fact, Facts, Words

NO_OPTIONS: Final = Facts()
YES: Final = Words(en="yes", es="sí", it="sì")
NO: Final = Words(en="no", es="no", it="no")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing to agree on: yes or no, a number, one of several values, or a set of them."""

    code: str
    names: Words
    default: Fact
    kind: Literal["flag", "number", "choice", "set"] = "choice"
    summary: Words | None = None
    least: int = 0
    most: int = 0
    labels: Mapping[str, Words] = field(default_factory=dict, hash=False)
    """The values of a choice or a set."""
    seats: tuple[int, ...] = ()
    """The numbers of players that have this option; empty: any."""

    def applies_to(self, seats: int) -> bool:
        return not self.seats or seats in self.seats

    def parse(self, raw: object) -> Fact | None:
        """The value as the game reads it; None if it is not allowed."""
        if self.kind == "flag":
            return raw if isinstance(raw, bool) else None
        if self.kind == "number":
            is_number = isinstance(raw, int) and not isinstance(raw, bool) and self.least <= raw <= self.most
            return raw if is_number and isinstance(raw, int) else None
        if self.kind == "choice":
            return raw if isinstance(raw, str) and raw in self.labels else None
        if not isinstance(raw, (list, tuple)) or not all(
            isinstance(value, str) and value in self.labels for value in raw
        ):
            return None
        return tuple(value for value in self.labels if value in raw)

    def value_text(self, value: object, language: str) -> str:
        """A value as players read it."""
        if self.kind == "flag":
            return YES[language] if value else NO[language]
        values = value if isinstance(value, (list, tuple)) else [value]
        return ", ".join(self.labels[str(part)][language] if str(part) in self.labels else str(part) for part in values)

    @property
    def allowed(self) -> str:
        """The values it may have, for error messages."""
        if self.kind == "flag":
            return "true or false"
        if self.kind == "number":
            return f"a whole number from {self.least} to {self.most}"
        return f"{'a list of' if self.kind == 'set' else 'one of'} {', '.join(self.labels)}"


class OptionError(ValueError):
    """Options that a table cannot have, with one sentence per option."""

    def __init__(self, problems: Sequence[tuple[str, str]]) -> None:
        super().__init__(" ".join(sentence for _, sentence in problems))
        self.problems = tuple(problems)
        """The code of each option and what is wrong with it."""


def parse_options(raw: object, *, options: Sequence[Option], seats: int) -> Facts:
    """The options that differ from the default; raises OptionError with every problem."""
    if not isinstance(raw, Mapping):
        raise OptionError([("", f"{_quote(raw)} is not an object of options by code.")])
    offered = {option.code: option for option in options if option.applies_to(seats)}
    values: dict[str, Fact] = {}
    problems: list[tuple[str, str]] = []
    for code, value in raw.items():
        option = offered.get(code) if isinstance(code, str) else None
        if option is None:
            known = ", ".join(offered) or "none"
            problems.append(
                (str(code)[:40], f"There is no option {_quote(code)} for {seats} players; allowed: {known}.")
            )
            continue
        parsed = option.parse(value)
        if parsed is None:
            problems.append((option.code, f"{_quote(value)} is not allowed for {code}: it is {option.allowed}."))
        elif parsed != option.default:
            values[option.code] = parsed
    if problems:
        raise OptionError(problems)
    return Facts(values)


def all_options(changed: Facts, *, options: Sequence[Option]) -> Facts:
    """Every option of a game with its value, changed or not."""
    return Facts({option.code: changed.get(option.code, option.default) for option in options})


def _quote(value: object) -> str:
    return repr(value)[:80]
