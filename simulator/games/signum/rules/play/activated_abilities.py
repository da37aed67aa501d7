"""Activated abilities, S-7.6: Healer, Control, Concentration, Howl, a card's own.

The dice of the first three are combat/healing.py; what effects do is effects.py. Used buildings and relics are here
too, because they are also used by name in the activation phase.
"""

from typing import Final

from simulator.games.signum.board.contact import touched_enemy
from simulator.games.signum.board.geometry import is_within
from simulator.games.signum.cards.abilities import ACTIVATED, KEYWORD, USED, Ability, Cost
from simulator.games.signum.cards.keywords import CONCENTRATION, HOWL
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.conditions import condition_holds
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.abilities.targets import available
from simulator.games.signum.rules.combat.healing import (
    concentrate,
    use_control,
    use_healer,
    why_not_control,
    why_not_heal,
    why_not_use,
)
from simulator.games.signum.rules.combat.stealth import reveal
from simulator.games.signum.rules.play.aim import why_not_aim
from simulator.games.signum.rules.player.city import pay_cost, payment
from simulator.games.signum.rules.player.relics import mark_use, multiple_uses
from simulator.games.signum.state.actions import Activate, UseBuilding, UseRelic
from simulator.games.signum.state.events import AbilityUsed, BuildingUsed
from simulator.games.signum.state.position import Building, Creature, Position, Relic
from simulator.games.signum.state.refusals import (
    BAD_TARGET,
    CANNOT_PAY,
    HAS_MOVED,
    IN_CONTACT,
    NO_ABILITY,
    NO_SUCH_CARD,
    IllegalMove,
)

OWN_ABILITY: Final = "activated"
"""The `Activate.kind` of an ability written on the card; "activated:1" is the second one."""


def own_ability(creature: Creature, kind: str) -> Ability | None:
    """The activated ability of its card that a kind names."""
    name, _, number = kind.partition(":")
    if name == OWN_ABILITY:
        abilities = [ability for ability in creature.card.abilities if ability.kind == ACTIVATED]
        index = int(number) if number.isdigit() else 0
        return abilities[index] if index < len(abilities) else None
    return None


def why_not_use_ability(position: Position, creature: Creature, action: Activate, *, moved: bool) -> IllegalMove | None:
    """S-7.6 Why it may not use this ability, or None.

    Not after moving, not in contact with an enemy, not without a target.
    """
    kind = action.kind
    if kind in ("healer", "control"):
        target = position.creature(action.target)
        if target is None:
            return IllegalMove(BAD_TARGET, f"Nobody is named for what {creature.name} does.")
        if kind == "healer":
            return why_not_heal(position, creature, target, moved=moved)
        return why_not_control(position, creature, target, moved=moved)
    if kind == "concentration":
        return why_not_use(position, creature, CONCENTRATION, moved=moved)
    if kind == "howl":
        return why_not_howl(position, creature, moved=moved)
    ability = own_ability(creature, kind)
    if ability is None or creature.silenced_until >= position.turn or not _holds(position, creature, ability):
        return IllegalMove(NO_ABILITY, f"{creature.name} has no ability {kind!r} to use now.")
    if moved:
        return IllegalMove(HAS_MOVED, f"{creature.name} has moved.")
    if touched_enemy(position, creature) is not None:
        return IllegalMove(IN_CONTACT, f"{creature.name} is in contact with an enemy.")
    source = Source(seat=creature.seat, card=creature.card, creature=creature)
    return why_not_aim(position, ability.options, source, target=action.target, choose=action.choose)


def _holds(position: Position, creature: Creature, ability: Ability) -> bool:
    if ability.condition is None:
        return True
    return condition_holds(position, ability.condition, seat=creature.seat, creature=creature)


def use_ability(position: Position, creature: Creature, action: Activate) -> None:
    """S-7.6 The whole activation.

    S-12.2 A creature that activates for an ability is revealed.
    """
    kind = action.kind
    target = position.creature(action.target)
    if kind == "healer" and target is not None:
        use_healer(position, creature, target)
    elif kind == "control" and target is not None:
        use_control(position, creature, target)
    elif kind == "concentration":
        concentrate(position, creature)
    elif kind == "howl":
        howl(position, creature)
    else:
        ability = own_ability(creature, kind)
        assert ability is not None, "why_not_use_ability was asked first"
        reveal(position, creature)
        _announce(position, creature, "activated")
        resolve(position, ability.options, Source(seat=creature.seat, card=creature.card, creature=creature))


def howl(position: Position, creature: Creature) -> None:
    """K-26, SR-20 Gives the ability's grants to the creatures that hear it, this turn; or its effects (SR-83)."""
    reveal(position, creature)
    _announce(position, creature, "howl")
    for ability in creature.card.abilities:
        if ability.kind == KEYWORD and ability.keyword == HOWL and ability.options:
            resolve(position, ability.options, Source(seat=creature.seat, card=creature.card, creature=creature))
        for other in _hearers(position, creature, ability):
            for grant in ability.grants:
                stats.grant(position, other, grant, position.turn)


