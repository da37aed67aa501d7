"""Many writers at once, on a real server: every press counts once, and no count goes below nothing."""

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


def at_once(act: Callable[[int], object], times: int) -> list[object]:
    def alone(number: int) -> object:
        try:
            return act(number)
        except StockError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as writers:
        return list(writers.map(alone, range(times)))


def enter(shelf: Collection, by: int, key: str = "") -> LedgerBatch | None:
    greer = Printing.objects.get(code="core-007").pk
    return stock_enter(
        collection=shelf, changes=[StockChange(greer, "cards", by=by)], kind=LedgerBatch.Kind.HAND, key=key
    )


def total() -> int:
    held = Holding.objects.get().cards
    assert held == sum(Entry.objects.values_list("change", flat=True))
    return held


def test_every_press_counts(shelf: Collection) -> None:
    at_once(lambda _: enter(shelf, 1), 40)
    assert total() == 40


def test_a_press_sent_many_times_counts_once(shelf: Collection) -> None:
    at_once(lambda number: enter(shelf, 1, key=f"form-{number % 4}"), 40)
    assert total() == 4


def test_what_is_there_once_is_taken_once(shelf: Collection) -> None:
    enter(shelf, 3)
    answers = at_once(lambda _: enter(shelf, -1), 20)
    assert total() == 0
    assert sum(isinstance(answer, StockError) for answer in answers) == 17


def test_a_batch_is_taken_back_once_by_however_many(shelf: Collection) -> None:
    enter(shelf, 5)
    batch = enter(shelf, 2)
    assert batch is not None
    at_once(lambda _: batch_undo(batch=batch), 16)
    assert total() == 5


def test_the_first_press_on_several_devices_makes_one_collection() -> None:
    owner = User.objects.create_user("osric", password="correct horse battery")
    found = at_once(lambda _: main_collection(owner=owner, system="signum").pk, 16)
    assert len(set(found)) == 1
