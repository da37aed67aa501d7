"""The figures of a deck, counted a second way."""

import pytest

from simulator.engine.decks.draw_odds import by_turn
from simulator.engine.decks.statistics import Chart, Count
from simulator.engine.system import ReferenceDeck
from simulator.games.signum import SYSTEM
from simulator.games.signum.cardfile.loader import find_cards, signum_card
from simulator.games.signum.deckbuilding.statistics import figures
from tests.signum.deck_samples import OWN, SPELLS, battle, deck

for_every_deck = pytest.mark.parametrize("reference", SYSTEM.reference_decks(), ids=lambda one: one.deck.name)


def chart(found: tuple[Chart, ...], code: str) -> dict[str, int]:
    return {bar.label.en: bar.total for one in found if one.code == code for bar in one.bars}


def count(found: tuple[Count, ...], code: str) -> tuple[int, int | None]:
    return next((one.value, one.of) for one in found if one.code == code)


@for_every_deck
def test_charts_count_every_card_of_the_battle_deck_once(reference: ReferenceDeck) -> None:
    found = figures(reference.deck)
    size = reference.deck.size("battle")
    characters = count(found.counts, "characters")[0]
    for code in ("types", "cost"):
        assert sum(chart(found.charts, code).values()) == size, code
    for code in ("strength", "health", "movement"):
        assert sum(chart(found.charts, code).values()) == characters, code


@for_every_deck
def test_s2_12_no_reference_deck_needs_a_building_it_does_not_have(reference: ReferenceDeck) -> None:
    assert [need.label.en for need in figures(reference.deck).needs if not need.met] == []


def test_s2_5_the_share_of_mercenaries_is_of_the_characters() -> None:
    found = figures(deck(battle(own=12, hired=6, spells=10)))
    assert count(found.counts, "mercenaries") == (6, 18)
    assert count(found.counts, "characters") == (18, 28)


def test_s2_8_what_does_not_belong_in_the_battle_deck_is_not_counted() -> None:
    town_hall = find_cards("Town Hall")[0].code
    found = figures(deck({**battle(own=3), town_hall: 2, "nowhere-1": 4}))
    assert count(found.counts, "size") == (3, None)


def test_costs_run_from_the_lowest_to_the_highest_without_gaps() -> None:
    found = figures(deck(battle(own=30)))
    totals = [signum_card(code).cost.total for code in battle(own=30)]
    costs = chart(found.charts, "cost")
    assert [int(label) for label in costs] == list(range(min(totals), max(totals) + 1))
    assert all(costs[str(total)] == totals.count(total) for total in totals)


def test_needs_say_who_asks_and_which_card_would_do() -> None:
    asking = next(card for card in OWN if "tavern" in card.cost.buildings)
    (need,) = [one for one in figures(deck({asking.code: 1}, city={})).needs if one.symbol == "tavern"]
    assert (need.cards, need.copies, need.met) == ((asking.code,), 1, False)
    assert signum_card(need.card).key == "tavern"


def test_copies_count_as_often_as_they_are_there() -> None:
    spell = SPELLS[0]
    found = figures(deck({spell.code: 3}))
    assert chart(found.charts, "types") == {"Spells": 3}
    assert found.groups[0].cards == (spell.code,)


def test_s3_3_s3_4_s4_1_four_cards_four_set_aside_and_one_each_turn() -> None:
    draws = SYSTEM.draws
    assert draws is not None
    assert (draws.hand, draws.aside, draws.each_turn) == (4, 4, 1)
    # One card of forty: a tenth in the first hand; nearly a fifth after setting all four aside.
    assert by_turn(draws, group=1, pile=40, turn=0) == pytest.approx(4 / 40)
    assert by_turn(draws, group=1, pile=40, turn=0, seeking=True) == pytest.approx(4 / 40 + 36 / 40 * 4 / 36)
    assert by_turn(draws, group=1, pile=40, turn=3) == pytest.approx(7 / 40)
    # What was set aside lies in the deck again, among 36 cards.
    assert by_turn(draws, group=1, pile=40, turn=3, seeking=True) == pytest.approx(8 / 40 + 32 / 40 * 3 / 36)
