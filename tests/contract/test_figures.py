"""Deck figures of every system name only cards of the deck and accept any deck."""

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.statistics import Figures
from simulator.engine.game_system import GameSystem
from tests.contract.systems import for_every_system


def sample_decks(system: GameSystem) -> list[DeckList]:
    """Legal decks, an empty deck, a deck of every card, and a deck of unknown cards."""
    format = system.formats[0].code
    everything = {section.code: {card.code: 50 for card in system.catalogue} for section in system.sections}
    unknown = {section.code: {"nowhere-1": 3} for section in system.sections} | {"attic": {"nowhere-2": 1}}
    return [
        *(reference.deck for reference in system.reference_decks()),
        DeckList(system=system.code, format=format),
        DeckList.of(everything, system=system.code, format=format),
        DeckList.of(unknown, system=system.code, format="nowhere"),
    ]


def cards_in(figures: Figures) -> set[str]:
    return {code for part in (*figures.groups, *figures.needs) for code in part.cards}


@for_every_system
def test_figures_name_only_cards_of_the_deck(system: GameSystem) -> None:
    for deck in sample_decks(system):
        figures = system.figures(deck)
        assert cards_in(figures) <= {code for _, lines in deck.sections for code, _ in lines}
        for chart in figures.charts:
            assert all(len(bar.values) == max(1, len(chart.series)) for bar in chart.bars)
            assert all(value >= 0 for bar in chart.bars for value in bar.values)
        assert len({chart.code for chart in figures.charts}) == len(figures.charts)


@for_every_system
def test_reference_decks_have_charts(system: GameSystem) -> None:
    for reference in system.reference_decks():
        figures = system.figures(reference.deck)
        assert figures.charts
        assert all(chart.total > 0 for chart in figures.charts)


@for_every_system
def test_cards_are_drawn_from_a_known_section(system: GameSystem) -> None:
    if system.draws is not None:
        assert system.section(system.draws.section)
        assert 0 <= system.draws.aside <= system.draws.hand


@for_every_system
def test_a_plan_keeps_the_order_and_names_only_cards_of_the_deck(system: GameSystem) -> None:
    for deck in sample_decks(system):
        plan = system.plan(deck, ())
        if plan is None:
            continue
        deck_cards = {code for _, lines in deck.sections for code, _ in lines}
        assert set(plan.order) <= deck_cards
        opened = [code for step in plan.steps for code in step.opens]
        assert len(opened) == len(set(opened))
        assert set(opened).isdisjoint(plan.never)
        assert all(step.left >= 0 for step in plan.steps)
        reversed_order = plan.order[::-1]
        again = system.plan(deck, (*reversed_order, "nowhere-1", *reversed_order))
        assert again is not None
        assert again.order == tuple(code for code in reversed_order if code in again.order)
