"""Parses a decklist, text or rows of a table, for one game system.

Splitting lines is lexer.py; the notation of other tools is normalization.py; the problems of unreadable lines are
parse_errors.py; the resulting deck is decklist.py.
"""

import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from simulator.engine.cards.card import CardSpec
from simulator.engine.decks import lexer
from simulator.engine.decks.csv_tables import is_column
from simulator.engine.decks.lexer import MAX_COPIES, MAX_NAME_LENGTH
from simulator.engine.decks.normalization import normalize_lines, other_heading, table_heading
from simulator.engine.decks.parse_errors import bad_line, unknown_card
from simulator.engine.decks.report import Problem
from simulator.engine.values import fold

if TYPE_CHECKING:
    from simulator.engine.game_system import GameSystem, Section

# A search for similar names takes milliseconds; a text full of unknown names must not take minutes.
_MAX_SEARCHES: Final = 30
_MIN_HEADING_SIMILARITY: Final = 0.75


def parse(
    text: str, *, section: "Section | None", system: "GameSystem"
) -> tuple[lexer.LineReading, tuple[CardSpec, ...]] | None:
    """The first reading of a line that names a card, and the cards it may mean."""
    for reading in lexer.readings(text):
        cards = system.catalogue.find(reading.name)
        if len(cards) > 1:
            # Of several cards with one name, prefer those that belong to the section.
            fitting = tuple(card for card in cards if section is not None and card.kind in section.kinds)
            return reading, fitting or cards
        if cards:
            return reading, cards
    return None


