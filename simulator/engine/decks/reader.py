"""Reads a deck from any text: a list in any notation, a deck code, or an export as Markdown, JSON or CSV.

Every page, API and command reads decks here, so that the same text is the same deck with the same problems. Links to
decks of a site are decks/transfer/importer.py.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from simulator.engine.decks import plain_data
from simulator.engine.decks.code import MAX_LENGTH, decode, looks_like_a_code
from simulator.engine.decks.csv_tables import deck_delimiter, read_rows, unescaped
from simulator.engine.decks.decklist import DeckList, parsed, read
from simulator.engine.decks.lexer import MAX_LINE_LENGTH, MAX_LINES, MAX_TEXT_LENGTH, clean, comment, named_game
from simulator.engine.decks.parse_errors import bad_line
from simulator.engine.decks.parser import DeckParser
from simulator.engine.decks.report import Problem
from simulator.engine.values import fold

if TYPE_CHECKING:
    from simulator.engine.game_system import GameSystem

# One word this long in these characters is meant as a code, even if a character is wrong.
_LIKE_A_CODE: Final = re.compile(rf"[A-Za-z0-9_-]{{20,{MAX_LENGTH}}}")
_LINE: Final = re.compile(r"[^\r\n]+")
_LINE_END: Final = re.compile(r"[\r\n]")


@dataclass(frozen=True, slots=True)
class DeckReading:
    """A deck, and the problems of the lines that could not be read."""

    deck: DeckList
    problems: tuple[Problem, ...] = ()
    is_list: bool = False
    """Whether it was a list of lines, to which the fixes of the problems can be applied."""


def read_deck(
    text: str,
    *,
    system: "GameSystem",
    systems: Mapping[str, "GameSystem"],
    further: Callable[[str], bool] | None = None,
) -> DeckReading:
    """The deck of a text; raises DeckCodeError or DeckDataError for a code or JSON that holds none.

    Codes and JSON name their game, and lists may; other lists and tables are of the game `system`. `further` is that
    of `read`.
    """
    system, text = game_of_list(text.removeprefix("\ufeff"), default=system, systems=systems)
    word = text.strip()
    if is_code(word, systems=systems):
        return DeckReading(decode(word, systems=systems))
    if word.startswith("{"):
        return DeckReading(plain_data.from_json(word, systems=systems, system=system))
    delimiter = deck_delimiter(_LINE_END.split(word, maxsplit=1)[0])
    if delimiter:
        return _read_table(text, delimiter=delimiter, system=system, further=further)
    deck, problems = read(text, system=system, further=further)
    return DeckReading(deck, problems, is_list=True)


def game_of_list(text: str, *, default: "GameSystem", systems: Mapping[str, "GameSystem"]) -> tuple["GameSystem", str]:
    """The game that a comment such as `// game: Lanterns` names, and the text without this comment.

    Other texts are of the default game. A comment about an unknown game stays: it may be the name of a deck.
    """
    spellings = {fold(name): game for game in systems.values() for name in (game.code, *game.name.values())}
    for line in islice(_LINE.finditer(text, 0, MAX_TEXT_LENGTH), MAX_LINES):
        remark = comment(clean(line[0], number=0).text) if "//" in line[0] or "#" in line[0] else None
        name = named_game(remark) if remark is not None else None
        game = spellings.get(fold(name)) if name is not None else None
        if game is not None:
            # The end of the line stays, so that the lines below keep their numbers.
            return game, text[: line.start()] + text[line.end() :]
    return default, text


def is_code(word: str, *, systems: Mapping[str, "GameSystem"]) -> bool:
    """Whether a text is a deck code, perhaps broken into lines, or is meant as one."""
    if len(word) > 2 * MAX_LENGTH:
        return False
    if looks_like_a_code("".join(word.split())):
        return True
    return bool(_LIKE_A_CODE.fullmatch(word)) and not any(game.catalogue.find(word) for game in systems.values())


def _read_table(
    text: str, *, delimiter: str, system: "GameSystem", further: Callable[[str], bool] | None
) -> DeckReading:
    """The deck of rows with a section, a count and a card."""
    parser = DeckParser(system, further=further)
    every = read_rows(text, delimiter=delimiter)
    rows = ((line, row) for line, row in every if row is None or any(cell.strip() for cell in row))
    for number, (line, row) in enumerate(rows):
        if number > MAX_LINES:
            parser.problems.append(bad_line("text_too_long", line=line))
            break
        if row is None:
            parser.problems.append(bad_line("line_too_long", line=line))
        elif number:  # the first row names the columns
            section, count, code, name = (*(_clean_cell(cell) for cell in row), "", "", "", "")[:4]
            parser.row(line, section=section, card=f"{count} {code or name}".strip())
    return DeckReading(*parsed(parser, system=system))


def _clean_cell(cell: str) -> str:
    """A cell without line breaks, cut so that long cells are still refused."""
    return unescaped(" ".join(cell[: MAX_LINE_LENGTH + 1].split()))
