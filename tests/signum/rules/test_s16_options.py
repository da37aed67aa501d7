"""Options of a table that choose another reading of the rulebooks, or a house rule (SR-85 to SR-93).

Scenarios `option-…` have the readings themselves; here are the set-up, the computer players, and whole games.
"""

from typing import Any

import pytest

from simulator.engine.play.chance import Chance
from simulator.engine.play.options import Option, parse_options
from simulator.engine.values import Fact, Facts
from simulator.games.signum.cards.abilities import Effect, Target
from simulator.games.signum.game.game import Game
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey
from simulator.games.signum.policies.greedy.evaluation.effects import EffectJudge
from simulator.games.signum.policies.greedy.evaluation.race import Race, turns_to_win
from simulator.games.signum.policies.greedy.plans.city import first_hand
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.variants import TABLE_OPTIONS, game_options
from simulator.games.signum.state.actions import DecideOrder, KeepHand, Mulligan, PlaceHero
from simulator.games.signum.state.position import Options
from simulator.games.signum.system import signum_system
from simulator.games.signum.wording.sentences import REASONS
from tests.signum import playing
from tests.signum.tables import new_game, plain_deck, scene, spell

SHORT = {"turn_cap": 10}


def values_of(option: Option) -> list[Fact]:
    """Values other than the default: both ends of a number."""
    values: list[Fact] = [True] if option.kind == "flag" else [option.least, option.most]
    return [value for value in values if value != option.default]


CHANGED = [
    (option.code, value)
    for option in TABLE_OPTIONS
    if option.applies_to(2) and option.code not in SHORT
    for value in values_of(option)
]


def judge(**fields: Any) -> EffectJudge:
    """What the greedy player thinks of effects in a scenario, as player a."""
    survey = Survey(scene(**fields).position, 0)
    return EffectJudge(survey, Race(survey))


# --- set-up


def first_hands(*, cards: int, seats: int = 2) -> Game:
    """A game in which seat 1 begins and decides about its hand."""
    game = new_game(
        *[6, 1, 1][:seats], options=Options(compensation_cards=cards), decks=[plain_deck() for _ in range(seats)]
    )
    game.apply(DecideOrder(1))
    while game.position.phase != "hands":
        game.apply(game.legal_actions()[0])
    return game


@pytest.mark.parametrize("seats", [2, 3])
def test_sr93_players_who_do_not_begin_draw_more_cards(seats: int) -> None:
    game = first_hands(cards=2, seats=seats)
    assert [len(player.hand) for player in game.position.players] == [6, 4, 6][:seats]
    assert [player.prosperity for player in game.position.players] == [3] * seats


def test_sr93_a_mulligan_sets_aside_at_most_four_of_the_cards() -> None:
    game = first_hands(cards=4)
    game.apply(KeepHand())
    refusal = game.why_not(Mulligan((0, 1, 2, 3, 4)))
    assert refusal is not None
    assert "At most 4 cards" in str(refusal)
    game.apply(Mulligan((0, 2, 4, 7)))
    assert len(game.position.players[0].hand) == 8 + (game.position.active == 0)


def test_sr93_greedy_sets_aside_at_most_four_cards() -> None:
    dear = [spell(f"Dear {number}", "draw 1") for number in range(6)]
    game = new_game(6, 1, options=Options(compensation_cards=2), decks=[plain_deck(), plain_deck(*dear)])
    for action in (DecideOrder(0), PlaceHero(300.0), PlaceHero(300.0), KeepHand()):
        game.apply(action)
    assert len(game.position.players[1].hand) == 6
    chosen = first_hand(game.position.players[1])
    assert isinstance(chosen, Mulligan)
    assert game.why_not(chosen) is None


def test_sr61_stored_compensations_keep_their_meaning() -> None:
    system = signum_system()
    stored = parse_options({"compensation": 3}, options=system.options, seats=2)
    assert stored == Facts({"compensation": 3})
    options = game_options(system.table_options(stored), seats=2)
    assert (options.compensation, options.compensation_cards) == (3, 0)


# --- the end


def test_sr92_no_game_ends_by_agreement() -> None:
    assert set(REASONS) == {"hero", "prosperity", "wounds", "score", "kills"}


# --- computer players


