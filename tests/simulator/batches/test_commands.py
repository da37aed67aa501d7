"""The commands `simulate` and `gauntlet`, with the toy game.

They depend on no particular game.
"""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from simulator import games
from simulator.batches import runner
from simulator.batches.runner import MatchupSpec
from tests.toy import SYSTEM
from tests.toy.policies import Random


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": SYSTEM})


FIRST, SECOND = (reference.deck.name for reference in SYSTEM.reference_decks()[:2])


def run(command: str, *arguments: str) -> str:
    output = StringIO()
    call_command(command, "--system", "toy", "--policy", "random", *arguments, stdout=output)
    return output.getvalue()


def simulate(*arguments: str) -> dict:
    return json.loads(run("simulate", *arguments, "--json"))


def run_refused(capsys: pytest.CaptureFixture[str], command: str, *arguments: str) -> str:
    with pytest.raises(SystemExit) as exit_info:
        call_command(command, "--system", "toy", "--policy", "random", *arguments)
    assert exit_info.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.strip()


def test_report_is_complete() -> None:
    report = simulate(FIRST, SECOND, "--games", "20")
    assert set(report) >= {
        "games", "wins_a", "wins_b", "draws", "win_rate_a", "interval", "seat_split", "reasons", "mean_turns",
        "games_per_second", "digest", "rules_version", "policy", "errors",
    }  # fmt: skip
    assert report["games"] == 20 == report["wins_a"] + report["wins_b"] + report["draws"]
    assert report["interval"][0] <= report["win_rate_a"] <= report["interval"][1]
    assert sum(report["reasons"].values()) == 20


