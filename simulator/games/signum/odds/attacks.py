"""The exact odds of a melee or ranged attack, and of the best splits of its dice.

Works on plain numbers and knows no position: combatants.py and ranged.py read the numbers of two creatures and pass
them in. The counting of throws is distributions.py, the best splits are splits.py. Tests compare rolled dice with it.
"""

from typing import Final

from simulator.games.signum.odds.distributions import (
    AGAIN,
    SHIELD,
    Chances,
    hits,
    mean,
    shot_hits,
    stopped,
    stopped_each,
    tokens,
    wounds,
)
from simulator.games.signum.odds.exchange import TOKEN, Fighter
from simulator.games.signum.odds.splits import EVEN, Meeting, Weights

MAX_CACHED: Final = 20_000
"""The cache is emptied at this size: a long batch must not fill the memory."""


class Strike:
    """One side's attack: the chances of every number of wounds.

    `tokens` are the armour tokens it strikes off on average.
    """

    __slots__ = ("tokens", "wounds")

    def __init__(self, wounds: Chances, tokens: float) -> None:
        self.wounds = wounds
        self.tokens = tokens


class Exchange:
    """How a melee with settled dice ends: the chances of every number of wounds.

    The last number, `life` and above, is death.
    """

    __slots__ = (
        "attacker_wounds", "both_die", "defender_wounds", "dies", "kills", "tokens_dealt", "tokens_taken",
        "wounds_dealt", "wounds_taken",
    )  # fmt: skip

    def __init__(self, *, dealt: Strike, taken: Strike, both_die: float) -> None:
        self.defender_wounds = dealt.wounds
        self.attacker_wounds = taken.wounds
        self.kills = dealt.wounds[-1]
        self.dies = taken.wounds[-1]
        self.both_die = both_die
        self.wounds_dealt = mean(dealt.wounds)
        self.wounds_taken = mean(taken.wounds)
        self.tokens_dealt = dealt.tokens
        self.tokens_taken = taken.tokens

    def worth(self, weights: Weights) -> float:
        """The worth to the attacker; the defender wants it low.

        Armour struck off counts too, or attacking an armoured creature would never begin.
        """
        death, wound, own_death, own_wound = weights
        gained = death * self.kills + wound * (self.wounds_dealt + TOKEN * self.tokens_dealt)
        return gained - own_death * self.dies - own_wound * (self.wounds_taken + TOKEN * self.tokens_taken)


class SplitPlan:
    """The best splits of both sides, in dice that attack, and their worth."""

    __slots__ = ("attack", "attacker", "defender", "magical", "strike_back", "worth")

    def __init__(
        self, attacker: Fighter, defender: Fighter, *, attack: int, strike_back: int, worth: float, magical: bool
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.attack = attack
        self.strike_back = strike_back
        self.worth = worth
        self.magical = magical

    @property
    def exchange(self) -> Exchange:
        """How the melee ends with these splits."""
        return exchange(self.attack, self.attacker, self.strike_back, self.defender, self.magical)


# --- cached

_strikes: Final[dict[tuple[int, ...], Strike]] = {}
_shots: Final[dict[tuple[int, ...], Chances]] = {}


def shot_table(
    dice: int, faces: int, forced: int, sniper: int, rerolls: int, defence: int, hit_damage: int, minus: int,
    armour: int, life: int,
) -> Chances:  # fmt: skip
    """S-11 Wounds of a ranged attack.

    `defence`: 0 none, 1 a die per hit, 2 a die per hit thrown again if it fails.
    """
    key = (dice, faces, forced, sniper, rerolls, defence, hit_damage, minus, armour, life)
    table = _shots.get(key)
    if table is None:
        made = shot_hits(dice, faces=faces, forced=forced > 0, sniper=sniper > 0, rerolls=rerolls)
        if defence:
            made = stopped_each(made, chance=SHIELD if defence == 1 else AGAIN)
        table = wounds(made, hit_damage=hit_damage, minus=minus, armour=armour, life=life)
        if len(_shots) >= MAX_CACHED:
            _shots.clear()
        _shots[key] = table
    return table


def _strike(
    dice: int, *, by: Fighter, on: Fighter, guard: int, hurt: bool, forced: bool = False, magical: bool = False
) -> Strike:
    """One side's attack dice on the other, which has `guard` defence dice."""
    faces = by.faces(hurt=hurt)
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
        table = Strike(
            wounds(made, hit_damage=key[6], minus=key[7], armour=key[8], life=key[9]),
            tokens(made, hit_damage=key[6], minus=key[7], armour=key[8]),
        )
        if len(_strikes) >= MAX_CACHED:
            _strikes.clear()
        _strikes[key] = table
    return table


def _after(first: Chances, unhurt: Strike, hurt: Strike) -> Strike:
    """K-27 The second strike: none if dead, on shield only if now wounded (SR-17)."""
    wounded = sum(first[1:-1])
    mixed = [first[0] * calm + wounded * weak for calm, weak in zip(unhurt.wounds, hurt.wounds, strict=True)]
    mixed[0] += first[-1]
    return Strike(tuple(mixed), first[0] * unhurt.tokens + wounded * hurt.tokens)


def exchange(attack: int, attacker: Fighter, strike_back: int, defender: Fighter, magical: bool = False) -> Exchange:
    """S-9 The melee with these dice in attack and the rest in defence.

    `magical`: K-31, all the attacker's dice strike.
    """
    dice, guard = (attacker.dice, 0) if magical else (attacker.attack_dice(attack), attacker.defence_dice(attack))
    back, back_guard = defender.attack_dice(strike_back), defender.defence_dice(strike_back)
    forced = defender.veteran
    dealt = _strike(
        dice, by=attacker, on=defender, guard=back_guard, hurt=attacker.hurt, forced=forced, magical=magical
    )
    taken = _strike(back, by=defender, on=attacker, guard=guard, hurt=defender.hurt)
    both = dealt.wounds[-1] * taken.wounds[-1]
    if attacker.initiative and not defender.initiative:
        taken = _after(dealt.wounds, taken, _strike(back, by=defender, on=attacker, guard=guard, hurt=True))
        both = 0.0
    elif defender.initiative and not attacker.initiative:
        hurt = _strike(dice, by=attacker, on=defender, guard=back_guard, hurt=True, forced=forced, magical=magical)
        dealt = _after(taken.wounds, dealt, hurt)
        both = 0.0
    return Exchange(dealt=dealt, taken=taken, both_die=both)


def melee_table(
    attacker: Fighter, defender: Fighter, weights: Weights = EVEN, strike_back: int = -1, magical: bool = False
) -> SplitPlan:
    """S-9.3 The best splits: the defender chooses first, the attacker answers.

    `strike_back`: already chosen, or -1.
    """
    meeting = Meeting(attacker, defender, magical, *weights)
    if strike_back < 0:
        attack, strike_back, worth = meeting.settled()
    else:
        attack, strike_back, worth = meeting.answer(min(max(strike_back, defender.lowest), defender.highest))
    return SplitPlan(attacker, defender, attack=attack, strike_back=strike_back, worth=worth, magical=magical)


def odds(
    *, attacker: Fighter, defender: Fighter, attack: int = -1, strike_back: int = -1, magical: bool = False
) -> Exchange:
    """The melee of two sides.

    A split that is not passed is the best one with even weights.
    """
    if attack < 0 or strike_back < 0:
        plan = melee_table(attacker, defender, EVEN, strike_back, magical)
        attack, strike_back = (plan.attack if attack < 0 else attack), plan.strike_back
    return exchange(attack, attacker, strike_back, defender, magical)