@pytest.mark.parametrize(("physical_armour", "loses_more"), [(False, False), (True, True)])
def test_sr91_greedy_counts_armour_against_spells(physical_armour: bool, loses_more: bool) -> None:
    players = {"b": {"characters": [{"id": "bo", "health": 3, "armour": 2, "at": [300, 300]}]}}
    mind = judge(players=players, options={"physical_armour": physical_armour})
    bo = mind.position.creatures[-1]
    points = mind.on_creature(Effect("damage", amount=2, to=Target("enemy_creature")), bo)
    assert (points == mind.survey.loss(bo, 2)) == loses_more


@pytest.mark.parametrize("summoned_activated", [False, True])
def test_sr87_greedy_readies_a_summoned_character_if_that_helps(summoned_activated: bool) -> None:
    ana = {"id": "ana", "strength": 3, "at": [300, 268], "summoned_this_turn": True}
    players = {"a": {"characters": [ana]}, "b": {"characters": [{"id": "bo", "at": [300, 330]}]}}
    mind = judge(players=players, options={"summoned_activated": summoned_activated})
    readied = next(creature for creature in mind.position.creatures if creature.name == "ana")
    points = mind.on_creature(Effect("ready", to=Target("own_character")), readied)
    assert (points > 0) == summoned_activated


@pytest.mark.parametrize(("each_turn", "turns"), [(False, 2), (True, 5)])
def test_sr90_greedy_counts_the_failed_draws_that_count(each_turn: bool, turns: int) -> None:
    """b draws three cards a turn from an empty deck; a needs 40."""
    game = scene(players={"a": {"prosperity": 11}}, options={"deck_out_each_turn": each_turn})
    assert turns_to_win(game.position, 0, 3) == turns


@pytest.mark.parametrize("each_turn", [False, True])
def test_sr90_greedy_does_not_fear_draws_that_do_nothing(each_turn: bool) -> None:
    mind = judge(players={"a": {"deck": 0}}, options={"deck_out_each_turn": each_turn})
    points = mind.effect(Effect("draw", amount=2), Source(seat=0, card=spell("Study", "draw 2")))
    assert (points < 0) == (not each_turn)


@pytest.mark.parametrize("predator_defends", [False, True])
def test_sr86_greedy_expects_more_of_a_predator_it_attacks_while_wounded(predator_defends: bool) -> None:
    hurt = {"id": "hurt", "strength": 2, "health": 5, "wounds": 1, "at": [300, 268]}
    well = {"id": "well", "strength": 2, "health": 5, "at": [332, 300]}
    bo = {"id": "bo", "strength": 1, "health": 5, "at": [300, 300], "abilities": ["Predator"]}
    mind = judge(
        players={"a": {"characters": [well, hurt]}, "b": {"characters": [bo]}},
        options={"predator_defends": predator_defends},
    )
    by_name = {creature.name: creature for creature in mind.position.creatures}
    dice = [mind.survey.defender(by_name["bo"], by_name[name]).dice for name in ("well", "hurt", "well")]
    assert dice == ([1, 2, 1] if predator_defends else [1, 1, 1])


# --- whole games


@pytest.mark.parametrize(("code", "value"), CHANGED)
def test_every_option_can_be_played_with(code: str, value: Fact) -> None:
    options = Facts({**SHORT, code: value})
    for seed in range(2):
        game = playing.new_game(pairing=14 + seed, seed=seed, options=options)
        playing.play_checked(game, playing.players_of("random", seed=seed), every_action=False)
        assert game.outcome() is not None


@pytest.mark.parametrize("policy", ["greedy", "hoarder"])
def test_all_options_together_can_be_played_with(policy: str) -> None:
    options = Facts({**dict(CHANGED), **SHORT})
    game = playing.new_game(pairing=14, seed=3, options=options)
    playing.play_checked(game, playing.players_of(policy, seed=3), every_action=False)
    assert game.outcome() is not None


def test_views_and_imagined_games_have_the_options_of_the_game() -> None:
    game = playing.new_game(pairing=14, seed=1, options=Facts({"predator_defends": True}))
    others = [game.clone(), game.imagine(1, chance=Chance(2))]
    positions = [other.position for other in others] + [view.position for view in (game.view(0), game.glance(0))]
    assert all(position.options.predator_defends for position in positions)
    assert not any(position.options.physical_armour for position in positions)
