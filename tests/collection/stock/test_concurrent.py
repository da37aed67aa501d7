"""Concurrent writers on a real database: every change counts once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from collection.models import Printing
from collection.stock.models import Collection, Entry, Holding, LedgerBatch
from collection.stock.services import (
    StockChange,
    StockError,
    batch_undo,
    collection_create,
    main_collection,
    stock_enter,
)
from signum_site.accounts.models import User
from tests.cards import signum_cards

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
WRITERS = 8


@pytest.fixture
def shelf() -> Collection:
    signum_cards()
    owner = User.objects.create_user("brenna", password="correct horse battery")
    return collection_create(owner=owner, system="signum", name="Shelf")


def run_concurrently(action: Callable[[int], object], times: int) -> list[object]:
    def run_one(number: int) -> object:
        try:
            return action(number)
        except StockError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as writers:
        return list(writers.map(run_one, range(times)))


def enter(shelf: Collection, by: int, key: str = "") -> LedgerBatch | None:
    greer = Printing.objects.get(code="core-007").pk
    return stock_enter(
        collection=shelf, changes=[StockChange(greer, "cards", by=by)], kind=LedgerBatch.Kind.HAND, key=key
    )


def total() -> int:
    held = Holding.objects.get().cards
    assert held == sum(Entry.objects.values_list("change", flat=True))
    return held


def test_every_change_counts(shelf: Collection) -> None:
    run_concurrently(lambda _: enter(shelf, 1), 40)
    assert total() == 40


def test_a_repeated_key_counts_once(shelf: Collection) -> None:
    run_concurrently(lambda number: enter(shelf, 1, key=f"form-{number % 4}"), 40)
    assert total() == 4


def test_no_more_is_removed_than_there_is(shelf: Collection) -> None:
    enter(shelf, 3)
    results = run_concurrently(lambda _: enter(shelf, -1), 20)
    assert total() == 0
    assert sum(isinstance(result, StockError) for result in results) == 17


def test_a_batch_is_undone_once(shelf: Collection) -> None:
    enter(shelf, 5)
    batch = enter(shelf, 2)
    assert batch is not None
    run_concurrently(lambda _: batch_undo(batch=batch), 16)
    assert total() == 5


def test_concurrent_first_changes_create_one_collection() -> None:
    owner = User.objects.create_user("osric", password="correct horse battery")
    ids = run_concurrently(lambda _: main_collection(owner=owner, system="signum").pk, 16)
    assert len(set(ids)) == 1
