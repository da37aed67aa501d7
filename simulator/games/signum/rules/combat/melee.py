"""Melee, chapter 9: from the choice of target to the damage dealt.

Moving into contact is movement.py, the move of a Chase is chase.py; the numbers of each side come from combatants.py;
dice and re-rolls are rules/dice.py, what damage does is damage.py.
"""

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import in_contact
from simulator.games.signum.cards.keywords import CHARGE, DEFENDER, MAGICAL_STRIKE
from simulator.games.signum.odds.exchange import Fighter
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.abilities.triggers import attack_declared
from simulator.games.signum.rules.combat.chase import chase
from simulator.games.signum.rules.combat.combatants import PREY, attack_dice, charge_of, fighter, hunts
from simulator.games.signum.rules.combat.damage import Struck, is_on_field, settle, take_damage, take_wounds
from simulator.games.signum.rules.combat.stealth import reveal
from simulator.games.signum.rules.combat.steam_engine import let_off_steam
from simulator.games.signum.rules.dice import AXE_OR_SHIELD, SHIELD, Throw
from simulator.games.signum.rules.player.relics import mark_melee_uses
from simulator.games.signum.state.events import AbilityUsed, DiceSplit, MeleeDeclared
from simulator.games.signum.state.position import NO_WINNER, Creature, Position
from simulator.games.signum.state.questions import SplitDice, ask
from simulator.games.signum.state.refusals import (
    BAD_TARGET,
    HIDDEN_TARGET,
    MUST_ATTACK_DEFENDER,
    NO_ABILITY,
    NO_DICE,
    NOT_IN_CONTACT,
    IllegalMove,
)


@mypyc_attr(acyclic=True, free_list_len=1)
class Side:
    """One side of a melee once its dice are split."""

    __slots__ = ("attack", "creature", "defence", "numbers")

    def __init__(self, creature: Creature, numbers: Fighter) -> None:
        self.creature = creature
        self.numbers = numbers
        self.attack = 0
        self.defence = 0


def why_not_melee(
    position: Position, attacker: Creature, defender: Creature, *, moved: bool = False, magical_strike: bool = False
) -> IllegalMove | None:
    """S-9.1, S-9.2, S-9.5, S-12.1 Why this creature may not attack that one now, or None."""
    if defender.team == attacker.team:
        return IllegalMove(BAD_TARGET, f"{defender.name} is no enemy of {attacker.name}.")
    if defender.hidden:
        return IllegalMove(HIDDEN_TARGET, f"{defender.name} is hidden.")
    if not in_contact(attacker, defender):
        return IllegalMove(NOT_IN_CONTACT, f"{attacker.name} does not touch {defender.name}.")
    guard = _defender_in_contact(position, attacker)
    if guard is not None and not stats.has(position, defender, DEFENDER):
        return IllegalMove(MUST_ATTACK_DEFENDER, f"{attacker.name} touches {guard.name}, a Defender.")
    if magical_strike:
        if not stats.has(position, attacker, MAGICAL_STRIKE):
            return IllegalMove(NO_ABILITY, f"{attacker.name} has no Magical Strike.")
    elif attack_dice(position, attacker, defender, moved=moved) == 0:
        return IllegalMove(NO_DICE, f"{attacker.name} has no strength to attack with.")
    return None


def _defender_in_contact(position: Position, attacker: Creature) -> Creature | None:
    """S-9.2, K-14 A Defender that the attacker touches and may target."""
    for other in position.camp(attacker.seat).enemies:
        if not other.hidden and in_contact(attacker, other) and stats.has(position, other, DEFENDER):
            return other
    return None


def fight(
    position: Position,
    attacker: Creature,
    defender: Creature,
    *,
    moved: bool,
    magical_strike: bool = False,
    splits: dict[int, tuple[int, int]] | None = None,
) -> None:
    """S-9.1 A melee, if it is allowed. `splits`: slot -> attack, defence dice."""
    refusal = why_not_melee(position, attacker, defender, moved=moved, magical_strike=magical_strike)
    if refusal is not None:
        raise refusal
    if splits is not None:
        position.answers.splits += tuple([(slot, *dice) for slot, dice in splits.items()])
        position.answers.strict = True
    melees(position, attacker, defender, moved=moved, magical_strike=magical_strike)


