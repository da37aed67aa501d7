"""What one side's dice do to the other in a melee, computed once and cached.

The chances of no wound and of a kill, and the wounds on average. A Fighter is one side in plain numbers; combatants.py
reads them from a creature. How both sides split their dice is splits.py, the chances of every number of wounds are
attacks.py, the counting of throws is distributions.py.
"""

from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.odds.distributions import hits, stopped

TOKEN: Final = 0.5  # an armour token struck off, in wounds
UNHURT_FACES: Final = 2  # of three: axe and shield hit (S-9.6)
HURT_FACES: Final = 1  # only shield
MAX_CACHED: Final = 4_000
"""The cache is emptied at this size: a long batch must not fill the memory."""
_MAX: Final = 63  # a higher number changes no odds: no creature has so many dice, lives or tokens


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
        self.lowest = lowest  # dice that must attack (K-41)
        self.highest = highest  # dice that may attack (K-08, S-9.4)
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
        """K-17 The dice put into attack, and an Expert's extra ones if all of them are."""
        return attack + self.expert_of_attack if 0 < attack == self.dice else attack

    def defence_dice(self, attack: int) -> int:
        """K-18 The rest, and an Expert's extra ones if none attacks."""
        return self.dice - attack + (self.expert_of_defence if attack == 0 < self.dice else 0)


@mypyc_attr(acyclic=True)
class Blow:
    """An attack with settled dice: chances of no wound and of death, average wounds."""

    __slots__ = ("kills", "none", "points")

    def __init__(self, none: float, kills: float, points: float) -> None:
        self.none = none
        self.kills = kills
        self.points = points  # armour struck off counts as TOKEN


@mypyc_attr(acyclic=True)
class Blows:
    """One side's attack on the other with any number of dice."""

    __slots__ = ("armour", "columns", "damage", "left", "life", "minus", "rows")

    def __init__(self, left: "HitsLeft", *, damage: int, minus: int, armour: int, life: int) -> None:
        self.left = left
        self.damage = damage
        self.minus = minus
        self.armour = armour
        self.life = life
        self.rows: list[list[Blow]] = []
        self.columns: list[list[Blow]] = []

    def with_dice(self, dice: int, max_guard: int) -> list[Blow]:
        """These attack dice against 0, 1, … defence dice, up to `max_guard` at least."""
        while len(self.rows) <= dice:
            self.rows.append([])
        row = self.rows[dice]
        while len(row) <= max_guard:
            row.append(self._blow(dice, len(row)))
        return row

    def against(self, guard: int, max_dice: int) -> list[Blow]:
        """These defence dice against 0, 1, … attack dice, up to `max_dice` at least."""
        while len(self.columns) <= guard:
            self.columns.append([])
        column = self.columns[guard]
        while len(column) <= max_dice:
            column.append(self._blow(len(column), guard))
        return column

    def _blow(self, dice: int, guard: int) -> Blow:
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
    """The chances of the hits left after defence, by attack and defence dice.

    Computed on first use.
    """

    __slots__ = ("faces", "forced", "guard_rerolls", "rerolls", "rows")

    def __init__(self, faces: int, forced: bool, rerolls: int, guard_rerolls: int) -> None:
        self.faces = faces
        self.forced = forced
        self.rerolls = rerolls
        self.guard_rerolls = guard_rerolls
        self.rows: list[list[list[float]]] = []

    def of(self, dice: int, guard: int) -> list[float]:
        """At index k, the chance of k hits left."""
        while len(self.rows) <= dice:
            self.rows.append([])
        row = self.rows[dice]
        while len(row) <= guard:
            made = hits(dice, faces=self.faces, forced=self.forced, rerolls=self.rerolls)
            ways = stopped(made, dice=len(row), rerolls=self.guard_rerolls)
            total = sum(ways)
            row.append([number / total for number in ways])
        return row[guard]


# --- cached

_plain: Final[list[Blows | None]] = [None] * 4096
"""Those of most melees, without re-rolls and Minus from attacks, by a small number."""
_blows: Final[dict[int, Blows]] = {}
_left: Final[dict[int, HitsLeft]] = {}


def blows_of(by: Fighter, on: Fighter, *, hurt: bool, forced: bool) -> Blows:
    """One side's attack; `forced`: hits are thrown again (K-53)."""
    return _cached(
        by.faces(hurt=hurt), forced, by.master_of_attack, on.master_of_defence, by.hit_damage, on.minus, on.armour,
        on.life,
    )  # fmt: skip


def magical_blows(by: Fighter, on: Fighter, *, hurt: bool, forced: bool) -> Blows:
    """K-31 A Magical Strike: no defence, no armour, hits become wounds."""
    return _cached(by.faces(hurt=hurt), forced, by.master_of_attack, 0, 1, 0, 0, on.life)


def _cached(
    faces: int, forced: bool, rerolls: int, guard_rerolls: int, damage: int, minus: int, armour: int, life: int
) -> Blows:
    if not (rerolls or guard_rerolls or minus) and damage < 3 and 0 <= armour < 16 and life < 32:
        place = ((((faces - 1) << 1 | forced) << 1 | (damage - 1)) << 4 | armour) << 5 | life
        plain = _plain[place]
        if plain is None:
            plain = Blows(_hits_left(faces, forced, 0, 0), damage=damage, minus=0, armour=armour, life=life)
            _plain[place] = plain
        return plain
    # The key is one integer below 2 to the 62: fast to make and to look up.
    if rerolls > _MAX or guard_rerolls > _MAX or minus > _MAX or armour > _MAX or life > _MAX:
        rerolls, guard_rerolls = min(rerolls, _MAX), min(guard_rerolls, _MAX)
        minus, armour, life = min(minus, _MAX), min(armour, _MAX), min(life, _MAX)
    key = _left_key(faces, forced, rerolls, guard_rerolls)
    full_key = (((key << 6 | damage) << 6 | minus) << 6 | armour) << 6 | life
    blows = _blows.get(full_key)
    if blows is None:
        left = _hits_left(faces, forced, rerolls, guard_rerolls)
        blows = Blows(left, damage=damage, minus=minus, armour=armour, life=life)
        if len(_blows) >= MAX_CACHED:
            _blows.clear()
        _blows[full_key] = blows
    return blows


def _hits_left(faces: int, forced: bool, rerolls: int, guard_rerolls: int) -> HitsLeft:
    key = _left_key(faces, forced, rerolls, guard_rerolls)
    left = _left.get(key)
    if left is None:
        left = HitsLeft(faces, forced, rerolls, guard_rerolls)
        _left[key] = left
    return left


def _left_key(faces: int, forced: bool, rerolls: int, guard_rerolls: int) -> int:
    return (faces << 1 | forced) << 12 | rerolls << 6 | guard_rerolls
