"""The site compiles its engine in the background, and its worker changes over between chunks."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from signum_site.worker import engine_build, supervisor
from signum_site.worker.engine_build import EngineBuild
from simulator.compilation import build_state
from simulator.compilation.build_state import BuildState, Phase
from tests.signum_site.worker.running import Site, eventually, family, lives, running_site


@pytest.fixture
def signals() -> Iterator[None]:
    """Restores the handlers that the supervisor sets."""
    known = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for signum, handler in known.items():
        signal.signal(signum, handler)


def build_that(script: str, *, folder: Path) -> EngineBuild:
    return EngineBuild(folder=folder, command=["sh", "-c", script])


def write_built(folder: Path, **values: Any) -> str:
    """A script that ends as a build does that has compiled everything."""
    folder.mkdir(exist_ok=True)
    build_state.write(folder, BuildState(site=os.getpid(), phase=Phase.BUILT, **values))
    (folder / build_state.FILE).rename(folder / "built.json")
    return f"cp {folder}/built.json {folder}/{build_state.FILE}"


def finished(build: EngineBuild) -> bool:
    """Waits for the build and returns whether workers should change over."""
    build.start()
    assert build.child is not None
    build.child.wait(timeout=30)
    return build.has_new_binaries()


@pytest.mark.parametrize(("switch", "pure", "is_built"), [("on", "", True), ("off", "", False), ("on", "1", False)])
def test_build_can_be_turned_off(
    switch: str, pure: str, is_built: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGINE_PURE", pure)
    build = engine_build.engine_build({"ENGINE_BUILD": switch, "VAR_DIR": tmp_path})
    assert (build is not None) is is_built


def test_installed_package_builds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINE_PURE", "")
    monkeypatch.setattr(engine_build, "ROOT", tmp_path)
    assert engine_build.engine_build({"ENGINE_BUILD": "on", "VAR_DIR": tmp_path}) is None


def test_build_has_the_lowest_priority(tmp_path: Path) -> None:
    build = build_that("nice", folder=tmp_path)
    finished(build)
    assert (tmp_path / engine_build.LOG_FILE).read_text() == "19\n"


@pytest.mark.parametrize("script", ["exit 3", "kill -9 $$"])
def test_failed_build_is_one_log_line(tmp_path: Path, script: str) -> None:
    build = build_that(script, folder=tmp_path)
    with capture_logs() as lines:
        assert not finished(build)
        assert not build.has_new_binaries()
    assert [line["event"] for line in lines] == ["engine_not_compiled"]
    state = build_state.read(tmp_path)
    assert state is not None
    assert state.phase == Phase.FAILED


@pytest.mark.parametrize("folder", ["missing/engine", "file/engine"])
def test_build_that_cannot_start_is_one_log_line(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    build = build_that("true", folder=tmp_path / folder)
    with capture_logs() as lines:
        build.start()
        assert not build.has_new_binaries()
    assert [line["event"] for line in lines] == ["engine_not_compiled"]


def test_worker_finishes_its_tasks_before_it_is_replaced(tmp_path: Path, signals: None) -> None:
    out = tmp_path / "out"
    out.touch()
    worker = f"trap 'echo finished >> {out}; exit 0' TERM; echo started >> {out}; while :; do sleep 0.05; done"
    web_server = f"until [ $(grep -c started {out}) = 2 ]; do sleep 0.05; done"
    commands = {supervisor.WEB_SERVER: ["sh", "-c", web_server], supervisor.WORKER: ["sh", "-c", worker]}
    wait_for_worker = f"until grep -q started {out}; do sleep 0.05; done"
    build = build_that(f"{wait_for_worker}; {write_built(tmp_path / 'engine')}", folder=tmp_path / "engine")
    assert supervisor.run(commands, build=build) == 1, "the web server has ended"
    assert out.read_text().split()[:3] == ["started", "finished", "started"]
    state = build_state.read(tmp_path / "engine")
    assert state is not None
    assert (state.phase, state.compiled) == (Phase.DONE, build_state.compiled_groups())


def test_game_that_failed_is_told_after_the_change(tmp_path: Path) -> None:
    build = build_that(write_built(tmp_path, reason="Not compiled: toy."), folder=tmp_path)
    assert finished(build)
    build.record_change()
    state = build_state.read(tmp_path)
    assert state is not None
    assert (state.phase, state.reason) == (Phase.FAILED, "Not compiled: toy.")


# `manage.py run_site` whose compiler is replaced by a script; the script gets the folder of the build.
RUN_SITE = """
import sys
from signum_site.worker import engine_build
script = sys.argv.pop()
engine_build.build_command = lambda folder: ["sh", "-c", script, "build", str(folder)]
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "run_site"])
"""
# Ends when a file appears, as a build that has compiled everything.
BUILD_ON_DEMAND = """
until [ -e "$1/go" ]; do sleep 0.1; done
echo '{"site": '$PPID', "phase": "built", "compiled": [], "started": 0, "usual_s": 60, "reason": ""}' > "$1/state.json"
"""
# Ends its group when it is stopped, as a build does.
ENDLESS_BUILD = 'trap "kill -9 0" TERM; sleep 600 & echo $! > "$1/compiler"; wait'
GAMES = 24
REQUEST = {"deck": {"reference": "Lances at Dawn"}, "against": [{"reference": "Knives in the Fog"}], "games": GAMES}


def with_build(script: str) -> list[str]:
    return [sys.executable, "-c", RUN_SITE, script]


def workers(site: Site) -> list[int]:
    members = [pid for pid in family(site.process.pid) if lives(pid)]
    return [pid for pid in members if b"celery" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.processes
@pytest.mark.xdist_group("running")
def test_worker_of_a_site_changes_over_and_loses_no_game(tmp_path: Path) -> None:
    with running_site(tmp_path, command=with_build(BUILD_ON_DEMAND), ENGINE_BUILD="on", ENGINE_PURE="") as site:
        before = site.worker_pid()
        token = site.send("/api/v1/simulations/", REQUEST | {"seed": 7})["token"]
        eventually(lambda: site.query("SELECT 1 FROM simulator_chunk WHERE state = 'running'"))
        (tmp_path / "engine" / "go").touch()
        eventually(lambda: workers(site) and before not in workers(site))
        eventually(lambda: site.query("SELECT state FROM simulator_batch") == [("done",)])
        batch = json.loads(site.get(f"/api/v1/simulations/{token}/")[1])
        assert batch["games_played"] == GAMES
        assert site.query("SELECT max(losses), max(attempts) FROM simulator_chunk") == [(0, 0)]
        names = ("Lances at Dawn", "Knives in the Fog", "--games", str(GAMES), "--seed", "7", "--json")
        assert json.loads(site.manage("simulate", *names).stdout)["digest"] == batch["digest"]
        assert build_state.read(tmp_path / "engine")
        assert site.log.read_text().count("engine_compiled") == 1


@pytest.mark.processes
@pytest.mark.xdist_group("running")
@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGKILL])
def test_site_that_stops_during_the_build_leaves_no_processes(tmp_path: Path, signum: int) -> None:
    with running_site(tmp_path, command=with_build(ENDLESS_BUILD), ENGINE_BUILD="on", ENGINE_PURE="") as site:
        written = tmp_path / "engine" / "compiler"
        compiler = int(eventually(lambda: written.exists() and written.read_text()))
        assert compiler in family(site.process.pid)
        site.stop(signum)  # waits until all processes have ended
