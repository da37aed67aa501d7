"""Tactics, S-5.11: cards that wait face down until an opponent does something.

Rule modules report what an opponent did (through triggers.py or directly); the tactics that wait for it are revealed
here, one of each player for one event (SR-72). Paying for one and laying it down is play/cards.py.
"""

from math import hypot
from typing import Final

from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.state.events import CardBuried, TacticRevealed
from simulator.games.signum.state.position import NO_WINNER, Creature, Player, Position
from simulator.games.signum.state.questions import PickCard, ask

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
    """S-5.11, SR-5, SR-72 Reveals a tactic of each opponent that waits for this event.

    One event may have several names: a shot is an attack too. `that` is the creature they may refer to (`is_gone`: it
    has just died); with `victim_seat` only that player's tactics count. Returns where a cancelled card goes ("deck",
    "graveyard"), or "" if nothing was cancelled.
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
    """SR-72 Of several tactics that wait for one event its owner reveals one; the others wait for the next."""
    # If the creature is gone, or the game is over, the tactics stay face down.
    if position.winner != NO_WINNER or (that is not None and not is_gone and not that.on_field):
        return ""
    waiting = {card.code: card for card in player.tactics if card.trigger in triggers}
    if not waiting:
        return ""
    codes = tuple(waiting)
    chosen = ask(position, player.seat, PickCard(card="", verb="reveal_tactic", codes=codes))
    return _reveal(position, player, waiting[codes[chosen]], that).cancelled_into


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
