"""Chapter 17: the Experienced Architect variant, and tables of more than two players.

The rulings on them are test_s17_rulings.py.
"""

import pytest

from simulator.engine.play.event_log import Log
from simulator.games.signum.game.game import Game
from simulator.games.signum.rules.player.city import build, buildable, destroy_building, why_not_build
from simulator.games.signum.state.actions import (
    Activate,
    Answer,
    ClaimCorner,
    DecideOrder,
    EndTurn,
    KeepHand,
    OrderBuildings,
    PlaceHero,
    Play,
    SkipBuild,
)
from simulator.games.signum.state.events import CornerClaimed
from simulator.games.signum.state.position import CORNER, HEROES, Building, Options
from simulator.games.signum.state.questions import PickOpponent
from tests.signum.tables import new_game, plain_deck, scene, slot

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


def test_s17_1_an_architect_orders_up_to_twelve_buildings() -> None:
    first = ("Town Hall", "Temple", "Arena", "Smithy", "Library", "Shooting Range", "School of Magic", "Tavern")
    names = (*first, "Barracks", "Mint", "Black Market", "Steam Foundry", "Monastery")
    decks = [plain_deck(buildings=names), plain_deck(buildings=names)]
    game = new_game(6, 1, decks=decks, options=Options(experienced_architect=True))
    game.apply(DecideOrder(0))
    assert game.why_not(OrderBuildings(codes(game, 0)[:12])) is None
    assert game.why_not(OrderBuildings(codes(game, 0))) is not None


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


# --- more than two players

TEAMS = Options(shoulder_to_shoulder=True)


def table(seats: int, *, options: Options | None = None, log: Log | None = None) -> Game:
    """A new game in which seat 1 has won the first roll."""
    return new_game(1, 6, *[1] * (seats - 2), decks=[plain_deck() for _ in range(seats)], options=options, log=log)


def places_of_heroes(game: Game) -> list[tuple[float, float]]:
    heroes = [game.position.hero(seat) for seat in game.seats]
    return [(hero.x, hero.y) for hero in heroes if hero is not None]


def ready_game(seats: int, *, first: int, options: Options | None = None) -> Game:
    """A game in its first turn."""
    game = table(seats, options=options)
    game.apply(DecideOrder(first))
    game.apply(ClaimCorner(0))
    while game.position.phase == HEROES:
        game.apply(game.legal_actions()[0])
    for _ in range(seats):
        game.apply(KeepHand())
    return game


def turns(game: Game, number: int) -> list[int]:
    """Whose turns they are, if nothing is done in them."""
    active = []
    for _ in range(number):
        active.append(game.position.active)
        game.apply(SkipBuild())
        game.apply(EndTurn())
    return active


def test_s17_2_the_winner_of_the_roll_chooses_among_all_players() -> None:
    game = table(3)
    assert list(game.legal_actions()) == [DecideOrder(1), DecideOrder(2), DecideOrder(0)]


def test_s17_2_the_first_player_claims_a_corner_and_the_others_follow_clockwise() -> None:
    log = Log()
    game = table(4, log=log)
    game.apply(DecideOrder(2))
    assert game.position.phase == CORNER
    assert list(game.legal_actions()) == [ClaimCorner(corner) for corner in range(4)]
    assert game.why_not(ClaimCorner(4)) is not None
    assert game.why_not(ClaimCorner(-1)) is not None
    game.apply(ClaimCorner(3))
    claims = [(event.seat, event.corner) for event in log.events if isinstance(event, CornerClaimed)]
    assert claims == [(2, 3), (3, 0), (0, 1), (1, 2)]
    # In the middle of the XL clockwise from the corners upper left, upper right, lower right and lower left.
    assert places_of_heroes(game) == [(125.0, 584.0), (584.0, 475.0), (475.0, 16.0), (16.0, 125.0)]


def test_s17_2_a_hero_is_placed_along_its_stretch() -> None:
    game = table(3)
    game.apply(DecideOrder(0))
    game.apply(ClaimCorner(0))
    assert game.why_not(PlaceHero(235.0)) is not None
    game.apply(PlaceHero(234.0))
    assert places_of_heroes(game)[0] == (16.0, 234.0)
    assert game.to_act == 1
    assert game.position.phase == HEROES


