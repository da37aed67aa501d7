"""Requirements and stocks as counts and as bits, and conflicts between decks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.availability.allocation import build_together
from decks.availability.requirements import Stock, bits_lacking, lacking, stock_bits, units_of

CODES = [f"core-{n}" for n in range(8)]
NUMBERS = {code: n * 3 for n, code in enumerate(CODES[:7])}
counts = st.dictionaries(st.sampled_from(CODES), st.integers(1, 9))


@given(needs=counts, available=counts)
def test_bits_count_what_is_lacking(needs: dict[str, int], available: dict[str, int]) -> None:
    available.pop(CODES[7], None)
    units, beyond = units_of(needs, NUMBERS)
    by_number = {NUMBERS[code]: count for code, count in available.items()}
    missing = bits_lacking(units, beyond, bits=stock_bits(by_number), counts=by_number)
    assert missing == sum(lacking(needs, available).values())


def decks(*needs: dict[str, int]) -> list[tuple[str, Stock]]:
    return [(f"deck {number}", Stock(need, {})) for number, need in enumerate(needs, 1)]


def test_decks_that_share_a_card_conflict() -> None:
    answer = build_together(decks({"a": 1}, {"a": 1, "b": 1}), stock=Stock({"a": 1, "b": 1}))
    (short,) = answer.cards
    assert short.is_conflict
    assert (short.missing, short.by) == (1, (("deck 1", 1), ("deck 2", 1)))
    assert not answer.buildable
    assert answer.fitting == ("deck 1",)


def test_missing_card_is_no_conflict() -> None:
    answer = build_together(decks({"a": 2}, {"b": 1}), stock=Stock({"b": 1}))
    assert [(short.code, short.is_conflict) for short in answer.cards] == [("a", False)]
    assert answer.fitting == ("deck 2",)


def test_largest_fitting_set_is_found() -> None:
    answer = build_together(decks({"a": 2}, {"a": 1}, {"a": 1}), stock=Stock({"a": 2}))
    assert answer.fitting == ("deck 2", "deck 3")


def test_cards_without_miniatures_are_buildable_and_not_table_ready() -> None:
    answer = build_together([("one", Stock({"a": 1}, {"a": 1}))], stock=Stock({"a": 1}))
    assert answer.buildable
    assert not answer.table_ready


@given(needs=st.lists(counts, max_size=6), available=counts)
def test_fitting_decks_are_buildable_together(needs: list[dict[str, int]], available: dict[str, int]) -> None:
    wanted = decks(*needs)
    answer = build_together(wanted, stock=Stock(available))
    fitting = [deck for deck in wanted if deck[0] in answer.fitting]
    assert build_together(fitting, stock=Stock(available)).buildable
    assert answer.buildable == (len(fitting) == len(wanted))


@pytest.mark.parametrize("many", [40])
def test_many_conflicting_decks_are_answered(many: int) -> None:
    answer = build_together(decks(*[{"a": 1}] * many), stock=Stock({"a": 3}))
    assert len(answer.fitting) == 3
