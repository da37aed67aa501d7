"""Playing cards and terrain, using buildings and relics (S-4.7).

What is worth it now, where, and on which target.
"""

from math import sqrt
from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import Point
from simulator.games.signum.board.placement import SummoningPlaces, summoning_places
from simulator.games.signum.cards.abilities import USED
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import DEFENDER, MAGICAL_SHOT, SHOT, SURCHARGE, THROWING
from simulator.games.signum.policies.greedy import weights as w
from simulator.games.signum.policies.greedy.evaluation.creatures import card_worth
from simulator.games.signum.policies.greedy.evaluation.effects import EffectJudge
from simulator.games.signum.policies.greedy.evaluation.placement import Ground
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.play.activated_abilities import usable_relic, why_not_use_building, why_not_use_relic
from simulator.games.signum.rules.play.aim import aims
from simulator.games.signum.rules.play.cards import (
    MAX_CHARACTERS,
    full_cost,
    number_of_characters,
    surcharge_of,
    why_not_play,
    why_not_take,
)
from simulator.games.signum.rules.player.city import can_pay
from simulator.games.signum.rules.player.relics import slots_for
from simulator.games.signum.rules.terrain.play import why_not_lay
from simulator.games.signum.state.actions import Action, LayTerrain, Play, UseBuilding, UseRelic

PLACE_STEP_MM: Final = 50.0
MIN_POINTS: Final = 0.3  # an action worth less is not done


def _is_among(card: SignumCard, cards: list[SignumCard]) -> bool:
    for other in cards:
        if other is card:
            return True
    return False


