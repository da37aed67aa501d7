"""The search itself, as used by the library page, the deck builder and the API."""

from dataclasses import dataclass, field
from typing import Any

from signum_site.core.i18n import current_language
from simulator.engine.game_system import GameSystem

from . import errors, facets, grammar
from .errors import QueryError
from .facets import FacetDisplay
from .fields import FieldTable, field_table
from .grammar import Node, Parsed
from .index import CardEntry, CatalogueIndex, catalogue_index
from .matcher import Matcher, asks_for_withdrawn
from .ordering import sort_results


@dataclass(slots=True, kw_only=True)
class SearchResult:
    """The result of a query: all matching cards in order, and the unusable terms."""

    parsed: Parsed
    index: CatalogueIndex
    table: FieldTable
    language: str
    numbers: list[int]
    complaints: tuple[QueryError, ...]
    corrections: dict[str, str]
    is_personal: bool
    """Whether the result depends on the user and must not be cached for others."""
    _masks: list[tuple[Node, int]] = field(repr=False)
    _base: int = field(repr=False)

    @property
    def text(self) -> str:
        return self.parsed.text

    @property
    def total(self) -> int:
        return len(self.numbers)

    def cards(self, *, first: int = 0, count: int | None = None) -> list[CardEntry]:
        numbers = self.numbers[first:] if count is None else self.numbers[first : first + count]
        return [self.index.entries[number] for number in numbers]

    def facets(self) -> tuple[FacetDisplay, ...]:
        return facets.facets(
            self.parsed, tuple(self._masks), self._base, index=self.index, table=self.table, language=self.language
        )

    def neighbours(self, code: str) -> tuple[CardEntry | None, CardEntry | None]:
        """Return the cards before and after a card; (None, None) if it is not a result."""
        number = self.index.number_of.get(code)
        if number is None or number not in self.numbers:
            return None, None
        position = self.numbers.index(number)
        before = self.index.entries[self.numbers[position - 1]] if position else None
        after = self.index.entries[self.numbers[position + 1]] if position + 1 < self.total else None
        return before, after


def search(
    *, system: GameSystem, text: str = "", within: str = "", user: Any = None, language: str = ""
) -> SearchResult:
    """Search a game's cards.

    Any text is valid: terms that cannot be used are reported and ignored. `within` is a query set by the page: only the
    cards it matches are searched and counted in facets.
    """
    language = current_language(language)
    index, table, parsed = catalogue_index(system), field_table(system), grammar.parse(text)
    matcher = Matcher(index, table, user=user, language=language)
    terms = tuple(parsed.comparisons())
    base = index.everything if asks_for_withdrawn(terms, table) else index.everything & ~index.withdrawn
    limit = matcher.match(grammar.parse(within).tree)
    base = base if limit is None else base & limit
    masks = [(node, mask) for node in parsed.conditions if (mask := matcher.match(node)) is not None]
    matching = base
    for _, mask in masks:
        matching &= mask
    numbers = sort_results(parsed, matcher, matching)
    fields = [table.get(term.name) for term in terms]
    return SearchResult(
        parsed=parsed,
        index=index,
        table=table,
        language=language,
        numbers=numbers,
        complaints=(*_length_errors(parsed), *matcher.complaints),
        corrections=matcher.corrections,
        is_personal=any(known is not None and known.user_field is not None for known in fields),
        _masks=masks,
        _base=base,
    )


def _length_errors(parsed: Parsed) -> tuple[QueryError, ...]:
    if not parsed.cut:
        return ()
    limits = {"characters": grammar.MAX_QUERY_LENGTH, "terms": grammar.MAX_TERMS, "depth": grammar.MAX_DEPTH}
    return (errors.too_long(parsed.text, **limits),)
