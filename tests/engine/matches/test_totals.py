"""Totals: parts add up to the whole, and agree with the individual games."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

from simulator.engine.matches.match import count_pairs, digest, play_run
from simulator.engine.matches.run import play_totals
from simulator.engine.matches.sums import ERRORS_KEPT
from simulator.engine.matches.totals import Totals, pair_key
from simulator.engine.play.event_log import DRAWN, OPENING, PLAYED
from simulator.engine.statistics.intervals import impact
from tests.engine.matches.test_match import BREAKING
from tests.toy import SYSTEM

DECKS = [reference.deck for reference in SYSTEM.reference_decks()]
POLICIES = ("random-1", "random-1")
PAIRS = 40


def run_totals(numbers: range, *, system: Any = SYSTEM, decks: Any = DECKS) -> Totals:
    return play_totals(system=system, decks=decks, policies=POLICIES, batch_seed=3, numbers=numbers)


def same_totals(first: Totals, second: Totals) -> bool:
    return all(
        getattr(first, part) == getattr(second, part) for part in ("figures", "cards", "errors", "samples", "digest")
    )


def test_totals_agree_with_the_individual_games() -> None:
    pairs = list(play_run(system=SYSTEM, decks=DECKS, policies=POLICIES, batch_seed=3, numbers=range(PAIRS)))
    results = [result for pair in pairs for result in pair]
    totals = run_totals(range(PAIRS))
    assert totals.games == 2 * PAIRS
    assert totals.pairs == count_pairs(pairs)
    assert totals.digest == digest(results)
    assert totals.reasons == dict(Counter(result.outcome.reason for result in results if result.outcome))
    winners = Counter(result.winner for result in results)
    assert totals.won_drawn_lost == (winners[0], winners[None], winners[1])
    assert totals.mean_turns == sum(result.turns for result in results) / len(results)
    assert totals.samples["longest"][0] == max(result.turns for result in results)
    first_seat = Counter(result.winner for result in results if result.seating[0] == 0)
    assert totals.figures["seats"][0] == [first_seat[0], first_seat[None], first_seat[1]]


def test_parts_add_up_in_any_order_and_through_json() -> None:
    whole, parts = run_totals(range(PAIRS)), [run_totals(range(first, first + 8)) for first in range(0, PAIRS, 8)]
    added = Totals()
    for part in reversed(parts):
        payload = {"figures": part.figures, "cards": part.cards, "errors": part.errors, "samples": part.samples}
        added.add(Totals(**json.loads(json.dumps(payload)), digest=part.digest))
    assert same_totals(added, whole)
    assert "".join(part.outcomes for part in parts) == whole.outcomes


def test_every_pair_is_one_digit() -> None:
    totals = run_totals(range(PAIRS))
    assert [totals.outcomes.count(str(halves)) for halves in range(5)] == totals.figures["pairs"]
    singles = [int(digit) for digit in totals.singles]
    pairs = zip(singles[::2], singles[1::2], strict=True)
    assert "".join(str(first % 3 + second % 3) for first, second in pairs) == totals.outcomes
    won_going_first = sum(1 for digit in singles if digit == 5)
    assert won_going_first == totals.figures["order"][0][0]


def test_every_card_of_a_deck_has_usage_counts() -> None:
    totals = run_totals(range(PAIRS))
    for deck, usage in zip(DECKS, totals.cards["decks"], strict=True):
        assert set(usage) == {code for _, lines in deck.sections for code, _ in lines}
        for use in usage.values():
            assert sum(use["pairs"].values()) == PAIRS
            seen = sum(count * pair_key(key)[0] for key, count in use["pairs"].items())
            assert use[DRAWN][0] == seen >= use[OPENING][0]
            assert use[PLAYED][0] <= seen
            assert use[DRAWN][1] == sum(count * pair_key(key)[1] for key, count in use["pairs"].items())
    assert any(
        impact({pair_key(key): count for key, count in use["pairs"].items()})
        for use in totals.cards["decks"][1].values()
    )


def test_failed_games_are_counted_and_their_pairs_left_out() -> None:
    totals = run_totals(range(PAIRS), system=BREAKING)
    assert totals.games == 2 * PAIRS
    assert totals.figures["broken"] == totals.outcomes.count("-") > 0
    assert totals.pairs.pairs == PAIRS - totals.figures["broken"]
    assert totals.figures["errors"] == 2 * totals.figures["broken"] > ERRORS_KEPT
    assert len(totals.errors) == ERRORS_KEPT
    assert all(error["seed"] % 2 and error["error"].startswith("ZeroDivisionError") for error in totals.errors)
    parts = Totals()
    for first in range(0, PAIRS, 10):
        parts.add(run_totals(range(first, first + 10), system=BREAKING))
    assert [error["number"] for error in parts.errors] == [error["number"] for error in totals.errors]


def test_a_deck_against_itself_has_the_same_figures_on_both_sides() -> None:
    totals = run_totals(range(PAIRS), decks=[DECKS[0], replace(DECKS[0], name="again")])
    assert totals.pairs.score == 0.5
    assert totals.cards["decks"][0] == totals.cards["decks"][1]
