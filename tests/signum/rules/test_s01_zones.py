"""Chapter 1: card types and zones."""

from collections import Counter

import pytest

from simulator.engine.play.chance import Chance
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import BASES_MM, CARD_TYPES, LENGTHS_MM, RARITIES
from simulator.games.signum.game.game import Game
from simulator.games.signum.policies.random_player import RandomPlayer
from simulator.games.signum.state.actions import EndTurn
from simulator.games.signum.state.position import Player
from simulator.games.signum.system import signum_system
from tests.signum.tables import scene, started_game

BATTLE = ("character", "spell", "relic", "tactic")


def of_type(*types: str) -> list[SignumCard]:
    return [card for card in signum_cards() if card.type in types]


def test_s1_1_every_card_has_one_of_seven_types() -> None:
    assert {card.type for card in signum_cards()} == set(CARD_TYPES)


def test_s1_6_characters_have_strength_movement_health_race_and_base() -> None:
    for card in of_type("character"):
        assert card.strength >= 0
        assert card.movement in LENGTHS_MM.values()
        assert card.health > 0
        assert card.race
        assert card.faction


@pytest.mark.parametrize("base", BASES_MM)
def test_sr2_all_four_bases_are_legal(base: int) -> None:
    game = scene(players={"a": {"characters": [{"id": "ana", "base": base, "at": [300, 300]}]}})
    assert game.position.creatures[-1].radius == base / 2


def test_sr2_bases_of_printed_cards_are_among_the_four() -> None:
    assert {card.base for card in of_type("hero", "character")} <= set(BASES_MM)


def test_s1_7_support_cards_have_a_cost_and_a_rarity() -> None:
    for card in of_type("spell", "relic", "tactic"):
        assert card.rarity in RARITIES
        assert card.cost.total > 0


def test_s1_10_mercenaries_are_characters_without_a_faction() -> None:
    assert {card.type for card in signum_cards() if card.is_mercenary} == {"character"}
    assert {card.faction for card in of_type("hero")} == {"vallor", "grypharim"}


def test_s1_2_a_drawn_card_is_the_top_one() -> None:
    game = started_game()
    top = game.position.players[1].deck[-1]
    game.apply(EndTurn())
    assert game.position.players[1].hand[-1] is top


def _owned(game: Game, player: Player) -> Counter[str]:
    """All battle cards of a player, in any zone."""
    cards = player.hand + player.deck + player.graveyard + player.tactics
    cards += [relic.card for relic in player.relics]
    cards += [creature.card for creature in game.position.creatures if creature.owner == player.seat]
    return Counter(card.code for card in cards if card.type in BATTLE)


@pytest.mark.parametrize("seed", range(3))
def test_s1_3_cards_stay_with_their_owner_through_a_whole_game(seed: int) -> None:
    decks = [reference.deck for reference in signum_system().reference_decks()]
    game = signum_system().new_game(decks=[decks[seed], decks[-1 - seed]], chance=Chance(seed))
    assert isinstance(game, Game)
    owned = [_owned(game, player) for player in game.position.players]
    players = [RandomPlayer(Chance(seed).stream("policy", seat=seat)) for seat in (0, 1)]
    for _ in range(150):
        if game.outcome() is not None:
            break
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
        if game.question is None:
            assert [_owned(game, player) for player in game.position.players] == owned
