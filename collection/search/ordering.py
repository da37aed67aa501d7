"""The order of results: by `sort:` in the query, else names that were meant first, then the catalogue's order."""

from collections.abc import Sequence
from typing import Any, Final

from simulator.engine.values import fold

from . import errors
from .fields import CODE, NAME, SearchField
from .grammar import Parsed, WordTerm
from .index import CardEntry, CatalogueIndex
from .matcher import Matcher
from .words import members

# Cards without the value come last, whichever way it is sorted.
_LAST: Final = 1_000_000


def ordered(parsed: Parsed, matcher: Matcher, mask: int) -> list[int]:
    """The numbers of the cards found, in order."""
    keys = _sort_keys(parsed, matcher)
    if not keys:
        return _by_relevance(parsed, matcher.index, mask)
    numbers = list(members(mask))
    # Python's sort keeps equals in their order: the last key first, the first one last.
    for field, turned in reversed(keys):
        numbers.sort(key=_key(field, matcher, turned=turned))
    return numbers


def _sort_keys(parsed: Parsed, matcher: Matcher) -> list[tuple[SearchField, bool]]:
    keys: list[tuple[SearchField, bool]] = []
    for asked in parsed.comparisons():
        field = matcher.table.get(asked.name)
        if field is None or field.kind != "sort":
            continue
        for part in filter(None, asked.value.split(",")):
            name = part.lstrip("-+")
            by = matcher.table.get(name)
            if by is None or not by.is_sortable:
                matcher.complain(errors.not_sortable(str(asked), name, matcher.table.nearest(name)))
            else:
                keys.append((by, part.startswith("-")))
    return keys


def _key(field: SearchField, matcher: Matcher, *, turned: bool) -> Any:
    index, sign = matcher.index, -1 if turned else 1
    if field.kind == "own_number":
        amount_of = {number: amount for amount, mask in matcher.amounts(field).items() for number in members(mask)}
        return lambda number: sign * amount_of.get(number, 0)
    if field.code == NAME:
        ranks = index.name_ranks(matcher.language)
        return lambda number: sign * ranks[number]
    if field.code == CODE:
        return lambda number: sign * number
    places = {value: place for place, value in enumerate(field.labels)}
    return lambda number: _place(index.entries[number], field, places, sign)


def _place(entry: CardEntry, field: SearchField, places: dict[str, int], sign: int) -> int:
    value = entry.fact(field.code)
    if isinstance(value, list | tuple):
        value = value[0] if value else None
    if value is None or value == "":
        return _LAST
    return sign * (int(value) if isinstance(value, int) else places.get(value, len(places)))


def _by_relevance(parsed: Parsed, index: CatalogueIndex, mask: int) -> list[int]:
    texts = [node.text for node in parsed.conditions if isinstance(node, WordTerm)]
    if not texts:
        return list(members(mask))
    named = mask
    for text in texts:
        named &= index.names.find(text)
    first = sorted(members(named), key=lambda number: not _begins_with(index.entries[number], texts))
    return [*first, *members(mask & ~named)]


def _begins_with(entry: CardEntry, texts: Sequence[str]) -> bool:
    return any(fold(name).startswith(fold(texts[0])) for name in entry.names.values())