def melees(
    position: Position, attacker: Creature, defender: Creature, *, moved: bool, magical_strike: bool = False
) -> None:
    """S-9.1, K-10 The melee of an activation, checked by the caller, and those a Chase adds."""
    target: Creature | None = defender
    while target is not None and _melee(position, attacker, target, moved=moved, magical_strike=magical_strike):
        prey = chase(position, attacker)
        target = prey.creature if prey is not None else None
        moved = moved or (prey is not None and prey.moved)
        if target is not None and not stats.has(position, target, DEFENDER):
            target = _defender_in_contact(position, attacker) or target


# --- the melee itself


def _melee(
    position: Position, attacker: Creature, defender: Creature, *, moved: bool, magical_strike: bool
) -> bool:  # fmt: skip
    """S-9.1 to S-9.8 One melee. May the attacker chase now (K-10)?

    It may if it killed a character and lives.
    """
    if not _declare(position, attacker, defender, moved=moved):
        return False
    ours = Side(
        attacker,
        fighter(position, attacker, defender, attacking=True, moved=moved, magical=magical_strike),
    )
    theirs = Side(defender, fighter(position, defender, attacker, attacking=False, moved=False))
    if ours.numbers.dice == 0:
        return False  # a trigger of the attack took its strength
    _split(position, theirs, against=ours, facing=-1, magical=magical_strike)
    if magical_strike:
        ours.attack = ours.numbers.dice  # SR-11: no defence dice, no Expert's dice
    else:
        _split(position, ours, against=theirs, facing=theirs.attack)
    defender.attacked = True
    _exchange(position, ours, theirs, magical=magical_strike)
    killed = defender.destroyed  # not merely off the field: a trigger may have returned it to the hand
    for creature in (attacker, defender):
        if creature.is_hero:
            mark_melee_uses(position, creature)
    return killed and not defender.is_hero and is_on_field(position, attacker)


def _declare(position: Position, attacker: Creature, defender: Creature, *, moved: bool) -> bool:
    """S-12.2, K-09, K-39, K-50 Everything before the split. Is there still a melee afterwards?

    SR-74 The Steam Engine works when the attack is declared, before tactics can cancel it.
    """
    reveal(position, attacker)
    if position.listening:
        position.log.emit(MeleeDeclared(attacker.slot, defender.slot))
    let_off_steam(position, attacker, "melee", that=defender)
    if not _still_meet(position, attacker, defender):
        return False
    attack_declared(position, attacker, defender, False)
    if not _still_meet(position, attacker, defender):
        return False
    if moved and not attacker.charged and stats.has(position, attacker, CHARGE):
        _charge(position, attacker, defender)
        if not _still_meet(position, attacker, defender):
            return False
    if hunts(position, attacker, defender):
        stats.grant(position, attacker, PREY, position.turn)
    if position.options.predator_defends and hunts(position, defender, attacker):
        stats.grant(position, defender, PREY, position.turn)  # SR-86
    return True


def _charge(position: Position, attacker: Creature, defender: Creature) -> None:
    """K-09 What Charge gives to the end of the turn, or its effects, once a turn."""
    attacker.charged = True
    ability = charge_of(attacker)
    if ability is None:
        return
    for grant in ability.grants:
        stats.grant(position, attacker, grant, position.turn)
    if ability.options:
        if position.listening:
            position.log.emit(AbilityUsed(attacker.slot, attacker.card.code, "charge"))
        source = Source(seat=attacker.seat, card=attacker.card, creature=attacker, that=defender)
        resolve(position, ability.options, source)


def _still_meet(position: Position, attacker: Creature, defender: Creature) -> bool:
    """Whether the melee goes on.

    Triggers of the attack may kill, move or hide one of the two, or end the game.
    """
    return (
        position.winner == NO_WINNER
        and is_on_field(position, attacker)
        and is_on_field(position, defender)
        and attacker.team != defender.team
        and not defender.hidden
        and in_contact(attacker, defender)
    )


