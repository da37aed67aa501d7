"""Watching a game again: played once more from its seed, and shown step by step in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from . import games
from .engine.decks.decklist import DeckList
from .engine.matches.replay import Replay, record
from .engine.play.narration import Sentence
from .engine.play.scene import Area, Piece, Scene, SeatScene
from .engine.system import GameSystem

KEPT_GAMES = 16
STEPS_BEFORE = 4


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """All that a game follows from."""

    system: str
    decks: tuple[DeckList, ...]
    policies: tuple[str, ...]
    seed: int
    seating: tuple[int, ...]

    @property
    def seat_names(self) -> list[str]:
        return [self.decks[entrant].name for entrant in self.seating]


@lru_cache(maxsize=KEPT_GAMES)
def replay_of(game: GamePlayed) -> Replay:
    """Kept for a while, for whoever looks at one step looks at the next."""
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
    """Where it stood a step before, if it moved."""
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
    """One step of a game, ready to be drawn; the picture's y grows downwards."""

    number: int
    last: int
    turn: int
    turns: tuple[tuple[int, int], ...]
    """Every turn and the step it begins with."""
    scene: Scene
    pieces: tuple[ReplayPiece, ...]
    areas: tuple[ReplayArea, ...]
    seats: tuple[ReplaySeat, ...]
    before: tuple[Sentence, ...]
    now: tuple[Sentence, ...]

    @property
    def turn_before(self) -> int:
        """The beginning of this turn, or of the one before if we stand there."""
        return max((step for _, step in self.turns if step < self.number), default=0)

    @property
    def turn_after(self) -> int:
        return min((step for _, step in self.turns if step > self.number), default=self.last)


def present_step(game: GamePlayed, number: int, *, language: str) -> ReplayStep:
    """The step nearest to the number asked for."""
    system, replay = games.system(game.system), replay_of(game)
    number = min(max(number, 0), len(replay.steps) - 1)
    step, scene = replay.steps[number], replay.steps[number].scene
    told = sentences(game, language=language)
    turns: dict[int, int] = {}
    for place, each in enumerate(replay.steps):
        turns.setdefault(each.turn, place)
    return ReplayStep(
        number=number,
        last=len(replay.steps) - 1,
        turn=step.turn,
        turns=tuple(turns.items()),
        scene=scene,
        pieces=_pieces(system, scene, replay.steps[number - 1].scene if number else None, language),
        areas=tuple(_area(system, scene, area, language) for area in scene.areas),
        seats=tuple(
            ReplaySeat(seat, game.seat_names[seat.seat], is_active=seat.seat == scene.active) for seat in scene.seats
        ),
        before=tuple([said for each in told[max(0, number - STEPS_BEFORE) : number] for said in each]),
        now=tuple(told[number]),
    )


def sentences(game: GamePlayed, *, language: str) -> list[list[Sentence]]:
    """What every step of the game tells."""
    narrate = games.system(game.system).narrator
    if narrate is None:
        return [[Sentence(text=event.line()) for event in step.events] for step in replay_of(game).steps]
    tell = narrate(language, game.seat_names)
    return [
        [sentence for event in step.events if (sentence := tell(event)) is not None] for step in replay_of(game).steps
    ]


def game_text(game: GamePlayed, *, language: str) -> str:
    """The whole game as text, one sentence a line, the dice in brackets."""
    lines = []
    for step in sentences(game, language=language):
        for sentence in step:
            dice = f" [{', '.join(sentence.dice)}]" if sentence.dice else ""
            lines.append(f"\n{sentence.text}" if sentence.is_heading else f"{sentence.text}{dice}")
    return "\n".join(lines).lstrip("\n") + "\n"


def _pieces(system: GameSystem, scene: Scene, before: Scene | None, language: str) -> tuple[ReplayPiece, ...]:
    stood = {piece.ident: (piece.x, scene.height - piece.y) for piece in before.pieces} if before else {}
    shown = []
    for piece in scene.pieces:
        here = (piece.x, scene.height - piece.y)
        there = stood.get(piece.ident, here)
        shown.append(
            ReplayPiece(
                piece=piece,
                name=_name(system, piece.card, language),
                x=here[0],
                y=here[1],
                came_from=there if there != here else None,
                reaches=tuple(piece.radius + reach.length for reach in piece.reaches),
            )
        )
    return tuple(shown)


def _area(system: GameSystem, scene: Scene, area: Area, language: str) -> ReplayArea:
    return ReplayArea(
        area=area,
        name=_name(system, area.card, language),
        x=area.x,
        y=scene.height - area.y,
        points=_points(area.points, scene.height),
    )


def _points(points: Sequence[tuple[float, float]], height: float) -> str:
    return " ".join(f"{x:.1f},{height - y:.1f}" for x, y in points)


def _name(system: GameSystem, code: str, language: str) -> str:
    card = system.catalogue.get(code)
    return card.name(language) if card is not None else code
