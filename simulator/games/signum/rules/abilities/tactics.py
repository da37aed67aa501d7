"""Tactics, S-5.11: cards that wait face down until an opponent does something.

Rule modules report what an opponent did (through triggers.py or directly); the tactics that wait for it are revealed
here and resolved one at a time in the order played. Paying for one and laying it down is play/cards.py.
"""

from math import hypot
from typing import Final

from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.state.events import CardBuried, TacticRevealed
from simulator.games.signum.state.position import NO_WINNER, Creature, Player, Position

NEAR: Final = "enemy_comes_near"
_NEAR_MM: Final = LENGTHS_MM["M"] + 1e-6


def reveal_tactics(
    position: Position,
    triggers: tuple[str, ...],
    *,
    that: Creature | None = None,
    victim_seat: int = -1,
    is_gone: bool = False,
) -> str:
    """S-5.11, SR-5 Reveals the opponents' tactics that wait for these triggers.

    `that` is the creature they may refer to (`is_gone`: it has just died); with `victim_seat` only that player's
    tactics count. Returns where a cancelled card goes ("deck", "graveyard"), or "" if nothing was cancelled.
    """
    for seat in position.after[position.active]:
        player = position.players[seat]
        if player.tactics and victim_seat in (-1, seat) and position.teams[seat] != position.teams[position.active]:
            into = _reveal_of(position, player, triggers, that, is_gone)
            if into:
                return into
    return ""


def reveal_tactics_near_hero(position: Position, mover: Creature) -> None:
    """S-5.11 `enemy_comes_near`: a creature ended its move within M of an opponent's hero."""
    for seat in position.after[position.active]:
        player = position.players[seat]
        if (
            player.tactics
            and position.teams[seat] != position.teams[position.active]
            and _is_near_hero(position, player, mover)
        ):
            _reveal_of(position, player, (NEAR,), mover, False)


def _is_near_hero(position: Position, player: Player, mover: Creature) -> bool:
    hero = position.hero(player.seat)
    return hero is not None and hypot(hero.x - mover.x, hero.y - mover.y) - hero.radius - mover.radius <= _NEAR_MM


def _reveal_of(
    position: Position, player: Player, triggers: tuple[str, ...], that: Creature | None, is_gone: bool
) -> str:
    for card in [card for card in player.tactics if card.trigger in triggers]:
        # If the creature is gone or pushed away, or the game is over, the tactic stays face down.
        if position.winner != NO_WINNER or (that is not None and not is_gone and not that.on_field):
            return ""
        if that is not None and card.trigger == NEAR and not _is_near_hero(position, player, that):
            return ""
        if card not in player.tactics:
            continue  # an effect of another tactic has revealed it already
        source = _reveal(position, player, card, that)
        if source.cancelled_into:
            return source.cancelled_into
    return ""


def _reveal(position: Position, player: Player, card: SignumCard, that: Creature | None) -> Source:
    player.tactics.remove(card)
    if position.listening:
        position.log.emit(TacticRevealed(player.seat, card.code))
    source = Source(seat=player.seat, card=card, that=that)
    resolve(position, card.options, source)
    player.graveyard.append(card)
    if position.listening:
        position.log.emit(CardBuried(player.seat, card.code))
    return source
