"""Deck formats as data, and which of their parameters a house format may change.

The game's rules of deck construction read the parameters; limits on single cards work the same in every game.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Fix, Problem
from simulator.engine.values import Fact, Facts, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A deck format: the parameters that the game's rules of deck construction read."""

    code: str
    names: Words
    params: Facts = field(default_factory=Facts)
    limits: Facts = field(default_factory=Facts)
    """The most copies of a card, by its code; 0 bans it."""

    @property
    def version(self) -> str:
        """A hash of everything that affects legality; the name is not part of it."""
        content = {"params": self.params.as_json(), "limits": self.limits.as_json()}
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatParam:
    """A parameter that a house format may change, and its limits."""

    code: str
    names: Words
    kind: Literal["number", "choice", "set"] = "number"
    least: int = 0
    """The lowest number, or the fewest values of a set."""
    most: int = 0
    choices: Mapping[str, Words] = field(default_factory=dict, hash=False)
    """The values of a choice or a set. The value of a set is a tuple of them, in this order."""
    not_above: str = ""
    """The code of another parameter that must be at least as high."""
    zero: Words | None = None
    """The meaning of 0, where it is not a plain number."""

    def normalize(self, value: object) -> object:
        """The value as formats hold it: a set as a tuple in the order of the choices; what is wrong as it is."""
        if self.kind == "set" and isinstance(value, (list, tuple)) and all(map(self._is_choice, value)):
            return tuple(code for code in self.choices if code in value)
        return value

    def allows(self, value: object) -> bool:
        if self.kind == "set":
            return isinstance(value, tuple) and len(value) >= self.least and all(map(self._is_choice, value))
        if self.kind == "choice":
            return self._is_choice(value)
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def _is_choice(self, value: object) -> bool:
        return isinstance(value, str) and value in self.choices

    def value_text(self, value: Fact, language: str) -> str:
        """A value as players read it."""
        if isinstance(value, tuple):
            return ", ".join(self.value_text(part, language) for part in value) or "–"
        words = self.choices.get(str(value))
        if words is None and value == 0:
            words = self.zero
        return words[language] if words is not None else str(value)


def limited_cards(deck: DeckList, *, format: Format, rule: str = "") -> Iterator[Problem]:
    """Cards that the format bans, or of which the deck has too many."""
    for code, allowed in format.limits.items():
        assert isinstance(allowed, int)
        places = [(section, count) for section, lines in deck.sections for card, count in lines if card == code]
        have = sum(count for _, count in places)
        if have > allowed:
            params: dict[str, Fact] = {"have": have, "allowed": allowed}
            params |= {} if allowed else {"reason": "banned"}
            limit = f"at most {allowed} are allowed here" if allowed else "the card is banned here"
            yield Problem(
                "TOO_MANY_COPIES",
                rule=rule,
                cards=(code,),
                params=Facts(params),
                message=f"{have} copies of {code}; {limit}.",
                fixes=_removals(code, places=places, surplus=have - allowed),
            )


def _removals(code: str, *, places: list[tuple[str, int]], surplus: int) -> tuple[Fix, ...]:
    fixes = []
    for section, count in reversed(places):
        if surplus > 0:
            fixes.append(Fix(do="remove", card=code, count=min(surplus, count), section=section))
            surplus -= count
    return tuple(fixes)
