"""Rulings on tables of more than two players, SR-61 to SR-71. Scenarios `three-…` and `four-…` have more."""

from typing import Any

import pytest

from simulator.engine.play.chance import Chance
from simulator.engine.values import Facts
from simulator.games.signum.cards.abilities import Condition, Effect, Grant, Target
from simulator.games.signum.game.game import Game
from simulator.games.signum.game.view import UNSEEN
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.conditions import condition_holds
from simulator.games.signum.rules.abilities.opponents import end_of_next_turn, next_turn_of
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.combat.damage import deal_wounds, destroy
from simulator.games.signum.rules.combat.healing import take_control
from simulator.games.signum.rules.play.effects import last_turn, resolve_options
from simulator.games.signum.rules.player.victory import settle_at_limit, settle_heroes, settle_prosperity
from simulator.games.signum.rules.terrain.terrain import why_not_place_template
from simulator.games.signum.rules.variants import game_options
from simulator.games.signum.state.actions import Activate, DecideOrder, EndTurn, SkipBuild
from simulator.games.signum.state.position import Creature, Options, Position
from simulator.games.signum.state.questions import Answers, default_answer
from simulator.games.signum.state.table import sides_of, turn_order
from simulator.games.signum.system import signum_system
from tests.signum.field import card, passive, plus_strength
from tests.signum.tables import new_game, plain_deck, scene, slot

TEAMS = [0, 0, 1, 1]


def table(seats: int, **fields: Any) -> Game:
    """A position of this many players; questions get the default answer."""
    players = {name: {"deck": 5, **fields.pop(name, {})} for name in "abcd"[:seats]}
    game = scene(players=players, **fields)
    game.consult = default_answer
    game.position.answers = Answers(consult=default_answer)
    return game


def shoulder_to_shoulder(**fields: Any) -> Game:
    options = {"shoulder_to_shoulder": True, **fields.pop("options", {})}
    return table(4, options=options, **fields)


def creature(game: Game, name: str) -> Creature:
    found = game.position.creature(slot(game, name))
    assert found is not None
    return found


def fell(position: Position, *seats: int) -> None:
    """Destroys the heroes of these seats at the same time."""
    heroes = [hero for hero in (position.hero(seat) for seat in seats) if hero is not None]
    destroy(position, heroes)


@pytest.mark.parametrize("seats", [2, 3])
def test_sr61_players_who_do_not_begin_are_compensated(seats: int) -> None:
    game = new_game(*[6, 1, 1][:seats], options=Options(compensation=2), decks=[plain_deck() for _ in range(seats)])
    game.apply(DecideOrder(1))
    assert [player.prosperity for player in game.position.players] == [5, 3, 5][:seats]


def test_sr62_stretches_follow_clockwise_from_the_corner() -> None:
    sides = sides_of([0, 1, 2, 3], [1, 2, 3, 0], 2)
    ends = [(side.place(side.low, 0.0), side.place(side.high, 0.0)) for side in sides]
    assert ends == [
        ((0.0, 600.0), (250.0, 600.0)),
        ((600.0, 350.0), (600.0, 600.0)),
        ((350.0, 0.0), (600.0, 0.0)),
        ((0.0, 0.0), (0.0, 250.0)),
    ]


def test_sr62_allies_have_both_ends_of_one_side() -> None:
    sides = sides_of(TEAMS, [1, 0, 2, 3], 3)
    ends = [(side.place(side.low, 0.0), side.place(side.high, 0.0)) for side in sides]
    assert ends == [
        ((0.0, 0.0), (250.0, 0.0)),
        ((350.0, 0.0), (600.0, 0.0)),
        ((0.0, 600.0), (250.0, 600.0)),
        ((350.0, 600.0), (600.0, 600.0)),
    ]


def test_sr62_terrain_keeps_away_from_the_stretches_of_players_in_the_game() -> None:
    position = table(3).position
    forest = card("grove", "terrain", radius=40.0)
    # 85 mm from the left edge: S from seat 0, but not M from it.
    assert why_not_place_template(position, 0, forest, 125.0, 200.0) is None
    assert why_not_place_template(position, 1, forest, 125.0, 200.0) is not None
    assert why_not_place_template(position, 0, forest, 300.0, 30.0) is not None
    fell(position, 0)
    assert why_not_place_template(position, 1, forest, 125.0, 200.0) is None


