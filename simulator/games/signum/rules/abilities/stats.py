"""What a creature's stats and keywords are right now.

Its card, its grants, and what auras, passive abilities, relics, buildings and terrain give it at this moment (S-13.2,
S-13.3, S-15.2, S-15.3). Reads and grants only; what a keyword does is in the module of its rule. Grants live in
`creature.granted`, and `creature.keywords`, `strength`, `movement` and `health` always include them; what depends on
places and conditions is never stored but looked up.
"""

from collections.abc import Sequence
from typing import Final

from simulator.games.signum.board.geometry import CONTACT_MM, EXACT_MM, is_within, template_gap_mm
from simulator.games.signum.cards.abilities import Grant, Target
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import ARMOUR, BERSERK, KEYWORDS
from simulator.games.signum.rules.abilities.conditions import condition_holds
from simulator.games.signum.state.events import ArmourGained
from simulator.games.signum.state.events import Granted as GrantedEvent
from simulator.games.signum.state.position import ActiveGrant, Creature, Giver, Position, Template

NOTHING: Final[list[Grant]] = []
"""What most creatures get; never changed."""
STEPS_MM: Final = (80, 100, 150, 250)


# What givers can give, as bits of `Position.gives`; a keyword has the bit of its number.
_STRENGTH: Final = 1 << 56
_HEALTH: Final = 1 << 57
_MOVEMENT: Final = 1 << 58
_SHIELD: Final = 1 << 59
_LESS_HEALTH: Final = 1 << 60
_OF_STRENGTH: Final = _STRENGTH | 1 << BERSERK
ANYTHING: Final = (1 << 61) - 1


# --- reading


def strength(position: Position, creature: Creature) -> int:
    """S-15.3, K-06 Melee dice, Berserk included.

    What counts only inside a melee is added by combat/combatants.py.
    """
    return strength_with(position, creature, reaching(position, creature, _OF_STRENGTH))


def strength_with(position: Position, creature: Creature, reached: list[Grant]) -> int:
    """As `strength`, for callers that have looked up what reaches the creature."""
    number = creature.strength
    if creature.wounds > 0:
        number += value_with(position, creature, BERSERK, reached)
    for grant in reached:
        if grant.stat == "strength":
            number += grant.value
    return number if number > 0 else 0


def value(position: Position, creature: Creature, keyword: int) -> int:
    """S-13.3, S-15.2, S-15.3 The number of a keyword, 1 for a flag, 0 if it has none."""
    available = position.gives if position.givers_among == len(position.creatures) else gives(position)
    if creature.silenced_until < position.turn and not available & (1 << keyword):
        number = creature.keywords[keyword]
        return number if number > 0 else 0
    return value_with(position, creature, keyword, reaching(position, creature, 1 << keyword))


def value_with(position: Position, creature: Creature, keyword: int, reached: list[Grant]) -> int:
    """As `value`, for callers that have looked up what reaches the creature."""
    if reached or creature.silenced_until >= position.turn:
        own = 0 if creature.silenced_until >= position.turn else creature.card.keywords[keyword]
        number = _counted(keyword, own=own, grants=creature.granted, reached=reached)
    else:
        number = creature.keywords[keyword]
    return number if number > 0 else 0


def keywords_with(position: Position, creature: Creature, reached: list[Grant]) -> list[int]:
    """All values by keyword, none below 0; the caller must not change the list."""
    silenced = creature.silenced_until >= position.turn
    if not reached and not silenced and not creature.granted:
        return creature.card.keywords
    values = [0] * len(creature.card.keywords) if silenced else creature.card.keywords[:]
    for granted in creature.granted:
        _count_in(values, granted.grant.keyword, creature, reached, silenced=silenced)
    for grant in reached:
        _count_in(values, grant.keyword, creature, reached, silenced=silenced)
    return values


def _count_in(values: list[int], keyword: int, creature: Creature, reached: list[Grant], *, silenced: bool) -> None:
    own = 0 if silenced else creature.card.keywords[keyword]
    values[keyword] = max(0, _counted(keyword, own=own, grants=creature.granted, reached=reached))


def has(position: Position, creature: Creature, keyword: int) -> bool:
    return value(position, creature, keyword) > 0


def movement(position: Position, creature: Creature) -> int:
    """Its movement in millimetres; grants of movement count in steps of S, M, L, XL."""
    if not gives(position) & _MOVEMENT:
        return creature.movement
    steps = 0
    for grant in reaching(position, creature, _MOVEMENT):
        if grant.stat == "movement":
            steps += grant.value
    return creature.movement if steps == 0 else _stepped(creature, steps)


