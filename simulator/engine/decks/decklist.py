"""A deck as a value, and its text form: reading and rendering decklists.

Whether a deck is legal is the game's `check_deck`; parsing is parser.py; codes, JSON and tables are reader.py; database
rows are decks/decklists.py.
"""

import hashlib
import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simulator.engine.decks import lexer
from simulator.engine.decks.lexer import MAX_COPIES, MAX_NAME_LENGTH
from simulator.engine.decks.parser import DeckParser, parse
from simulator.engine.decks.report import Fix, Problem
from simulator.engine.values import Facts, tidy

if TYPE_CHECKING:
    from simulator.engine.game_system import GameSystem, Section

CardLines = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckList:
    """The cards of a deck by section.

    Lines keep their order; the same card twice is merged into one line.
    """

    system: str
    format: str
    name: str = ""
    sections: tuple[tuple[str, CardLines], ...] = ()
    """Sorted by code, without empty ones; pages use the order of the game system."""

    def __post_init__(self) -> None:
        # Tidied twice because the cut may leave a trailing space.
        object.__setattr__(self, "name", tidy(tidy(self.name)[:MAX_NAME_LENGTH]))
        merged: dict[str, dict[str, int]] = {}
        for section, card_lines in self.sections:
            counts = merged.setdefault(section, {})
            for code, count in card_lines:
                counts[code] = counts.get(code, 0) + count
                if count < 1 or counts[code] > MAX_COPIES:
                    raise ValueError(
                        f"{code}: {count} copies; a deck has at least 1 and at most {MAX_COPIES} of a card"
                    )
        sections = tuple((section, tuple(counts.items())) for section, counts in sorted(merged.items()) if counts)
        object.__setattr__(self, "sections", sections)

    @classmethod
    def of(cls, sections: Mapping[str, Mapping[str, int]], *, system: str, format: str, name: str = "") -> "DeckList":
        """A deck from `{section: {code: count}}`."""
        pairs = tuple((section, tuple(counts.items())) for section, counts in sections.items())
        return cls(system=system, format=format, name=name, sections=pairs)

    def section(self, code: str) -> CardLines:
        for section, card_lines in self.sections:
            if section == code:
                return card_lines
        return ()

    def size(self, section: str) -> int:
        return sum(count for _, count in self.section(section))

    @property
    def content_hash(self) -> str:
        """A hash of the cards and their sections.

        Order of lines, name and format do not matter.
        """
        cards = {section: dict(card_lines) for section, card_lines in self.sections}
        canonical = json.dumps({"system": self.system, "sections": cards}, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()


def unknown_cards(
    deck: DeckList, *, catalogue: Container[str], suggest: Callable[[str], Iterable[str]] | None = None
) -> Iterator[Problem]:
    """A problem for every unknown code, for decks that were not read from text.

    A game's `check_deck` reports these among its own problems. `suggest` gives codes that a wrong one may have meant.
    """
    for section, card_lines in deck.sections:
        for code, _ in card_lines:
            if code not in catalogue:
                params = Facts({"text": code, "section": section})
                suggestions = suggest(code) if suggest is not None else ()
                replacements = [Fix(do="replace", card=code, text=other, section=section) for other in suggestions]
                yield Problem(
                    "UNKNOWN_CARD",
                    cards=(code,),
                    params=params,
                    message=f"No card has the code {code!r}.",
                    fixes=(*replacements, Fix(do="remove", card=code, section=section)),
                )


def read(
    text: str, *, system: "GameSystem", further: Callable[[str], bool] | None = None
) -> tuple[DeckList, tuple[Problem, ...]]:
    """The deck of a text, and a problem for every line that could not be read.

    Bad text never raises. `further` returns whether a code is that of a format that is not the game's own.
    """
    parser = DeckParser(system, further=further)
    parser.text(text)
    return parsed(parser, system=system)


def parsed(parser: DeckParser, *, system: "GameSystem") -> tuple[DeckList, tuple[Problem, ...]]:
    """The deck that a parser has read, and all its problems."""
    format = parser.format or system.formats[0].code
    deck = DeckList.of(parser.cards, system=system.code, format=format, name=parser.name)
    return deck, tuple(parser.problems)


def render(deck: DeckList, *, system: "GameSystem", language: str = "en") -> str:
    """The text in one language that reads back as this deck."""
    lines = []
    if deck.name:
        # A deck named "format: none" must not read back as a setting.
        settings = (lexer.named_format, lexer.named_deck, lexer.named_game)
        plain = all(setting(deck.name) is None for setting in settings)
        lines.append(f"// {deck.name}" if plain else f"// name: {deck.name}")
    lines.append(f"// format: {deck.format}")
    known = {section.code: section for section in system.sections}
    # Sections that the game does not have come last, under their codes, so that nothing is lost.
    unknown = [code for code, _ in deck.sections if code not in known]
    for number, code in enumerate(code for code in (*known, *unknown) if deck.section(code)):
        section = known.get(code)
        lines += [""] if number else []
        lines.append(section.names[language] if section is not None else code)
        for card, count in deck.section(code):
            lines.append(_card_line(card, count=count, section=section, system=system, language=language))
    return "\n".join(lines) + "\n"


def _card_line(code: str, *, count: int, section: "Section | None", system: "GameSystem", language: str) -> str:
    card = system.catalogue.get(code)
    if card is not None:
        by_name = f"{count} {card.name(language)}"
        if parse(by_name, section=section, system=system) == (lexer.LineReading(count, card.name(language)), (card,)):
            return by_name
    # Names that several cards share, or that parse as something else, are written as codes.
    return f"{count} {code}"
