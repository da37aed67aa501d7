"""Replays: plays a game again from its seed and presents each step.

Texts are in the user's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from . import games
from .engine.decks.decklist import DeckList
from .engine.game_system import GameSystem
from .engine.matches.replay import Replay, record
from .engine.play.narration import Sentence
from .engine.play.scene import Area, Piece, Scene, SeatScene

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

    @property
    def seat_names(self) -> list[str]:
        return [self.decks[entrant].name for entrant in self.seating]


@lru_cache(maxsize=CACHED_REPLAYS)
def load_replay(game: GameSpec) -> Replay:
    """Plays the game again and records its steps.

    Cached, because a user who views one step usually views the next.
    """
    return record(
        system=games.system(game.system),
        decks=game.decks,
        policies=game.policies,
        seed=game.seed,
        seating=game.seating,
    )


@dataclass(frozen=True, slots=True)
class ReplayPiece:
    piece: Piece
    name: str
    x: float
    y: float
    came_from: tuple[float, float] | None
    """Its position one step earlier, if it moved."""
    reaches: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ReplayArea:
    area: Area
    name: str
    x: float
    y: float
    points: str


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    scene: SeatScene
    name: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a game, ready to draw; y grows downwards."""

    number: int
    last: int
    turn: int
    turns: tuple[tuple[int, int], ...]
    """Each turn with its first step."""
    scene: Scene
    pieces: tuple[ReplayPiece, ...]
    areas: tuple[ReplayArea, ...]
    seats: tuple[ReplaySeat, ...]
    before: tuple[Sentence, ...]
    now: tuple[Sentence, ...]

    @property
    def turn_before(self) -> int:
        """The first step of this turn, or of the previous turn if this is that step."""
        return max((step for _, step in self.turns if step < self.number), default=0)

    @property
    def turn_after(self) -> int:
        return min((step for _, step in self.turns if step > self.number), default=self.last)


def present_step(game: GameSpec, number: int, *, language: str) -> ReplayStep:
    """The step with this number; numbers out of range are clamped."""
    system, replay = games.system(game.system), load_replay(game)
    number = min(max(number, 0), len(replay.steps) - 1)
    step, scene = replay.steps[number], replay.steps[number].scene
    narration = narrate_game(game, language=language)
    turns: dict[int, int] = {}
    for index, turn_step in enumerate(replay.steps):
        turns.setdefault(turn_step.turn, index)
    return ReplayStep(
        number=number,
        last=len(replay.steps) - 1,
        turn=step.turn,
        turns=tuple(turns.items()),
        scene=scene,
        pieces=_present_pieces(system, scene, replay.steps[number - 1].scene if number else None, language),
        areas=tuple(_present_area(system, scene, area, language) for area in scene.areas),
        seats=tuple(
            ReplaySeat(seat, game.seat_names[seat.seat], is_active=seat.seat == scene.active) for seat in scene.seats
        ),
        before=tuple(chain.from_iterable(narration[max(0, number - STEPS_BEFORE) : number])),
        now=tuple(narration[number]),
    )


def narrate_game(game: GameSpec, *, language: str) -> list[list[Sentence]]:
    """The sentences of each step of the game."""
    narrate = games.system(game.system).narrator
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


def _present_pieces(system: GameSystem, scene: Scene, before: Scene | None, language: str) -> tuple[ReplayPiece, ...]:
    old_positions = {piece.ident: (piece.x, scene.height - piece.y) for piece in before.pieces} if before else {}
    pieces = []
    for piece in scene.pieces:
        position = (piece.x, scene.height - piece.y)
        old_position = old_positions.get(piece.ident, position)
        pieces.append(
            ReplayPiece(
                piece=piece,
                name=_card_name(system, piece.card, language),
                x=position[0],
                y=position[1],
                came_from=old_position if old_position != position else None,
                reaches=tuple(piece.radius + reach.length for reach in piece.reaches),
            )
        )
    return tuple(pieces)


def _present_area(system: GameSystem, scene: Scene, area: Area, language: str) -> ReplayArea:
    return ReplayArea(
        area=area,
        name=_card_name(system, area.card, language),
        x=area.x,
        y=scene.height - area.y,
        points=_svg_points(area.points, scene.height),
    )


def _svg_points(points: Sequence[tuple[float, float]], height: float) -> str:
    return " ".join(f"{x:.1f},{height - y:.1f}" for x, y in points)


def _card_name(system: GameSystem, code: str, language: str) -> str:
    card = system.catalogue.get(code)
    return card.name(language) if card is not None else code
