"""What a language is to the wording driver: tables of words and templates, and how a template is filled.

The tables themselves are en.py, es.py and it.py; whom and what the sentences speak of is targets.py and effects.py.

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

# The moods of what the player does.
ORDER: Final = 0
STATEMENT: Final = 1

_COUNTED: Final = re.compile(r"\{(\w+):([^|{}]*)\|([^|{}]*)\}")
_NAMED: Final = re.compile(r"\{(\w+)\}")
_AGREEING: Final = re.compile(r"<([^|<>]*)\|([^|<>]*)>")
_IN_MOOD: Final = re.compile(r"\[([^|\[\]]*)\|([^|\[\]]*)\]")
_SPACES: Final = re.compile(r" {2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """A noun with the forms its articles need; `a` and `the` (plural) are empty where the language has none."""

    one: str
    many: str
    feminine: bool = False
    a: str = "a"
    the: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Everything one language says, under the words of vocabulary.py; dotted keys are narrower cases of a word."""

    code: str
    nouns: Mapping[str, Noun]
    adjectives: Mapping[str, tuple[str, ...]]
    """One form, or four: masculine, feminine, masculine plural, feminine plural; in the order they are said."""
    adjectives_first: bool
    determiners: Table
    """How a noun is quantified: side, how many, and `other`; {one} and {many} are the noun with its adjectives."""
    filters: Table
    verbs: Table
    grants: Table
    until: Table
    triggers: Table
    tactics: Table
    conditions: Table
    while_conditions: Table
    states_to_player: bool
    """An order after "when this character attacks" reads as if the character obeyed it: "gana 1 de prosperidad"."""
    frames: Table
    """The forms abilities take, and the small words between them."""
    faces: Mapping[str, str]
    shields: Mapping[str, str]
    actions: Mapping[str, str]
    building_articles: Mapping[str, str]
    fusions: tuple[tuple[Pattern[str], Fusion], ...]
    """What two words become when they meet: "de el" is "del"."""


def fill(template: str, values: Values, *, form: int = 0, mood: int = ORDER) -> str:
    """The template with its values in place; `form` says which of <one|many> is meant, `mood` which of [do|you do]."""
    text = _COUNTED.sub(lambda found: _counted(values[found[1]], one=found[2], many=found[3]), template)
    text = _AGREEING.sub(lambda found: found[form + 1], text)
    text = _IN_MOOD.sub(lambda found: found[mood + 1], text)
    return _SPACES.sub(" ", _NAMED.sub(lambda found: str(values[found[1]]), text)).strip()


def _counted(number: str | int, *, one: str, many: str) -> str:
    """A number with its noun; an unknown number, "X", takes the plural."""
    return f"{number} {one if number == 1 else many}"


def signed(number: int) -> str:
    """+2 or −2, with a real minus."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def enumerate_words(items: list[str], *, last: str) -> str:
    """ "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def fused(text: str, language: Language) -> str:
    """The text after the words that meet have become one."""
    for pattern, replacement in language.fusions:
        text = pattern.sub(replacement, text)
    return text


def sentence(text: str, language: Language) -> str:
    """A capital at the beginning, a full stop at the end."""
    text = fused(_SPACES.sub(" ", text).strip(), language)
    start = len(ACTIVATED_MARK) if text.startswith(ACTIVATED_MARK) else 0
    text = text[:start] + text[start : start + 1].upper() + text[start + 1 :]
    return text if text.endswith((".", "!", "?")) else f"{text}."
