"""The page of a simulation says which engine plays, and whether a faster one is being built."""

import os
import time
from pathlib import Path

import pytest
from django.test import Client

from simulator.compilation import build_state
from simulator.compilation.build_state import BuildState, Phase
from simulator.engine.compilation import freshness
from simulator.reports.engine import EngineReport, engine_report
from tests.simulator.batches.playing import play_all, start_batch

TOY = "simulator/games/toy"
INTERPRETED = "<dd>interpreted</dd>"


@pytest.fixture
def folder(tmp_path: Path, settings) -> Path:
    settings.VAR_DIR = tmp_path
    path = tmp_path / "engine"
    path.mkdir()
    return path


def write(folder: Path, phase: Phase, *, compiled: tuple[str, ...] = (), seconds: float = 0) -> None:
    state = BuildState(
        site=os.getpid(), phase=phase, compiled=compiled, started=time.time() - seconds, usual_s=170, reason="why"
    )
    build_state.write(folder, state)


@pytest.mark.parametrize("is_compiled", [True, False])
def test_without_a_build_workers_use_what_this_process_uses(
    folder: Path, is_compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freshness, "_compiled", {TOY} if is_compiled else set())
    assert engine_report("toy") == EngineReport(is_compiled)


def test_build_of_another_game_is_no_news(folder: Path) -> None:
    write(folder, Phase.BUILDING, compiled=(TOY,))
    assert engine_report("toy") == EngineReport(is_compiled=True)


def test_minutes_of_a_build(folder: Path) -> None:
    write(folder, Phase.BUILDING, seconds=130)
    assert engine_report("toy") == EngineReport(False, phase=Phase.BUILDING, minutes=2, usual_minutes=3)


@pytest.mark.django_db
@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("phase", "sentence"),
    [
        (Phase.BUILDING, "is being built: for 1 min so far. It takes about 3 min"),
        (Phase.BUILT, "The compiled engine is ready."),
        (Phase.FAILED, "could not be built; the log of the site says why"),
        (Phase.NO_COMPILER, "install gcc and python3-dev"),
        (Phase.DONE, INTERPRETED),
    ],
)
def test_page_tells_about_the_engine_while_games_are_played(
    client: Client, folder: Path, phase: Phase, sentence: str
) -> None:
    batch = start_batch()
    write(folder, phase, seconds=70)
    page = client.get(f"/simulations/{batch.token}/").content.decode()
    assert sentence in page
    assert INTERPRETED in page
    write(folder, phase, compiled=(TOY,))
    live = client.get(f"/simulations/{batch.token}/live/").content.decode()
    assert "<dd>compiled</dd>" in live
    assert sentence not in live
    play_all(batch)
    assert "<dt>Engine</dt>" not in client.get(f"/simulations/{batch.token}/").content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(("language", "sentence"), [("es", "lleva 1 min"), ("it", "da 1 min")])
def test_page_tells_it_in_other_languages(client: Client, folder: Path, language: str, sentence: str) -> None:
    batch = start_batch()
    write(folder, Phase.BUILDING, seconds=70)
    page = client.get(f"/simulations/{batch.token}/", headers={"accept-language": language}).content.decode()
    assert sentence in page
