"""Chapter 17: variants. Experienced Architect; those for more than two players are not played yet."""

from simulator.games.signum.actions import DecideOrder, OrderBuildings, PlaceHero
from simulator.games.signum.game import Game
from simulator.games.signum.state import HEROES, Options
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


def test_s17_1_without_the_variant_nothing_is_put_in_order() -> None:
    game = new_game(6, 1)
    game.apply(DecideOrder(0))
    assert game.position.phase == HEROES
    assert game.why_not(OrderBuildings(())) is not None
    game.apply(PlaceHero(300.0))
