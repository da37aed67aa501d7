"""The card library's page: results as faces or a table, facets and paging."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from collection.games import first_game, get_game, present_fact
from collection.search import CardEntry, FacetDisplay, SearchResult, search, sort_state
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from simulator.engine.game_system import Facet, GameSystem

CARDS_PER_PAGE: Final = 60
VIEWS: Final = ("faces", "table")
OPEN_FACETS: Final = 6
__all__ = ["LibraryPage", "NoSuchPage", "get_game", "library_page"]


class NoSuchPage(LookupError):
    """The page number is beyond the last page."""

    def __init__(self, last: int) -> None:
        super().__init__(f"The last page is {last}.")
        self.last = last


@dataclass(frozen=True, slots=True)
class Order:
    """A field to sort by: the current direction, and the query a click leads to."""

    name: str
    query: str
    direction: str


@dataclass(frozen=True, slots=True)
class LibraryRow:
    """A card with its table cells."""

    card: CardEntry
    name: str
    cells: tuple[str, ...]
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryPage:
    system: GameSystem
    results: SearchResult
    view: str
    number: int
    last: int
    rows: tuple[LibraryRow, ...]
    facets: tuple[FacetDisplay, ...]
    columns: tuple[Order, ...]
    orders: tuple[Order, ...]
    extra_params: str
    """The view and the game as URL parameters, unless they are the defaults."""
    view_params: str
    """The game alone, for the links that change the view."""

    @property
    def first_facets(self) -> tuple[FacetDisplay, ...]:
        return self.facets[:OPEN_FACETS]

    @property
    def more_facets(self) -> tuple[FacetDisplay, ...]:
        return self.facets[OPEN_FACETS:]


def library_page(*, text: str, user: Any, system: GameSystem, view: str = "", page: str = "") -> LibraryPage:
    language, view = current_language(), view if view in VIEWS else VIEWS[0]
    results = search(system=system, text=text, user=user, language=language)
    last = max(1, -(-results.total // CARDS_PER_PAGE))
    number = _parse_page_number(page, last)
    cards = results.cards(first=(number - 1) * CARDS_PER_PAGE, count=CARDS_PER_PAGE)
    columns = _table_columns(system)
    game = system.code if system is not first_game() else ""
    params = {"view": view if view != VIEWS[0] else "", "game": game}
    return LibraryPage(
        system=system,
        results=results,
        view=view,
        number=number,
        last=last,
        rows=tuple(_present_row(card, system, columns, language) for card in cards),
        facets=results.facets(),
        columns=tuple(_present_order(facet.code, results) for facet in columns),
        orders=tuple(_present_order(code, results) for code in ("name", *(facet.code for facet in columns))),
        extra_params="".join(f"&{urlencode({key: value})}" for key, value in params.items() if value),
        view_params=f"&{urlencode({'game': game})}" if game else "",
    )


def _parse_page_number(text: str, last: int) -> int:
    number = parse_int(text or "1", minimum=1, maximum=last)
    if number is None:
        raise NoSuchPage(last)
    return number


def _table_columns(system: GameSystem) -> tuple[Facet, ...]:
    """Return the table's columns: kind, colour, and every facet that can be compared."""
    codes = ("kind", system.colour_facet)
    return tuple(facet for facet in system.facets if facet.code in codes or facet.kind in ("number", "ordered"))


def _present_row(card: CardEntry, system: GameSystem, columns: tuple[Facet, ...], language: str) -> LibraryRow:
    cells = tuple(present_fact(facet, card.fact(facet.code), language, short=True) for facet in columns)
    colour = str(card.fact(system.colour_facet) or "") if system.colour_facet else ""
    return LibraryRow(card, card.names[language], cells, colour)


def _present_order(code: str, results: SearchResult) -> Order:
    field = results.table[code]
    direction, query = sort_state(results.parsed, field, results.table)
    return Order(field.names[results.language], query, direction)
