"""Games of every system: legality, clones, chance, hidden information, outcomes."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import count_pairs, digest, play, play_round, play_run
from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import BUILT, DRAWN, FIRST, OPENING, PLAYED, Log, Tally
from simulator.engine.play.protocols import IllegalAction
from tests import toy
from tests.contract.digests import cached_digest_of, digest_of
from tests.contract.systems import (
    MAX_ACTIONS,
    all_views,
    decks_for,
    fastest_policy,
    for_every_system,
    policies_at,
    start_game,
    walk,
)

ROOT = Path(__file__).parents[2]
NOTES = (OPENING, DRAWN, PLAYED, BUILT)


@for_every_system
def test_every_legal_action_can_be_applied(system: GameSystem) -> None:
    for state in walk(system, seed=1):
        actions = state.legal_actions()
        assert actions
        assert list(state.view(state.to_act).actions) == list(actions)
        for action in actions[:MAX_ACTIONS]:
            assert state.why_not(action) is None
            state.clone().apply(action)


@for_every_system
def test_an_illegal_action_is_refused_and_changes_nothing(system: GameSystem) -> None:
    once_legal: list[Any] = []
    refused = 0
    for state in walk(system, seed=2):
        before = all_views(state)
        for action in once_legal[-MAX_ACTIONS:]:
            sentence = state.why_not(action)
            if sentence is None:
                # With continuous positions, more actions are legal than are listed.
                state.clone().apply(action)
                continue
            refused += 1
            assert action not in state.legal_actions()
            with pytest.raises(IllegalAction) as caught:
                state.apply(action)
            assert str(caught.value) == sentence
            assert all_views(state) == before
        once_legal += [action for action in state.legal_actions()[:MAX_ACTIONS] if action not in once_legal]
    assert refused, "no action became illegal during the walk"


@for_every_system
def test_only_the_seat_to_act_is_offered_actions(system: GameSystem) -> None:
    for state in walk(system, seed=3):
        assert state.to_act in state.seats
        for seat in state.seats:
            view = state.view(seat)
            assert view.seat == seat
            assert bool(view.actions) == (seat == state.to_act)


@for_every_system
def test_a_clone_is_independent(system: GameSystem) -> None:
    for state in walk(system, seed=4):
        before = all_views(state)
        twin = state.clone()
        assert all_views(twin) == before
        for _ in range(5):
            if twin.outcome() is None:
                twin.apply(twin.legal_actions()[-1])
        assert all_views(state) == before


@for_every_system
def test_a_clone_draws_the_same_chance(system: GameSystem) -> None:
    state = start_game(system, seed=5)
    twin = state.clone()
    for number in range(40):
        if state.outcome() is not None:
            break
        actions = state.legal_actions()
        action = actions[number % len(actions)]
        state.apply(action)
        twin.apply(action)
        assert all_views(twin) == all_views(state)
    assert twin.outcome() == state.outcome()


@for_every_system
def test_views_and_choices_do_not_depend_on_hidden_information(system: GameSystem) -> None:
    for number, state in enumerate(walk(system, seed=6)):
        for seat in state.seats:
            view = state.view(seat)
            imagined = state.imagine(seat, chance=Chance(100 + number)).view(seat)
            assert imagined == view
            if seat == state.to_act and number < 10:
                for maker in system.policies.values():
                    first, second = (maker(Chance(number).stream("policy")) for _ in range(2))
                    assert first.choose(view) == second.choose(imagined)


def test_imagined_positions_differ_from_the_real_one() -> None:
    state = start_game(toy.SYSTEM, seed=7)
    imagined = [state.imagine(0, chance=Chance(number)) for number in range(5)]
    assert any(other.view(1) != state.view(1) for other in imagined)


@for_every_system
@pytest.mark.played
def test_the_seed_determines_the_game(system: GameSystem) -> None:
    assert digest_of(system) == cached_digest_of(system)
    seats = max(system.seats)
    decks, policies = decks_for(system, seats=seats), [fastest_policy(system)] * seats
    logs = [Log() for _ in range(5)]
    for seed, log in enumerate(logs):
        play(system=system, decks=decks, policies=policies, seed=seed, log=log)
    assert len({"\n".join(log.lines()) for log in logs}) > 1


@for_every_system
@pytest.mark.parametrize("hash_seed", ["0", "4711"])
@pytest.mark.played
def test_the_digest_does_not_depend_on_process_or_hash_seed(system: GameSystem, hash_seed: str) -> None:
    command = [sys.executable, "-m", "tests.contract.digests", system.code]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    process = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    assert process.stdout.strip() == cached_digest_of(system)


@for_every_system
@pytest.mark.played
def test_games_end_with_a_reason_and_without_an_error(system: GameSystem) -> None:
    for seats in system.seats:
        decks = decks_for(system, seats=seats)
        for policy in system.policies:
            for seed in range(3 if policy in policies_at(system, seats=seats) else 1):
                result = play(system=system, decks=decks, policies=[policy] * seats, seed=seed)
                assert result.error == ""
                assert result.outcome is not None
                assert result.outcome.reason
                assert set(result.outcome.winners) <= set(range(seats))
                assert sum(result.score(entrant) or 0 for entrant in range(seats)) == 1


@for_every_system
@pytest.mark.parametrize("cap", [0, 1, 7])
def test_a_game_over_its_decision_cap_is_adjudicated(system: GameSystem, cap: int) -> None:
    seats = min(system.seats)
    decks, policies = decks_for(system, seats=seats), [fastest_policy(system)] * seats
    result = play(system=system, decks=decks, policies=policies, seed=8, cap=cap)
    assert result.error == ""
    assert result.outcome is not None
    assert result.decisions <= cap


@for_every_system
@pytest.mark.played
def test_a_deck_against_itself_scores_exactly_its_share(system: GameSystem) -> None:
    for seats in system.seats:
        deck = decks_for(system, seats=1)[0]
        for policy in policies_at(system, seats=seats):
            games = play_round(system=system, decks=[deck] * seats, policies=[policy] * seats, seed=9)
            for entrant in range(seats):
                assert sum(game.score(entrant) or 0 for game in games) * seats == len(games)


@for_every_system
@pytest.mark.played
def test_a_deck_against_itself_scores_exactly_half_with_two_seats(system: GameSystem) -> None:
    if 2 not in system.seats:
        pytest.skip("not a game for two")
    deck = decks_for(system, seats=1)[0]
    pairs = play_run(
        system=system, decks=[deck, deck], policies=[fastest_policy(system)] * 2, batch_seed=10, numbers=range(5)
    )
    counts = count_pairs(pairs)
    assert counts.pairs == 5
    assert counts.score == 0.5
    assert counts.dd_wl == 5


@for_every_system
def test_the_line_order_of_a_deck_does_not_change_the_game(system: GameSystem) -> None:
    seats = max(system.seats)
    decks = decks_for(system, seats=seats)
    reordered = [
        replace(deck, sections=tuple((code, tuple(reversed(card_lines))) for code, card_lines in deck.sections))
        for deck in decks
    ]
    policies = [fastest_policy(system)] * seats
    results = [
        digest(play(system=system, decks=chosen, policies=policies, seed=seed) for seed in range(3))
        for chosen in (decks, reordered)
    ]
    assert results[0] == results[1]


@for_every_system
def test_every_policy_has_the_name_it_is_listed_under(system: GameSystem) -> None:
    assert system.policies
    for name, maker in system.policies.items():
        assert maker(Chance(0).stream("policy")).name == name


@for_every_system
@pytest.mark.played
def test_games_note_the_first_player_and_drawn_and_played_cards(system: GameSystem) -> None:
    seats = min(system.seats)
    decks = decks_for(system, seats=seats)
    for policy in system.policies:
        tally = Tally()
        silent = play(system=system, decks=decks, policies=[policy] * seats, seed=11)
        assert play(system=system, decks=decks, policies=[policy] * seats, seed=11, log=tally) == silent
        assert [kind for kind, _, _ in tally.notes].count(FIRST) == 1
        for seat, deck in enumerate(decks):
            mine = {kind: [card for note, who, card in tally.notes if who == seat and note == kind] for kind in NOTES}
            assert mine[OPENING]
            assert set(mine[PLAYED]) <= {*mine[OPENING], *mine[DRAWN]}
            copies = {code: count for _, card_lines in deck.sections for code, count in card_lines}
            assert all(mine[OPENING].count(card) <= copies[card] for card in mine[OPENING])
            assert set(mine[BUILT]) <= set(copies)
