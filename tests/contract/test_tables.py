"""Tables of every system: options, teams, seatings, elimination, measures."""

from collections import Counter
from fractions import Fraction

import pytest

from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import digest, play, play_round
from simulator.engine.play.options import NO_OPTIONS, OptionError, parse_options
from simulator.engine.values import LANGUAGES
from tests.contract.systems import decks_for, fastest_policy, for_every_system, tables, walk

SEED = 12


@for_every_system
def test_options_have_names_and_a_default_that_they_allow(system: GameSystem) -> None:
    assert len({option.code for option in system.options}) == len(system.options)
    for option in system.options:
        assert option.parse(option.default) == option.default
        assert all(option.names[language] for language in LANGUAGES)
        assert all(words[language] for words in option.labels.values() for language in LANGUAGES)
        assert set(option.seats) <= set(system.seats)


@for_every_system
def test_default_options_do_not_change_a_digest(system: GameSystem) -> None:
    seats = min(system.seats)
    written_out = parse_options(
        {option.code: option.default for option in system.options if option.applies_to(seats)},
        options=system.options,
        seats=seats,
    )
    assert written_out == NO_OPTIONS


@for_every_system
@pytest.mark.parametrize("raw", [{"no such option": 1}, {"": True}, [], "x", {7: 7}])
def test_unknown_options_are_refused_with_a_sentence(system: GameSystem, raw: object) -> None:
    with pytest.raises(OptionError) as caught:
        parse_options(raw, options=system.options, seats=min(system.seats))
    assert all(sentence.endswith(".") for _, sentence in caught.value.problems)


@for_every_system
def test_games_with_every_option_end_without_an_error(system: GameSystem) -> None:
    policy = fastest_policy(system)
    for seats, options in tables(system):
        result = play(
            system=system, decks=decks_for(system, seats=seats), policies=[policy] * seats, seed=SEED, options=options
        )
        assert result.error == "", (seats, options)
        assert sum(result.score(entrant) or 0 for entrant in range(seats)) == 1


@for_every_system
def test_a_changed_option_is_part_of_the_digest(system: GameSystem) -> None:
    policy = fastest_policy(system)
    for seats in system.seats:
        decks = decks_for(system, seats=seats)
        digests = [
            digest([play(system=system, decks=decks, policies=[policy] * seats, seed=SEED, options=options)])
            for number, options in tables(system)
            if number == seats
        ]
        assert len(set(digests)) == len(digests)


@for_every_system
def test_every_entrant_sits_in_every_seat_equally_often(system: GameSystem) -> None:
    for seats, options in tables(system):
        seatings = system.round_seatings(seats, options)
        assert all(sorted(seating) == list(range(seats)) for seating in seatings)
        counts = Counter((seat, entrant) for seating in seatings for seat, entrant in enumerate(seating))
        assert len(set(counts.values())) == 1
        assert len(counts) == seats * seats


@for_every_system
def test_allies_stay_together_in_every_seating(system: GameSystem) -> None:
    for seats, options in tables(system):
        teams = system.teams(seats, system.table_options(options))
        assert len(teams) == seats
        together = {frozenset(seat for seat in range(seats) if teams[seat] == team) for team in teams}
        for seating in system.round_seatings(seats, options):
            assert {frozenset(seating[seat] for seat in group) for group in together} == together


@for_every_system
def test_a_deck_against_itself_scores_exactly_its_share_with_every_option(system: GameSystem) -> None:
    deck, policy = decks_for(system, seats=1)[0], fastest_policy(system)
    for seats, options in tables(system):
        games = play_round(system=system, decks=[deck] * seats, policies=[policy] * seats, seed=SEED, options=options)
        for entrant in range(seats):
            assert sum(game.score(entrant) or 0 for game in games) == Fraction(len(games), seats)


@for_every_system
def test_winners_are_whole_teams_and_places_agree_with_them(system: GameSystem) -> None:
    policy = fastest_policy(system)
    for seats, options in tables(system):
        teams = system.teams(seats, system.table_options(options))
        for seed in range(3):
            outcome = play(
                system=system,
                decks=decks_for(system, seats=seats),
                policies=[policy] * seats,
                seed=seed,
                options=options,
            ).outcome
            assert outcome is not None
            winning_teams = {teams[seat] for seat in outcome.winners}
            assert set(outcome.winners) == {seat for seat in range(seats) if teams[seat] in winning_teams}
            if outcome.places:
                assert len(outcome.places) == seats
                first = {seat for seat in range(seats) if outcome.places[seat] == 1}
                assert first == set(outcome.winners or range(seats))


@for_every_system
def test_only_players_in_the_game_are_asked(system: GameSystem) -> None:
    most = max(system.seats)
    for options in [options for seats, options in tables(system) if seats == most]:
        for state in walk(system, seed=SEED, options=options):
            assert state.to_act in state.alive
            for seat in state.seats:
                if seat not in state.alive:
                    assert not state.view(seat).actions


@for_every_system
def test_every_measure_has_a_number_for_every_seat(system: GameSystem) -> None:
    for state in walk(system, seed=SEED):
        measures = state.measures()
        for measure in system.measures:
            assert len(measures[measure.code]) == len(state.seats)
