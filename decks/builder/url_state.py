"""The builder's URL: deck code, search, and the saved deck being edited.

The URL is the whole state. Every change leads to another URL, so that back, forward, sharing and pages without
JavaScript work without extra code.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlencode

from django.urls import reverse

from collection.games import requested_game
from decks.models import MAX_CODE_LENGTH
from decks.rules.house_formats import is_format
from decks.rules.statistics import DEFAULT_QUERY, StatisticsQuery, parse_statistics_query
from signum_site.core.numbers import parse_int
from simulator import games
from simulator.engine.decks.code import decode, encode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import MAX_NAME_LENGTH
from simulator.engine.game_system import GameSystem
from simulator.engine.values import tidy

TOUR = ("start", "on")
"""The steps of the guided tour: the unchanged sample deck, then the changed deck."""
MAX_SEARCH_LENGTH = 400
MAX_NUMBER = 999_999_999
_STAMP = re.compile(r"[0-9]{1,15}\.[0-9]{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """The state of the builder page.

    `deck_id` and `base` are set only while a saved deck is being edited.
    """

    system: GameSystem
    deck: DeckList
    section: str
    """The section that cards are being chosen for."""
    query: str = ""
    page: int = 1
    everything: bool = False
    """Whether to show cards that do not fit the deck, too."""
    deck_id: int | None = None
    base: int = 0
    """The number of the version the changes are based on."""
    draft: str = ""
    """The stamp of the draft this page has seen: only such a page may overwrite it."""
    figures: StatisticsQuery = DEFAULT_QUERY
    tour: str = ""

    @property
    def code(self) -> str:
        return _encode(self.deck, self.system)

    @property
    def url(self) -> str:
        return f"{reverse('deck_build')}?{urlencode(self.fields())}"

    def fields(self) -> dict[str, str]:
        """Return the non-empty query parameters for links and hidden inputs."""
        values = {
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
        return {name: value for name, value in values.items() if value}

    def with_deck(self, deck: DeckList) -> "Address":
        """Return the same state with another deck.

        After the first card of the face section, the next section opens.
        """
        section = self.section
        if not self.deck.section(section) and deck.section(section) and section == self.system.face_section:
            section = first_section(self.system, deck)
        tour = "on" if self.tour and deck != self.deck else self.tour
        return replace(self, deck=deck, section=section, page=1 if section != self.section else self.page, tour=tour)

    @property
    def left(self) -> "Address":
        """The same state outside the tour."""
        return replace(self, tour="")


@lru_cache(maxsize=256)
def _encode(deck: DeckList, system: GameSystem) -> str:
    """Encode a deck. Cached: a page uses its own code a dozen times."""
    return encode(deck, system=system)


def parse_address(params: Mapping[str, str]) -> Address:
    """Parse request parameters; raise DeckCodeError if the deck is unreadable, UnknownGame if there is no such game.

    Other invalid values are replaced by defaults.
    """
    systems = games.systems()
    if params.get("d", "").strip():
        deck = decode(params["d"], systems=systems)
        system = systems[deck.system]
    else:
        system = requested_game(params)
        format = params.get("format", "")[:MAX_CODE_LENGTH].replace("\0", "")
        deck = DeckList(
            system=system.code,
            format=format if is_format(format, system=system) else system.formats[0].code,
        )
    deck = replace(deck, name=tidy(params.get("name", "")[: 2 * MAX_NAME_LENGTH]))
    section = params.get("in", "")
    return Address(
        system=system,
        deck=deck,
        section=section if section in [part.code for part in system.sections] else first_section(system, deck),
        query=params.get("q", "")[:MAX_SEARCH_LENGTH].replace("\0", ""),
        page=max(parse_number(params.get("page", "")), 1),
        everything=params.get("all") == "1",
        deck_id=parse_number(params.get("deck", "")) or None,
        base=parse_number(params.get("base", "")),
        draft=params.get("draft", "") if _STAMP.fullmatch(params.get("draft", "")) else "",
        figures=parse_statistics_query(params),
        tour=params["tour"] if params.get("tour") in TOUR and deck.sections else "",
    )


def first_section(system: GameSystem, deck: DeckList) -> str:
    """Return the section to fill next: the face card, then the cards that are drawn."""
    if system.face_section and not deck.section(system.face_section):
        return system.face_section
    if system.draws is not None:
        return system.draws.section
    return system.sections[0].code


def parse_number(text: str) -> int:
    """Parse a positive whole number; anything else is 0."""
    return parse_int(text, maximum=MAX_NUMBER) or 0
