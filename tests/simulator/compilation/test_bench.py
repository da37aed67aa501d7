"""The command `bench`: complete report, reproducible digest, refusals."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from simulator import games
from simulator.engine.play.chance import Chance
from simulator.games import signum
from simulator.games.signum.game.game import Game
from simulator.games.signum.scenarios.benchmark import benchmark_state
from simulator.management.commands import bench as bench_command
from simulator.management.commands.bench import matchup
from tests.toy import SYSTEM as TOY
from tests.toy.policies import Random

# The start of a new process is one of the figures.
pytestmark = pytest.mark.processes


def bench(*arguments: str) -> str:
    output = StringIO()
    call_command("bench", *arguments, stdout=output)
    return output.getvalue()


def test_report_is_complete() -> None:
    report = json.loads(bench("--json", "--games", "4"))
    assert report["games"] == 4
    assert report["errors"] == 0
    for figure in ("games_per_second", "games_per_cpu_second", "clone_us", "cold_start_seconds", "memory_mb"):
        assert report[figure] > 0, figure
    assert report["cards"] == len(signum.SYSTEM.catalogue)
    assert set(report["flatness"]) == {"first_tenth", "last_tenth"}
    assert report["compiled"] in (True, False)
    assert report["policy"] == "greedy-2"
    assert report["rules_version"] == signum.SYSTEM.rules_version
    assert len(report["digest"]) == 64


def test_games_are_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY})
    first, second = (
        json.loads(bench("--json", "--system", "toy", "--policy", "random", "--games", "20")) for _ in "ab"
    )
    assert first["digest"] == second["digest"]
    assert first["games"] == 20


def test_a_game_without_greedy_has_a_default_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(TOY, policies={"random-1": Random}, default_policy="")
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": game})
    assert json.loads(bench("--json", "--system", "toy", "--games", "2"))["policy"] == "random-1"


def test_text_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY})
    output = bench("--system", "toy", "--policy", "random", "--games", "10")
    assert "games a second" in output
    assert "microseconds" in output
    assert "digest" in output


def test_signums_benchmark_position_is_cloned(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[object] = []

    def clone_seconds(state: object) -> float:
        measured.append(state)
        return 1.0

    monkeypatch.setattr(bench_command, "clone_seconds", clone_seconds)
    bench("--json", "--games", "2", "--policy", "random")
    (state,) = measured
    assert isinstance(state, Game)
    assert len(state.position.creatures) == 16


def test_first_position_is_cloned_without_a_benchmark_position() -> None:
    assert TOY.benchmark is None
    decks = [reference.deck for reference in TOY.reference_decks()]
    state = bench_command.full_state(TOY, decks=decks)
    assert state.outcome() is None
    assert state.turn == TOY.new_game(decks=decks[:2], chance=Chance(1)).turn


def test_benchmark_position_is_full() -> None:
    decks = [reference.deck for reference in signum.SYSTEM.reference_decks()]
    state = benchmark_state(decks[:2])
    assert len(state.position.creatures) == 16
    assert len(state.clone().position.creatures) == 16


def test_every_deck_plays_every_other() -> None:
    decks = [reference.deck for reference in signum.SYSTEM.reference_decks()]
    number = len(decks)
    met = {tuple(deck.name for deck in matchup(decks, pair)) for pair in range(number * (number - 1))}
    assert len(met) == number * (number - 1)


@pytest.mark.parametrize("arguments", [("--policy", "genius"), ("--system", "chess")])
def test_unknown_policy_or_system_is_refused(capsys: pytest.CaptureFixture[str], arguments: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        call_command("bench", *arguments)
    assert exit_info.value.code == 2
    assert arguments[1] in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-4", "many", "99999999999"])
def test_invalid_number_of_games_is_refused(number: str) -> None:
    with pytest.raises((CommandError, SystemExit)):
        call_command("bench", "--games", number)
