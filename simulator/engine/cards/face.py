"""What the drawn face of a card shows, as plain data.

The renderer knows no game. Symbols are named as in the site's sprite, colours as #rrggbb. Drawing a face is
collection/images.
"""

from dataclasses import dataclass
from typing import Final, Literal

from simulator.engine.cards.card import CardSpec

SUBJECTS: Final = ("emblem", "figure", "building", "landscape", "magic", "object", "plan")
"""The subjects of illustrations; `emblem` is the card's symbol on a shield and fits any card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """The colours of a frame, shared by all cards of a faction or colour."""

    field: str
    """The frame; background of light text."""
    deep: str
    """The card's edge, and shadows."""
    tint: str
    """The paper under the text; background of dark text."""
    glow: str
    """The light in the illustration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceMark:
    """A symbol with its value: a stat of the card or a part of its cost."""

    symbol: str
    value: str = ""
    label: str = ""
    """The name of the symbol, for readers who do not know it."""


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one weight, or a symbol in its place."""

    text: str = ""
    bold: bool = False
    symbol: str = ""


Paragraph = tuple[Run, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IllustrationSubject:
    """The subject of an illustration and its details: a hood, a bow, columns, fire.

    The renderer ignores unknown traits; what the traits leave open follows from the card's code.
    """

    subject: str = "emblem"
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagramCircle:
    """A slot of a diagram: a coloured disc, or a ring if nothing stands in it."""

    x: float
    y: float
    radius: float
    colour: str
    is_filled: bool = True
    symbols: tuple[str, ...] = ()
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagramEdge:
    """An edge of a diagram in its colour, with a number and an arrow that points outward."""

    side: Literal["top", "right", "bottom", "left"]
    colour: str
    value: str = ""
    is_arrow: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """A rectangle, `width` by `height` in any unit, y downwards: the base of a unit."""

    width: float
    height: float
    circles: tuple[DiagramCircle, ...] = ()
    edges: tuple[DiagramEdge, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """Everything on the front of a card, in one language."""

    code: str
    title: str
    kind_line: str
    palette: Palette
    emblem: str
    """The symbol of what the card is or belongs to."""
    scene: IllustrationSubject = IllustrationSubject()
    cost: tuple[FaceMark, ...] = ()
    stats: tuple[FaceMark, ...] = ()
    """Few and large, to be read across the table."""
    marks: tuple[FaceMark, ...] = ()
    """Small, in one row."""
    text: tuple[Paragraph, ...] = ()
    flavour: str = ""
    gems: int = 0
    """How rare it is, from 0 (no mark) to 4."""
    footer: str = ""
    diagram: Diagram | None = None
    """Drawn over the illustration."""

    @property
    def alt(self) -> str:
        """The alternative text of the picture."""
        return f"{self.title}: {self.kind_line}" if self.kind_line else self.title


PLAIN: Final = Palette(field="#40525a", deep="#1d282c", tint="#f1efe8", glow="#e2c06a")


def plain_face(card: CardSpec, language: str) -> Face:
    """The default face: name, kind, text and numbers of a card."""
    numbers = [
        (name, fact) for name, fact in card.facts.items() if isinstance(fact, int) and not isinstance(fact, bool)
    ]
    return Face(
        code=card.code,
        title=card.name(language),
        kind_line=card.kind,
        palette=PLAIN,
        emblem="cards",
        stats=tuple(FaceMark(symbol="deck", value=str(number), label=name) for name, number in numbers),
        text=plain_text(card.text(language)),
        footer=card.code,
    )


def plain_text(text: str) -> tuple[Paragraph, ...]:
    return tuple((Run(line),) for line in text.splitlines() if line.strip())
