"""Problems of a decklist text, independent of any game's rules.

BAD_LINE and UNKNOWN_CARD. Finding them is parser.py. The sentences are English; pages translate them from
`params["reason"]` and the rest.
"""

from typing import Final

from simulator.engine.decks.report import Fix, Problem, Severity
from simulator.engine.values import Fact, Facts

_SENTENCES: Final = {
    "control_character": "Line {line} contains characters that cannot be printed.",
    "line_too_long": "Line {line} is too long to be the name of a card.",
    "text_too_long": "The list is too long: line {line} and everything after it were not read.",
    "bad_count": "Line {line}, {text!r}: a deck has at least 1 and at most {most} of a card.",
    "no_name": "Line {line}, {text!r}: this names no card.",
    "several_cards": "Line {line}: several cards are called {text!r}.",
    "no_section": "Line {line}: no part of the deck is made for {text!r}.",
    "unknown_heading": "Line {line}: {text!r} is no part of a deck.",
    "table_heading": "Line {line}: {text!r} names the columns of a table; it was skipped.",
    "unknown_format": "Line {line}: there is no format {text!r}.",
    "second_format": "Line {line}: the deck already has another format than {text!r}.",
    "name_too_long": "Line {line}: the name of the deck is too long and was cut.",
    "unknown_card": "Line {line}: no card is called {text!r}.",
}


def bad_line(
    reason: str,
    *,
    line: int,
    text: str = "",
    suggestions: tuple[str, ...] = (),
    most: int = 0,
    severity: Severity = "error",
) -> Problem:
    """The problem of a line that cannot be part of a deck.

    `reason` is a key of the sentences.
    """
    fixes = tuple(Fix(do="replace", line=line, text=suggestion) for suggestion in suggestions)
    fixes = fixes or (Fix(do="remove", line=line),)
    params = _params(reason, line=line, text=text, suggestions=suggestions, most=most)
    return Problem("BAD_LINE", severity=severity, params=params, message=_sentence(params), fixes=fixes)


def unknown_card(*, line: int, text: str, count: int, suggestions: tuple[str, ...]) -> Problem:
    """The problem of a line that names no existing card."""
    fixes = tuple(Fix(do="replace", line=line, count=count, text=f"{count} {name}") for name in suggestions)
    fixes = fixes or (Fix(do="remove", line=line),)
    params = _params("unknown_card", line=line, text=text, suggestions=suggestions, most=0)
    return Problem("UNKNOWN_CARD", params=params, message=_sentence(params), fixes=fixes)


def card_without_section(code: str, *, section: str, name: str) -> Problem:
    """The problem of a card that no section is made for, in a deck that was not read from text."""
    params = Facts({"reason": "no_section", "text": name})
    message = f"No part of the deck is made for {name!r}."
    fix = Fix(do="remove", card=code, section=section)
    return Problem("BAD_LINE", cards=(code,), params=params, message=message, fixes=(fix,))


def _params(reason: str, *, line: int, text: str, suggestions: tuple[str, ...], most: int) -> Facts:
    pairs: dict[str, Fact] = {"reason": reason, "line": line, "text": text, "suggestions": suggestions}
    if most:
        pairs["most"] = most
    return Facts(pairs)


def _sentence(params: Facts) -> str:
    sentence = _SENTENCES[str(params["reason"])].format_map(params)
    suggestions = params["suggestions"]
    if isinstance(suggestions, tuple) and suggestions:
        sentence += f" Did you mean {' or '.join(repr(suggestion) for suggestion in suggestions)}?"
    return sentence
