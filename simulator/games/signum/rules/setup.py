"""Set-up, chapter 3: who goes first, where the heroes stand, the first hand.

Also the corners of more than two players (S-17.2, S-17.3) and the order of an architect (S-17.1). Until the first turn
the position's phase is the decision to be made and `active` the player who makes it.
"""

from itertools import pairwise
from typing import Final

from simulator.engine.play.event_log import FIRST, OPENING
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.rules.player.victory import change_prosperity
from simulator.games.signum.rules.player.zones import bury, draw, shuffle_deck
from simulator.games.signum.rules.turn import begin_turn
from simulator.games.signum.state.events import CornerClaimed, CreaturePlaced, FirstPlayerRolled, HandChanged
from simulator.games.signum.state.position import (
    ARCHITECT,
    CORNER,
    HANDS,
    HANDS_AGAIN,
    HEROES,
    ORDER,
    Creature,
    Position,
)
from simulator.games.signum.state.refusals import ILLEGAL_PLACEMENT, NO_SUCH_CARD, IllegalMove
from simulator.games.signum.state.table import CORNERS, followers, sides_of, turn_order

FIRST_HAND: Final = 4
SEAT_NAMES: Final = "abcd"


class DeckCards:
    """A deck with its cards looked up."""

    __slots__ = ("battle", "buildings", "hero", "terrain")

    def __init__(
        self,
        *,
        hero: SignumCard,
        battle: list[SignumCard],
        buildings: list[SignumCard],
        terrain: list[SignumCard],
    ) -> None:
        self.hero = hero
        self.battle = battle
        self.buildings = buildings
        self.terrain = terrain


def sit_down(position: Position, decks: list[DeckCards]) -> None:
    """S-3.1, S-3.3 Shuffles the decks and rolls for who decides the order."""
    for seat, deck in enumerate(decks):
        player = position.players[seat]
        player.deck = deck.battle[:]
        shuffle_deck(position, seat)
        player.sideboard = deck.buildings[:]
        player.terrain = deck.terrain[:]
        _add_hero(position, seat, deck.hero)
    position.phase = ORDER
    position.active = _roll_for_order(position)


def _add_hero(position: Position, seat: int, card: SignumCard) -> None:
    """Puts the hero in the middle of its side until it is placed."""
    slot = position.next_slot
    position.next_slot += 1
    side, team = position.sides[seat], position.teams[seat]
    x, y = side.place(side.middle, card.base / 2)
    hero = Creature(slot=slot, name=f"{SEAT_NAMES[seat]}.hero", card=card, seat=seat, x=x, y=y, team=team)
    position.players[seat].hero = slot
    position.creatures.append(hero)
    position.forget_in_play()


def _roll_for_order(position: Position) -> int:
    """S-3.1 The player with the higher roll decides; ties are re-rolled."""
    while True:
        rolls = tuple(position.chance.stream("order", seat=player.seat).die() for player in position.players)
        highest = max(rolls)
        if rolls.count(highest) == 1:
            if position.listening:
                position.log.emit(FirstPlayerRolled(rolls, rolls.index(highest)))
            return rolls.index(highest)


def decide_order(position: Position, first: int) -> None:
    """S-3.1 Sets the order, which never changes afterwards."""
    position.first = first
    position.after = followers(turn_order(position.teams, first))
    position.log.note(FIRST, first)
    position.active = first
    if position.options.compensation:
        for player in position.players:
            if player.seat != first:
                change_prosperity(position, player.seat, position.options.compensation)
    position.phase = _after_order(position) if len(position.players) == 2 else CORNER


def _after_order(position: Position) -> str:
    return ARCHITECT if position.options.experienced_architect else HEROES


def why_not_claim_corner(corner: int) -> IllegalMove | None:
    if not 0 <= corner < CORNERS:
        return IllegalMove(ILLEGAL_PLACEMENT, f"The field has {CORNERS} corners, numbered from 0.")
    return None


def claim_corner(position: Position, corner: int) -> None:
    """S-17.2, S-17.3, SR-62 The first player takes a corner, the others follow clockwise."""
    order = [position.first, *position.after[position.first]]
    position.sides = sides_of(position.teams, order, corner)
    for number, seat in enumerate(order):
        side, hero = position.sides[seat], position.hero(seat)
        assert hero is not None
        hero.x, hero.y = side.place(side.middle, hero.radius)
        if position.listening:
            position.log.emit(CornerClaimed(seat, (corner + number) % CORNERS))
    position.phase = _after_order(position)


