"""The guided first visit begins here: a ready-made deck, and a card worth pressing + beside.

Where a visitor is in the tour stands in the address, like everything else in the builder; the other pages of the tour
know it by `tour` in theirs. Nothing is remembered, so nothing is in the way of somebody who went elsewhere.
"""

from dataclasses import replace
from functools import lru_cache

from collection.games import first_game
from collection.search import quoted
from decks.rules.legality import check
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.decks.changes import apply_fix
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Fix
from simulator.engine.system import GameSystem

from .url_state import Address, read_address


def first_address() -> Address | None:
    """The sample deck, with the library showing the card to begin with; None if no game has a deck of its own."""
    everybody = [first_game(), *games.systems().values()]
    system = next((one for one in everybody if one.reference_decks()), None)
    if system is None:
        return None
    deck = system.reference_decks()[0].deck
    address = replace(read_address({"game": system.code}), deck=deck, tour="start")
    section, code = telling_card(deck, system)
    query = quoted(system.catalogue[code].name(current_language())) if code else ""
    return replace(address, section=section or read_address(address.fields() | {"in": ""}).section, query=query)


def card_to_press(address: Address) -> str:
    """Its name, at the beginning of a tour."""
    if address.tour != "start":
        return ""
    code = telling_card(address.deck, address.system)[1]
    return address.system.catalogue[code].name(current_language()) if code else ""


@lru_cache(maxsize=16)
def telling_card(deck: DeckList, system: GameSystem) -> tuple[str, str]:
    """Of which one more breaks a rule: the check has something to say then. Section and code, or nothing."""
    sections = [system.draws.section] if system.draws else [section.code for section in system.sections]
    for section in sections:
        for code, _count in deck.section(section):
            if not check(apply_fix(deck, Fix(do="add", card=code, count=1, section=section))).legal:
                return section, code
    return "", ""