@pytest.mark.parametrize("command", [("simulate", FIRST, SECOND), ("gauntlet", FIRST)])
def test_a_game_without_greedy_has_a_default_policy(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    game = replace(SYSTEM, policies={"random-1": Random}, default_policy="")
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": game})
    output = StringIO()
    call_command(*command, "--system", "toy", "--games", "2", "--json", stdout=output)
    assert '"policy": "random-1"' in output.getvalue()


def test_deck_against_itself_scores_half() -> None:
    assert simulate(FIRST, FIRST, "--games", "40")["win_rate_a"] == 0.5


def test_digest_does_not_depend_on_jobs() -> None:
    alone, together = (simulate(FIRST, SECOND, "--games", "60", "--jobs", jobs) for jobs in ("1", "2"))
    assert alone["digest"] == together["digest"]
    assert simulate(FIRST, SECOND, "--games", "60", "--seed", "2")["digest"] != alone["digest"]


@pytest.mark.parametrize("arguments", [("simulate", FIRST, SECOND), ("gauntlet", FIRST), ("gauntlet", "--all")])
def test_odd_number_of_games_is_rounded_up_with_one_warning(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    report = json.loads(run(*arguments, "--games", "3", "--json"))
    matchups = report.get("matchups", [report])  # the toy has two decks, so --all is one pairing
    assert {matchup["games"] for matchup in matchups} == {4}
    message = "--games is 3; games come in pairs with seats swapped, so 4 are played a match-up."
    assert capsys.readouterr().err.splitlines() == [message]


def test_a_test_stops_when_it_is_clear_and_agrees_with_any_number_of_jobs() -> None:
    report = simulate(FIRST, SECOND, "--test", "20", "--seed", "3")
    assert report["verdict"] == "first"
    assert (report["test"], report["games"]) == (0.2, 32)
    assert simulate(FIRST, SECOND, "--test", "20", "--seed", "3", "--jobs", "2")["digest"] == report["digest"]
    assert simulate(FIRST, SECOND, "--games", "32", "--seed", "3")["digest"] == report["digest"]


def test_a_test_prints_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    text = run("simulate", FIRST, SECOND, "--test", "20")
    assert f"{FIRST} is better." in text
    assert "in at most 5 % of the tests" in text
    assert "not unbiased" in text
    assert "Neither deck is better by 20 points." in run("simulate", FIRST, FIRST, "--test", "20")
    assert "Not clear after 32 games." in run("simulate", FIRST, FIRST, "--test", "1", "--games", "32")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((FIRST, SECOND, FIRST, "--test", "5"), "--test compares two decks, not 3."),
        ((FIRST, SECOND, "--test", "5", "--games", "20"), "--games 20 are too few for a test: at least 32."),
    ],
)
def test_a_test_of_the_wrong_size_is_refused(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in run_refused(capsys, "simulate", *arguments)


@pytest.mark.parametrize("points", ["0.5", "21", "much", "nan"])
def test_points_of_a_test_are_limited(points: str) -> None:
    with pytest.raises(CommandError, match=f"'{points}' is not a number of points from 1 to 20, such as 5"):
        run("simulate", FIRST, SECOND, "--test", points)


def test_even_number_of_games_gives_no_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(FIRST, SECOND, "--games", "2")["games"] == 2
    assert capsys.readouterr().err == ""


def test_replay_is_written_to_the_file(tmp_path: Path) -> None:
    simulate(FIRST, SECOND, "--games", "4", "--replay", "3", str(tmp_path / "game.txt"))
    lines = (tmp_path / "game.txt").read_text().splitlines()
    assert lines[0].startswith("# toy, rules ")
    assert len(lines) > 5


def test_interrupt_returns_the_results_so_far() -> None:
    def interrupt_after_ten(games_done: int) -> None:
        if games_done >= 10:
            raise KeyboardInterrupt

    decks = tuple(reference.deck for reference in SYSTEM.reference_decks()[:2])
    matchup = MatchupSpec(system="toy", decks=decks, policies=("random-1", "random-1"), seed=1, pairs=500)
    played = runner.play(matchup, progress=interrupt_after_ten)
    assert 10 <= played.totals.games < 1000
    assert played.report()["games"] == played.totals.games


def test_broken_game_is_reported_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    start, calls = SYSTEM.start, []

    def fail_third_game(**arguments):
        calls.append(1)
        if len(calls) == 3:
            raise RuntimeError("a broken card")
        return start(**arguments)

    object.__setattr__(SYSTEM, "start", fail_third_game)
    try:
        report = simulate(FIRST, SECOND, "--games", "8")
    finally:
        object.__setattr__(SYSTEM, "start", start)
    assert report["games"] == 8
    assert [error["error"].split(":")[0] for error in report["errors"]] == ["RuntimeError"]
    assert report["errors"][0]["seed"] > 0


def test_all_plays_every_pair_of_reference_decks() -> None:
    report = json.loads(run("gauntlet", "--all", "--games", "4", "--json"))
    names = [reference.deck.name for reference in SYSTEM.reference_decks()]
    number = len(names)
    assert [row["deck"] for row in report["decks"]] == names
    assert len(report["pairings"]) == number * (number - 1) // 2
    assert report["games"] == 4 * len(report["pairings"]) == sum(report["reasons"].values())
    # One deck's win is another's loss, so the mean score is one half.
    assert sum(row["score"] for row in report["decks"]) == pytest.approx(number / 2)
    alone = simulate(names[0], names[1], "--games", "4")
    assert report["pairings"][0]["score"] == alone["win_rate_a"]
    assert report["policy"] == alone["policy"] == "random-1"


def test_table_has_one_row_per_deck() -> None:
    message = run("gauntlet", "--all", "--games", "4")
    rows = [line for line in message.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + len(SYSTEM.reference_decks())
    assert len({row.count("|") for row in rows}) == 1
    assert "digest" in message


def test_gauntlet_needs_a_deck_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_refused(capsys, "gauntlet") == "Give either a DECK or --all."
    assert run_refused(capsys, "gauntlet", FIRST, "--all") == "Give either a DECK or --all."


def test_gauntlet_plays_every_reference_deck() -> None:
    report = json.loads(run("gauntlet", FIRST, "--games", "4", "--json"))
    names = [reference.deck.name for reference in SYSTEM.reference_decks()]
    assert [matchup["opponent"] for matchup in report["matchups"]] == names


def test_text_output_has_score_and_interval() -> None:
    assert "95 % interval" in run("simulate", FIRST, SECOND, "--games", "4")
    assert f"{FIRST}" in run("gauntlet", FIRST, "--games", "4")


def test_unknown_deck_is_refused_with_a_list_of_decks(capsys: pytest.CaptureFixture[str]) -> None:
    message = run_refused(capsys, "simulate", "No such deck", SECOND)
    assert "'No such deck' is neither a file, a deck code nor a reference deck." in message
    assert FIRST in message


def test_illegal_deck_is_refused_with_its_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deck.txt").write_text("Bag\n1 Nothing of that name\n")
    message = run_refused(capsys, "simulate", str(tmp_path / "deck.txt"), SECOND)
    assert "cannot be played" in message
    assert "Nothing of that name" in message


def test_name_too_long_for_a_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "is neither a file, a deck code nor a reference deck." in run_refused(capsys, "gauntlet", "a b " * 100)


def test_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_refused(capsys, "gauntlet", str(tmp_path)) == f"{tmp_path} cannot be read: Is a directory."


def test_more_policies_than_seats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    message = run_refused(capsys, "simulate", FIRST, SECOND, "--policy", "random/first/random")
    assert message == "--policy random/first/random names 3 players; allowed are one, or two with a / between them."


def test_binary_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deck.txt").write_bytes(b"\xff\xfe\x00")
    assert "is not text in UTF-8 (byte 0)" in run_refused(capsys, "gauntlet", str(tmp_path / "deck.txt"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--games", "0"), "'0' is not a whole number from 2 to 1000000"),
        (("--games", "many"), "'many' is not a whole number"),
        (("--seed", "-1"), "'-1' is not a whole number"),
        (("--jobs", "0"), "'0' is not a whole number from 1 to 64"),
    ],
)
def test_number_out_of_range_is_refused(arguments: tuple[str, str], message: str) -> None:
    with pytest.raises(CommandError, match=message):  # at the terminal: exit 2
        run("simulate", FIRST, SECOND, *arguments)


def test_replay_of_a_missing_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    message = run_refused(capsys, "simulate", FIRST, SECOND, "--games", "4", "--replay", "9", "game.txt")
    assert message == "--replay: '9' is not one of the games 0 to 3."


def test_unknown_policy_or_system_is_refused_with_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("simulate", FIRST, SECOND, "--system", "toy", "--policy", "genius")
    assert "There is no policy 'genius'; those there are: first-1, random-1." in capsys.readouterr().err
    with pytest.raises(SystemExit):
        call_command("simulate", FIRST, SECOND, "--system", "chess")
    assert "There is no game system 'chess'; those there are: toy." in capsys.readouterr().err
