"""Checks of translations. They report all problems, not only the first."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import polib

from .catalogues import LOCALE, PLURALS, header, key, po_path, read
from .extraction import Message, extract

# What must be the same in original and translation. A lone % would break Python's formatting.
INVARIANTS: tuple[tuple[str, re.Pattern[str], Callable[[list[str]], Any]], ...] = (
    ("placeholders", re.compile(r"%%|%\(\w+\)[a-z]|%[sd]|%|\{\w*\}"), set),
    ("HTML tags", re.compile(r"</?[a-zA-Z][^>]*>"), sorted),
    ("spaces at the start or end", re.compile(r"\A\s+|\s+\Z"), list),
    ("punctuation at the end", re.compile(r"[.,:;!?…](?=\s*\Z)"), list),
)
UPDATE = "run manage.py makemessages"


def problems(language: str, *, locale: Path = LOCALE, messages: Sequence[Message] | None = None) -> list[str]:
    """A sentence for each missing, unused or wrong translation or header."""
    po = read(po_path(language, locale=locale))
    entries = {key(entry): entry for entry in po if not entry.obsolete}
    sentences = [
        f"{language}: header: {name} is {po.metadata.get(name)!r}, not {value!r}; {UPDATE}."
        for name, value in header(language).items()
        if po.metadata.get(name) != value
    ]
    for message in extract() if messages is None else messages:
        issues = message_problems(message, entries.pop(message.key, None), forms=PLURALS[language][0])
        sentences.extend(f"{language}: “{message.msgid}”: {issue}" for issue in issues)
    sentences.extend(f"{language}: “{msgid}”: it is used nowhere any more; {UPDATE}." for _, msgid in entries)
    return sentences


def message_problems(message: Message, entry: polib.POEntry | None, *, forms: int) -> Iterator[str]:
    if entry is None:
        yield f"it is missing; {UPDATE} and translate it."
        return
    if entry.fuzzy:
        yield "it is marked fuzzy: read it again and take the mark away."
    if entry.msgid_plural != message.plural:
        yield f"its plural is “{message.plural}” now; {UPDATE} and translate it."
        return
    if not message.plural:
        yield from text_problems(message.msgid, entry.msgstr, name="the translation")
        return
    if sorted(entry.msgstr_plural) != list(range(forms)):
        yield f"it has {len(entry.msgstr_plural)} plural forms, not {forms}."
    for form, text in sorted(entry.msgstr_plural.items()):
        yield from text_problems(message.plural if form else message.msgid, text, name=f"plural form {form}")


def text_problems(original: str, text: str, *, name: str) -> Iterator[str]:
    if not text:
        yield f"{name} is empty."
        return
    for label, pattern, collect in INVARIANTS:
        expected, actual = collect(pattern.findall(original)), collect(pattern.findall(text))
        if expected != actual:
            yield f"{name}: {label} differ: {_join(actual)}, where the original has {_join(expected)}."


def _join(marks: set[str] | list[str]) -> str:
    return ", ".join(f"“{mark}”" for mark in sorted(marks)) or "none"
