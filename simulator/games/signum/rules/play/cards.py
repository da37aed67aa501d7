"""Playing cards, chapter 5: from the hand into play, whatever the type of card.

Paying is player/city.py, relics are player/relics.py. Every `why_not_…` checks before anything is paid; every other
function assumes that its check has passed.
"""

from typing import Final

from simulator.engine.play.event_log import PLAYED
from simulator.games.signum.board.placement import (
    enemies_within_s,
    free_summoning_places,
    summoning_places,
    why_not_summon_at,
)
from simulator.games.signum.cards.abilities import KEYWORD, Ability, Cost
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import SURCHARGE
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.abilities.tactics import reveal_tactics
from simulator.games.signum.rules.abilities.triggers import first_word, happened_to
from simulator.games.signum.rules.combat.backstab import backstabs
from simulator.games.signum.rules.combat.damage import is_on_field
from simulator.games.signum.rules.play.aim import why_not_aim
from simulator.games.signum.rules.player.city import can_pay, pay_cost, payment
from simulator.games.signum.rules.player.relics import slots_for, take_relic
from simulator.games.signum.rules.player.zones import bury, shuffle_in, take_off_field
from simulator.games.signum.rules.setup import SEAT_NAMES
from simulator.games.signum.state.actions import Play
from simulator.games.signum.state.events import CardPlayed, CreaturePlaced, PlayCancelled
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.refusals import (
    CANNOT_PAY,
    NO_PLACE,
    NO_SLOT,
    NO_SUCH_CARD,
    TOO_MANY_CHARACTERS,
    IllegalMove,
)

MAX_CHARACTERS: Final = 7


# --- permissions


def why_not_play(position: Position, seat: int, action: Play) -> IllegalMove | None:
    """S-4.7, S-5.2 Why the card may not be played, or None."""
    refusal = _why_not_play(position, seat, action)
    if refusal is None:
        position.allowed = action
    return refusal


def _why_not_play(position: Position, seat: int, action: Play) -> IllegalMove | None:
    card = in_hand(position, seat, action.card)
    if card is None:
        return IllegalMove(NO_SUCH_CARD, f"The card {action.card!r} is not in the hand.")
    cost = full_cost(card, surcharge=action.surcharge)
    payable = payment(position, seat, cost, action.pay) is not None if action.pay else can_pay(position, seat, cost)
    if not payable:
        return IllegalMove(CANNOT_PAY, f"The cost of {card.names.en} cannot be paid in full.")
    if card.type == "character":
        return why_not_summon(position, seat, card, action)
    if card.type == "relic":
        return why_not_take(position, seat, card)
    if card.type == "spell":
        source = Source(seat=seat, card=card, is_spell=True)
        return why_not_aim(position, card.options, source, target=action.target, pick=action.pick, choose=action.choose)
    return None


def in_hand(position: Position, seat: int, code: str) -> SignumCard | None:
    for card in position.players[seat].hand:
        if card.code == code:
            return card
    return None


def full_cost(card: SignumCard, *, surcharge: bool) -> Cost:
    """K-51 The cost, with the surcharge if it is paid."""
    ability = surcharge_of(card) if surcharge else None
    if ability is None or ability.cost is None:
        return card.cost
    extra = ability.cost
    return Cost(
        buildings=card.cost.buildings + extra.buildings,
        any=card.cost.any + extra.any,
        prosperity=card.cost.prosperity + extra.prosperity,
    )


def surcharge_of(card: SignumCard) -> Ability | None:
    if card.keywords[SURCHARGE]:
        for ability in card.abilities:
            if ability.kind == KEYWORD and ability.keyword == SURCHARGE:
                return ability
    return None


def number_of_characters(position: Position, seat: int) -> int:
    """S-5.6, SR-14 A controlled character counts against neither player's limit."""
    number = 0
    for creature in position.creatures:
        if creature.owner == seat and creature.seat == seat and not creature.is_hero:
            number += 1
    return number


def why_not_summon(position: Position, seat: int, card: SignumCard, action: Play) -> IllegalMove | None:
    """S-5.3, S-5.4, S-5.6 Why a character may not be summoned, or None."""
    if number_of_characters(position, seat) >= MAX_CHARACTERS:
        return IllegalMove(TOO_MANY_CHARACTERS, f"A player has at most {MAX_CHARACTERS} characters on the battlefield.")
    if action.at is not None:
        return why_not_summon_at(position, seat, card.base / 2, action.at[0], action.at[1])
    if not free_summoning_places(position, seat, card.base / 2):
        return IllegalMove(NO_PLACE, f"There is no place for {card.names.en} along the own side.")
    return None


