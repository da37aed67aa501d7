"""Facets: how many cards each value would leave, and the query a click on it writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from simulator.engine.values import fold

from .fields import IS, SORT, FieldTable, SearchField
from .grammar import ComparisonTerm, Either, Node, Parsed, quoted
from .index import CatalogueIndex

_NUMBERS_SHOWN: Final = 12
# What is chosen from a long list stands at its head.
_LONG: Final = 10
# Most pages ask what the page before asked. The sets of cards are part of the key, so a reader's own are theirs alone.
_ANSWERS_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value, how many cards have it, whether the query asks for it, and the query with that turned round."""

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


@lru_cache(maxsize=_ANSWERS_KEPT)
def facets(
    parsed: Parsed,
    masks: tuple[tuple[Node, int], ...],
    base: int,
    *,
    index: CatalogueIndex,
    table: FieldTable,
    language: str,
) -> tuple[FacetDisplay, ...]:
    """Of every facet that has something to choose. A facet's own choice does not narrow its own counts."""
    shown = []
    for field in table:
        if field.facet is None or field.kind == "flag":
            continue
        shown.append(_facet(field, parsed, masks, base, index=index, table=table, language=language))
    shown.append(_facet(table[IS], parsed, masks, base, index=index, table=table, language=language))
    return tuple(facet for facet in shown if len(facet.values) > 1 or facet.has_choice)


def _facet(
    field: SearchField,
    parsed: Parsed,
    masks: Sequence[tuple[Node, int]],
    base: int,
    *,
    index: CatalogueIndex,
    table: FieldTable,
    language: str,
) -> FacetDisplay:
    own = chosen_term(field, parsed, table)
    chosen = _chosen_values(own)
    within = base
    for node, mask in masks:
        if node is not own:
            within &= mask
    known = index.values[field.code]
    values = []
    for value in _in_order(field, known):
        count = (known[value] & within).bit_count()
        is_chosen = any(spelling in chosen for spelling in field.value_spellings(str(value)))
        if count or is_chosen:
            query = toggled(parsed, field, str(value), own, is_chosen=is_chosen)
            label = field.label(str(value), language)
            symbol = field.facet.symbols.get(str(value), "") if field.facet else ""
            values.append(FacetValue(str(value), label, count, is_chosen, query, symbol))
    if len(values) > _LONG and field.kind != "number":
        values.sort(key=lambda value: not value.chosen)
    own_symbol = field.facet.symbols.get("", "") if field.facet else ""
    return FacetDisplay(field.code, field.names[language], field.kind, tuple(values), own_symbol)


def chosen_term(field: SearchField, parsed: Parsed, table: FieldTable) -> ComparisonTerm | None:
    """The term of the query that a facet writes: outside brackets, with `:`."""
    for node in parsed.conditions:
        if (
            isinstance(node, ComparisonTerm)
            and node.operator == ":"
            and not node.then
            and table.get(node.name) is field
        ):
            return node
    return None


def toggled(parsed: Parsed, field: SearchField, value: str, own: ComparisonTerm | None, *, is_chosen: bool) -> str:
    """The query with the value added to the facet's term, or taken out of it."""
    if own is None:
        added = f"{field.short}:{quoted(value)}"
        before = f"({parsed.text})" if isinstance(parsed.tree, Either) else parsed.text
        return f"{before} {added}".strip()
    kept = [part for part in own.value.split(",") if not is_chosen or fold(part) not in field.value_spellings(value)]
    if not is_chosen:
        kept.append(value)
    term = f"{own.name}:{quoted(','.join(kept))}" if kept else ""
    return " ".join(f"{parsed.text[: own.start]}{term}{parsed.text[own.end :]}".split())


def sorted_by(parsed: Parsed, field: SearchField, table: FieldTable) -> tuple[str, str]:
    """How the query sorts by the field now ("", "up" or "down"), and the query that does so, or the other way round."""
    own = chosen_term(table[SORT], parsed, table)
    is_up = own is not None and table.get(own.value) is field
    is_down = own is not None and own.value.startswith("-") and table.get(own.value[1:]) is field
    wanted = f"{SORT}:{'-' if is_up else ''}{field.short}"
    before, after = (parsed.text[: own.start], parsed.text[own.end :]) if own else (parsed.text, "")
    return "up" if is_up else "down" if is_down else "", " ".join(f"{before}{after} {wanted}".split())


def _chosen_values(own: ComparisonTerm | None) -> set[str]:
    return {fold(part) for part in own.value.split(",")} if own else set()


def _in_order(field: SearchField, known: dict[Any, int]) -> list[Any]:
    """Numbers by size, the others as the table lists them; values nobody labelled come last."""
    if field.kind == "number":
        return sorted(value for value in known if isinstance(value, int))[:_NUMBERS_SHOWN]
    listed = [value for value in field.labels if value in known]
    return [*listed, *sorted(value for value in known if value not in field.labels)]
