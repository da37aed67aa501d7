"""The odds of a melee or a ranged attack, exactly, and the best splits of dice. The oracle of the rolled dice.

Works on plain numbers and knows no position: fighters.py and ranged.py read the numbers of two creatures and ask here.
The counting of throws is chances.py; every table is made once and kept, asking again is one look into a dictionary.
"""

from typing import Final, NamedTuple

from simulator.games.signum.chances import (
    AGAIN,
    SHIELD,
    Chances,
    hits,
    mean,
    shot_hits,
    stopped,
    stopped_each,
    wounds,
)

Weights = tuple[int, int, int, int]
"""What counts: the defender's death, each of its wounds, the attacker's death, each of its wounds."""
EVEN: Final[Weights] = (4, 1, 4, 1)

UNHURT_FACES: Final = 2  # of three: axe and shield hit (S-9.6)
HURT_FACES: Final = 1  # only shield
MOST_KEPT: Final = 200_000
"""Entries a table may have before it starts anew: a long batch must not fill the memory."""


class Fighter(NamedTuple):
    """One side of a melee; also the key of the tables."""

    dice: int
    lowest: int  # so many dice must attack (K-41)
    highest: int  # and so many may (K-08, S-9.4)
    life: int  # the wounds that kill it
    armour: int = 0  # tokens, those of relics included
    minus: int = 0  # K-01
    hurt: bool = False
    fortitude: bool = False
    hit_damage: int = 1  # K-23
    master_of_attack: int = 0
    master_of_defence: int = 0
    expert_of_attack: int = 0
    expert_of_defence: int = 0
    initiative: bool = False
    veteran: bool = False


class Exchange:
    """How a melee with settled dice ends: the chances of every number of wounds, `life` and above as death."""

    __slots__ = ("attacker_wounds", "both_die", "defender_wounds", "dies", "kills", "wounds_dealt", "wounds_taken")

    def __init__(self, *, defender_wounds: Chances, attacker_wounds: Chances, both_die: float) -> None:
        self.defender_wounds = defender_wounds
        self.attacker_wounds = attacker_wounds
        self.kills = defender_wounds[-1]
        self.dies = attacker_wounds[-1]
        self.both_die = both_die
        self.wounds_dealt = mean(defender_wounds)
        self.wounds_taken = mean(attacker_wounds)

    def worth(self, weights: Weights) -> float:
        """To the attacker; the defender wants it low."""
        death, wound, own_death, own_wound = weights
        gained = death * self.kills + wound * self.wounds_dealt
        return gained - own_death * self.dies - own_wound * self.wounds_taken


class Plan:
    """The best splits of both sides, in dice that attack, and what comes of them."""

    __slots__ = ("attack", "exchange", "strike_back", "worth")

    def __init__(self, *, attack: int, strike_back: int, exchange: Exchange, worth: float) -> None:
        self.attack = attack
        self.strike_back = strike_back
        self.exchange = exchange
        self.worth = worth


# --- kept tables

_strikes: dict[tuple[int, ...], Chances] = {}
_shots: dict[tuple[int, ...], Chances] = {}
_exchanges: dict[tuple[int, Fighter, int, Fighter, bool], Exchange] = {}
_plans: dict[tuple[Fighter, Fighter, Weights, int, bool], Plan] = {}


def shot_table(
    dice: int, faces: int, forced: int, sniper: int, rerolls: int, defence: int, hit_damage: int, minus: int,
    armour: int, life: int,
) -> Chances:  # fmt: skip
    """S-11 Wounds of a ranged attack. `defence`: 0 none, 1 a die per hit, 2 a die per hit thrown again if it fails."""
    key = (dice, faces, forced, sniper, rerolls, defence, hit_damage, minus, armour, life)
    table = _shots.get(key)
    if table is None:
        made = shot_hits(dice, faces=faces, forced=forced > 0, sniper=sniper > 0, rerolls=rerolls)
        if defence:
            made = stopped_each(made, chance=SHIELD if defence == 1 else AGAIN)
        table = wounds(made, hit_damage=hit_damage, minus=minus, armour=armour, life=life)
        _make_room(_shots)
        _shots[key] = table
    return table


def _make_room(table: dict[tuple[int, ...], Chances]) -> None:
    if len(table) >= MOST_KEPT:
        table.clear()


