"""Chapter 17: the Experienced Architect variant.

Variants for more players are not implemented yet.
"""

from simulator.games.signum.game.game import Game
from simulator.games.signum.rules.player.city import build, buildable, destroy_building, why_not_build
from simulator.games.signum.state.actions import DecideOrder, OrderBuildings, PlaceHero
from simulator.games.signum.state.position import HEROES, Building, Options
from tests.signum.tables import new_game, plain_deck

BUILDINGS = ("Temple", "Tavern", "Arena")


def architect_game() -> Game:
    options = Options(experienced_architect=True)
    decks = [plain_deck(buildings=BUILDINGS), plain_deck(buildings=BUILDINGS)]
    game = new_game(6, 1, options=options, decks=decks)
    game.apply(DecideOrder(0))
    return game


def codes(game: Game, seat: int) -> tuple[str, ...]:
    return tuple(card.code for card in game.position.players[seat].sideboard)


def test_s17_1_each_player_orders_the_buildings_before_the_game() -> None:
    game = architect_game()
    first, second, third = codes(game, 0)
    game.apply(OrderBuildings((third, first, second)))
    assert game.to_act == 1
    game.apply(game.legal_actions()[0])
    assert game.position.phase == HEROES
    assert game.to_act == 0
    assert codes(game, 0) == (third, first, second)


def test_s17_1_invalid_building_orders_are_refused() -> None:
    game = architect_game()
    first, second, _ = codes(game, 0)
    assert game.why_not(OrderBuildings((first, first))) is not None
    assert game.why_not(OrderBuildings(("nowhere-1",))) is not None
    assert game.why_not(OrderBuildings((second, first))) is None


def test_s17_1_the_order_is_face_down() -> None:
    game = architect_game()
    first, second, third = codes(game, 0)
    other = game.clone()
    game.apply(OrderBuildings((third, first, second)))
    other.apply(OrderBuildings((first, second, third)))
    assert game.view(1) == other.view(1)
    assert game.view(0) != other.view(0)


def test_sr60_a_destroyed_basic_building_can_be_rebuilt_instead_of_the_drawn() -> None:
    position = architect_game().position
    player = position.players[0]
    destroyed, drawn, below = player.sideboard[:]
    player.sideboard.remove(destroyed)
    player.city.append(Building(destroyed))
    destroy_building(position, 0, player.city[0])
    player.prosperity = 20
    assert [card.code for card in buildable(position, 0)] == [drawn.code, destroyed.code]
    assert why_not_build(position, 0, below.code) is not None
    assert why_not_build(position, 0, destroyed.code) is None
    build(position, 0, destroyed.code)
    assert [building.card.code for building in player.city] == [destroyed.code]
    assert tuple(card.code for card in player.sideboard) == (drawn.code, below.code)


def test_s17_1_without_the_variant_buildings_are_not_ordered() -> None:
    game = new_game(6, 1)
    game.apply(DecideOrder(0))
    assert game.position.phase == HEROES
    assert game.why_not(OrderBuildings(())) is not None
    game.apply(PlaceHero(300.0))
