"""Dice and shuffles: reproducible, fair and independent."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.play.chance import Chance, Scripted, ScriptEnded, Stream, seed_of
from tests.engine.properties import repeatable


def stream_at(state: int) -> Stream:
    """A stream whose 64-bit counter has this value."""
    return Stream((state & 0x3FFFFF, state >> 22 & 0x3FFFFF, state >> 44 & 0xFFFFF))


def test_the_generator_matches_the_reference_output() -> None:
    # Reference output of SplitMix64 for the seed 1234567.
    stream = stream_at(1234567)
    assert [stream.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_random_numbers_are_frozen() -> None:
    # Frozen: stored results can only be recomputed while these numbers stay the same.
    chance = Chance(2024)
    cards = list(range(10))
    chance.stream("shuffle", seat=1, slot=2).shuffle(cards)
    assert chance.dice(12) == [6, 6, 4, 6, 6, 6, 1, 5, 3, 6, 2, 6]
    assert cards == [3, 6, 4, 2, 7, 9, 5, 1, 8, 0]
    assert seed_of(batch=1, number=2) == 4880204930693022999


def test_drawing_from_one_stream_never_shifts_another() -> None:
    busy, quiet = Chance(7), Chance(7)
    for _ in range(100):
        busy.stream("attack", seat=0, slot=3).die()
        busy.die()
    for key in [("attack", 1, 3), ("attack", 0, 4), ("defence", 0, 3)]:
        purpose, seat, slot = key
        dice = busy.stream(purpose, seat=seat, slot=slot).dice(20)
        assert dice == quiet.stream(purpose, seat=seat, slot=slot).dice(20)


def test_every_key_and_every_seed_has_its_own_stream() -> None:
    keys = [(purpose, seat, slot) for purpose in ("a", "b", "", "1|0|a") for seat in range(4) for slot in range(4)]
    draws = {
        Chance(seed).stream(purpose, seat=seat, slot=slot).bits() for seed in (-1, 0, 1) for purpose, seat, slot in keys
    }
    assert len(draws) == 3 * len(keys)


def test_a_stream_continues_where_it_stopped() -> None:
    chance, other = Chance(3), Chance(3)
    parts = [chance.stream("draw").die() for _ in range(8)]
    stream = other.stream("draw")
    assert parts == [stream.die() for _ in range(8)]


def test_a_clone_draws_the_same_and_does_not_change_the_original() -> None:
    chance = Chance(5)
    chance.stream("attack").dice(3)
    twin = chance.clone()
    drawn = twin.stream("attack").dice(9), twin.stream("new").dice(9), twin.dice(9)
    assert drawn == (chance.stream("attack").dice(9), chance.stream("new").dice(9), chance.dice(9))


@repeatable
@given(seed=st.integers(), bound=st.integers(min_value=1, max_value=2**64 - 1))
def test_below_stays_below(seed: int, bound: int) -> None:
    assert 0 <= Chance(seed).below(bound) < bound


def test_below_rejects_biased_values() -> None:
    # 2**64 % 3 == 1: only the raw value 0 has to be rejected, and this stream starts with it.
    step = 0x9E3779B97F4A7C15
    assert stream_at(-step).bits() == 0
    fair, rejecting, after = stream_at(-step), stream_at(-step), stream_at(0)
    assert fair.below(4) == 0
    assert [rejecting.below(3) for _ in range(5)] == [after.below(3) for _ in range(5)]


@pytest.mark.parametrize("bound", [0, -1, 2**64])
def test_below_refuses_an_invalid_bound(bound: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Chance(0).below(bound)


def test_dice_are_fair() -> None:
    counts = Counter(Chance(11).dice(60_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    # Chi-squared with five degrees of freedom exceeds 20.5 once in a thousand seeds; this seed is fixed.
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20.5


def test_shuffles_are_fair() -> None:
    stream = Chance(12).stream("shuffle")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        cards = [0, 1, 2, 3]
        stream.shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    # 23 degrees of freedom, one in a thousand.
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 49.7


@repeatable
@given(seed=st.integers(), cards=st.lists(st.integers()))
def test_a_shuffle_keeps_the_cards(seed: int, cards: list[int]) -> None:
    shuffled = list(cards)
    Chance(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(cards)


def test_dice_have_any_number_of_sides() -> None:
    assert set(Chance(1).dice(200, sides=3)) == {1, 2, 3}
    assert max(Chance(1).dice(50, sides=10**9)) > 10**8
    assert Chance(1).dice(0) == []


def test_seeds_of_a_batch_differ_and_fit_a_database_column() -> None:
    seeds = {seed_of(batch=batch, number=number) for batch in range(10) for number in range(100)}
    assert len(seeds) == 1000
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_a_script_is_drawn_in_order_across_streams() -> None:
    chance = Scripted(5, 3, 1, 0)
    assert chance.die() == 5
    assert chance.stream("attack", seat=1).dice(2) == [3, 1]
    assert chance.left == (0,)
    assert chance.stream("pick").below(2) == 0
    assert not chance.left


def test_a_script_that_runs_out_names_the_draw() -> None:
    chance = Scripted(5)
    chance.die()
    with pytest.raises(ScriptEnded, match=r"the script \(5,\) has run out: draw 2 asks for a die of 6"):
        chance.die()


def test_a_script_with_an_impossible_value_is_refused() -> None:
    with pytest.raises(ValueError, match=r"draw 1 of the script \(7,\) is 7, but asked is a die of 6"):
        Scripted(7).die()
    with pytest.raises(ValueError, match=r"below\(3\)"):
        Scripted(3).below(3)


def test_a_script_does_not_shuffle_and_has_no_raw_bits() -> None:
    cards = [3, 1, 2]
    Scripted().shuffle(cards)
    assert cards == [3, 1, 2]
    with pytest.raises(RuntimeError, match="no raw bits"):
        Scripted(1).bits()


def test_the_clone_of_a_script_is_independent() -> None:
    chance = Scripted(1, 2, 3)
    chance.die()
    twin = chance.clone()
    twin.dice(2)
    assert twin.left == ()
    assert chance.left == (2, 3)
