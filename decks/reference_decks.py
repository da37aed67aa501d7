"""The reference decks that ship with a game, prepared for display.

Pages show them even before any user has published a deck.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from collection.games import installed_game
from collection.images.card_images import catalogue_face
from signum_site.core.i18n import current_language
from simulator.engine.cards.face import Face
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.values import tidy

from . import decklists


@dataclass(frozen=True, slots=True)
class ReadyMade:
    name: str
    summary: str
    system: str
    code: str
    colour: str
    """The colour of the tile."""
    face: Face | None
    colour_name: str
    cards: frozenset[str]


def ready_made(system: GameSystem, *, using: str = "") -> tuple[ReadyMade, ...]:
    """Return all ready-made decks of a game, or those that use a card."""
    decks = _load_ready_made(system, current_language())
    return tuple(deck for deck in decks if not using or using in deck.cards)


@lru_cache(maxsize=16)
def _load_ready_made(system: GameSystem, language: str) -> tuple[ReadyMade, ...]:
    result = []
    for reference in system.reference_decks():
        card = decklists.face_of(reference.deck, system=system)
        colour = str(card.fact(system.colour_facet) or "") if card is not None and system.colour_facet else ""
        result.append(
            ReadyMade(
                name=reference.deck.name,
                summary=reference.summary[language],
                system=system.code,
                code=encode(reference.deck, system=system),
                colour=colour,
                face=catalogue_face(system, card.code, language) if card is not None else None,
                colour_name=system.facet_label(system.colour_facet, colour, language=language) if colour else "",
                cards=frozenset(decklists.card_counts(reference.deck)),
            )
        )
    return tuple(result)


def ensure_name(decklist: DeckList, name: str = "") -> DeckList:
    """Return the deck with a name: the given one, its own or a default.

    Deck codes carry no name. The default is the name of the reference deck with the same cards, else the name of the
    card that represents the deck.
    """
    named = decklists.with_name(decklist, tidy(name))
    if named.name:
        return named
    system = installed_game(decklist.system)
    known = {reference.deck.content_hash: reference.deck.name for reference in system.reference_decks()}
    face = decklists.face_of(decklist, system=system)
    face_name = face.name(current_language()) if face is not None else ""
    return replace(decklist, name=known.get(decklist.content_hash, face_name))
