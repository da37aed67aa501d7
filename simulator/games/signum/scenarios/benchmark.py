"""A full position for measuring.

Heroes and seven characters on each side, built cities, worn relics. The command `bench` clones it
(GameSystem.benchmark); no game is played from it.
"""

from collections.abc import Sequence

from simulator.engine.decks.decklist import DeckList
from simulator.engine.play.chance import Chance
from simulator.games.signum.board.placement import free_summoning_places
from simulator.games.signum.game.game import Game, deck_cards, start_with
from simulator.games.signum.rules.play.cards import MAX_CHARACTERS, put_on_field
from simulator.games.signum.rules.player.relics import new_relic
from simulator.games.signum.state.position import ACTIVATION, Building

BUILT = 8


def benchmark_state(decks: Sequence[DeckList]) -> Game:
    """Two decks in the middle of a game: 16 creatures on the field."""
    game = start_with([deck_cards(deck) for deck in decks], chance=Chance(1))
    position = game.position
    position.phase, position.turn = ACTIVATION, 20
    for player in position.players:
        characters = [card for card in player.deck if card.type == "character"][:MAX_CHARACTERS]
        for card in characters:
            player.deck.remove(card)
            place = free_summoning_places(position, player.seat, card.base / 2)[-1]
            put_on_field(position, player.seat, card, place[0], place[1])
        player.relics = [new_relic(card) for card in player.deck if card.type == "relic"][:2]
        player.city = [Building(card) for card in player.sideboard[:BUILT]]
        player.sideboard = player.sideboard[BUILT:]
        player.hand, player.deck = player.deck[:5], player.deck[5:]
        # At this point of a game every creature has rolled dice, so their streams exist and are cloned too.
        for creature in position.creatures:
            for purpose in ("melee", "defence"):
                position.chance.stream(purpose, seat=creature.seat, slot=creature.slot)
    return game
