"""Replays: a whole game step by step, with events and scenes.

Replays are not stored: decks, policies and seed determine a game, so it is played again on demand.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import Result, play
from simulator.engine.play.evaluation import Evaluation
from simulator.engine.play.event_log import Log
from simulator.engine.play.events import Event
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.play.protocols import State
from simulator.engine.play.scene import Scene
from simulator.engine.values import Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One decision and everything that followed from it."""

    turn: int
    events: tuple[Event, ...]
    scene: Scene | None
    """None if the game has no pictures."""
    chances: tuple[float, ...] = ()
    """Each seat's chance to win; empty if the game does not value positions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    result: Result
    steps: tuple[Step, ...]

    def first_step_of(self, turn: int) -> int | None:
        return next((number for number, step in enumerate(self.steps) if step.turn == turn), None)


def record(
    *,
    system: GameSystem,
    decks: Sequence[DeckList],
    policies: Sequence[str],
    seed: int,
    seating: Sequence[int],
    options: Facts = NO_OPTIONS,
) -> Replay:
    """Plays the game and records its steps."""
    log = Log()
    recorder = _Recorder(log=log, draw=system.scene, evaluation=system.evaluation)
    result = play(
        system=system,
        decks=decks,
        policies=policies,
        seed=seed,
        seating=seating,
        options=options,
        log=log,
        watch=recorder.watch,
    )
    return Replay(result=result, steps=tuple(recorder.steps))


class _Recorder:
    def __init__(self, *, log: Log, draw: Callable[[State[Any]], Scene] | None, evaluation: Evaluation | None) -> None:
        self.log = log
        self.draw = draw
        self.evaluation = evaluation
        self.recorded = 0
        self.steps: list[Step] = []

    def watch(self, state: State[Any]) -> None:
        """Called before every decision.

        A decision without events, such as a question inside an action, is no step.
        """
        events = tuple(self.log.events[self.recorded :])
        if events:
            self.recorded = len(self.log.events)
            scene = self.draw(state) if self.draw is not None else None
            chances = tuple(self.evaluation.chances(state)) if self.evaluation is not None else ()
            self.steps.append(Step(turn=state.turn, events=events, scene=scene, chances=chances))
