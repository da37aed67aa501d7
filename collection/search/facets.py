"""Facets: the number of cards for each value, and the query that toggles it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from simulator.engine.values import fold

from .fields import IS, SORT, FieldTable, SearchField
from .grammar import ComparisonTerm, Either, Node, Parsed, quote_value
from .index import CatalogueIndex

_MAX_NUMBERS: Final = 12
# Lists longer than this begin with the chosen values.
_LONG_LIST: Final = 10
# Consecutive pages often need the same facets. The sets of cards are part of the key, so users never share their own.
_CACHE_SIZE: Final = 64


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value of a facet with its card count, and the query that toggles it."""

    value: str
    label: str
    count: int
    chosen: bool
    query: str
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class FacetDisplay:
    code: str
    name: str
    kind: str
    values: tuple[FacetValue, ...]
    symbol: str = ""

    @property
    def has_choice(self) -> bool:
        return any(value.chosen for value in self.values)


@lru_cache(maxsize=_CACHE_SIZE)
def facets(
    parsed: Parsed,
    masks: tuple[tuple[Node, int], ...],
    base: int,
    *,
    index: CatalogueIndex,
    table: FieldTable,
    language: str,
) -> tuple[FacetDisplay, ...]:
    """Return the facets that offer a choice.

    The values chosen in a facet do not reduce the counts of that facet.
    """
    displays = []
    for field in table:
        if field.facet is None or field.kind == "flag":
            continue
        displays.append(_present_facet(field, parsed, masks, base, index=index, table=table, language=language))
    displays.append(_present_facet(table[IS], parsed, masks, base, index=index, table=table, language=language))
    return tuple(facet for facet in displays if len(facet.values) > 1 or facet.has_choice)


def _present_facet(
    field: SearchField,
    parsed: Parsed,
    masks: Sequence[tuple[Node, int]],
    base: int,
    *,
    index: CatalogueIndex,
    table: FieldTable,
    language: str,
) -> FacetDisplay:
    term = facet_term(field, parsed, table)
    chosen = _chosen_values(term)
    others_mask = base
    for node, mask in masks:
        if node is not term:
            others_mask &= mask
    masks_by_value = index.values[field.code]
    values = []
    for value in _ordered_values(field, masks_by_value):
        count = (masks_by_value[value] & others_mask).bit_count()
        is_chosen = any(spelling in chosen for spelling in field.value_spellings(str(value)))
        if count or is_chosen:
            query = toggle_value(parsed, field, str(value), term, is_chosen=is_chosen)
            label = field.label(str(value), language)
            symbol = field.facet.symbols.get(str(value), "") if field.facet else ""
            values.append(FacetValue(str(value), label, count, is_chosen, query, symbol))
    if len(values) > _LONG_LIST and field.kind != "number":
        values.sort(key=lambda value: not value.chosen)
    facet_symbol = field.facet.symbols.get("", "") if field.facet else ""
    return FacetDisplay(field.code, field.names[language], field.kind, tuple(values), facet_symbol)


def facet_term(field: SearchField, parsed: Parsed, table: FieldTable) -> ComparisonTerm | None:
    """Return the query's term for a facet: outside brackets, with the operator `:`."""
    for node in parsed.conditions:
        if (
            isinstance(node, ComparisonTerm)
            and node.operator == ":"
            and not node.then
            and table.get(node.name) is field
        ):
            return node
    return None


def toggle_value(
    parsed: Parsed, field: SearchField, value: str, term: ComparisonTerm | None, *, is_chosen: bool
) -> str:
    """Return the query with the value added to the facet's term, or removed from it."""
    if term is None:
        added = f"{field.short}:{quote_value(value)}"
        before = f"({parsed.text})" if isinstance(parsed.tree, Either) else parsed.text
        return f"{before} {added}".strip()
    values = [part for part in term.value.split(",") if not is_chosen or fold(part) not in field.value_spellings(value)]
    if not is_chosen:
        values.append(value)
    new_term = f"{term.name}:{quote_value(','.join(values))}" if values else ""
    return " ".join(f"{parsed.text[: term.start]}{new_term}{parsed.text[term.end :]}".split())


def sort_state(parsed: Parsed, field: SearchField, table: FieldTable) -> tuple[str, str]:
    """Return how the query sorts by a field, and the query that sorts by it.

    The direction is "", "up" or "down". If the query already sorts up, the new query sorts down.
    """
    term = facet_term(table[SORT], parsed, table)
    is_up = term is not None and table.get(term.value) is field
    is_down = term is not None and term.value.startswith("-") and table.get(term.value[1:]) is field
    new_term = f"{SORT}:{'-' if is_up else ''}{field.short}"
    before, after = (parsed.text[: term.start], parsed.text[term.end :]) if term else (parsed.text, "")
    return "up" if is_up else "down" if is_down else "", " ".join(f"{before}{after} {new_term}".split())


def _chosen_values(term: ComparisonTerm | None) -> set[str]:
    return {fold(part) for part in term.value.split(",")} if term else set()


def _ordered_values(field: SearchField, masks: dict[Any, int]) -> list[Any]:
    """Return numbers by size, others as the field lists them, unlabelled ones last."""
    if field.kind == "number":
        return sorted(value for value in masks if isinstance(value, int))[:_MAX_NUMBERS]
    labelled = [value for value in field.labels if value in masks]
    return [*labelled, *sorted(value for value in masks if value not in field.labels)]