@mypyc_attr(acyclic=True, free_list_len=1)
class Hand:
    """What the active player could play in this position."""

    __slots__ = ("ground", "judge", "position", "race", "seat", "survey")

    def __init__(self, ground: Ground, judge: EffectJudge) -> None:
        self.ground = ground
        self.judge = judge
        self.survey = ground.survey
        self.position = self.survey.position
        self.seat = self.survey.seat
        self.race = ground.race

    def means(self) -> tuple[int, int, int]:
        """What decides which cards can be played.

        While it stays the same, so does most of the answer.
        """
        player = self.position.players[self.seat]
        tappable = 0
        for building in player.city:
            if not building.tapped:
                tappable += 1
        return len(player.hand), tappable, player.prosperity

    def best(self) -> Action | None:
        """The affordable card worth most; None if none is worth playing."""
        best: Play | None = None
        best_card: SignumCard | None = None
        best_points = 0.0
        seen: list[SignumCard] = []
        for card in self.position.players[self.seat].hand:
            if not can_pay(self.position, self.seat, card.cost) or _is_among(card, seen):
                continue
            seen.append(card)
            points, action = self._judge_card(card)
            points -= card.cost.prosperity * self.race.prosperity
            if action is None or points <= MIN_POINTS:
                continue
            points -= w.TAPPED * card.cost.total
            if best is None or points > best_points:
                best, best_card, best_points = action, card, points
        if best is None or best_card is None:
            return None
        if best_card.type == "character":
            place = self._place(best_card)
            if place is None:
                return None
            best = Play(best.card, at=place, surcharge=best.surcharge)
        return best if why_not_play(self.position, self.seat, best) is None else None

    def _judge_card(self, card: SignumCard) -> tuple[float, Play | None]:
        if card.type == "character":
            return self._character(card)
        if card.type == "spell":
            return self._spell(card)
        if card.type == "relic":
            return self._relic(card)
        return self.judge.tactic(card), Play(card.code)

    # --- characters

    def _character(self, card: SignumCard) -> tuple[float, Play | None]:
        if number_of_characters(self.position, self.seat) >= MAX_CHARACTERS:
            return 0.0, None
        source = Source(seat=self.seat, card=card)
        points = card_worth(card) + self.judge.word(card, source, "first_word")
        surcharge = False
        if card.keywords[SURCHARGE]:
            ability = surcharge_of(card)
            if ability is not None and can_pay(self.position, self.seat, full_cost(card, surcharge=True)):
                more = self.judge.best_option(ability.options, source)[1]
                cost = ability.cost.prosperity * self.race.prosperity + 0.4 * ability.cost.any if ability.cost else 0.0
                surcharge = more > cost
        return points, Play(card.code, surcharge=surcharge)  # the place is computed only for the best card

    def _place(self, card: SignumCard) -> Point | None:
        """S-5.3 The best place along the player's side.

        Near an enemy that must be met or on the path to the enemy hero, and not far from the player's hero.
        """
        places = summoning_places(self.position, self.seat, card.base / 2)
        best, best_points = 0.0, -1e9
        shooter = card.keywords[SHOT] > 0 or card.keywords[THROWING] > 0 or card.keywords[MAGICAL_SHOT] > 0
        guard = 1.0 if self.ground.alarm or self.race.holding or card.keywords[DEFENDER] else 0.3
        for along in places.candidates(step=PLACE_STEP_MM):
            points = self._place_points(along, places, guard=guard, shooter=shooter)
            if points > best_points:
                best, best_points = along, points
        return places.place(best) if best_points > -1e9 else None

    def _place_points(self, along: float, places: SummoningPlaces, *, guard: float, shooter: bool) -> float:
        survey, side, radius = self.survey, places.side, places.radius
        x, y = side.place(along, radius)
        goal = self.ground.alarm[0] if self.ground.alarm else survey.enemy_hero
        points = 0.0
        if goal is not None:
            dx = goal.x - x
            dy = goal.y - y
            points -= sqrt(dx * dx + dy * dy) / 100.0
        hero = survey.hero
        if hero is not None:
            aside = abs(hero.y - y) if side.is_vertical else abs(hero.x - x)
            points -= guard * aside / 100.0
            if shooter and self.ground.alarm:
                points += 0.5 * aside / 100.0
        for menace in self.ground.menaces:
            dx = menace.x - x
            dy = menace.y - y
            if sqrt(dx * dx + dy * dy) - radius <= menace.reach:
                points -= 0.3 * menace.wounds * (2.0 if shooter else 1.0)
        return points

    # --- support cards

    def _spell(self, card: SignumCard) -> tuple[float, Play | None]:
        source = Source(seat=self.seat, card=card, is_spell=True)
        best: Play | None = None
        best_points = 0.0
        for choose, slot in aims(self.position, card.options, source):
            option = card.options[max(choose, 0)]
            points = self.judge.option(option, source, self.position.creature(slot))
            if points > best_points:
                best, best_points = Play(card.code, target=slot, choose=choose), points
        if best_points < w.SPELL_AT_LEAST * (card.cost.total + 1):
            return 0.0, None
        return best_points, best

    def _relic(self, card: SignumCard) -> tuple[float, Play | None]:
        if why_not_take(self.position, self.seat, card) is not None:
            return 0.0, None
        hero = self.survey.hero
        points = self.judge.relic(card)
        same = [relic for relic in self.position.players[self.seat].relics if relic.card.relic == card.relic]
        if hero is not None and len(same) >= slots_for(hero.card, card.relic):
            points -= min([self.judge.relic(relic.card) for relic in same])
        return points, Play(card.code)

    # --- buildings, relics and terrain

    def use(self) -> Action | None:
        """Abilities of buildings and relics, once the cards are played."""
        player = self.position.players[self.seat]
        for building in player.city:
            if building.tapped:
                continue
            for number, ability in enumerate(building.card.abilities):
                if ability.kind == USED:
                    source = Source(seat=self.seat, card=building.card)
                    cost = ability.cost.prosperity if ability.cost is not None else 0
                    for choose, slot in aims(self.position, ability.options, source):
                        option = ability.options[max(choose, 0)]
                        points = self.judge.option(option, source, self.position.creature(slot))
                        use = UseBuilding(building.card.code, ability=number, target=slot, choose=choose)
                        if points - cost * self.race.prosperity > MIN_POINTS and (
                            why_not_use_building(self.position, self.seat, use) is None
                        ):
                            return use
        return self._use_relic()

    def _use_relic(self) -> Action | None:
        """K-37 Uses are few: only for a good reason."""
        for relic in self.position.players[self.seat].relics:
            usable = usable_relic(self.position, self.seat, relic.card.code)
            if usable is None or usable[0] is not relic:
                continue
            source = Source(seat=self.seat, card=relic.card, creature=self.survey.hero)
            for choose, slot in aims(self.position, usable[1].options, source):
                option = usable[1].options[max(choose, 0)]
                action = UseRelic(relic.card.code, target=slot, choose=choose)
                if self.judge.option(option, source, self.position.creature(slot)) > 2 * MIN_POINTS and (
                    why_not_use_relic(self.position, self.seat, action) is None
                ):
                    return action
        return None

    def terrain(self) -> Action | None:
        """S-6.1 Ruins, if the player's characters can search them; no other terrain."""
        player = self.position.players[self.seat]
        if player.laid_terrain or self.ground.alarm or self.survey.hero is None:
            return None
        if not any(not building.tapped for building in player.city):
            return None
        ruins = [template for template in self.position.templates if template.is_ruins]
        waiting = [template for template in ruins if not template.searched]
        searchers = [creature for creature in self.survey.own if not creature.is_hero]
        if waiting or not searchers:
            return None
        for card in player.terrain:
            if "ruins" not in card.traits or not can_pay(self.position, self.seat, card.cost):
                continue
            side = self.position.sides[self.seat]
            hero = side.along(self.survey.hero.x, self.survey.hero.y)
            for along in (hero - 130.0, hero + 130.0, 150.0, 450.0):
                action = LayTerrain(card.code, at=side.place(along, 125.0))
                if why_not_lay(self.position, self.seat, action) is None:
                    return action
        return None
