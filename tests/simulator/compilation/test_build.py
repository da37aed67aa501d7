"""`make engine`: requirements, compilers, compiled modules, profile."""

from pathlib import Path

import pytest

from simulator import games
from simulator.compilation import build, profile_games


def compiler(folder: Path, *macros: str) -> str:
    """A program that prints these macros like a C compiler."""
    path = folder / "cc"
    path.write_text("#!/bin/sh\n" + "".join(f"echo '#define {macro} 1'\n" for macro in macros), encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert build.missing() == "A C compiler is needed to compile the engine; there is no 'no-such-compiler -O2'."


@pytest.mark.parametrize(("macros", "trusted"), [(["__GNUC__"], True), (["__GNUC__", "__clang__"], False), ([], False)])
def test_only_gcc_compiles_with_a_profile(
    macros: list[str], trusted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path, *macros))
    assert build.is_gcc() is trusted


def test_rules_are_compiled_and_card_readers_are_not() -> None:
    compiled = build.sources()
    assert {
        "simulator/engine/play/chance.py",
        "simulator/engine/play/event_log.py",
        "simulator/games/signum/rules/combat/melee.py",
    } <= set(compiled)
    assert not [name for name in compiled if name.endswith(("/native.py", "/events.py", "/decision.py", "/schema.py"))]


def test_profile_covers_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr(profile_games, "play_paired", lambda *, system, **_: played.append(system.code))
    profile_games.main()
    assert played == [code for code in games.systems() for _ in range(profile_games.PAIRS)]
