"""Draw odds, compared with a full enumeration of small piles."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.decks.draw_odds import Draws, at_least, by_turn, exactly, sample_hand
from simulator.engine.play.chance import Chance

SMALL = Draws(section="bag", hand=3, aside=2, each_turn=1)
REFILLED = Draws(section="bag", hand=2, aside=1, refill=True)
SAMPLES = 6_000


def enumerated_odds(draws: Draws, *, group: int, pile: int, turn: int, wanted: int, seeking: bool) -> float:
    """The same probability, by enumerating every hand, redraw and later draw."""
    cards = [place < group for place in range(pile)]
    total = Fraction(0)
    hands = list(combinations(range(pile), min(draws.hand, pile)))
    for hand in hands:
        held = sum(cards[place] for place in hand)
        others = [place for place in hand if not cards[place]]
        rest = [place for place in range(pile) if place not in hand]
        aside = others[: min(draws.aside, len(rest))] if seeking and held < wanted else []
        redraws = list(combinations(rest, len(aside)))
        for redrawn in redraws:
            total_held = held + sum(cards[place] for place in redrawn)
            stock = [place for place in rest if place not in redrawn] + aside
            per_turn = [draws.each_turn] * turn
            if draws.refill:  # the first turn begins with a full hand
                per_turn = ([0] + [draws.hand] * turn)[:turn]
            draw = min(sum(per_turn), len(stock))
            later = list(combinations(stock, draw))
            good = sum(total_held + sum(cards[place] for place in drawn) >= wanted for drawn in later)
            total += Fraction(good, len(later) * len(redraws) * len(hands))
    return float(total)


@pytest.mark.parametrize("draws", [SMALL, REFILLED], ids=["each turn", "refill"])
@pytest.mark.parametrize("seeking", [False, True])
@pytest.mark.parametrize("wanted", [1, 2])
@pytest.mark.parametrize(("group", "pile"), [(0, 5), (1, 4), (2, 7), (3, 6), (6, 6), (2, 3), (1, 1)])
def test_by_turn_agrees_with_the_enumeration(group: int, pile: int, wanted: int, seeking: bool, draws: Draws) -> None:
    for turn in (0, 1, 2, 3, 9):
        chance = by_turn(draws, group=group, pile=pile, turn=turn, wanted=wanted, seeking=seeking)
        expected = enumerated_odds(draws, group=group, pile=pile, turn=turn, wanted=wanted, seeking=seeking)
        assert chance == pytest.approx(expected, abs=1e-12)


def test_a_refilled_hand_sees_as_many_cards_each_turn() -> None:
    """Of 10 cards, hands of 2 have seen 2, 2, 4, 6, 8 and 10 by turns 0 to 5."""
    chances = [by_turn(REFILLED, group=1, pile=10, turn=turn) for turn in range(8)]
    assert chances == pytest.approx([0.2, 0.2, 0.4, 0.6, 0.8, 1, 1, 1])


def test_sample_hands_are_refilled() -> None:
    stream = Chance(3).stream("sample")
    hand = sample_hand(REFILLED, cards=list("abcdefg"), stream=stream, keeps=lambda card: True, turns=5)
    assert [len(turn) for turn in hand.turns] == [0, 2, 2, 1, 0]
    assert sorted([*hand.hand, *(card for turn in hand.turns for card in turn)]) == list("abcdefg")


def test_exactly_is_the_hypergeometric_distribution() -> None:
    orders = list(permutations([True, True, False, False, False]))
    for wanted in range(4):
        share = sum(sum(order[:3]) == wanted for order in orders) / len(orders)
        assert exactly(wanted, group=2, pile=5, drawn=3) == pytest.approx(share)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 50), st.integers(0, 5))
def test_odds_are_probabilities_and_monotonic(group: int, others: int, drawn: int, wanted: int) -> None:
    pile = group + others
    chance = at_least(wanted, group=group, pile=pile, drawn=drawn)
    assert 0.0 <= chance <= 1.0
    assert at_least(wanted, group=group, pile=pile, drawn=drawn + 1) >= chance - 1e-12
    assert at_least(wanted + 1, group=group, pile=pile, drawn=drawn) <= chance + 1e-12
    assert sum(exactly(k, group=group, pile=pile, drawn=drawn) for k in range(group + 1)) == pytest.approx(1)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 12), st.integers(1, 3))
def test_setting_cards_aside_never_hurts(group: int, others: int, turn: int, wanted: int) -> None:
    def odds(seeking: bool) -> float:
        return by_turn(SMALL, group=group, pile=group + others, turn=turn, wanted=wanted, seeking=seeking)

    assert odds(True) >= odds(False) - 1e-12


def test_a_group_larger_than_its_pile_is_refused() -> None:
    with pytest.raises(ValueError, match="7 cards of a group among 5"):
        exactly(1, group=7, pile=5, drawn=3)


def deal(number: int, *, cards: list[str], keeps: str = "abcdefghij"):
    stream = Chance(number).stream("sample")
    return sample_hand(SMALL, cards=cards, stream=stream, keeps=lambda card: card in keeps, turns=4)


def test_a_sample_hand_deals_each_card_once_and_is_reproducible() -> None:
    cards = list("abcdefghij")
    hand = deal(7, cards=cards, keeps="aeiou")
    assert hand == deal(7, cards=cards, keeps="aeiou")
    assert len({deal(number, cards=cards).first for number in range(20)}) > 10
    drawn = [card for turn in hand.turns for card in turn]
    assert len(hand.first) == len(hand.hand) == SMALL.hand
    assert len(set(hand.hand) | set(drawn)) == SMALL.hand + len(drawn)
    assert len(hand.aside) <= SMALL.aside
    assert not set(hand.aside) & (set("aeiou") | set(hand.hand))


def test_a_pile_smaller_than_the_hand_is_dealt_completely() -> None:
    hand = deal(1, cards=["a", "b"], keeps="")
    assert sorted(hand.hand) == ["a", "b"]
    assert hand.aside == ()
    assert hand.turns == ((), (), (), ())


def test_sample_hands_agree_with_the_exact_odds() -> None:
    cards = list("abbbbbbbbb")
    hands = [deal(number, cards=cards, keeps="a") for number in range(SAMPLES)]
    lucky = sum("a" in hand.hand for hand in hands) / SAMPLES
    assert lucky == pytest.approx(by_turn(SMALL, group=1, pile=10, turn=0, seeking=True), abs=0.025)