@pytest.mark.parametrize("first", range(3))
def test_s17_2_turns_go_clockwise(first: int) -> None:
    game = ready_game(3, first=first)
    assert turns(game, 5) == [(first + step) % 3 for step in range(5)]


def test_s17_2_players_who_are_out_have_no_turn_and_no_decision() -> None:
    game = ready_game(4, first=0)
    hero = game.position.hero(1)
    assert hero is not None
    hero.wounds = hero.health
    assert turns(game, 5) == [0, 2, 3, 0, 2]
    assert list(game.alive) == [0, 2, 3]
    assert not game.view(1).actions
    assert game.outcome() is None


def test_s17_2_a_table_of_two_claims_no_corner() -> None:
    game = new_game(6, 1)
    game.apply(DecideOrder(0))
    assert game.position.phase == HEROES
    assert game.why_not(ClaimCorner(0)) is not None


def test_s17_3_allies_share_a_side_and_the_others_have_the_opposite_one() -> None:
    game = table(4, options=TEAMS)
    game.apply(DecideOrder(0))
    game.apply(ClaimCorner(1))
    assert places_of_heroes(game) == [(125.0, 584.0), (475.0, 584.0), (475.0, 16.0), (125.0, 16.0)]


def test_s17_3_both_of_a_team_take_their_turns_then_both_of_the_other() -> None:
    assert turns(ready_game(4, first=2, options=TEAMS), 6) == [2, 3, 0, 1, 2, 3]


def test_s17_3_allies_are_offered_no_attacks_on_each_other() -> None:
    ana = {"id": "ana", "strength": 2, "at": [300, 300], "abilities": ["Shot 2"]}
    game = scene(
        options={"shoulder_to_shoulder": True},
        players={
            "a": {"characters": [ana]},
            "b": {"characters": [{"id": "bo", "at": [300, 332]}]},
            "d": {"characters": [{"id": "dan", "at": [400, 300]}]},
        },
    )
    bo = slot(game, "bo")
    targets = {action.target for action in game.legal_actions() if isinstance(action, Activate) and action.then}
    assert targets == {slot(game, "dan")}
    assert game.why_not(Activate(slot(game, "ana"), then="shoot", kind="shot", target=bo)) is not None


def test_s17_4_the_player_of_an_ability_is_asked_for_the_opponent_once() -> None:
    toll = {"name": "Toll", "type": "spell", "cost": {}, "effect": "opponent -1 prosperity; steal 1"}
    game = scene(players={"a": {"hand": [toll]}, "b": {}, "c": {}})
    game.apply(Play(game.position.players[0].hand[0].code))
    assert isinstance(game.question, PickOpponent)
    assert game.to_act == 0
    assert game.question.seats == (1, 2)
    game.apply(Answer(1))
    assert game.question is None
    assert [player.prosperity for player in game.position.players] == [4, 3, 1]


@pytest.mark.parametrize("options", [{}, {"shoulder_to_shoulder": True}])
def test_s17_4_only_opponents_in_the_game_can_be_chosen(options: dict[str, bool]) -> None:
    thief = {"name": "Thief", "type": "spell", "cost": {}, "effect": "steal 1"}
    game = scene(options=options, players={"a": {"hand": [thief, thief]}, "b": {}, "c": {}, "d": {}})
    code = game.position.players[0].hand[0].code
    twin = game.clone()
    twin.apply(Play(code))
    assert isinstance(twin.question, PickOpponent)
    assert twin.question.seats == ((2, 3) if options else (1, 2, 3))
    hero = game.position.hero(3)
    assert hero is not None
    hero.wounds = hero.health
    game.apply(Activate(slot(game, "a.hero")))
    game.apply(Play(code))
    if options:
        assert game.question is None
        assert game.position.players[2].prosperity == 2
    else:
        assert isinstance(game.question, PickOpponent)
        assert game.question.seats == (1, 2)
