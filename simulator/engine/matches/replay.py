"""A whole game again, step by step: what was decided and happened, and how the field looked afterwards.

Nothing of it is stored: a game follows from its decks, policies and seed, so it is played again when somebody looks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches.match import Result, play
from simulator.engine.play.event_log import Log
from simulator.engine.play.events import Event
from simulator.engine.play.protocols import State
from simulator.engine.play.scene import Scene
from simulator.engine.system import GameSystem


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
    """The game does not say what a position looks like."""


def record(
    *, system: GameSystem, decks: Sequence[DeckList], policies: Sequence[str], seed: int, seating: Sequence[int]
) -> Replay:
    """Plays the game with somebody watching."""
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
        self.told = 0
        self.steps: list[Step] = []

    def watch(self, state: State[Any]) -> None:
        """Between two decisions. What nothing came of is no step of its own: a question in the middle of an action."""
        events = tuple(self.log.events[self.told :])
        if events:
            self.told = len(self.log.events)
            self.steps.append(Step(turn=state.turn, events=events, scene=self.draw(state)))
