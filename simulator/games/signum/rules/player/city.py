"""The city, S-4.4 to S-4.6 and S-5.1 to S-5.2: building, and paying costs.

What a card does once it is paid is play/cards.py; when a player builds is rules/turn.py.
"""

from typing import Final

from simulator.engine.play.event_log import BUILT
from simulator.games.signum.cards.abilities import UNIQUE_BIT, USED, Cost
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.rules.abilities.tactics import reveal_tactics
from simulator.games.signum.rules.abilities.triggers import built, card_left_play
from simulator.games.signum.rules.player.victory import change_prosperity
from simulator.games.signum.rules.player.zones import bury
from simulator.games.signum.state.events import BuildingBuilt, BuildingDestroyed, BuildSkipped, CostPaid
from simulator.games.signum.state.position import Building, Player, Position
from simulator.games.signum.state.refusals import (
    CANNOT_PAY,
    CITY_FULL,
    CLASS_BUILDING_LIMIT,
    DUPLICATE_BUILDING,
    NO_SUCH_CARD,
    UNIQUE_ALREADY_BUILT,
    IllegalMove,
)

MAX_BUILDINGS: Final = 12
NOT_BUILDING_GAINS: Final = 2


# --- building


def buildable(position: Position, seat: int) -> list[SignumCard]:
    """S-4.6, S-17.1 The cards that may be offered: chosen ones not built, destroyed basic ones."""
    player = position.players[seat]
    # An architect may build only the drawn building: the next is drawn once it is built.
    chosen = player.sideboard[:1] if position.options.experienced_architect else player.sideboard
    return chosen + [card for card in player.graveyard if card.type == "building" and not card.unique]


def why_not_build(position: Position, seat: int, code: str) -> IllegalMove | None:
    """S-4.4, S-4.5, S-4.6 Why this building may not be built, or None."""
    player = position.players[seat]
    for building in player.city:
        if building.card.code == code:
            return IllegalMove(DUPLICATE_BUILDING, f"{building.card.names.en} already stands in the city.")
    if code in player.built_unique:
        return IllegalMove(UNIQUE_ALREADY_BUILT, "A unique building is built at most once a game.")
    card = _buildable_card(position, seat, code)
    if card is None:
        return IllegalMove(NO_SUCH_CARD, f"The building {code!r} is not among those that can be built now.")
    if card.class_building:
        for building in player.city:
            if building.card.class_building:
                return IllegalMove(
                    CLASS_BUILDING_LIMIT, f"A city has one Guild or Order; {building.card.names.en} stands."
                )
    if len(player.city) >= MAX_BUILDINGS:
        return IllegalMove(CITY_FULL, f"A city holds at most {MAX_BUILDINGS} buildings.")
    if card.price > player.prosperity:
        return IllegalMove(CANNOT_PAY, f"{card.names.en} costs {card.price} prosperity; there is {player.prosperity}.")
    return None


def _buildable_card(position: Position, seat: int, code: str) -> SignumCard | None:
    for card in buildable(position, seat):
        if card.code == code:
            return card
    return None


def build(position: Position, seat: int, code: str) -> None:
    """S-4.4 Pays and puts the building in the city untapped; it is usable this turn."""
    card = _buildable_card(position, seat, code)
    assert card is not None, "why_not_build was asked first"
    player = position.players[seat]
    change_prosperity(position, seat, -card.price)
    (player.sideboard if card in player.sideboard else player.graveyard).remove(card)
    player.city.append(Building(card))
    position.forget_in_play()
    if card.unique:
        player.built_unique.append(card.code)
    position.log.note(BUILT, seat, card.code)
    if position.listening:
        position.log.emit(BuildingBuilt(seat, card.code))
    built(position, seat, card)
    reveal_tactics(position, ("enemy_builds",))


def skip_build(position: Position, seat: int) -> None:
    """S-4.4, SR-19 Gains 2 prosperity instead of building.

    At 51 the game is over before anything else happens.
    """
    if position.listening:
        position.log.emit(BuildSkipped(seat))
    change_prosperity(position, seat, NOT_BUILDING_GAINS)
    reveal_tactics(position, ("enemy_skips_build",))


