"""What the drawn face of a card shows, as plain data: a game says what, whoever draws it knows no game.

Symbols are named as in the site's sprite, colours as #rrggbb. How a face looks is the collection's business.
"""

from dataclasses import dataclass
from typing import Final

from simulator.engine.cards.card import CardSpec

SUBJECTS: Final = ("emblem", "figure", "building", "landscape", "magic", "object", "plan")
"""What an illustration may be of; `emblem` is the card's own symbol on a shield, and suits anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """The colours of a frame: every card of a faction, house or colour shares them."""

    field: str
    """The frame itself; light text is read on it."""
    deep: str
    """The card's edge, and shadows."""
    tint: str
    """The paper under the text; dark text is read on it."""
    glow: str
    """The light in the illustration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceMark:
    """A symbol with what stands beside it: a value of the card, a part of its cost."""

    symbol: str
    value: str = ""
    label: str = ""
    """What it is called, for those who do not know the symbol."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words set in one weight; `symbol` stands in the line instead of them."""

    text: str = ""
    bold: bool = False
    symbol: str = ""


Paragraph = tuple[Run, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IllustrationSubject:
    """What the illustration is of, and the words that make it this one: a hood, a bow, columns, fire.

    Words the artist does not know are passed over; what nobody says is decided by the card's code.
    """

    subject: str = "emblem"
    traits: tuple[str, ...] = ()


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
    """Read across the table: few and large."""
    marks: tuple[FaceMark, ...] = ()
    """Looked up: small, in a row."""
    text: tuple[Paragraph, ...] = ()
    flavour: str = ""
    gems: int = 0
    """How rare it is, from 0 (no mark) to 4."""
    footer: str = ""

    @property
    def alt(self) -> str:
        """The picture in words, for those who do not see it."""
        return f"{self.title}: {self.kind_line}" if self.kind_line else self.title


PLAIN: Final = Palette(field="#40525a", deep="#1d282c", tint="#f1efe8", glow="#e2c06a")


def plain_face(card: CardSpec, language: str) -> Face:
    """The face of a card whose game says no more: name, kind, text, and its numbers."""
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
