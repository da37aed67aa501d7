"""What effects do: one function per verb of vocabulary.VERBS, and their table.

Which targets they have is abilities/targets.py. Verbs about cards, cities and prosperity are card_effects.py. Effects
come from triggers.py, tactics.py, cards.py and activated_abilities.py, all of them through `resolve`.
"""

from collections.abc import Callable
from typing import Final

from simulator.games.signum.cards.abilities import Effect, Options
from simulator.games.signum.cards.vocabulary import FACES
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.opponents import end_of_next_turn, next_turn_of
from simulator.games.signum.rules.abilities.resolution import resolve_with
from simulator.games.signum.rules.abilities.source import Source, origin
from simulator.games.signum.rules.abilities.targets import creature_targets
from simulator.games.signum.rules.combat import damage as damaging
from simulator.games.signum.rules.combat import stealth
from simulator.games.signum.rules.combat.healing import take_control
from simulator.games.signum.rules.dice import face
from simulator.games.signum.rules.movement.movement import push_away, step_places
from simulator.games.signum.rules.play import card_effects
from simulator.games.signum.rules.player.zones import shuffle_in, take_off_field, to_hand
from simulator.games.signum.state.events import (
    AbilityUsed,
    ArmourGained,
    ArmourLost,
    Concentrated,
    DiceRolled,
    Exhausted,
    OptionChosen,
    Readied,
    Shifted,
    Silenced,
)
from simulator.games.signum.state.position import NEVER, NO_WINNER, Position
from simulator.games.signum.state.questions import ChooseOption, PickPlace, ask

Verb = Callable[[Position, Effect, Source], None]


def resolve_options(position: Position, options: Options, source: Source) -> None:
    """S-13.4 One of the options, chosen by the controller, effect by effect.

    The game may end in between.
    """
    chosen = 0
    if len(options) > 1:
        slot = source.creature.slot if source.creature is not None else -1
        chosen = ask(position, source.seat, ChooseOption(card=source.card.code, options=len(options), slot=slot))
        if position.listening:
            position.log.emit(OptionChosen(source.seat, source.card.code, chosen))
    elif position.listening:
        slot = source.creature.slot if source.creature is not None else -1
        position.log.emit(AbilityUsed(slot, source.card.code, "effect"))
    do_all(position, options[chosen], source)


def do_all(position: Position, effects: tuple[Effect, ...], source: Source) -> None:
    for effect in effects:
        if position.winner != NO_WINNER or position.players[source.seat].out:
            return
        DONE_BY[effect.verb](position, effect, source)


def _slot(source: Source) -> int:
    return source.creature.slot if source.creature is not None else -1


def last_turn(position: Position, until: str, seat: int) -> int:
    """S-13.2 An effect of this player lasts to the end of the game unless it states otherwise."""
    if until == "end_of_turn":
        return position.turn
    if until == "end_of_next_turn":
        return end_of_next_turn(position, seat)
    return NEVER


# --- wounds and armour


def damage(position: Position, effect: Effect, source: Source) -> None:
    """S-10.1, S-10.3, SR-8 Damages all targets at the same time; Durability does not help."""
    struck = [
        damaging.take_damage(position, creature, effect.amount, physical=False, source=_slot(source))
        for creature in creature_targets(position, effect, source)
    ]
    damaging.settle(position, struck)


def wounds(position: Position, effect: Effect, source: Source) -> None:
    """S-10.2 Wounds all targets at the same time."""
    struck = [
        damaging.take_wounds(position, creature, effect.amount, source=_slot(source))
        for creature in creature_targets(position, effect, source)
    ]
    damaging.settle(position, struck)


def heal(position: Position, effect: Effect, source: Source) -> None:
    """S-10.5, K-25 Heals wounds."""
    for creature in creature_targets(position, effect, source):
        damaging.heal(position, creature, effect.amount)


def armour(position: Position, effect: Effect, source: Source) -> None:
    """S-13.3 Adds armour tokens to those it has."""
    for creature in creature_targets(position, effect, source):
        creature.armour += effect.amount
        if position.listening:
            position.log.emit(ArmourGained(creature.slot, effect.amount, creature.armour))


def remove_armour(position: Position, effect: Effect, source: Source) -> None:
    """S-15.3 Removes armour tokens, never below 0."""
    for creature in creature_targets(position, effect, source):
        removed = min(effect.amount, creature.armour)
        creature.armour -= removed
        if position.listening:
            position.log.emit(ArmourLost(creature.slot, removed, creature.armour))


def destroy(position: Position, effect: Effect, source: Source) -> None:
    """S-10.4 Destroys creatures."""
    damaging.destroy(position, creature_targets(position, effect, source), source=_slot(source))


# --- lasting effects


def grant(position: Position, effect: Effect, source: Source) -> None:
    """S-13.2, S-13.3 Grants stats or keywords; a creature that loses health may die (S-10.4)."""
    until = last_turn(position, effect.until, source.seat)
    for creature in creature_targets(position, effect, source):
        for granted in effect.grants:
            stats.grant(position, creature, granted, until)
    damaging.destroy_fallen(position)


