"""Games, pairs, runs and digests, and games that raise an error."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches.match import Result, count_pairs, digest, play, play_round, play_run
from simulator.engine.play.chance import Chance, Scripted, Stream
from simulator.engine.play.event_log import Log
from simulator.engine.play.protocols import IllegalAction, Outcome
from simulator.engine.values import Facts
from tests.toy import SYSTEM
from tests.toy.state import Action, Lanterns, LanternView, Play, Wait, start

DECKS = [reference.deck for reference in SYSTEM.reference_decks()]
POLICIES = ["random", "random"]


class Cheat:
    """Play a card that does not exist."""

    name = "cheat-1"

    def __init__(self, chance: Stream) -> None:
        """Ignore chance."""

    def choose(self, view: LanternView) -> Action:
        return Play("toy-99", view.seat)


def start_or_fail(*, decks: Sequence[DeckList], chance: Chance, log: Log, options: Facts) -> Lanterns:
    """Raise an error for every odd seed."""
    if chance.seed % 2:
        raise ZeroDivisionError(f"at {id(chance)}")
    return start(decks=decks, chance=chance, log=log, options=options)


BREAKING = replace(SYSTEM, start=start_or_fail)


def test_a_game_is_played_to_its_end_and_logged() -> None:
    log = Log()
    result = play(system=SYSTEM, decks=DECKS, policies=POLICIES, seed=1, log=log)
    assert result.outcome is not None
    assert result.error == ""
    assert result.decisions == len(log.events) > 0
    assert result.turns > 0


def test_logging_does_not_change_the_game() -> None:
    silent = play(system=SYSTEM, decks=DECKS, policies=POLICIES, seed=1)
    assert silent == play(system=SYSTEM, decks=DECKS, policies=POLICIES, seed=1, log=Log())


def test_three_seats_rotate() -> None:
    games = play_round(system=SYSTEM, decks=[*DECKS, DECKS[0]], policies=["first", "random", "random"], seed=2)
    assert [game.seating for game in games] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert all(game.error == "" for game in games)


def test_a_result_refers_to_entrants_not_seats() -> None:
    result = Result(seed=1, seating=(1, 0), outcome=Outcome((0,), "bright"))
    assert result.winner == 1
    assert [result.score(0), result.score(1)] == [0, 1]


def test_a_failed_game_is_recorded_with_its_seed() -> None:
    results = [play(system=BREAKING, decks=DECKS, policies=POLICIES, seed=seed) for seed in range(4)]
    assert [bool(result.error) for result in results] == [False, True, False, True]
    assert results[1].seed == 1
    assert results[1].outcome is None
    assert results[1].score(0) is None
    assert results[1].error.startswith("ZeroDivisionError: at ")
    assert results[1].error.endswith(")")
    assert "test_match.py:" in results[1].error


def test_a_cheating_policy_fails_only_its_own_game() -> None:
    system = replace(SYSTEM, policies={**SYSTEM.policies, "cheat-1": Cheat})
    result = play(system=system, decks=DECKS, policies=["random", "cheat"], seed=1)
    assert result.error.startswith("IllegalAction: The card 'toy-99' is not in the hand.")
    assert result.decisions == 2  # the last one was refused


def test_the_digest_ignores_order_and_error_locations() -> None:
    results = [play(system=BREAKING, decks=DECKS, policies=POLICIES, seed=seed) for seed in range(6)]
    again = [play(system=BREAKING, decks=DECKS, policies=POLICIES, seed=seed) for seed in reversed(range(6))]
    assert digest(results) == digest(again)
    assert digest(results) != digest(results[1:])


def test_the_digest_depends_on_every_field_of_a_result() -> None:
    base = Result(seed=1, seating=(0, 1), outcome=Outcome((0,), "bright"), turns=3, decisions=4)
    others = [
        replace(base, seed=2),
        replace(base, seating=(1, 0)),
        replace(base, outcome=Outcome((1,), "bright")),
        replace(base, outcome=Outcome((0,), "dawn")),
        replace(base, outcome=None, error="KeyError: x"),
        replace(base, turns=4),
        replace(base, decisions=5),
    ]
    assert len({digest([result]) for result in [base, *others]}) == 1 + len(others)


def test_a_run_can_be_split_among_workers() -> None:
    def run(numbers: range) -> list[Result]:
        pairs = play_run(system=SYSTEM, decks=DECKS, policies=POLICIES, batch_seed=5, numbers=numbers)
        return [result for pair in pairs for result in pair]

    assert digest(run(range(10))) == digest([*run(range(6, 10)), *run(range(6))])


def test_pairs_with_a_failed_game_are_not_counted() -> None:
    whole = play_round(system=SYSTEM, decks=DECKS, policies=POLICIES, seed=2)
    broken = play_round(system=BREAKING, decks=DECKS, policies=POLICIES, seed=1)
    assert count_pairs([whole, broken]).pairs == 1


def test_the_scores_of_both_entrants_add_up() -> None:
    pairs = list(play_run(system=SYSTEM, decks=DECKS, policies=POLICIES, batch_seed=5, numbers=range(10)))
    mine, theirs = count_pairs(pairs, entrant=0), count_pairs(pairs, entrant=1)
    assert mine.counts == tuple(reversed(theirs.counts))


def test_a_game_over_its_cap_is_adjudicated() -> None:
    result = play(system=SYSTEM, decks=DECKS, policies=POLICIES, seed=1, cap=2)
    assert result.decisions == 2
    assert result.outcome is not None
    assert result.outcome.reason == "dawn"


@pytest.mark.parametrize(
    ("number", "policies", "seating", "message"),
    [
        (1, ["random"], None, "1 decks given; Lanterns is played by 2 or 3"),
        (2, ["random"], None, "2 decks need as many policies and seats"),
        (2, POLICIES, (0, 0), "2 decks need as many policies and seats"),
    ],
)
def test_a_match_that_cannot_be_seated_is_refused(
    number: int, policies: list[str], seating: tuple[int, ...] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        play(system=SYSTEM, decks=DECKS[:number], policies=policies, seed=1, seating=seating)


def test_an_unknown_policy_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="There is no policy 'clever'; those there are: first-1, random-1"):
        play(system=SYSTEM, decks=DECKS, policies=["clever", "random"], seed=1)


def test_a_scripted_game_rolls_the_script() -> None:
    chance = Scripted(6, 2)
    state = SYSTEM.new_game(decks=[DECKS[1], DECKS[0]], chance=chance)
    state.apply(Wait())
    state.apply(Play("toy-3", 1))
    assert state.view(1).lights == (0, 4)
    state.apply(Play("toy-6", 1))
    assert state.view(1).lights == (0, 2)
    assert chance.left == (2,)


def test_changing_one_deck_does_not_change_the_opponent_s_draws() -> None:
    other = DeckList.of({"charm": {"toy-7": 1}, "bag": {"toy-3": 3, "toy-2": 3}}, system="toy", format="short")
    hands = [SYSTEM.new_game(decks=[deck, DECKS[1]], chance=Chance(3)).view(1).hand for deck in (DECKS[0], other)]
    assert hands[0] == hands[1]


def test_no_action_is_legal_after_the_end() -> None:
    state = SYSTEM.new_game(decks=DECKS, chance=Chance(1))
    while state.outcome() is None:
        state.apply(Wait())
    assert state.outcome() == Outcome((0,), "dawn")
    with pytest.raises(IllegalAction, match=r"The game is over\."):
        state.apply(Wait())


def test_following_a_game_does_not_change_it_and_reports_open_until() -> None:
    for seed in range(12):
        results = [
            play(system=SYSTEM, decks=DECKS, policies=POLICIES, seed=seed, follow=follow) for follow in (False, True)
        ]
        assert results[0].line() == results[1].line()
        assert results[0].open_until is None
        assert results[1].open_until is not None
        assert 0 <= results[1].open_until <= results[1].turns
