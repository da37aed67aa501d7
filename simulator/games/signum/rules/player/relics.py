"""Relics on a hero, S-5.8 to S-5.10: slots, Durability (K-16), uses (K-37).

What a relic gives its hero all the time is stats.py; what damage is left after Durability is damage.py.
"""

from simulator.games.signum.cards.abilities import KEYWORD, Ability, Grant
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import DURABILITY, MULTIPLE_USES
from simulator.games.signum.rules.abilities.triggers import card_left_play
from simulator.games.signum.rules.player.zones import bury
from simulator.games.signum.state.events import RelicDamaged, RelicLost, RelicTaken, RelicUsed
from simulator.games.signum.state.position import Creature, Position, Relic
from simulator.games.signum.state.questions import DamageRelic, ReplaceRelic, ask


def slots_for(hero_card: SignumCard, relic_type: str) -> int:
    """S-1.5, S-5.8 How many relics of a type a hero carries."""
    for slot_type, number in hero_card.slots:
        if slot_type == relic_type:
            return number
    return 0


def take_relic(position: Position, seat: int, card: SignumCard) -> None:
    """S-5.8 Gives the hero the relic; one too many of its type replaces one.

    Its owner chooses which.
    """
    hero = position.hero(seat)
    player = position.players[seat]
    if hero is None:  # it has fallen meanwhile
        player.graveyard.append(card)
        return
    same = [relic for relic in player.relics if relic.card.relic == card.relic]
    if len(same) >= slots_for(hero.card, card.relic):
        codes = tuple(relic.card.code for relic in same)
        lose_relic(position, seat, same[ask(position, seat, ReplaceRelic(card=card.code, codes=codes))])
    player.relics.append(new_relic(card))
    position.forget_in_play()
    if position.listening:
        position.log.emit(RelicTaken(seat, card.code))


def new_relic(card: SignumCard) -> Relic:
    """S-5.9, S-5.10 A relic as it enters: with armour tokens of Durability and uses."""
    return Relic(card, armour=card.keywords[DURABILITY], uses=card.keywords[MULTIPLE_USES])


def lose_relic(position: Position, seat: int, relic: Relic) -> None:
    """S-5.8 A replaced or destroyed relic goes to the graveyard; its Last Word."""
    position.players[seat].relics.remove(relic)
    position.forget_in_play()
    if position.listening:
        position.log.emit(RelicLost(seat, relic.card.code))
    bury(position, seat, relic.card)
    card_left_play(position, relic.card, seat)


def absorb_damage(position: Position, hero: Creature, amount: int) -> int:
    """K-16, S-5.10, S-10.3 Takes physical damage off Durability tokens; returns the rest.

    One attack's damage empties one relic before it touches the next; the owner chooses the order.
    """
    player = position.players[hero.owner]
    while amount > 0:
        tough = [relic for relic in player.relics if relic.armour > 0]
        if not tough:
            break
        codes = tuple(relic.card.code for relic in tough)
        relic = tough[ask(position, player.seat, DamageRelic(seat=player.seat, codes=codes))]
        taken = min(amount, relic.armour)
        amount -= taken
        relic.armour -= taken
        if position.listening:
            position.log.emit(RelicDamaged(player.seat, relic.card.code, taken, relic.armour))
        if relic.armour == 0:
            lose_relic(position, player.seat, relic)
    return amount


def melee_grants(position: Position, hero: Creature) -> list[Grant]:
    """K-37, S-5.9 What relics with uses give their hero in a melee."""
    grants: list[Grant] = []
    for relic in position.players[hero.owner].relics:
        if relic.uses > 0:
            for ability in relic.card.abilities:
                if ability.keyword == MULTIPLE_USES:
                    grants.extend(ability.grants)
    return grants


def mark_melee_uses(position: Position, hero: Creature) -> None:
    """K-37, S-5.9 Marks a use after every melee the hero fought; the last destroys it."""
    for relic in position.players[hero.owner].relics[:]:
        ability = multiple_uses(relic.card)
        if ability is not None and ability.grants:
            mark_use(position, hero.owner, relic)


def mark_use(position: Position, seat: int, relic: Relic) -> None:
    """S-5.9 Marks one use; after the last the relic is destroyed."""
    relic.uses -= 1
    if position.listening:
        position.log.emit(RelicUsed(seat, relic.card.code, relic.uses))
    if relic.uses <= 0 and relic in position.players[seat].relics:
        lose_relic(position, seat, relic)


def multiple_uses(card: SignumCard) -> Ability | None:
    """K-37 The ability whose uses are counted."""
    for ability in card.abilities:
        if ability.kind == KEYWORD and ability.keyword == MULTIPLE_USES:
            return ability
    return None
