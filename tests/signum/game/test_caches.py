"""Cached camps and givers equal computed ones, and a glance equals a view."""

from typing import Any

import pytest

from simulator.engine.play.chance import Chance
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.values import Facts
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


def cached_parts(position: Position) -> list[Any]:
    """Camps and givers as cached by the position. Reading them fills the cache."""
    parts: list[Any] = [gives(position)]
    for player in position.players:
        camp = position.camp(player.seat)
        parts.append([creature.slot for creature in camp.own])
        parts.append([creature.slot for creature in camp.enemies])
        parts.append([hero.slot for hero in (camp.hero, camp.enemy_hero) if hero is not None])
    for giver in position.givers:
        bearer = giver.creature.slot if giver.creature is not None else -1
        ground = giver.template.slot if giver.template is not None else -1
        seat = giver.creature.seat if giver.is_bearer and giver.creature is not None else giver.seat
        parts.append((giver.abilities, giver.gives, giver.itself_only, giver.own_only, seat, bearer, ground))
    return parts


def check_cache(position: Position) -> None:
    assert cached_parts(position) == cached_parts(position.clone())
    for player in position.players:
        for creature in position.camp(player.seat).own + position.camp(player.seat).enemies:
            assert position.creature(creature.slot) is creature


def check_glance(glance: SignumView, view: SignumView) -> None:
    """A glance equals the view, except that it may leave out the own deck."""
    own = view.position.players[view.seat]
    if glance.position.players[view.seat].deck != own.deck:
        assert glance.position.players[view.seat].deck == [UNSEEN] * len(own.deck)
        own.deck = [UNSEEN] * len(own.deck)
    assert position_parts(glance.position) == position_parts(view.position)
    assert cached_parts(glance.position) == cached_parts(view.position)
    assert (glance.seat, glance.question, glance.actions) == (view.seat, view.question, view.actions)


@pytest.mark.parametrize("seed", range(4))
def test_cached_camps_and_givers_stay_correct(seed: int) -> None:
    for game in walk(seed, steps=STEPS):
        check_cache(game.position)


@pytest.mark.parametrize("seed", range(2))
def test_a_glance_equals_the_view(seed: int) -> None:
    for game in walk(seed, steps=STEPS):
        for seat in game.seats:
            check_glance(game.glance(seat), game.view(seat))


@pytest.mark.parametrize(
    ("seats", "options"), [(3, NO_OPTIONS), (4, NO_OPTIONS), (4, Facts({"shoulder_to_shoulder": True}))]
)
def test_s17_2_glances_and_caches_are_correct_at_larger_tables(seats: int, options: Facts) -> None:
    for number, game in enumerate(walk(5, steps=80, seats=seats, options=options)):
        check_cache(game.position)
        if number == 50:  # a player leaves the game in the middle of it
            hero = game.position.hero(game.position.after[game.position.active][0])
            assert hero is not None
            hero.wounds = hero.health
        if number % 3 == 0:
            for seat in game.seats:
                check_glance(game.glance(seat), game.view(seat))


@pytest.mark.parametrize(("policy", "seed"), [("greedy", 21), ("random", 22)])
def test_glances_are_correct_during_an_action(policy: str, seed: int) -> None:
    """Questions are answered immediately, during the action, as in matches."""
    game, players = new_game(pairing=seed, seed=seed), players_of(policy, seed=seed)
    questions = 0

    def choose(glance: Any) -> Any:
        nonlocal questions
        questions += glance.question is not None
        check_cache(game.position)
        action = players[glance.seat].choose(glance)
        assert cached_parts(glance.position) == cached_parts(game.position), "choosing changed the position"
        return action

    game.ask_at_once(choose)
    for _ in range(STEPS):
        if game.outcome() is None:
            game.apply(choose(game.glance(game.to_act)))
    assert questions


@pytest.mark.parametrize("seed", range(2))
def test_glances_and_choices_do_not_depend_on_hidden_information(seed: int) -> None:
    system = signum_system()
    for number, game in enumerate(walk(seed, steps=STEPS)):
        for seat in game.seats:
            imagined = game.imagine(seat, chance=Chance(100 + number))
            real, other = game.glance(seat), imagined.glance(seat)
            assert position_parts(real.position) == position_parts(other.position)
            assert cached_parts(real.position) == cached_parts(other.position)
            if seat == game.to_act and number % 4 == 0:
                for maker in system.policies.values():
                    chosen = [maker(Chance(number).stream("policy")).choose(view) for view in (real, other)]
                    assert chosen[0] == chosen[1]


def control_game(*dice: int) -> Game:
    ana = {"id": "ana", "strength": 2, "health": 4, "at": [300, 200], "abilities": ["Control 1"]}
    bo = {"id": "bo", "strength": 2, "health": 4, "at": [300, 320], "abilities": ["Aura L: +1 strength"]}
    return scene(*dice, players={"a": {"characters": [ana], "deck": 5}, "b": {"characters": [bo], "deck": 5}})


def test_sr14_a_controlled_creature_changes_camps_until_the_end_of_the_turn() -> None:
    game = control_game(1)
    bo = slot(game, "bo")
    check_cache(game.position)
    game.apply(Activate(slot(game, "ana"), then="use", kind="control", target=bo))
    check_cache(game.position)
    assert bo in [creature.slot for creature in game.position.camp(0).own]
    for seat in game.seats:
        check_glance(game.glance(seat), game.view(seat))
    game.apply(EndTurn())
    check_cache(game.position)
    assert bo in [creature.slot for creature in game.position.camp(1).own]
    game.apply(SkipBuild())
    for seat in game.seats:
        check_glance(game.glance(seat), game.view(seat))
