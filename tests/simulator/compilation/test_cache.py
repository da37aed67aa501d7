"""Compiled groups are kept and copied: only for the same sources, and only undamaged."""

from pathlib import Path

import pytest

from simulator.compilation import cache, groups
from simulator.compilation.groups import CompileGroup
from simulator.engine.compilation import freshness

RULES = "simulator/engine/rules.py"
GROUP = CompileGroup(folder="simulator/engine", compiled=(RULES,), sources=(RULES,), inputs=(RULES,))


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with one source and its binary, and an empty cache."""
    root = tmp_path / "tree"
    (root / "simulator/engine").mkdir(parents=True)
    (root / "simulator/games").mkdir()
    (root / "simulator/engine/rules.py").write_text("x = 1\n")
    (root / "simulator/engine/rules.so").write_bytes(b"compiled")
    (root / "pyproject.toml").write_text("[tool.engine]\ngame = []\n[tool.ruff]\n")
    (root / "requirements-engine.txt").write_text("")
    for module in (cache, groups, freshness):
        monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(cache, "__file__", str(root / "build.py"))
    monkeypatch.setenv("ENGINE_CACHE", str(tmp_path / "cache"))
    return root


def kept(tree: Path) -> tuple[str, Path]:
    """The key of the build that was stored, and its binary, which is removed from the tree."""
    key, binary = cache.build_key(GROUP, "cc"), tree / "simulator/engine/rules.so"
    cache.keep(key, [binary])
    binary.unlink()
    return key, binary


def test_a_build_comes_back_for_the_same_sources(tree: Path) -> None:
    key, binary = kept(tree)
    assert cache.build_key(GROUP, "cc") == key
    assert cache.restore(key)
    assert binary.read_bytes() == b"compiled"


@pytest.mark.parametrize("name", [RULES, "pyproject.toml", "requirements-engine.txt", "build.py"])
def test_what_a_build_depends_on_is_in_its_key(tree: Path, name: str) -> None:
    key, _ = kept(tree)
    (tree / name).write_text("[tool.engine]\ngame = ['changed']\n")
    assert cache.build_key(GROUP, "cc") != key
    assert not cache.restore(cache.build_key(GROUP, "cc"))


@pytest.mark.parametrize("name", ["simulator/games/other.py", "simulator/engine/unrelated.py"])
def test_what_a_build_does_not_depend_on_is_not_in_its_key(tree: Path, name: str) -> None:
    key, _ = kept(tree)
    (tree / name).write_text("changed\n")
    (tree / "pyproject.toml").write_text("[tool.engine]\ngame = []\n[tool.ruff]\nline-length = 120\n")
    assert cache.build_key(GROUP, "cc") == key


def test_groups_have_different_keys(tree: Path) -> None:
    other = CompileGroup(folder="simulator/games/toy", compiled=(RULES,), sources=(RULES,), inputs=(RULES,))
    assert cache.build_key(other, "cc") != cache.build_key(GROUP, "cc")


def test_compiler_flags_are_in_the_key(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = cache.build_key(GROUP, "cc")
    monkeypatch.setenv("CFLAGS", "-O0")
    assert cache.build_key(GROUP, "cc") != key


@pytest.mark.parametrize("damage", [b"comp", b"", None])
def test_a_damaged_entry_is_not_used(tree: Path, tmp_path: Path, damage: bytes | None) -> None:
    key, binary = kept(tree)
    stored = tmp_path / "cache" / key / "simulator/engine/rules.so"
    if damage is None:
        stored.unlink()
    else:
        stored.write_bytes(damage)
    assert not cache.restore(key)
    assert not binary.exists()


def test_the_cache_can_be_turned_off(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINE_CACHE", "")
    key, _ = kept(tree)
    assert not cache.restore(key)
    assert not (tmp_path / "cache").exists()


def test_only_the_newest_entries_of_a_group_stay(tree: Path, tmp_path: Path) -> None:
    binary = tree / "simulator/engine/rules.so"
    cache.keep("signum-key", [binary])
    for number in range(cache.MAX_ENTRIES + 2):
        cache.keep(f"toy-key{number}", [binary])
    entries = {entry.name for entry in (tmp_path / "cache").iterdir()}
    assert len(entries) == cache.MAX_ENTRIES + 1
    assert {f"toy-key{cache.MAX_ENTRIES + 1}", "signum-key"} <= entries


def test_a_cache_that_cannot_be_written_is_said_and_no_failure(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENGINE_CACHE", str(tree / "pyproject.toml"))
    cache.keep("key", [tree / "simulator/engine/rules.so"])
    assert "not kept" in capsys.readouterr().out
