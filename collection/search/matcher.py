"""From a condition to the set of cards it is true of; what cannot be used is complained of and drops out."""

import difflib
import re
from collections.abc import Callable, Iterable
from operator import eq, ge, gt, le, lt
from typing import Any, Final

from simulator.engine.values import fold

from . import errors
from .errors import QueryError
from .fields import CODE, FLAVOUR, IS, NAME, TEXT, WITHDRAWN, FieldTable, SearchField
from .grammar import All, ComparisonTerm, Either, Node, Not, WordTerm, quoted
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
_VALUES_NAMED: Final = 12


class Matcher:
    """Answers one query for one reader."""

    def __init__(self, index: CatalogueIndex, table: FieldTable, *, user: Any, language: str) -> None:
        self.index = index
        self.table = table
        self.user = user
        self.language = language
        self.complaints: list[QueryError] = []
        # What was typed -> the word of a card's name that was taken for it
        self.corrections: dict[str, str] = {}
        self._asked: dict[str, dict[int, int]] = {}
        self._told: set[str] = set()

    def match(self, node: Node) -> int | None:
        """None: there is nothing usable in it."""
        if isinstance(node, WordTerm):
            return self._words(node.text)
        if isinstance(node, ComparisonTerm):
            return self._comparison(node)
        if isinstance(node, Not):
            part = self.match(node.part)
            return None if part is None else self.index.everything & ~part
        masks = [mask for mask in map(self.match, node.parts) if mask is not None]
        if not masks:
            return None if node.parts else self.index.everything
        return self._joined(node, masks)

    def _joined(self, node: All | Either, masks: list[int]) -> int:
        found = masks[0]
        for mask in masks[1:]:
            found = found & mask if isinstance(node, All) else found | mask
        return found

    def complain(self, complaint: QueryError) -> None:
        """Once a term, however often it is looked at."""
        if complaint.term not in self._told:
            self._told.add(complaint.term)
            self.complaints.append(complaint)

    # --- words

    def _words(self, text: str) -> int | None:
        if not words(text):
            self.complain(errors.nothing_to_find(text))
            return None
        if re.fullmatch(r"[^\W\d_]\w*(?:[<>!]?=|[:<>])", text):
            self.complain(errors.value_missing(text))
            return None
        index = self.index
        found = index.names.find(text) | index.texts.find(text) | index.flavours.find(text)
        return found or self._nearly(text)

    def _nearly(self, text: str) -> int:
        """The name that was meant by a misspelt one."""
        nearest = [self.index.names.nearest(word) for word in words(text)]
        if not all(nearest):
            return 0
        meant = " ".join(nearest)
        found = self.index.names.find(meant)
        if found:
            self.corrections[text] = meant
        return found

    # --- fields

    def _comparison(self, asked: ComparisonTerm) -> int | None:
        field = self.table.get(asked.name)
        if field is None:
            nearest = self.table.nearest(asked.name)
            instead = f"{nearest}{asked.operator}{quoted(asked.value)}" if nearest else ""
            self.complain(errors.unknown_field(str(asked), asked.name, nearest, instead))
            return None
        if field.kind == "sort":
            return None
        if field.reader is not None and not (field.reader.for_guests or _is_signed_in(self.user)):
            self.complain(errors.asks_about_reader(str(asked)))
            return None
        found = self._ask(field, asked)
        if found is not None and asked.operator == "!=":
            return self.index.everything & ~found
        return found

    def _ask(self, field: SearchField, asked: ComparisonTerm) -> int | None:
        if field.kind == "words":
            return self._in_words(field, asked)
        if field.kind == "number":
            return self._in_numbers(field, asked, self.index.values[field.code])
        if field.kind == "own_number":
            return self._in_numbers(field, asked, self.amounts(field))
        if field.kind == "own_name":
            return self._under_name(field, asked)
        if field.kind == "flag":
            return self._in_flag(field, asked)
        if field.kind == "ordered" and asked.operator not in _EQUAL:
            return self._in_order(field, asked)
        return self._in_choices(field, asked)

    def _in_words(self, field: SearchField, asked: ComparisonTerm) -> int | None:
        if asked.operator not in _EQUAL:
            self.complain(errors.cannot_compare(str(asked), asked.name, asked.operator))
            return None
        if not words(asked.value):
            self.complain(errors.nothing_to_find(str(asked)))
            return None
        if field.code == CODE:
            sought = fold(asked.value)
            return self.index.mask_of_codes(code for code in self.index.number_of if code.startswith(sought))
        vocabulary = {NAME: self.index.names, TEXT: self.index.texts, FLAVOUR: self.index.flavours}[field.code]
        found = vocabulary.exactly(asked.value) if asked.operator == "=" else vocabulary.find(asked.value)
        return self._nearly(asked.value) if field.code == NAME and not found and asked.operator == ":" else found

    def _in_flag(self, field: SearchField, asked: ComparisonTerm) -> int | None:
        value = fold(asked.value)
        if asked.operator in _EQUAL and value in _YES | _NO:
            true = self.index.values[IS][field.code]
            return true if value in _YES else self.index.everything & ~true
        self.complain(errors.unknown_value(str(asked), asked.name, asked.value, "yes, no", f"{IS}:{field.short}"))
        return None

    def _in_numbers(self, field: SearchField, asked: ComparisonTerm, numbers: dict[int, int]) -> int | None:
        found = 0
        for part in asked.value.split(","):
            span, number = _RANGE.fullmatch(part), _NUMBER.fullmatch(part)
            if span and asked.operator in _EQUAL:
                low, high = int(span[1]), int(span[2])
                found |= _union(mask for known, mask in numbers.items() if low <= known <= high)
            elif number:
                compare = _COMPARE[asked.operator]
                found |= _union(mask for known, mask in numbers.items() if compare(known, int(part)))
            elif field.facet and field.facet.otherwise:
                return self._in_choices(self.table[field.facet.otherwise], asked)
            else:
                self.complain(errors.not_a_number(str(asked), asked.name, part))
                return None
        return found

    def _in_order(self, field: SearchField, asked: ComparisonTerm) -> int | None:
        order = {value: place for place, value in enumerate(field.labels)}
        values = self._values_meant(field, asked, asked.value)
        if values is None:
            return None
        compare, masks = _COMPARE[asked.operator], self.index.values[field.code]
        return _union(
            masks.get(known, 0)
            for known in order
            if any(compare(order[known], order.get(value, 0)) for value in values)
        )

    def _in_choices(self, field: SearchField, asked: ComparisonTerm) -> int | None:
        if asked.operator not in _EQUAL:
            self.complain(errors.cannot_compare(str(asked), asked.name, asked.operator))
            return None
        found, masks = 0, self.index.values[field.code]
        for part in asked.value.split(","):
            values = self._values_meant(field, asked, part)
            if values is None:
                return None
            for value in values:
                mask = self._with_amount(field, asked, value) if asked.then else masks.get(value, 0)
                if mask is None:
                    return None
                found |= mask
        return found

    def _with_amount(self, field: SearchField, asked: ComparisonTerm, value: str) -> int | None:
        """`kw:shot>=2`."""
        if not _NUMBER.fullmatch(asked.amount):
            self.complain(errors.not_a_number(str(asked), asked.value, asked.amount))
            return None
        amounts = self.index.amounts.get((field.code, value), {})
        if not amounts:
            self.complain(errors.no_amount(str(asked), asked.value))
            return None
        compare, sought = _COMPARE[asked.then], int(asked.amount)
        return _union(mask for known, mask in amounts.items() if compare(known, sought) != (asked.then == "!="))

    def _values_meant(self, field: SearchField, asked: ComparisonTerm, typed: str) -> list[str] | None:
        """The values a typed one names: exactly, else by the beginning of a word, else by any part."""
        sought = fold(typed)
        known = list(dict.fromkeys((*field.labels, *map(str, self.index.values.get(field.code, ())))))
        spelt = {value: field.value_spellings(value) for value in known}
        for fits in (_is_whole, _begins_word, _is_part):
            values = [value for value, spellings in spelt.items() if any(fits(sought, each) for each in spellings)]
            if values and sought:
                return values
        near = difflib.get_close_matches(
            sought[:40], [spelling for spellings in spelt.values() for spelling in spellings], n=1
        )
        listed = ", ".join(field.label(value, self.language) for value in known[:_VALUES_NAMED])
        listed += "…" if len(known) > _VALUES_NAMED else ""
        instead = f"{asked.name}:{quoted(near[0])}" if near else ""
        self.complain(errors.unknown_value(str(asked), asked.name, typed, listed, instead))
        return None

    # --- the reader

    def amounts(self, field: SearchField) -> dict[int, int]:
        """Number -> set of cards; asked of the reader's app once a search."""
        if field.code not in self._asked:
            assert field.reader is not None
            assert field.reader.amounts is not None
            by_number: dict[int, list[str]] = {}
            for code, number in field.reader.amounts(self.user, self.index.system.code).items():
                by_number.setdefault(number, []).append(code)
            masks = {number: self.index.mask_of_codes(codes) for number, codes in by_number.items()}
            mentioned = _union(masks.values())
            masks[0] = masks.get(0, 0) | (self.index.everything & ~mentioned)
            self._asked[field.code] = masks
        return self._asked[field.code]

    def _under_name(self, field: SearchField, asked: ComparisonTerm) -> int | None:
        assert field.reader is not None
        assert field.reader.named is not None
        if asked.operator not in _EQUAL:
            self.complain(errors.cannot_compare(str(asked), asked.name, asked.operator))
            return None
        codes = field.reader.named(self.user, self.index.system.code, asked.value)
        if codes is None:
            self.complain(errors.nothing_called(str(asked), field, asked.value, self.language))
            return None
        return self.index.mask_of_codes(codes)


def asks_for_withdrawn(asked: Iterable[ComparisonTerm], table: FieldTable) -> bool:
    """Withdrawn cards are shown only to those who ask for them."""
    is_field = table[IS]
    return any(
        table.get(each.name) is is_field and fold(each.value) in is_field.value_spellings(WITHDRAWN) for each in asked
    )


def _is_signed_in(user: Any) -> bool:
    return bool(user is not None and user.is_authenticated)


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _is_whole(sought: str, spelling: str) -> bool:
    return sought == spelling


def _begins_word(sought: str, spelling: str) -> bool:
    return f" {spelling}".find(f" {sought}") >= 0


def _is_part(sought: str, spelling: str) -> bool:
    return sought in spelling
