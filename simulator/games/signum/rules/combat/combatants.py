"""The two sides of a melee before it begins, each as one odds.exchange.Fighter.

Dice, limits of the split, re-rolls and the rest. melee.py rolls with these numbers and odds/attacks.py computes with
them, so that a forecast matches what is played. Policies use `outlook`.
"""

from typing import Final

from simulator.games.signum.cards.abilities import KEYWORD, Ability, Grant
from simulator.games.signum.cards.keywords import (
    ARMOUR,
    BERSERK,
    CAUTIOUS,
    CHARGE,
    EXPERT_OF_ATTACK,
    EXPERT_OF_DEFENCE,
    FORTITUDE,
    HAMMERBLOW,
    INITIATIVE,
    MAGICAL_STRIKE,
    MASTER_OF_ATTACK,
    MASTER_OF_DEFENCE,
    MINUS_FROM_ATTACKS,
    PREDATOR,
    RECKLESS,
    STAMINA,
    VETERAN,
)
from simulator.games.signum.odds.attacks import SplitPlan, melee_table
from simulator.games.signum.odds.exchange import Fighter
from simulator.games.signum.odds.splits import EVEN, Weights
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.player.relics import melee_grants
from simulator.games.signum.state.position import Creature, Position

_OF_MELEE: Final = stats.bits_of(
    (
        BERSERK, CAUTIOUS, EXPERT_OF_ATTACK, EXPERT_OF_DEFENCE, FORTITUDE, HAMMERBLOW, INITIATIVE, MAGICAL_STRIKE,
        MASTER_OF_ATTACK, MASTER_OF_DEFENCE, MINUS_FROM_ATTACKS, RECKLESS, STAMINA, VETERAN,
    ),
    strength=True,
)  # fmt: skip
# One object, so that a creature which has it already can be recognised (K-39).
PREY: Final = Grant(stat="strength", value=1)


def outlook(
    position: Position,
    attacker: Creature,
    defender: Creature,
    *,
    moved: bool = False,
    magical_strike: bool = False,
    weights: Weights = EVEN,
) -> SplitPlan:
    """The odds of this melee before it is declared, both sides splitting optimally."""
    ours = fighter(position, attacker, defender, attacking=True, moved=moved, magical=magical_strike)
    theirs = fighter(position, defender, attacker, attacking=False, moved=False)
    return melee_table(ours, theirs, weights, -1, magical_strike)


def fighter(
    position: Position, creature: Creature, opponent: Creature, *, attacking: bool, moved: bool, magical: bool = False
) -> Fighter:
    """S-9.3, SR-17 The numbers of one side when its dice are split.

    What declaring the attack will add is included.
    """
    reached = stats.reaching(position, creature, _OF_MELEE)
    due = _due_grants(position, creature, opponent, attacking=attacking, moved=moved)
    if due:
        reached = reached + due
    keywords = stats.keywords_with(position, creature, reached)
    dice = stats.strength_with(position, creature, reached)
    lowest, highest = 0, dice
    if keywords[RECKLESS] or keywords[CAUTIOUS]:
        # SR-13: Reckless is served first.
        lowest = min(keywords[RECKLESS], dice)
        highest = dice - min(keywords[CAUTIOUS], dice - lowest)
    if magical:
        dice = lowest = highest = keywords[MAGICAL_STRIKE]
    elif creature.attacked and keywords[STAMINA] == 0:
        lowest = highest = 0
    return Fighter(
        dice,
        lowest,
        highest,
        life=max(1, stats.health(position, creature) - creature.wounds),
        armour=_armour(position, creature, due),
        minus=keywords[MINUS_FROM_ATTACKS],
        hurt=creature.wounds > 0,
        fortitude=keywords[FORTITUDE] > 0,
        hit_damage=2 if keywords[HAMMERBLOW] > 0 else 1,
        master_of_attack=keywords[MASTER_OF_ATTACK],
        master_of_defence=keywords[MASTER_OF_DEFENCE],
        expert_of_attack=keywords[EXPERT_OF_ATTACK],
        expert_of_defence=keywords[EXPERT_OF_DEFENCE],
        initiative=keywords[INITIATIVE] > 0,
        veteran=keywords[VETERAN] > 0,
    )


def attack_dice(position: Position, creature: Creature, opponent: Creature, *, moved: bool) -> int:
    """S-9.5 How many dice it would attack with."""
    reached = stats.reaching(position, creature, _OF_MELEE)
    due = _due_grants(position, creature, opponent, attacking=True, moved=moved)
    return stats.strength_with(position, creature, reached + due if due else reached)


def _due_grants(
    position: Position, creature: Creature, opponent: Creature, *, attacking: bool, moved: bool
) -> list[Grant]:  # fmt: skip
    """What this melee gives on top.

    Relics with uses (S-5.9); for the attacker Charge and Predator, unless it has them already; SR-86 Predator for the
    defender.
    """
    grants = melee_grants(position, creature) if creature.is_hero else stats.NOTHING
    if attacking and moved and not creature.charged and stats.has(position, creature, CHARGE):
        charge = charge_of(creature)
        grants = [*grants, *charge.grants] if charge is not None else grants
    if (attacking or position.options.predator_defends) and hunts(position, creature, opponent):
        grants = [*grants, PREY]
    return grants


def charge_of(creature: Creature) -> Ability | None:
    """K-09 Its Charge, or None."""
    for ability in creature.card.abilities:
        if ability.kind == KEYWORD and ability.keyword == CHARGE:
            return ability
    return None


def hunts(position: Position, creature: Creature, opponent: Creature) -> bool:
    """K-39 Whether a Predator gains strength now: against the wounded, once a turn."""
    if opponent.wounds == 0 or not stats.has(position, creature, PREDATOR):
        return False
    return all(granted.grant is not PREY for granted in creature.granted)


def _armour(position: Position, creature: Creature, due: list[Grant]) -> int:
    tokens = creature.armour
    for grant in due:
        if grant.keyword == ARMOUR:
            tokens += grant.value
    if creature.is_hero:
        for relic in position.players[creature.owner].relics:
            tokens += relic.armour
    return tokens
