"""Reads and writes translations: .po files for translators, .mo files for Django.

checks.py validates them.
"""

import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

import polib

from signum_site.config.environment import BASE_DIR

from .extraction import BrokenFileError, Message, extract

LOCALE = BASE_DIR / "signum_site" / "locale"
# Django's own Spanish has three forms (one for millions). Plural rules are per catalogue, so ours can have two.
PLURALS = {"es": (2, "(n != 1)"), "it": (2, "(n != 1)")}
LANGUAGES = tuple(PLURALS)
PO_LINE = re.compile(r'(?:#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\])\s+)?"(?:[^"\\]|\\.)*"|)')


def po_path(language: str, *, locale: Path = LOCALE) -> Path:
    return locale / language / "LC_MESSAGES" / "django.po"


def read(path: Path) -> polib.POFile:
    """Parse a .po file. BrokenFileError says what is wrong with it."""
    if not path.is_file():
        raise BrokenFileError(f"{path} is missing: manage.py makemessages writes it.")
    text = _read_utf8(path)
    for number, line in enumerate(text.split("\n"), start=1):
        # polib accepts a line without its closing quote, and drops the last letter.
        if not PO_LINE.fullmatch(line.strip()):
            raise BrokenFileError(
                f"{path}, line {number}: a keyword and a quoted text were expected, not {line.strip()!r}."
            )
    try:
        po = polib.pofile(text, wrapwidth=0)
    except OSError as fault:
        place = re.search(r"line (\d+)", str(fault))
        raise BrokenFileError(f"{path}, line {place[1] if place else '?'}: this line is out of order.") from fault
    seen: dict[tuple[str, str], int] = {}
    for entry in po:
        first = seen.setdefault(key(entry), entry.linenum)
        if first != entry.linenum:
            raise BrokenFileError(f"{path}, line {entry.linenum}: “{entry.msgid}” is already in line {first}.")
    return po


def update(
    language: str, *, locale: Path = LOCALE, messages: Sequence[Message] | None = None
) -> tuple[list[str], list[str]]:
    """Update a language's file. Return the added and the removed strings."""
    messages = extract() if messages is None else messages
    path = po_path(language, locale=locale)
    old = read(path) if path.exists() else polib.POFile()
    old_entries = {key(entry): entry for entry in old if not entry.obsolete}
    new = polib.POFile(wrapwidth=0)
    new.header, new.metadata = old.header, old.metadata | header(language)
    new.extend(_merge(message, old_entries.get(message.key), forms=PLURALS[language][0]) for message in messages)
    if not path.exists() or path.read_text(encoding="utf-8") != str(new):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(new), encoding="utf-8")
    new_keys = {message.key for message in messages}
    added, removed = new_keys - old_entries.keys(), old_entries.keys() - new_keys
    return [msgid for _, msgid in sorted(added)], [msgid for _, msgid in sorted(removed)]


def compile(language: str, *, locale: Path = LOCALE, into: Path | None = None) -> Path | None:
    """Write the .mo file, unless it is newer than the .po file (then None).

    It is written next to the .po file, or in the locale folder `into`.
    """
    source = po_path(language, locale=locale)
    target = po_path(language, locale=into or locale).with_suffix(".mo")
    if source.is_file() and target.is_file() and target.stat().st_mtime_ns > source.stat().st_mtime_ns:
        return None
    binary = read(source).to_binary()
    target.parent.mkdir(parents=True, exist_ok=True)
    # Replaced atomically: a web process that is starting must not read half a catalogue.
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".django-", suffix=".mo", delete=False) as file:
        file.write(binary)
    os.chmod(file.name, 0o644)
    os.replace(file.name, target)
    return target


def header(language: str) -> dict[str, str]:
    count, rule = PLURALS[language]
    return {
        "Project-Id-Version": "signum",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": f"nplurals={count}; plural={rule};",
    }


def key(entry: polib.POEntry) -> tuple[str, str]:
    return entry.msgctxt or "", entry.msgid


def _read_utf8(path: Path) -> str:
    raw = path.read_bytes()
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = raw[: fault.start].count(b"\n") + 1
        raise BrokenFileError(f"{path}, line {line}: this is not UTF-8.") from fault


def _merge(message: Message, old: polib.POEntry | None, *, forms: int) -> polib.POEntry:
    # No line numbers: a line added to a template must not change a hundred comments.
    new = polib.POEntry(
        msgid=message.msgid, msgctxt=message.context or None, occurrences=[(file, "") for file in message.files]
    )
    if old:
        new.msgstr, new.flags, new.tcomment = old.msgstr, old.flags, old.tcomment
    if message.plural:
        new.msgid_plural, new.msgstr = message.plural, ""
        new.msgstr_plural = dict.fromkeys(range(forms), "")
        if old and old.msgid_plural == message.plural:
            new.msgstr_plural = old.msgstr_plural
    return new
