"""Thrown dice counted exactly: how many hits, how many are stopped, how many wounds. Fractions, never samples.

Two of the six sides of a die show each face, so that everything is counted in thirds. Which dice a melee or a
ranged attack throws is odds.py; how they are thrown in a game, and in which order again, rolling.py.
"""

from fractions import Fraction
from math import comb
from typing import Final

Exact = tuple[Fraction, ...]
Chances = tuple[float, ...]
"""The chance of exactly k at index k."""

SHIELD: Final = Fraction(1, 3)
AGAIN: Final = 1 - (1 - SHIELD) ** 2
"""A shield in two throws."""


def mean(chances: Chances) -> float:
    total = 0.0
    for number, chance in enumerate(chances):
        total += number * chance
    return total


def _binomial(dice: int, chance: Fraction) -> list[Fraction]:
    return [comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)]


def _rerolled(before: list[Fraction], *, chance: Fraction, rerolls: int) -> list[Fraction]:
    """Up to `rerolls` of the dice that failed are thrown again."""
    dice = len(before) - 1
    after = [Fraction(0)] * (dice + 1)
    for good, likely in enumerate(before):
        for more, again in enumerate(_binomial(min(rerolls, dice - good), chance)):
            after[good + more] += likely * again
    return after


def hits(dice: int, *, faces: int, forced: bool = False, rerolls: int = 0) -> Exact:
    """S-9.6, S-9.9 Hits of melee dice: all hits thrown again if `forced` (K-53), then up to `rerolls` misses (K-32)."""
    chance = Fraction(faces, 3)
    return tuple(_rerolled(_binomial(dice, chance * chance if forced else chance), chance=chance, rerolls=rerolls))


def shot_hits(dice: int, *, faces: int, forced: bool = False, sniper: bool = False, rerolls: int = 0) -> Exact:
    """S-9.9 Hits of a ranged attack: forced re-rolls (K-15), then Sniper as `sniper_rerolls` decides, then a Master."""
    chance = Fraction(faces, 3)
    thrown = _binomial(dice, chance * chance if forced else chance)
    if sniper:
        kept = [Fraction(0) if sniper_rerolls(dice, good) else likely for good, likely in enumerate(thrown)]
        given_up = 1 - sum(kept)
        thrown = [likely + given_up * again for likely, again in zip(kept, _binomial(dice, chance), strict=True)]
    return tuple(_rerolled(thrown, chance=chance, rerolls=rerolls))


def sniper_rerolls(dice: int, hits: int) -> bool:
    """K-47 Worth it below the average of a throw: what an unprompted player answers."""
    return 3 * hits < dice


def stopped(made: Exact, *, dice: int, rerolls: int) -> Exact:
    """S-9.7, K-33 Hits left after melee defence; a Master throws failures again only while a hit is left."""
    left = [Fraction(0)] * len(made)
    first = _binomial(dice, SHIELD)
    for number, likely in enumerate(made):
        for shields, chance in enumerate(first):
            again = min(rerolls, dice - shields) if shields < number else 0
            for more, further in enumerate(_binomial(again, SHIELD)):
                left[max(0, number - shields - more)] += likely * chance * further
    return tuple(left)


def stopped_each(made: Exact, *, chance: Fraction) -> Exact:
    """S-11.4 Hits left when every hit has its own defence die, which stops it with this chance."""
    left = [Fraction(0)] * len(made)
    for number, likely in enumerate(made):
        for through, further in enumerate(_binomial(number, 1 - chance)):
            left[through] += likely * further
    return tuple(left)


def wounds(left: Exact, *, hit_damage: int, minus: int, armour: int, life: int) -> Chances:
    """S-10.1, K-01 Wounds from the hits left; `life` stands for it and everything above."""
    taken = [Fraction(0)] * (life + 1)
    for number, likely in enumerate(left):
        taken[min(life, max(0, max(0, number * hit_damage - minus) - armour))] += likely
    return tuple(float(chance) for chance in taken)
