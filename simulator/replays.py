"""Replays: plays a game again from its seed and presents each step.

Texts are in the user's language.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from collection.games import installed_game

from .boards import Board, BoardPainter
from .engine.decks.decklist import DeckList
from .engine.matches.replay import Replay, record
from .engine.play.narration import Sentence
from .engine.play.options import NO_OPTIONS
from .engine.values import Facts
from .lead_graph import LeadGraph, lead_graph

CACHED_REPLAYS = 16
STEPS_BEFORE = 4


@dataclass(frozen=True, slots=True)
class GameSpec:
    """Everything that determines a game."""

    system: str
    decks: tuple[DeckList, ...]
    policies: tuple[str, ...]
    seed: int
    seating: tuple[int, ...]
    options: Facts = NO_OPTIONS

    @property
    def seat_names(self) -> list[str]:
        return [self.decks[entrant].name for entrant in self.seating]


@lru_cache(maxsize=CACHED_REPLAYS)
def load_replay(game: GameSpec) -> Replay:
    """Plays the game again and records its steps.

    Cached, because a user who views one step usually views the next.
    """
    return record(
        system=installed_game(game.system),
        decks=game.decks,
        policies=game.policies,
        seed=game.seed,
        seating=game.seating,
        options=game.options,
    )


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a game; `board` is None if the game has no pictures."""

    number: int
    last: int
    turn: int
    turns: tuple[tuple[int, int], ...]
    """Each turn with its first step."""
    board: Board | None
    before: tuple[Sentence, ...]
    now: tuple[Sentence, ...]
    lead: LeadGraph | None = None
    """None if the game does not value positions."""

    @property
    def turn_before(self) -> int:
        """The first step of this turn, or of the previous turn if this is that step."""
        return max((step for _, step in self.turns if step < self.number), default=0)

    @property
    def turn_after(self) -> int:
        return min((step for _, step in self.turns if step > self.number), default=self.last)


def present_step(game: GameSpec, number: int, *, language: str) -> ReplayStep:
    """The step with this number; numbers out of range are clamped."""
    system, replay = installed_game(game.system), load_replay(game)
    number = min(max(number, 0), len(replay.steps) - 1)
    step, before = replay.steps[number], replay.steps[number - 1] if number else None
    narration = narrate_game(game, language=language)
    turns: dict[int, int] = {}
    for index, turn_step in enumerate(replay.steps):
        turns.setdefault(turn_step.turn, index)
    board = None
    if step.scene is not None:
        painter = BoardPainter(system, seats=game.seat_names, language=language)
        board = painter.board(step.scene, before=before.scene if before else None)
    return ReplayStep(
        number=number,
        last=len(replay.steps) - 1,
        turn=step.turn,
        turns=tuple(turns.items()),
        board=board,
        before=tuple(chain.from_iterable(narration[max(0, number - STEPS_BEFORE) : number])),
        now=tuple(narration[number]),
        lead=lead_graph(replay.steps, number=number, names=game.seat_names),
    )


def narrate_game(game: GameSpec, *, language: str) -> list[list[Sentence]]:
    """The sentences of each step of the game."""
    narrate = installed_game(game.system).narrator
    if narrate is None:
        return [[Sentence(text=event.line()) for event in step.events] for step in load_replay(game).steps]
    tell = narrate(language, game.seat_names)
    return [
        [sentence for event in step.events if (sentence := tell(event)) is not None] for step in load_replay(game).steps
    ]


def game_text(game: GameSpec, *, language: str) -> str:
    """The whole game as text: one sentence per line, dice in brackets."""
    lines = []
    for step in narrate_game(game, language=language):
        for sentence in step:
            dice = f" [{', '.join(sentence.dice)}]" if sentence.dice else ""
            lines.append(f"\n{sentence.text}" if sentence.is_heading else f"{sentence.text}{dice}")
    return "\n".join(lines).lstrip("\n") + "\n"
