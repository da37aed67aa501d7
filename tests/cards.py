"""Loads Signum's cards into the test database quickly.

The rows are built once per process.
"""

from functools import cache
from typing import Any

from django.db import connection

from collection.models import Card, CatalogueState, Printing
from collection.services import catalogue_load
from simulator import games

TABLES = tuple(model._meta.db_table for model in (Card, Printing, CatalogueState))


def signum_cards() -> None:
    """Loads the cards like load_catalogue.

    Only SQLite accepts the raw rows that it returned.
    """
    if connection.vendor != "sqlite":
        catalogue_load(system=games.system("signum"))
        return
    with connection.cursor() as cursor:
        for table, (columns, rows) in _rows().items():
            placeholders = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({placeholders})", rows)


@cache
def _rows() -> dict[str, tuple[list[str], list[Any]]]:
    catalogue_load(system=games.system("signum"))
    with connection.cursor() as cursor:
        tables = {}
        for table in TABLES:
            cursor.execute(f"SELECT * FROM {table}")
            tables[table] = ([f'"{column[0]}"' for column in cursor.description], cursor.fetchall())
        for table in reversed(TABLES):
            cursor.execute(f"DELETE FROM {table}")
    return tables
