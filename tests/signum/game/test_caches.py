"""What is kept of who stands where, and what a player sees at a glance: never anything but a fresh count and a view."""

from typing import Any

import pytest

from simulator.engine.play.chance import Chance
from simulator.games.signum.game.game import Game
from simulator.games.signum.game.view import UNSEEN, SignumView, position_parts
from simulator.games.signum.rules.abilities.stats import gives
from simulator.games.signum.state.actions import Activate, EndTurn, SkipBuild
from simulator.games.signum.state.position import Position
from simulator.games.signum.system import signum_system
from tests.signum.game.test_game import walk
from tests.signum.playing import new_game, players_of
from tests.signum.tables import scene, slot

STEPS = 120


def kept(position: Position) -> list[Any]:
    """Camps, and who gives what, as the position remembers them: whoever asks makes it remember."""
    told: list[Any] = [gives(position)]
    for player in position.players:
        camp = position.camp(player.seat)
        told.append([one.slot for one in camp.own])
        told.append([one.slot for one in camp.enemies])
        told.append([one.slot for one in (camp.hero, camp.enemy_hero) if one is not None])
    for giver in position.givers:
        bearer = giver.creature.slot if giver.creature is not None else -1
        ground = giver.template.slot if giver.template is not None else -1
        seat = giver.creature.seat if giver.is_bearer and giver.creature is not None else giver.seat
        told.append((giver.abilities, giver.gives, giver.itself_only, giver.own_only, seat, bearer, ground))
    return told


def check_kept(position: Position) -> None:
    assert kept(position) == kept(position.clone())
    for player in position.players:
        for one in position.camp(player.seat).own + position.camp(player.seat).enemies:
            assert position.creature(one.slot) is one


def check_glance(glance: SignumView, view: SignumView) -> None:
    """The same, but that a glance leaves the own deck out where nothing is decided by it."""
    own = view.position.players[view.seat]
    if glance.position.players[view.seat].deck != own.deck:
        assert glance.position.players[view.seat].deck == [UNSEEN] * len(own.deck)
        own.deck = [UNSEEN] * len(own.deck)
    assert position_parts(glance.position) == position_parts(view.position)
    assert kept(glance.position) == kept(view.position)
    assert (glance.seat, glance.question, glance.actions) == (view.seat, view.question, view.actions)


@pytest.mark.parametrize("seed", range(4))
def test_camps_and_givers_are_those_of_a_fresh_count_after_every_action(seed: int) -> None:
    for game in walk(seed, steps=STEPS):
        check_kept(game.position)


@pytest.mark.parametrize("seed", range(2))
def test_a_glance_tells_what_a_view_tells(seed: int) -> None:
    for game in walk(seed, steps=STEPS):
        for seat in game.seats:
            check_glance(game.glance(seat), game.view(seat))


@pytest.mark.parametrize(("policy", "seed"), [("greedy", 21), ("random", 22)])
def test_glances_are_true_in_the_middle_of_an_action_too(policy: str, seed: int) -> None:
    """As matches are played: asked at once, while the action is being done."""
    game, players = new_game(pairing=seed, seed=seed), players_of(policy, seed=seed)
    asked = 0

    def choose(glance: Any) -> Any:
        nonlocal asked
        asked += glance.question is not None
        check_kept(game.position)
        action = players[glance.seat].choose(glance)
        assert kept(glance.position) == kept(game.position), "thinking has changed the position"
        return action

    game.ask_at_once(choose)
    for _ in range(STEPS):
        if game.outcome() is None:
            game.apply(choose(game.glance(game.to_act)))
    assert asked


@pytest.mark.parametrize("seed", range(2))
def test_a_glance_and_a_policys_choice_do_not_change_with_what_is_hidden(seed: int) -> None:
    system = signum_system()
    for number, game in enumerate(walk(seed, steps=STEPS)):
        for seat in game.seats:
            imagined = game.imagine(seat, chance=Chance(100 + number))
            one, other = game.glance(seat), imagined.glance(seat)
            assert position_parts(one.position) == position_parts(other.position)
            assert kept(one.position) == kept(other.position)
            if seat == game.to_act and number % 4 == 0:
                for maker in system.policies.values():
                    chosen = [maker(Chance(number).stream("policy")).choose(view) for view in (one, other)]
                    assert chosen[0] == chosen[1]


def controlled(*dice: int) -> Game:
    ana = {"id": "ana", "strength": 2, "health": 4, "at": [300, 200], "abilities": ["Control 1"]}
    bo = {"id": "bo", "strength": 2, "health": 4, "at": [300, 320], "abilities": ["Aura L: +1 strength"]}
    return scene(*dice, players={"a": {"characters": [ana], "deck": 5}, "b": {"characters": [bo], "deck": 5}})


def test_sr14_who_changes_sides_changes_camps_at_once_and_again_at_the_end_of_the_turn() -> None:
    game = controlled(1)
    bo = slot(game, "bo")
    check_kept(game.position)
    game.apply(Activate(slot(game, "ana"), then="use", kind="control", target=bo))
    check_kept(game.position)
    assert bo in [one.slot for one in game.position.camp(0).own]
    for seat in game.seats:
        check_glance(game.glance(seat), game.view(seat))
    game.apply(EndTurn())
    check_kept(game.position)
    assert bo in [one.slot for one in game.position.camp(1).own]
    game.apply(SkipBuild())
    for seat in game.seats:
        check_glance(game.glance(seat), game.view(seat))