def destroy_building(position: Position, seat: int, building: Building) -> None:
    """S-1.3, S-4.6 To the graveyard; a basic building may be built again from there."""
    position.players[seat].city.remove(building)
    position.forget_in_play()
    if position.listening:
        position.log.emit(BuildingDestroyed(seat, building.card.code))
    bury(position, seat, building.card)
    card_left_play(position, building.card, seat)


# --- paying


def can_pay(position: Position, seat: int, cost: Cost) -> bool:
    """S-5.1 Whether `payment` would find something; cheaper, for checking a whole hand."""
    player = position.players[seat]
    if cost.prosperity > player.prosperity:
        return False
    if not cost.buildings and not cost.any:
        return True
    wanted = len(cost.buildings) + cost.any
    if len(player.city) < wanted:
        return False
    symbols = 0
    for building in player.city:
        if not building.tapped and building.blocked_until < position.turn:
            wanted -= 1
            symbols |= building.card.gives
    if wanted > 0 or cost.bits & ~symbols:
        return False
    return len(cost.symbols) < 2 or _for_symbols(cost, _usable(position, player)) is not None


def payment(position: Position, seat: int, cost: Cost, pay: tuple[str, ...] = ()) -> list[Building] | None:
    """S-5.1, SR-27 The buildings to tap for a cost, or None if it cannot be paid.

    With `pay` (codes) exactly those.
    """
    player = position.players[seat]
    if cost.prosperity > player.prosperity:
        return None
    if not cost.buildings and not cost.any:
        return [] if not pay else None
    if not pay and len(player.city) < len(cost.buildings) + cost.any:
        return None
    usable = _usable(position, player)
    if pay:
        usable = [building for building in usable if building.card.code in pay]
        if len(usable) != len(pay) or len(pay) != len(cost.buildings) + cost.any:
            return None
    elif len(usable) < len(cost.buildings) + cost.any:
        return None
    chosen = _for_symbols(cost, usable)
    if chosen is None or len(usable) < cost.any:
        return None
    if cost.any:
        spare = usable if pay or len(usable) == cost.any else _least_needed_first(player, usable, cost)
        chosen += spare[: cost.any]
    return chosen


def _usable(position: Position, player: Player) -> list[Building]:
    return [building for building in player.city if not building.tapped and building.blocked_until < position.turn]


def _for_symbols(cost: Cost, usable: list[Building]) -> list[Building] | None:
    """One building for each symbol, removed from `usable`.

    Named symbols first, then any unique building for the unique symbol.
    """
    chosen: list[Building] = []
    for symbol in cost.symbols:
        if symbol != UNIQUE_BIT and not _take(symbol, usable, chosen):
            return None
    if cost.bits & UNIQUE_BIT:
        for symbol in cost.symbols:
            if symbol == UNIQUE_BIT and not _take(symbol, usable, chosen):
                return None
    return chosen


def _take(symbol: int, usable: list[Building], chosen: list[Building]) -> bool:
    for number, building in enumerate(usable):
        if building.card.gives & symbol:
            del usable[number]
            chosen.append(building)
            return True
    return False


def _least_needed_first(player: Player, usable: list[Building], cost: Cost) -> list[Building]:
    """The order in which buildings are tapped for *any* by default.

    First those that no other card in hand names.
    """
    weights: list[tuple[int, int]] = []
    for number, building in enumerate(usable):
        weight = 0
        for card in player.hand:
            if card.cost is not cost and building.card.gives & card.cost.bits:
                weight += 2
        for ability in building.card.abilities:
            if ability.kind == USED:
                weight += 1
        weights.append((weight, number))
    weights.sort()
    return [usable[number] for _, number in weights]


def pay_cost(position: Position, seat: int, cost: Cost, buildings: list[Building]) -> None:
    """S-5.1 Taps and spends; `buildings` is the result of `payment`."""
    for building in buildings:
        building.tapped = True
    if cost.prosperity:
        change_prosperity(position, seat, -cost.prosperity)
    if position.listening:
        codes = tuple(building.card.code for building in buildings)
        position.log.emit(CostPaid(seat, codes, cost.prosperity))
