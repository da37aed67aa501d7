"""The worth of effects to the player who causes them, in points.

Spells, abilities, First Words, relics: one number for each verb of the vocabulary. Which targets an effect may have is
abilities/targets.py.
"""

from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import gap_mm
from simulator.games.signum.cards.abilities import KEYWORD, PASSIVE, TRIGGERED, Ability, Effect, Grant, Options, Target
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import DURABILITY, HAMMERBLOW, IMMOBILE, MULTIPLE_USES, RECKLESS, RUSH
from simulator.games.signum.policies.greedy import weights as w
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey, is_shooter
from simulator.games.signum.policies.greedy.evaluation.race import Race
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.abilities.targets import available
from simulator.games.signum.state.position import Creature

HARMFUL: Final = (
    "damage", "wounds", "remove_armour", "silence", "destroy", "return_to_hand", "return_to_deck", "exhaust", "control",
    "reveal", "push",
)  # fmt: skip


@mypyc_attr(acyclic=True, free_list_len=1)
class EffectJudge:
    """Judges effects in one position."""

    __slots__ = ("position", "race", "seat", "survey")

    def __init__(self, survey: Survey, race: Race) -> None:
        self.survey = survey
        self.race = race
        self.position = survey.position
        self.seat = survey.seat

    # --- whole lists of effects

    def best_option(self, options: Options, source: Source, target: Creature | None = None) -> tuple[int, float]:
        """The option worth most, and its worth.

        A named target counts for the first choice it fits.
        """
        best, best_points = 0, -1e9
        for number, option in enumerate(options):
            points = self.option(option, source, target)
            if points > best_points:
                best, best_points = number, points
        return best, best_points

    def option(self, option: tuple[Effect, ...], source: Source, target: Creature | None = None) -> float:
        points = 0.0
        for number, effect in enumerate(option):
            if effect.to is None or effect.to.who != "chosen":
                points += self.effect(effect, source, target, option[number + 1 :])
        return points

    def effect(
        self, effect: Effect, source: Source, target: Creature | None = None, later: tuple[Effect, ...] = ()
    ) -> float:
        """The worth of an effect; what `later` ones do to the creatures it chooses is counted with it."""
        if effect.verb == "roll":
            return effect.dice * len(effect.faces) / 3 * self.option(effect.effects, source, target)
        to = effect.to
        if to is None or not to.is_of_creatures:
            return self._on_cards(effect)
        if target is not None and to.pick == 1 and not to.every and not to.is_certain and self._is_on_side(to, target):
            return self.on_chosen(effect, later, target)
        candidates = available(self.position, to, source)
        if to.every or (to.is_certain and len(candidates) < 2):
            return sum([self.on_creature(effect, creature) for creature in candidates])
        picks, points = to.pick, 0.0
        if target is not None and self._is_on_side(to, target):
            # The target is named for the first choice; others may be chosen with it.
            picks, points = picks - 1, self.on_chosen(effect, later, target)
            candidates = [creature for creature in candidates if creature is not target]
        each = [self.on_chosen(effect, later, creature) for creature in candidates] if picks > 0 else []
        each.sort(reverse=True)
        return points + sum(each[:picks])

    def _is_on_side(self, to: Target, creature: Creature) -> bool:
        """Whether an effect for one's own or for enemy creatures can be for this one."""
        if to.is_own:
            return creature.seat == self.seat
        return not to.is_enemy or creature.team != self.survey.team

    def on_chosen(self, effect: Effect, later: tuple[Effect, ...], creature: Creature) -> float:
        """The worth of choosing this creature, for the effect and for those that mean the same one."""
        points = self.on_creature(effect, creature)
        for other in later:
            if other.to is not None and other.to.who == "chosen":
                points += self.on_creature(other, creature)
            elif other.to is not None and other.to.is_of_creatures and not (other.to.is_certain or other.to.every):
                break  # another choice
        return points

    # --- cards, cities, prosperity

    def _on_cards(self, effect: Effect) -> float:
        verb, amount = effect.verb, effect.amount
        players = self.position.players
        own, foe = players[self.seat], players[self.survey.foe]
        sign = 1.0 if effect.player == "you" else -1.0
        if verb == "draw":
            return self._draw(amount) if sign > 0 else -w.CARD * min(amount, len(foe.deck))
        if verb == "discard":
            return -sign * w.CARD * min(amount, len((own if sign > 0 else foe).hand))
        if verb == "prosperity":
            return sign * amount * (self.race.prosperity if sign > 0 else w.STOLEN)
        if verb == "steal":
            return min(amount, foe.prosperity) * (self.race.prosperity + w.STOLEN)
        number = effect.to.pick if effect.to is not None else 1
        if verb == "destroy_building":
            return w.BUILDING * min(number, len(foe.city))
        if verb == "destroy_relic":
            return w.RELIC if foe.relics else 0.0
        if verb == "block":
            return w.BLOCKED * min(number, len(foe.city))
        if verb == "tap":
            # In the player's own turn it does nothing: the opponent untaps before using them (S-4.1).
            usable = len(foe.city) - len(foe.tapped) if self.position.active == foe.seat else 0
            return w.BLOCKED * min(number, usable)
        if verb == "untap":
            return self._untap(min(number, len(own.tapped)))
        if verb == "recover":
            return w.CARD * min(amount, len([card for card in own.graveyard if card.type != "building"]))
        return 0.0

    def _untap(self, number: int) -> float:
        """What so many more buildings to tap are worth: a little, or more if a card in hand waits for them."""
        own = self.position.players[self.seat]
        if not own.hand:
            return 0.0
        free = len(own.city) - len(own.tapped)
        symbols = 0
        for building in own.city:
            symbols |= building.card.gives
        for card in own.hand:
            cost = card.cost
            needed = len(cost.symbols) + cost.any
            if free < needed <= free + number and not cost.bits & ~symbols and cost.prosperity < own.prosperity:
                return max(w.UNTAPPED * number, w.UNTAPPED_FOR_CARD)
        return w.UNTAPPED * number

    def _draw(self, amount: int) -> float:
        """S-4.3 Cards are good while the deck lasts; later draws give the opponent prosperity."""
        if self.position.options.deck_out_each_turn:
            amount = min(amount, len(self.position.players[self.seat].deck))  # SR-90: further ones do nothing
        good = max(0, min(amount, self.race.spare_cards))
        return good * w.CARD - (amount - good) * w.DRAWN_OUT

    # --- creatures

    def on_creature(self, effect: Effect, creature: Creature) -> float:
        """The worth of an effect on one creature.

        Good for the player's own creatures or bad for the opponent's is positive.
        """
        survey, verb = self.survey, effect.verb
        sign = -1.0 if creature.team == survey.team else 1.0
        if verb == "damage":
            return sign * survey.effect_loss(creature, effect.amount)
        if verb == "wounds":
            return sign * survey.loss(creature, effect.amount)
        death, wound = survey.stake(creature)
        left = death + wound * max(1, creature.health - creature.wounds)
        if verb == "heal":
            return -sign * wound * min(effect.amount, creature.wounds)
        if verb == "armour":
            return -sign * effect.amount * (max(w.ARMOUR_TOKEN, 0.5 * wound) if creature.is_hero else w.ARMOUR_TOKEN)
        if verb == "remove_armour":
            return sign * min(effect.amount, creature.armour) * w.ARMOUR_TOKEN
        if verb == "grant":
            return -sign * sum([self.grant(grant, creature, effect.until) for grant in effect.grants])
        if verb == "step":
            return -sign * self._step(effect.distance, creature, left)
        return sign * self._on_its_freedom(verb, creature, left)

    def _on_its_freedom(self, verb: str, creature: Creature, left: float) -> float:
        """What this verb costs the owner of a creature that is worth `left` now."""
        if verb == "destroy":
            return left
        if verb == "silence":
            return 0.12 * left * min(4, len(creature.card.abilities))
        if verb == "return_to_hand":
            return 0.55 * left
        if verb == "return_to_deck":
            return 0.8 * left
        if verb == "exhaust":
            return 0.3 * left
        if verb == "control":
            return 0.6 * left
        if verb == "ready":
            return -0.35 * left if self._has_acted(creature) and self.has_prey(creature) else 0.0
        if verb == "hide":
            return 0.0 if creature.hidden or creature.is_hero else -w.HIDDEN
        if verb == "reveal":
            return w.HIDDEN if creature.hidden else 0.0
        if verb == "concentrate":
            return -0.3
        if verb == "push":
            return 0.2
        return 0.0

    def _step(self, distance: int, creature: Creature, left: float) -> float:
        """A step brings its owner's creature to an enemy it would not reach, or a little nearer."""
        if creature.seat != self.seat or creature.activated or creature.summoned or creature.is_hero:
            return 0.2
        nearest = self.survey.nearest(creature)
        reaches = creature.movement < nearest <= creature.movement + distance and not is_shooter(creature)
        return w.REACHED * left if reaches else 0.2

    def _has_acted(self, creature: Creature) -> bool:
        """Whether an effect lets it activate again: SR-87 perhaps also after its summoning."""
        if creature.activated or not self.position.options.summoned_activated:
            return creature.activated
        return creature.summoned and not creature.keywords[RUSH]

    def grant(self, entry: Grant, creature: Creature, until: str) -> float:
        """The worth of a grant to the creature's owner."""
        if entry.keyword == IMMOBILE and creature.keywords[IMMOBILE]:
            return 0.0
        if entry.stat == "strength":
            points = entry.value * w.STRENGTH
        elif entry.stat == "health":
            points = entry.value * w.HEALTH
        elif entry.stat == "movement":
            points = 0.3 * entry.value
        elif entry.shield:
            points = 0.3
        else:
            points = entry.value * w.KEYWORD.get(entry.keyword, 0.1)
        if until == "game":
            return 1.4 * points
        if creature.seat == self.seat and (creature.activated or creature.summoned or not self.has_prey(creature)):
            return 0.1 * points if until == "end_of_turn" else 0.4 * points
        return 0.8 * points

    def has_prey(self, creature: Creature) -> bool:
        """Whether it could attack an enemy in this activation."""
        reach = creature.movement if not is_shooter(creature) else 250
        others = self.survey.enemies if creature.seat == self.seat else self.survey.own
        return any(not enemy.hidden and gap_mm(creature, enemy) <= reach for enemy in others)

    # --- abilities of cards that stay

    def word(self, card: SignumCard, source: Source, word: str) -> float:
        """K-20, K-29 The worth of a First Word now."""
        points = 0.0
        for ability in card.triggered.get(word, ()):
            points += max(0.0, self.best_option(ability.options, source)[1])
        return points

    def tactic(self, card: SignumCard) -> float:
        """The worth of a tactic laid down; one that cancels takes a card and all that was paid for it."""
        for option in card.options:
            for effect in option:
                if effect.verb == "cancel":
                    return w.TACTIC + w.CANCELLED
        return w.TACTIC

    def relic(self, card: SignumCard) -> float:
        """The worth of a new relic on the player's own hero."""
        points = card.keywords[DURABILITY] * w.KEYWORD[DURABILITY]
        for ability in card.abilities:
            points += self._relic_ability(ability, max(1, card.keywords[MULTIPLE_USES]))
        return points

    def _relic_ability(self, ability: Ability, uses: int) -> float:
        hero = self.survey.hero
        if ability.kind == TRIGGERED:
            return 0.8
        if hero is None:
            return 0.0
        if ability.kind == KEYWORD and ability.keyword == MULTIPLE_USES:
            if ability.grants:
                return 0.5 * uses * sum([self._to_hero(grant) for grant in ability.grants])
            return uses * max([self._use(option) for option in ability.options])
        if ability.kind == PASSIVE:
            each = sum([self._to_hero(grant) for grant in ability.grants])
            return each if ability.to is None else 1.5 * each
        return 0.0

    def _use(self, option: tuple[Effect, ...]) -> float:
        """One use of a relic, some time: damage counts by its amount."""
        points = 0.5
        for effect in option:
            if effect.verb in ("damage", "wounds"):
                points = max(points, w.DAMAGE_LATER * effect.amount)
        return points

    def _to_hero(self, grant: Grant) -> float:
        if grant.keyword == RECKLESS:
            return 0.0
        if grant.keyword == HAMMERBLOW and self.survey.hero is not None:
            return max(w.KEYWORD[HAMMERBLOW], w.HAMMER_DIE * self.survey.hero.strength)
        if grant.stat == "strength":
            return grant.value * w.STRENGTH
        return max(0.2, grant.value * w.KEYWORD.get(grant.keyword, 0.3))
