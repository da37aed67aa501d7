"""Whether an action is allowed, and doing it: the one truth that `why_not`, `legal_actions` and `apply` share.

Each rule's own module says why not; here is only which action belongs to which phase and module. Listing the actions a
player can choose between is legal_actions.py.
"""

from simulator.games.signum.rules import setup
from simulator.games.signum.rules.activation.permissions import why_not_activate
from simulator.games.signum.rules.activation.sequence import activate, activate_the_rest
from simulator.games.signum.rules.combat.damage import destroy_fallen
from simulator.games.signum.rules.play import activated_abilities
from simulator.games.signum.rules.play.cards import play, why_not_play
from simulator.games.signum.rules.player.city import build, skip_build, why_not_build
from simulator.games.signum.rules.player.victory import settle_heroes
from simulator.games.signum.rules.terrain.play import lay_terrain, why_not_lay
from simulator.games.signum.rules.turn import construction_done, end_turn
from simulator.games.signum.state.actions import (
    Action,
    Activate,
    Build,
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
    HANDS,
    HANDS_AGAIN,
    HEROES,
    NO_WINNER,
    ORDER,
    Position,
)
from simulator.games.signum.state.refusals import NO_SUCH_CARD, WRONG_PHASE, IllegalMove


def why_not(position: Position, action: Action) -> IllegalMove | None:
    """S-4 The reason the active player may not do this now; None if it may."""
    if position.winner != NO_WINNER:
        return IllegalMove(WRONG_PHASE, "The game is over.")
    phase = position.phase
    if isinstance(action, Activate):
        return _wrong(phase, ACTIVATION) or why_not_activate(position, position.active, action)
    if isinstance(action, Play):
        return _wrong(phase, ACTIVATION) or why_not_play(position, position.active, action)
    if isinstance(action, EndTurn):
        return _wrong(phase, ACTIVATION)
    if isinstance(action, Build):
        return _wrong(phase, CONSTRUCTION) or why_not_build(position, position.active, action.card)
    if isinstance(action, SkipBuild):
        return _wrong(phase, CONSTRUCTION)
    if isinstance(action, LayTerrain):
        return _wrong(phase, ACTIVATION) or why_not_lay(position, position.active, action)
    if isinstance(action, UseBuilding):
        return _wrong(phase, ACTIVATION) or activated_abilities.why_not_use_building(position, position.active, action)
    if isinstance(action, UseRelic):
        return _wrong(phase, ACTIVATION) or activated_abilities.why_not_use_relic(position, position.active, action)
    return _why_not_in_set_up(position, action)


def _wrong(phase: str, expected: str) -> IllegalMove | None:
    if phase == expected:
        return None
    return IllegalMove(WRONG_PHASE, f"This belongs to the {expected} phase; now is the {phase} phase.")


def _why_not_in_set_up(position: Position, action: Action) -> IllegalMove | None:
    """S-3"""
    phase = position.phase
    if isinstance(action, DecideOrder):
        if not 0 <= action.first < len(position.players):
            return IllegalMove(NO_SUCH_CARD, f"There is no player {action.first}.")
        return _wrong(phase, ORDER)
    if isinstance(action, OrderBuildings):
        return _wrong(phase, ARCHITECT) or setup.why_not_order_buildings(position, action.codes)
    if isinstance(action, PlaceHero):
        return _wrong(phase, HEROES) or setup.why_not_place_hero(position, action.x)
    if isinstance(action, KeepHand):
        return None if phase == HANDS_AGAIN else _wrong(phase, HANDS)
    if isinstance(action, Mulligan):
        return _wrong(phase, HANDS) or setup.why_not_change_hand(position, action.places, is_mulligan=True)
    if isinstance(action, DiscardForProsperity):
        wrong = None if phase == HANDS_AGAIN else _wrong(phase, HANDS)
        return wrong or setup.why_not_change_hand(position, action.places, is_mulligan=False)
    return IllegalMove(WRONG_PHASE, "There is no question to answer.")


def do(position: Position, action: Action) -> None:
    """S-14.1 Does it, and everything that follows; `why_not` was asked first. Fallen heroes are counted at the end."""
    seat = position.active
    if isinstance(action, Activate):
        activate(position, action)
    elif isinstance(action, Play):
        play(position, seat, action)
    elif isinstance(action, EndTurn):
        activate_the_rest(position)
        settle_heroes(position)
        if position.winner == NO_WINNER:
            end_turn(position)
    elif isinstance(action, Build):
        build(position, seat, action.card)
        construction_done(position)
    elif isinstance(action, SkipBuild):
        skip_build(position, seat)
        construction_done(position)
    elif isinstance(action, LayTerrain):
        lay_terrain(position, seat, action)
    elif isinstance(action, UseBuilding):
        activated_abilities.use_building(position, seat, action)
    elif isinstance(action, UseRelic):
        activated_abilities.use_relic(position, seat, action)
    else:
        _set_up(position, action)
    # S-10.4: a move may have led out of an aura that gave health.
    destroy_fallen(position)
    settle_heroes(position)


def _set_up(position: Position, action: Action) -> None:
    """S-3"""
    if isinstance(action, DecideOrder):
        setup.decide_order(position, action.first)
    elif isinstance(action, OrderBuildings):
        setup.order_buildings(position, action.codes)
    elif isinstance(action, PlaceHero):
        setup.place_hero(position, action.x)
    elif isinstance(action, Mulligan):
        setup.mulligan(position, action.places)
    elif isinstance(action, DiscardForProsperity):
        setup.discard_for_prosperity(position, action.places)
    else:
        setup.keep_hand(position)
