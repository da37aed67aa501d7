"""Chapter 17: variants. Experienced Architect; those for more than two players are not played yet."""

from simulator.games.signum.game.game import Game
from simulator.games.signum.rules.player.city import build, buildable, destroy_building, why_not_build
from simulator.games.signum.state.actions import DecideOrder, OrderBuildings, PlaceHero
from simulator.games.signum.state.position import HEROES, Building, Options
from tests.signum.tables import new_game, plain_deck

BUILDINGS = ("Temple", "Tavern", "Arena")


def ordering() -> Game:
    options = Options(experienced_architect=True)
    decks = [plain_deck(buildings=BUILDINGS), plain_deck(buildings=BUILDINGS)]
    game = new_game(6, 1, options=options, decks=decks)
    game.apply(DecideOrder(0))
    return game


def codes(game: Game, seat: int) -> tuple[str, ...]:
    return tuple(card.code for card in game.position.players[seat].sideboard)


def test_s17_1_each_player_puts_the_buildings_in_order_before_the_game() -> None:
    game = ordering()
    first, second, third = codes(game, 0)
    game.apply(OrderBuildings((third, first, second)))
    assert game.to_act == 1
    game.apply(game.legal_actions()[0])
    assert game.position.phase == HEROES
    assert game.to_act == 0
    assert codes(game, 0) == (third, first, second)


def test_s17_1_only_chosen_buildings_each_once() -> None:
    game = ordering()
    first, second, _ = codes(game, 0)
    assert game.why_not(OrderBuildings((first, first))) is not None
    assert game.why_not(OrderBuildings(("nowhere-1",))) is not None
    assert game.why_not(OrderBuildings((second, first))) is None


def test_s17_1_the_order_is_face_down() -> None:
    game = ordering()
    first, second, third = codes(game, 0)
    other = game.clone()
    game.apply(OrderBuildings((third, first, second)))
    other.apply(OrderBuildings((first, second, third)))
    assert game.view(1) == other.view(1)
    assert game.view(0) != other.view(0)


def test_sr60_a_destroyed_basic_building_may_be_built_again_instead_of_the_drawn_one() -> None:
    position = ordering().position
    player = position.players[0]
    ruined, drawn, below = player.sideboard[:]
    player.sideboard.remove(ruined)
    player.city.append(Building(ruined))
    destroy_building(position, 0, player.city[0])
    player.prosperity = 20
    assert [card.code for card in buildable(position, 0)] == [drawn.code, ruined.code]
    assert why_not_build(position, 0, below.code) is not None
    assert why_not_build(position, 0, ruined.code) is None
    build(position, 0, ruined.code)
    assert [building.card.code for building in player.city] == [ruined.code]
    assert tuple(card.code for card in player.sideboard) == (drawn.code, below.code)


def test_s17_1_without_the_variant_nothing_is_put_in_order() -> None:
    game = new_game(6, 1)
    game.apply(DecideOrder(0))
    assert game.position.phase == HEROES
    assert game.why_not(OrderBuildings(())) is not None
    game.apply(PlaceHero(300.0))
