"""Deck import from text, deck codes, links to this site, JSON and CSV.

Parsing is lenient, but nothing is dropped silently: every unreadable line is reported as a problem. Links are resolved
locally; nothing is ever fetched from another host.
"""

import json
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from collection.games import first_game
from collection.stock.lists.parser import is_column
from decks import decklists
from decks.models import Deck
from decks.rules.house_formats import is_format
from decks.social.share_links import deck_for_token
from simulator import games
from simulator.engine.decks.code import MAX_LENGTH, DeckCodeError, decode, looks_like_a_code
from simulator.engine.decks.csv_tables import read_rows, unescaped
from simulator.engine.decks.decklist import DeckList, read
from simulator.engine.decks.lexer import MAX_LINE_LENGTH, MAX_LINES
from simulator.engine.decks.normalization import is_document, is_table_heading, normalize_text, other_heading
from simulator.engine.decks.parse_errors import bad_line
from simulator.engine.decks.parser import parse
from simulator.engine.decks.report import Fix, Problem
from simulator.engine.game_system import GameSystem
from simulator.engine.values import Facts, fold

from .exporter import CSV_COLUMNS

if TYPE_CHECKING:
    from decks.models import Visitor

MAX_BYTES = 1_000_000
_LINK = re.compile(r"(?:https?://\S+|/(?:d|s|decks)/\S*)")
_CODE = re.compile(rf"[A-Za-z0-9_-]{{20,{MAX_LENGTH}}}")
_PATHS = re.compile(r"^/(?:(?P<way>d|s)/(?P<key>[\w-]+)|decks/(?P<pk>\d{1,18})(?:/(?P<number>\d{1,9}))?)/?$")


_MARKDOWN = re.compile(r"^## \S", re.MULTILINE)
_MARK = re.compile(r"^(?:## |[-*] |`[\w-]*`$)")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_SIZED = re.compile(r"^(\D+) \(\d+\)$")


class ImportRefused(ValueError):
    """Raised for input without a deck; the message says why and what would work."""


@dataclass(frozen=True, slots=True)
class Imported:
    deck: DeckList
    problems: tuple[Problem, ...] = ()
    """The lines that could not be read."""
    text: str = ""
    """The imported text, if its lines can be fixed."""


def decode_text(content: bytes) -> str:
    """Decode a file in UTF-8, or in UTF-16 with a mark as spreadsheets write it."""
    if len(content) > MAX_BYTES:
        raise ImportRefused(_("This file is larger than a megabyte: that is no decklist."))
    if is_document(content):
        raise ImportRefused(
            _("This is a file of a spreadsheet or document, not a list: save it as CSV or text, and choose that.")
        )
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        sentence = _("This file is not text: byte %(byte)s cannot be read as UTF-8.") % {"byte": error.start + 1}
        raise ImportRefused(sentence) from error
    if text.count("\x00") > 3:
        raise ImportRefused(_("This file is not text but something else, a picture or a program perhaps."))
    return text


def deck_import(text: str, *, user: "Visitor", system: GameSystem | None = None) -> Imported:
    """Import a deck from pasted text; raise ImportRefused if it contains none."""
    if len(text) > MAX_BYTES:
        raise ImportRefused(_("This text is longer than a million characters: that is no decklist."))
    word = text.strip()
    if not word:
        raise ImportRefused(_("There is nothing to read: paste a list, a deck code or a link."))
    if _LINK.fullmatch(word):
        return _from_link(word, user=user)
    if looks_like_a_code(word) or (_CODE.fullmatch(word) and not _is_card_name(word)):
        return Imported(deck_of_code(word))
    system = system or first_game()
    if word.startswith("{"):
        return _from_json(word)
    if [column.strip().lower() for column in word.splitlines()[0].split(",")][:3] == list(CSV_COLUMNS[:3]):
        return _from_csv(text, system=system)
    original = _strip_markdown(text)
    normalized, skipped = _normalize(original, system=system)
    deck, problems = read(normalized, system=system, further=partial(is_format, system=system))
    lines = _LINE_ENDS.split(original)
    return Imported(deck, (*skipped, *(_as_heading_problem(problem, lines) for problem in problems)), normalized)


def _strip_markdown(text: str) -> str:
    """Remove the Markdown list and heading marks that the export writes."""
    if not _MARKDOWN.search(text):
        return text
    lines = (_MARK.sub("", line) for line in _LINE_ENDS.split(text))
    lines = (_SIZED.sub(r"\1", line) for line in lines)
    return "\n".join(re.sub(r"\\([\\`*_\[\]<>#])", r"\1", line) for line in lines)


def _normalize(text: str, *, system: GameSystem) -> tuple[str, tuple[Problem, ...]]:
    """Convert the notation of other tools: bullets, emoji, trailing counts, columns."""
    headings = {fold(name) for part in system.sections for name in (*part.names.values(), *part.also, part.code)}

    def knows(line: str) -> bool:
        return fold(line) in headings or parse(line, section=None, system=system) is not None

    lines = _LINE_ENDS.split(text)
    first, second = (*(index for index, line in enumerate(lines[:MAX_LINES]) if line.strip()), 0, 0)[:2]
    skipped: tuple[Problem, ...] = ()
    if is_table_heading(lines[first], lines[second], knows=knows, is_column=is_column):
        skipped = (_skipped_heading(lines[first].strip(), line=first + 1),)
        lines[first] = ""
    return normalize_text("\n".join(lines), knows=knows, max_lines=MAX_LINES), skipped


