"""The order of results: by `sort:`, else name matches first."""

from collections.abc import Sequence
from typing import Any, Final

from simulator.engine.values import fold

from . import errors
from .fields import CODE, NAME, SearchField
from .grammar import Parsed, WordTerm
from .index import CardEntry, CatalogueIndex
from .matcher import Matcher
from .words import members

# Cards without the value come last in both directions.
_LAST: Final = 1_000_000


def sort_results(parsed: Parsed, matcher: Matcher, mask: int) -> list[int]:
    """Return the numbers of the matching cards, sorted."""
    keys = _sort_keys(parsed, matcher)
    if not keys:
        return _by_relevance(parsed, matcher.index, mask)
    numbers = list(members(mask))
    # Sorting is stable: sort by the last key first.
    for field, descending in reversed(keys):
        numbers.sort(key=_sort_key(field, matcher, descending=descending))
    return numbers


def _sort_keys(parsed: Parsed, matcher: Matcher) -> list[tuple[SearchField, bool]]:
    keys: list[tuple[SearchField, bool]] = []
    for term in parsed.comparisons():
        field = matcher.table.get(term.name)
        if field is None or field.kind != "sort":
            continue
        for part in filter(None, term.value.split(",")):
            name = part.lstrip("-+")
            by = matcher.table.get(name)
            if by is None or not by.is_sortable:
                matcher.complain(errors.not_sortable(str(term), name, matcher.table.nearest(name)))
            else:
                keys.append((by, part.startswith("-")))
    return keys


def _sort_key(field: SearchField, matcher: Matcher, *, descending: bool) -> Any:
    index, sign = matcher.index, -1 if descending else 1
    if field.kind == "own_number":
        amount_of = {number: amount for amount, mask in matcher.amounts(field).items() for number in members(mask)}
        return lambda number: sign * amount_of.get(number, 0)
    if field.code == NAME:
        ranks = index.name_ranks(matcher.language)
        return lambda number: sign * ranks[number]
    if field.code == CODE:
        return lambda number: sign * number
    value_ranks = {value: rank for rank, value in enumerate(field.labels)}
    return lambda number: _sort_rank(index.entries[number], field, value_ranks, sign)


def _sort_rank(entry: CardEntry, field: SearchField, ranks: dict[str, int], sign: int) -> int:
    value = entry.fact(field.code)
    if isinstance(value, list | tuple):
        value = value[0] if value else None
    if value is None or value == "":
        return _LAST
    return sign * (int(value) if isinstance(value, int) else ranks.get(value, len(ranks)))


def _by_relevance(parsed: Parsed, index: CatalogueIndex, mask: int) -> list[int]:
    texts = [node.text for node in parsed.conditions if isinstance(node, WordTerm)]
    if not texts:
        return list(members(mask))
    name_matches = mask
    for text in texts:
        name_matches &= index.names.find(text)
    first = sorted(members(name_matches), key=lambda number: not _begins_with(index.entries[number], texts))
    return [*first, *members(mask & ~name_matches)]


def _begins_with(entry: CardEntry, texts: Sequence[str]) -> bool:
    return any(fold(name).startswith(fold(texts[0])) for name in entry.names.values())