def _split(position: Position, side: Side, *, against: Side, facing: int, magical: bool = False) -> None:
    """S-9.3, S-9.4, K-17, K-18 How many dice attack; then the Expert's extra dice."""
    numbers, creature = side.numbers, side.creature
    question = SplitDice(
        slot=creature.slot, dice=numbers.dice, lowest=numbers.lowest, highest=numbers.highest,
        against=against.creature.slot, facing=facing, numbers=(numbers, against.numbers), magical=magical,
    )  # fmt: skip
    side.attack = ask(position, creature.seat, question)
    side.defence = numbers.dice - side.attack
    if position.listening:
        position.log.emit(DiceSplit(creature.slot, side.attack, side.defence))
    if numbers.dice == 0:
        return
    if side.defence == 0:
        side.attack += numbers.expert_of_attack
    elif side.attack == 0:
        side.defence += numbers.expert_of_defence


def _exchange(position: Position, ours: Side, theirs: Side, *, magical: bool) -> None:
    """S-9.6 to S-9.9, K-27, SR-11 Both throw before either is hurt, unless only one has Initiative."""
    if ours.numbers.initiative == theirs.numbers.initiative:
        attack = _throw(position, ours)
        strike_back = _throw(position, theirs)
        _reroll_hits(attack, theirs)
        attack.again_failures("master_of_attack", ours.numbers.master_of_attack)
        strike_back.again_failures("master_of_attack", theirs.numbers.master_of_attack)
        # Tokens on both, then the dead of both: damage lands at the same time (S-9.8).
        left = attack.successes if magical else _defend(position, theirs, attack.successes)
        left_back = _defend(position, ours, strike_back.successes)
        struck = _land(position, ours, theirs, left, magical=magical)
        settle(position, [struck, _land(position, theirs, ours, left_back, magical=False)])
    elif ours.numbers.initiative:
        _strike(position, ours, theirs, forced=True, magical=magical)
        if is_on_field(position, theirs.creature) and is_on_field(position, ours.creature):
            _strike(position, theirs, ours, forced=False, magical=False)
    else:
        _strike(position, theirs, ours, forced=False, magical=False)
        if is_on_field(position, theirs.creature) and is_on_field(position, ours.creature):
            _strike(position, ours, theirs, forced=True, magical=magical)


def _strike(position: Position, by: Side, on: Side, *, forced: bool, magical: bool) -> None:
    """K-27 One side's attack from the throw to the tokens.

    `forced`: the attacker's own attack, which a Veteran makes re-roll.
    """
    attack = _throw(position, by)
    if forced:
        _reroll_hits(attack, on)
    attack.again_failures("master_of_attack", by.numbers.master_of_attack)
    left = attack.successes if magical else _defend(position, on, attack.successes)
    settle(position, [_land(position, by, on, left, magical=magical)])


def _throw(position: Position, side: Side) -> Throw:
    """S-9.6, K-22, SR-17 Throws the attack dice; whether it is wounded is read now."""
    hurt = side.creature.wounds > 0 and not side.numbers.fortitude
    good = SHIELD if hurt else AXE_OR_SHIELD
    return Throw(position, side.creature, purpose="melee", dice=side.attack, good=good)


def _reroll_hits(attack: Throw, defender: Side) -> None:
    """K-53 Against a Veteran the attacker throws all its hits again."""
    if defender.numbers.veteran:
        attack.again_successes("veteran")


def _defend(position: Position, side: Side, hits: int) -> int:
    """S-9.7, K-33 Hits left after the defence dice; without hits no dice are rolled."""
    if hits == 0:
        return 0
    defence = Throw(position, side.creature, purpose="defence", dice=side.defence, good=SHIELD)
    if defence.successes < hits:
        defence.again_failures("master_of_defence", side.numbers.master_of_defence)
    return max(0, hits - defence.successes)


def _land(position: Position, by: Side, on: Side, hits: int, *, magical: bool) -> Struck:
    """S-9.8, K-01, K-23, SR-9 to SR-11 Hits left become damage, or wounds if magical."""
    if magical:
        return take_wounds(position, on.creature, hits, source=by.creature.slot)
    amount = hits * by.numbers.hit_damage - on.numbers.minus
    return take_damage(position, on.creature, amount, physical=True, source=by.creature.slot)
