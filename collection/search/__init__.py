"""Search in a game's cards: one query language for the card library, the deck builder and the API.

    found = search(system=games.system("signum"), text="t:character kw:shot>=2 -f:vallor", user=request.user)
    found.total, found.cards(first=0, count=60), found.facets(), found.complaints

grammar.py reads the text, fields.py is the one table of what may be asked, user_fields.py where other apps add
fields about the reader, index.py the catalogue in memory, matcher.py conditions to sets of cards, ordering.py the
order, facets.py counts and the queries a click writes, results.py puts them together (docs/decisions/0006).
"""

from .errors import QueryError
from .facets import FacetDisplay, FacetValue, sorted_by
from .fields import FieldTable, SearchField, field_table
from .grammar import LONGEST_QUERY, parse, quoted
from .index import CardEntry, CatalogueIndex, catalogue_index
from .results import SearchResult, search
from .user_fields import ReaderField, register

__all__ = [
    "LONGEST_QUERY",
    "CardEntry",
    "CatalogueIndex",
    "FacetDisplay",
    "FacetValue",
    "FieldTable",
    "QueryError",
    "ReaderField",
    "SearchField",
    "SearchResult",
    "catalogue_index",
    "field_table",
    "parse",
    "quoted",
    "register",
    "search",
    "sorted_by",
]
