"""Build orders, compared with a brute-force search and a turn-by-turn simulation."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from simulator.engine.decks.statistics import BuildOrderPlan
from simulator.games.signum import SYSTEM
from simulator.games.signum.cardfile.loader import find_cards, signum_card
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import UNIQUE
from simulator.games.signum.deckbuilding.build_order import TURNS, plan
from tests.signum.deck_samples import BUILDINGS, GUILDS, battle, deck


def codes_of(*names: str) -> list[str]:
    return [find_cards(name)[0].code for name in names]


def make_plan(names: list[str], order: tuple[str, ...] = (), *, cards: dict[str, int] | None = None) -> BuildOrderPlan:
    city = dict.fromkeys(codes_of(*names), 1)
    result = plan(deck(cards if cards is not None else battle(own=20, spells=5), city=city), order)
    assert result is not None
    return result


def can_pay(card: SignumCard, city: list[SignumCard], prosperity: int) -> bool:
    """S-5.1 by simple assignment: named buildings, then unique ones, then any others."""
    free = list(city)
    for symbol in sorted(card.cost.buildings, key=lambda symbol: symbol == UNIQUE):
        payer = next((card for card in free if card.key == symbol or (symbol == UNIQUE and card.unique)), None)
        if payer is None:
            return False
        free.remove(payer)
    return len(free) >= card.cost.any and card.cost.prosperity <= prosperity


def simulate(order: tuple[SignumCard, ...], waits: tuple[int, ...]) -> Iterator[tuple[list[SignumCard], int]]:
    """City and prosperity after each construction phase.

    `waits` are the turns to wait before each building.
    """
    prosperity, city = 3, list[SignumCard]()
    queue = [step for card, wait in zip(order, waits, strict=True) for step in [None] * wait + [card]]
    for turn in range(TURNS):
        prosperity += 1
        card = queue[turn] if turn < len(queue) else None
        if card is None:
            prosperity += 2
        elif card.price > prosperity:
            return
        else:
            prosperity -= card.price
            city = [*city, card]
        yield city, prosperity


def best_by_brute_force(city: list[str], cards: dict[str, int]) -> int:
    """Maximum number of payable cards, summed over all turns.

    Tries every order and up to two waits per building.
    """
    best = 0
    copies = [(signum_card(code), count) for code, count in cards.items()]
    for size in range(len(city) + 1):
        for order in permutations([signum_card(code) for code in city], size):
            for number in range(3**size):
                waits = tuple(number // 3**place % 3 for place in range(size))
                turns = list(simulate(order, waits))
                if len(turns) == TURNS:
                    payable = [sum(n for card, n in copies if can_pay(card, *turn)) for turn in turns]
                    best = max(best, sum(payable))
    return best


def worth(result: BuildOrderPlan) -> int:
    """Number of payable cards, summed over all turns.

    A plan ends when nothing changes any more.
    """
    last = result.steps[-1].payable
    return sum(step.payable for step in result.steps) + (TURNS - len(result.steps)) * last


@pytest.mark.parametrize(
    "city",
    [
        ["Tavern", "Barracks", "Smithy"],
        ["Tavern", "Mint", "Arena"],
        ["Mint", "Steam Foundry", "Shadows Guild"],
        ["Imperial Cathedral", "Temple"],
    ],
    ids=" ".join,
)
def test_s4_4_no_order_makes_more_cards_payable_earlier(city: list[str]) -> None:
    cards = battle(own=25, spells=6)
    assert worth(make_plan(city, cards=cards)) == best_by_brute_force(codes_of(*city), cards)


def test_s3_3_s4_1_three_prosperity_and_one_each_turn() -> None:
    steps = make_plan(["Tavern", "Barracks"], tuple(codes_of("Tavern", "Barracks"))).steps
    assert (steps[0].card, steps[0].left) == (codes_of("Tavern")[0], 3 + 1 - 1)
    assert (steps[1].card, steps[1].left) == (codes_of("Barracks")[0], 3 + 1 - 1)


def test_s4_4_without_prosperity_to_build_the_player_waits_and_gains_two() -> None:
    order = tuple(codes_of("Imperial Cathedral", "Steam Foundry"))
    steps = make_plan(["Imperial Cathedral", "Steam Foundry"], order).steps
    assert [(step.card, step.left) for step in steps[:3]] == [(order[0], 0), ("", 3), (order[1], 0)]


def test_s4_5_only_one_guild_is_built_and_the_second_is_skipped() -> None:
    guilds = [card.code for card in GUILDS[:2]]
    names = [card.names.en for card in GUILDS[:2]]
    assert make_plan([*names, "Tavern"], (*guilds, *codes_of("Tavern"))).order == (guilds[0], *codes_of("Tavern"))
    assert len(set(make_plan([*names, "Tavern"]).order) & set(guilds)) <= 1


def test_s4_5_never_more_than_twelve_buildings() -> None:
    names = [card.names.en for card in [*BUILDINGS, *GUILDS]]
    assert len(names) > 12
    assert len(make_plan(names).order) <= 12


def test_s5_1_a_card_opens_in_the_turn_its_last_building_stands() -> None:
    rowena = codes_of("Rowena, Duke's Daughter")[0]  # Temple and two others
    names = ["Temple", "Tavern", "Smithy"]
    result = make_plan(names, tuple(codes_of(*names)), cards={rowena: 1})
    assert result.first_turn(rowena) == 3
    assert [step.payable for step in result.steps] == [0, 0, 1]
    assert make_plan(["Tavern", "Smithy", "Arena"], cards={rowena: 1}).never == (rowena,)


def test_sr27_the_tenth_symbol_waits_for_a_unique_building() -> None:
    requiring = [card for card in map(signum_card, battle(own=60)) if UNIQUE in card.cost.buildings]
    assert requiring
    basic = [building.names.en for building in BUILDINGS if not building.unique]
    for card in requiring:
        assert make_plan(basic, cards={card.code: 1}).never == (card.code,)
        assert make_plan([*basic, "Mint"], cards={card.code: 1}).never == ()


def test_every_reference_deck_can_pay_for_all_its_cards() -> None:
    for reference in SYSTEM.reference_decks():
        result = plan(reference.deck, ())
        assert result is not None
        assert result.never == (), reference.deck.name


def test_without_buildings_there_is_no_plan() -> None:
    assert plan(deck(battle(own=20), city={}), ()) is None
