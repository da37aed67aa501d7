"""Damage and wounds, chapter 10: armour and wound tokens, healing, and the death of creatures.

How many hits land is melee.py, ranged.py and backstab.py; Durability tokens are relics.py; what a death sets off is
triggers.py. Dealing has two steps, so that two creatures can strike each other at the same time (S-9.8): `take_damage`
and `take_wounds` only lay tokens, `settle` then buries the dead and tells the triggers.
"""

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.triggers import creature_healed, creature_wounded, creatures_died
from simulator.games.signum.rules.player.relics import absorb_damage
from simulator.games.signum.rules.player.victory import settle_heroes
from simulator.games.signum.rules.player.zones import bury
from simulator.games.signum.state.events import ArmourLost, Damaged, Died, Healed, Wounded
from simulator.games.signum.state.position import Creature, Position


@mypyc_attr(acyclic=True, free_list_len=1)
class Struck:
    """A creature that took `wounds` from `source` (a slot, or -1), before its death is looked at."""

    __slots__ = ("creature", "source", "wounds")

    def __init__(self, creature: Creature, *, wounds: int, source: int) -> None:
        self.creature = creature
        self.wounds = wounds
        self.source = source


# --- one creature at a time


def deal_damage(position: Position, creature: Creature, amount: int, *, physical: bool, source: int = -1) -> int:
    """S-10.1, S-10.3 Damage and all that follows from it; hands back the wounds it caused."""
    struck = take_damage(position, creature, amount, physical=physical, source=source)
    settle(position, [struck])
    return struck.wounds


def deal_wounds(position: Position, creature: Creature, amount: int, *, source: int = -1) -> None:
    """S-10.2 Wounds and all that follows from them."""
    settle(position, [take_wounds(position, creature, amount, source=source)])


def heal(position: Position, creature: Creature, amount: int) -> None:
    """S-10.5, K-25 Removes wound tokens; who has none may be healed too. A value of 0 does nothing (S-15.3)."""
    if amount <= 0:
        return
    removed = min(amount, creature.wounds)
    creature.wounds -= removed
    position.disturb()
    if position.log.listening:
        position.log.emit(Healed(creature.slot, removed, creature.wounds))
    creature_healed(position, creature)


def destroy(position: Position, creatures: list[Creature], *, source: int = -1) -> None:
    """S-10.4 Destroyed without wounds, all at the same time: by an effect that says so."""
    _bury_dead(position, [Struck(creature, wounds=0, source=source) for creature in creatures if creature.on_field])


# --- laying tokens


def take_damage(position: Position, creature: Creature, amount: int, *, physical: bool, source: int) -> Struck:
    """S-10.1, S-10.3, SR-8 Durability relics of a hero stop physical damage first, then armour tokens, then wounds."""
    if amount <= 0:
        return Struck(creature, wounds=0, source=source)
    if position.log.listening:
        position.log.emit(Damaged(creature.slot, amount, source))
    if physical and creature.is_hero:
        amount = absorb_damage(position, creature, amount)
    stopped = min(amount, creature.armour)
    if stopped > 0:
        creature.armour -= stopped
        if position.log.listening:
            position.log.emit(ArmourLost(creature.slot, stopped, creature.armour))
    return take_wounds(position, creature, amount - stopped, source=source)


def take_wounds(position: Position, creature: Creature, amount: int, *, source: int) -> Struck:
    """S-10.2 Wound tokens directly."""
    amount = max(amount, 0)
    if amount > 0:
        position.disturb()
        creature.wounds += amount
        if position.log.listening:
            position.log.emit(Wounded(creature.slot, amount, creature.wounds))
    return Struck(creature, wounds=amount, source=source)


# --- what follows


def settle(position: Position, struck: list[Struck]) -> None:
    """S-9.8, S-10.4 Buries whoever has as many wounds as health, all at the same time; then the wounded are told."""
    dead = [one for one in struck if is_on_field(position, one.creature) and _is_due(position, one.creature)]
    _bury_dead(position, dead)
    for one in _active_first(position, struck):
        if one.wounds > 0 and is_on_field(position, one.creature):
            creature_wounded(position, one.creature, one.source)


def destroy_fallen(position: Position) -> None:
    """S-10.4 Buries those who have lost health and now have too many wounds: when effects end or an aura is gone."""
    fallen: list[Struck] | None = None
    is_taken = stats.health_is_taken(position)
    for creature in position.creatures:
        if (is_taken or creature.wounds >= creature.health) and _is_due(position, creature):
            struck = Struck(creature, wounds=0, source=-1)
            fallen = [struck] if fallen is None else [*fallen, struck]
    if fallen is not None:
        _bury_dead(position, fallen)


def is_on_field(position: Position, creature: Creature) -> bool:
    return creature.on_field


def _is_due(position: Position, creature: Creature) -> bool:
    return creature.wounds >= stats.health(position, creature)


def _bury_dead(position: Position, dead: list[Struck]) -> None:
    """S-10.4, S-1.3 All leave the field before the first death is told: none is there for another's Last Word."""
    if not dead:
        return
    position.disturb()
    for one in dead:
        position.creatures.remove(one.creature)
        one.creature.on_field = False
        one.creature.destroyed = True
        position.forget_in_play()
        if position.log.listening:
            position.log.emit(Died(one.creature.slot, one.source))
        bury(position, one.creature.owner, one.creature.card)
    told = _active_first(position, dead)
    killers = [_creature(position, dead, one.source) for one in told]
    creatures_died(position, [one.creature for one in told], killers)
    destroy_fallen(position)
    for one in dead:
        if one.creature.is_hero:  # S-14.1: what its death has triggered is resolved, and nothing else waits
            settle_heroes(position)


def _creature(position: Position, dead: list[Struck], slot: int) -> Creature | None:
    """One on the field, or among those who have just fallen: who kills may die by the same blow."""
    for one in dead:
        if one.creature.slot == slot:
            return one.creature
    return position.creature(slot)


def _active_first(position: Position, struck: list[Struck]) -> list[Struck]:
    """SR-28 What happens at the same time is told the active player's side first."""
    if len(struck) < 2:
        return struck
    own = [one for one in struck if one.creature.seat == position.active]
    return own + [one for one in struck if one.creature.seat != position.active]