def health_is_taken(position: Position) -> bool:
    """Whether a creature's health may be lower than its own value now."""
    return gives(position) & _LESS_HEALTH != 0


def health(position: Position, creature: Creature) -> int:
    number = creature.health
    if gives(position) & _HEALTH:
        for grant in reaching(position, creature, _HEALTH):
            if grant.stat == "health":
                number += grant.value
    return number


def shields(position: Position, creature: Creature, against: str) -> bool:
    """K-44 Whether it is shielded from this (a word of vocabulary.SHIELDS)."""
    if against in creature.card.shields and creature.silenced_until < position.turn:
        return True
    for granted in creature.granted:
        if granted.grant.shield == against:
            return True
    if gives(position) & _SHIELD:
        for grant in reaching(position, creature, _SHIELD):
            if grant.shield == against:
                return True
    return False


def _counted(keyword: int, *, own: int, grants: list[ActiveGrant], reached: list[Grant]) -> int:
    """S-15.2 The highest value without "+", plus all those with it."""
    highest, added = own, 0
    for active in grants:
        grant = active.grant
        if grant.keyword == keyword:
            if grant.plus:
                added += grant.value
            elif grant.value > highest:
                highest = grant.value
    for grant in reached:
        if grant.keyword == keyword:
            if grant.plus:
                added += grant.value
            elif grant.value > highest:
                highest = grant.value
    return highest + added


# --- what reaches it: auras, passive abilities, relics, buildings, terrain


def bits_of(keywords: Sequence[int], *, strength: bool = False) -> int:
    """The bits of these keywords, for `reaching`."""
    bits = _STRENGTH if strength else 0
    for keyword in keywords:
        bits |= 1 << keyword
    return bits


def reaching(position: Position, creature: Creature, wanted: int = ANYTHING) -> list[Grant]:
    """K-04, S-5.13 The grants this creature gets now from cards in play.

    Only from cards that can give something of `wanted` (`bits_of`). If there is nothing, it is the one shared empty
    list: most callers want little.
    """
    reached = NOTHING
    available = position.gives if position.givers_among == len(position.creatures) else gives(position)
    if not available & wanted:
        return reached
    for giver in position.givers:
        bearer = giver.creature
        if not giver.gives & wanted or (giver.itself_only and creature is not bearer):
            continue
        seat, team = giver.seat, giver.team
        if giver.is_bearer and bearer is not None:
            if bearer.silenced_until >= position.turn:
                continue
            seat, team = bearer.seat, bearer.team
        if giver.own_only and creature.seat != seat:
            continue
        for ability in giver.abilities:
            if ability.keyword:  # an aura: the only keyword among them
                if creature.seat != seat or creature is bearer or not _near(bearer, creature, ability.distance):
                    continue
                if ability.to is not None and not _fits(ability.to, seat, team, giver.faction, creature):
                    continue
            elif not _applies_to(ability.to, seat, team, giver, creature):
                continue
            condition = ability.condition
            if condition is None or condition_holds(position, condition, seat=seat, creature=bearer):
                reached = [*reached, *ability.grants] if reached else ability.grant_list
    return reached


def gives(position: Position) -> int:
    """Everything the givers in play can give, to whichever creature."""
    if position.givers_among != len(position.creatures):
        position.givers = _givers(position)
        position.givers_among = len(position.creatures)
        position.gives = 0
        for giver in position.givers:
            position.gives |= giver.gives
    return position.gives


def _gives_something(card: SignumCard) -> bool:
    """Whether it has auras or passive abilities.

    The bits of what they can give are computed once per card.
    """
    if card.continuous_bits < 0:
        card.continuous_bits = 0
        for ability in card.continuous:
            for grant in ability.grants:
                card.continuous_bits |= _bit(grant)
    return bool(card.continuous)


def _bit(grant: Grant) -> int:
    if grant.shield:
        return _SHIELD | 1 << grant.keyword
    if grant.stat == "strength":
        return _STRENGTH
    if grant.stat == "health":
        return _HEALTH if grant.value >= 0 else _HEALTH | _LESS_HEALTH
    if grant.stat == "movement":
        return _MOVEMENT
    return 1 << grant.keyword


