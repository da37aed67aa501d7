"""Steam Engine, K-50, before a move: declare it, roll, choose the way (SR-54)."""

from typing import Any

import pytest

from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import Log
from simulator.engine.play.protocols import IllegalAction
from simulator.games.signum.game.game import Game
from simulator.games.signum.policies.greedy.policy import GreedyPlayer
from simulator.games.signum.policies.random_player import RandomPlayer
from simulator.games.signum.scenarios.position import Scenario
from simulator.games.signum.state.actions import MELEE, NOBODY, USE, Activate, Answer, DeclareMove, EndTurn
from simulator.games.signum.state.events import ActivationBegan, ActivationEnded, DiceRolled, Moved, MoveDeclared
from simulator.games.signum.state.questions import PickTarget
from tests.signum.tables import scene, slot

LONGER = "Steam Engine move: bullseye (+1 movement until end of turn)"
ANA: dict[str, Any] = {
    "id": "ana",
    "strength": 2,
    "movement": "M",
    "health": 4,
    "at": [300, 200],
    "abilities": [LONGER],
}
BO: dict[str, Any] = {"id": "bo", "strength": 0, "health": 2, "at": [300, 365]}
STREAM = Chance(1).stream("policy")


def duel(*dice: int, ana: dict[str, Any] | None = None, bo: dict[str, Any] | None = None) -> Game:
    players = {"a": {"characters": [ANA | (ana or {})]}, "b": {"characters": [BO | (bo or {})]}}
    return scene(*dice, players=players)


def ways(game: Game) -> list[Activate]:
    return [action for action in game.legal_actions() if isinstance(action, Activate) and action.path]


def test_sr54_a_way_is_offered_only_after_the_die() -> None:
    game = duel(1)
    ana = slot(game, "ana")
    assert [action for action in ways(game) if action.slot == ana] == []
    assert DeclareMove(ana) in game.legal_actions()
    assert DeclareMove(ana, run=True) in game.legal_actions()
    game.apply(DeclareMove(ana))
    assert game.position.moving == ana
    assert {action.slot for action in game.legal_actions() if isinstance(action, Activate)} == {ana}
    assert len(game.legal_actions()) == len([a for a in game.legal_actions() if isinstance(a, Activate)])
    assert not any(action.run for action in ways(game))
    # 133 mm, out of reach of M: the bullseye has made it L.
    assert any(action.then == MELEE and action.target == slot(game, "bo") for action in ways(game))
    for action in game.legal_actions():
        assert game.why_not(action) is None, action


def test_sr54_a_way_without_a_declaration_is_refused_with_a_sentence() -> None:
    game = duel(1)
    ana = slot(game, "ana")
    with pytest.raises(IllegalAction, match="ana declares its move first: its Steam Engine is rolled before the way"):
        game.apply(Activate(ana, path=((300, 250),)))
    game.apply(DeclareMove(ana))
    with pytest.raises(IllegalAction, match="its activation is finished first"):
        game.apply(EndTurn())
    with pytest.raises(IllegalAction, match="ana has declared a move without a Run"):
        game.apply(Activate(ana, path=((300, 250),), run=True))
    game.apply(Activate(ana, path=((300, 340),)))
    assert game.position.moving == NOBODY
    with pytest.raises(IllegalAction, match="already activated"):
        game.apply(DeclareMove(ana))


def test_sr54_only_a_creature_with_such_an_engine_declares() -> None:
    game = duel(ana={"abilities": []})
    with pytest.raises(IllegalAction, match="ana has no Steam Engine to use before a move: it moves at once"):
        game.apply(DeclareMove(slot(game, "ana")))


def test_sr54_a_run_is_declared_only_where_one_is_allowed() -> None:
    game = duel(ana={"abilities": [LONGER, "Slow"]})
    assert game.why_not(DeclareMove(slot(game, "ana"), run=True)) == "ana is Slow and cannot Run."
    assert DeclareMove(slot(game, "ana"), run=True) not in game.legal_actions()


def test_sr54_the_creature_may_stay_and_do_nothing() -> None:
    game = duel(6)
    ana = slot(game, "ana")
    game.apply(DeclareMove(ana))
    assert Activate(ana) in game.legal_actions()
    game.apply(Activate(ana))
    creature = game.position.creature(ana)
    assert creature is not None
    assert creature.activated
    assert (creature.x, creature.y) == (300, 200)


def test_sr54_events_of_a_declared_move_frame_one_activation() -> None:
    log = Log()
    scenario = Scenario({"id": "scene", "dice": [1], "players": {"a": {"characters": [ANA]}}})
    game = Game(scenario.game.position, log=log)
    ana = slot(game, "ana")
    game.apply(DeclareMove(ana))
    game.apply(Activate(ana, path=((300, 300),)))
    assert [type(event) for event in log.events if not isinstance(event, Moved)][:3] == [
        ActivationBegan,
        MoveDeclared,
        DiceRolled,
    ]
    assert [type(event) for event in log.events][-2:] == [Moved, ActivationEnded]


