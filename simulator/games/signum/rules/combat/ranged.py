"""Ranged attacks, chapter 11: Shot, Throwing and Magical Shot.

From the choice of target to the damage dealt. Line of sight and defence by terrain are board/line_of_sight.py,
detection with a Magical Shot is stealth.py, the push of Buckshot is movement/movement.py; the odds of a shot are
computed in odds/attacks.py from the same numbers.
"""

from typing import Final

from simulator.games.signum.board.contact import touched_enemy
from simulator.games.signum.board.geometry import gap_mm, is_within
from simulator.games.signum.board.line_of_sight import is_defended, sees
from simulator.games.signum.cards.keywords import (
    BATTLE_MAGE,
    BUCKSHOT,
    DIFFICULT_TARGET,
    MAGICAL_SHOT,
    MASTER_OF_MAGIC,
    MASTER_OF_SHOOTING,
    MINUS_FROM_ATTACKS,
    QUICK_SHOOTER,
    SHOT,
    SNIPER,
    THROWING,
)
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.odds.attacks import shot_table
from simulator.games.signum.odds.distributions import Chances
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.triggers import attack_declared
from simulator.games.signum.rules.combat.concentration import with_concentration
from simulator.games.signum.rules.combat.damage import deal_damage, deal_wounds, is_on_field
from simulator.games.signum.rules.combat.stealth import reveal
from simulator.games.signum.rules.combat.steam_engine import let_off_steam
from simulator.games.signum.rules.dice import AXE_OR_SHIELD, BULLSEYE, SHIELD, Throw
from simulator.games.signum.rules.movement.movement import push_away
from simulator.games.signum.state.events import ShotDeclared
from simulator.games.signum.state.position import NO_WINNER, Creature, Position
from simulator.games.signum.state.questions import YES, RerollDice, ask
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

KEYWORD_OF: Final = {"shot": SHOT, "throwing": THROWING, "magical_shot": MAGICAL_SHOT}
NAME_OF: Final = {"shot": "Shot", "throwing": "Throwing", "magical_shot": "Magical Shot"}
BUCKSHOT_MM: Final = LENGTHS_MM["M"]
PUSH_MM: Final = LENGTHS_MM["S"]
SNIPER_MM: Final = LENGTHS_MM["L"]


def range_mm(kind: str) -> int:
    """S-11.4 to S-11.6 Throwing reaches L, the others XL."""
    return LENGTHS_MM["L"] if kind == "throwing" else LENGTHS_MM["XL"]


def shot_dice(position: Position, shooter: Creature, kind: str) -> int:
    """S-11.4 to S-11.6, SR-30 The number of the ability.

    Concentration tokens can add a die each to a Magical Shot.
    """
    dice = stats.value(position, shooter, KEYWORD_OF[kind])
    if kind == "magical_shot" and dice > 0:
        dice += shooter.concentration
    return dice


def why_not_shoot(
    position: Position, shooter: Creature, target: Creature, kind: str, *, moved: bool = False, ran: bool = False
) -> IllegalMove | None:
    """S-11.1 to S-11.6, K-05, K-40, K-44, S-12.1, S-15.3 Why it may not attack so, or None."""
    if shot_dice(position, shooter, kind) == 0:
        return IllegalMove(NO_ABILITY, f"{shooter.name} has no {NAME_OF[kind]}.")
    if target.team == shooter.team:
        return IllegalMove(BAD_TARGET, f"{target.name} is no enemy of {shooter.name}.")
    exempt = BATTLE_MAGE if kind == "magical_shot" else QUICK_SHOOTER
    if ran or (moved and not stats.has(position, shooter, exempt)):
        return IllegalMove(HAS_MOVED, f"{shooter.name} has moved and does not shoot any more.")
    if touched_enemy(position, shooter) is not None:
        return IllegalMove(IN_CONTACT, f"{shooter.name} is in contact with an enemy.")
    if target.hidden:
        return IllegalMove(HIDDEN_TARGET, f"{target.name} is hidden.")
    if stats.shields(position, target, kind):
        return IllegalMove(PROTECTED_TARGET, f"{target.name} has Shield from {NAME_OF[kind]}.")
    if not is_within(shooter, target, range_mm(kind)):
        reach = "L" if kind == "throwing" else "XL"
        return IllegalMove(OUT_OF_RANGE, f"{target.name} is further than {reach} from {shooter.name}.")
    if not sees(position, shooter, target):
        return IllegalMove(NO_LINE_OF_SIGHT, f"{shooter.name} does not see {target.name}.")
    return None


