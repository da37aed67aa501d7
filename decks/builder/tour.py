"""The start of the guided tour: a ready-made deck and a card to add to it.

The builder's URL holds the step of the tour, like all other state; other pages of the tour have a `tour` parameter.
Nothing is stored, so the tour never gets in the way of a visitor who leaves it.
"""

from dataclasses import replace
from functools import lru_cache

from collection.games import first_game, games_in_order
from collection.search import quote_value
from decks.rules.legality import check
from signum_site.core.i18n import current_language
from simulator.engine.decks.changes import apply_fix
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Fix
from simulator.engine.game_system import GameSystem

from .url_state import Address, parse_address


def start_address(game: GameSystem | None = None) -> Address | None:
    """Return the first step: a sample deck of a game and a search for the card to add.

    Without a game, of the first one that has reference decks; None if there is no such deck.
    """
    candidates = [game] if game is not None else [first_game(), *games_in_order()]
    system = next((candidate for candidate in candidates if candidate.reference_decks()), None)
    if system is None:
        return None
    deck = system.reference_decks()[0].deck
    address = replace(parse_address({"game": system.code}), deck=deck, tour="start")
    section, code = rule_breaking_card(deck, system)
    query = quote_value(system.catalogue[code].name(current_language())) if code else ""
    return replace(address, section=section or parse_address(address.fields() | {"in": ""}).section, query=query)


def tour_card_name(address: Address) -> str:
    """Return the name of the card to add at the start of the tour, else nothing."""
    if address.tour != "start":
        return ""
    code = rule_breaking_card(address.deck, address.system)[1]
    return address.system.catalogue[code].name(current_language()) if code else ""


@lru_cache(maxsize=16)
def rule_breaking_card(deck: DeckList, system: GameSystem) -> tuple[str, str]:
    """Return section and code of a card of which one more copy breaks a rule.

    The tour then has a problem to show. Both are empty if there is no such card.
    """
    sections = [system.draws.section] if system.draws else [section.code for section in system.sections]
    for section in sections:
        for code, _count in deck.section(section):
            if not check(apply_fix(deck, Fix(do="add", card=code, count=1, section=section))).legal:
                return section, code
    return "", ""
