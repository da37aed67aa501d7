"""Backups keep every table and type of column, across both databases."""

import datetime as dt
import uuid
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, models
from django.test.utils import isolate_apps

from decks.models import Deck, DeckVersion
from signum_site.accounts.models import User
from signum_site.backup import rows
from signum_site.backup.services import backup_make, backup_restore
from simulator.models.batches import Batch
from tests.signum_site.backup.every_model import (
    ALL_BYTES,
    DOCUMENT,
    JSON_NULL,
    MOMENT,
    TEXT,
    all_values,
    everything,
    fill_every_model,
    full_site,
    own_models,
)
from tests.signum_site.backup.own_databases import another_database, copied_schema, default_database, sqlite_database

__all__ = ["another_database", "copied_schema", "full_site"]

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("backup")]
VERSION_1 = Path(__file__).with_name("backup-version-1.zip")


@pytest.mark.both_databases
@pytest.mark.usefixtures("copied_schema")
def test_every_table_is_restored(full_site: Path) -> None:
    before = everything()
    assert all(before[0][model._meta.label] for model in own_models())
    made = backup_make()
    User.objects.update(password="another")
    backup_restore(made.path)
    assert everything() == before


@pytest.mark.services
def test_every_table_survives_a_change_of_database(full_site: Path, tmp_path: Path) -> None:
    with default_database(**sqlite_database(tmp_path / "first.sqlite3")):
        call_command("migrate", verbosity=0)
        fill_every_model()
        before = all_values()
        first = backup_make()
    assert connection.vendor == "postgresql"
    backup_restore(first.path)
    assert all_values() == before
    second = backup_make()
    with default_database(**sqlite_database(tmp_path / "last.sqlite3")):
        backup_restore(second.path)
        assert all_values() == before


@pytest.mark.both_databases
def test_backup_of_format_1_is_restored(full_site: Path) -> None:
    """The file was written by the last version with this format."""
    backup_restore(VERSION_1)
    assert User.objects.get().email == "brenna@example.org"
    assert Deck.objects.get().name == "The Merciful Hand"
    assert DeckVersion.objects.get().message == "Primera versión: ¡“así”!"
    batch = Batch.objects.get()
    assert Batch.objects.filter(overall__isnull=True).exists()
    assert batch.seats["went_second"] == [0.0, 0.7934506856227626]
    assert batch.created_at == dt.datetime(2026, 11, 17, 19, 46, 33, 139147, tzinfo=dt.UTC)


# --- all of Django's field types, used or not

WHOLE = [0, 1, -1]
FIELDS: dict[type[models.Field], tuple[models.Field, list[Any]]] = {
    models.AutoField: (models.AutoField(primary_key=True), [1, 2**31 - 1]),
    models.BigAutoField: (models.BigAutoField(primary_key=True), [1, 2**63 - 1]),
    models.BigIntegerField: (models.BigIntegerField(null=True), [*WHOLE, 2**63 - 1, -(2**63)]),
    models.BinaryField: (models.BinaryField(null=True), [b"", ALL_BYTES, b"\x00", b"\xff" * 100_000]),
    models.BooleanField: (models.BooleanField(null=True), [True, False]),
    models.CharField: (models.CharField(max_length=200, null=True), ["", TEXT, "null"]),
    models.DateField: (models.DateField(null=True), [dt.date.min, dt.date.max, dt.date(2024, 2, 29)]),
    models.DateTimeField: (models.DateTimeField(null=True), [MOMENT, MOMENT.replace(microsecond=0, year=1)]),
    models.DecimalField: (
        models.DecimalField(max_digits=12, decimal_places=4, null=True),
        [Decimal("0.0001"), Decimal("-12345678.9000"), Decimal("0.0000")],
    ),
    models.DurationField: (
        models.DurationField(null=True),
        [dt.timedelta(0), dt.timedelta(days=-3, microseconds=1), dt.timedelta(days=9999, seconds=86399)],
    ),
    models.EmailField: (models.EmailField(null=True), ["brenna@example.org"]),
    models.FileField: (models.FileField(null=True), ["", "art/è.png"]),
    models.FilePathField: (models.FilePathField(null=True), ["/srv/è"]),
    models.FloatField: (models.FloatField(null=True), [0.0, 0.1 + 0.2, 1e308, 5e-324, float("inf"), 2.0**70]),
    models.GenericIPAddressField: (
        models.GenericIPAddressField(null=True),
        ["192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1"],
    ),
    models.ImageField: (models.ImageField(null=True), ["art/è.png"]),
    models.IntegerField: (models.IntegerField(null=True), [*WHOLE, 2**31 - 1, -(2**31)]),
    models.JSONField: (
        models.JSONField(null=True),
        [DOCUMENT, JSON_NULL, {}, [], "", "null", 0, False, [None], -(10**40), 0.1],
    ),
    models.PositiveBigIntegerField: (models.PositiveBigIntegerField(null=True), [0, 2**63 - 1]),
    models.PositiveIntegerField: (models.PositiveIntegerField(null=True), [0, 2**31 - 1]),
    models.PositiveSmallIntegerField: (models.PositiveSmallIntegerField(null=True), [0, 32767]),
    models.SlugField: (models.SlugField(null=True), ["a-slug"]),
    models.SmallAutoField: (models.SmallAutoField(primary_key=True), [1, 32767]),
    models.SmallIntegerField: (models.SmallIntegerField(null=True), [*WHOLE, -32768]),
    models.TextField: (models.TextField(null=True), ["", TEXT * 1000, "null"]),
    models.TimeField: (models.TimeField(null=True), [dt.time.min, dt.time.max, dt.time(12)]),
    models.URLField: (models.URLField(null=True), ["https://signum.example/è"]),
    models.UUIDField: (models.UUIDField(null=True), [uuid.UUID(int=0), uuid.UUID(int=2**128 - 1)]),
}
OTHERS = {models.Field, models.GeneratedField, models.CompositePrimaryKey, models.OrderWrt}


