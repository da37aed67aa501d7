"""Activated abilities and ruins, judged for one creature, and abilities that need no activation.

Healer, Control, Howl, Concentration, and its card's own abilities.
"""

from typing import Final

from simulator.games.signum.board.geometry import gap_mm, in_contact
from simulator.games.signum.cards.abilities import ACTIVATED, KEYWORD
from simulator.games.signum.cards.keywords import CONCENTRATION, CONTROL, HEALER, HOWL, IMMOBILE, MAGICAL_SHOT
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.policies.greedy import weights as w
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey
from simulator.games.signum.policies.greedy.evaluation.effects import EffectJudge
from simulator.games.signum.policies.greedy.plans.moves import move_length, obstacles, towards
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.combat.healing import why_not_control, why_not_heal
from simulator.games.signum.rules.play.aim import aims
from simulator.games.signum.rules.play.unmarked_abilities import unmarked_uses
from simulator.games.signum.rules.terrain.ruins import why_not_search_at
from simulator.games.signum.rules.terrain.terrain import touches
from simulator.games.signum.state.actions import SEARCH, USE, Activate, UseAbility
from simulator.games.signum.state.position import Creature

Choice = tuple[float, Activate]
NOTHING: Final[list[Choice]] = []
"""The choices of most creatures; never changed."""


def abilities(survey: Survey, judge: EffectJudge, creature: Creature, keywords: list[int]) -> list[Choice]:
    """S-7.6 What it could use its activation for, where it stands and touching no enemy."""
    has_keyword = keywords[HEALER] or keywords[CONTROL] or keywords[HOWL] or keywords[CONCENTRATION]
    if not has_keyword and not creature.card.has_activated_ability:
        return NOTHING
    choices: list[Choice] = []
    if keywords[HEALER]:
        _heal(survey, creature, keywords[HEALER], choices)
    if keywords[CONTROL]:
        _control(survey, creature, keywords[CONTROL], choices)
    if keywords[HOWL]:
        _howl(survey, judge, creature, choices)
    if keywords[CONCENTRATION] and creature.concentration < 3:
        useful = keywords[MAGICAL_SHOT] or keywords[CONTROL] or keywords[HEALER]
        choices.append((0.5 if useful else 0.05, Activate(creature.slot, then=USE, kind="concentration")))
    number = 0
    for ability in creature.card.abilities:
        if ability.kind != ACTIVATED:
            continue
        source = Source(seat=creature.seat, card=creature.card, creature=creature)
        for choose, slot in aims(survey.position, ability.options, source):
            option = ability.options[max(choose, 0)]
            points = judge.option(option, source, survey.position.creature(slot))
            action = Activate(creature.slot, then=USE, kind=f"activated:{number}", target=slot, choose=choose)
            if points > 0.2:
                choices.append((points, action))
        number += 1
    return choices


def unmarked(survey: Survey, judge: EffectJudge) -> UseAbility | None:
    """SR-76 The best use of an ability that needs no activation, if it is worth its cost."""
    best: UseAbility | None = None
    best_points = w.UNMARKED_AT_LEAST
    for action in unmarked_uses(survey.position, survey.seat):
        creature = survey.position.creature(action.slot)
        if creature is None:
            continue
        ability = creature.card.abilities[action.ability]
        source = Source(seat=survey.seat, card=creature.card, creature=creature)
        option = ability.options[max(action.choose, 0)]
        points = judge.option(option, source, survey.position.creature(action.target))
        if ability.cost is not None:
            points -= ability.cost.prosperity * judge.race.prosperity
            points -= (len(ability.cost.buildings) + ability.cost.any) * w.TAPPED
        if points > best_points:
            best, best_points = action, points
    return best


def _heal(survey: Survey, healer: Creature, number: int, choices: list[Choice]) -> None:
    """K-24 Healing each wounded creature of the player."""
    for other in survey.own:
        if other is healer or other.wounds == 0 or gap_mm(healer, other) > LENGTHS_MM["XL"]:
            continue
        dice = number + healer.concentration
        healed = min(dice * (2 / 3 if in_contact(healer, other) else 1 / 3), float(other.wounds))
        points = healed * survey.stake(other)[1]
        if why_not_heal(survey.position, healer, other) is None:
            choices.append((points, Activate(healer.slot, then=USE, kind="healer", target=other.slot)))


def _control(survey: Survey, creature: Creature, number: int, choices: list[Choice]) -> None:
    """K-13 Controlling each enemy that could then act."""
    chance = 1.0 - (2 / 3) ** (number + creature.concentration)
    for enemy in survey.enemies:
        if enemy.is_hero or gap_mm(creature, enemy) > LENGTHS_MM["XL"]:
            continue
        if enemy.exhausted_until >= survey.position.turn:
            continue
        if why_not_control(survey.position, creature, enemy) is None:
            points = chance * 0.5 * survey.worth(enemy)
            choices.append((points, Activate(creature.slot, then=USE, kind="control", target=enemy.slot)))


def _howl(survey: Survey, judge: EffectJudge, creature: Creature, choices: list[Choice]) -> None:
    """K-26 Howling."""
    points = 0.0
    for ability in creature.card.abilities:
        if ability.kind != KEYWORD or ability.keyword != HOWL:
            continue
        if ability.options:
            source = Source(seat=creature.seat, card=creature.card, creature=creature)
            points += judge.best_option(ability.options, source)[1]
        for other in survey.own:
            if other is creature or other.is_hero or gap_mm(creature, other) > ability.distance:
                continue
            points += sum([judge.grant(grant, other, "end_of_turn") for grant in ability.grants])
    if points > 0.3:
        choices.append((points, Activate(creature.slot, then=USE, kind="howl")))


def ruins(survey: Survey, creature: Creature, keywords: list[int]) -> list[Choice]:
    """S-6.5 Searching ruins it touches or can walk to."""
    position = survey.position
    if creature.is_hero or not position.templates:
        return NOTHING
    choices: list[Choice] = []
    for template in position.templates:
        if template.searched or not template.is_ruins:
            continue
        if touches(creature, template):
            if why_not_search_at(position, creature, template.slot) is None:
                choices.append((w.SEARCH, Activate(creature.slot, then=SEARCH, target=template.slot)))
            continue
        if keywords[IMMOBILE]:
            continue
        length = min(80.0, move_length(position, creature))
        place = towards(position, creature, template.x, template.y, length, obstacles(position, creature, length))
        if place is not None:
            action = Activate(creature.slot, path=(place,), then=SEARCH, target=template.slot)
            choices.append((w.SEARCH - 0.1, action))
    return choices
