"""Chapter 14: the end of the game."""

import pytest

from simulator.games.signum.game.view import position_parts
from simulator.games.signum.rules.player.victory import change_prosperity, score, settle_heroes, settle_prosperity
from simulator.games.signum.state.actions import EndTurn, Play, SkipBuild
from simulator.games.signum.state.position import Options
from tests.signum.tables import new_game, scene, slot, started_game

STORM = {"name": "Storm", "type": "spell", "cost": {}, "effect": "1 damage to all creatures"}


def test_s14_1_the_outcome_has_winner_and_reason() -> None:
    bolt = {"name": "Bolt", "type": "spell", "cost": {}, "effect": "3 damage", "target": "enemy creature"}
    game = scene(players={"a": {"hand": [bolt]}, "b": {"hero": {"wounds": 18}}})
    assert game.outcome() is None
    game.apply(Play("inline-bolt", target=slot(game, "b.hero")))
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "hero")
    assert game.legal_actions() == ()


def test_s14_2_reaching_51_prosperity_wins_at_once() -> None:
    game = scene(players={"a": {"prosperity": 50}})
    change_prosperity(game.position, 0, 1)
    change_prosperity(game.position, 0, -10)
    assert (game.position.winner, game.position.winning_reason) == (0, "prosperity")


def test_sr12_both_at_51_at_once_compare_scores() -> None:
    game = scene(players={"a": {"prosperity": 51}, "b": {"prosperity": 51, "city": ["Temple"]}})
    settle_prosperity(game.position)
    assert (game.position.winner, game.position.winning_reason) == (1, "score")


def test_s14_4_both_heroes_destroyed_at_once_compare_scores() -> None:
    game = scene(
        players={"a": {"hand": [STORM], "hero": {"wounds": 19}, "prosperity": 4}, "b": {"hero": {"wounds": 19}}}
    )
    game.apply(Play("inline-storm"))
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "score")


def test_s14_4_equal_scores_compare_kills_then_draw() -> None:
    for kills, winner in ((1, 0), (0, -2)):
        game = scene(players={"a": {"hero": {"wounds": 20}, "kills": kills}, "b": {}})
        game.position.creatures.clear()
        settle_heroes(game.position)
        assert (game.position.winner, game.position.winning_reason) == (winner, "kills")


def test_s14_4_the_score_adds_prosperity_and_prices() -> None:
    game = scene(players={"a": {"prosperity": 7, "city": ["Temple", "Mint"]}})
    assert score(game.position, 0) == 7 + 2 + 3


@pytest.mark.parametrize(("wounds", "winner", "reason"), [((2, 1), 1, "wounds"), ((1, 2), 0, "wounds")])
def test_s14_3_the_limit_compares_wounds(wounds: tuple[int, int], winner: int, reason: str) -> None:
    game = scene(players={"a": {"hero": {"wounds": wounds[0]}}, "b": {"hero": {"wounds": wounds[1]}}})
    outcome = game.adjudicate()
    assert (outcome.winner, outcome.reason) == (winner, reason)


def test_s14_3_adjudicating_changes_nothing() -> None:
    game = started_game()
    before = position_parts(game.position)
    assert game.adjudicate().reason
    assert position_parts(game.position) == before
    assert game.outcome() is None


def test_s14_3_a_game_can_be_adjudicated_before_the_first_turn() -> None:
    assert new_game().adjudicate().reason == "kills"


def test_s14_3_a_game_ends_after_its_turn_cap() -> None:
    game = started_game(options=Options(turn_cap=3))
    for _ in range(2):
        game.apply(EndTurn())
        game.apply(SkipBuild())
    assert game.turn == 3
    assert game.outcome() is None
    game.apply(EndTurn())
    assert game.outcome() is not None
    assert game.turn == 3
