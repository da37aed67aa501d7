"""The targets of an effect: creatures, buildings, relics and templates.

Which are available, and the choice among them. S-15.5 an effect without limits means all available targets; K-44 and
S-12.1 protect some. What happens to the chosen ones is play/effects.py; targets of attacks are combat/melee.py and
combat/ranged.py.
"""

from simulator.games.signum.board.geometry import CONTACT_MM, EXACT_MM, is_within, template_gap_mm
from simulator.games.signum.board.line_of_sight import sees
from simulator.games.signum.cards.abilities import Effect, Target
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.source import Source, origin
from simulator.games.signum.state.position import Building, Creature, Position, Relic, Template
from simulator.games.signum.state.questions import PickCard, PickTarget, ask
from simulator.games.signum.state.refusals import (
    BAD_TARGET,
    HIDDEN_TARGET,
    NO_LINE_OF_SIGHT,
    OUT_OF_RANGE,
    PROTECTED_TARGET,
    IllegalMove,
)

# --- creatures


def creature_targets(position: Position, effect: Effect, source: Source) -> list[Creature]:
    """S-13.4, S-15.5 The creatures an effect applies to.

    All that are available, or as many as it states, chosen.
    """
    target = effect.to
    if target is None:
        return []
    if target.who == "chosen":
        return [
            creature for creature in source.chosen if creature.on_field and _fits(position, target, source, creature)
        ]
    candidates = available(position, target, source)
    if target.every or (target.is_certain and len(candidates) < 2):
        return candidates  # S-17.4: of several enemy heroes one is chosen
    chosen: list[Creature] = []
    for _ in range(min(target.pick, len(candidates))):
        slots = tuple([creature.slot for creature in candidates])
        question = PickTarget(card=source.card.code, verb=effect.verb, candidates=slots)
        chosen.append(candidates.pop(ask(position, source.seat, question)))
    if not target.is_certain:
        source.chosen = tuple(chosen)
    return chosen


def available(position: Position, target: Target, source: Source) -> list[Creature]:
    """The creatures on the field the target may refer to, in order of arrival."""
    return [creature for creature in position.creatures if _is_available(position, target, source, creature)]


def _is_available(position: Position, target: Target, source: Source, creature: Creature) -> bool:
    if not _is_named(position, target, source, creature) or not _fits(position, target, source, creature):
        return False
    if _protection(position, target, source, creature):
        return False
    start = origin(position, source)
    if target.within and (start is None or not is_within(start, creature, target.within)):
        return False
    return not target.sight or (start is not None and sees(position, start, creature))


def why_not_target(position: Position, target: Target, source: Source, creature: Creature) -> IllegalMove | None:
    """Why a creature named by a player is not available, or None.

    Agrees with `available`.
    """
    name = creature.name
    if not _is_named(position, target, source, creature) or not _fits(position, target, source, creature):
        return IllegalMove(BAD_TARGET, f"{source.card.names.en} is not for {name}.")
    protection = _protection(position, target, source, creature)
    if protection == HIDDEN_TARGET:
        return IllegalMove(HIDDEN_TARGET, f"{name} is hidden.")
    if protection:
        return IllegalMove(PROTECTED_TARGET, f"{name} is shielded from this.")
    start = origin(position, source)
    if target.within and (start is None or not is_within(start, creature, target.within)):
        return IllegalMove(OUT_OF_RANGE, f"{name} is further away than {target.within} mm.")
    if target.sight and (start is None or not sees(position, start, creature)):
        return IllegalMove(NO_LINE_OF_SIGHT, f"{name} is not in sight.")
    return None


def _is_named(position: Position, target: Target, source: Source, creature: Creature) -> bool:
    """Whether the noun means this creature; one of an ally is neither own nor enemy (S-17.3)."""
    if creature.seat == source.seat:
        if target.is_enemy:
            return False
    elif target.is_own or (target.is_enemy and _is_ally(position, source, creature)):
        return False
    if target.is_certain:
        if target.who == "self":
            return creature is source.creature
        if target.who == "that_creature":
            return creature is source.that
        if target.who == "chosen":
            return creature in source.chosen
    if creature.is_hero:
        return not target.no_hero
    return not target.no_character and target.is_of_creatures


def _is_ally(position: Position, source: Source, creature: Creature) -> bool:
    return position.has_allies and creature.team == position.teams[source.seat]


