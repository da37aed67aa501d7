"""Deck figures, compared with independent counts."""

import pytest

from simulator.engine.decks.draw_odds import by_turn
from simulator.engine.decks.statistics import Chart, Count
from simulator.engine.game_system import ReferenceDeck
from simulator.games.signum import SYSTEM
from simulator.games.signum.cardfile.loader import find_cards, signum_card
from simulator.games.signum.deckbuilding.statistics import figures
from tests.signum.deck_samples import OWN, SPELLS, battle, deck

for_every_deck = pytest.mark.parametrize(
    "reference", SYSTEM.reference_decks(), ids=lambda reference: reference.deck.name
)


def chart_bars(charts: tuple[Chart, ...], code: str) -> dict[str, int]:
    return {bar.label.en: bar.total for chart in charts if chart.code == code for bar in chart.bars}


def count_of(counts: tuple[Count, ...], code: str) -> tuple[int, int | None]:
    return next((count.value, count.of) for count in counts if count.code == code)


@for_every_deck
def test_charts_count_every_card_of_the_battle_deck_once(reference: ReferenceDeck) -> None:
    statistics = figures(reference.deck)
    size = reference.deck.size("battle")
    characters = count_of(statistics.counts, "characters")[0]
    for code in ("types", "cost"):
        assert sum(chart_bars(statistics.charts, code).values()) == size, code
    for code in ("strength", "health", "movement"):
        assert sum(chart_bars(statistics.charts, code).values()) == characters, code


@for_every_deck
def test_s2_12_no_reference_deck_needs_a_building_it_does_not_have(reference: ReferenceDeck) -> None:
    assert [need.label.en for need in figures(reference.deck).needs if not need.met] == []


def test_s2_5_the_share_of_mercenaries_is_of_the_characters() -> None:
    statistics = figures(deck(battle(own=12, hired=6, spells=10)))
    assert count_of(statistics.counts, "mercenaries") == (6, 18)
    assert count_of(statistics.counts, "characters") == (18, 28)


def test_s2_8_misplaced_cards_are_not_counted() -> None:
    town_hall = find_cards("Town Hall")[0].code
    statistics = figures(deck({**battle(own=3), town_hall: 2, "nowhere-1": 4}))
    assert count_of(statistics.counts, "size") == (3, None)


def test_costs_are_listed_without_gaps() -> None:
    statistics = figures(deck(battle(own=30)))
    totals = [signum_card(code).cost.total for code in battle(own=30)]
    costs = chart_bars(statistics.charts, "cost")
    assert [int(label) for label in costs] == list(range(min(totals), max(totals) + 1))
    assert all(costs[str(total)] == totals.count(total) for total in totals)


def test_needs_name_the_requiring_cards_and_a_suitable_building() -> None:
    requiring = next(card for card in OWN if "tavern" in card.cost.buildings)
    (need,) = [need for need in figures(deck({requiring.code: 1}, city={})).needs if need.symbol == "tavern"]
    assert (need.cards, need.copies, need.met) == ((requiring.code,), 1, False)
    assert signum_card(need.card).key == "tavern"


def test_every_copy_is_counted() -> None:
    spell = SPELLS[0]
    statistics = figures(deck({spell.code: 3}))
    assert chart_bars(statistics.charts, "types") == {"Spells": 3}
    assert statistics.groups[0].cards == (spell.code,)


def test_s3_3_s3_4_s4_1_draw_four_set_aside_four_and_one_per_turn() -> None:
    draws = SYSTEM.draws
    assert draws is not None
    assert (draws.hand, draws.aside, draws.each_turn) == (4, 4, 1)
    # One card of forty: a tenth in the first hand, nearly a fifth after setting all four aside.
    assert by_turn(draws, group=1, pile=40, turn=0) == pytest.approx(4 / 40)
    assert by_turn(draws, group=1, pile=40, turn=0, seeking=True) == pytest.approx(4 / 40 + 36 / 40 * 4 / 36)
    assert by_turn(draws, group=1, pile=40, turn=3) == pytest.approx(7 / 40)
    # Cards set aside are back in the deck, among 36 cards.
    assert by_turn(draws, group=1, pile=40, turn=3, seeking=True) == pytest.approx(8 / 40 + 32 / 40 * 3 / 36)