def shoot(
    position: Position, shooter: Creature, target: Creature, kind: str, *, moved: bool = False, ran: bool = False
) -> None:
    """S-11.4 to S-11.7 The whole attack.

    Dice in order: attack, forced re-rolls, optional re-rolls, defence, its re-rolls.
    """
    refusal = why_not_shoot(position, shooter, target, kind, moved=moved, ran=ran)
    if refusal is not None:
        raise refusal
    if not _declare(position, shooter, target, kind):
        return
    dice = stats.value(position, shooter, KEYWORD_OF[kind])
    if kind == "magical_shot" and dice > 0:
        dice = with_concentration(position, shooter, target, kind, dice)
    is_sniped = kind == "shot" and snipes(position, shooter, target)
    attack = Throw(position, shooter, purpose="shot", dice=dice, good=AXE_OR_SHIELD if kind == "throwing" else BULLSEYE)
    _reroll(position, attack, target, kind, is_sniped=is_sniped)
    hits = _defend(position, shooter, target, attack.successes, kind)
    if hits == 0:
        return
    if kind == "magical_shot":
        deal_wounds(position, target, hits, source=shooter.slot)
        return
    amount = hits * 2 if is_sniped else hits
    # K-07: pushed before the tokens are laid, so that the extra point is part of the attack (K-01, S-5.10).
    is_pushed = stats.has(position, shooter, BUCKSHOT) and is_within(shooter, target, BUCKSHOT_MM)
    if is_pushed and not push_away(position, target, shooter, PUSH_MM):
        amount += 1
    amount -= stats.value(position, target, MINUS_FROM_ATTACKS)
    deal_damage(position, target, amount, physical=True, source=shooter.slot)


def shot_outlook(position: Position, shooter: Creature, target: Creature, kind: str) -> Chances:
    """The chances of every number of wounds, the last one meaning death.

    Buckshot's push is left out.
    """
    is_sniped = kind == "shot" and snipes(position, shooter, target)
    is_magical = kind == "magical_shot"
    master = MASTER_OF_MAGIC if is_magical else MASTER_OF_SHOOTING
    armour = 0 if is_magical else target.armour
    if target.is_hero and not is_magical:
        for relic in position.players[target.owner].relics:
            armour += relic.armour
    covered = is_defended(position, shooter, target)
    return shot_table(
        shot_dice(position, shooter, kind),
        2 if kind == "throwing" else 1,
        1 if stats.has(position, target, DIFFICULT_TARGET) else 0,
        1 if is_sniped else 0,
        stats.value(position, shooter, master),
        (1 if covered else 0) if is_magical else (2 if covered else 1),
        2 if is_sniped else 1,
        0 if is_magical else stats.value(position, target, MINUS_FROM_ATTACKS),
        armour,
        max(1, stats.health(position, target) - target.wounds),
    )


def snipes(position: Position, shooter: Creature, target: Creature) -> bool:
    """K-47 Whether a Sniper shoots from L or more."""
    return gap_mm(shooter, target) >= SNIPER_MM - 1e-6 and stats.has(position, shooter, SNIPER)


def _declare(position: Position, shooter: Creature, target: Creature, kind: str) -> bool:
    """S-12.2, S-12.6, K-50 Everything before the dice. Is there still an attack afterwards?"""
    reveal(position, shooter)
    target.shot_at = position.turn
    places = (shooter.x, shooter.y, target.x, target.y)
    if position.listening:
        position.log.emit(ShotDeclared(shooter.slot, target.slot, kind))
    if kind == "shot":
        let_off_steam(position, shooter, "shot", that=target)  # SR-74: before tactics can cancel the attack
    if not _still_aims(position, shooter, target, places, kind):
        return False
    attack_declared(position, shooter, target, True)
    return _still_aims(position, shooter, target, places, kind)


def _still_aims(
    position: Position, shooter: Creature, target: Creature, places: tuple[float, float, float, float], kind: str
) -> bool:
    """Whether the attack goes on.

    Triggers of the attack may kill or hide one of the two, end the game, or move one out of reach (SR-59).
    """
    if position.winner != NO_WINNER or target.hidden or target.team == shooter.team:
        return False
    if not is_on_field(position, shooter) or not is_on_field(position, target):
        return False
    if places == (shooter.x, shooter.y, target.x, target.y):
        return True
    return is_within(shooter, target, range_mm(kind)) and sees(position, shooter, target)


def _reroll(position: Position, attack: Throw, target: Creature, kind: str, *, is_sniped: bool) -> None:
    """S-9.9, SR-7, K-15, K-47, K-36, K-35 Forced re-rolls first, then Sniper, then a Master."""
    shooter = attack.creature
    if stats.has(position, target, DIFFICULT_TARGET):
        attack.again_successes("difficult_target")
    if is_sniped:
        question = RerollDice(slot=shooter.slot, dice=len(attack.rolls), hits=attack.successes)
        if ask(position, shooter.seat, question) == YES:
            attack.again_all("sniper")
    if kind == "magical_shot":
        attack.again_failures("master_of_magic", stats.value(position, shooter, MASTER_OF_MAGIC))
    else:
        attack.again_failures("master_of_shooting", stats.value(position, shooter, MASTER_OF_SHOOTING))


def _defend(position: Position, shooter: Creature, target: Creature, hits: int, kind: str) -> int:
    """S-11.4, S-11.6, S-6.4, SR-23 Hits left after defence.

    A die per hit, thrown again behind cover; only cover stops magic.
    """
    if hits == 0:
        return 0
    covered = is_defended(position, shooter, target)
    if kind == "magical_shot" and not covered:
        return hits
    defence = Throw(position, target, purpose="shot_defence", dice=hits, good=SHIELD)
    if covered and kind != "magical_shot":
        defence.again_failures("cover", hits)
    return hits - defence.successes
