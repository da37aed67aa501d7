"""The decks that come with a game, as pages show them: what there is before anybody has published one."""

from dataclasses import dataclass, replace
from functools import lru_cache

from collection.images.card_images import catalogue_face
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.cards.face import Face
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.system import GameSystem
from simulator.engine.values import tidy

from . import decklists


@dataclass(frozen=True, slots=True)
class ReadyMade:
    name: str
    summary: str
    code: str
    colour: str
    """How the tile is tinted."""
    face: Face | None
    colour_name: str
    cards: frozenset[str]


def ready_made(system: GameSystem, *, using: str = "") -> tuple[ReadyMade, ...]:
    """All of them, or those with a card."""
    decks = _ready_made(system, current_language())
    return tuple(deck for deck in decks if not using or using in deck.cards)


@lru_cache(maxsize=16)
def _ready_made(system: GameSystem, language: str) -> tuple[ReadyMade, ...]:
    found = []
    for reference in system.reference_decks():
        card = decklists.face_of(reference.deck, system=system)
        colour = str(card.fact(system.colour_facet) or "") if card is not None and system.colour_facet else ""
        found.append(
            ReadyMade(
                name=reference.deck.name,
                summary=reference.summary[language],
                code=encode(reference.deck, system=system),
                colour=colour,
                face=catalogue_face(system, card.code, language) if card is not None else None,
                colour_name=system.facet_label(system.colour_facet, colour, language=language) if colour else "",
                cards=frozenset(decklists.card_counts(reference.deck)),
            )
        )
    return tuple(found)


def with_its_name(decklist: DeckList, given: str = "") -> DeckList:
    """The deck under the name it is given or has, for a code holds none.

    Without one it is called like the deck that comes with the game and has the same cards, else like the card that
    stands for it.
    """
    named = decklists.renamed(decklist, tidy(given))
    if named.name:
        return named
    system = games.system(decklist.system)
    known = {one.deck.content_hash: one.deck.name for one in system.reference_decks()}
    face = decklists.face_of(decklist, system=system)
    lent = face.name(current_language()) if face is not None else ""
    return replace(decklist, name=known.get(decklist.content_hash, lent))
