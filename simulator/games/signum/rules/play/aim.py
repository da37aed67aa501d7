"""Aiming what a player uses by name: spells, buildings, relics, abilities.

Which targets are possible at all is targets.py; what then happens is effects.py, which also asks for a target that is
not named.
"""

from simulator.games.signum.cards.abilities import Effect, Options, Target
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.abilities.targets import available, owns_targets, why_not_target
from simulator.games.signum.rules.player.zones import recoverable
from simulator.games.signum.state.position import Creature, Position, Template
from simulator.games.signum.state.refusals import BAD_TARGET, IllegalMove


def why_not_aim(
    position: Position, options: Options, source: Source, *, target: int = -1, pick: str = "", choose: int = -1
) -> IllegalMove | None:
    """S-13.4, K-44 Why these options may not be used on that target, or None.

    Without a target: whether there is any.
    """
    if choose >= len(options):
        return IllegalMove(BAD_TARGET, f"{source.card.names.en} has no option {choose}.")
    chosen = options if choose < 0 else (options[choose],)
    if target >= 0:
        return _why_not_at(position, chosen, source, target)
    if pick and not any(_can_pick(position, effect, source, pick) for option in chosen for effect in option):
        return IllegalMove(BAD_TARGET, f"{source.card.names.en} is not for {pick!r}.")
    for option in chosen:
        for effect in option:
            if _can_do_something(position, effect, source):
                return None
    return IllegalMove(BAD_TARGET, f"{source.card.names.en} has no target now.")


def _why_not_at(position: Position, options: Options, source: Source, slot: int) -> IllegalMove | None:
    creature = position.creature(slot)
    refusal: IllegalMove | None = None
    for option in options:
        for effect in option:
            if effect.to is None or effect.to.every or (effect.to.is_certain and not _is_chosen(position, effect.to)):
                continue
            if creature is not None and effect.to.is_of_creatures:
                reason = why_not_target(position, effect.to, source, creature)
                if reason is None:
                    return None
                refusal = refusal if refusal is not None else reason
            elif effect.to.who == "terrain" and _template(position, slot) is not None:
                return None
    return refusal if refusal is not None else IllegalMove(BAD_TARGET, f"{source.card.names.en} is aimed at nobody.")


def _is_chosen(position: Position, target: Target) -> bool:
    """S-17.4 With several opponents, their heroes are chosen from."""
    return target.is_enemy and len(position.players) > 2


def _template(position: Position, slot: int) -> Template | None:
    for template in position.templates:
        if template.slot == slot:
            return template
    return None


def _can_pick(position: Position, effect: Effect, source: Source, code: str) -> bool:
    if effect.to is None:
        return False
    for player in position.players:
        if not owns_targets(position, effect.to, source, player.seat):
            continue
        if effect.to.who in ("own_building", "enemy_building"):
            if any(building.card.code == code for building in player.city):
                return True
        elif effect.to.who == "enemy_relic" and any(relic.card.code == code for relic in player.relics):
            return True
    return False


def _can_do_something(position: Position, effect: Effect, source: Source) -> bool:
    """SR-37 Whether the effect would do anything.

    One with a target needs an available one, a roll needs it for an effect of its faces, `recover` needs such a card.
    """
    if effect.to is None:
        if effect.verb == "roll":
            return any(_can_do_something(position, inner, source) for inner in effect.effects)
        if effect.verb == "recover":
            return bool(recoverable(position, source.seat, effect.card))
        return True
    if effect.to.is_of_creatures:
        return bool(available(position, effect.to, source))
    who = effect.to.who
    if who == "terrain":
        return bool(position.templates)
    for player in position.players:
        if not owns_targets(position, effect.to, source, player.seat):
            continue
        if who == "own_building" and (player.city if effect.verb != "untap" else player.tapped):
            return True
        if who == "enemy_building" and player.city and (effect.verb != "tap" or len(player.tapped) < len(player.city)):
            return True
        if who == "enemy_relic" and player.relics:
            return True
    return False


def aims(position: Position, options: Options, source: Source) -> list[tuple[int, int]]:
    """The choices to make beforehand, as pairs of an option and a creature.

    Option -1: there is only one. Creature -1: it is asked later.
    """
    pairs: list[tuple[int, int]] = []
    for number, option in enumerate(options):
        choose = number if len(options) > 1 else -1
        picked = _first_pick(position, option, source)
        if picked is not None:
            pairs += [(choose, creature.slot) for creature in picked]
        elif any(_can_do_something(position, effect, source) for effect in option):
            pairs.append((choose, -1))
    return pairs


def _first_pick(position: Position, option: tuple[Effect, ...], source: Source) -> list[Creature] | None:
    """The candidates for the first creature an option chooses, or None."""
    for effect in option:
        target = effect.to
        if target is not None and not target.every and not target.is_certain and target.is_of_creatures:
            return available(position, target, source)
    return None
