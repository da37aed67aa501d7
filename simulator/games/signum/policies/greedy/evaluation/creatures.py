"""The worth of creatures, wounds and attacks to a player, in points.

The unit is defined in greedy/weights.py. Dice are counted exactly. A Survey is made once per decision and caches what
has been computed for its position. Cards are judged in effects.py, places in placement.py.
"""

from math import sqrt

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import gap_mm
from simulator.games.signum.cards.abilities import ACTIVATED, PASSIVE, TRIGGERED, USED
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import FORTITUDE, MAGICAL_SHOT, PREDATOR, SHOT, THROWING
from simulator.games.signum.odds.exchange import TOKEN, Fighter
from simulator.games.signum.odds.splits import WORTH_ALL, Meeting
from simulator.games.signum.policies.greedy import weights as w
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.combat.combatants import fighter
from simulator.games.signum.rules.combat.ranged import shot_outlook
from simulator.games.signum.state.position import Camp, Creature, Position

Stake = tuple[float, float]
"""The worth of a creature's death on top of its wounds, and of each wound, to its enemy."""


def card_worth(card: SignumCard) -> float:
    """The worth of a hero or character as printed."""
    worth = card.points
    if worth < 0.0:
        worth = card.strength * w.STRENGTH + card.health * w.HEALTH + w.SPEED.get(card.movement, 0.0)
        for keyword, value in enumerate(card.keywords):
            if value:
                worth += value * w.KEYWORD.get(keyword, 0.0)
        for ability in card.abilities:
            if ability.kind in (TRIGGERED, PASSIVE, ACTIVATED, USED):
                worth += w.TRIGGERED_ABILITY
        card.points = worth
    return worth


def is_shooter(creature: Creature) -> bool:
    keywords = creature.keywords
    return keywords[SHOT] > 0 or keywords[THROWING] > 0 or keywords[MAGICAL_SHOT] > 0


def own_keywords(position: Position, creature: Creature) -> list[int]:
    """All its keyword values by number.

    Its card's, granted ones, and those from relics, auras and buildings.
    """
    return stats.keywords_with(position, creature, stats.reaching(position, creature))


def chosen_enemy(camp: Camp) -> Creature | None:
    """Of several enemy heroes the nearest to the player's own; each health left counts as a distance."""
    best: Creature | None = None
    least = 0.0
    for hero in camp.enemies:
        if not hero.is_hero:
            continue
        cost = w.LIFE_AS_MM * (hero.health - hero.wounds) + (gap_mm(camp.hero, hero) if camp.hero is not None else 0.0)
        if best is None or cost < least:
            best, least = hero, cost
    return best


