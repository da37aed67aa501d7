"""The tables of a language (words and templates), and how templates are filled.

The tables are en.py, es.py and it.py; the code that uses them is targets.py, clauses.py, effects.py and abilities.py.

A template is plain text with
  {name}            the value of that name;
  {name:one|many}   a number and its noun: "1 card", "2 cards";
  <one|many>        the form that agrees: in number with the target of a verb, in gender in DETERMINERS;
  [draw|you draw]   an order to the player, or the same as a statement.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from re import Pattern
from typing import Final

Values = Mapping[str, str | int]
Table = Mapping[str, str]
Fusion = str | Callable[[re.Match[str]], str]

MINUS: Final = "\u2212"
ACTIVATED_MARK: Final = "⟳ "

# The moods of clauses about the player.
ORDER: Final = 0
STATEMENT: Final = 1

_COUNTED: Final = re.compile(r"\{(\w+):([^|{}]*)\|([^|{}]*)\}")
_NAMED: Final = re.compile(r"\{(\w+)\}")
_AGREEING: Final = re.compile(r"<([^|<>]*)\|([^|<>]*)>")
_IN_MOOD: Final = re.compile(r"\[([^|\[\]]*)\|([^|\[\]]*)\]")
_SPACES: Final = re.compile(r" {2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """A noun with its articles.

    `a` and `the` (plural) are empty if the language has none.
    """

    one: str
    many: str
    feminine: bool = False
    a: str = "a"
    the: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """All words of one language, by the words of vocabulary.py.

    Dotted keys are special cases of a word.
    """

    code: str
    nouns: Mapping[str, Noun]
    adjectives: Mapping[str, tuple[str, ...]]
    """One form, or four: masculine, feminine, masculine plural, feminine plural; in the order of the text."""
    adjectives_first: bool
    determiners: Table
    """Templates of noun phrases by side, number and `other`; {one} and {many} are the noun with adjectives."""
    filters: Table
    verbs: Table
    grants: Table
    until: Table
    triggers: Table
    tactics: Table
    conditions: Table
    while_conditions: Table
    states_to_player: bool
    """Whether orders after a trigger become statements: "gana 1 de prosperidad" could mean the character."""
    frames: Table
    """Templates of abilities, and conjunctions."""
    faces: Mapping[str, str]
    shields: Mapping[str, str]
    actions: Mapping[str, str]
    building_articles: Mapping[str, str]
    fusions: tuple[tuple[Pattern[str], Fusion], ...]
    """Contractions of two words: "de el" is "del"."""


def fill(template: str, values: Values, *, form: int = 0, mood: int = ORDER) -> str:
    """Fills a template; `form` selects one of <one|many>, `mood` one of [do|you do]."""
    text = _COUNTED.sub(lambda match: _counted(values[match[1]], one=match[2], many=match[3]), template)
    text = _AGREEING.sub(lambda match: match[form + 1], text)
    text = _IN_MOOD.sub(lambda match: match[mood + 1], text)
    return _SPACES.sub(" ", _NAMED.sub(lambda match: str(values[match[1]]), text)).strip()


def _counted(number: str | int, *, one: str, many: str) -> str:
    """A number with its noun; an unknown number, "X", takes the plural."""
    return f"{number} {one if number == 1 else many}"


def signed(number: int) -> str:
    """+2 or −2, with a typographic minus."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def enumerate_words(items: list[str], *, last: str) -> str:
    """ "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def fused(text: str, language: Language) -> str:
    """The text with contractions applied."""
    for pattern, replacement in language.fusions:
        text = pattern.sub(replacement, text)
    return text


def sentence(text: str, language: Language) -> str:
    """The text with a capital letter and a full stop."""
    text = fused(_SPACES.sub(" ", text).strip(), language)
    start = len(ACTIVATED_MARK) if text.startswith(ACTIVATED_MARK) else 0
    text = text[:start] + text[start : start + 1].upper() + text[start + 1 :]
    return text if text.endswith((".", "!", "?")) else f"{text}."
