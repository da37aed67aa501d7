"""A position as something to look at: pieces on a field, areas, what each seat holds. In shapes that fit any game.

The picture is drawn by the page; whole games, step by step, are matches/replay.py.
"""

from dataclasses import dataclass

from simulator.engine.values import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A symbol with a number: strength 3, two wounds."""

    symbol: str
    names: Words
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How far a piece gets or shoots, from its edge."""

    names: Words
    length: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Something that stands on the field, round and to scale."""

    ident: int
    card: str
    seat: int
    x: float
    y: float
    radius: float
    marks: tuple[Mark, ...] = ()
    reaches: tuple[Reach, ...] = ()
    state: tuple[str, ...] = ()
    """Plain words a style sheet can use: `leader`, `hidden`, `spent`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """Something that lies on the field: a disc, or a polygon if it has points."""

    card: str
    x: float
    y: float
    radius: float = 0.0
    points: tuple[tuple[float, float], ...] = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A card in a zone."""

    card: str
    spent: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    names: Words
    cards: tuple[Held, ...]
    is_secret: bool = False
    """Not for the eyes of the other seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatScene:
    seat: int
    marks: tuple[Mark, ...]
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The field, `width` by `height` in the game's own measure, y upwards."""

    width: float
    height: float
    turn: int
    active: int
    pieces: tuple[Piece, ...]
    areas: tuple[Area, ...]
    seats: tuple[SeatScene, ...]
