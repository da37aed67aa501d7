"""Triggered abilities, First and Last Words (S-5.12, S-13.1, SR-28).

Rule modules report what happened; which abilities that triggers, and in which order, is decided here. What these do is
play/effects.py; tactics, which wait face down, are tactics.py. Cards are indexed by trigger, so nothing is searched.
"""

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.cards.abilities import Ability
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.rules.abilities import tactics
from simulator.games.signum.rules.abilities.conditions import condition_holds
from simulator.games.signum.rules.abilities.opponents import next_opponent
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source, is_in_play
from simulator.games.signum.state.position import NO_WINNER, Creature, Position
from simulator.games.signum.state.questions import PickCard, ask


@mypyc_attr(acyclic=True)
class SetOff:
    """A triggered ability with its source.

    A word belongs to a card that is being played or leaves play; its source need not be in play (SR-34, SR-73).
    """

    __slots__ = ("ability", "is_word", "source")

    def __init__(self, ability: Ability, source: Source, *, is_word: bool = False) -> None:
        self.ability = ability
        self.source = source
        self.is_word = is_word


# --- what happened


def creatures_died(position: Position, dead: list[Creature], killers: list[Creature | None]) -> None:
    """S-10.4, S-5.12, SR-28 Creatures died at the same time.

    Called once they are off the field and their cards buried.
    """
    triggered: list[SetOff] = []
    for creature, killer in zip(dead, killers, strict=True):
        _count_kill(position, creature, killer)
        _add_word(position, "last_word", creature.card, creature, creature.seat, triggered)
        if killer is not None and killer.on_field and killer.team != creature.team:
            _add_of_creature(position, killer, "kills", creature, triggered)
        if not creature.is_hero:
            for player in position.players:
                if player.seat == creature.seat:
                    _add_of_player(position, player.seat, "own_character_dies", creature, triggered)
                elif position.teams[player.seat] != creature.team:
                    _add_of_player(position, player.seat, "enemy_character_dies", creature, triggered)
    _resolve_in_order(position, triggered)
    for creature in dead:
        if not creature.is_hero:
            tactics.reveal_tactics(
                position, ("own_character_dies",), victim_seat=creature.seat, that=creature, is_gone=True
            )


def creature_wounded(position: Position, creature: Creature, by_slot: int) -> None:
    """S-13.1 It took at least one wound and lives.

    `by_slot` is the creature that caused it, or -1.
    """
    if creature.card.triggered or creature.is_hero:
        other = position.creature(by_slot) if by_slot >= 0 else None
        triggered: list[SetOff] = []
        _add_of_creature(position, creature, "is_wounded", other, triggered)
        _resolve_in_order(position, triggered)


def creature_healed(position: Position, creature: Creature) -> None:
    """S-10.5 It was healed, even if it had no wounds."""
    triggered: list[SetOff] = []
    _add_of_creature(position, creature, "is_healed", None, triggered)
    _add_of_player(position, creature.seat, "own_creature_is_healed", creature, triggered)
    if creature.is_hero:  # a relic's "one of your creatures" means its hero too
        _add_of_relics(position, creature, "own_creature_is_healed", creature, triggered)
    _resolve_in_order(position, triggered)


def attack_declared(position: Position, attacker: Creature, target: Creature, ranged: bool) -> None:
    """S-13.1, S-5.11 An attack is declared; no dice are split or rolled yet.

    Either creature may be gone afterwards.
    """
    triggered: list[SetOff] = []
    _add_of_creature(position, attacker, "attacks", target, triggered)
    _add_of_creature(position, target, "is_attacked", attacker, triggered)
    _resolve_in_order(position, triggered)
    attack = "enemy_attacks_hero" if target.is_hero else "enemy_attacks"
    kinds = (attack, "enemy_shoots") if ranged else (attack,)
    tactics.reveal_tactics(position, kinds, victim_seat=target.seat, that=attacker)


def creature_ran(position: Position, creature: Creature) -> None:
    """S-5.11 A Run is over and its Backstabs are rolled."""
    tactics.reveal_tactics(position, ("enemy_runs",), that=creature)


def move_ended(position: Position, creature: Creature) -> None:
    """S-5.11 A creature has ended its move, a Run included, and its Backstabs are rolled."""
    tactics.reveal_tactics_near_hero(position, creature)


def activation_started(position: Position, creature: Creature) -> None:
    """S-13.1 At the start of its activation, before it does anything."""
    if creature.card.triggered or creature.is_hero:
        triggered: list[SetOff] = []
        _add_of_creature(position, creature, "activation_starts", None, triggered)
        _resolve_in_order(position, triggered)


def happened_to(position: Position, seat: int, trigger: str, that: Creature | None = None) -> None:
    """S-13.1 Something a player's own cards wait for: turn_starts, plays_spell, own_summons."""
    triggered: list[SetOff] = []
    _add_of_player(position, seat, trigger, that, triggered)
    _resolve_in_order(position, triggered)


def built(position: Position, seat: int, card: SignumCard) -> None:
    """S-13.1, SR-32 A building was built; it does not trigger itself."""
    triggered: list[SetOff] = []
    _add_of_player(position, seat, "builds", None, triggered)
    _resolve_in_order(position, [entry for entry in triggered if entry.source.card is not card])


def turn_ends(position: Position, seat: int) -> None:
    """S-4.10 "End of turn" abilities, in an order chosen by their controller."""
    triggered: list[SetOff] = []
    _add_of_player(position, seat, "turn_ends", None, triggered)
    while triggered:
        codes = tuple(entry.source.card.code for entry in triggered)
        chosen = ask(position, seat, PickCard(card="", verb="turn_ends", codes=codes)) if len(set(codes)) > 1 else 0
        _resolve(position, triggered.pop(chosen))
        triggered = [entry for entry in triggered if is_in_play(position, entry.source)]