def test_sr54_a_clone_and_a_view_know_the_declared_move() -> None:
    game = duel(1)
    ana = slot(game, "ana")
    game.apply(DeclareMove(ana, run=True))
    for position in (game.clone().position, game.view(0).position, game.glance(0).position):
        assert (position.moving, position.running) == (ana, True)


@pytest.mark.parametrize(("die", "wounds"), [(1, True), (6, False)])
def test_sr54_greedy_uses_the_step_that_the_die_has_added(die: int, wounds: bool) -> None:
    """Bo is 133 mm away, more than M: only a bullseye leads into contact."""
    game = duel(die, 6, 6)
    player = GreedyPlayer(STREAM)
    declared = player.choose(game.view(0))
    assert isinstance(declared, DeclareMove)
    game.apply(DeclareMove(declared.slot))
    action = player.choose(game.view(0))
    assert isinstance(action, Activate)
    assert (action.then == MELEE) is wounds
    assert game.why_not(action) is None


def test_sr54_greedy_makes_the_run_it_has_declared() -> None:
    game = duel(1, ana={"movement": "L", "at": [300, 60]}, bo={"at": [300, 560]})
    player = GreedyPlayer(STREAM)
    declared = player.choose(game.view(0))
    assert declared == DeclareMove(slot(game, "ana"), run=True)
    game.apply(declared)
    action = player.choose(game.view(0))
    assert isinstance(action, Activate)
    assert action.run
    game.apply(action)
    creature = game.position.creature(slot(game, "ana"))
    assert creature is not None
    assert creature.y > 200


def test_sr54_random_finishes_a_declared_move() -> None:
    stream = Chance(3).stream("policy")
    for seed in range(12):
        game = duel()
        game.position.chance = Chance(seed)
        game.apply(DeclareMove(slot(game, "ana"), run=seed % 2 == 1))
        game.apply(RandomPlayer(stream).choose(game.view(0)))
        assert game.position.moving == NOBODY


def test_k54_a_creature_that_cannot_move_declares_no_move() -> None:
    steam = "Steam Engine move: bullseye (+2 armour)"
    game = scene(
        1, players={"a": {"characters": [{"id": "ana", "at": [300, 200], "abilities": ["Immobile", steam]}]}, "b": {}}
    )
    ana = slot(game, "ana")
    assert not [action for action in game.legal_actions() if isinstance(action, DeclareMove)]
    refusal = game.why_not(DeclareMove(ana))
    assert refusal == "ana cannot move."


def test_k12_a_contract_that_binds_its_creature_leaves_no_move_to_declare() -> None:
    abilities = ["Contract: Immobile", "Steam Engine move: bullseye (+2 armour)"]
    characters = [{"id": "ana", "at": [300, 200], "abilities": abilities}]
    game = scene(1, players={"a": {"prosperity": 3, "characters": characters}, "b": {}})
    ana = slot(game, "ana")
    assert game.why_not(DeclareMove(ana)) is None
    assert game.why_not(DeclareMove(ana, contract=True)) == "ana cannot move."
    offered = [action for action in game.legal_actions() if isinstance(action, DeclareMove)]
    assert offered
    assert not any(action.contract for action in offered)


def test_sr82_effects_of_a_contract_do_not_take_the_target_of_the_deed() -> None:
    abilities = ["Contract: 1 damage to enemy character", "activate: exhaust to enemy character within XL"]
    characters = [{"id": "ana", "at": [300, 200], "abilities": abilities}]
    enemies = [{"id": "bo", "health": 3, "at": [300, 300]}, {"id": "cy", "health": 3, "at": [400, 300]}]
    game = scene(players={"a": {"prosperity": 3, "characters": characters}, "b": {"characters": enemies}})
    ana, bo, cy = (slot(game, name) for name in ("ana", "bo", "cy"))
    game.apply(Activate(ana, then=USE, kind="activated:0", target=cy, contract=True))
    question = game.question
    assert isinstance(question, PickTarget), "the Contract asks for its own"
    game.apply(Answer(question.candidates.index(bo)))
    wounds = [game.position.creatures[number].wounds for number in range(len(game.position.creatures))]
    assert sum(wounds) == 1
    hurt, exhausted = game.position.creature(bo), game.position.creature(cy)
    assert hurt is not None
    assert exhausted is not None
    assert (hurt.wounds, exhausted.wounds) == (1, 0)
    assert exhausted.exhausted_until >= game.position.turn > hurt.exhausted_until