def _fits(position: Position, target: Target, source: Source, creature: Creature) -> bool:
    if target.other and creature is source.creature:
        return False
    if target.wounded and creature.wounds == 0:
        return False
    if target.mercenary and not creature.card.is_mercenary:
        return False
    if target.class_card and not creature.card.is_class_card_of(source.card.faction):
        return False
    if target.race and creature.card.race != target.race:
        return False
    if target.touching and not _touches(source, creature):
        return False
    return target.strength_at_most < 0 or stats.strength(position, creature) <= target.strength_at_most


def _touches(source: Source, creature: Creature) -> bool:
    template = source.template
    if template is None:
        return False
    return template_gap_mm(template, creature.x, creature.y, creature.radius) <= CONTACT_MM + EXACT_MM


def _protection(position: Position, target: Target, source: Source, creature: Creature) -> str:
    """K-44, S-12.1 Why an enemy's effect cannot be aimed at it, as a code; "" if it can.

    Spells reach hidden creatures.
    """
    if creature.seat == source.seat or _is_ally(position, source, creature):
        return ""
    if source.is_spell:
        return PROTECTED_TARGET if stats.shields(position, creature, "spells") else ""
    if source.creature is None:
        return ""
    if creature.hidden and creature is not source.that and not target.reaches_hidden:
        return HIDDEN_TARGET
    return PROTECTED_TARGET if stats.shields(position, creature, "abilities") else ""


# --- buildings, relics, terrain


def owns_targets(position: Position, target: Target, source: Source, seat: int) -> bool:
    """Whether this player's cards are meant: one's own, or those of every enemy (S-17.3)."""
    if target.is_own:
        return seat == source.seat
    return position.teams[seat] != position.teams[source.seat]


def building_targets(position: Position, effect: Effect, source: Source) -> list[tuple[int, Building]]:
    """Chosen buildings with the seats they belong to.

    SR-81 Of "up to" so many, the player may stop at any number.
    """
    target = effect.to
    candidates: list[tuple[int, Building]] = []
    if target is None:
        return candidates
    for player in position.players:
        if owns_targets(position, target, source, player.seat):
            for building in player.city:
                if _can_be_turned(effect.verb, building):
                    candidates.append((player.seat, building))
    if target.every:
        return candidates
    chosen: list[tuple[int, Building]] = []
    for _ in range(min(target.pick, len(candidates))):
        codes = tuple([building.card.code for _, building in candidates])
        owners = tuple([seat for seat, _ in candidates])
        question = PickCard(card=source.card.code, verb=effect.verb, codes=codes, owners=owners, optional=target.up_to)
        answer = ask(position, source.seat, question)
        if answer == len(candidates):
            break
        chosen.append(candidates.pop(answer))
    return chosen


def _can_be_turned(verb: str, building: Building) -> bool:
    """Only tapped buildings are untapped, and only untapped ones tapped."""
    if verb == "untap":
        return building.tapped
    return verb != "tap" or not building.tapped


def relic_targets(position: Position, effect: Effect, source: Source) -> list[tuple[int, Relic]]:
    """Chosen relics of enemy heroes with the seats they belong to."""
    target = effect.to
    candidates: list[tuple[int, Relic]] = []
    if target is None:
        return candidates
    for player in position.players:
        if owns_targets(position, target, source, player.seat):
            candidates += [(player.seat, relic) for relic in player.relics]
    if target.every:
        return candidates
    chosen: list[tuple[int, Relic]] = []
    for _ in range(min(target.pick, len(candidates))):
        codes = tuple([relic.card.code for _, relic in candidates])
        owners = tuple([seat for seat, _ in candidates])
        question = PickCard(card=source.card.code, verb=effect.verb, codes=codes, owners=owners)
        chosen.append(candidates.pop(ask(position, source.seat, question)))
    return chosen


def template_targets(position: Position, effect: Effect, source: Source) -> list[Template]:
    """S-6.6 Chosen templates of any player."""
    target = effect.to
    if target is None:
        return []
    start = origin(position, source)
    candidates = position.templates[:]
    if target.within:
        candidates = [
            template for template in candidates if start is not None and _is_near(template, start, target.within)
        ]
    if target.every:
        return candidates
    chosen: list[Template] = []
    for _ in range(min(target.pick, len(candidates))):
        slots = tuple([template.slot for template in candidates])
        question = PickTarget(card=source.card.code, verb=effect.verb, candidates=slots)
        chosen.append(candidates.pop(ask(position, source.seat, question)))
    return chosen


def _is_near(template: Template, creature: Creature, distance: int) -> bool:
    return template_gap_mm(template, creature.x, creature.y, creature.radius) <= distance + EXACT_MM
