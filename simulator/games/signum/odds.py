"""The odds of a melee or a ranged attack, exactly, and the best splits of dice. The oracle of the rolled dice.

Works on plain numbers and knows no position: fighters.py and ranged.py read the numbers of two creatures and ask here.
The counting of throws is chances.py. What two fighters can do to each other is counted once and kept, as a Table.
"""

from typing import Final

from simulator.games.signum.chances import (
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

Weights = tuple[float, float, float, float]
"""What counts: the defender's death, each of its wounds, the attacker's death, each of its wounds."""
EVEN: Weights = (4.0, 1.0, 4.0, 1.0)  # not Final: mypyc takes a final tuple of floats for unset
TOKEN: Final = 0.5  # an armour token struck off, in wounds

UNHURT_FACES: Final = 2  # of three: axe and shield hit (S-9.6)
HURT_FACES: Final = 1  # only shield
MOST_KEPT: Final = 20_000
MOST_TABLES: Final = 11_000
"""So many strikes, shots and tables are kept before they are counted anew: a long batch must not fill the memory."""
_MOST: Final = 63  # a number above this changes no odds: nobody has so many dice, lives or tokens


class Fighter:
    """One side of a melee."""

    __slots__ = (
        "_key",
        "armour",
        "dice",
        "expert_of_attack",
        "expert_of_defence",
        "fortitude",
        "highest",
        "hit_damage",
        "hurt",
        "initiative",
        "life",
        "lowest",
        "master_of_attack",
        "master_of_defence",
        "minus",
        "veteran",
    )  # fmt: skip

    def __init__(
        self,
        dice: int,
        lowest: int,
        highest: int,
        life: int,
        armour: int = 0,
        minus: int = 0,
        hurt: bool = False,
        fortitude: bool = False,
        hit_damage: int = 1,
        master_of_attack: int = 0,
        master_of_defence: int = 0,
        expert_of_attack: int = 0,
        expert_of_defence: int = 0,
        initiative: bool = False,
        veteran: bool = False,
    ) -> None:
        self.dice = dice
        self.lowest = lowest  # so many dice must attack (K-41)
        self.highest = highest  # and so many may (K-08, S-9.4)
        self.life = life  # the wounds that kill it
        self.armour = armour  # tokens, those of relics included
        self.minus = minus  # K-01
        self.hurt = hurt
        self.fortitude = fortitude
        self.hit_damage = hit_damage  # K-23
        self.master_of_attack = master_of_attack
        self.master_of_defence = master_of_defence
        self.expert_of_attack = expert_of_attack
        self.expert_of_defence = expert_of_defence
        self.initiative = initiative
        self.veteran = veteran
        key = min(dice, _MOST)
        key = key << 6 | min(lowest, _MOST)
        key = key << 6 | min(highest, _MOST)
        key = key << 4 | min(minus, 15)
        key = key << 4 | min(master_of_attack, 15)
        key = key << 4 | min(master_of_defence, 15)
        key = key << 4 | min(expert_of_attack, 15)
        key = key << 4 | min(expert_of_defence, 15)
        key = key << 2 | hit_damage
        self._key = key << 4 | (8 if hurt else 0) | (4 if fortitude else 0) | (2 if initiative else 0) | int(veteran)

    def key_against(self, other: "Fighter") -> int:
        """Says all of it that counts against this one: tokens and lives that no dice can reach do not."""
        most = (other.dice + other.expert_of_attack) * other.hit_damage + 1
        if most > _MOST:
            most = _MOST
        armour = self.armour if self.armour < most else most
        life = self.life if self.life < most else most
        return self._key << 12 | armour << 6 | life


class Strike:
    """One side's attack: the chances of every number of wounds; the armour tokens it strikes off on average."""

    __slots__ = ("tokens", "wounds")

    def __init__(self, wounds: Chances, tokens: float) -> None:
        self.wounds = wounds
        self.tokens = tokens


class Exchange:
    """How a melee with settled dice ends: the chances of every number of wounds, `life` and above as death."""

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
        """To the attacker; the defender wants it low. Armour struck off counts too, or nobody would begin with it."""
        death, wound, own_death, own_wound = weights
        gained = death * self.kills + wound * (self.wounds_dealt + TOKEN * self.tokens_dealt)
        return gained - own_death * self.dies - own_wound * (self.wounds_taken + TOKEN * self.tokens_taken)


class Plan:
    """The best splits of both sides, in dice that attack, and what they are worth."""

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
        """What comes of them."""
        return exchange(self.attack, self.attacker, self.strike_back, self.defender, self.magical)


class Table:
    """Every split two fighters can choose, with what counts of its outcome; a row for each choice of the defender."""

    __slots__ = ("attack", "attacks", "dealt", "dies", "kills", "rows", "strike_back", "taken")

    def __init__(self, attacker: Fighter, defender: Fighter, magical: bool) -> None:
        self.attack = attacker.dice if magical else attacker.lowest  # of the first column
        self.attacks = 1 if magical else attacker.highest - attacker.lowest + 1
        self.strike_back = defender.lowest  # of the first row
        self.rows = defender.highest - defender.lowest + 1
        self.kills: list[float] = []
        self.dealt: list[float] = []
        self.dies: list[float] = []
        self.taken: list[float] = []
        forced = defender.veteran
        blows = Blows(attacker, defender, hurt=attacker.hurt, forced=forced, magical=magical)
        blows_back = Blows(defender, attacker, hurt=defender.hurt, forced=False, magical=False)
        # K-27 Who strikes second may be hurt by then.
        weak: Blows | None = None
        weak_back: Blows | None = None
        if attacker.initiative and not defender.initiative:
            weak_back = Blows(defender, attacker, hurt=True, forced=False, magical=False)
        elif defender.initiative and not attacker.initiative:
            weak = Blows(attacker, defender, hurt=True, forced=forced, magical=magical)
        for strike_back in range(self.strike_back, self.strike_back + self.rows):
            back, back_guard = _dice(defender, strike_back)
            for attack in range(self.attack, self.attack + self.attacks):
                dice, guard = (attack, 0) if magical else _dice(attacker, attack)
                self._count(blows, weak, dice, back_guard, blows_back, weak_back, back, guard)

    def _count(
        self, blows: "Blows", weak: "Blows | None", dice: int, back_guard: int, blows_back: "Blows",
        weak_back: "Blows | None", back: int, guard: int,
    ) -> None:  # fmt: skip
        """One exchange, as `exchange` counts it, but only the numbers that are judged."""
        missed, kills, dealt = blows.outcome(dice, back_guard)
        unhurt, dies, taken = blows_back.outcome(back, guard)
        if weak_back is not None:
            _, weak_dies, weak_taken = weak_back.outcome(back, guard)
            wounded = 1.0 - missed - kills
            dies = missed * dies + wounded * weak_dies
            taken = missed * taken + wounded * weak_taken
        elif weak is not None:
            _, weak_kills, weak_dealt = weak.outcome(dice, back_guard)
            wounded = 1.0 - unhurt - dies
            kills = unhurt * kills + wounded * weak_kills
            dealt = unhurt * dealt + wounded * weak_dealt
        self.kills.append(kills)
        self.dealt.append(dealt)
        self.dies.append(dies)
        self.taken.append(taken)

    def best(self, row: int, death: float, wound: float, own_death: float, own_wound: float) -> int:
        """The place of the attacker's best answer to one choice of the defender."""
        kills, dealt, dies, taken = self.kills, self.dealt, self.dies, self.taken
        best = row * self.attacks
        most = -1e18
        for place in range(row * self.attacks, (row + 1) * self.attacks):
            worth = death * kills[place] + wound * dealt[place] - own_death * dies[place] - own_wound * taken[place]
            if worth > most:
                best, most = place, worth
        return best

    def settled(self, death: float, wound: float, own_death: float, own_wound: float) -> int:
        """S-9.3 The place where both end: the defender chooses the row whose best answer is worth least."""
        best = self.best(0, death, wound, own_death, own_wound)
        if self.rows == 1:
            return best
        least = self.worth(best, death, wound, own_death, own_wound)
        for row in range(1, self.rows):
            place = self.best(row, death, wound, own_death, own_wound)
            worth = self.worth(place, death, wound, own_death, own_wound)
            if worth < least:
                best, least = place, worth
        return best

    def worth(self, place: int, death: float, wound: float, own_death: float, own_wound: float) -> float:
        kills, dealt, dies, taken = self.kills, self.dealt, self.dies, self.taken
        return death * kills[place] + wound * dealt[place] - own_death * dies[place] - own_wound * taken[place]


# --- kept

_strikes: dict[tuple[int, ...], Strike] = {}
_shots: dict[tuple[int, ...], Chances] = {}
_tables: dict[tuple[int, int, bool], Table] = {}
_left: "dict[int, HitsLeft]" = {}


def table_of(attacker: Fighter, defender: Fighter, magical: bool = False) -> Table:
    key = (attacker.key_against(defender), defender.key_against(attacker), magical)
    table = _tables.get(key)
    if table is None:
        table = Table(attacker, defender, magical)
        if len(_tables) >= MOST_TABLES:
            _tables.clear()
        _tables[key] = table
    return table


class HitsLeft:
    """The chances of so many hits left after defence, by attack and defence dice; counted when first asked for."""

    __slots__ = ("faces", "forced", "guard_rerolls", "rerolls", "rows")

    def __init__(self, faces: int, forced: bool, rerolls: int, guard_rerolls: int) -> None:
        self.faces = faces
        self.forced = forced
        self.rerolls = rerolls
        self.guard_rerolls = guard_rerolls
        self.rows: list[list[list[float]]] = []

    def of(self, dice: int, guard: int) -> list[float]:
        while len(self.rows) <= dice:
            self.rows.append([])
        row = self.rows[dice]
        while len(row) <= guard:
            made = hits(dice, faces=self.faces, forced=self.forced, rerolls=self.rerolls)
            ways = stopped(made, dice=len(row), rerolls=self.guard_rerolls)
            total = sum(ways)
            row.append([one / total for one in ways])
        return row[guard]


def _hits_left(faces: int, forced: bool, rerolls: int, guard_rerolls: int) -> HitsLeft:
    key = faces << 16 | int(forced) << 15 | min(rerolls, _MOST) << 7 | min(guard_rerolls, _MOST)
    left = _left.get(key)
    if left is None:
        left = HitsLeft(faces, forced, rerolls, guard_rerolls)
        _left[key] = left
    return left


class Blows:
    """One side's attack on the other with any dice: what it comes to."""

    __slots__ = ("armour", "damage", "left", "life", "magical", "minus")

    def __init__(self, by: Fighter, on: Fighter, *, hurt: bool, forced: bool, magical: bool) -> None:
        faces = HURT_FACES if hurt and not by.fortitude else UNHURT_FACES
        self.magical = magical  # K-31 no defence, no armour
        self.left = _hits_left(faces, forced, by.master_of_attack, 0 if magical else on.master_of_defence)
        self.damage = 1 if magical else by.hit_damage
        self.minus = 0 if magical else on.minus
        self.armour = 0 if magical else on.armour
        self.life = on.life

    def outcome(self, dice: int, guard: int) -> tuple[float, float, float]:
        """The chance of no wound, the chance of death, and the wounds on average, armour struck off as TOKEN each."""
        armour, life = self.armour, self.life
        none = kills = points = 0.0
        amount = -self.minus
        for chance in self.left.of(dice, 0 if self.magical else guard):
            if amount <= armour:
                none += chance
                if amount > 0:
                    points += chance * TOKEN * amount
            elif amount - armour >= life:
                kills += chance
                points += chance * (life + TOKEN * armour)
            else:
                points += chance * (amount - armour + TOKEN * armour)
            amount += self.damage
        return none, kills, points


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
        if len(_shots) >= MOST_KEPT:
            _shots.clear()
        _shots[key] = table
    return table


def _strike(
    dice: int, *, by: Fighter, on: Fighter, guard: int, hurt: bool, forced: bool = False, magical: bool = False
) -> Strike:
    """One side's attack dice on the other, which has `guard` defence dice."""
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
        table = Strike(
            wounds(made, hit_damage=key[6], minus=key[7], armour=key[8], life=key[9]),
            tokens(made, hit_damage=key[6], minus=key[7], armour=key[8]),
        )
        if len(_strikes) >= MOST_KEPT:
            _strikes.clear()
        _strikes[key] = table
    return table


def _dice(side: Fighter, attack: int) -> tuple[int, int]:
    """K-17, K-18 Attack and defence dice with the Expert's extra ones."""
    more = side.expert_of_attack if 0 < attack == side.dice else 0
    guard = side.expert_of_defence if attack == 0 < side.dice else 0
    return attack + more, side.dice - attack + guard


def _after(first: Chances, unhurt: Strike, hurt: Strike) -> Strike:
    """K-27 What strikes second: not at all if dead, on shield only if now wounded (SR-17)."""
    wounded = sum(first[1:-1])
    mixed = [first[0] * calm + wounded * weak for calm, weak in zip(unhurt.wounds, hurt.wounds, strict=True)]
    mixed[0] += first[-1]
    return Strike(tuple(mixed), first[0] * unhurt.tokens + wounded * hurt.tokens)


def exchange(attack: int, attacker: Fighter, strike_back: int, defender: Fighter, magical: bool = False) -> Exchange:
    """S-9 The melee with these dice in attack, the rest in defence; `magical`: K-31, all the attacker's dice strike."""
    dice, guard = (attacker.dice, 0) if magical else _dice(attacker, attack)
    back, back_guard = _dice(defender, strike_back)
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
) -> Plan:
    """S-9.3 The best splits: the defender chooses first, the attacker answers. `strike_back`: already chosen, or -1."""
    table = table_of(attacker, defender, magical)
    death, wound, own_death, own_wound = weights
    if strike_back < 0:
        place = table.settled(death, wound, own_death, own_wound)
    else:
        row = min(max(strike_back - table.strike_back, 0), table.rows - 1)
        place = table.best(row, death, wound, own_death, own_wound)
    return Plan(
        attacker,
        defender,
        attack=table.attack + place % table.attacks,
        strike_back=table.strike_back + place // table.attacks,
        worth=table.worth(place, death, wound, own_death, own_wound),
        magical=magical,
    )


def odds(
    *, attacker: Fighter, defender: Fighter, attack: int = -1, strike_back: int = -1, magical: bool = False
) -> Exchange:
    """The melee of two sides; what is not given is split as both play best with even weights."""
    if attack < 0 or strike_back < 0:
        plan = melee_table(attacker, defender, EVEN, strike_back, magical)
        attack, strike_back = (plan.attack if attack < 0 else attack), plan.strike_back
    return exchange(attack, attacker, strike_back, defender, magical)
