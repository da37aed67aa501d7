"""The decks that come with a game, as pages show them: what there is before anybody has published one."""

from dataclasses import dataclass, replace

from collection.selectors import reading_language
from simulator import games
from simulator.engine.deck_code import encode
from simulator.engine.decklist import DeckList
from simulator.engine.face import Face
from simulator.engine.system import GameSystem

from . import decklists
from .shown import label


@dataclass(frozen=True, slots=True)
class ReadyMade:
    name: str
    summary: str
    code: str
    colour: str
    """How the tile is tinted."""
    face: Face | None
    colour_name: str


def ready_made(system: GameSystem) -> list[ReadyMade]:
    language, found = reading_language(), []
    for reference in system.reference_decks():
        card = decklists.face_of(reference.deck, system=system)
        colour = str(card.fact(system.colour_facet) or "") if card is not None and system.colour_facet else ""
        found.append(
            ReadyMade(
                name=reference.deck.name,
                summary=reference.summary[language],
                code=encode(reference.deck, system=system),
                colour=colour,
                face=system.face(card, language) if card is not None else None,
                colour_name=label(system, system.colour_facet, colour) if colour else "",
            )
        )
    return found


def with_its_name(decklist: DeckList) -> DeckList:
    """A code holds no name; a deck that comes with the game has one all the same."""
    known = {one.deck.content_hash: one.deck for one in games.system(decklist.system).reference_decks()}
    same = known.get(decklist.content_hash)
    return replace(decklist, name=same.name) if same is not None and not decklist.name else decklist
