"""Shuffles and picks by a key of each card: fair, and stable when the deck changes."""

from collections import Counter
from itertools import combinations

import pytest

from simulator.engine.play.chance import Chance, Scripted, Stream
from simulator.engine.play.spliced_chance import SplicedChance

DECK = sorted([*(f"card {number}" for number in range(30)), *(f"card {number}" for number in range(10))])


def shuffled(names: list[str], *, seed: int = 1, seat: int = 0, before: int = 0) -> list[str]:
    """The names after so many other shuffles and one more."""
    stream = Chance(seed).stream("shuffle", seat=seat)
    for _ in range(before):
        stream.shuffle_cards(["other"], names=["other"])
    return order(stream, names)


def order(stream: Stream, names: list[str]) -> list[str]:
    cards = list(names)
    stream.shuffle_cards(cards, names=names)
    return cards


def chi_squared(counts: Counter[str], *, expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts.values())


def test_the_order_is_frozen() -> None:
    # Frozen: stored results can only be recomputed while these orders stay the same.
    assert shuffled(list("aabcdef"), seed=2024) == list("ecbaadf")
    assert Chance(2024).stream("discard").pick_card(list("aabcdef")) == 1


def test_a_shuffle_keeps_the_cards() -> None:
    assert sorted(shuffled(DECK)) == DECK
    assert shuffled([]) == []
    assert shuffled(["alone"]) == ["alone"]


@pytest.mark.parametrize("seed", [1, 2])
def test_every_card_comes_first_equally_often(seed: int) -> None:
    stream, names = Chance(seed).stream("shuffle"), [f"card {number}" for number in range(20)]
    firsts = Counter(order(stream, names)[0] for _ in range(4_000))
    assert len(firsts) == 20
    assert chi_squared(firsts, expected=200) < 43.8  # 19 degrees of freedom, one in a thousand


def test_every_pair_of_cards_comes_in_both_orders() -> None:
    stream, names = Chance(4).stream("shuffle"), [f"card {number}" for number in range(12)]
    before: Counter[tuple[str, str]] = Counter()
    for _ in range(2_000):
        before.update(combinations(order(stream, names), 2))
    pairs = list(combinations(names, 2))
    # Each pair is a fair coin: the sum has one degree of freedom per pair, at most 66, exceeded once in a thousand.
    assert sum((before[pair] - 1000) ** 2 / 500 for pair in pairs) < 107.3


def test_every_order_of_copies_and_others_is_equally_likely() -> None:
    stream = Chance(5).stream("shuffle")
    orders = Counter("".join(order(stream, list("aabb"))) for _ in range(6_000))
    assert len(orders) == 6
    assert chi_squared(orders, expected=1_000) < 20.5  # 5 degrees of freedom, one in a thousand


def test_every_card_is_picked_equally_often() -> None:
    stream = Chance(6).stream("discard")
    picked = Counter(str(stream.pick_card(list("aabcdefg"))) for _ in range(4_000))
    assert len(picked) == 8
    assert chi_squared(picked, expected=500) < 24.3  # 7 degrees of freedom, one in a thousand


@pytest.mark.parametrize("out", sorted(set(DECK)))
def test_without_one_card_the_others_keep_their_order(out: str) -> None:
    fewer = list(DECK)
    fewer.remove(out)
    whole, cut = shuffled(DECK), shuffled(fewer)
    places = [place for place, name in enumerate(whole) if name == out]
    assert cut in [whole[:place] + whole[place + 1 :] for place in places]


def test_with_one_card_swapped_the_others_keep_their_order() -> None:
    swapped = sorted([*(name for name in DECK if name != "card 29"), "another card"])
    assert [name for name in shuffled(swapped) if name != "another card"] == [
        name for name in shuffled(DECK) if name != "card 29"
    ]


def test_the_order_before_does_not_matter() -> None:
    assert shuffled(DECK[::-1]) == shuffled(DECK)
    names = DECK[:10]
    picks = [Chance(7).stream("discard").pick_card(hand) for hand in (names, names[::-1])]
    assert names[picks[0]] == names[::-1][picks[1]]


def test_seats_seeds_and_later_shuffles_have_orders_of_their_own() -> None:
    names = sorted(set(DECK))
    orders = [
        shuffled(names),
        shuffled(names, seat=1),
        shuffled(names, seed=2),
        shuffled(names, before=1),
        shuffled(names, before=2),
    ]
    for first, second in combinations(orders, 2):
        # A card stays at its place once in a whole order on average.
        assert sum(one == other for one, other in zip(first, second, strict=True)) < 7


def test_two_players_with_the_same_deck_have_independent_orders() -> None:
    names = [f"card {number}" for number in range(10)]
    same = sum(shuffled(names, seed=seed)[0] == shuffled(names, seed=seed, seat=1)[0] for seed in range(2_000))
    assert 155 < same < 245  # 200 expected, a standard deviation is 13


def test_a_clone_and_a_spliced_chance_shuffle_the_same_again() -> None:
    begun = Chance(8)
    reached = begun.clone()
    first = order(reached.stream("shuffle"), DECK)
    then = order(Chance(9).stream("shuffle"), DECK)
    spliced = SplicedChance(begun.clone(), reached, Chance(9))
    assert order(begun.stream("shuffle"), DECK) == first
    assert [order(spliced.stream("shuffle"), DECK) for _ in range(2)] == [first, then]


def test_a_script_keeps_the_order_and_picks_by_the_next_value() -> None:
    chance = Scripted(2)
    assert order(chance, ["b", "a", "c"]) == ["b", "a", "c"]
    assert chance.stream("discard").pick_card(["b", "a", "c"]) == 2
    assert chance.left == ()
