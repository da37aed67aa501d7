"""The help page of the query language, made from the table of fields."""

from dataclasses import dataclass

from simulator.engine.system import GameSystem

from .search import Field, catalogue_index, field_table

VALUES_SHOWN = 60


@dataclass(frozen=True, slots=True)
class FieldTold:
    name: str
    spellings: tuple[str, ...]
    about: str
    example: str
    values: tuple[tuple[str, str], ...]
    """What a value is called, and the query for it."""


def fields_told(system: GameSystem, *, language: str) -> list[FieldTold]:
    return [_told(field, system, language) for field in field_table(system)]


def _told(field: Field, system: GameSystem, language: str) -> FieldTold:
    known = dict.fromkeys((*field.labels, *map(str, catalogue_index(system).values.get(field.code, ()))))
    listed = list(known)[:VALUES_SHOWN] if field.kind in ("choice", "ordered") else []
    values = tuple((field.label(value, language), f"{field.short}:{value}") for value in listed)
    return FieldTold(field.names[language], field.spellings(), str(field.about), field.example(language), values)
