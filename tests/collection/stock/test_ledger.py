"""The ledger: counts are sums, never wrong and never negative; everything can be taken back, once."""

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
    found: dict[tuple[int, str], int] = defaultdict(int)
    for entry in Entry.objects.filter(batch__collection=collection, what__in=COUNTS):
        found[entry.printing_id, entry.what] += entry.change
    return {place: total for place, total in found.items() if total}


def totals(collection: Collection) -> dict[tuple[int, str], int]:
    rows = Holding.objects.filter(collection=collection)
    return {(row.printing_id, what): n for row in rows for what in COUNTS if (n := getattr(row, what))}


def test_a_change_is_an_entry_and_a_sum(collection: Collection) -> None:
    greer = printing(GREER).pk
    enter(collection, StockChange(greer, "cards", by=2), StockChange(greer, "painted", by=1))
    enter(collection, StockChange(greer, "cards", by=-1))
    assert (count(collection, GREER), count(collection, GREER, "painted")) == (1, 1)
    assert list(Entry.objects.order_by("pk").values_list("what", "change")) == [
        ("cards", 2),
        ("painted", 1),
        ("cards", -1),
    ]


def test_setting_is_entered_as_the_difference(collection: Collection) -> None:
    greer = printing(GREER).pk
    enter(collection, StockChange(greer, "cards", by=2))
    enter(collection, StockChange(greer, "cards", to=5))
    assert enter(collection, StockChange(greer, "cards", to=5)) is None
    assert list(Entry.objects.order_by("pk").values_list("change", flat=True)) == [2, 3]


def test_several_lines_about_one_card_are_one_entry(collection: Collection) -> None:
    greer = printing(GREER).pk
    enter(collection, StockChange(greer, "cards", by=2), StockChange(greer, "cards", by=3))
    assert Entry.objects.get().change == 5


@pytest.mark.parametrize("by", [-1, MAX_COPIES + 1])
def test_nothing_is_entered_when_one_count_would_be_impossible(collection: Collection, by: int) -> None:
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
def test_the_database_itself_refuses_a_count_below_nothing(collection: Collection, what: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Holding.objects.create(collection=collection, printing=printing(GREER), **{what: -1})


def test_the_same_key_counts_once(collection: Collection) -> None:
    greer = printing(GREER).pk
    first = enter(collection, StockChange(greer, "cards", by=1), key="form-1")
    assert enter(collection, StockChange(greer, "cards", by=1), key="form-1") == first
    assert count(collection, GREER) == 1


def test_a_batch_is_taken_back_once(collection: Collection) -> None:
    greer = printing(GREER).pk
    enter(collection, StockChange(greer, "cards", by=1))
    batch = enter(collection, StockChange(greer, "cards", by=4), StockChange(greer, "note", text="bent"))
    assert batch is not None
    undoing = batch_undo(batch=batch)
    assert undoing is not None
    assert undoing.kind == LedgerBatch.Kind.UNDO
    assert batch_undo(batch=batch) is None
    assert count(collection, GREER) == 1
    assert Holding.objects.get().note == ""


def test_one_entry_of_a_batch_is_taken_back_and_then_the_rest(collection: Collection) -> None:
    greer, fireball = printing(GREER).pk, printing(FIREBALL).pk
    batch = enter(collection, StockChange(greer, "cards", by=4), StockChange(fireball, "cards", by=2))
    assert batch is not None
    entry = batch.entries.get(printing_id=greer)
    entry_undo(entry=entry)
    assert entry_undo(entry=entry) is None
    assert (count(collection, GREER), count(collection, FIREBALL)) == (0, 2)
    batch_undo(batch=batch)
    assert (count(collection, GREER), count(collection, FIREBALL)) == (0, 0)


def test_taking_back_can_be_taken_back(collection: Collection) -> None:
    batch = enter(collection, StockChange(printing(GREER).pk, "cards", by=4))
    assert batch is not None
    undoing = batch_undo(batch=batch)
    assert undoing is not None
    batch_undo(batch=undoing)
    assert count(collection, GREER) == 4


def test_what_was_given_away_since_cannot_be_taken_back(collection: Collection) -> None:
    greer = printing(GREER).pk
    batch = enter(collection, StockChange(greer, "cards", by=2))
    enter(collection, StockChange(greer, "cards", by=-1))
    assert batch is not None
    with pytest.raises(StockError, match="nothing was changed"):
        batch_undo(batch=batch)
    assert count(collection, GREER) == 1


def test_an_entry_is_never_changed(collection: Collection) -> None:
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
        for code, what, amount, exact, act in steps:
            try:
                if act == "enter":
                    to = amount if exact else None
                    enter(collection, StockChange(printing(code).pk, what, by=0 if exact else amount, to=to))
                elif batch := LedgerBatch.objects.filter(collection=collection).first():
                    batch_undo(batch=batch)
            except StockError:
                pass
        assert totals(collection) == sums(collection)
        assert all(number >= 0 for number in totals(collection).values())
        transaction.set_rollback(True)


def test_a_box_brings_its_cards_and_their_miniatures(collection: Collection) -> None:
    system = games.system("signum")
    box = system.products()[0]
    batch = product_enter(collection=collection, product=box, system=system, boxes=2, why="two boxes")
    assert batch is not None
    for code, number in box.cards:
        has_one = system.catalogue[code].kind in system.miniature_kinds
        assert count(collection, code) == 2 * number
        assert count(collection, code, "unpainted") == (2 * number if has_one else 0)


def test_the_first_collection_is_the_main_one_and_its_heir_follows(owner: User, cards: None) -> None:
    first = main_collection(owner=owner, system="signum")
    assert main_collection(owner=owner, system="signum") == first
    second = collection_create(owner=owner, system="signum", name="Club")
    assert not second.main
    collection_make_main(collection=second)
    assert main_collection(owner=owner, system="signum") == second
    collection_delete(collection=second)
    assert main_collection(owner=owner, system="signum") == first


def test_two_collections_of_a_name_are_refused_with_the_name(collection: Collection, owner: User) -> None:
    with pytest.raises(StockError, match="Shelf"):
        collection_create(owner=owner, system="signum", name="Shelf")
