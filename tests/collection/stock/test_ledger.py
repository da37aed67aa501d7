"""The ledger: counts are sums of entries, never negative."""

from collections import defaultdict

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.stock.models import COUNTS, MAX_COPIES, Collection, Entry, Holding, LedgerBatch
from collection.stock.services import (
    StockChange,
    StockError,
    batch_undo,
    collection_create,
    collection_delete,
    collection_make_main,
    entry_undo,
    main_collection,
    product_enter,
    stock_enter,
)
from signum_site.accounts.models import User
from simulator import games
from tests.collection.stock.conftest import printing

GREER, FIREBALL, FOREST = "core-007", "core-081", "core-255"


def enter(collection: Collection, *changes: StockChange, key: str = "") -> LedgerBatch | None:
    return stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND, key=key)


def count(collection: Collection, code: str, what: str = "cards") -> int:
    row = Holding.objects.filter(collection=collection, printing__code=code).first()
    return int(getattr(row, what)) if row else 0


def sums(collection: Collection) -> dict[tuple[int, str], int]:
    totals_by_field: dict[tuple[int, str], int] = defaultdict(int)
    for entry in Entry.objects.filter(batch__collection=collection, what__in=COUNTS):
        totals_by_field[entry.printing_id, entry.what] += entry.change
    return {key: total for key, total in totals_by_field.items() if total}


def totals(collection: Collection) -> dict[tuple[int, str], int]:
    rows = Holding.objects.filter(collection=collection)
    return {(row.printing_id, what): number for row in rows for what in COUNTS if (number := getattr(row, what))}


def test_a_change_adds_an_entry_and_updates_the_sum(collection: Collection) -> None:
    greer = printing(GREER).pk
    enter(collection, StockChange(greer, "cards", by=2), StockChange(greer, "painted", by=1))
    enter(collection, StockChange(greer, "cards", by=-1))
    assert (count(collection, GREER), count(collection, GREER, "painted")) == (1, 1)
    assert list(Entry.objects.order_by("pk").values_list("what", "change")) == [
        ("cards", 2),
        ("painted", 1),
        ("cards", -1),
    ]


def test_setting_a_count_enters_the_difference(collection: Collection) -> None:
    greer = printing(GREER).pk
    enter(collection, StockChange(greer, "cards", by=2))
    enter(collection, StockChange(greer, "cards", to=5))
    assert enter(collection, StockChange(greer, "cards", to=5)) is None
    assert list(Entry.objects.order_by("pk").values_list("change", flat=True)) == [2, 3]


def test_changes_of_one_card_become_one_entry(collection: Collection) -> None:
    greer = printing(GREER).pk
    enter(collection, StockChange(greer, "cards", by=2), StockChange(greer, "cards", by=3))
    assert Entry.objects.get().change == 5


@pytest.mark.parametrize("by", [-1, MAX_COPIES + 1])
def test_an_impossible_count_rejects_the_whole_batch(collection: Collection, by: int) -> None:
    with pytest.raises(StockError, match=FIREBALL):
        enter(
            collection,
            StockChange(printing(GREER).pk, "cards", by=1),
            StockChange(printing(FIREBALL).pk, "cards", by=by),
        )
    assert not Entry.objects.exists()
    assert not Holding.objects.exists()


