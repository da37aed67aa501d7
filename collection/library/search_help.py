"""The help page of the query language, built from the table of fields."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import translation

from collection.search import SearchField, catalogue_index, field_table
from simulator import games
from simulator.engine.game_system import GameSystem
from simulator.engine.values import fold

MAX_VALUES = 60


@dataclass(frozen=True, slots=True)
class FieldHelp:
    name: str
    spellings: tuple[str, ...]
    about: str
    example: str
    values: tuple[tuple[str, str], ...]
    """The label of each value, and the query for it."""


def present_fields(system: GameSystem, *, language: str, with_values: bool = True) -> list[FieldHelp]:
    values = catalogue_index(system).values if with_values else {}
    return [_present_field(field, values, language) for field in field_table(system)]


def _present_field(field: SearchField, masks: Mapping[str, Mapping[Any, int]], language: str) -> FieldHelp:
    all_codes = dict.fromkeys((*field.labels, *map(str, masks.get(field.code, ()))))
    codes = list(all_codes)[:MAX_VALUES] if field.kind in ("choice", "set", "ordered") else []
    values = tuple((field.label(value, language), f"{field.short}:{value}") for value in codes)
    return FieldHelp(field.names[language], field.spellings(), str(field.about), field.example(language), values)


@dataclass(frozen=True, slots=True)
class SyntaxExamples:
    """One query for each part of the language; empty if the game has nothing to show it with."""

    word: str
    phrase: str
    field: str
    either: str
    amount: str
    without: str
    brackets: str
    order: str


def syntax_examples(system: GameSystem, *, language: str) -> SyntaxExamples:
    """Return queries that find cards of this game."""
    fields = {field.code: field for field in field_table(system) if field.facet is not None}
    kind, side = fields.get("kind"), fields.get(system.colour_facet) or fields.get("kind")
    number = next((field for field in fields.values() if field.kind == "number"), None)
    kinds, sides = (_frequent_values(system, field) for field in (kind, side))
    word = fold(system.example.name(language)).split()[0]
    phrase = " ".join(fold(system.example.text(language) or system.example.name(language)).split()[:3]).rstrip(".,;:")
    several = " or ".join(kinds)
    compared = f"{number.code}>=1" if number else ""
    return SyntaxExamples(
        word=word,
        phrase=f'"{phrase}"',
        field=system.search_example[language] or " ".join(filter(None, (*kinds[:1], compared))),
        either=f"{side.short}:{','.join(value.partition(':')[2] for value in sides)}" if side and sides else "",
        amount=_amount_example(system, list(fields.values())),
        without=f"-{sides[0]}" if sides else "",
        brackets=f"({several}) {compared}".strip() if len(kinds) > 1 else "",
        order=f"sort:-{number.code},name" if number else "sort:-name",
    )


def _frequent_values(system: GameSystem, field: SearchField | None) -> list[str]:
    """Return queries for the two values of a field that most cards have."""
    if field is None:
        return []
    facts = Counter(str(fact) for card in system.catalogue if (fact := card.fact(field.code)))
    return [f"{field.short}:{value}" for value, _ in facts.most_common(2)]


def _amount_example(system: GameSystem, fields: list[SearchField]) -> str:
    """Return a query for the value that most cards have twice or more."""
    for field in fields:
        if not field.amounts:
            continue
        values = Counter(
            name.removeprefix(field.amounts)
            for card in system.catalogue
            for name, fact in card.facts.items()
            if name.startswith(field.amounts) and isinstance(fact, int) and fact > 1
        )
        for value, _ in values.most_common(1):
            return f"{field.short}:{value}>=2"
    return ""


def query_help() -> str:
    """Return a summary of the query language for the API description."""
    lines = [
        "Words, fields and comparisons, as on the library's page: `t:character str>=3 (fire or ice) sort:cost`.",
        "Fields, with all their names:",
    ]
    systems = games.systems()
    for system in systems.values():
        lines += [f"\n{system.name.en}:\n"] if len(systems) > 1 else []
        with translation.override("en"):
            fields = present_fields(system, language="en", with_values=False)
        lines += [f"- {field.name} (`{'`, `'.join(field.spellings)}`): {field.about}" for field in fields]
    return "\n".join(lines)