def test_all_field_types_are_covered() -> None:
    kinds = {kind for kind in vars(models).values() if isinstance(kind, type) and issubclass(kind, models.Field)}
    relations = {kind for kind in kinds if issubclass(kind, models.ForeignObject | models.ManyToManyField)}
    removed = {kind for kind in kinds if kind.system_check_removed_details}
    assert kinds - relations - removed - OTHERS - FIELDS.keys() == set()


def test_generated_columns_are_left_out() -> None:
    whole = models.IntegerField()
    area = models.GeneratedField(expression=models.F("side") * 2, output_field=whole, db_persist=True)
    with isolate_apps("tests"):
        meta = type("Meta", (), {"app_label": "tests"})
        model = type("Square", (models.Model,), {"__module__": __name__, "Meta": meta, "side": whole, "area": area})
    assert [column.name for column in rows.columns(model)] == ["id", "side"]


def models_of_all_types() -> list[tuple[type[models.Model], list[Any]]]:
    """A model for each field type, and its values."""
    made = []
    with isolate_apps("tests"):
        for kind, (field, values) in FIELDS.items():
            meta = type("Meta", (), {"app_label": "tests", "db_table": f"kind_{kind.__name__.lower()}"})
            body = {"__module__": __name__, "Meta": meta, "value": field.clone()}
            made.append((type(kind.__name__, (models.Model,), body), values if field.primary_key else [*values, None]))
    return made


def typed_values(model: type[models.Model]) -> list[Any]:
    """All values with their types: 1 is not True, JSON's null is not NULL."""
    field = model._meta.get_field("value")
    values = [bytes(value) if isinstance(value, memoryview) else value for value in values_of(model)]
    if isinstance(field, models.JSONField):
        nulls = model._base_manager.order_by("pk").values_list("value__isnull", flat=True)
        return list(zip(values, nulls, strict=True))
    return [(type(value), value) for value in values]


def values_of(model: type[models.Model]) -> Any:
    return model._base_manager.order_by("pk").values_list("value", flat=True)


@pytest.mark.both_databases
def test_all_field_types_are_kept(another_database: Callable[[], dict[str, Any]], django_db_blocker: Any) -> None:
    _assert_all_types_kept([another_database()] * 2, django_db_blocker)


@pytest.mark.services
def test_all_field_types_survive_a_change_of_database(
    another_database: Callable[[], dict[str, Any]], django_db_blocker: Any, tmp_path: Path
) -> None:
    first, last = sqlite_database(tmp_path / "first.sqlite3"), sqlite_database(tmp_path / "last.sqlite3")
    _assert_all_types_kept([first, another_database(), last], django_db_blocker)


def _assert_all_types_kept(databases: list[dict[str, Any]], django_db_blocker: Any) -> None:
    tables = models_of_all_types()
    with django_db_blocker.unblock(), default_database(**databases[0]):
        _create(tables)
        for model, values in tables:
            for value in values:
                model(value=value).save(force_insert=True)
        expected = {model: typed_values(model) for model, _ in tables}
        lines = {model: list(rows.dump_rows(model, alias="default")) for model, _ in tables}
        _drop(tables)
    for described in databases[1:]:
        with django_db_blocker.unblock(), default_database(**described):
            _create(tables)
            for model, _ in tables:
                names = [column.name for column in rows.columns(model)]
                rows.load_rows(model, names, lines[model], alias="default")
                assert typed_values(model) == expected[model]
                lines[model] = list(rows.dump_rows(model, alias="default"))
            _drop(tables)


def _create(tables: list[tuple[type[models.Model], list[Any]]]) -> None:
    with connection.schema_editor() as editor:
        for model, _ in tables:
            editor.create_model(model)


def _drop(tables: list[tuple[type[models.Model], list[Any]]]) -> None:
    with connection.schema_editor() as editor:
        for model, _ in tables:
            editor.delete_model(model)
