"""The card library's page: what a query finds, as faces or as a table, with facets, orders and page numbers."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from collection.games import first_game, present_fact
from collection.search import CardEntry, FacetDisplay, SearchResult, search, sorted_by
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from simulator import games
from simulator.engine.system import Facet, GameSystem

CARDS_A_PAGE: Final = 60
VIEWS: Final = ("faces", "table")
FACETS_OPEN: Final = 6


class NoSuchPage(LookupError):
    """There are not so many cards: says which page is the last."""

    def __init__(self, last: int) -> None:
        super().__init__(f"The last page is {last}.")
        self.last = last


@dataclass(frozen=True, slots=True)
class Order:
    """A field to sort by: how the query sorts by it now, and the query a click writes."""

    name: str
    query: str
    direction: str


@dataclass(frozen=True, slots=True)
class LibraryRow:
    """A card with the values the table shows of it."""

    card: CardEntry
    name: str
    cells: tuple[str, ...]
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryPage:
    system: GameSystem
    found: SearchResult
    view: str
    number: int
    last: int
    rows: tuple[LibraryRow, ...]
    facets: tuple[FacetDisplay, ...]
    columns: tuple[Order, ...]
    orders: tuple[Order, ...]
    kept: str
    """What every address of the page carries on besides the query: the view and the game, unless they are the usual."""

    @property
    def first_facets(self) -> tuple[FacetDisplay, ...]:
        return self.facets[:FACETS_OPEN]

    @property
    def more_facets(self) -> tuple[FacetDisplay, ...]:
        return self.facets[FACETS_OPEN:]


def game_named(code: str) -> GameSystem:
    """The game asked for, or the first; LookupError with a sentence for one that is not there."""
    return games.system(code) if code else first_game()


def library_page(*, text: str, user: Any, game: str = "", view: str = "", page: str = "") -> LibraryPage:
    system = game_named(game)
    language, view = current_language(), view if view in VIEWS else VIEWS[0]
    found = search(system=system, text=text, user=user, language=language)
    last = max(1, -(-found.total // CARDS_A_PAGE))
    number = _page_number(page, last)
    shown = found.cards(first=(number - 1) * CARDS_A_PAGE, count=CARDS_A_PAGE)
    columns = _columns(system)
    kept = {"view": view if view != VIEWS[0] else "", "game": game}
    return LibraryPage(
        system=system,
        found=found,
        view=view,
        number=number,
        last=last,
        rows=tuple(_row(card, system, columns, language) for card in shown),
        facets=found.facets(),
        columns=tuple(_order(facet.code, found) for facet in columns),
        orders=tuple(_order(code, found) for code in ("name", *(facet.code for facet in columns))),
        kept="".join(f"&{urlencode({key: value})}" for key, value in kept.items() if value),
    )


def _page_number(text: str, last: int) -> int:
    number = parse_int(text or "1", minimum=1, maximum=last)
    if number is None:
        raise NoSuchPage(last)
    return number


def _columns(system: GameSystem) -> tuple[Facet, ...]:
    """What a table tells of every game: the kind, the colour, and everything that can be compared."""
    told = ("kind", system.colour_facet)
    return tuple(facet for facet in system.facets if facet.code in told or facet.kind in ("number", "ordered"))


def _row(card: CardEntry, system: GameSystem, columns: tuple[Facet, ...], language: str) -> LibraryRow:
    cells = tuple(present_fact(facet, card.fact(facet.code), language, short=True) for facet in columns)
    colour = str(card.fact(system.colour_facet) or "") if system.colour_facet else ""
    return LibraryRow(card, card.names[language], cells, colour)


def _order(code: str, found: SearchResult) -> Order:
    field = found.table[code]
    direction, query = sorted_by(found.parsed, field, found.table)
    return Order(field.names[found.language], query, direction)
