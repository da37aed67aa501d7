"""Evaluates conditions to sets of cards.

Terms that cannot be used are reported and ignored.
"""

import difflib
import re
from collections.abc import Callable, Iterable
from operator import eq, ge, gt, le, lt
from typing import Any, Final

from simulator.engine.values import fold

from . import errors
from .errors import QueryError
from .fields import CODE, FLAVOUR, IS, NAME, TEXT, WITHDRAWN, FieldTable, SearchField
from .grammar import All, ComparisonTerm, Either, Node, Not, WordTerm, quote_value
from .index import CatalogueIndex
from .words import words

_COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    ":": eq,
    "=": eq,
    "!=": eq,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}
_EQUAL: Final = (":", "=", "!=")
_RANGE: Final = re.compile(r"(\d{1,4})(?:-|\.\.)(\d{1,4})")
_NUMBER: Final = re.compile(r"[+-]?\d{1,6}")
_YES: Final = frozenset({"yes", "y", "true", "1", "si", "s", "vero", "verdadero"})
_NO: Final = frozenset({"no", "n", "false", "0", "falso"})
_MAX_LISTED_VALUES: Final = 12


class Matcher:
    """Evaluates one query for one user."""

    def __init__(self, index: CatalogueIndex, table: FieldTable, *, user: Any, language: str) -> None:
        self.index = index
        self.table = table
        self.user = user
        self.language = language
        self.complaints: list[QueryError] = []
        # Text as typed -> the card name it was corrected to
        self.corrections: dict[str, str] = {}
        self._user_amounts: dict[str, dict[int, int]] = {}
        self._reported: set[str] = set()

    def match(self, node: Node) -> int | None:
        """Return the set of cards that match; None if no part of the condition is usable."""
        if isinstance(node, WordTerm):
            return self._match_words(node.text)
        if isinstance(node, ComparisonTerm):
            return self._match_comparison(node)
        if isinstance(node, Not):
            part = self.match(node.part)
            return None if part is None else self.index.everything & ~part
        masks = [mask for mask in map(self.match, node.parts) if mask is not None]
        if not masks:
            return None if node.parts else self.index.everything
        return self._combine(node, masks)

    def _combine(self, node: All | Either, masks: list[int]) -> int:
        result = masks[0]
        for mask in masks[1:]:
            result = result & mask if isinstance(node, All) else result | mask
        return result

    def complain(self, complaint: QueryError) -> None:
        """Record a complaint, once per term."""
        if complaint.term not in self._reported:
            self._reported.add(complaint.term)
            self.complaints.append(complaint)

    # --- words

    def _match_words(self, text: str) -> int | None:
        if not words(text):
            self.complain(errors.nothing_to_find(text))
            return None
        if re.fullmatch(r"[^\W\d_]\w*(?:[<>!]?=|[:<>])", text):
            self.complain(errors.value_missing(text))
            return None
        index = self.index
        mask = index.names.find(text) | index.texts.find(text) | index.flavours.find(text)
        return mask or self._match_similar_name(text)

    def _match_similar_name(self, text: str) -> int:
        """Return the cards closest to a misspelt name, and record the correction."""
        nearest = [self.index.names.nearest(word) for word in words(text)]
        if not all(nearest):
            return 0
        corrected = " ".join(nearest)
        mask = self.index.names.find(corrected)
        if mask:
            self.corrections[text] = corrected
        return mask

    # --- fields

    def _match_comparison(self, term: ComparisonTerm) -> int | None:
        field = self.table.get(term.name)
        if field is None:
            nearest = self.table.nearest(term.name)
            instead = f"{nearest}{term.operator}{quote_value(term.value)}" if nearest else ""
            self.complain(errors.unknown_field(str(term), term.name, nearest, instead))
            return None
        if field.kind == "sort":
            return None
        if field.user_field is not None and not (field.user_field.for_guests or _is_signed_in(self.user)):
            self.complain(errors.sign_in_required(str(term)))
            return None
        mask = self._match_field(field, term)
        if mask is not None and term.operator == "!=":
            return self.index.everything & ~mask
        return mask

    def _match_field(self, field: SearchField, term: ComparisonTerm) -> int | None:
        if field.kind == "words":
            return self._match_text(field, term)
        if field.kind == "number":
            return self._match_numbers(field, term, self.index.values[field.code])
        if field.kind == "own_number":
            return self._match_numbers(field, term, self.amounts(field))
        if field.kind == "own_name":
            return self._match_named(field, term)
        if field.kind == "flag":
            return self._match_flag(field, term)
        if field.kind == "ordered" and term.operator not in _EQUAL:
            return self._match_ordered(field, term)
        return self._match_choices(field, term)

    def _match_text(self, field: SearchField, term: ComparisonTerm) -> int | None:
        if term.operator not in _EQUAL:
            self.complain(errors.cannot_compare(str(term), term.name, term.operator))
            return None
        if not words(term.value):
            self.complain(errors.nothing_to_find(str(term)))
            return None
        if field.code == CODE:
            prefix = fold(term.value)
            return self.index.mask_of_codes(code for code in self.index.number_of if code.startswith(prefix))
        vocabulary = {NAME: self.index.names, TEXT: self.index.texts, FLAVOUR: self.index.flavours}[field.code]
        mask = vocabulary.find_exact(term.value) if term.operator == "=" else vocabulary.find(term.value)
        if field.code == NAME and not mask and term.operator == ":":
            return self._match_similar_name(term.value)
        return mask

    def _match_flag(self, field: SearchField, term: ComparisonTerm) -> int | None:
        value = fold(term.value)
        if term.operator in _EQUAL and value in _YES | _NO:
            true = self.index.values[IS][field.code]
            return true if value in _YES else self.index.everything & ~true
        self.complain(errors.unknown_value(str(term), term.name, term.value, "yes, no", f"{IS}:{field.short}"))
        return None

    def _match_numbers(self, field: SearchField, term: ComparisonTerm, numbers: dict[int, int]) -> int | None:
        result = 0
        for part in term.value.split(","):
            bounds, number = _RANGE.fullmatch(part), _NUMBER.fullmatch(part)
            if bounds and term.operator in _EQUAL:
                low, high = int(bounds[1]), int(bounds[2])
                result |= _union(mask for value, mask in numbers.items() if low <= value <= high)
            elif number:
                compare = _COMPARE[term.operator]
                result |= _union(mask for value, mask in numbers.items() if compare(value, int(part)))
            elif field.facet and field.facet.otherwise:
                return self._match_choices(self.table[field.facet.otherwise], term)
            else:
                self.complain(errors.not_a_number(str(term), term.name, part))
                return None
        return result

    def _match_ordered(self, field: SearchField, term: ComparisonTerm) -> int | None:
        ranks = {value: rank for rank, value in enumerate(field.labels)}
        values = self._resolve_values(field, term, term.value)
        if values is None:
            return None
        compare, masks = _COMPARE[term.operator], self.index.values[field.code]
        return _union(
            masks.get(candidate, 0)
            for candidate in ranks
            if any(compare(ranks[candidate], ranks.get(value, 0)) for value in values)
        )

    def _match_choices(self, field: SearchField, term: ComparisonTerm) -> int | None:
        if term.operator not in _EQUAL:
            self.complain(errors.cannot_compare(str(term), term.name, term.operator))
            return None
        result, masks = 0, self.index.values[field.code]
        for part in term.value.split(","):
            values = self._resolve_values(field, term, part)
            if values is None:
                return None
            for value in values:
                mask = self._match_amount(field, term, value) if term.then else masks.get(value, 0)
                if mask is None:
                    return None
                result |= mask
        return result

    def _match_amount(self, field: SearchField, term: ComparisonTerm, value: str) -> int | None:
        """Match a value by its amount: `kw:shot>=2`."""
        if not _NUMBER.fullmatch(term.amount):
            self.complain(errors.not_a_number(str(term), term.value, term.amount))
            return None
        amounts = self.index.amounts.get((field.code, value), {})
        if not amounts:
            self.complain(errors.no_amount(str(term), term.value))
            return None
        compare, target = _COMPARE[term.then], int(term.amount)
        return _union(mask for amount, mask in amounts.items() if compare(amount, target) != (term.then == "!="))

    def _resolve_values(self, field: SearchField, term: ComparisonTerm, typed: str) -> list[str] | None:
        """Return the values that match a text: exactly, else by prefix, else by part."""
        folded = fold(typed)
        known = list(dict.fromkeys((*field.labels, *map(str, self.index.values.get(field.code, ())))))
        spellings_of = {value: field.value_spellings(value) for value in known}
        for matches in (_is_whole, _begins_word, _is_part):
            values = [
                value
                for value, spellings in spellings_of.items()
                if any(matches(folded, spelling) for spelling in spellings)
            ]
            if values and folded:
                return values
        similar = difflib.get_close_matches(
            folded[:40], [spelling for spellings in spellings_of.values() for spelling in spellings], n=1
        )
        listed = ", ".join(field.label(value, self.language) for value in known[:_MAX_LISTED_VALUES])
        listed += "…" if len(known) > _MAX_LISTED_VALUES else ""
        instead = f"{term.name}:{quote_value(similar[0])}" if similar else ""
        self.complain(errors.unknown_value(str(term), term.name, typed, listed, instead))
        return None

    # --- fields about the user

    def amounts(self, field: SearchField) -> dict[int, int]:
        """Return number -> set of cards for a user field; computed once per search."""
        if field.code not in self._user_amounts:
            assert field.user_field is not None
            assert field.user_field.amounts is not None
            by_number: dict[int, list[str]] = {}
            for code, number in field.user_field.amounts(self.user, self.index.system.code).items():
                by_number.setdefault(number, []).append(code)
            masks = {number: self.index.mask_of_codes(codes) for number, codes in by_number.items()}
            mentioned = _union(masks.values())
            masks[0] = masks.get(0, 0) | (self.index.everything & ~mentioned)
            self._user_amounts[field.code] = masks
        return self._user_amounts[field.code]

    def _match_named(self, field: SearchField, term: ComparisonTerm) -> int | None:
        assert field.user_field is not None
        assert field.user_field.named is not None
        if term.operator not in _EQUAL:
            self.complain(errors.cannot_compare(str(term), term.name, term.operator))
            return None
        codes = field.user_field.named(self.user, self.index.system.code, term.value)
        if codes is None:
            self.complain(errors.nothing_called(str(term), field, term.value, self.language))
            return None
        return self.index.mask_of_codes(codes)


def asks_for_withdrawn(terms: Iterable[ComparisonTerm], table: FieldTable) -> bool:
    """Whether a query asks for withdrawn cards, which are hidden otherwise."""
    is_field = table[IS]
    return any(
        table.get(term.name) is is_field and fold(term.value) in is_field.value_spellings(WITHDRAWN) for term in terms
    )


def _is_signed_in(user: Any) -> bool:
    return bool(user is not None and user.is_authenticated)


def _union(masks: Iterable[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


def _is_whole(text: str, spelling: str) -> bool:
    return text == spelling


def _begins_word(text: str, spelling: str) -> bool:
    return f" {spelling}".find(f" {text}") >= 0


def _is_part(text: str, spelling: str) -> bool:
    return text in spelling
