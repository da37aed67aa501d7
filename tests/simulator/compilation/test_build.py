"""`make engine`: requirements, compilers, groups, failures, profile."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from simulator.compilation import build, profile_engine, profile_games, toolchain
from simulator.compilation.groups import CompileGroup, find_groups, group_of
from tests.toy import SYSTEM as TOY
from tests.toy.policies import First, Random


def compiler(folder: Path, *macros: str) -> str:
    """A program that prints these macros like a C compiler."""
    path = folder / "cc"
    path.write_text("#!/bin/sh\n" + "".join(f"echo '#define {macro} 1'\n" for macro in macros), encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert toolchain.missing() == "A C compiler is needed to compile the engine; there is no 'no-such-compiler -O2'."


def test_missing_headers_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path))
    monkeypatch.setattr(toolchain.sysconfig, "get_path", lambda name: str(tmp_path))
    header = tmp_path / "Python.h"
    assert toolchain.missing() == f"Python's headers are needed to compile the engine; there is no {header}."
    header.touch()
    assert toolchain.missing() == ""


@pytest.mark.parametrize(("macros", "trusted"), [(["__GNUC__"], True), (["__GNUC__", "__clang__"], False), ([], False)])
def test_only_gcc_compiles_with_a_profile(
    macros: list[str], trusted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path, *macros))
    assert toolchain.is_gcc() is trusted


def test_rules_are_compiled_and_card_readers_are_not() -> None:
    engine, signum = group_of("simulator/engine"), group_of("simulator/games/signum")
    assert {"simulator/engine/play/chance.py", "simulator/engine/play/event_log.py"} <= set(engine.compiled)
    assert "simulator/games/signum/rules/combat/melee.py" in signum.compiled
    compiled = (*engine.compiled, *signum.compiled)
    assert not [name for name in compiled if name.endswith(("/native.py", "/events.py", "/decision.py", "/schema.py"))]


def test_a_group_has_modules_of_its_own_folder_only() -> None:
    for group in find_groups():
        assert group.compiled, group.name
        assert {name.startswith(f"{group.folder}/") for name in group.compiled} == {True}


def test_a_group_depends_on_what_its_modules_import() -> None:
    signum = group_of("simulator/games/signum")
    assert set(signum.compiled) < set(signum.sources) < set(signum.inputs)
    # Constants of interpreted modules are compiled in.
    assert {"simulator/engine/play/event_log.py", "simulator/games/signum/state/events.py"} <= set(signum.sources)


def test_games_are_chosen_by_name() -> None:
    assert {group.name for group in find_groups(["signum"])} == {"engine", "signum"}


def test_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert build.main(["chess"]) == 2
    assert "There is no game 'chess'; those there are: signum" in capsys.readouterr().err


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Nothing is up to date or kept; each group ends with its exit code."""
    codes: dict[str, int] = {}
    groups = [
        CompileGroup(folder=f"simulator/games/{name}", compiled=("a",), sources=(), inputs=()) for name in ("ok", "bad")
    ]

    def compile_group(group: CompileGroup) -> tuple[CompileGroup, subprocess.CompletedProcess[str]]:
        output = "guided" if codes[group.name] == 0 else "state.py:7: error: Incompatible types"
        return group, subprocess.CompletedProcess([], codes[group.name], stdout=f"{output}\n", stderr="")

    monkeypatch.setattr(build, "find_groups", lambda names: groups)
    monkeypatch.setattr(build, "is_up_to_date", lambda group: False)
    monkeypatch.setattr(build, "is_fresh", lambda folder: codes[folder.rpartition("/")[2]] == 0)
    monkeypatch.setattr(build, "restore", lambda group: False)
    monkeypatch.setattr(build, "missing", lambda: "")
    monkeypatch.setattr(build, "remove_orphans", lambda: None)
    monkeypatch.setattr(build, "_compile_group", compile_group)
    return codes


def test_a_game_that_fails_is_named_and_the_others_are_compiled(
    results: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    results |= {"ok": 0, "bad": 1}
    assert build.main() == 1
    output, errors = capsys.readouterr()
    assert "ok: compiled 1 modules, guided." in output
    assert "bad: not compiled.\nstate.py:7: error: Incompatible types" in output
    assert errors == "Could not be compiled and stays interpreted: bad. Everything else is compiled.\n"


def test_success_is_quiet_on_stderr(results: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    results |= {"ok": 0, "bad": 0}
    assert build.main() == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("policies", [{"random-1": Random}, {"first-1": First, "random-1": Random}])
def test_profile_plays_the_default_policy_and_each_other_once(
    policies: dict[str, type[First] | type[Random]], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[list[str]] = []
    monkeypatch.setattr(profile_games, "play_round", lambda *, policies, **_: played.append(policies))
    profile_games.play_pairs(replace(TOY, policies=policies, default_policy=""), 10)
    assert played.count(["first-1"] * 2) == len(policies) - 1
    assert played.count(["random-1"] * 2) == 10 - played.count(["first-1"] * 2)


def test_profile_plays_the_named_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr(profile_games, "play_round", lambda *, system, **_: played.append(system.code))
    profile_games.main("signum", 3)
    assert played == ["signum"] * 3


def test_profile_of_the_engine_uses_dice_notes_and_the_game_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    choose = profile_engine.Countdown.choose
    monkeypatch.setattr(profile_engine, "GAMES", 2)
    monkeypatch.setattr(profile_engine.Countdown, "choose", lambda self, view: played.append(1) or choose(self, view))
    profile_engine.main()
    assert len(played) == 2 * profile_engine.DECISIONS
