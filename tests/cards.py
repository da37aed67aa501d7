"""Signum's cards in the test's database, quickly: made once a process, afterwards the same rows again."""

from functools import cache
from typing import Any

from django.db import connection

from collection.models import Card, CatalogueState, Printing
from collection.services import catalogue_load
from simulator import games

TABLES = tuple(model._meta.db_table for model in (Card, Printing, CatalogueState))


def signum_cards() -> None:
    """As load_catalogue leaves them. Only SQLite takes back the rows it gave out as they are."""
    if connection.vendor != "sqlite":
        catalogue_load(system=games.system("signum"))
        return
    with connection.cursor() as cursor:
        for table, (columns, rows) in _rows().items():
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)


@cache
def _rows() -> dict[str, tuple[list[str], list[Any]]]:
    catalogue_load(system=games.system("signum"))
    with connection.cursor() as cursor:
        kept = {}
        for table in TABLES:
            cursor.execute(f"SELECT * FROM {table}")
            kept[table] = ([f'"{column[0]}"' for column in cursor.description], cursor.fetchall())
        for table in reversed(TABLES):
            cursor.execute(f"DELETE FROM {table}")
    return kept