def _skipped_heading(text: str, *, line: int) -> Problem:
    params = Facts({"reason": "table_heading", "line": line, "text": text, "suggestions": ()})
    message = _("Line %(line)s, “%(text)s”, names the columns of a table: it was skipped.") % {
        "line": line,
        "text": text,
    }
    fix = Fix(do="remove", line=line)
    return Problem("BAD_LINE", severity="warning", params=params, message=message, fixes=(fix,))


def _as_heading_problem(problem: Problem, lines: list[str]) -> Problem:
    """Report a section heading of another game as a heading, not as an unknown card."""
    line = problem.params.get("line")
    words = other_heading(lines[line - 1]) if problem.code == "UNKNOWN_CARD" and isinstance(line, int) else ""
    return bad_line("unknown_heading", line=line, text=words) if words and isinstance(line, int) else problem


def deck_of_code(code: str) -> DeckList:
    """Decode a deck code; raise ImportRefused in the user's language."""
    try:
        return decode(code, systems=games.systems())
    except DeckCodeError as error:
        raise ImportRefused(code_sentence(error)) from error


def code_sentence(error: DeckCodeError) -> str:
    return {
        "too_long": _("This is longer than any deck code."),
        "bad_character": _("This is no deck code: those have only letters, digits, - and _."),
        "no_code": _("This is no deck code, or its beginning is missing or mistyped: copy it again, whole."),
        "version": _("This deck code was made by a newer version of the site than this one."),
        "checksum": _("The checksum of this deck code is wrong: a character is missing or mistyped."),
        "system": _("This deck code is for a game that is not here."),
    }.get(error.reason, _("This deck code ends too early or contradicts itself."))


def _is_card_name(word: str) -> bool:
    return any(system.catalogue.find(word) for system in games.systems().values())


def _from_link(link: str, *, user: "Visitor") -> Imported:
    try:
        match = _PATHS.match(urlsplit(link).path)
    except ValueError:
        match = None  # "http://[" is not a valid URL
    if match is None:
        raise ImportRefused(_("“%(link)s” is not the address of a deck on this site.") % {"link": link[:120]})
    if match["way"] == "d":
        return Imported(deck_of_code(match["key"]))
    if match["way"] == "s":
        deck = deck_for_token(match["key"])
    else:
        deck = Deck.objects.visible_to(user).select_related("current").filter(pk=int(match["pk"])).first()
    version = deck.current if deck is not None else None
    if deck is not None and match["number"]:
        version = deck.versions.filter(number=int(match["number"])).first()
    if version is None:
        raise ImportRefused(_("Behind “%(link)s” there is no deck that you may see.") % {"link": link[:120]})
    return Imported(decklists.of_version(version))


def _from_json(text: str) -> Imported:
    try:
        data = json.loads(text)
        system = decklists.get_system(str(data.get("system", first_game().code)))
        name, format = data.get("name", ""), data.get("format", system.formats[0].code)
        if not isinstance(name, str) or not isinstance(format, str) or len(format) > decklists.MAX_CODE_LENGTH:
            raise ImportRefused(_("In this JSON, name and format are not texts."))
        sections = data.get("sections")
        return Imported(decklists.from_sections(sections, system=system.code, format=format, name=name))
    except (ValueError, RecursionError) as error:
        if isinstance(error, ImportRefused | decklists.NotADeckList):
            raise ImportRefused(str(error)) from error
        raise ImportRefused(_("This looks like JSON and is none.")) from error


def _from_csv(text: str, *, system: GameSystem) -> Imported:
    """Import rows of section, count and code; unreadable rows are reported by line."""
    lines: list[str] = []
    too_long: list[Problem] = []
    for _line, row in read_rows(text):
        section, count, code = (*(_clean_cell(cell) for cell in row or ()), "", "", "")[:3]
        if row is None:
            too_long.append(bad_line("line_too_long", line=len(lines) + 1))
        if len(lines) == 0:
            lines.append("")
        elif any((section, count, code)):
            lines.append(f"{section}\n{count} {code}")
        else:
            lines.append("")
    # Two lines per row, so that every row has its own heading; _row_problem restores the line numbers.
    joined = "\n".join(line if "\n" in line else f"{line}\n" for line in lines)
    deck, problems = read(joined, system=system, further=partial(is_format, system=system))
    return Imported(deck, (*too_long, *(_row_problem(problem) for problem in problems)))


def _clean_cell(cell: str) -> str:
    """Return a cell without line breaks, cut so that long cells are still refused."""
    return unescaped(" ".join(cell[: MAX_LINE_LENGTH + 1].split()))


def _row_problem(problem: Problem) -> Problem:
    line = problem.params.get("line")
    row = (line + 1) // 2 if isinstance(line, int) else 0
    text = str(problem.params.get("text", ""))
    reason = str(problem.params.get("reason", "unknown_card"))
    suggestions = problem.params.get("suggestions")
    return bad_line(
        reason, line=row, text=text, suggestions=suggestions if isinstance(suggestions, tuple) else (), most=999
    )
