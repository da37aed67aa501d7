"""Replays: a whole game step by step, with events and scenes.

Replays are not stored: decks, policies and seed determine a game, so it is played again on demand.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import Result, play
from simulator.engine.play.event_log import Log
from simulator.engine.play.events import Event
from simulator.engine.play.protocols import State
from simulator.engine.play.scene import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One decision and everything that followed from it."""

    turn: int
    events: tuple[Event, ...]
    scene: Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    result: Result
    steps: tuple[Step, ...]

    def first_step_of(self, turn: int) -> int | None:
        return next((number for number, step in enumerate(self.steps) if step.turn == turn), None)


class NoPictures(LookupError):
    """The game cannot draw its positions."""


def record(
    *, system: GameSystem, decks: Sequence[DeckList], policies: Sequence[str], seed: int, seating: Sequence[int]
) -> Replay:
    """Plays the game and records its steps; raises NoPictures."""
    draw = system.scene
    if draw is None:
        raise NoPictures(f"{system.name.en} does not draw its positions")
    log = Log()
    recorder = _Recorder(log=log, draw=draw)
    result = play(
        system=system, decks=decks, policies=policies, seed=seed, seating=seating, log=log, watch=recorder.watch
    )
    return Replay(result=result, steps=tuple(recorder.steps))


class _Recorder:
    def __init__(self, *, log: Log, draw: Callable[[State[Any]], Scene]) -> None:
        self.log = log
        self.draw = draw
        self.recorded = 0
        self.steps: list[Step] = []

    def watch(self, state: State[Any]) -> None:
        """Called before every decision.

        A decision without events, such as a question inside an action, is no step.
        """
        events = tuple(self.log.events[self.recorded :])
        if events:
            self.recorded = len(self.log.events)
            self.steps.append(Step(turn=state.turn, events=events, scene=self.draw(state)))
