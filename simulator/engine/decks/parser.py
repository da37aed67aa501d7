"""Goes through a decklist text once and finds out what each line means in one game system.

How a line is taken apart is lexer.py; what is said about a line without a meaning is parse_errors.py; the deck that
comes out of it is decklist.py.
"""

import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from simulator.engine.cards.card import CardSpec
from simulator.engine.decks import lexer
from simulator.engine.decks.lexer import LONGEST_NAME, MOST_COPIES
from simulator.engine.decks.parse_errors import bad_line, unknown_card
from simulator.engine.decks.report import Problem
from simulator.engine.values import fold

if TYPE_CHECKING:
    from simulator.engine.system import GameSystem, Section

# Looking for similar names takes milliseconds; a text full of nonsense must not take minutes.
_MOST_SEARCHES: Final = 30
_LIKE_A_HEADING: Final = 0.75


def parse(
    text: str, *, section: "Section | None", system: "GameSystem"
) -> tuple[lexer.LineReading, tuple[CardSpec, ...]] | None:
    """The first reading of a line that names a card, and the cards it may mean there."""
    for reading in lexer.readings(text):
        found = system.catalogue.find(reading.name)
        if len(found) > 1:
            # Of several cards with one name, those that fit the section are meant.
            fitting = tuple(card for card in found if section is not None and card.kind in section.kinds)
            return reading, fitting or found
        if found:
            return reading, found
    return None


class DeckParser:
    """Goes through the lines of one text once."""

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

    def line(self, line: lexer.Line) -> None:
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
        # A name stands above the cards; what is remarked among them is about them.
        elif not self.name and not self.cards:
            name = lexer.named_deck(remark)
            self.name = remark if name is None else name
            if len(self.name) > LONGEST_NAME:
                cut = (f"// name: {self.name[:LONGEST_NAME]}",)
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
            written = tuple(f"// format: {suggestion}" for suggestion in suggestions)
            self.problems.append(bad_line("unknown_format", line=line.number, text=format, suggestions=written))
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
        reading, found = meaning
        section = self._section or self._system.home_of(found[0])
        if len(found) > 1:
            codes = tuple(f"{reading.count} {card.code}" for card in found[:3])
            self.problems.append(bad_line("several_cards", line=line.number, text=reading.name, suggestions=codes))
        elif section is None:
            self.problems.append(bad_line("no_section", line=line.number, text=reading.name))
        else:
            counts = self.cards.setdefault(section.code, {})
            copies = counts.get(found[0].code, 0) + reading.count
            if reading.count < 1 or copies > MOST_COPIES:
                one = (f"1 {found[0].names.en}",)
                self.problems.append(
                    bad_line("bad_count", line=line.number, text=line.text, suggestions=one, most=MOST_COPIES)
                )
            else:
                counts[found[0].code] = copies

    def _unknown(self, line: lexer.Line) -> None:
        # The shortest reading is the one without count and comment.
        reading = min(lexer.readings(line.text), key=lambda reading: len(reading.name))
        if not any(char.isalpha() and char not in "xX" for char in reading.name):
            self.problems.append(bad_line("no_name", line=line.number, text=line.text))
            return
        self._searches += 1
        searching = self._searches <= _MOST_SEARCHES
        headings = self._like(reading.name) if searching and reading.name in lexer.bodies(line.text) else ()
        if headings:
            # Until the next heading every card goes where its kind belongs, not into the section before.
            self._section = None
            problem = bad_line("unknown_heading", line=line.number, text=reading.name, suggestions=headings)
        else:
            names = self._system.catalogue.nearest(reading.name) if searching else ()
            count = reading.count if 1 <= reading.count <= MOST_COPIES else 1
            problem = unknown_card(line=line.number, text=reading.name, count=count, suggestions=names)
        self.problems.append(problem)

    def _like(self, text: str) -> tuple[str, ...]:
        """Headings that a line without a count may have meant, as printed."""
        spelling = fold(text.removesuffix(":"))
        near = difflib.get_close_matches(spelling, self._headings, n=3, cutoff=_LIKE_A_HEADING)
        return tuple(self._headings[heading][0] for heading in near)
