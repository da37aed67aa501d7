"""Sums over games at a table of more than two."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import digest, play_run
from simulator.engine.matches.rounds import POINT, RoundTotals
from simulator.engine.matches.run import play_totals
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.statistics.intervals import round_share
from simulator.engine.values import Facts
from tests.engine.matches.test_match import BREAKING
from tests.toy import SYSTEM

DECKS = [reference.deck for reference in SYSTEM.reference_decks()]
TABLE = [DECKS[0], DECKS[1], DECKS[0]]
POLICIES = ["random-1"] * 3
ROUNDS = 24


def run_totals(numbers: Iterable[int], *, system: GameSystem = SYSTEM, options: Facts = NO_OPTIONS) -> RoundTotals:
    totals = play_totals(system=system, decks=TABLE, policies=POLICIES, batch_seed=3, numbers=numbers, options=options)
    assert isinstance(totals, RoundTotals)
    return totals


def test_totals_count_every_game() -> None:
    totals = run_totals(range(ROUNDS))
    rounds = list(play_run(system=SYSTEM, decks=TABLE, policies=POLICIES, batch_seed=3, numbers=range(ROUNDS)))
    results = [result for games in rounds for result in games]
    assert totals.games == len(results) == 3 * ROUNDS
    assert totals.rounds == ROUNDS
    assert totals.digest == digest(results)
    for entrant in range(3):
        points = sum((result.score(entrant) or Fraction(0) for result in results), Fraction(0))
        assert totals.figures["shares"][entrant][0] == POINT * points
        assert sum(totals.figures["places"][entrant]) == totals.games
        assert [games for games, _ in totals.figures["seats"][entrant]] == [ROUNDS] * 3
        assert sum(points for _, points in totals.figures["seats"][entrant]) == POINT * points
    assert sum(totals.reasons.values()) == totals.games
    assert sum(games for games, _ in totals.figures["order"]) == totals.games
    assert sum(row[0] for row in totals.figures["shares"]) == POINT * totals.games


def test_parts_add_up_in_any_order() -> None:
    whole = run_totals(range(ROUNDS))
    parts = RoundTotals.empty(3)
    for first in (16, 0, 8):
        parts.add(run_totals(range(first, first + 8)))
    assert (parts.figures, parts.cards, parts.digest) == (whole.figures, whole.cards, whole.digest)
    assert (parts.samples, parts.errors) == (whole.samples, whole.errors)


def test_failed_games_are_kept_out_of_shares() -> None:
    totals = run_totals(range(ROUNDS), system=BREAKING)
    assert totals.figures["broken"] > 0
    assert totals.rounds + totals.figures["broken"] == ROUNDS
    assert totals.figures["errors"] == 3 * totals.figures["broken"]
    assert totals.errors
    assert sum(row[0] for row in totals.figures["shares"]) == POINT * 3 * totals.rounds


def test_a_deck_among_itself_has_exactly_its_share() -> None:
    totals = play_totals(system=SYSTEM, decks=[DECKS[0]] * 4, policies=["random-1"] * 4, batch_seed=5, numbers=range(6))
    assert isinstance(totals, RoundTotals)
    for entrant in range(4):
        share = totals.share(entrant)
        assert share is not None
        assert share.value == 0.25
        assert 0.25 in share.interval


def test_a_card_in_play_from_the_start_counts_as_seen() -> None:
    totals = run_totals(range(4))
    charm = totals.cards["decks"][0]["toy-7"]
    assert charm["started"][0] == charm["drawn"][0] == totals.games


def test_measures_are_summed_with_their_squares() -> None:
    totals = run_totals(range(4))
    for total, squares in totals.figures["measures"]["light"]:
        assert total > 0
        assert squares >= total * total / totals.games


def test_options_are_played() -> None:
    assert run_totals(range(4)).digest != run_totals(range(4), options=Facts({"storm": True})).digest


def test_interval_of_a_share_is_counted_by_rounds() -> None:
    """Every round gives 1 of 3 points, so games inside a round do not narrow the interval."""
    steady = round_share(100 * 60, 100 * 60**2, rounds=100, full=180, entrants=3)
    swings = round_share(100 * 60, 33 * 180**2, rounds=100, full=180, entrants=3)
    assert steady.value == swings.value == pytest.approx(1 / 3)
    assert steady.interval.reach < swings.interval.reach
    assert RoundTotals.empty(3).share(0) is None


def test_a_share_lies_in_its_own_interval() -> None:
    for total in range(0, 241, 60):
        share = round_share(total, total * total, rounds=1, full=240, entrants=4)
        assert share.value in share.interval
