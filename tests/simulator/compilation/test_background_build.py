"""The engine is compiled beside a running site: built in a copy, put in place at once, and never a broken site."""

import errno
import fcntl
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simulator.compilation import background_build, build_state, build_tools, group_build
from simulator.compilation.background_build import run
from simulator.compilation.build_state import BuildState, Phase
from simulator.compilation.groups import CompileGroup
from simulator.engine.compilation import freshness
from tests.signum_site.worker.running import eventually, lives

FOLDER, RULES = "simulator/engine", "simulator/engine/rules.py"
BINARY = f"simulator/engine/rules{EXTENSION_SUFFIXES[0]}"
GROUP = CompileGroup(folder=FOLDER, compiled=(RULES,), sources=(RULES,), inputs=(RULES,))
ROOT = freshness.ROOT


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one module, and a compiler and packages that are never really used."""
    root = tmp_path / "project"
    for name in (RULES, "simulator/games/__init__.py", *background_build.PROJECT_FILES):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    for module in (background_build, build_tools, group_build, freshness):
        monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(background_build, "find_groups", lambda: [GROUP])
    monkeypatch.setattr(background_build, "missing_compiler", lambda: "")
    monkeypatch.setattr(background_build, "restore", lambda group: False)
    monkeypatch.setattr(build_tools, "missing_packages", lambda: "")
    return root


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "engine"
    path.mkdir()
    return path


def compile_into(tree: Path) -> None:
    """What a build leaves in a tree."""
    (tree / BINARY).write_bytes(b"compiled")
    hashes = {RULES: hashlib.blake2b((tree / RULES).read_bytes(), digest_size=16).hexdigest()}
    stamp = {"folder": FOLDER, "suffix": EXTENSION_SUFFIXES[0], "binaries": [BINARY], "sources": hashes}
    (tree / FOLDER / freshness.STAMP_NAME).write_text(json.dumps(stamp))


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> "Builds":
    made = Builds()
    monkeypatch.setattr(background_build, "subprocess", SimpleNamespace(run=made.run))
    return made


class Builds:
    """The compile command, replaced."""

    def __init__(self) -> None:
        self.trees: list[Path] = []
        self.compile: Callable[[Path], None] = compile_into

    def run(self, command: list[str], *, cwd: Path, **_: Any) -> None:
        assert command[1:] == ["-m", "simulator.compilation.build"]
        self.trees.append(cwd)
        self.compile(cwd)


def test_binaries_are_built_in_a_copy_and_put_beside_the_sources(project: Path, folder: Path, builds: Builds) -> None:
    def compile_and_look(tree: Path) -> None:
        state = build_state.read(folder)
        assert state is not None
        assert (state.phase, state.compiled) == (Phase.BUILDING, ())
        assert not (project / BINARY).exists()
        compile_into(tree)
        assert not freshness.is_fresh(FOLDER)

    builds.compile = compile_and_look
    state = run(folder, site=os.getpid())
    assert (state.phase, state.reason) == (Phase.BUILT, "")
    assert state.usual_s < build_state.USUAL_S, "the next estimate is what this one took"
    assert freshness.is_fresh(FOLDER)
    assert builds.trees == [folder / "tree"]
    assert not builds.trees[0].exists()


def test_nothing_is_built_twice(project: Path, folder: Path, builds: Builds) -> None:
    compile_into(project)
    state = run(folder, site=os.getpid())
    assert (state.phase, state.compiled, builds.trees) == (Phase.DONE, (FOLDER,), [])


def test_an_earlier_build_is_copied(
    project: Path, folder: Path, builds: Builds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_build, "restore", lambda group: compile_into(project) or True)
    state = run(folder, site=os.getpid())
    assert (state.phase, state.usual_s, builds.trees) == (Phase.BUILT, build_state.USUAL_S, [])


def test_missing_compiler_is_told(project: Path, folder: Path, builds: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_build, "missing_compiler", lambda: "There is none.")
    state = run(folder, site=os.getpid())
    assert (state.phase, state.reason, builds.trees) == (Phase.NO_COMPILER, "There is none.", [])


def test_failed_build_leaves_no_binaries(project: Path, folder: Path, builds: Builds) -> None:
    builds.compile = lambda tree: None
    state = run(folder, site=os.getpid())
    assert (state.phase, state.reason) == (Phase.FAILED, "Not compiled: engine.")
    assert not (project / BINARY).exists()


def test_sources_that_change_during_the_build_stay_interpreted(project: Path, folder: Path, builds: Builds) -> None:
    def compile_too_late(tree: Path) -> None:
        compile_into(tree)
        (project / RULES).write_text("changed = True\n")

    builds.compile = compile_too_late
    assert run(folder, site=os.getpid()).phase == Phase.FAILED
    assert not (project / BINARY).exists()


def test_read_only_project_is_told_before_anything_is_built(
    project: Path, folder: Path, builds: Builds, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    state = run(folder, site=os.getpid())
    assert state.phase == Phase.FAILED
    assert state.reason == f"Binaries lie beside the sources, and {project} cannot be written: Read-only file system."
    assert builds.trees == []


def test_without_a_network_nothing_is_built(
    project: Path, folder: Path, builds: Builds, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = "WARNING: Retrying\nERROR: No matching distribution found for mypy==2.4.1\n"
    failed = SimpleNamespace(returncode=1, stdout="", stderr=fault)
    monkeypatch.setattr(build_tools, "missing_packages", lambda: "mypyc is needed")
    monkeypatch.setattr(build_tools, "subprocess", SimpleNamespace(run=lambda *_, **__: failed))
    state = run(folder, site=os.getpid())
    assert state.phase == Phase.FAILED
    assert state.reason.endswith("cannot be installed: ERROR: No matching distribution found for mypy==2.4.1")
    assert builds.trees == []
    assert not list(folder.glob("tools-*"))


def test_packages_are_installed_once_and_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def install(command: list[str], **_: object) -> SimpleNamespace:
        commands.append(command)
        Path(command[command.index("--target") + 1]).mkdir()
        return SimpleNamespace(returncode=0)

    (folder / "tools-of-an-older-version").mkdir()
    monkeypatch.setattr(build_tools, "missing_packages", lambda: "mypyc is needed")
    monkeypatch.setattr(build_tools, "subprocess", SimpleNamespace(run=install))
    first, second = (build_tools.environment(folder)["PYTHONPATH"].split(os.pathsep)[0] for _ in range(2))
    assert first == second
    assert len(commands) == 1
    assert list(folder.iterdir()) == [Path(first)]


def test_only_what_compiling_needs_is_installed() -> None:
    names = {line.partition("==")[0] for line in build_tools.requirements().splitlines()}
    assert {"mypy", "setuptools"} <= names
    assert "Django" not in names
    assert "-r requirements.txt" not in names


def test_second_site_waits_and_finds_the_work_done(
    project: Path, folder: Path, builds: Builds, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_begun, states = threading.Event(), list[BuildState]()
    monkeypatch.setattr(build_state, "write", lambda *_: has_begun.set())
    first_site = os.open(project, os.O_RDONLY)
    fcntl.flock(first_site, fcntl.LOCK_EX)
    second = threading.Thread(target=lambda: states.append(run(folder, site=os.getpid())))
    second.start()
    assert has_begun.wait(timeout=30)
    compile_into(project)
    os.close(first_site)
    second.join(timeout=30)
    assert [state.phase for state in states] == [Phase.BUILT]
    assert builds.trees == []


def test_copy_is_a_project_that_setuptools_can_read(folder: Path) -> None:
    pyprojecttoml = pytest.importorskip("setuptools.config.pyprojecttoml")
    with background_build.source_copy(folder) as tree:
        assert pyprojecttoml.read_configuration(tree / "pyproject.toml")["project"]["version"]
        assert (tree / "simulator/games/signum/system.py").is_file()


@pytest.mark.parametrize("content", ["", "half a li", "[]", '{"phase": "resting", "compiled": []}', '{"site": 1}'])
def test_unreadable_state_is_none(folder: Path, content: str) -> None:
    (folder / build_state.FILE).write_text(content)
    assert build_state.read_last(folder) is None


def test_state_of_a_site_that_has_ended_is_ignored(folder: Path) -> None:
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    for site, known in ((ended.pid, False), (os.getpid(), True)):
        build_state.write(folder, BuildState(site=site, phase=Phase.BUILDING))
        assert (build_state.read(folder) is not None) is known


HANGING = """
import subprocess, sys
from pathlib import Path
from simulator.compilation import background_build
background_build.is_up_to_date = lambda group: False
background_build.missing_compiler = lambda: ""
script = f"echo $$ > {sys.argv[1]}/compiler; exec sleep 600"
background_build.build = lambda groups, folder: subprocess.run(["sh", "-c", script])
background_build.main(Path(sys.argv[1]))
"""


@pytest.mark.processes
def test_stopped_build_leaves_no_compiler(folder: Path) -> None:
    command = [sys.executable, "-c", HANGING, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True) as process:
        compiler = int(eventually(lambda: (folder / "compiler").exists() and (folder / "compiler").read_text()))
        assert lives(compiler)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == -signal.SIGKILL
    eventually(lambda: not lives(compiler))