@mypyc_attr(acyclic=True, free_list_len=1)
class Survey:
    """One position as seen by one seat. Everything is computed on first use."""

    __slots__ = (
        "_attackers", "_defenders", "_siege_wound", "enemies", "enemy_hero", "foe", "hero", "own", "position", "seat",
        "seats", "team",
    )  # fmt: skip

    def __init__(self, position: Position, seat: int) -> None:
        self.position = position
        self.seat = seat
        self.seats = len(position.players)
        self.team = position.teams[seat]
        camp = position.camp(seat)
        self.hero = camp.hero
        # The opponent it plays against; of several the one whose hero is nearest and weakest.
        self.enemy_hero = chosen_enemy(camp) if self.seats > 2 else camp.enemy_hero
        self.foe = position.after[seat][0] if self.seats == 2 or self.enemy_hero is None else self.enemy_hero.seat
        self.own = camp.own
        self.enemies = camp.enemies
        self._siege_wound = -1.0  # the worth of a wound of the enemy hero, once computed
        # By slot; most decisions need neither.
        self._defenders: dict[int, Fighter] | None = None
        self._attackers: dict[int, Fighter] | None = None

    def nearest(self, creature: Creature) -> float:
        """The gap to the nearest enemy; 0 without enemies."""
        nearest = 1e9
        for enemy in self.enemies:
            dx = creature.x - enemy.x
            dy = creature.y - enemy.y
            gap = sqrt(dx * dx + dy * dy) - enemy.radius
            if gap < nearest:
                nearest = gap
        return nearest - creature.radius if nearest < 1e9 else 0.0

    # --- worth

    def worth(self, creature: Creature) -> float:
        """The worth of a character as it is now, unwounded."""
        card = creature.card
        points = card.points
        if points < 0.0:
            points = card_worth(card)
        return points + ((creature.strength - card.strength) * w.STRENGTH + creature.armour * w.ARMOUR_TOKEN)

    def worth_of(self, creatures: list[Creature]) -> float:
        """The worth of these creatures together, heroes excluded."""
        worth = 0.0
        for creature in creatures:
            if not creature.is_hero:
                worth += self.worth(creature)
        return worth

    def stake(self, creature: Creature) -> Stake:
        """What its death and its wounds would cost its owner."""
        if not creature.is_hero:
            return self._character_stake(creature)
        if creature.team == self.team or self.seats > 2:
            return self._hero_stake(creature)
        if self._siege_wound < 0.0:
            self._siege_wound = self._hero_stake(creature)[1]
        return w.HERO_DEATH, self._siege_wound

    def _hero_stake(self, hero: Creature) -> Stake:
        """A hero's wounds together are worth about the game.

        Each is worth more, the fewer it can take and has left.
        """
        lost = hero.wounds / max(1, hero.health)
        wound = (w.HERO_WOUNDS + w.HERO_WOUNDS_LAST * lost) / max(1, hero.health)
        if hero.team == self.team:
            return w.HERO_DEATH, wound * w.OWN_HERO
        return w.HERO_DEATH, wound * (1.0 + w.SIEGE * min(1.0, self._siege(hero) / max(1, hero.health - hero.wounds)))

    def tokens(self, creature: Creature) -> int:
        """S-10.3 What stops damage before it wounds: armour, and a hero's relics."""
        tokens = creature.armour
        if creature.is_hero:
            for relic in self.position.players[creature.owner].relics:
                tokens += relic.armour
        return tokens

    def _siege(self, hero: Creature) -> float:
        """Roughly how many wounds the player can bring the enemy hero in one turn."""
        wounds = -0.5 * self.tokens(hero)
        for creature in self.own:
            gap = gap_mm(creature, hero)
            keywords = creature.keywords
            if gap <= creature.movement:
                wounds += max(0.3, creature.strength * (1 / 3 if creature.wounds else 2 / 3) - 0.4)
            elif gap <= 250.0:
                wounds += max(keywords[SHOT] * 2 / 9, keywords[MAGICAL_SHOT] / 3)
        return max(0.0, wounds)

    def _character_stake(self, creature: Creature) -> Stake:
        if creature.seat != creature.owner:
            return 0.0, 0.0  # only borrowed (SR-14)
        worth = self.worth(creature)
        health, wounds = creature.health, creature.wounds
        later = w.LATER_WOUNDS * worth / (health if health > 1 else 1)
        life = health - wounds if health - wounds > 1 else 1
        left = worth - wounds * later
        wound = later
        if wounds > 0:
            left -= w.FIRST_WOUND * worth
        elif life > 1 and not creature.keywords[FORTITUDE]:
            wound += w.FIRST_WOUND * worth / life  # spread over its wounds: the odds count them all alike
        left -= life * wound
        return (left if left > 0.0 else 0.0), wound

    def loss(self, creature: Creature, wounds: int) -> float:
        """What this many wounds cost its owner."""
        life = creature.health - creature.wounds
        death, wound = self.stake(creature)
        return death + wound * life if wounds >= life else wound * wounds

    def damage_loss(self, creature: Creature, amount: int) -> float:
        """S-10.1 What this much damage costs its owner; armour tokens stop some."""
        stopped = min(amount, creature.armour)
        return stopped * w.ARMOUR_TOKEN + (self.loss(creature, amount - stopped) if amount > stopped else 0.0)

    def effect_loss(self, creature: Creature, amount: int) -> float:
        """S-10.3, SR-91 What this much damage from a spell or ability costs its owner."""
        if self.position.options.physical_armour:
            return self.loss(creature, amount)
        return self.damage_loss(creature, amount)

    # --- attacks

    def melee(
        self, attacker: Creature, defender: Creature, *, moved: bool, magical: bool = False,
        too_little: float = -WORTH_ALL,
    ) -> float:  # fmt: skip
        """The points a melee is worth to the attacker, both sides splitting optimally.

        If that is no more than `too_little`, some value that is no more than it.
        """
        ours = self._attacker(attacker, defender, moved=moved, magical=magical)
        theirs = self.defender(defender, attacker)
        death, wound = self.stake(defender)
        own_death, own_wound = self.stake(attacker)
        return Meeting(ours, theirs, magical, death, wound, own_death, own_wound).settled(too_little)[2]

    def weights(self, attacker: Creature, defender: Creature) -> tuple[float, float, float, float]:
        """The weights of this melee for odds/splits.py."""
        death, wound = self.stake(defender)
        own_death, own_wound = self.stake(attacker)
        return death, wound, own_death, own_wound

    def defender(self, creature: Creature, opponent: Creature) -> Fighter:
        """The defender's numbers, which do not depend on the attacker; SR-86 except those of a Predator."""
        if self.position.options.predator_defends and creature.keywords[PREDATOR]:
            return fighter(self.position, creature, opponent, attacking=False, moved=False)
        if self._defenders is None:
            self._defenders = {}
        numbers = self._defenders.get(creature.slot)
        if numbers is None:
            numbers = fighter(self.position, creature, opponent, attacking=False, moved=False)
            self._defenders[creature.slot] = numbers
        return numbers

    def _attacker(self, creature: Creature, opponent: Creature, *, moved: bool, magical: bool) -> Fighter:
        if creature.keywords[PREDATOR]:
            return fighter(self.position, creature, opponent, attacking=True, moved=moved, magical=magical)
        if self._attackers is None:
            self._attackers = {}
        key = 4 * creature.slot + 2 * moved + magical
        numbers = self._attackers.get(key)
        if numbers is None:
            numbers = fighter(self.position, creature, opponent, attacking=True, moved=moved, magical=magical)
            self._attackers[key] = numbers
        return numbers

    def shot(self, shooter: Creature, target: Creature, kind: str) -> float:
        """The points a shot from where the shooter stands is worth."""
        chances = shot_outlook(self.position, shooter, target, kind)
        death, wound = self.stake(target)
        points = death * chances[-1]
        for wounds, chance in enumerate(chances):
            points += wound * wounds * chance
        if kind != "magical_shot":
            # Armour struck off counts too, or attacking an armoured creature would never begin.
            hits = shooter.keywords[SHOT] * 2 / 9 if kind == "shot" else shooter.keywords[THROWING] * 4 / 9
            points += TOKEN * wound * min(float(self.tokens(target)), hits)
        return points

    def backstabs(self, creature: Creature, rollers: list[Creature]) -> float:
        """S-8.1 What moving away from these enemies costs on average."""
        points = 0.0
        for roller in rollers:
            hit = 1 / 3 if roller.wounds > 0 and not roller.keywords[FORTITUDE] else 2 / 3
            points += hit * self.damage_loss(creature, 1)
        return points
