"""Damage and wounds, chapter 10: armour and wound tokens, healing, and death.

How many hits land is melee.py, ranged.py and backstab.py; Durability tokens are player/relics.py; what a death triggers
is abilities/triggers.py. Damage has two steps, so that two creatures can strike each other at the same time (S-9.8):
`take_damage` and `take_wounds` only place tokens, `settle` then buries the dead and runs the triggers.
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
    """A creature that took `wounds`, before its death is checked.

    `source` is the slot of the creature that caused them, or -1.
    """

    __slots__ = ("creature", "source", "wounds")

    def __init__(self, creature: Creature, *, wounds: int, source: int) -> None:
        self.creature = creature
        self.wounds = wounds
        self.source = source


# --- one creature at a time


def deal_damage(position: Position, creature: Creature, amount: int, *, physical: bool, source: int = -1) -> int:
    """S-10.1, S-10.3 Damage and everything that follows; returns the wounds it caused."""
    struck = take_damage(position, creature, amount, physical=physical, source=source)
    settle(position, [struck])
    return struck.wounds


def deal_wounds(position: Position, creature: Creature, amount: int, *, source: int = -1) -> None:
    """S-10.2 Wounds and everything that follows."""
    settle(position, [take_wounds(position, creature, amount, source=source)])


def heal(position: Position, creature: Creature, amount: int) -> None:
    """S-10.5, K-25 Removes wound tokens; a creature without any counts as healed too.

    A value of 0 does nothing (S-15.3).
    """
    if amount <= 0:
        return
    removed = min(amount, creature.wounds)
    creature.wounds -= removed
    position.disturb()
    if position.listening:
        position.log.emit(Healed(creature.slot, removed, creature.wounds))
    creature_healed(position, creature)


def destroy(position: Position, creatures: list[Creature], *, source: int = -1) -> None:
    """S-10.4 Destroys creatures without wounds, all at the same time: by an effect."""
    _bury_dead(position, [Struck(creature, wounds=0, source=source) for creature in creatures if creature.on_field])


# --- laying tokens


def take_damage(position: Position, creature: Creature, amount: int, *, physical: bool, source: int) -> Struck:
    """S-10.1, S-10.3, SR-8, SR-91 Durability relics stop physical damage first, then armour, then wounds."""
    if amount <= 0:
        return Struck(creature, wounds=0, source=source)
    if position.listening:
        position.log.emit(Damaged(creature.slot, amount, source))
    if physical and creature.is_hero:
        amount = absorb_damage(position, creature, amount)
    stopped = min(amount, creature.armour)
    if stopped > 0 and not physical and position.options.physical_armour:
        stopped = 0
    if stopped > 0:
        creature.armour -= stopped
        if position.listening:
            position.log.emit(ArmourLost(creature.slot, stopped, creature.armour))
    return take_wounds(position, creature, amount - stopped, source=source)


def take_wounds(position: Position, creature: Creature, amount: int, *, source: int) -> Struck:
    """S-10.2 Places wound tokens directly."""
    amount = max(amount, 0)
    if amount > 0:
        position.disturb()
        creature.wounds += amount
        if position.listening:
            position.log.emit(Wounded(creature.slot, amount, creature.wounds))
    return Struck(creature, wounds=amount, source=source)


# --- what follows


def settle(position: Position, struck: list[Struck]) -> None:
    """S-9.8, S-10.4 Buries the dead, all at the same time; then runs the triggers of the wounded."""
    dead = [entry for entry in struck if is_on_field(position, entry.creature) and _is_due(position, entry.creature)]
    _bury_dead(position, dead)
    for entry in _active_first(position, struck):
        if entry.wounds > 0 and is_on_field(position, entry.creature):
            creature_wounded(position, entry.creature, entry.source)


def destroy_fallen(position: Position) -> None:
    """S-10.4 Buries creatures that lost health and now have too many wounds.

    Called when effects end or an aura is gone.
    """
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
    """S-10.4, S-1.3 All leave the field before the first death triggers anything.

    So none is there for another's Last Word.
    """
    if not dead:
        return
    position.disturb()
    for entry in dead:
        position.creatures.remove(entry.creature)
        entry.creature.on_field = False
        entry.creature.destroyed = True
        position.forget_in_play()
        if position.listening:
            position.log.emit(Died(entry.creature.slot, entry.source))
        bury(position, entry.creature.owner, entry.creature.card)
    ordered = _active_first(position, dead)
    killers = [_creature(position, dead, entry.source) for entry in ordered]
    creatures_died(position, [entry.creature for entry in ordered], killers)
    destroy_fallen(position)
    for entry in dead:
        if entry.creature.is_hero:  # S-14.1: what its death has triggered is resolved, and nothing else waits
            settle_heroes(position)


def _creature(position: Position, dead: list[Struck], slot: int) -> Creature | None:
    """A creature on the field, or among those who have just died.

    A killer may die by the same blow.
    """
    for entry in dead:
        if entry.creature.slot == slot:
            return entry.creature
    return position.creature(slot)


def _active_first(position: Position, struck: list[Struck]) -> list[Struck]:
    """SR-28 Of simultaneous events, those of the active player come first, then in turn order."""
    if len(struck) < 2:
        return struck
    ordered = [entry for entry in struck if entry.creature.seat == position.active]
    for seat in position.after[position.active]:
        ordered += [entry for entry in struck if entry.creature.seat == seat]
    return ordered