class DeckParser:
    """Parses one text or table, line by line, in order."""

    __slots__ = ("_further", "_headings", "_searches", "_section", "_system", "cards", "format", "name", "problems")

    def __init__(self, system: "GameSystem", *, further: Callable[[str], bool] | None = None) -> None:
        self._system = system
        self._further = further
        self.name: str = ""
        self.format: str = ""
        self._section: Section | None = None
        self.cards: dict[str, dict[str, int]] = {}
        self._searches = 0
        self._headings: dict[str, tuple[str, Section]] = {}
        for section in system.sections:
            for heading in (*section.names.values(), *section.also, section.code):
                self._headings.setdefault(fold(heading), (heading, section))
        self.problems: list[Problem] = []

    def text(self, text: str) -> None:
        """Parses a text in our own notation or that of another tool."""
        lines, first_unread = lexer.raw_lines(text)
        skipped = table_heading(lines, knows=self.knows, is_column=is_column)
        if skipped:
            words = lexer.clean(lines[skipped - 1], number=skipped).text
            self.problems.append(bad_line("table_heading", line=skipped, text=words, severity="warning"))
            lines[skipped - 1] = ""
        for number, line in enumerate(normalize_lines(lines, knows=self.knows, is_heading=self.is_heading), start=1):
            self.line(lexer.clean(line, number=number))
        if first_unread:
            self.problems.append(bad_line("text_too_long", line=first_unread))

    def row(self, number: int, *, section: str, card: str) -> None:
        """Parses a row of a table, which names the section of its card itself."""
        heading = lexer.clean(section, number=number)
        self._section = None
        if heading.fault:
            self.line(heading)
        elif heading.text and not self._heading(heading):
            self.problems.append(bad_line("unknown_heading", line=number, text=heading.text))
        elif card:
            self.line(lexer.clean(card, number=number))

    def knows(self, text: str) -> bool:
        """Whether a line is understood as it is: a heading, or a card with or without a count."""
        return self.is_heading(text) or parse(text, section=None, system=self._system) is not None

    def is_heading(self, text: str) -> bool:
        return fold(text) in self._headings

    def line(self, line: lexer.Line) -> None:
        if not line.text and not line.fault:
            return
        if line.fault:
            self.problems.append(bad_line(line.fault, line=line.number, text=line.text))
            return
        remark = lexer.comment(line.text)
        if remark is not None:
            self._comment(line, remark=remark)
        elif not self._heading(line):
            self._card(line)

    def _comment(self, line: lexer.Line, *, remark: str) -> None:
        format = lexer.named_format(remark)
        if format is not None:
            self._set_format(line, format=format)
        # Only a comment above the cards is the deck's name; comments below describe cards.
        elif not self.name and not self.cards:
            name = lexer.named_deck(remark)
            self.name = remark if name is None else name
            if len(self.name) > MAX_NAME_LENGTH:
                cut = (f"// name: {self.name[:MAX_NAME_LENGTH]}",)
                self.problems.append(
                    bad_line("name_too_long", line=line.number, text=self.name, suggestions=cut, severity="warning")
                )

    def _set_format(self, line: lexer.Line, *, format: str) -> None:
        spellings = {
            fold(name): known.code for known in self._system.formats for name in (*known.names.values(), known.code)
        }
        code = spellings.get(fold(format))
        if code is None and self._further is not None and self._further(fold(format)):
            code = fold(format)
        if code is None:
            known = tuple(part.code for part in self._system.formats)
            suggestions = tuple(difflib.get_close_matches(fold(format), known, n=3)) or known[:3]
            lines = tuple(f"// format: {suggestion}" for suggestion in suggestions)
            self.problems.append(bad_line("unknown_format", line=line.number, text=format, suggestions=lines))
        elif self.format not in ("", code):
            self.problems.append(bad_line("second_format", line=line.number, text=format))
        else:
            self.format = code

    def _heading(self, line: lexer.Line) -> bool:
        for body in lexer.bodies(line.text):
            known = self._headings.get(fold(body.removesuffix(":")))
            if known is not None:
                self._section = known[1]
                return True
        return False

    def _card(self, line: lexer.Line) -> None:
        meaning = parse(line.text, section=self._section, system=self._system)
        if meaning is None:
            self._unknown(line)
            return
        reading, cards = meaning
        card = cards[0]
        on_table = card.kind in self._system.table_kinds
        section = None if on_table else self._section or self._system.home_of(card)
        if len(cards) > 1:
            codes = tuple(f"{reading.count} {card.code}" for card in cards[:3])
            self.problems.append(bad_line("several_cards", line=line.number, text=reading.name, suggestions=codes))
        elif section is None:
            self.problems.append(bad_line("no_section", line=line.number, text=reading.name))
        else:
            counts = self.cards.setdefault(section.code, {})
            copies = counts.get(card.code, 0) + reading.count
            if reading.count < 1 or copies > MAX_COPIES:
                single_copy = (f"1 {card.names.en}",)
                self.problems.append(
                    bad_line("bad_count", line=line.number, text=line.text, suggestions=single_copy, most=MAX_COPIES)
                )
            else:
                counts[card.code] = copies

    def _unknown(self, line: lexer.Line) -> None:
        # The shortest reading is the one without count and comment.
        reading = min(lexer.readings(line.text), key=lambda reading: len(reading.name))
        if not any(char.isalpha() and char not in "xX" for char in reading.name):
            self.problems.append(bad_line("no_name", line=line.number, text=line.text))
            return
        self._searches += 1
        may_search = self._searches <= _MAX_SEARCHES
        headings = (
            self._similar_headings(reading.name) if may_search and reading.name in lexer.bodies(line.text) else ()
        )
        other = "" if headings else other_heading(line.text)
        if headings or other:
            # Until the next heading, cards go to their default section, not to the previous one.
            self._section = None
            text = other or reading.name
            problem = bad_line("unknown_heading", line=line.number, text=text, suggestions=headings)
        else:
            names = self._system.catalogue.nearest(reading.name) if may_search else ()
            count = reading.count if 1 <= reading.count <= MAX_COPIES else 1
            problem = unknown_card(line=line.number, text=reading.name, count=count, suggestions=names)
        self.problems.append(problem)

    def _similar_headings(self, text: str) -> tuple[str, ...]:
        """Headings that a line without a count may have meant, as printed."""
        spelling = fold(text.removesuffix(":"))
        near = difflib.get_close_matches(spelling, self._headings, n=3, cutoff=_MIN_HEADING_SIMILARITY)
        return tuple(self._headings[heading][0] for heading in near)
