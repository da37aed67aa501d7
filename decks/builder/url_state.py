"""The builder's address: the deck as a code, the search, and which saved deck is being changed.

The address is the whole state. Every change leads to another address, so that back, forward, sharing and a page
without JavaScript all work by themselves.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlencode

from django.urls import reverse

from collection.games import first_game
from decks.models import LONGEST_CODE
from decks.rules.house_formats import is_format
from decks.rules.statistics import NOTHING_ASKED, StatisticsQuery, parse_statistics_query
from signum_site.core.numbers import parse_int
from simulator import games
from simulator.engine.decks.code import decode, encode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import MAX_NAME_LENGTH
from simulator.engine.system import GameSystem
from simulator.engine.values import tidy

TOUR = ("start", "on")
"""Where a guided visit is: at the deck as it was given, or at the deck somebody has changed."""
LONGEST_SEARCH = 400
MAX_NUMBER = 999_999_999
_STAMP = re.compile(r"[0-9]{1,15}\.[0-9]{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """What the page is about. `deck_id` and `base` only while a saved deck is being changed."""

    system: GameSystem
    deck: DeckList
    section: str
    """The part of the deck that cards are being chosen for."""
    query: str = ""
    page: int = 1
    everything: bool = False
    """Show also cards that do not fit the deck."""
    deck_id: int | None = None
    base: int = 0
    """The version the changes began with."""
    draft: str = ""
    """The stamp of the draft this page has seen: only who has seen it may write over it."""
    figures: StatisticsQuery = NOTHING_ASKED
    tour: str = ""

    @property
    def code(self) -> str:
        return _code(self.deck, self.system)

    @property
    def url(self) -> str:
        return f"{reverse('deck_build')}?{urlencode(self.fields())}"

    def fields(self) -> dict[str, str]:
        """The address as names and values, for links and hidden inputs; what is not said is left out."""
        given = {
            "game": "" if self.deck.sections else self.system.code,
            "d": self.code if self.deck.sections else "",
            "format": "" if self.deck.sections else self.deck.format,
            "name": self.deck.name,
            "in": self.section,
            "q": self.query,
            "page": str(self.page) if self.page > 1 else "",
            "all": "1" if self.everything else "",
            "deck": str(self.deck_id) if self.deck_id else "",
            "base": str(self.base) if self.base else "",
            "draft": self.draft,
            "order": ",".join(self.figures.order),
            "want": self.figures.want,
            "tour": self.tour,
        }
        return {name: value for name, value in given.items() if value}

    def of(self, deck: DeckList) -> "Address":
        """The same place with another deck. Who has just chosen the first card of a part goes on to the next."""
        section = self.section
        if not self.deck.section(section) and deck.section(section) and section == self.system.face_section:
            section = first_section(self.system, deck)
        tour = "on" if self.tour and deck != self.deck else self.tour
        return replace(self, deck=deck, section=section, page=1 if section != self.section else self.page, tour=tour)

    @property
    def left(self) -> "Address":
        """The same place for somebody who has left the tour."""
        return replace(self, tour="")


@lru_cache(maxsize=256)
def _code(deck: DeckList, system: GameSystem) -> str:
    """A page writes its own code a dozen times."""
    return encode(deck, system=system)


def read_address(given: Mapping[str, str]) -> Address:
    """The address a request has; DeckCodeError for a deck that cannot be read. Everything else is forgiven."""
    systems = games.systems()
    if given.get("d", "").strip():
        deck = decode(given["d"], systems=systems)
        system = systems[deck.system]
    else:
        system = systems.get(given.get("game", "")) or first_game()
        format = given.get("format", "")[:LONGEST_CODE].replace("\0", "")
        deck = DeckList(
            system=system.code,
            format=format if is_format(format, system=system) else system.formats[0].code,
        )
    deck = replace(deck, name=tidy(given.get("name", "")[: 2 * MAX_NAME_LENGTH]))
    section = given.get("in", "")
    return Address(
        system=system,
        deck=deck,
        section=section if section in [part.code for part in system.sections] else first_section(system, deck),
        query=given.get("q", "")[:LONGEST_SEARCH].replace("\0", ""),
        page=max(number(given.get("page", "")), 1),
        everything=given.get("all") == "1",
        deck_id=number(given.get("deck", "")) or None,
        base=number(given.get("base", "")),
        draft=given.get("draft", "") if _STAMP.fullmatch(given.get("draft", "")) else "",
        figures=parse_statistics_query(given),
        tour=given["tour"] if given.get("tour") in TOUR and deck.sections else "",
    )


def first_section(system: GameSystem, deck: DeckList) -> str:
    """What to choose now: the card that gives the deck its face, then the cards it is played with."""
    if system.face_section and not deck.section(system.face_section):
        return system.face_section
    if system.draws is not None:
        return system.draws.section
    return system.sections[0].code


def number(given: str) -> int:
    """A whole number above 0, else 0."""
    return parse_int(given, maximum=MAX_NUMBER) or 0
