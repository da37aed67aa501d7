"""Zones, chapter 1, and moving cards between them.

Drawing, discarding, burying, shuffling in. How a card gets from the hand into play is play/cards.py; how a creature
dies is combat/damage.py.
"""

from typing import Final

from simulator.engine.play.event_log import DRAWN
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import SUPPORT_TYPES
from simulator.games.signum.rules.abilities.opponents import next_opponent
from simulator.games.signum.rules.player.victory import change_prosperity
from simulator.games.signum.state.events import (
    CardBuried,
    CardDiscarded,
    CardReturned,
    CardsDrawn,
    DrawFailed,
    LeftField,
)
from simulator.games.signum.state.position import NO_WINNER, Creature, Player, Position

HAND_LIMIT: Final = 10


def draw(position: Position, seat: int, amount: int) -> None:
    """S-4.1 Draws cards one after another; S-4.3 if the deck runs out."""
    for _ in range(amount):
        if position.winner != NO_WINNER:
            return
        _draw_one(position, seat, of_turn=False)


def draw_for_turn(position: Position, seat: int) -> None:
    """S-4.1 The draw of the initial phase."""
    if position.winner == NO_WINNER:
        _draw_one(position, seat, of_turn=True)


def _draw_one(position: Position, seat: int, *, of_turn: bool) -> None:
    """S-4.2, S-4.3, SR-18, SR-90 Draws one card, or fails to: then the next opponent gains (SR-66)."""
    player = position.players[seat]
    if not player.deck:
        if position.options.deck_out_each_turn and not of_turn:
            return
        gained = 2**player.failed_draws
        player.failed_draws += 1
        if position.listening:
            position.log.emit(DrawFailed(seat, gained))
        change_prosperity(position, next_opponent(position, seat), gained)
        return
    was_full = len(player.hand) >= HAND_LIMIT
    player.hand.append(player.deck.pop())
    if position.turn:  # not at set-up: setup.py notes the opening hand after mulligans
        position.log.note(DRAWN, seat, player.hand[-1].code)
    if position.listening:
        position.log.emit(CardsDrawn(seat, 1))
    if was_full:
        discard_at_random(position, seat, 1)


def discard_at_random(position: Position, seat: int, amount: int) -> None:
    """SR-4 Discards cards picked blindly by the opponent.

    No Last Word: the cards were not in play (SR-28).
    """
    player = position.players[seat]
    for _ in range(min(amount, len(player.hand))):
        card = player.hand.pop(_pick(position, player) if len(player.hand) > 1 else 0)
        player.graveyard.append(card)
        if position.listening:
            position.log.emit(CardDiscarded(seat, card.code))


def _pick(position: Position, player: Player) -> int:
    """A place in the hand. It depends on the cards that are there, not on their order."""
    return position.chance.stream("discard", seat=player.seat).pick_card([card.code for card in player.hand])


def bury(position: Position, owner: int, card: SignumCard) -> None:
    """S-1.3 A card always goes to its owner's graveyard."""
    position.players[owner].graveyard.append(card)
    if position.listening:
        position.log.emit(CardBuried(owner, card.code))


def shuffle_deck(position: Position, seat: int) -> None:
    """S-3.3 Shuffles the battle deck; a deck with one card changed keeps the order of the others on the same seed."""
    deck = position.players[seat].deck
    position.chance.stream("shuffle", seat=seat).shuffle_cards(deck, names=[card.code for card in deck])


def shuffle_in(position: Position, owner: int, card: SignumCard) -> None:
    """S-1.2 A card that returns to the battle deck is shuffled in."""
    position.players[owner].deck.append(card)
    shuffle_deck(position, owner)
    if position.listening:
        position.log.emit(CardReturned(owner, card.code, "deck"))


def to_hand(position: Position, owner: int, card: SignumCard) -> None:
    """S-4.2 Puts a card in the hand without drawing it: eleven cards become ten."""
    hand = position.players[owner].hand
    hand.append(card)
    position.log.note(DRAWN, owner, card.code)
    if position.listening:
        position.log.emit(CardReturned(owner, card.code, "hand"))
    if len(hand) > HAND_LIMIT:
        discard_at_random(position, owner, 1)


def take_off_field(position: Position, creature: Creature) -> None:
    """Takes it off the field without dying: its tokens and effects are gone."""
    position.creatures.remove(creature)
    creature.on_field = False
    position.forget_in_play()
    if position.listening:
        position.log.emit(LeftField(creature.slot))


def recoverable(position: Position, seat: int, kind: str) -> list[SignumCard]:
    """S-1.2, SR-36 The battle cards of a kind in the graveyard, latest first.

    The kind is "character" or "support"; any other value means both.
    """
    return [card for card in reversed(position.players[seat].graveyard) if _is_recoverable(card, kind)]


def _is_recoverable(card: SignumCard, kind: str) -> bool:
    if card.type == "character":
        return kind != "support"
    return card.type in SUPPORT_TYPES and kind != "character"
