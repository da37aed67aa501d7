"""Activated abilities that throw dice: Healer (K-24) and Control (K-13).

With them Concentration (K-11), whose tokens are spent in concentration.py, Master of Healing (K-34) and Regeneration
(K-42). What removing wounds does is damage.py. That they use the whole activation is activation/permissions.py.
"""

from simulator.games.signum.board.contact import touched_enemy
from simulator.games.signum.board.geometry import in_contact, is_within
from simulator.games.signum.board.line_of_sight import sees
from simulator.games.signum.cards.keywords import (
    CONCENTRATION,
    CONTROL,
    HEALER,
    KEYWORDS,
    MASTER_OF_HEALING,
    REGENERATION,
)
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.combat.concentration import with_concentration
from simulator.games.signum.rules.combat.damage import heal
from simulator.games.signum.rules.combat.stealth import reveal
from simulator.games.signum.rules.dice import AXE_OR_SHIELD, BULLSEYE, Throw
from simulator.games.signum.state.events import AbilityUsed, Concentrated, ControlChanged
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.refusals import (
    BAD_TARGET,
    HAS_MOVED,
    HIDDEN_TARGET,
    IN_CONTACT,
    NO_ABILITY,
    NO_LINE_OF_SIGHT,
    OUT_OF_RANGE,
    PROTECTED_TARGET,
    IllegalMove,
)

# --- permissions


def why_not_use(position: Position, creature: Creature, keyword: int, *, moved: bool = False) -> IllegalMove | None:
    """S-7.6, S-15.3 Why it may not use an activated ability, or None.

    It must have it, not have moved, and not be in contact with an enemy.
    """
    if stats.value(position, creature, keyword) == 0:
        return IllegalMove(NO_ABILITY, f"{creature.name} has no {KEYWORDS[keyword - 1].en}.")
    if moved:
        return IllegalMove(HAS_MOVED, f"{creature.name} has moved.")
    if touched_enemy(position, creature) is not None:
        return IllegalMove(IN_CONTACT, f"{creature.name} is in contact with an enemy.")
    return None


def why_not_heal(position: Position, healer: Creature, target: Creature, *, moved: bool = False) -> IllegalMove | None:
    """K-24, SR-26 Another creature, in contact, or within XL in sight."""
    refusal = why_not_use(position, healer, HEALER, moved=moved)
    if refusal is not None:
        return refusal
    if target is healer:
        return IllegalMove(BAD_TARGET, f"{healer.name} does not heal itself.")
    if in_contact(healer, target):
        return _why_not_reach(position, healer, target)
    return _why_not_reach(position, healer, target) or _why_not_aim(position, healer, target)


def why_not_control(
    position: Position, creature: Creature, target: Creature, *, moved: bool = False
) -> IllegalMove | None:
    """K-13 An enemy character in sight within XL."""
    refusal = why_not_use(position, creature, CONTROL, moved=moved)
    if refusal is not None:
        return refusal
    if target.team == creature.team or target.is_hero:
        return IllegalMove(BAD_TARGET, f"{target.name} is no enemy character.")
    return _why_not_reach(position, creature, target) or _why_not_aim(position, creature, target)


def _why_not_reach(position: Position, creature: Creature, target: Creature) -> IllegalMove | None:
    """S-12.1, K-44 Abilities do not reach hidden and shielded enemies."""
    if target.team == creature.team:
        return None
    if target.hidden:
        return IllegalMove(HIDDEN_TARGET, f"{target.name} is hidden.")
    if stats.shields(position, target, "abilities"):
        return IllegalMove(PROTECTED_TARGET, f"{target.name} has Shield from abilities.")
    return None


def _why_not_aim(position: Position, creature: Creature, target: Creature) -> IllegalMove | None:
    if not is_within(creature, target, LENGTHS_MM["XL"]):
        return IllegalMove(OUT_OF_RANGE, f"{target.name} is further than XL from {creature.name}.")
    if not sees(position, creature, target):
        return IllegalMove(NO_LINE_OF_SIGHT, f"{creature.name} does not see {target.name}.")
    return None


# --- use


def use_healer(position: Position, healer: Creature, target: Creature, *, moved: bool = False) -> None:
    """K-24, K-34 In contact axe and shield heal 1 each, at a distance bullseye does."""
    refusal = why_not_heal(position, healer, target, moved=moved)
    if refusal is not None:
        raise refusal
    _announce(position, healer, HEALER)
    near = in_contact(healer, target)
    number = stats.value(position, healer, HEALER)
    dice = with_concentration(position, healer, target, "healer", number, good=2 if near else 1)
    throw = Throw(position, healer, purpose="heal", dice=dice, good=AXE_OR_SHIELD if near else BULLSEYE)
    _heal_by(position, throw, target)


def regenerate(position: Position, creature: Creature) -> None:
    """K-42 At the start of its activation, every bullseye heals 1."""
    dice = stats.value(position, creature, REGENERATION)
    if dice > 0:
        throw = Throw(position, creature, purpose="regenerate", dice=dice, good=BULLSEYE)
        _heal_by(position, throw, creature)


def _heal_by(position: Position, throw: Throw, target: Creature) -> None:
    """K-34 A Master throws failures again while there is a wound left to heal."""
    if throw.successes < target.wounds:
        throw.again_failures("master_of_healing", stats.value(position, throw.creature, MASTER_OF_HEALING))
    heal(position, target, throw.successes)


def use_control(position: Position, creature: Creature, target: Creature, *, moved: bool = False) -> bool:
    """K-13 Any bullseye gives control of the target to the end of the turn. Did it work?

    The target may then be activated.
    """
    refusal = why_not_control(position, creature, target, moved=moved)
    if refusal is not None:
        raise refusal
    _announce(position, creature, CONTROL)
    number = stats.value(position, creature, CONTROL)
    dice = with_concentration(position, creature, target, "control", number)
    throw = Throw(position, creature, purpose="control", dice=dice, good=BULLSEYE)
    if throw.successes == 0:
        return False
    take_control(position, target, creature.seat)
    return True


def take_control(position: Position, target: Creature, seat: int) -> None:
    """K-13, SR-14 Its new player may activate it, whatever it did in its own turn."""
    target.seat = seat
    target.team = position.teams[seat]
    position.forget_in_play()
    target.activated = False
    target.summoned = False
    if position.listening:
        position.log.emit(ControlChanged(target.slot, seat))


def concentrate(position: Position, creature: Creature, *, moved: bool = False) -> None:
    """K-11 Gains its number of concentration tokens."""
    refusal = why_not_use(position, creature, CONCENTRATION, moved=moved)
    if refusal is not None:
        raise refusal
    _announce(position, creature, CONCENTRATION)
    creature.concentration += stats.value(position, creature, CONCENTRATION)
    if position.listening:
        position.log.emit(Concentrated(creature.slot, creature.concentration))


def _announce(position: Position, creature: Creature, keyword: int) -> None:
    """S-12.2 A creature that activates for an ability is revealed."""
    reveal(position, creature)
    if position.listening:
        position.log.emit(AbilityUsed(creature.slot, creature.card.code, KEYWORDS[keyword - 1].code))
