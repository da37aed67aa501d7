"""A position as data for a picture.

Pieces and areas on a field, and the zones of each seat. Pages draw the picture; whole games, step by step, are
matches/replay.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from simulator.engine.values import Words

PAINTS: Final = ("white", "grey", "black", "red", "yellow", "green", "blue")
"""The colours of dots and of the sides of pieces."""


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
class Dot:
    """A disc on a piece, such as a figure in its slot.

    It lies `x` to the right of the piece's centre and `y` towards its front.
    """

    x: float
    y: float
    radius: float
    paint: str = "white"
    is_empty: bool = False
    """A place without its figure: only a ring is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece on the field, to scale: round, or a rectangle if it has a width."""

    ident: int
    card: str
    seat: int
    x: float
    y: float
    radius: float = 0.0
    width: float = 0.0
    """The length of its front; 0 for a round piece."""
    height: float = 0.0
    """From its front to its back."""
    heading: float = 0.0
    """Where the front of a rectangle looks, in degrees clockwise; 0 is up the field."""
    sides: tuple[str, ...] = ()
    """The paints of a rectangle's front, right, back and left."""
    dots: tuple[Dot, ...] = ()
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
    """A card in a zone or formation."""

    card: str
    spent: bool = False
    note: str = ""
    marks: tuple[Mark, ...] = ()
    state: tuple[str, ...] = ()
    """Class names for style sheets: `leader`, `spent` (a quarter turn), `stunned` (half a turn), `hidden`."""
    attached: tuple["Held", ...] = ()
    """Cards below it: items and spells."""
    seat: int | None = None
    """Its owner, if that is not the seat at whose place it lies."""


Ranks = tuple[tuple[Held, ...], ...]
"""The first rank is the one nearest to the enemy."""


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
    """The field, `width` by `height` in the game's units, y upwards.

    A game without a field has the width 0.
    """

    width: float
    height: float
    turn: int
    active: int
    pieces: tuple[Piece, ...]
    areas: tuple[Area, ...]
    seats: tuple[SeatScene, ...]
    shared: tuple[Zone, ...] = ()
    """Zones of no seat: a market, a common pile."""
    formations: Mapping[int, Ranks] = field(default_factory=dict, hash=False)
    """The ranks of cards in front of a seat."""
    name: Words | None = None
    """What the picture shows: the battlefield."""
    caption: Words | None = None
    """How to read the picture."""
