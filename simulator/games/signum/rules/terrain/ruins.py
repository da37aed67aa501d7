"""Ruins, S-6.5: searching them and finding a passage to others.

Which creature may try is terrain.py; what a search finds is card data (SR-6).
"""

from typing import Final

from simulator.games.signum.board.geometry import Point
from simulator.games.signum.board.placement import passage_places
from simulator.games.signum.cards.keywords import SEARCHER
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.dice import BULLSEYE, face, one_die
from simulator.games.signum.rules.terrain.terrain import passages, why_not_look_for_passage, why_not_search
from simulator.games.signum.state.events import DiceRerolled, DiceRolled, PassageSought, RuinsSearched, Shifted
from simulator.games.signum.state.position import Creature, Position, Template
from simulator.games.signum.state.questions import YES, PickPlace, PickTarget, RerollSearch, ask
from simulator.games.signum.state.refusals import BAD_TARGET, IllegalMove

MAX_EXITS: Final = 8


def template(position: Position, slot: int) -> Template | None:
    for candidate in position.templates:
        if candidate.slot == slot:
            return candidate
    return None


def why_not_search_at(position: Position, creature: Creature, slot: int) -> IllegalMove | None:
    """S-6.5 Why it may not search the ruins with this slot, or None."""
    ruins = template(position, slot)
    if ruins is None:
        return IllegalMove(BAD_TARGET, "There is no such terrain on the battlefield.")
    return why_not_search(position, creature, ruins)


def why_not_seek_passage_at(position: Position, creature: Creature, slot: int) -> IllegalMove | None:
    """S-6.5 Why it may not seek a passage from there, or None."""
    ruins = template(position, slot)
    if ruins is None:
        return IllegalMove(BAD_TARGET, "There is no such terrain on the battlefield.")
    return why_not_look_for_passage(position, creature, ruins)


def search(position: Position, creature: Creature, slot: int) -> None:
    """S-6.5, SR-6, K-55 Rolls a die and does what the ruins' table has for its face.

    Each ruins is searched once a game.
    """
    ruins = template(position, slot)
    assert ruins is not None, "why_not_search_at was asked first"
    roll = one_die(position, creature, "search")
    if stats.has(position, creature, SEARCHER):
        question = RerollSearch(slot=creature.slot, template=slot, roll=roll)
        if ask(position, creature.seat, question) == YES:
            roll = _again(position, creature, roll)
    ruins.searched = True
    if position.listening:
        position.log.emit(RuinsSearched(creature.slot, ruins.slot, roll))
    options = ruins.card.search[face(roll)]
    resolve(position, options, Source(seat=creature.seat, card=ruins.card, creature=creature, template=ruins))


def seek_passage(position: Position, creature: Creature, slot: int) -> None:
    """S-6.5, K-55 Bullseye fails; axe or shield takes it to other searched ruins.

    It is not a move and causes no Backstab.
    """
    ruins = template(position, slot)
    assert ruins is not None, "why_not_seek_passage_at was asked first"
    roll = one_die(position, creature, "search")
    if roll <= BULLSEYE[1] and stats.has(position, creature, SEARCHER):
        roll = _again(position, creature, roll)  # SR-78: only a failure
    exits = passages(position, creature, ruins)
    if roll <= BULLSEYE[1] or not exits:
        if position.listening:
            position.log.emit(PassageSought(creature.slot, ruins.slot, roll, -1))
        return
    slots = tuple([other.slot for other in exits])
    question = PickTarget(card=ruins.card.code, verb="passage", candidates=slots)
    out = exits[ask(position, creature.seat, question)]
    places = _few(passage_places(position, creature, out))
    creature.x, creature.y = places[ask(position, creature.seat, PickPlace(slot=creature.slot, places=places))]
    if position.listening:
        position.log.emit(PassageSought(creature.slot, ruins.slot, roll, out.slot))
        position.log.emit(Shifted(creature.slot, (creature.x, creature.y)))


def _again(position: Position, creature: Creature, roll: int) -> int:
    """K-55 The die rolled once more; the new face counts."""
    fresh = one_die(position, creature, "search")
    if position.listening:
        position.log.emit(DiceRolled(creature.slot, "search", (roll,)))
        position.log.emit(DiceRerolled(creature.slot, "searcher", (roll,), (fresh,)))
    return fresh


def _few(places: list[Point]) -> tuple[Point, ...]:
    """A manageable choice: some places all around the ruins."""
    step = -(-len(places) // MAX_EXITS)
    return tuple(places[::step])
