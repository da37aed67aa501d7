"""The table of search fields.

Search, facets, the help page and the API description are built from it. A game's own fields are the facets of its
GameSystem. Fields about the user come from user_fields.py.
"""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from simulator.engine.game_system import Facet, GameSystem
from simulator.engine.values import LANGUAGES, Words, fold

from .grammar import quote_value
from .user_fields import UserField, registered_fields

Kind = Literal["words", "choice", "set", "ordered", "number", "flag", "sort", "own_number", "own_name"]

NAME, TEXT, FLAVOUR, CODE, IS, LEGAL, SORT = "name", "text", "flavour", "code", "is", "legal", "sort"
WITHDRAWN: Final = "withdrawn"

ABOUT_KIND: Final[Mapping[str, str | Promise]] = {
    "choice": _("One of its values, or several with commas between."),
    "set": _("One of its values, or several with commas between: cards that have any of them."),
    "ordered": _("One of its values, or a comparison: <, <=, >, >=."),
    "number": _("A number, a comparison (<, <=, >, >=, !=) or a range such as 2-4."),
    "flag": _("Yes or no; also asked with “is:”."),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SearchField:
    """A field that queries can use."""

    code: str
    names: Words
    kind: Kind
    about: str | Promise
    also: tuple[str, ...] = ()
    labels: Mapping[str, Words] = field(default_factory=dict)
    values_also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facet: Facet | None = None
    user_field: UserField | None = None
    sample: str = "fire"
    """The word used in the example of a text field."""

    @property
    def amounts(self) -> str:
        return self.facet.amounts if self.facet else ""

    @property
    def is_sortable(self) -> bool:
        return self.code in (NAME, CODE) or self.kind in ("choice", "set", "ordered", "number", "own_number")

    @property
    def short(self) -> str:
        """The name that facets write into queries: the code, or a shorter name."""
        return min((self.code, *self.also[:1]), key=len)

    def spellings(self) -> tuple[str, ...]:
        """Return every accepted name of the field, folded."""
        # The other names of a flag are values of `is`: `is:order`, while `order:cost` sorts.
        also = () if self.kind == "flag" else self.also
        names = (self.code, *also, *(self.names[language] for language in LANGUAGES))
        return tuple(dict.fromkeys(fold(name).replace(" ", "_").replace("'", "_") for name in names))

    def example(self, language: str) -> str:
        """Return a term that uses the field, in the user's language."""
        first = next((fold(self.label(value, language)) for value in self.labels if value), "")
        value = quote_value(first)
        examples = {
            "words": f"{self.short}:{self.sample}",
            "number": f"{self.short}>=3",
            "ordered": f"{self.short}>={next(iter(self.labels), '')}",
            "flag": f"{IS}:{fold(self.names[language]).split()[0]}",
            "own_number": f"{self.short}>0",
            "own_name": f'{self.short}:"…"',
            "sort": f"{self.short}:-cost,{NAME}",
        }
        return examples.get(self.kind, f"{self.short}:{value}")

    def label(self, value: str, language: str) -> str:
        words = self.labels.get(value)
        return words[language] if words is not None else value

    def value_spellings(self, value: str) -> tuple[str, ...]:
        return _value_spellings(self, value)


@lru_cache(maxsize=4096)
def _value_spellings(field: SearchField, value: str) -> tuple[str, ...]:
    words = field.labels.get(value)
    names = tuple(words[language] for language in LANGUAGES) if words else ()
    return tuple(fold(name) for name in (value, value.replace("_", " "), *names, *field.values_also.get(value, ())))


class FieldTable:
    """The fields of one game, looked up by any of their names."""

    def __init__(self, fields: tuple[SearchField, ...]) -> None:
        self.fields = fields
        self._by_spelling: dict[str, SearchField] = {}
        for search_field in fields:
            for spelling in search_field.spellings():
                self._by_spelling.setdefault(spelling, search_field)

    def __iter__(self) -> Iterator[SearchField]:
        return iter(self.fields)

    def get(self, name: str) -> SearchField | None:
        return self._by_spelling.get(fold(name))

    def __getitem__(self, code: str) -> SearchField:
        return next(search_field for search_field in self.fields if search_field.code == code)

    def nearest(self, name: str) -> str:
        """Return the closest field name to a mistyped one, or an empty string."""
        matches = difflib.get_close_matches(fold(name)[:30], self._by_spelling, n=1, cutoff=0.5)
        return matches[0] if matches else ""


def field_table(system: GameSystem) -> FieldTable:
    return _build_table(system, registered_fields())


@lru_cache(maxsize=8)
def _build_table(system: GameSystem, user_fields: tuple[UserField, ...]) -> FieldTable:
    return FieldTable(
        (
            *_text_fields(system),
            *map(_facet_field, system.facets),
            _is_field(system),
            _legal_field(system),
            *map(_user_search_field, user_fields),
            _SORT,
        )
    )


def _text_fields(system: GameSystem) -> tuple[SearchField, ...]:
    return (
        SearchField(
            code=NAME,
            names=Words(en="Name", es="Nombre", it="Nome"),
            kind="words",
            also=("n",),
            about=_("Words in the card's name, in any of the three languages; = asks for the whole name."),
        ),
        SearchField(
            code=TEXT,
            names=Words(en="Text", es="Texto", it="Testo"),
            kind="words",
            also=("x",),
            about=_("Words in the card's rules text."),
        ),
        SearchField(
            code=FLAVOUR,
            names=Words(en="Flavour", es="Ambientación", it="Ambientazione"),
            kind="words",
            also=("ft", "flavor"),
            about=_("Words in the line of atmosphere."),
        ),
        SearchField(
            code=CODE,
            names=Words(en="Code", es="Código", it="Codice"),
            kind="words",
            also=("id",),
            about=_("The card's code, or the beginning of it."),
            sample=next((card.code for card in system.catalogue), ""),
        ),
    )


def _facet_field(facet: Facet) -> SearchField:
    return SearchField(
        code=facet.code,
        names=facet.names,
        kind=facet.kind,
        also=facet.also,
        about=ABOUT_KIND[facet.kind],
        labels=facet.labels,
        values_also=facet.values_also,
        facet=facet,
    )


def _is_field(system: GameSystem) -> SearchField:
    """Build the field `is`, whose values are the game's flags: `is:unique`."""
    flags = {facet.code: facet for facet in system.facets if facet.kind == "flag"}
    return SearchField(
        code=IS,
        names=Words(en="Is", es="Es", it="È"),
        kind="choice",
        about=_("What is true of the card."),
        labels={code: facet.names for code, facet in flags.items()}
        | {WITHDRAWN: Words(en="Withdrawn", es="Retirada", it="Ritirata")},
        values_also={code: facet.also for code, facet in flags.items()},
    )


def _legal_field(system: GameSystem) -> SearchField:
    return SearchField(
        code=LEGAL,
        names=Words(en="Legal", es="Legal", it="Legale"),
        kind="choice",
        also=("format", "formato"),
        about=_("Cards that a deck of that format may hold."),
        labels={deck_format.code: deck_format.names for deck_format in system.formats},
    )


def _user_search_field(user_field: UserField) -> SearchField:
    return SearchField(
        code=user_field.code,
        names=user_field.names,
        kind="own_number" if user_field.amounts else "own_name",
        also=user_field.also,
        about=user_field.about,
        user_field=user_field,
    )


_SORT: Final = SearchField(
    code=SORT,
    names=Words(en="Sort", es="Orden", it="Ordina"),
    kind="sort",
    also=("order", "ordena", "ordine"),
    about=_("The order of the results: a field, or several with commas between; a minus before one turns it round."),
)
