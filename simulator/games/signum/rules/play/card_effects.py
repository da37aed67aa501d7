"""Verbs about cards, cities and prosperity, one function each.

Verbs about creatures, and the table of all verbs, are effects.py.
"""

from simulator.games.signum.cards.abilities import Effect
from simulator.games.signum.rules.abilities.opponents import chosen_opponent, next_turn_of
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.abilities.targets import building_targets, relic_targets, template_targets
from simulator.games.signum.rules.player.city import destroy_building as lose_building
from simulator.games.signum.rules.player.relics import lose_relic
from simulator.games.signum.rules.player.victory import change_prosperity
from simulator.games.signum.rules.player.zones import discard_at_random, recoverable, to_hand
from simulator.games.signum.rules.player.zones import draw as draw_cards
from simulator.games.signum.rules.terrain.terrain import destroy_template
from simulator.games.signum.state.events import BuildingBlocked, BuildingTapped, BuildingUntapped
from simulator.games.signum.state.position import Position
from simulator.games.signum.state.questions import PickCard, ask


def _player(position: Position, effect: Effect, source: Source) -> int:
    """S-1.4 The player who controls the card, unless it states otherwise."""
    return source.seat if effect.player == "you" else chosen_opponent(position, source, effect.verb)


def draw(position: Position, effect: Effect, source: Source) -> None:
    """S-4.2, S-4.3, SR-18 Extra draws follow the rules of drawing."""
    draw_cards(position, _player(position, effect, source), effect.amount)


def discard(position: Position, effect: Effect, source: Source) -> None:
    """Discards cards at random."""
    discard_at_random(position, _player(position, effect, source), effect.amount)


def prosperity(position: Position, effect: Effect, source: Source) -> None:
    """S-14.2, S-15.3 Changes prosperity."""
    change_prosperity(position, _player(position, effect, source), effect.amount)


def steal(position: Position, effect: Effect, source: Source) -> None:
    """Moves prosperity from the opponent, as much as there is."""
    victim = chosen_opponent(position, source, effect.verb)
    amount = min(effect.amount, position.players[victim].prosperity)
    change_prosperity(position, victim, -amount)
    change_prosperity(position, source.seat, amount)


def destroy_building(position: Position, effect: Effect, source: Source) -> None:
    """S-4.6 Destroys chosen buildings."""
    for seat, building in building_targets(position, effect, source):
        lose_building(position, seat, building)


def destroy_relic(position: Position, effect: Effect, source: Source) -> None:
    """S-5.8 Destroys chosen relics."""
    for seat, relic in relic_targets(position, effect, source):
        lose_relic(position, seat, relic)


def destroy_terrain(position: Position, effect: Effect, source: Source) -> None:
    """S-6.6 Destroys chosen terrain."""
    for template in template_targets(position, effect, source):
        destroy_template(position, template)


def block(position: Position, effect: Effect, source: Source) -> None:
    """Blocks buildings until the end of their player's next turn."""
    for seat, building in building_targets(position, effect, source):
        building.blocked_until = max(building.blocked_until, next_turn_of(position, seat))
        if position.listening:
            position.log.emit(BuildingBlocked(seat, building.card.code))


def tap(position: Position, effect: Effect, source: Source) -> None:
    """S-5.1 Taps buildings: they pay for nothing until their player's next initial phase (S-4.1)."""
    for seat, building in building_targets(position, effect, source):
        building.tapped = True
        if position.listening:
            position.log.emit(BuildingTapped(seat, building.card.code))


def untap(position: Position, effect: Effect, source: Source) -> None:
    """S-5.1 Untaps buildings: they can pay again this turn."""
    for seat, building in building_targets(position, effect, source):
        building.tapped = False
        if position.listening:
            position.log.emit(BuildingUntapped(seat, building.card.code))


def recover(position: Position, effect: Effect, source: Source) -> None:
    """S-1.2 Returns chosen battle cards from the graveyard to the hand.

    The latest are offered first.
    """
    graveyard = position.players[source.seat].graveyard
    for _ in range(effect.amount):
        cards = recoverable(position, source.seat, effect.card)
        if not cards:
            return
        codes = tuple(dict.fromkeys([card.code for card in cards]))
        code = codes[ask(position, source.seat, PickCard(card=source.card.code, verb="recover", codes=codes))]
        for card in cards:
            if card.code == code:
                graveyard.remove(card)
                to_hand(position, source.seat, card)
                break


def cancel(position: Position, effect: Effect, source: Source) -> None:
    """S-5.11 Cancels what triggered the tactic: cards.py puts the card where this states."""
    source.cancelled_into = effect.into
