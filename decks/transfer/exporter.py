"""Deck export as text, Markdown, JSON and CSV; all of them can be imported again."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify

from collection.games import first_game
from decks.decklists import sections_of
from simulator.engine.decks.code import encode
from simulator.engine.decks.csv_tables import DECK_COLUMNS, escaped
from simulator.engine.decks.decklist import DeckList, render
from simulator.engine.game_system import GameSystem


@dataclass(frozen=True, slots=True)
class Exported:
    content: str
    content_type: str
    extension: str

    def file_name(self, deck: DeckList) -> str:
        return f"{slugify(deck.name)[:60] or 'deck'}.{self.extension}"


def as_data(deck: DeckList, *, system: GameSystem) -> dict[str, Any]:
    """Return a deck as plain data for JSON."""
    return {
        "system": deck.system,
        "format": deck.format,
        "name": deck.name,
        "sections": sections_of(deck),
        "code": encode(deck, system=system),
        "content_hash": deck.content_hash,
    }


def as_text(deck: DeckList, *, system: GameSystem, language: str) -> str:
    """Return the list; that of another than the first game names its game, so that it can be imported again."""
    game = "" if system is first_game() else f"// game: {system.code}\n"
    return game + render(deck, system=system, language=language)


def as_markdown(deck: DeckList, *, system: GameSystem, language: str) -> str:
    """Return headings and lists, with the deck code at the end for importing."""
    lines = [f"# {_escape(deck.name)}" if deck.name else "# Deck"]
    for section, cards in _ordered_sections(deck, system=system):
        lines += ["", f"## {_heading(section, system=system, language=language)} ({deck.size(section)})", ""]
        lines += [f"- {count} {_escape(_card_name(code, system=system, language=language))}" for code, count in cards]
    return "\n".join([*lines, "", f"`{encode(deck, system=system)}`", ""])


def as_json(deck: DeckList, *, system: GameSystem, language: str) -> str:
    return json.dumps(as_data(deck, system=system), ensure_ascii=False, indent=2) + "\n"


def as_csv(deck: DeckList, *, system: GameSystem, language: str) -> str:
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(DECK_COLUMNS)
    for section, lines in _ordered_sections(deck, system=system):
        for code, count in lines:
            name = _card_name(code, system=system, language=language)
            writer.writerow((escaped(section), count, escaped(code), escaped(name)))
    return table.getvalue()


Writer = Callable[..., str]
KINDS: dict[str, tuple[Writer, str, str]] = {
    "text": (as_text, "text/plain", "txt"),
    "markdown": (as_markdown, "text/markdown", "md"),
    "json": (as_json, "application/json", "json"),
    "csv": (as_csv, "text/csv", "csv"),
}


def export(deck: DeckList, *, kind: str, system: GameSystem, language: str) -> Exported:
    """Export a deck; raise KeyError for an unknown kind."""
    write, content_type, extension = KINDS[kind]
    return Exported(write(deck, system=system, language=language), f"{content_type}; charset=utf-8", extension)


def _ordered_sections(deck: DeckList, *, system: GameSystem) -> list[tuple[str, tuple[tuple[str, int], ...]]]:
    """Return the sections in the game's order, then any others."""
    known = [section.code for section in system.sections]
    codes = [*known, *(code for code, _ in deck.sections if code not in known)]
    return [(code, deck.section(code)) for code in codes if deck.section(code)]


def _heading(code: str, *, system: GameSystem, language: str) -> str:
    return next((part.names[language] for part in system.sections if part.code == code), code)


def _card_name(code: str, *, system: GameSystem, language: str) -> str:
    card = system.catalogue.get(code)
    return card.name(language) if card is not None else code


def _escape(text: str) -> str:
    """Escape text for Markdown."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#" else char for char in text)