def test_sr62_terrain_may_be_as_near_to_an_ally_as_to_its_player() -> None:
    position = shoulder_to_shoulder().position
    forest = card("grove", "terrain", radius=40.0)
    assert why_not_place_template(position, 0, forest, 125.0, 475.0) is None
    assert why_not_place_template(position, 2, forest, 125.0, 475.0) is not None


@pytest.mark.parametrize(("first", "order"), [(0, [0, 1, 2, 3]), (1, [1, 0, 2, 3]), (3, [3, 2, 0, 1])])
def test_sr63_the_ally_of_the_first_player_has_the_second_turn(first: int, order: list[int]) -> None:
    assert turn_order(TEAMS, first) == order
    assert turn_order([0, 1, 2, 3], first) == [(first + step) % 4 for step in range(4)]


def test_sr64_nothing_is_triggered_when_a_player_leaves_the_game() -> None:
    mourner = {"id": "ana", "at": [300, 300], "abilities": ["when enemy_character_dies: +1 prosperity"]}
    speaker = {"id": "bo", "at": [400, 300], "abilities": ["Last Word: +5 prosperity"]}
    game = table(3, a={"characters": [mourner]}, b={"characters": [speaker], "prosperity": 3})
    fell(game.position, 1)
    assert [player.prosperity for player in game.position.players] == [3, 3, 3]
    assert [player.kills for player in game.position.players] == [0, 0, 0]
    assert [creature.name for creature in game.position.creatures] == ["a.hero", "c.hero", "ana"]


def test_sr64_the_last_word_of_the_hero_itself_is_spoken_first() -> None:
    game = table(3, b={"hero": {"abilities": ["Last Word: 2 wounds to all enemy creatures"]}})
    fell(game.position, 1)
    assert [creature(game, name).wounds for name in ("a.hero", "c.hero")] == [2, 2]


def test_sr64_controlled_creatures_return_and_lent_ones_leave() -> None:
    game = table(
        3, a={"characters": [{"id": "ana", "at": [300, 300]}]}, b={"characters": [{"id": "bo", "at": [400, 300]}]}
    )
    ana, bo = creature(game, "ana"), creature(game, "bo")
    take_control(game.position, ana, 1)
    take_control(game.position, bo, 2)
    fell(game.position, 1)
    assert (ana.on_field, ana.seat, ana.team) == (True, 0, 0)
    assert not bo.on_field


def test_sr64_templates_stay() -> None:
    game = table(3, terrain=[{"id": "grove", "disc": [300, 300, 40], "owner": "b"}])
    fell(game.position, 1)
    assert [template.name for template in game.position.templates] == ["grove"]


def test_sr64_waiting_abilities_of_a_player_who_is_out_are_not_resolved() -> None:
    game = table(3)
    source = Source(seat=1, card=card("gift", "spell"))
    both = (Effect("wounds", amount=20, to=Target("own_hero")), Effect("prosperity", amount=5))
    resolve_options(game.position, (both,), source)
    assert game.position.players[1].out == 1
    assert game.position.players[1].prosperity == 3


def test_sr64_no_effect_waits_for_a_turn_that_is_not_played() -> None:
    game = table(3, a={"characters": [{"id": "ana", "at": [300, 300]}]})
    ana = creature(game, "ana")
    until = end_of_next_turn(game.position, 0)
    stats.grant(game.position, ana, plus_strength(1), until)
    stats.grant(game.position, ana, plus_strength(1), game.position.turn)
    ana.silenced_until = until
    assert until == game.position.turn + 2
    fell(game.position, 1)
    assert [granted.until for granted in ana.granted] == [until - 1, game.position.turn]
    assert ana.silenced_until == until - 1 == next_turn_of(game.position, 2)


def test_sr64_the_turn_of_a_player_whose_hero_falls_at_its_start_is_skipped() -> None:
    game = table(3, b={"hero": {"health": 1, "abilities": ["when turn_starts: 1 wounds to own hero"]}})
    game.apply(EndTurn())
    assert game.position.players[1].out
    assert (game.position.active, game.position.phase) == (2, "construction")
    assert game.position.players[1].prosperity == 3


