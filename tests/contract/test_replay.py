"""Replays are complete and do not change the game, for every system."""

from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import play
from simulator.engine.matches.replay import record
from tests.contract.systems import decks_for, fastest_policy, for_every_system


@for_every_system
def test_a_recorded_game_is_the_game_that_was_played(system: GameSystem) -> None:
    decks = decks_for(system, seats=max(system.seats))
    policies = [fastest_policy(system)] * len(decks)
    seating = tuple(range(len(decks)))
    replay = record(system=system, decks=decks, policies=policies, seed=4, seating=seating)
    assert replay.result == play(system=system, decks=decks, policies=policies, seed=4, seating=seating)
    assert replay.steps[-1].turn == replay.result.turns
    for step in replay.steps:
        assert (step.scene is None) == (system.scene is None)
        if step.scene is None:
            continue
        assert len(step.scene.seats) == len(decks)
        for piece in step.scene.pieces:
            assert 0 <= piece.x <= step.scene.width
            assert 0 <= piece.y <= step.scene.height
            assert piece.card in system.catalogue