def _givers(position: Position) -> list[Giver]:
    givers: list[Giver] = []
    for creature in position.creatures:
        if _gives_something(creature.card):
            givers.append(
                Giver(creature.card, seat=creature.seat, team=creature.team, creature=creature, is_bearer=True)
            )
    for player in position.players:
        hero, team = position.hero(player.seat), position.teams[player.seat]
        for relic in player.relics:
            if _gives_something(relic.card):
                givers.append(Giver(relic.card, seat=player.seat, team=team, creature=hero))
        for building in player.city:
            if _gives_something(building.card):
                givers.append(Giver(building.card, seat=player.seat, team=team, creature=hero))
    for template in position.templates:
        if _gives_something(template.card):
            team = position.teams[template.owner]
            givers.append(Giver(template.card, seat=template.owner, team=team, creature=None, template=template))
    return givers


def _applies_to(target: Target | None, seat: int, team: int, giver: Giver, creature: Creature) -> bool:
    """Whether the passive ability applies to this creature.

    Without a target it applies to its bearer, or the hero.
    """
    if target is None or target.who == "self":
        return creature is giver.creature
    if target.other and creature is giver.creature:
        return False
    if not _fits(target, seat, team, giver.faction, creature):
        return False
    if target.within and not _near(giver.creature, creature, target.within):
        return False
    return not target.touching or _touches(giver.template, creature)


def _near(giver: Creature | None, creature: Creature, distance: int) -> bool:
    return giver is not None and is_within(giver, creature, distance)


def _touches(template: Template | None, creature: Creature) -> bool:
    if template is None:
        return False
    return template_gap_mm(template, creature.x, creature.y, creature.radius) <= CONTACT_MM + EXACT_MM


def _fits(target: Target, seat: int, team: int, faction: str, creature: Creature) -> bool:
    """Whether the words of the target fit; a creature of an ally is neither own nor enemy (S-17.3)."""
    if creature.is_hero:
        if target.no_hero:
            return False
    elif target.no_character:
        return False
    if creature.seat == seat:
        if target.is_enemy:
            return False
    elif target.is_own or (target.is_enemy and creature.team == team):
        return False
    if target.wounded and creature.wounds == 0:
        return False
    if target.mercenary and not creature.card.is_mercenary:
        return False
    if target.class_card and not creature.card.is_class_card_of(faction):
        return False
    if target.race and target.race != creature.card.race:
        return False
    return target.strength_at_most < 0 or creature.strength <= target.strength_at_most


# --- granting


def grant(position: Position, creature: Creature, entry: Grant, until_turn: int) -> None:
    """S-13.2, S-13.3 Gives it this to the end of that turn; armour becomes lasting tokens."""
    if entry.keyword == ARMOUR:
        creature.armour += entry.value
        if position.listening:
            position.log.emit(ArmourGained(creature.slot, entry.value, creature.armour))
        return
    creature.granted.append(ActiveGrant(entry, until_turn))
    position.disturb()
    refresh(creature)
    if position.listening:
        name = KEYWORDS[entry.keyword - 1].code if entry.keyword else entry.stat
        position.log.emit(GrantedEvent(creature.slot, name, entry.value, until_turn))


def expire(position: Position) -> None:
    """S-4.10 Ends what lasted to the end of this turn.

    A creature that lost health may die: damage.destroy_fallen.
    """
    for creature in position.creatures:
        if creature.granted and any(granted.until <= position.turn for granted in creature.granted):
            creature.granted = [granted for granted in creature.granted if granted.until > position.turn]
            refresh(creature)


def refresh(creature: Creature) -> None:
    """Recomputes stats and keywords from the card and all grants."""
    card = creature.card
    creature.keywords = card.keywords[:]
    creature.strength, creature.health = card.strength, card.health
    for active in creature.granted:
        grant = active.grant
        if grant.stat == "strength":
            creature.strength += grant.value
        elif grant.stat == "health":
            creature.health += grant.value
        elif grant.keyword:
            own = card.keywords[grant.keyword]
            creature.keywords[grant.keyword] = _counted(
                grant.keyword, own=own, grants=creature.granted, reached=NOTHING
            )
    creature.movement = _stepped(creature, 0)


def _stepped(creature: Creature, steps: int) -> int:
    """The card's movement, this many steps further on top of those granted.

    Never below S or above XL.
    """
    for granted in creature.granted:
        if granted.grant.stat == "movement":
            steps += granted.grant.value
    if steps == 0 or creature.card.movement not in STEPS_MM:
        return creature.card.movement
    return STEPS_MM[min(3, max(0, STEPS_MM.index(creature.card.movement) + steps))]
