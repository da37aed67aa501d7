"""A search from text to cards: what the library page, the deck builder and the API call."""

from dataclasses import dataclass, field
from typing import Any

from signum_site.core.i18n import current_language
from simulator.engine.system import GameSystem

from . import errors as complaints
from . import facets as faceting
from . import grammar
from .errors import QueryError
from .facets import FacetDisplay
from .fields import FieldTable, field_table
from .grammar import Node, Parsed
from .index import CardEntry, CatalogueIndex, catalogue_index
from .matcher import Matcher, asks_for_withdrawn
from .ordering import ordered


@dataclass(slots=True, kw_only=True)
class SearchResult:
    """The answer to a query: every card found, in order, and what was not understood."""

    parsed: Parsed
    index: CatalogueIndex
    table: FieldTable
    language: str
    numbers: list[int]
    complaints: tuple[QueryError, ...]
    corrections: dict[str, str]
    asks_reader: bool
    """Whether the answer depends on who asks, and must not be kept for others."""
    _masks: list[tuple[Node, int]] = field(repr=False)
    _base: int = field(repr=False)

    @property
    def text(self) -> str:
        return self.parsed.text

    @property
    def total(self) -> int:
        return len(self.numbers)

    def cards(self, *, first: int = 0, count: int | None = None) -> list[CardEntry]:
        chosen = self.numbers[first:] if count is None else self.numbers[first : first + count]
        return [self.index.entries[number] for number in chosen]

    def facets(self) -> tuple[FacetDisplay, ...]:
        return faceting.facets(
            self.parsed, tuple(self._masks), self._base, index=self.index, table=self.table, language=self.language
        )

    def neighbours(self, code: str) -> tuple[CardEntry | None, CardEntry | None]:
        """The cards before and after one in these results; nobody if it is not among them."""
        number = self.index.number_of.get(code)
        if number is None or number not in self.numbers:
            return None, None
        place = self.numbers.index(number)
        before = self.index.entries[self.numbers[place - 1]] if place else None
        after = self.index.entries[self.numbers[place + 1]] if place + 1 < self.total else None
        return before, after


def search(
    *, system: GameSystem, text: str = "", within: str = "", user: Any = None, language: str = ""
) -> SearchResult:
    """Any text gives an answer; terms that cannot be used are named in it, and the rest counts.

    `within` is a query of the page's own: only cards it finds are searched, and facets count those alone.
    """
    language = current_language(language)
    index, table, parsed = catalogue_index(system), field_table(system), grammar.parse(text)
    matcher = Matcher(index, table, user=user, language=language)
    asked = tuple(parsed.comparisons())
    base = index.everything if asks_for_withdrawn(asked, table) else index.everything & ~index.withdrawn
    limit = matcher.match(grammar.parse(within).tree)
    base = base if limit is None else base & limit
    masks = [(node, mask) for node in parsed.conditions if (mask := matcher.match(node)) is not None]
    found = base
    for _, mask in masks:
        found &= mask
    numbers = ordered(parsed, matcher, found)
    fields = [table.get(each.name) for each in asked]
    return SearchResult(
        parsed=parsed,
        index=index,
        table=table,
        language=language,
        numbers=numbers,
        complaints=(*_cut(parsed), *matcher.complaints),
        corrections=matcher.corrections,
        asks_reader=any(known is not None and known.reader is not None for known in fields),
        _masks=masks,
        _base=base,
    )


def _cut(parsed: Parsed) -> tuple[QueryError, ...]:
    if not parsed.cut:
        return ()
    limits = {"characters": grammar.LONGEST_QUERY, "terms": grammar.MOST_TERMS, "depth": grammar.DEEPEST}
    return (complaints.too_long(parsed.text, **limits),)