def why_not_order_buildings(position: Position, codes: tuple[str, ...]) -> IllegalMove | None:
    """S-17.1 Up to 12 of the chosen buildings, each once."""
    chosen = [card.code for card in position.players[position.active].sideboard]
    if len(codes) > 12 or len(set(codes)) != len(codes):
        return IllegalMove(NO_SUCH_CARD, "Up to 12 buildings are put in order, each once.")
    for code in codes:
        if code not in chosen:
            return IllegalMove(NO_SUCH_CARD, f"The building {code!r} was not chosen for this deck.")
    return None


def order_buildings(position: Position, codes: tuple[str, ...]) -> None:
    """S-17.1 Puts the buildings in order, the first to be drawn first.

    Those left out are not used.
    """
    player = position.players[position.active]
    by_code = {card.code: card for card in player.sideboard}
    player.sideboard = [by_code[code] for code in codes]
    _next_decision(position, after=HEROES)


def why_not_place_hero(position: Position, x: float) -> IllegalMove | None:
    """S-3.2, SR-62 Why the hero may not stand there: touching its own side, along its stretch."""
    hero = position.hero(position.active)
    assert hero is not None
    side = position.sides[position.active]
    if side.low + hero.radius <= x <= side.high - hero.radius:
        return None
    if len(position.players) == 2:
        return IllegalMove(ILLEGAL_PLACEMENT, "The hero's base must lie inside the field.")
    return IllegalMove(ILLEGAL_PLACEMENT, "The hero's base must lie along its player's stretch of the side.")


def place_hero(position: Position, x: float) -> None:
    """S-3.2 Places the hero at this coordinate along its side; the first player, then the others."""
    hero = position.hero(position.active)
    assert hero is not None
    hero.x, hero.y = position.sides[position.active].place(x, hero.radius)
    if position.listening:
        position.log.emit(CreaturePlaced(hero.slot, hero.name, hero.card.code, hero.seat, (hero.x, hero.y)))
    _next_decision(position, after=HANDS)
    if position.phase == HANDS:
        draw(position, position.first, FIRST_HAND)
        for seat in position.after[position.first]:
            draw(position, seat, FIRST_HAND + position.options.compensation_cards)  # SR-93


def why_not_change_hand(position: Position, places: tuple[int, ...], *, is_mulligan: bool) -> IllegalMove | None:
    """S-3.4 Up to 4 cards are set aside, any number discarded; places in rising order."""
    hand = position.players[position.active].hand
    rising = all(place < next_place for place, next_place in pairwise(places))
    if not places or not rising or places[0] < 0 or places[-1] >= len(hand):
        return IllegalMove(NO_SUCH_CARD, "Cards are named by their places in the hand, in rising order.")
    if is_mulligan and len(places) > FIRST_HAND:
        return IllegalMove(NO_SUCH_CARD, f"At most {FIRST_HAND} cards are set aside.")
    return None


def keep_hand(position: Position) -> None:
    """S-3.4 Keeps the hand."""
    _hand_decided(position)


def mulligan(position: Position, places: tuple[int, ...]) -> None:
    """S-3.4 Sets cards aside, draws as many, then shuffles the set-aside ones in."""
    seat = position.active
    player = position.players[seat]
    aside = _take(player.hand, places)
    draw(position, seat, len(aside))
    player.deck += aside
    shuffle_deck(position, seat)
    if position.listening:
        position.log.emit(HandChanged(seat, len(aside), False))
    if position.options.mulligan_then_discard:
        position.phase = HANDS_AGAIN
    else:
        _hand_decided(position)


def discard_for_prosperity(position: Position, places: tuple[int, ...]) -> None:
    """S-3.4, SR-3 Discards any number of cards for 1 prosperity each."""
    seat = position.active
    discarded = _take(position.players[seat].hand, places)
    for card in discarded:
        bury(position, seat, card)
    if position.listening:
        position.log.emit(HandChanged(seat, len(discarded), True))
    change_prosperity(position, seat, len(discarded))
    _hand_decided(position)


def _take(hand: list[SignumCard], places: tuple[int, ...]) -> list[SignumCard]:
    return [hand.pop(place) for place in reversed(places)]


def _hand_decided(position: Position) -> None:
    position.phase = HANDS
    _next_decision(position, after="")
    if position.phase != HANDS:
        for player in position.players:
            for card in player.hand:
                position.log.note(OPENING, player.seat, card.code)
        begin_turn(position, position.first)


def _next_decision(position: Position, *, after: str) -> None:
    """The next player makes the same decision; after the last, a new one begins."""
    position.active = position.after[position.active][0]
    if position.active == position.first:
        position.phase = after
