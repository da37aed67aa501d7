"""Thrown dice counted exactly, in whole numbers: hits, hits stopped, wounds.

Two of the six sides of a die show each face, so that everything is counted in thirds. Which dice a melee or a ranged
attack throws is attacks.py; how they are thrown in a game, and in which order again, is rules/dice.py.
"""

from math import comb
from typing import Final

Ways = list[int]
"""At index k, the number of equally likely ways to get exactly k."""
Chances = tuple[float, ...]
"""At index k, the chance of exactly k."""

SHIELD: Final = (1, 3)
"""One face of three."""
AGAIN: Final = (5, 9)
"""A shield in at least one of two throws."""


def mean(chances: Chances) -> float:
    """The average number."""
    total = 0.0
    for number, chance in enumerate(chances):
        total += number * chance
    return total


def _binomial(dice: int, good: int, of: int) -> Ways:
    return [comb(dice, k) * good**k * (of - good) ** (dice - k) for k in range(dice + 1)]


def _rerolled(before: Ways, *, faces: int, rerolls: int) -> Ways:
    """Throws up to `rerolls` of the failed dice again."""
    dice = len(before) - 1
    rerolls = min(rerolls, dice)
    if rerolls == 0:
        return before
    after = [0] * (dice + 1)
    for good, ways in enumerate(before):
        again = min(rerolls, dice - good)
        # Dice not thrown again count as often as if they had been.
        ways *= 3 ** (rerolls - again)
        for more, further in enumerate(_binomial(again, faces, 3)):
            after[good + more] += ways * further
    return after


def hits(dice: int, *, faces: int, forced: bool = False, rerolls: int = 0) -> Ways:
    """S-9.6, S-9.9 Hits of melee dice.

    All hits are thrown again if `forced` (K-53), then up to `rerolls` misses (K-32).
    """
    thrown = _binomial(dice, faces * faces, 9) if forced else _binomial(dice, faces, 3)
    return _rerolled(thrown, faces=faces, rerolls=rerolls)


def shot_hits(dice: int, *, faces: int, forced: bool = False, sniper: bool = False, rerolls: int = 0) -> Ways:
    """S-9.9 Hits of a ranged attack.

    Forced re-rolls (K-15), then Sniper as `sniper_rerolls` decides, then a Master.
    """
    thrown = _binomial(dice, faces * faces, 9) if forced else _binomial(dice, faces, 3)
    if sniper:
        kept = [0 if sniper_rerolls(dice, good) else ways for good, ways in enumerate(thrown)]
        given_up = sum(thrown) - sum(kept)
        every = 3**dice
        thrown = [ways * every + given_up * again for ways, again in zip(kept, _binomial(dice, faces, 3), strict=True)]
    return _rerolled(thrown, faces=faces, rerolls=rerolls)


def sniper_rerolls(dice: int, hits: int) -> bool:
    """K-47 Whether to re-roll: below the average of a throw, as an unprompted player does."""
    return 3 * hits < dice


def stopped(made: Ways, *, dice: int, rerolls: int) -> Ways:
    """S-9.7, K-33 Hits left after melee defence.

    A Master throws failures again only while a hit is left.
    """
    left = [0] * len(made)
    rerolls = min(rerolls, dice)
    first = _binomial(dice, 1, 3)
    for number, ways in enumerate(made):
        for shields, chance in enumerate(first):
            again = min(rerolls, dice - shields) if shields < number else 0
            both = ways * chance * 3 ** (rerolls - again)
            for more, further in enumerate(_binomial(again, 1, 3)):
                left[max(0, number - shields - more)] += both * further
    return left


def stopped_each(made: Ways, *, chance: tuple[int, int]) -> Ways:
    """S-11.4 Hits left when every hit meets its own defence die.

    `chance` is that of stopping it.
    """
    good, of = chance
    max_hits = len(made) - 1
    left = [0] * len(made)
    for number, ways in enumerate(made):
        ways *= of ** (max_hits - number)
        for through, further in enumerate(_binomial(number, of - good, of)):
            left[through] += ways * further
    return left


def wounds(left: Ways, *, hit_damage: int, minus: int, armour: int, life: int) -> Chances:
    """S-10.1, K-01 Wounds from the hits left; `life` stands for itself and everything above."""
    taken = [0] * (life + 1)
    for number, ways in enumerate(left):
        taken[min(life, max(0, max(0, number * hit_damage - minus) - armour))] += ways
    total = sum(left)
    return tuple([ways / total for ways in taken])


def tokens(left: Ways, *, hit_damage: int, minus: int, armour: int) -> float:
    """S-10.1 The armour tokens that the hits left strike off, on average."""
    struck = 0
    for number, ways in enumerate(left):
        struck += ways * min(armour, max(0, number * hit_damage - minus))
    return struck / sum(left)