def test_sr65_a_passive_ability_works_on_every_enemy_hero() -> None:
    weaken = passive(Grant(stat="strength", value=-1), to=Target("enemy_hero"))
    game = shoulder_to_shoulder()
    position = game.position
    hex_card = card("hex", "character", weaken, strength=1, movement=100, health=3)
    position.creatures.append(Creature(slot=99, name="hex", card=hex_card, seat=0, x=300, y=300, team=0))
    position.forget_in_play()
    strengths = [stats.strength(position, creature(game, f"{name}.hero")) for name in "abcd"]
    assert strengths == [1, 1, 0, 0]


def test_sr66_a_kill_without_a_killer_counts_for_the_active_player_or_the_next_opponent() -> None:
    for owner, kills in (("a", [0, 1, 0]), ("b", [1, 0, 0]), ("c", [1, 0, 0])):
        game = table(3, **{owner: {"characters": [{"id": "victim", "at": [300, 300]}]}})
        destroy(game.position, [creature(game, "victim")])
        assert [player.kills for player in game.position.players] == kills


def test_sr66_fewer_characters_than_one_opponent_is_enough() -> None:
    ana, bo, ben = ({"id": name, "at": [200 + 50 * number, 300]} for number, name in enumerate(("ana", "bo", "ben")))
    condition = Condition("fewer_characters")
    position = table(3, a={"characters": [ana]}, b={"characters": [bo, ben]}).position
    assert [condition_holds(position, condition, seat=seat, creature=None) for seat in range(3)] == [True, False, True]
    position = shoulder_to_shoulder(a={"characters": [ana]}, b={"characters": [bo, ben]}).position
    assert not condition_holds(position, condition, seat=0, creature=None)


@pytest.mark.parametrize(("active", "expected"), [("a", 4), ("b", 4), ("c", 3)])
def test_sr67_until_the_end_of_the_next_turn(active: str, expected: int) -> None:
    """An effect of seat 0 in turn 1 of a table of four; with teams, two and three turns later."""
    game = table(4, turn={"active": active})
    assert last_turn(game.position, "end_of_next_turn", 0) == expected
    assert last_turn(table(2, turn={"active": active if active != "c" else "b"}).position, "end_of_next_turn", 0) == 2


def test_sr67_the_turn_of_an_ally_counts_as_ones_own() -> None:
    assert last_turn(shoulder_to_shoulder(turn={"active": "b"}).position, "end_of_next_turn", 0) == 3


def test_sr68_at_the_limit_the_team_with_more_heroes_comes_first() -> None:
    game = shoulder_to_shoulder(a={"hero": {"health": 20, "wounds": 9}})
    fell(game.position, 2)
    settle_at_limit(game.position)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.places) == ((0, 1), "hero", (1, 1, 3, 3))


def test_sr68_scores_of_allies_are_summed() -> None:
    game = shoulder_to_shoulder(a={"prosperity": 9}, b={"prosperity": 0}, c={"prosperity": 5}, d={"prosperity": 5})
    settle_at_limit(game.position)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((2, 3), "score")


def test_sr68_all_heroes_of_two_teams_fallen_at_once_are_compared_by_score() -> None:
    game = shoulder_to_shoulder(a={"prosperity": 9})
    fell(game.position, 1, 3)
    assert game.outcome() is None
    fell(game.position, 0, 2)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1), "score")


def test_sr69_the_later_a_hero_falls_the_better_the_place() -> None:
    game = table(4)
    fell(game.position, 2)
    fell(game.position, 0, 3)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.places) == ((1,), "hero", (2, 1, 4, 2))


def test_sr69_the_last_two_heroes_fall_at_once() -> None:
    game = table(3, a={"prosperity": 4, "city": ["Temple"]}, b={"prosperity": 4})
    fell(game.position, 2)
    fell(game.position, 0, 1)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.places) == ((0,), "score", (1, 2, 3))


def test_sr69_several_players_at_51_and_a_draw_of_all() -> None:
    game = table(3, a={"prosperity": 51}, b={"prosperity": 52}, c={"prosperity": 9})
    settle_prosperity(game.position)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.places) == ((1,), "score", (2, 1, 3))
    game = table(3)
    settle_at_limit(game.position)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.places) == ((), "kills", (1, 1, 1))


