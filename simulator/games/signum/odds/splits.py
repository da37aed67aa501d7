"""S-9.3 The best splits of two fighters' dice: the defender first, then the attacker."""

from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.odds.exchange import Blow, Blows, Fighter, blows_of, magical_blows

Weights = tuple[float, float, float, float]
"""The worth of the defender's death, each of its wounds, the attacker's death, each of its wounds."""
EVEN: Weights = (4.0, 1.0, 4.0, 1.0)  # not Final: mypyc treats a final tuple of floats as unset
WORTH_ALL: Final = 1e18
"""More than any exchange is worth."""
Settled = tuple[int, int, float]
"""The dice that attack, the dice that strike back, and their worth to the attacker."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Meeting:
    """Two fighters about to split their dice, judged by weights."""

    __slots__ = (
        "_back", "_back_guard", "attacker", "blows", "blows_back", "death", "defender", "in_time", "magical",
        "own_death", "own_wound", "weak", "weak_back", "wound",
    )  # fmt: skip

    def __init__(
        self, attacker: Fighter, defender: Fighter, magical: bool, death: float, wound: float, own_death: float,
        own_wound: float,
    ) -> None:  # fmt: skip
        self.attacker = attacker
        self.defender = defender
        self.magical = magical
        self.death = death
        self.wound = wound
        self.own_death = own_death
        self.own_wound = own_wound
        self._back = self._back_guard = 0  # the dice of the split being answered
        self.blows = self._blows(hurt=attacker.hurt)
        self.blows_back = blows_of(defender, attacker, hurt=defender.hurt, forced=False)
        # K-27: the side that strikes second may be hurt by then.
        self.weak: Blows | None = None
        self.weak_back: Blows | None = None
        self.in_time = attacker.initiative == defender.initiative  # both strike at the same time
        if attacker.initiative and not defender.initiative:
            self.weak_back = blows_of(defender, attacker, hurt=True, forced=False)
        elif defender.initiative and not attacker.initiative:
            self.weak = self._blows(hurt=True)

    def _blows(self, *, hurt: bool) -> Blows:
        forced = self.defender.veteran
        if self.magical:
            return magical_blows(self.attacker, self.defender, hurt=hurt, forced=forced)
        return blows_of(self.attacker, self.defender, hurt=hurt, forced=forced)

    def settled(self, too_little: float = -WORTH_ALL) -> Settled:
        """The split of the defender whose best answer is worth least.

        Once it is worth no more than `too_little` the search ends: the attacker has something better to do.
        """
        defender = self.defender
        best = self.answer(defender.lowest)
        for strike_back in range(defender.lowest + 1, defender.highest + 1):
            if best[2] <= too_little:
                break
            answer = self.answer(strike_back, least=best[2])
            if answer[2] < best[2]:
                best = answer
        return best

    def answer(self, strike_back: int, *, least: float = WORTH_ALL) -> Settled:
        """The attacker's best answer to this number of dice that strike back.

        Once it is worth `least` the search ends: the defender will not choose this split.
        """
        attacker, defender = self.attacker, self.defender
        back, back_guard = defender.attack_dice(strike_back), defender.defence_dice(strike_back)
        if self.magical:
            back_guard = 0
        self._back, self._back_guard = back, back_guard
        # By the attacker's dice, and by its defence dice.
        column = self.blows.against(back_guard, attacker.dice + attacker.expert_of_attack)
        row = self.blows_back.with_dice(back, attacker.dice + attacker.expert_of_defence)
        if self.magical:
            return attacker.dice, strike_back, self._worth(column, row, attacker.dice, 0)
        best, best_worth = attacker.lowest, -WORTH_ALL
        all_dice, in_time = attacker.dice, self.in_time
        death, wound, own_death, own_wound = self.death, self.wound, self.own_death, self.own_wound
        for attack in range(attacker.lowest, attacker.highest + 1):
            dice, guard = attack, all_dice - attack
            if dice == 0 or guard == 0:  # only then an Expert throws more
                dice, guard = attacker.attack_dice(attack), attacker.defence_dice(attack)
            if in_time:
                blow, blow_back = column[dice], row[guard]
                worth = death * blow.kills + wound * blow.points - own_death * blow_back.kills
                worth -= own_wound * blow_back.points
            else:
                worth = self._worth(column, row, dice, guard)
            if worth > best_worth:
                best, best_worth = attack, worth
                if best_worth >= least:
                    break
        return best, strike_back, best_worth

    def _worth(self, column: list[Blow], row: list[Blow], dice: int, guard: int) -> float:
        blow, blow_back = column[dice], row[guard]
        kills, dealt = blow.kills, blow.points
        dies, taken = blow_back.kills, blow_back.points
        if self.weak_back is not None:
            weak = self.weak_back.with_dice(self._back, guard)[guard]
            missed, wounded = blow.none, 1.0 - blow.none - kills
            dies = missed * dies + wounded * weak.kills
            taken = missed * taken + wounded * weak.points
        elif self.weak is not None:
            weak = self.weak.against(self._back_guard, dice)[dice]
            unhurt, wounded = blow_back.none, 1.0 - blow_back.none - dies
            kills = unhurt * kills + wounded * weak.kills
            dealt = unhurt * dealt + wounded * weak.points
        return self.death * kills + self.wound * dealt - self.own_death * dies - self.own_wound * taken