def first_word(position: Position, card: SignumCard, creature: Creature | None, seat: int) -> None:
    """K-20, S-5.12 A card was played from hand."""
    triggered: list[SetOff] = []
    _add_word(position, "first_word", card, creature, seat, triggered)
    _resolve_in_order(position, triggered)


def card_left_play(position: Position, card: SignumCard, seat: int) -> None:
    """K-29, S-5.12 A relic or building left play for the graveyard: its Last Word."""
    triggered: list[SetOff] = []
    _add_word(position, "last_word", card, None, seat, triggered)
    _resolve_in_order(position, triggered)


# --- which abilities are triggered


def _count_kill(position: Position, creature: Creature, killer: Creature | None) -> None:
    """S-14.4 Counts enemy characters eliminated.

    Without a killer (a spell, a tactic) an opponent of its owner gets the kill: the active player, or else the next
    one in turn order (SR-33, SR-66).
    """
    if creature.is_hero:
        return
    owner = position.teams[creature.owner]
    if killer is not None:
        seat = killer.seat
    elif position.teams[position.active] != owner:
        seat = position.active
    else:
        seat = next_opponent(position, creature.owner)
    if position.teams[seat] != owner:
        position.players[seat].kills += 1


def _add_word(
    position: Position, word: str, card: SignumCard, creature: Creature | None, seat: int, triggered: list[SetOff]
) -> None:
    """S-5.12, SR-52 Each word once a game per card, copies counted; not of silenced creatures."""
    abilities = card.triggered.get(word)
    if abilities is None or (creature is not None and creature.silenced_until >= position.turn):
        return
    owner = creature.owner if creature is not None else seat
    spoken = position.players[owner].spoken
    mark = f"{word[0]}:{card.code}"
    if mark not in spoken or spoken.count(mark) < _copies(position, owner, card):
        spoken.append(mark)
        for ability in abilities:
            triggered.append(SetOff(ability, Source(seat=seat, card=card, creature=creature), is_word=True))


def _copies(position: Position, seat: int, card: SignumCard) -> int:
    """How many of this card the player has in the game, in any zone."""
    player = position.players[seat]
    cards = player.hand + player.deck + player.graveyard
    cards += [relic.card for relic in player.relics] + [building.card for building in player.city]
    cards += [creature.card for creature in position.creatures if creature.owner == seat]
    return len([other for other in cards if other.code == card.code])


def _add_of_creature(
    position: Position, creature: Creature, trigger: str, that: Creature | None, triggered: list[SetOff]
) -> None:
    """Collects the creature's own abilities, and for a hero those of its relics."""
    if creature.card.triggered and creature.silenced_until < position.turn:
        for ability in creature.card.triggered.get(trigger, ()):
            triggered.append(
                SetOff(ability, Source(seat=creature.seat, card=creature.card, creature=creature, that=that))
            )
    if creature.is_hero:
        _add_of_relics(position, creature, trigger, that, triggered)


def _add_of_relics(
    position: Position, hero: Creature, trigger: str, that: Creature | None, triggered: list[SetOff]
) -> None:
    for relic in position.players[hero.seat].relics:
        if relic.card.triggered:
            for ability in relic.card.triggered.get(trigger, ()):
                source = Source(seat=hero.seat, card=relic.card, creature=hero, that=that, relic=relic)
                triggered.append(SetOff(ability, source))


def _add_of_player(position: Position, seat: int, trigger: str, that: Creature | None, triggered: list[SetOff]) -> None:
    """Collects a player's abilities.

    Those of creatures in order of arrival, with a hero's relics, then buildings and terrain.
    """
    for creature in position.camp(seat).own:
        # "Another one": a creature that was summoned or died does not trigger itself.
        if creature is not that:
            _add_of_creature(position, creature, trigger, that, triggered)
    for building in position.players[seat].city:
        if building.card.triggered:
            for ability in building.card.triggered.get(trigger, ()):
                source = Source(seat=seat, card=building.card, that=that, building=building)
                triggered.append(SetOff(ability, source))
    for template in position.templates:
        if template.owner == seat:
            for ability in template.card.triggered.get(trigger, ()):
                source = Source(seat=seat, card=template.card, that=that, template=template)
                triggered.append(SetOff(ability, source))


# --- in which order


def _resolve_in_order(position: Position, triggered: list[SetOff]) -> None:
    """SR-28 Simultaneous triggers: the active player's first, then in turn order."""
    if not triggered:
        return
    for seat in [position.active, *position.after[position.active]]:
        for entry in triggered:
            if entry.source.seat == seat:
                _resolve(position, entry)


def _resolve(position: Position, entry: SetOff) -> None:
    """SR-31 An ability does not trigger itself while it is being resolved: some would never end.

    SR-73 One whose source has left play meanwhile does nothing.
    """
    source, ability = entry.source, entry.ability
    if position.winner != NO_WINNER or position.players[source.seat].out:
        return
    if not entry.is_word and not is_in_play(position, source):
        return
    key = source.creature.slot if source.creature is not None else -1 - source.seat
    for slot, running in position.resolving:
        if running is ability and slot == key:
            return
    if ability.condition is not None and not condition_holds(
        position, ability.condition, seat=source.seat, creature=source.creature
    ):
        return
    position.resolving.append((key, ability))
    resolve(position, ability.options, source)
    position.resolving.pop()