def test_sr69_a_player_who_is_out_does_not_win_with_51() -> None:
    game = table(3, c={"prosperity": 50})
    fell(game.position, 2)
    game.position.players[2].prosperity = 60
    settle_prosperity(game.position)
    settle_heroes(game.position)
    assert game.outcome() is None


def test_sr69_two_players_have_no_places() -> None:
    game = table(2)
    fell(game.position, 0)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((1,), ())


@pytest.mark.parametrize(("seats", "cap"), [(2, 60), (3, 90), (4, 120)])
def test_sr70_each_further_player_adds_half_of_the_turn_limit(seats: int, cap: int) -> None:
    assert game_options(signum_system().table_options(), seats=seats).turn_cap == cap


def test_sr71_an_ally_is_neither_own_nor_enemy_but_a_creature() -> None:
    game = shoulder_to_shoulder()
    reached = {}
    for noun in ("own_creature", "enemy_creature", "creature", "own_hero", "enemy_hero"):
        position = game.clone().position
        position.answers = Answers(consult=default_answer)
        effect = Effect("wounds", amount=1, to=Target(noun, every=True))
        resolve_options(position, ((effect,),), Source(seat=0, card=card("rain", "spell")))
        reached[noun] = [hero.owner for hero in position.creatures if hero.wounds]
    assert reached == {
        "own_creature": [0], "enemy_creature": [2, 3], "creature": [0, 1, 2, 3], "own_hero": [0], "enemy_hero": [2, 3],
    }  # fmt: skip


def test_sr71_allies_do_not_see_each_others_cards() -> None:
    game = shoulder_to_shoulder(b={"hand": 3, "tactics": [{"name": "Trap", "when": "enemy_runs", "effect": "draw 1"}]})
    for view in (game.view(0), game.glance(0)):
        ally = view.position.players[1]
        assert ally.hand == [UNSEEN] * 3
        assert ally.tactics == [UNSEEN]
        assert ally.deck == [UNSEEN] * 5


def test_sr71_a_death_of_an_ally_s_character_is_neither_own_nor_enemy() -> None:
    mourner = {"id": "ana", "at": [300, 300]}
    words = ["when enemy_character_dies: +1 prosperity", "when own_character_dies: +1 prosperity"]
    game = shoulder_to_shoulder(
        a={"characters": [{**mourner, "abilities": words}]},
        b={"characters": [{"id": "bo", "at": [400, 300]}]},
        c={"characters": [{"id": "cy", "at": [500, 300]}]},
    )
    deal_wounds(game.position, creature(game, "bo"), 9, source=slot(game, "ana"))
    assert game.position.players[0].prosperity == 3
    assert game.position.players[0].kills == 0
    deal_wounds(game.position, creature(game, "cy"), 9, source=slot(game, "ana"))
    assert game.position.players[0].prosperity == 4
    assert game.position.players[0].kills == 1


@pytest.mark.parametrize(("shot_in", "allowed"), [(1, True), (2, False)])
def test_s12_6_shots_since_the_own_last_turn_count(shot_in: int, allowed: bool) -> None:
    """Only seat 2 has a turn in between, because seat 1 has left the game."""
    game = table(3, a={"characters": [{"id": "shade", "at": [300, 300], "abilities": ["Stealth"]}]})
    fell(game.position, 1)
    for _ in range(2):
        if game.position.turn == shot_in:
            creature(game, "shade").shot_at = shot_in
        game.apply(EndTurn())
        game.apply(SkipBuild())
    assert game.position.active == 0
    assert (game.why_not(Activate(slot(game, "shade"), then="shadow")) is None) == allowed


def test_imagined_tables_of_four_keep_the_view_and_shuffle_all_others() -> None:
    system = signum_system()
    decks = [reference.deck for reference in system.reference_decks()][:4]
    game = system.new_game(decks=decks, chance=Chance(3), options=Facts({"shoulder_to_shoulder": True}))
    for _ in range(6):
        game.apply(game.legal_actions()[0])
    imagined = [game.imagine(0, chance=Chance(number)) for number in range(5)]
    assert all(other.view(0) == game.view(0) for other in imagined)
    for seat in (1, 2, 3):
        assert any(other.view(seat) != game.view(seat) for other in imagined)
