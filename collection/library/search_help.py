"""The help page of the query language, built from the table of fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import translation

from collection.search import SearchField, catalogue_index, field_table
from simulator import games
from simulator.engine.game_system import GameSystem

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
    codes = list(all_codes)[:MAX_VALUES] if field.kind in ("choice", "ordered") else []
    values = tuple((field.label(value, language), f"{field.short}:{value}") for value in codes)
    return FieldHelp(field.names[language], field.spellings(), str(field.about), field.example(language), values)


def query_help() -> str:
    """Return a summary of the query language for the API description."""
    lines = [
        "Words, fields and comparisons, as on the library's page: `t:character str>=3 (fire or ice) sort:cost`.",
        "Fields, with all their names:",
    ]
    for system in games.systems().values():
        with translation.override("en"):
            fields = present_fields(system, language="en", with_values=False)
        lines += [f"- {field.name} (`{'`, `'.join(field.spellings)}`): {field.about}" for field in fields]
    return "\n".join(lines)
