"""Chapter 3: setup."""

import pytest

from simulator.engine.play.chance import Chance, Scripted
from simulator.engine.play.protocols import IllegalAction
from simulator.games.signum.game.game import Game
from simulator.games.signum.state.actions import DecideOrder, DiscardForProsperity, KeepHand, Mulligan, PlaceHero
from simulator.games.signum.state.position import CONSTRUCTION, HANDS, HEROES, ORDER, Options
from tests.signum.tables import hand, new_game, plain_deck, spell


def game_with_hands(*, options: Options | None = None) -> Game:
    """A game in which seat 0 decides about its first hand."""
    letters = [spell(name, "draw 1") for name in "ABCDEFGH"]
    game = new_game(options=options, decks=[plain_deck(*letters), plain_deck(*letters)])
    for action in (DecideOrder(0), PlaceHero(300.0), PlaceHero(300.0)):
        game.apply(action)
    assert game.position.phase == HANDS
    return game


def test_s3_1_the_higher_die_decides_and_ties_are_rerolled() -> None:
    chance = Scripted(4, 4, 2, 5)
    game = new_game(chance=chance)
    assert chance.left == ()
    assert game.position.phase == ORDER
    assert game.to_act == 1


@pytest.mark.parametrize("first", [0, 1])
def test_s3_1_the_winner_of_the_roll_chooses_the_first_player(first: int) -> None:
    game = new_game(6, 1)
    game.apply(DecideOrder(first))
    assert game.position.first == first
    assert game.to_act == first


def test_s3_2_players_place_heroes_in_turn_touching_their_side() -> None:
    game = new_game(6, 1)
    game.apply(DecideOrder(1))
    assert game.position.phase == HEROES
    game.apply(PlaceHero(100.0))
    assert game.to_act == 0
    game.apply(PlaceHero(450.0))
    heroes = [(hero.x, hero.y) for seat in (0, 1) if (hero := game.position.hero(seat)) is not None]
    assert heroes == [(450.0, 16.0), (100.0, 584.0)]


def deck_orders(names: str, *, seed: int = 1) -> list[str]:
    """The shuffled decks of both players, who have the same cards."""
    cards = [spell(name, "draw 1") for name in names]
    game = new_game(chance=Chance(seed), decks=[plain_deck(*cards), plain_deck(*cards)])
    return ["".join(card.names.en for card in player.deck) for player in game.position.players]


@pytest.mark.parametrize("out", "AHQZ")
def test_s3_3_a_deck_with_one_card_less_keeps_the_order_of_the_others(out: str) -> None:
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    whole, cut = deck_orders(names), deck_orders(names.replace(out, ""))
    assert cut == [order.replace(out, "") for order in whole]
    assert whole[0] != whole[1]


@pytest.mark.parametrize("x", [15.9, 584.1, -10.0])
def test_s3_2_the_hero_is_placed_inside_the_field(x: float) -> None:
    game = new_game(6, 1)
    game.apply(DecideOrder(0))
    with pytest.raises(IllegalAction):
        game.apply(PlaceHero(x))
    assert game.to_act == 0


@pytest.mark.parametrize("x", [16.0, 584.0])
def test_s3_2_the_hero_may_stand_in_a_corner(x: float) -> None:
    game = new_game(6, 1)
    assert [(hero.x, hero.y) for hero in game.position.creatures] == [(300.0, 16.0), (300.0, 584.0)]
    game.apply(DecideOrder(0))
    game.apply(PlaceHero(x))
    assert (game.position.creatures[0].x, game.position.creatures[0].y) == (x, 16.0)


def test_s3_3_each_player_starts_with_the_terrain_of_the_deck() -> None:
    assert [[card.names.en for card in player.terrain] for player in new_game().position.players] == [["Forest"]] * 2


def test_s3_3_each_player_starts_with_three_prosperity_and_four_cards() -> None:
    game = game_with_hands()
    for player in game.position.players:
        assert player.prosperity == 3
        assert len(player.hand) == 4
        assert len(player.deck) == 16


def test_s3_4_cards_set_aside_are_replaced_before_they_are_shuffled_in() -> None:
    game = game_with_hands()
    assert hand(game, 0) == ["A", "B", "C", "D"]
    game.apply(Mulligan((0, 2)))
    # The next two cards of the deck. A and C are shuffled in only afterwards.
    assert hand(game, 0) == ["B", "D", "E", "F"]
    deck = [card.names.en for card in game.position.players[0].deck]
    assert len(deck) == 16
    assert {"A", "C"} <= set(deck)
    assert game.to_act == 1


def test_s3_4_cards_set_aside_are_shuffled_in() -> None:
    tops = set()
    for seed in range(10):
        game = new_game(chance=Chance(seed))
        for action in (DecideOrder(0), PlaceHero(300.0), PlaceHero(300.0)):
            game.apply(action)
        aside = game.position.players[0].hand[0]
        game.apply(Mulligan((0,)))
        tops.add(game.position.players[0].deck[-1] is aside)
    assert False in tops


def test_s3_4_cards_can_be_discarded_for_one_prosperity_each() -> None:
    game = game_with_hands()
    game.apply(DiscardForProsperity((0, 1, 3)))
    player = game.position.players[0]
    assert hand(game, 0) == ["C"]
    assert player.prosperity == 6
    assert sorted(card.names.en for card in player.graveyard) == ["A", "B", "D"]
    assert game.to_act == 1


@pytest.mark.parametrize("places", [(), (4,), (0, 4), (1, 0), (0, 0), (-1,), (-1, 0)])
def test_s3_4_invalid_hand_positions_are_refused(places: tuple[int, ...]) -> None:
    game = game_with_hands()
    for action in (Mulligan(places), DiscardForProsperity(places)):
        with pytest.raises(IllegalAction):
            game.apply(action)
    assert hand(game, 0) == ["A", "B", "C", "D"]


def test_sr3_by_default_a_mulligan_excludes_a_discard() -> None:
    game = game_with_hands()
    game.apply(Mulligan((0,)))
    assert game.to_act == 1


def test_sr3_with_the_option_a_mulligan_may_be_followed_by_a_discard() -> None:
    game = game_with_hands(options=Options(mulligan_then_discard=True))
    game.apply(Mulligan((0,)))
    assert game.to_act == 0
    assert game.why_not(Mulligan((0,))) is not None
    game.apply(DiscardForProsperity((0,)))
    assert game.position.players[0].prosperity == 4
    assert game.to_act == 1


def test_s3_5_the_first_player_s_turn_begins_after_setup() -> None:
    game = new_game(6, 1)
    for action in (DecideOrder(1), PlaceHero(300.0), PlaceHero(300.0), KeepHand(), KeepHand()):
        assert game.turn == 0
        game.apply(action)
    assert game.turn == 1
    assert game.to_act == 1
    assert game.position.phase == CONSTRUCTION
    assert len(hand(game, 1)) == 5
    assert len(hand(game, 0)) == 4
