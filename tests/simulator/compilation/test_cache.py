"""Compiled engines are kept and copied: only for the same sources, and only undamaged."""

from pathlib import Path

import pytest

from simulator.compilation import cache


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with one source and its binary, and an empty cache."""
    root = tmp_path / "tree"
    (root / "simulator/engine").mkdir(parents=True)
    (root / "simulator/games").mkdir()
    (root / "simulator/engine/rules.py").write_text("x = 1\n")
    (root / "simulator/engine/rules.so").write_bytes(b"compiled")
    for name in ("pyproject.toml", "requirements-engine.txt"):
        (root / name).write_text("")
    monkeypatch.setattr(cache, "ROOT", root)
    monkeypatch.setattr(cache, "__file__", str(root / "build.py"))
    monkeypatch.setenv("ENGINE_CACHE", str(tmp_path / "cache"))
    return root


def kept(tree: Path) -> tuple[str, Path]:
    """The key of the build that was stored, and its binary, which is removed from the tree."""
    key, binary = cache.build_key("cc"), tree / "simulator/engine/rules.so"
    cache.keep(key, [binary])
    binary.unlink()
    return key, binary


def test_a_build_comes_back_for_the_same_sources(tree: Path) -> None:
    key, binary = kept(tree)
    assert cache.build_key("cc") == key
    assert cache.restore(key)
    assert binary.read_bytes() == b"compiled"


@pytest.mark.parametrize("name", ["simulator/engine/rules.py", "pyproject.toml", "requirements-engine.txt", "build.py"])
def test_what_a_build_depends_on_is_in_its_key(tree: Path, name: str) -> None:
    key, _ = kept(tree)
    (tree / name).write_text("changed\n")
    assert cache.build_key("cc") != key
    assert not cache.restore(cache.build_key("cc"))


def test_compiler_flags_are_in_the_key(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = cache.build_key("cc")
    monkeypatch.setenv("CFLAGS", "-O0")
    assert cache.build_key("cc") != key


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


def test_only_the_newest_entries_stay(tree: Path, tmp_path: Path) -> None:
    binary = tree / "simulator/engine/rules.so"
    for number in range(cache.MAX_ENTRIES + 2):
        cache.keep(f"key{number}", [binary])
    entries = {entry.name for entry in (tmp_path / "cache").iterdir()}
    assert len(entries) == cache.MAX_ENTRIES
    assert f"key{cache.MAX_ENTRIES + 1}" in entries


def test_a_cache_that_cannot_be_written_is_said_and_no_failure(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENGINE_CACHE", str(tree / "pyproject.toml"))
    cache.keep("key", [tree / "simulator/engine/rules.so"])
    assert "not kept" in capsys.readouterr().out