def silence(position: Position, effect: Effect, source: Source) -> None:
    """It loses all its abilities; what others grant it stays.

    An aura that ends may cost a creature health.
    """
    until = last_turn(position, effect.until, source.seat)
    for creature in creature_targets(position, effect, source):
        creature.silenced_until = max(creature.silenced_until, until)
        if position.listening:
            position.log.emit(Silenced(creature.slot, until))
    damaging.destroy_fallen(position)


def ready(position: Position, effect: Effect, source: Source) -> None:
    """S-4.7 It may activate again this turn, unless it was summoned this turn (S-5.5, SR-87)."""
    for creature in creature_targets(position, effect, source):
        creature.activated = False
        if position.options.summoned_activated:
            creature.summoned = False
        if position.listening:
            position.log.emit(Readied(creature.slot))


def exhaust(position: Position, effect: Effect, source: Source) -> None:
    """It does not activate until the end of its player's next turn."""
    for creature in creature_targets(position, effect, source):
        until = next_turn_of(position, creature.seat)
        creature.exhausted_until = max(creature.exhausted_until, until)
        if position.listening:
            position.log.emit(Exhausted(creature.slot, until))


def control(position: Position, effect: Effect, source: Source) -> None:
    """SR-14 Gives control to the end of this turn; the new player may activate it."""
    for creature in creature_targets(position, effect, source):
        if creature.is_hero or creature.team == position.teams[source.seat]:
            continue
        take_control(position, creature, source.seat)


def concentrate(position: Position, effect: Effect, source: Source) -> None:
    """K-11 Adds concentration tokens."""
    for creature in creature_targets(position, effect, source):
        creature.concentration += effect.amount
        if position.listening:
            position.log.emit(Concentrated(creature.slot, creature.concentration))


def hide(position: Position, effect: Effect, source: Source) -> None:
    """S-12.1 Gives stealth tokens."""
    for creature in creature_targets(position, effect, source):
        stealth.hide(position, creature)


def reveal(position: Position, effect: Effect, source: Source) -> None:
    """S-12.2 Takes stealth tokens."""
    for creature in creature_targets(position, effect, source):
        stealth.reveal(position, creature)


# --- places


def return_to_hand(position: Position, effect: Effect, source: Source) -> None:
    """S-1.3 Returns a character to its owner's hand."""
    for creature in creature_targets(position, effect, source):
        if not creature.is_hero:
            take_off_field(position, creature)
            to_hand(position, creature.owner, creature.card)
    damaging.destroy_fallen(position)


def return_to_deck(position: Position, effect: Effect, source: Source) -> None:
    """S-1.2 Shuffles a character into its owner's deck."""
    for creature in creature_targets(position, effect, source):
        if not creature.is_hero:
            take_off_field(position, creature)
            shuffle_in(position, creature.owner, creature.card)
    damaging.destroy_fallen(position)


def push(position: Position, effect: Effect, source: Source) -> None:
    """K-07 Pushes straight away from the source, as Buckshot does.

    Without extra damage or Backstab.
    """
    start = origin(position, source)
    for creature in creature_targets(position, effect, source):
        if start is not None and creature is not start:
            push_away(position, creature, start, effect.distance)


def step(position: Position, effect: Effect, source: Source) -> None:
    """The controller of the effect moves it up to this distance, without Backstab."""
    for creature in creature_targets(position, effect, source):
        places = tuple(step_places(position, creature, effect.distance))
        if len(places) > 1:
            creature.x, creature.y = places[ask(position, source.seat, PickPlace(slot=creature.slot, places=places))]
            if position.listening:
                position.log.emit(Shifted(creature.slot, (creature.x, creature.y)))


def roll(position: Position, effect: Effect, source: Source) -> None:
    """Does the effects for each die that shows one of the faces."""
    rolls = position.chance.stream("effect", seat=source.seat, slot=_slot(source)).dice(effect.dice)
    if position.listening:
        position.log.emit(DiceRolled(_slot(source), "effect", tuple(rolls)))
    for rolled in rolls:
        if FACES[face(rolled)] in effect.faces:
            do_all(position, effect.effects, source)


DONE_BY: Final[dict[str, Verb]] = {
    "damage": damage,
    "wounds": wounds,
    "heal": heal,
    "armour": armour,
    "remove_armour": remove_armour,
    "grant": grant,
    "silence": silence,
    "draw": card_effects.draw,
    "discard": card_effects.discard,
    "prosperity": card_effects.prosperity,
    "steal": card_effects.steal,
    "destroy": destroy,
    "destroy_building": card_effects.destroy_building,
    "destroy_relic": card_effects.destroy_relic,
    "destroy_terrain": card_effects.destroy_terrain,
    "block": card_effects.block,
    "tap": card_effects.tap,
    "untap": card_effects.untap,
    "return_to_hand": return_to_hand,
    "return_to_deck": return_to_deck,
    "recover": card_effects.recover,
    "push": push,
    "step": step,
    "hide": hide,
    "reveal": reveal,
    "ready": ready,
    "exhaust": exhaust,
    "control": control,
    "cancel": card_effects.cancel,
    "concentrate": concentrate,
    "roll": roll,
}
"""One function for every verb of vocabulary.VERBS; a test compares the two."""

resolve_with(resolve_options)
