"""The worth of positions, for every game that has one."""

import pytest

from simulator.engine.game_system import GameSystem
from simulator.engine.play.chance import Chance
from tests.contract.systems import for_every_system, walk


@for_every_system
def test_chances_are_those_of_a_game_and_depend_on_public_numbers_only(system: GameSystem) -> None:
    evaluation = system.evaluation
    if evaluation is None:
        pytest.skip("the game does not value positions")
    assert len(evaluation.names) == len(evaluation.weights)
    assert evaluation.version.startswith(system.code)
    for number, state in enumerate(walk(system, seed=13)):
        values = evaluation.chances(state)
        assert sum(values) == pytest.approx(1)
        assert all(0 <= value <= 1 for value in values)
        for seat in state.seats:
            assert evaluation.evaluate(state, seat) == values[seat]
            imagined = state.imagine(seat, chance=Chance(200 + number))
            assert evaluation.chances(imagined) == pytest.approx(values)


@for_every_system
def test_the_end_leaves_no_doubt(system: GameSystem) -> None:
    if system.evaluation is None:
        pytest.skip("the game does not value positions")
    state = next(iter(walk(system, seed=14)))
    stream = Chance(14).stream("walk")
    for _ in range(3_000):
        outcome = state.outcome()
        if outcome is not None:
            break
        actions = state.legal_actions()
        state.apply(actions[stream.below(len(actions))])
    else:
        outcome = state.adjudicate()
        pytest.skip("the random walk did not end")
    shares = [float(outcome.score(seat, seats=len(state.seats))) for seat in state.seats]
    assert system.evaluation.chances(state) == shares