@pytest.mark.both_databases
@pytest.mark.parametrize("what", COUNTS)
def test_the_database_rejects_negative_counts(collection: Collection, what: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Holding.objects.create(collection=collection, printing=printing(GREER), **{what: -1})


def test_a_repeated_key_counts_once(collection: Collection) -> None:
    greer = printing(GREER).pk
    first = enter(collection, StockChange(greer, "cards", by=1), key="form-1")
    assert enter(collection, StockChange(greer, "cards", by=1), key="form-1") == first
    assert count(collection, GREER) == 1


def test_a_batch_is_undone_once(collection: Collection) -> None:
    greer = printing(GREER).pk
    enter(collection, StockChange(greer, "cards", by=1))
    batch = enter(collection, StockChange(greer, "cards", by=4), StockChange(greer, "note", text="bent"))
    assert batch is not None
    undo = batch_undo(batch=batch)
    assert undo is not None
    assert undo.kind == LedgerBatch.Kind.UNDO
    assert batch_undo(batch=batch) is None
    assert count(collection, GREER) == 1
    assert Holding.objects.get().note == ""


def test_one_entry_is_undone_and_then_the_rest(collection: Collection) -> None:
    greer, fireball = printing(GREER).pk, printing(FIREBALL).pk
    batch = enter(collection, StockChange(greer, "cards", by=4), StockChange(fireball, "cards", by=2))
    assert batch is not None
    entry = batch.entries.get(printing_id=greer)
    entry_undo(entry=entry)
    assert entry_undo(entry=entry) is None
    assert (count(collection, GREER), count(collection, FIREBALL)) == (0, 2)
    batch_undo(batch=batch)
    assert (count(collection, GREER), count(collection, FIREBALL)) == (0, 0)


def test_an_undo_can_be_undone(collection: Collection) -> None:
    batch = enter(collection, StockChange(printing(GREER).pk, "cards", by=4))
    assert batch is not None
    undo = batch_undo(batch=batch)
    assert undo is not None
    batch_undo(batch=undo)
    assert count(collection, GREER) == 4


def test_an_undo_that_would_go_negative_is_rejected(collection: Collection) -> None:
    greer = printing(GREER).pk
    batch = enter(collection, StockChange(greer, "cards", by=2))
    enter(collection, StockChange(greer, "cards", by=-1))
    assert batch is not None
    with pytest.raises(StockError, match="nothing was changed"):
        batch_undo(batch=batch)
    assert count(collection, GREER) == 1


def test_an_entry_cannot_be_changed(collection: Collection) -> None:
    enter(collection, StockChange(printing(GREER).pk, "cards", by=2))
    entry = Entry.objects.get()
    entry.change = 3
    with pytest.raises(TypeError, match="never changed"):
        entry.save()


steps = st.lists(
    st.tuples(
        st.sampled_from([GREER, FIREBALL, FOREST]),
        st.sampled_from(COUNTS),
        st.integers(-4, 6),
        st.booleans(),
        st.sampled_from(["enter", "undo"]),
    ),
    max_size=20,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=steps)
def test_holdings_always_equal_the_sum_of_their_entries(collection: Collection, steps: list) -> None:
    with transaction.atomic():
        for code, what, amount, exact, action in steps:
            try:
                if action == "enter":
                    to = amount if exact else None
                    enter(collection, StockChange(printing(code).pk, what, by=0 if exact else amount, to=to))
                elif batch := LedgerBatch.objects.filter(collection=collection).first():
                    batch_undo(batch=batch)
            except StockError:
                pass
        assert totals(collection) == sums(collection)
        assert all(number >= 0 for number in totals(collection).values())
        transaction.set_rollback(True)


def test_a_box_adds_its_cards_and_miniatures(collection: Collection) -> None:
    system = games.system("signum")
    box = system.products()[0]
    batch = product_enter(collection=collection, product=box, system=system, boxes=2, why="two boxes")
    assert batch is not None
    for code, number in box.cards:
        has_miniature = system.catalogue[code].kind in system.miniature_kinds
        assert count(collection, code) == 2 * number
        assert count(collection, code, "unpainted") == (2 * number if has_miniature else 0)


def test_the_main_collection_and_its_successor(owner: User, cards: None) -> None:
    first = main_collection(owner=owner, system="signum")
    assert main_collection(owner=owner, system="signum") == first
    second = collection_create(owner=owner, system="signum", name="Club")
    assert not second.main
    collection_make_main(collection=second)
    assert main_collection(owner=owner, system="signum") == second
    collection_delete(collection=second)
    assert main_collection(owner=owner, system="signum") == first


def test_a_duplicate_collection_name_is_rejected(collection: Collection, owner: User) -> None:
    with pytest.raises(StockError, match="Shelf"):
        collection_create(owner=owner, system="signum", name="Shelf")
