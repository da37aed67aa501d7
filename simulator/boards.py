"""Presents a scene as a board: a picture of the field, formations, and zones of cards.

All fields are drawn equally wide, so that lines and letters suit every game's units. Which step of which game is shown
is replays.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .engine.game_system import GameSystem
from .engine.play.scene import Area, Piece, Ranks, Scene, SeatScene, Zone
from .engine.values import Words

FIELD_WIDTH: Final = 600
_ARROW: Final = 0.2
"""The size of the arrow on a piece's front, as a part of its shorter side."""
_FIELD: Final = Words(en="The table", es="La mesa", it="Il tavolo")


@dataclass(frozen=True, slots=True)
class BoardDot:
    x: str
    y: str
    radius: str
    paint: str
    is_empty: bool


@dataclass(frozen=True, slots=True)
class BoardBox:
    """A rectangular piece around its own centre, its front at the top; numbers as SVG attributes."""

    x: str
    y: str
    width: str
    height: str
    heading: str
    front: str
    """The points of the arrow that shows the front."""
    sides: tuple[tuple[str, str, str, str, str], ...]
    """The paint and the two ends of each painted side."""


@dataclass(frozen=True, slots=True)
class BoardPiece:
    piece: Piece
    name: str
    x: float
    y: float
    radius: float
    came_from: tuple[float, float] | None
    """Its position one step earlier, if it moved."""
    reaches: tuple[float, ...]
    box: BoardBox | None
    """None for a round piece."""
    dots: tuple[BoardDot, ...]


@dataclass(frozen=True, slots=True)
class BoardArea:
    area: Area
    name: str
    x: float
    y: float
    radius: float
    points: str


@dataclass(frozen=True, slots=True)
class BoardSeat:
    scene: SeatScene
    name: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class BoardFormation:
    """The ranks of a seat, from top to bottom."""

    seat: int
    name: str
    ranks: tuple[tuple[int, tuple[object, ...]], ...]
    """The number and the cards of each rank."""


@dataclass(frozen=True, slots=True)
class Board:
    """A scene, ready to draw; y grows downwards."""

    name: str
    caption: str
    width: float
    height: float
    pieces: tuple[BoardPiece, ...]
    areas: tuple[BoardArea, ...]
    formations: tuple[BoardFormation, ...]
    shared: tuple[Zone, ...]
    seats: tuple[BoardSeat, ...]

    @property
    def has_secrets(self) -> bool:
        zones = [zone for seat in self.seats for zone in seat.scene.zones]
        return any(zone.is_secret for zone in (*zones, *self.shared))

    @property
    def has_picture(self) -> bool:
        """Whether there is a field or a formation beside the sentences."""
        return bool(self.width or self.formations)


class BoardPainter:
    """Presents scenes of one game to one reader."""

    def __init__(self, system: GameSystem, *, seats: Sequence[str], language: str) -> None:
        self.system = system
        self.seats = seats
        self.language = language

    def board(self, scene: Scene, *, before: Scene | None = None) -> Board:
        scale = FIELD_WIDTH / scene.width if scene.width else 1.0
        return Board(
            name=(scene.name or _FIELD)[self.language],
            caption=scene.caption[self.language] if scene.caption is not None else "",
            width=scene.width * scale,
            height=scene.height * scale,
            pieces=self._pieces(scene, before, scale),
            areas=tuple(self._area(scene, area, scale) for area in scene.areas),
            formations=self._formations(scene),
            shared=scene.shared,
            seats=tuple(
                BoardSeat(seat, self.seats[seat.seat], is_active=seat.seat == scene.active) for seat in scene.seats
            ),
        )

    def _pieces(self, scene: Scene, before: Scene | None, scale: float) -> tuple[BoardPiece, ...]:
        old_positions = {piece.ident: _place(scene, piece, scale) for piece in before.pieces} if before else {}
        pieces = []
        for piece in scene.pieces:
            position = _place(scene, piece, scale)
            old_position = old_positions.get(piece.ident, position)
            radius = piece.radius or min(piece.width, piece.height) / 2
            pieces.append(
                BoardPiece(
                    piece=piece,
                    name=self._card_name(piece.card),
                    x=position[0],
                    y=position[1],
                    radius=radius * scale,
                    came_from=old_position if old_position != position else None,
                    reaches=tuple((radius + reach.length) * scale for reach in piece.reaches),
                    box=_box(piece, scale) if piece.width else None,
                    dots=tuple(
                        BoardDot(
                            _number(dot.x * scale),
                            _number(-dot.y * scale),
                            _number(dot.radius * scale),
                            dot.paint,
                            dot.is_empty,
                        )
                        for dot in piece.dots
                    ),
                )
            )
        return tuple(pieces)

    def _area(self, scene: Scene, area: Area, scale: float) -> BoardArea:
        return BoardArea(
            area=area,
            name=self._card_name(area.card),
            x=area.x * scale,
            y=(scene.height - area.y) * scale,
            radius=area.radius * scale,
            points=" ".join(f"{x * scale:.1f},{(scene.height - y) * scale:.1f}" for x, y in area.points),
        )

    def _formations(self, scene: Scene) -> tuple[BoardFormation, ...]:
        """Two formations face each other, the first seat below; more stand side by side."""
        face_to_face = len(scene.formations) == 2
        formations = []
        for number, (seat, ranks) in enumerate(sorted(scene.formations.items())):
            rows = _numbered(ranks)
            is_above = face_to_face and number == 1
            formations.append(BoardFormation(seat, self.seats[seat], rows[::-1] if is_above else rows))
        return tuple(formations[::-1] if face_to_face else formations)

    def _card_name(self, code: str) -> str:
        card = self.system.catalogue.get(code)
        return card.name(self.language) if card is not None else code


def _numbered(ranks: Ranks) -> tuple[tuple[int, tuple[object, ...]], ...]:
    return tuple(enumerate(ranks, start=1))


def _place(scene: Scene, piece: Piece, scale: float) -> tuple[float, float]:
    return piece.x * scale, (scene.height - piece.y) * scale


def _box(piece: Piece, scale: float) -> BoardBox:
    right, back = piece.width * scale / 2, piece.height * scale / 2
    arrow = min(right, back) * 2 * _ARROW
    corners = ((-right, -back), (right, -back), (right, back), (-right, back))
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    return BoardBox(
        x=_number(-right),
        y=_number(-back),
        width=_number(2 * right),
        height=_number(2 * back),
        heading=_number(piece.heading),
        front=f"{-arrow:.1f},{-back:.1f} 0,{-back - arrow:.1f} {arrow:.1f},{-back:.1f}",
        sides=tuple(
            (paint, *map(_number, (*start, *end)))  # type: ignore[misc]
            for paint, (start, end) in zip(piece.sides, ends, strict=False)
        ),
    )


def _number(value: float) -> str:
    """A number as an SVG attribute, with a point in every language."""
    return f"{value:.1f}"
