"""Chapter 4: the turn.

Covers questions and several turns; other cases are in the scenarios turn-*.yaml.
"""

import pytest

from simulator.engine.play.event_log import Log
from simulator.games.signum.cardfile.inline import inline_creature
from simulator.games.signum.game.game import Game
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.player.city import buildable
from simulator.games.signum.state.actions import Activate, Answer, Build, EndTurn, Play, SkipBuild
from simulator.games.signum.state.position import ACTIVATION, CONSTRUCTION
from simulator.games.signum.state.questions import PickCard, SplitDice
from tests.signum.tables import hand, scene, slot, started_game

STUDY = {"name": "Study", "type": "spell", "cost": {}, "effect": "draw 1"}


def test_s4_1_every_turn_has_the_same_phases() -> None:
    game = started_game()
    for turn in range(1, 6):
        assert game.turn == turn
        assert game.position.phase == ACTIVATION
        game.apply(EndTurn())
        assert game.position.phase == CONSTRUCTION
        assert game.to_act == turn % 2
        game.apply(SkipBuild())


def test_s4_2_the_eleventh_card_is_drawn_before_a_discard() -> None:
    game = scene(0, turn={"active": "b"}, players={"a": {"hand": 10, "deck": ["Fireball"]}})
    first = hand(game, 0)[0]
    game.apply(EndTurn())
    assert len(hand(game, 0)) == 10
    assert "Fireball" in hand(game, 0)
    assert first not in hand(game, 0)


def test_s4_3_every_failed_draw_doubles_the_prosperity() -> None:
    game = scene(turn={"active": "b"}, players={"a": {}, "b": {"prosperity": 0, "deck": 9}})
    gained = []
    for _ in range(4):
        before = game.position.players[1].prosperity
        game.apply(EndTurn())
        gained.append(game.position.players[1].prosperity - before)
        for action in (SkipBuild(), EndTurn(), SkipBuild()):
            game.apply(action)
    assert gained == [1, 2, 4, 8]


def test_s4_5_a_built_building_is_not_offered_again() -> None:
    game = scene(turn={"phase": "construction"}, players={"a": {"prosperity": 9, "city": ["Temple"]}})
    offered = {action.card for action in game.legal_actions() if isinstance(action, Build)}
    assert "core-247" not in offered
    assert len(offered) > 5


def test_s4_6_a_destroyed_unique_building_is_not_offered_again() -> None:
    game = scene(turn={"phase": "construction"}, players={"a": {"prosperity": 9, "graveyard": ["Mint", "Temple"]}})
    offered = {action.card for action in game.legal_actions() if isinstance(action, Build)}
    names = {card.code: card.names.en for card in buildable(game.position, 0)}
    assert "Temple" in {names[code] for code in offered}
    assert "Mint" not in {names[code] for code in offered}


def test_s4_8_no_other_action_is_legal_during_an_activation() -> None:
    ana = {"id": "ana", "strength": 2, "health": 3, "at": [300, 268]}
    game = scene(
        6, 6, 6,
        players={
            "a": {"characters": [ana], "hand": [STUDY], "deck": 3},
            "b": {"characters": [{"id": "bo", "strength": 1, "health": 5, "at": [300, 300]}]},
        },
    )  # fmt: skip
    study = game.position.players[0].hand[0].code
    game.apply(Activate(slot(game, "ana"), then="melee", target=slot(game, "bo")))
    assert isinstance(game.question, SplitDice)
    assert game.to_act == 1
    for action in (Play(study), EndTurn(), Activate(slot(game, "ana"))):
        assert game.why_not(action) is not None
    game.apply(Answer(0))
    assert game.to_act == 0
    game.apply(Answer(2))
    assert game.question is None
    assert game.why_not(Play(study)) is None


@pytest.mark.parametrize("first", [0, 1])
def test_s4_10_the_player_chooses_the_order_of_end_of_turn_abilities(first: int) -> None:
    weak = "own creatures with strength at most 1"
    game = scene(
        players={
            "a": {
                "prosperity": 3,
                "characters": [
                    {"id": "giver", "at": [300, 200], "abilities": ["when turn ends: +1 strength to own creatures"]},
                    {"id": "judge", "at": [300, 300], "abilities": [f"when turn ends: heal 1 to {weak}"]},
                    {"id": "ana", "strength": 1, "health": 3, "wounds": 2, "at": [300, 400]},
                ],
            },
            "b": {"deck": 2},
        },
    )  # fmt: skip
    game.apply(EndTurn())
    assert isinstance(game.question, PickCard)
    assert game.to_act == 0
    game.apply(Answer(first))
    wounds = game.position.creatures[-1].wounds
    # Ana is healed only if the judge's ability resolves before her strength exceeds 1.
    assert wounds == (2 if first == 0 else 1)


def test_s4_9_remaining_creatures_activate_at_the_end_of_the_turn() -> None:
    game = scene(players={"a": {"characters": [{"id": "ana", "at": [300, 200]}]}, "b": {"deck": 2}})
    game.apply(EndTurn())
    assert game.position.creatures[-1].activated


def test_s4_9_a_creature_summoned_this_turn_does_not_activate() -> None:
    abilities = ["when activation starts: +1 prosperity"]
    fresh = {"id": "ana", "at": [300, 200], "summoned_this_turn": True, "abilities": abilities}
    game = scene(players={"a": {"characters": [fresh]}, "b": {"deck": 2}})
    game.apply(EndTurn())
    assert game.position.players[0].prosperity == 3


def test_s4_10_s10_4_deaths_by_expired_effects_precede_the_next_turn() -> None:
    ben = {"id": "ben", "health": 2, "at": [300, 200]}
    log = Log()
    game = Game(scene(players={"a": {"characters": [ben]}, "b": {"deck": 2}}).position, log=log)
    creature = game.position.creatures[-1]
    vigour = inline_creature({"abilities": ["+2 health"]}, name="Vigour").abilities[0].grants[0]
    stats.grant(game.position, creature, vigour, game.position.turn)
    creature.wounds = 3
    game.apply(EndTurn())
    kinds = [type(event).__name__ for event in log.events]
    assert kinds.index("Died") < kinds.index("TurnEnded") < kinds.index("TurnBegan")
