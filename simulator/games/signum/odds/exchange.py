"""What one side's dice do to the other in a melee: never wounds, kills, wounds on average. Counted once and kept.

A Fighter is one side in plain numbers; combatants.py reads them off a creature. How both sides split their dice is
splits.py, the chances of every number of wounds attacks.py, the counting of throws distributions.py.
"""

from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.odds.distributions import hits, stopped

TOKEN: Final = 0.5  # an armour token struck off, in wounds
UNHURT_FACES: Final = 2  # of three: axe and shield hit (S-9.6)
HURT_FACES: Final = 1  # only shield
MOST_KEPT: Final = 4_000
"""So many attacks are kept before they are counted anew: a long batch must not fill the memory."""
_MOST: Final = 63  # a number above this changes no odds: nobody has so many dice, lives or tokens


@mypyc_attr(acyclic=True, free_list_len=1)
class Fighter:
    """One side of a melee."""

    __slots__ = (
        "armour", "dice", "expert_of_attack", "expert_of_defence", "fortitude", "highest", "hit_damage", "hurt",
        "initiative", "life", "lowest", "master_of_attack", "master_of_defence", "minus", "veteran",
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

    def faces(self, *, hurt: bool) -> int:
        """S-9.6, K-22 How many of the three faces hit."""
        return HURT_FACES if hurt and not self.fortitude else UNHURT_FACES

    def attack_dice(self, attack: int) -> int:
        """K-17 Those put into attack, and an Expert's extra ones if all of them are."""
        return attack + self.expert_of_attack if 0 < attack == self.dice else attack

    def defence_dice(self, attack: int) -> int:
        """K-18 The rest, and an Expert's extra ones if none attacks."""
        return self.dice - attack + (self.expert_of_defence if attack == 0 < self.dice else 0)


@mypyc_attr(acyclic=True)
class Blow:
    """An attack with settled dice: the chances of no wound and of death, and the wounds on average."""

    __slots__ = ("kills", "none", "points")

    def __init__(self, none: float, kills: float, points: float) -> None:
        self.none = none
        self.kills = kills
        self.points = points  # armour struck off counts as TOKEN


@mypyc_attr(acyclic=True)
class Blows:
    """One side's attack on the other with any dice."""

    __slots__ = ("armour", "columns", "damage", "left", "life", "minus", "rows")

    def __init__(self, left: "HitsLeft", *, damage: int, minus: int, armour: int, life: int) -> None:
        self.left = left
        self.damage = damage
        self.minus = minus
        self.armour = armour
        self.life = life
        self.rows: list[list[Blow]] = []
        self.columns: list[list[Blow]] = []

    def with_dice(self, dice: int, most: int) -> list[Blow]:
        """So many attack dice against every number of defence dice, up to this one at least."""
        while len(self.rows) <= dice:
            self.rows.append([])
        row = self.rows[dice]
        while len(row) <= most:
            row.append(self._counted(dice, len(row)))
        return row

    def against(self, guard: int, most: int) -> list[Blow]:
        """So many defence dice against every number of attack dice, up to this one at least."""
        while len(self.columns) <= guard:
            self.columns.append([])
        column = self.columns[guard]
        while len(column) <= most:
            column.append(self._counted(len(column), guard))
        return column

    def _counted(self, dice: int, guard: int) -> Blow:
        armour, life = self.armour, self.life
        none = kills = points = 0.0
        amount = -self.minus
        for chance in self.left.of(dice, guard):
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
        return Blow(none, kills, points)


@mypyc_attr(acyclic=True)
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


# --- kept

_blows: Final[dict[int, Blows]] = {}
_left: Final[dict[int, HitsLeft]] = {}


def blows_of(by: Fighter, on: Fighter, *, hurt: bool, forced: bool) -> Blows:
    """`forced`: hits are thrown again (K-53)."""
    return _kept(
        by.faces(hurt=hurt), forced, by.master_of_attack, on.master_of_defence, by.hit_damage, on.minus, on.armour,
        on.life,
    )  # fmt: skip


def magical_blows(by: Fighter, on: Fighter, *, hurt: bool, forced: bool) -> Blows:
    """K-31 A Magical Strike: no defence, no armour, wounds one by one."""
    return _kept(by.faces(hurt=hurt), forced, by.master_of_attack, 0, 1, 0, 0, on.life)


def _kept(
    faces: int, forced: bool, rerolls: int, guard_rerolls: int, damage: int, minus: int, armour: int, life: int
) -> Blows:
    # The key is one whole number below 2 to the 62: quick to make, and to find.
    if rerolls > _MOST or guard_rerolls > _MOST or minus > _MOST or armour > _MOST or life > _MOST:
        rerolls, guard_rerolls = min(rerolls, _MOST), min(guard_rerolls, _MOST)
        minus, armour, life = min(minus, _MOST), min(armour, _MOST), min(life, _MOST)
    key = (faces << 1 | forced) << 12 | rerolls << 6 | guard_rerolls
    whole = (((key << 6 | damage) << 6 | minus) << 6 | armour) << 6 | life
    known = _blows.get(whole)
    if known is None:
        left = _left.get(key)
        if left is None:
            left = HitsLeft(faces, forced, rerolls, guard_rerolls)
            _left[key] = left
        known = Blows(left, damage=damage, minus=minus, armour=armour, life=life)
        if len(_blows) >= MOST_KEPT:
            _blows.clear()
        _blows[whole] = known
    return known
