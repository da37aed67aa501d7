"""A deck as a value, and the text players write and share it in.

Whether a deck is legal is the game's `check_deck`; going through a text line by line is parser.py; rows in a
database are none of this.
"""

import hashlib
import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simulator.engine.decks import lexer
from simulator.engine.decks.lexer import LONGEST_NAME, MOST_COPIES
from simulator.engine.decks.parse_errors import bad_line
from simulator.engine.decks.parser import DeckParser, parse
from simulator.engine.decks.report import Fix, Problem
from simulator.engine.values import Facts, tidy

if TYPE_CHECKING:
    from simulator.engine.system import GameSystem, Section

CardLines = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckList:
    """Which cards, how often, in which section. Lines keep the player's order; the same card twice is one line."""

    system: str
    format: str
    name: str = ""
    sections: tuple[tuple[str, CardLines], ...] = ()
    """Sorted by code, none of them empty; the order on the page is the game system's."""

    def __post_init__(self) -> None:
        # Tidied again because the cut may leave a space at the end.
        object.__setattr__(self, "name", tidy(tidy(self.name)[:LONGEST_NAME]))
        merged: dict[str, dict[str, int]] = {}
        for section, card_lines in self.sections:
            counts = merged.setdefault(section, {})
            for code, count in card_lines:
                counts[code] = counts.get(code, 0) + count
                if count < 1 or counts[code] > MOST_COPIES:
                    raise ValueError(
                        f"{code}: {count} copies; a deck has at least 1 and at most {MOST_COPIES} of a card"
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
        """The same for the same cards in the same sections, in whatever order, under whatever name and format."""
        cards = {section: dict(card_lines) for section, card_lines in self.sections}
        canonical = json.dumps({"system": self.system, "sections": cards}, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()


def unknown_cards(
    deck: DeckList, *, catalogue: Container[str], suggest: Callable[[str], Iterable[str]] | None = None
) -> Iterator[Problem]:
    """A problem for every code that no card has, for decks that were not read from text.

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
    """The deck a text means, and a problem for every line that could not be read. Bad text never raises.

    `further` knows the codes of formats that are not the game's own.
    """
    reader = DeckParser(system, further=further)
    found, unread = lexer.split(text)
    for line in found:
        reader.line(line)
    if unread:
        reader.problems.append(bad_line("text_too_long", line=unread))
    format = reader.format or system.formats[0].code
    deck = DeckList.of(reader.cards, system=system.code, format=format, name=reader.name)
    return deck, tuple(reader.problems)


def render(deck: DeckList, *, system: "GameSystem", language: str = "en") -> str:
    """The text that reads back as this deck, in one language."""
    written = []
    if deck.name:
        # A deck called "format: none" must not turn into a setting.
        plain = lexer.named_format(deck.name) is None and lexer.named_deck(deck.name) is None
        written.append(f"// {deck.name}" if plain else f"// name: {deck.name}")
    written.append(f"// format: {deck.format}")
    known = {section.code: section for section in system.sections}
    # Sections the game does not have come last, under their codes: nothing is dropped.
    strange = [code for code, _ in deck.sections if code not in known]
    for number, code in enumerate(code for code in (*known, *strange) if deck.section(code)):
        section = known.get(code)
        written += [""] if number else []
        written.append(section.names[language] if section is not None else code)
        for card, count in deck.section(code):
            written.append(_card_line(card, count=count, section=section, system=system, language=language))
    return "\n".join(written) + "\n"


def _card_line(code: str, *, count: int, section: "Section | None", system: "GameSystem", language: str) -> str:
    card = system.catalogue.get(code)
    if card is not None:
        by_name = f"{count} {card.name(language)}"
        if parse(by_name, section=section, system=system) == (lexer.LineReading(count, card.name(language)), (card,)):
            return by_name
    # Names that several cards share, or that read as something else, are written as codes.
    return f"{count} {code}"