def why_not_take(position: Position, seat: int, card: SignumCard) -> IllegalMove | None:
    """S-5.8 A relic needs a slot of its type."""
    hero = position.hero(seat)
    if hero is None or slots_for(hero.card, card.relic) == 0:
        return IllegalMove(NO_SLOT, f"The hero has no slot for {card.names.en}.")
    return None


# --- playing


def play(position: Position, seat: int, action: Play) -> None:
    """S-5.1, S-5.2 Pays, takes the card from the hand, and does what its type does."""
    card = in_hand(position, seat, action.card)
    assert card is not None, "why_not_play was asked first"
    cost = full_cost(card, surcharge=action.surcharge)
    buildings = payment(position, seat, cost, action.pay)
    assert buildings is not None
    pay_cost(position, seat, cost, buildings)
    position.players[seat].hand.remove(card)
    position.log.note(PLAYED, seat, card.code)
    if position.listening:
        position.log.emit(CardPlayed(seat, "" if card.type == "tactic" else card.code, card.type))
    if card.type == "character":
        _summon(position, seat, card, action)
    elif card.type == "relic":
        _play_relic(position, seat, card)
    elif card.type == "spell":
        _cast(position, seat, card)
    else:
        # S-5.11: face down.
        position.players[seat].tactics.append(card)


def _summon(position: Position, seat: int, card: SignumCard, action: Play) -> None:
    """S-5.3 to S-5.5, S-5.12, SR-28 Tactics first: a cancelled summoning triggers nothing else."""
    place = action.at if action.at is not None else free_summoning_places(position, seat, card.base / 2)[0]
    # Without an enemy within S the costly search for other places is not needed.
    threatened = bool(enemies_within_s(position, seat, card.base / 2, place[0], place[1])) and (
        summoning_places(position, seat, card.base / 2).threatened
    )
    creature = put_on_field(position, seat, card, place[0], place[1])
    into = reveal_tactics(position, ("enemy_summons",), that=creature)
    if into:
        if is_on_field(position, creature):  # else the tactic has killed it, and its card lies in the graveyard
            take_off_field(position, creature)
            _cancel(position, seat, card, into)
        return
    if threatened and is_on_field(position, creature):
        # S-5.4: there was no other place, so every enemy creature within S Backstabs it.
        backstabs(position, creature, enemies_within_s(position, seat, creature.radius, creature.x, creature.y))
    first_word(position, card, creature, seat)
    ability = surcharge_of(card) if action.surcharge else None
    if ability is not None:
        resolve(position, ability.options, Source(seat=seat, card=card, creature=creature))
    happened_to(position, seat, "own_summons", creature)


def put_on_field(position: Position, seat: int, card: SignumCard, x: float, y: float) -> Creature:
    """S-5.5 Puts a creature on the field that cannot act this turn.

    Its passive abilities and auras work at once.
    """
    name = f"{SEAT_NAMES[seat]}.{card.code}"
    team = position.teams[seat]
    creature = Creature(slot=position.next_slot, name=name, card=card, seat=seat, x=x, y=y, team=team)
    position.next_slot += 1
    creature.summoned = True
    position.creatures.append(creature)
    position.forget_in_play()
    if position.listening:
        position.log.emit(CreaturePlaced(creature.slot, name, card.code, seat, (x, y)))
    return creature


def _play_relic(position: Position, seat: int, card: SignumCard) -> None:
    """S-5.8 It works in the turn it is played."""
    into = reveal_tactics(position, ("enemy_plays_relic",), that=None)
    if into:
        _cancel(position, seat, card, into)
        return
    take_relic(position, seat, card)
    first_word(position, card, position.hero(seat), seat)


def _cast(position: Position, seat: int, card: SignumCard) -> None:
    """S-5.7 A spell takes effect at once, then goes to the graveyard."""
    into = reveal_tactics(position, ("enemy_plays_spell",), that=None)
    if into:
        _cancel(position, seat, card, into)
        return
    resolve(position, card.options, Source(seat=seat, card=card, is_spell=True))
    bury(position, seat, card)
    happened_to(position, seat, "plays_spell")


def _cancel(position: Position, seat: int, card: SignumCard, into: str) -> None:
    """S-5.11 What was paid stays paid."""
    if position.listening:
        position.log.emit(PlayCancelled(seat, card.code, into))
    if into == "deck":
        shuffle_in(position, seat, card)
    else:
        bury(position, seat, card)