def why_not_howl(position: Position, creature: Creature, *, moved: bool = False) -> IllegalMove | None:
    """K-26, SR-37 Why it may not howl, or None; a creature must be there to hear it."""
    refusal = why_not_use(position, creature, HOWL, moved=moved)
    if refusal is None and not any(_is_heard(position, creature, ability) for ability in creature.card.abilities):
        refusal = IllegalMove(BAD_TARGET, f"Nobody hears {creature.name} howl.")
    return refusal


def _is_heard(position: Position, creature: Creature, ability: Ability) -> bool:
    if ability.kind == KEYWORD and ability.keyword == HOWL and ability.options:
        source = Source(seat=creature.seat, card=creature.card, creature=creature)
        return why_not_aim(position, ability.options, source) is None
    return bool(_hearers(position, creature, ability))


def _hearers(position: Position, creature: Creature, ability: Ability) -> list[Creature]:
    if ability.kind != KEYWORD or ability.keyword != HOWL or ability.to is None:
        return []
    source = Source(seat=creature.seat, card=creature.card, creature=creature)
    return [other for other in available(position, ability.to, source) if is_within(creature, other, ability.distance)]


def _announce(position: Position, creature: Creature, ability: str) -> None:
    if position.listening:
        position.log.emit(AbilityUsed(creature.slot, creature.card.code, ability))


# --- buildings


def building_ability(position: Position, seat: int, code: str, number: int) -> tuple[Building, Ability] | None:
    """Ability number `number` of a building in the city, if it is of kind USED."""
    for building in position.players[seat].city:
        if building.card.code == code and 0 <= number < len(building.card.abilities):
            ability = building.card.abilities[number]
            if ability.kind == USED:
                return building, ability
    return None


def why_not_use_building(position: Position, seat: int, action: UseBuilding) -> IllegalMove | None:
    """S-4.7 Why it may not be used, or None.

    It must be untapped and not blocked, other buildings pay the cost, and there is a target.
    """
    usable = building_ability(position, seat, action.card, action.ability)
    if usable is None:
        return IllegalMove(NO_ABILITY, f"No ability of {action.card!r} in the city can be used.")
    building, ability = usable
    if building.tapped or building.blocked_until >= position.turn:
        return IllegalMove(CANNOT_PAY, f"{building.card.names.en} is tapped or blocked.")
    if _payment_beside(position, seat, building, ability) is None:
        return IllegalMove(CANNOT_PAY, f"The cost of using {building.card.names.en} cannot be paid in full.")
    if ability.condition is not None and not condition_holds(position, ability.condition, seat=seat, creature=None):
        return IllegalMove(NO_ABILITY, f"{building.card.names.en} cannot be used now.")
    source = Source(seat=seat, card=building.card)
    return why_not_aim(position, ability.options, source, target=action.target, choose=action.choose)


def _payment_beside(position: Position, seat: int, building: Building, ability: Ability) -> list[Building] | None:
    """The buildings that pay; not the building itself, which is tapped for its use."""
    building.tapped = True
    buildings = payment(position, seat, ability.cost if ability.cost is not None else Cost())
    building.tapped = False
    return buildings


def use_building(position: Position, seat: int, action: UseBuilding) -> None:
    """S-4.7 Taps it and pays, then its effect."""
    usable = building_ability(position, seat, action.card, action.ability)
    assert usable is not None, "why_not_use_building was asked first"
    building, ability = usable
    buildings = _payment_beside(position, seat, building, ability)
    assert buildings is not None
    building.tapped = True
    pay_cost(position, seat, ability.cost if ability.cost is not None else Cost(), buildings)
    if position.listening:
        position.log.emit(BuildingUsed(seat, building.card.code))
    resolve(position, ability.options, Source(seat=seat, card=building.card))


# --- relics


def usable_relic(position: Position, seat: int, code: str) -> tuple[Relic, Ability] | None:
    """K-37 A relic of the hero that is used by its player."""
    for relic in position.players[seat].relics:
        ability = multiple_uses(relic.card)
        if relic.card.code == code and ability is not None and ability.options and relic.uses > 0:
            return relic, ability
    return None


def why_not_use_relic(position: Position, seat: int, action: UseRelic) -> IllegalMove | None:
    """K-37, S-5.9 Why it may not be used, or None."""
    usable = usable_relic(position, seat, action.card)
    if usable is None:
        return IllegalMove(NO_SUCH_CARD, f"The hero has no relic {action.card!r} to use.")
    relic, ability = usable
    source = Source(seat=seat, card=relic.card, creature=position.hero(seat))
    return why_not_aim(position, ability.options, source, target=action.target, choose=action.choose)


def use_relic(position: Position, seat: int, action: UseRelic) -> None:
    """K-37, S-5.9 Marks one use; after the last the relic is destroyed."""
    usable = usable_relic(position, seat, action.card)
    assert usable is not None, "why_not_use_relic was asked first"
    relic, ability = usable
    resolve(position, ability.options, Source(seat=seat, card=relic.card, creature=position.hero(seat)))
    mark_use(position, seat, relic)
