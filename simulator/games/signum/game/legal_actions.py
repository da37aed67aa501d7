"""The finite list of legal actions of a position, in a fixed order.

Where places are continuous, a few sensible ones are offered; more are legal (dispatch.py). Nothing is offered that
would be refused. The moves of creatures are found in move_options.py.
"""

from itertools import combinations
from typing import Final

from simulator.games.signum.board.placement import free_summoning_places
from simulator.games.signum.cards.abilities import USED
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.game.creature_options import creature_options
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.activation.permissions import why_not_act
from simulator.games.signum.rules.play.activated_abilities import usable_relic, why_not_use_building, why_not_use_relic
from simulator.games.signum.rules.play.aim import aims
from simulator.games.signum.rules.play.cards import (
    MAX_CHARACTERS,
    full_cost,
    number_of_characters,
    surcharge_of,
    why_not_take,
)
from simulator.games.signum.rules.play.unmarked_abilities import unmarked_uses
from simulator.games.signum.rules.player.city import buildable, payment, why_not_build
from simulator.games.signum.rules.setup import FIRST_HAND
from simulator.games.signum.rules.terrain.play import chosen_terrain, why_not_lay
from simulator.games.signum.state.actions import (
    Action,
    Build,
    ClaimCorner,
    DecideOrder,
    DiscardForProsperity,
    EndTurn,
    KeepHand,
    LayTerrain,
    Mulligan,
    OrderBuildings,
    PlaceHero,
    Play,
    SkipBuild,
    UseBuilding,
    UseRelic,
)
from simulator.games.signum.state.position import (
    ACTIVATION,
    ARCHITECT,
    CONSTRUCTION,
    CORNER,
    HANDS,
    HANDS_AGAIN,
    HEROES,
    ORDER,
    Position,
)
from simulator.games.signum.state.table import CORNERS

HERO_PLACES: Final[tuple[float, ...]] = (300.0, 200.0, 400.0, 100.0, 500.0)
STRETCH_STEP_MM: Final = 75.0
MAX_SUMMONING_PLACES: Final = 5
MAX_TERRAIN_PLACES: Final = 3
TERRAIN_PLACES: Final[tuple[tuple[float, float], ...]] = (
    (300.0, 300.0),
    (150.0, 300.0),
    (450.0, 300.0),
    (220.0, 400.0),
    (380.0, 200.0),
)


def legal_actions(position: Position) -> list[Action]:
    """Every action offered to the active player; never empty while the game goes on."""
    phase = position.phase
    if phase == ACTIVATION:
        return _activation_phase(position)
    if phase == CONSTRUCTION:
        return _construction_phase(position)
    return _set_up(position)


# --- set-up


def _set_up(position: Position) -> list[Action]:
    """S-3 The decisions before the first turn."""
    phase = position.phase
    if phase == ORDER:
        return [DecideOrder(seat) for seat in [position.active, *position.after[position.active]]]
    if phase == CORNER:
        return [ClaimCorner(corner) for corner in range(CORNERS)]
    if phase == ARCHITECT:
        return _building_orders(position)
    if phase == HEROES:
        return [PlaceHero(x) for x in _hero_places(position)]
    assert phase in (HANDS, HANDS_AGAIN), phase
    places = range(len(position.players[position.active].hand))
    subsets = [chosen for size in range(1, len(places) + 1) for chosen in combinations(places, size)]
    actions: list[Action] = [KeepHand()]
    if phase == HANDS:
        actions += [Mulligan(chosen) for chosen in subsets if len(chosen) <= FIRST_HAND]
    actions += [DiscardForProsperity(chosen) for chosen in subsets]
    return actions


def _hero_places(position: Position) -> tuple[float, ...]:
    """S-3.2, SR-62 Five places along the side, or three along a stretch of it; the middle first."""
    if len(position.players) == 2:
        return HERO_PLACES
    middle = position.sides[position.active].middle
    return middle, middle - STRETCH_STEP_MM, middle + STRETCH_STEP_MM


def _building_orders(position: Position) -> list[Action]:
    """S-17.1 Two of very many: the cheap buildings first, or the expensive ones."""
    cards = sorted(position.players[position.active].sideboard, key=_price)
    cheap = tuple([card.code for card in cards[:12]])
    expensive = tuple(reversed(cheap))
    return [OrderBuildings(cheap)] if cheap == expensive else [OrderBuildings(cheap), OrderBuildings(expensive)]


