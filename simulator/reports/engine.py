"""Which engine plays the games of a batch, and whether a faster one is on its way."""

import time
from dataclasses import dataclass

from django.conf import settings

from simulator.compilation import build_state
from simulator.compilation.build_state import Phase
from simulator.engine.compilation.freshness import GAMES, runs_compiled


@dataclass(frozen=True, slots=True)
class EngineReport:
    is_compiled: bool
    phase: Phase | None = None
    """What the background build does, if it may change how the game is played."""
    minutes: int = 0
    """Since the build began."""
    usual_minutes: int = 0


def engine_report(system: str) -> EngineReport:
    """What the workers of this site use for a game.

    Where nothing is built in the background, workers were started like this process, and use what it uses.
    """
    folder = f"{GAMES}/{system}"
    state = build_state.read(settings.VAR_DIR / "engine")
    if state is None:
        return EngineReport(runs_compiled(folder))
    if folder in state.compiled:
        return EngineReport(is_compiled=True)
    minutes, usual = max(0.0, time.time() - state.started) / 60, state.usual_s / 60
    return EngineReport(False, phase=state.phase, minutes=int(minutes), usual_minutes=max(1, round(usual)))
