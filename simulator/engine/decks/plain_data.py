"""Decks as plain data: `{section: {card: count}}`, alone or in the JSON that exports write.

The data comes from outside: everything is checked, and what is wrong is quoted.
"""

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import MAX_COPIES
from simulator.engine.values import tidy

if TYPE_CHECKING:
    from simulator.engine.game_system import GameSystem

MAX_CODE_LENGTH: Final = 60
MAX_CARDS: Final = 500
_EXAMPLE: Final = '{"battle": {"core-001": 1}}'
_SENTENCES: Final = {
    "no_json": "This looks like JSON and is none.",
    "no_texts": "In this JSON, name and format are not texts.",
    "no_game": "There is no game {given!r}; those there are: {known}.",
    "no_sections": "Sections are an object such as {example}.",
    "no_cards": "{given}: the cards of a section are an object of codes and counts.",
    "no_code": "{given} is no code of a card or section: those are texts of 1 to {most} characters.",
    "bad_count": "{card}: {given} copies; a deck has 1 to {most} of a card.",
    "too_many_cards": "A deck has at most {most} different cards.",
}


class DeckDataError(ValueError):
    """Data that is no deck; pages translate `reason` and `params` into the reader's language."""

    def __init__(self, reason: str, **params: str | int) -> None:
        super().__init__(_SENTENCES[reason].format_map(params))
        self.reason = reason
        self.params = params


def from_json(text: str, *, systems: Mapping[str, "GameSystem"], system: "GameSystem") -> DeckList:
    """The deck of an exported JSON document, of the game `system` if it names none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DeckDataError("no_json") from error
    if not isinstance(data, dict):
        raise DeckDataError("no_json")
    code = str(data.get("system", system.code))
    if code not in systems:
        raise DeckDataError("no_game", given=tidy(code[:60]), known=", ".join(systems))
    name, format = data.get("name", ""), data.get("format", systems[code].formats[0].code)
    if not isinstance(name, str) or not isinstance(format, str):
        raise DeckDataError("no_texts")
    if len(format) > MAX_CODE_LENGTH or format != tidy(format):
        raise DeckDataError("no_texts")
    return from_sections(data.get("sections"), system=code, format=format, name=name)


def from_sections(data: Any, *, system: str, format: str, name: str = "") -> DeckList:
    """The deck of `{section: {card: count}}`; raises DeckDataError for anything else."""
    if not isinstance(data, Mapping):
        raise DeckDataError("no_sections", example=_EXAMPLE)
    sections: dict[str, dict[str, int]] = {}
    for section, cards in data.items():
        code = _code(section)
        if not isinstance(cards, Mapping):
            raise DeckDataError("no_cards", given=_quote(section))
        sections[code] = {_code(card): _count(card, count) for card, count in cards.items()}
    if sum(len(cards) for cards in sections.values()) > MAX_CARDS:
        raise DeckDataError("too_many_cards", most=MAX_CARDS)
    return DeckList.of(sections, system=system, format=format, name=name)


def _code(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_CODE_LENGTH or value != tidy(value):
        raise DeckDataError("no_code", given=_quote(value), most=MAX_CODE_LENGTH)
    return value


def _count(card: Any, value: Any) -> int:
    number = int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]{1,3}", value) else value
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MAX_COPIES:
        raise DeckDataError("bad_count", card=_quote(card), given=_quote(value), most=MAX_COPIES)
    return number


def _quote(value: Any) -> str:
    return repr(value)[:80]
