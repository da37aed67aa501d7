"""How a game presents itself on pages: its words for decks, and its front page.

All texts are whole phrases in three languages, because words cannot be inserted into sentences of another language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from simulator.engine.values import Words

Palette = Literal["harbour", "ember", "storm", "forest", "arcane"]
"""The sets of three colours that the site's style sheets define."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nouns:
    """Phrases of menus, headings and buttons for games that call a deck an army or a plan."""

    decks: Words
    build: Words
    build_a_deck: Words
    new_deck: Words
    your_decks: Words
    public_decks: Words
    import_a_deck: Words
    simulate_a_deck: Words
    decks_tonight: Words


DECK_NOUNS: Final = Nouns(
    decks=Words(en="Decks", es="Mazos", it="Mazzi"),
    build=Words(en="Build", es="Construir", it="Costruire"),
    build_a_deck=Words(en="Build a deck", es="Construye un mazo", it="Costruisci un mazzo"),
    new_deck=Words(en="New deck", es="Mazo nuevo", it="Mazzo nuovo"),
    your_decks=Words(en="Your decks", es="Tus mazos", it="I tuoi mazzi"),
    public_decks=Words(en="Public decks", es="Mazos públicos", it="Mazzi pubblici"),
    import_a_deck=Words(en="Import a deck", es="Importa un mazo", it="Importa un mazzo"),
    simulate_a_deck=Words(en="Simulate a deck", es="Simula un mazo", it="Simula un mazzo"),
    decks_tonight=Words(en="Decks for tonight", es="Mazos para esta noche", it="Mazzi per stasera"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A side, class or idea of the game, with a symbol of the site's sprite."""

    symbol: str
    title: Words
    text: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolRow:
    """Symbols of the game with their names, and what they are for."""

    text: Words
    symbols: tuple[tuple[str, Words], ...]
    shape: Literal["die", "seal"] = "seal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The front page of a game, and its emblem and colours elsewhere."""

    emblem: str = "cards"
    """A symbol of the site's sprite."""
    palette: Palette = "storm"
    headline: tuple[Words, ...] = ()
    """Short sentences; without them, the name of the game."""
    lead: Words | None = None
    """What the site does for players of the game; without it, the game's summary."""
    picture: str = ""
    """A picture in the site's templates/home/pictures/; without it, the emblem is shown large."""
    panels_title: Words | None = None
    panels: tuple[Panel, ...] = ()
    """Up to three."""
    symbols_title: Words | None = None
    symbols: tuple[SymbolRow, ...] = ()
    features: Mapping[str, Words] = field(default_factory=dict, hash=False)
    """The game's own text for a feature of the site: `cards`, `collection`, `odds_title` or `odds`."""


PLAIN_FRONT: Final = Front()
NO_WORDS: Final = Words.same("")