def _strike(
    dice: int, *, by: Fighter, on: Fighter, guard: int, hurt: bool, forced: bool = False, magical: bool = False
) -> Chances:
    """Wounds of one side's attack dice on the other, which has `guard` defence dice."""
    faces = HURT_FACES if hurt and not by.fortitude else UNHURT_FACES
    key = (
        (dice, faces, int(forced), by.master_of_attack, 0, 0, 1, 0, 0, on.life)
        if magical
        else (
            dice, faces, int(forced), by.master_of_attack, guard, on.master_of_defence, by.hit_damage, on.minus,
            on.armour, on.life,
        )
    )  # fmt: skip
    table = _strikes.get(key)
    if table is None:
        made = stopped(hits(dice, faces=faces, forced=forced, rerolls=key[3]), dice=key[4], rerolls=key[5])
        table = wounds(made, hit_damage=key[6], minus=key[7], armour=key[8], life=key[9])
        _make_room(_strikes)
        _strikes[key] = table
    return table


def _dice(side: Fighter, attack: int) -> tuple[int, int]:
    """K-17, K-18 Attack and defence dice with the Expert's extra ones."""
    more = side.expert_of_attack if 0 < attack == side.dice else 0
    guard = side.expert_of_defence if attack == 0 < side.dice else 0
    return attack + more, side.dice - attack + guard


def _after(first: Chances, unhurt: Chances, hurt: Chances) -> Chances:
    """K-27 What strikes second: not at all if dead, on shield only if now wounded (SR-17)."""
    wounded = sum(first[1:-1])
    mixed = [first[0] * calm + wounded * weak for calm, weak in zip(unhurt, hurt, strict=True)]
    mixed[0] += first[-1]
    return tuple(mixed)


def exchange(attack: int, attacker: Fighter, strike_back: int, defender: Fighter, magical: bool = False) -> Exchange:
    """S-9 The melee with these dice in attack, the rest in defence; `magical`: K-31, all the attacker's dice strike."""
    key = (attack, attacker, strike_back, defender, magical)
    known = _exchanges.get(key)
    if known is not None:
        return known
    dice, guard = (attacker.dice, 0) if magical else _dice(attacker, attack)
    back, back_guard = _dice(defender, strike_back)
    forced = defender.veteran
    dealt = _strike(
        dice, by=attacker, on=defender, guard=back_guard, hurt=attacker.hurt, forced=forced, magical=magical
    )
    taken = _strike(back, by=defender, on=attacker, guard=guard, hurt=defender.hurt)
    both = dealt[-1] * taken[-1]
    if attacker.initiative and not defender.initiative:
        taken = _after(dealt, taken, _strike(back, by=defender, on=attacker, guard=guard, hurt=True))
        both = 0.0
    elif defender.initiative and not attacker.initiative:
        hurt = _strike(dice, by=attacker, on=defender, guard=back_guard, hurt=True, forced=forced, magical=magical)
        dealt = _after(taken, dealt, hurt)
        both = 0.0
    known = Exchange(defender_wounds=dealt, attacker_wounds=taken, both_die=both)
    if len(_exchanges) >= MOST_KEPT:
        _exchanges.clear()
    _exchanges[key] = known
    return known


def melee_table(
    attacker: Fighter, defender: Fighter, weights: Weights = EVEN, strike_back: int = -1, magical: bool = False
) -> Plan:
    """S-9.3 The best splits: the defender chooses first, the attacker answers. `strike_back`: already chosen, or -1."""
    key = (attacker, defender, weights, strike_back, magical)
    plan = _plans.get(key)
    if plan is None:
        for choice in range(defender.lowest, defender.highest + 1) if strike_back < 0 else (strike_back,):
            answer = _best_answer(attacker, defender, weights=weights, strike_back=choice, magical=magical)
            if plan is None or answer.worth < plan.worth:
                plan = answer
        assert plan is not None
        if len(_plans) >= MOST_KEPT:
            _plans.clear()
        _plans[key] = plan
    return plan


def _best_answer(attacker: Fighter, defender: Fighter, *, weights: Weights, strike_back: int, magical: bool) -> Plan:
    best: Plan | None = None
    for attack in (attacker.dice,) if magical else range(attacker.lowest, attacker.highest + 1):
        outcome = exchange(attack, attacker, strike_back, defender, magical)
        worth = outcome.worth(weights)
        if best is None or worth > best.worth:
            best = Plan(attack=attack, strike_back=strike_back, exchange=outcome, worth=worth)
    assert best is not None
    return best


def odds(
    *, attacker: Fighter, defender: Fighter, attack: int = -1, strike_back: int = -1, magical: bool = False
) -> Exchange:
    """The melee of two sides; what is not given is split as both play best with even weights."""
    if attack < 0 or strike_back < 0:
        plan = melee_table(attacker, defender, EVEN, strike_back, magical)
        attack, strike_back = (plan.attack if attack < 0 else attack), plan.strike_back
    return exchange(attack, attacker, strike_back, defender, magical)