def _price(card: SignumCard) -> tuple[int, str]:
    return card.price, card.code


# --- construction


def _construction_phase(position: Position) -> list[Action]:
    """S-4.4 Building, or not."""
    actions: list[Action] = [SkipBuild()]
    for code in dict.fromkeys([card.code for card in buildable(position, position.active)]):
        if why_not_build(position, position.active, code) is None:
            actions.append(Build(code))
    return actions


# --- activation phase


def _activation_phase(position: Position) -> list[Action]:
    """S-4.7 Activations, cards, terrain, buildings, relics."""
    seat = position.active
    mover = position.creature(position.moving)
    if mover is not None:
        return creature_options(position, mover)  # SR-54: it has declared a move
    actions: list[Action] = []
    for creature in position.creatures:
        if why_not_act(position, seat, creature) is None:
            actions += creature_options(position, creature)
    _add_cards(position, seat, actions)
    _add_terrain(position, seat, actions)
    _add_uses(position, seat, actions)
    actions.append(EndTurn())
    return actions


def _add_cards(position: Position, seat: int, actions: list[Action]) -> None:
    seen: list[str] = []
    for card in position.players[seat].hand:
        if card.code in seen:
            continue
        seen.append(card.code)
        if payment(position, seat, card.cost) is None:
            continue
        if card.type == "character":
            _add_summonings(position, seat, card, actions)
        elif card.type == "spell":
            source = Source(seat=seat, card=card, is_spell=True)
            for choose, target in aims(position, card.options, source):
                actions.append(Play(card.code, choose=choose, target=target))
        elif card.type == "tactic" or why_not_take(position, seat, card) is None:
            actions.append(Play(card.code))


def _add_summonings(position: Position, seat: int, card: SignumCard, actions: list[Action]) -> None:
    """S-5.3 A few places along the player's own side, the middle one first."""
    if number_of_characters(position, seat) >= MAX_CHARACTERS:
        return
    places = free_summoning_places(position, seat, card.base / 2)
    step = max(1, -(-len(places) // MAX_SUMMONING_PLACES))
    surcharged = surcharge_of(card) is not None and payment(position, seat, full_cost(card, surcharge=True)) is not None
    for place in places[::step]:
        actions.append(Play(card.code, at=place))
        if surcharged:
            actions.append(Play(card.code, at=place, surcharge=True))


def _add_terrain(position: Position, seat: int, actions: list[Action]) -> None:
    """S-6.1, S-6.2 A few places across the middle of the field."""
    player = position.players[seat]
    if player.laid_terrain:
        return
    for code in dict.fromkeys([card.code for card in player.terrain]):
        card = chosen_terrain(position, seat, code)
        if card is None or (card.unique and code in player.laid_unique) or payment(position, seat, card.cost) is None:
            continue
        offered = 0
        for place in TERRAIN_PLACES:
            action = LayTerrain(code, at=place)
            if why_not_lay(position, seat, action) is None:
                actions.append(action)
                offered += 1
                if offered == MAX_TERRAIN_PLACES:
                    break


def _add_uses(position: Position, seat: int, actions: list[Action]) -> None:
    """S-4.7, K-37, SR-76 Abilities of buildings, relics and creatures that need no activation."""
    actions += unmarked_uses(position, seat)
    for building in position.players[seat].city:
        for number, ability in enumerate(building.card.abilities):
            if ability.kind != USED:
                continue
            for choose, target in aims(position, ability.options, Source(seat=seat, card=building.card)):
                action = UseBuilding(building.card.code, ability=number, choose=choose, target=target)
                if why_not_use_building(position, seat, action) is None:
                    actions.append(action)
    for relic in position.players[seat].relics:
        usable = usable_relic(position, seat, relic.card.code)
        if usable is None or usable[0] is not relic:
            continue
        source = Source(seat=seat, card=relic.card, creature=position.hero(seat))
        for choose, target in aims(position, usable[1].options, source):
            use = UseRelic(relic.card.code, choose=choose, target=target)
            if why_not_use_relic(position, seat, use) is None:
                actions.append(use)
