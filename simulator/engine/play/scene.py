"""A position as data for a picture.

Pieces and areas on a field, and the zones of each seat. Pages draw the picture; whole games, step by step, are
matches/replay.py.
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
    """A movement or shooting range, from the edge of a piece."""

    names: Words
    length: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A round piece on the field, to scale."""

    ident: int
    card: str
    seat: int
    x: float
    y: float
    radius: float
    marks: tuple[Mark, ...] = ()
    reaches: tuple[Reach, ...] = ()
    state: tuple[str, ...] = ()
    """Class names for style sheets: `leader`, `hidden`, `spent`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """An area of the field: a disc, or a polygon if it has points."""

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
    """Hidden from the other seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatScene:
    seat: int
    marks: tuple[Mark, ...]
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The field, `width` by `height` in the game's units, y upwards."""

    width: float
    height: float
    turn: int
    active: int
    pieces: tuple[Piece, ...]
    areas: tuple[Area, ...]
    seats: tuple[SeatScene, ...]
