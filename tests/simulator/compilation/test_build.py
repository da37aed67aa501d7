"""`make engine`: what it needs, which compiler it trusts with a profile, and the games the first build plays."""

from pathlib import Path

import pytest

from simulator import games
from simulator.compilation import build, profile_games


def compiler(folder: Path, *macros: str) -> str:
    """A program that tells these macros, as a C compiler does."""
    path = folder / "cc"
    path.write_text("#!/bin/sh\n" + "".join(f"echo '#define {macro} 1'\n" for macro in macros), encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_a_compiler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert build.missing() == "A C compiler is needed to compile the engine; there is no 'no-such-compiler -O2'."


@pytest.mark.parametrize(("macros", "trusted"), [(["__GNUC__"], True), (["__GNUC__", "__clang__"], False), ([], False)])
def test_only_gcc_compiles_with_a_profile(
    macros: list[str], trusted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path, *macros))
    assert build.is_gcc() is trusted


def test_what_is_compiled_holds_the_rules_and_leaves_out_what_only_reads_cards() -> None:
    compiled = build.sources()
    assert {
        "simulator/engine/play/chance.py",
        "simulator/engine/play/event_log.py",
        "simulator/games/signum/rules/combat/melee.py",
    } <= set(compiled)
    assert not [name for name in compiled if name.endswith(("/native.py", "/events.py", "/decision.py", "/schema.py"))]


def test_the_first_build_learns_from_games_of_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr(profile_games, "play_paired", lambda *, system, **_: played.append(system.code))
    profile_games.main()
    assert played == [code for code in games.systems() for _ in range(profile_games.PAIRS)]
