"""Card search: one query language for the library, the deck builder and the API.

    results = search(system=games.system("signum"), text="t:character kw:shot>=2 -f:vallor", user=request.user)
    results.total, results.cards(first=0, count=60), results.facets(), results.complaints

grammar.py parses the text. fields.py is the table of search fields; other apps add fields about the user through
user_fields.py. index.py holds the catalogue in memory, matcher.py turns conditions into sets of cards, ordering.py
sorts them. facets.py counts values and builds the queries behind their links. results.py ties everything together
(docs/decisions/0006).
"""

from .errors import QueryError
from .facets import FacetDisplay, FacetValue, sort_state
from .fields import FieldTable, SearchField, field_table
from .grammar import MAX_QUERY_LENGTH, parse, quote_value
from .index import CardEntry, CatalogueIndex, catalogue_index
from .results import SearchResult, search
from .user_fields import UserField, register

__all__ = [
    "MAX_QUERY_LENGTH",
    "CardEntry",
    "CatalogueIndex",
    "FacetDisplay",
    "FacetValue",
    "FieldTable",
    "QueryError",
    "SearchField",
    "SearchResult",
    "UserField",
    "catalogue_index",
    "field_table",
    "parse",
    "quote_value",
    "register",
    "search",
    "sort_state",
]
