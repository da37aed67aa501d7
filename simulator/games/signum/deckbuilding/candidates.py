"""A search for the cards that may be added to a deck, for the deck builder.

The rules are rules.py.
"""

from simulator.engine.decks.decklist import DeckList
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.deckbuilding.contents import ResolvedDeck


def fitting(decklist: DeckList) -> str:
    """S-2.3, S-2.7, S-2.9 The hero's faction, mercenaries and basic cards.

    None that names another hero.
    """
    deck = ResolvedDeck(decklist)
    if not deck.heroes:
        return ""
    own = {card.code for card in deck.heroes}
    others = sorted({card.hero for card in signum_cards() if card.hero and card.hero not in own})
    factions = f"faction:{','.join((*deck.factions, 'mercenary', 'basic'))}"
    return f"{factions} -hero:{','.join(others)}" if others else factions
