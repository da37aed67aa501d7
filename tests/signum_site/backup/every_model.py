"""Rows in every table, by introspection, so that new models are included.

Row n of a table refers to row n of the others, so unique columns and pairs need no special care.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as site_settings
from django.db import connection, models, transaction

from tests.signum_site.backup.own_databases import default_database

ALL_BYTES = bytes(range(256))
TEXT = "“Ñandú” è 一 🜁 'quoted' \"twice\" \\ \n\t%s {0}"
DOCUMENT = {"b": [1, 2.5, None, True, {"è": "“"}], "a": {}, "large": 2**70, "small": 1e-300, "": ""}
JSON_NULL = models.Value(None, models.JSONField())
MOMENT = datetime(2026, 2, 28, 23, 59, 59, 987654, tzinfo=UTC)
FIRST_KEY = 30_000  # above all rows that migrations write, and within the smallest key type
ROWS = (1, 2, 3)


@pytest.fixture
def full_site(
    tmp_path: Path, settings: Any, django_db_blocker: Any, another_database: Callable[[], dict[str, Any]]
) -> Iterator[Path]:
    """The folder of a site with rows in every table and two pictures."""
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path / "var", tmp_path / "var" / "media"
    (settings.MEDIA_ROOT / "art").mkdir(parents=True)
    (settings.MEDIA_ROOT / "art" / "core-007.png").write_bytes(ALL_BYTES)
    (settings.MEDIA_ROOT / "empty.png").touch()
    with django_db_blocker.unblock(), default_database(**another_database()):
        fill_every_model()
        yield settings.VAR_DIR


def everything() -> tuple[Any, Any]:
    """Everything that a backup must keep: all values and all files."""
    media = Path(site_settings.MEDIA_ROOT)
    files = {path.relative_to(media): path.read_bytes() for path in media.rglob("*") if path.is_file()}
    return all_values(), files


def own_models() -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def fill_every_model() -> None:
    with connection.constraint_checks_disabled(), transaction.atomic():
        for model in own_models():
            for n in ROWS:
                values = {field.attname: value(field, n) for field in model._meta.local_concrete_fields}
                row = model(**values)
                row.save_base(raw=True, force_insert=True)
        connection.check_constraints()


def value(field: Any, n: int) -> Any:
    """A distinctive value for row n.

    Complex in row 1, empty in row 2, NULL in row 3 if the column allows it.
    """
    key = field.primary_key or field.is_relation
    while field.is_relation:
        if field.null and n == 3:
            return None
        field = field.target_field
    if n == 3 and field.null and not key:
        return None
    made = VALUES[field.get_internal_type()](n + FIRST_KEY if key else n)
    return made[: field.max_length] if isinstance(made, str) else made


def text(n: int) -> str:
    return "" if n == 2 else f"{n} {TEXT}"


def unique_text(n: int) -> str:
    return f"{n}{TEXT}"


VALUES: dict[str, Any] = {
    "AutoField": int,
    "BigAutoField": int,
    "BigIntegerField": lambda n: (2**63 - 1, -(2**63), 0)[n - 1],
    "BinaryField": lambda n: (ALL_BYTES, b"", b"\x00")[n - 1],
    "BooleanField": lambda n: n == 1,
    "CharField": unique_text,
    "DateField": lambda n: date(2024, 2, 28 + n % 2),
    "DateTimeField": lambda n: MOMENT.replace(hour=n % 24),
    "FloatField": lambda n: (0.1 + 0.2, -1.7e308, 5.0)[n - 1],
    "IntegerField": int,
    "JSONField": lambda n: (DOCUMENT, JSON_NULL, [])[n - 1],
    "PositiveIntegerField": int,
    "PositiveSmallIntegerField": int,
    "TextField": text,
}


def all_values() -> dict[str, list[dict[str, Any]]]:
    """All values of all rows.

    For JSON also whether it is NULL, because JSON's null is None, too.
    """
    values = {}
    for model in own_models():
        documents = [field for field in model._meta.local_concrete_fields if isinstance(field, models.JSONField)]
        missing = {f"{field.name}_missing": models.Q(**{f"{field.name}__isnull": True}) for field in documents}
        rows = model._base_manager.order_by("pk").annotate(**missing).values()
        values[model._meta.label] = [{name: _comparable(cell) for name, cell in row.items()} for row in rows]
    return values


def _comparable(cell: Any) -> Any:
    return bytes(cell) if isinstance(cell, memoryview) else cell
