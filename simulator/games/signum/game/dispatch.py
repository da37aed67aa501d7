"""Whether an action is allowed, and doing it.

Shared by `why_not`, `legal_actions` and `apply`. Each rule module decides for itself why an action is refused; this
module only maps an action to its phase and its rule module. Listing the actions a player can choose between is
legal_actions.py.
"""

from collections.abc import Callable
from typing import Any, Final

from simulator.games.signum.rules import setup
from simulator.games.signum.rules.activation.permissions import why_not_activate, why_not_declare_move
from simulator.games.signum.rules.activation.sequence import activate, activate_the_rest, declare_move, end_declared
from simulator.games.signum.rules.combat.damage import destroy_fallen
from simulator.games.signum.rules.play.activated_abilities import (
    use_building,
    use_relic,
    why_not_use_building,
    why_not_use_relic,
)
from simulator.games.signum.rules.play.cards import play, why_not_play
from simulator.games.signum.rules.play.unmarked_abilities import use_unmarked, why_not_use_unmarked
from simulator.games.signum.rules.player.city import build, skip_build, why_not_build
from simulator.games.signum.rules.player.victory import settle_heroes
from simulator.games.signum.rules.terrain.play import lay_terrain, why_not_lay
from simulator.games.signum.rules.turn import close_turn, construction_done, end_turn
from simulator.games.signum.state.actions import (
    NOBODY,
    Action,
    Activate,
    Build,
    ClaimCorner,
    DecideOrder,
    DeclareMove,
    DiscardForProsperity,
    EndTurn,
    KeepHand,
    LayTerrain,
    Mulligan,
    OrderBuildings,
    PlaceHero,
    Play,
    SkipBuild,
    UseAbility,
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
    NO_WINNER,
    ORDER,
    Position,
)
from simulator.games.signum.state.refusals import NO_SUCH_CARD, WRONG_PHASE, IllegalMove

# Each function takes the action class it is listed for in HANDLERS.
WhyNot = Callable[[Position, Any], IllegalMove | None]
Do = Callable[[Position, Any], None]


def why_not(position: Position, action: Action) -> IllegalMove | None:
    """S-4 The reason the active player may not do this now; None if it may."""
    if position.winner != NO_WINNER:
        return IllegalMove(WRONG_PHASE, "The game is over.")
    handler = HANDLERS.get(type(action))
    if handler is None:
        return IllegalMove(WRONG_PHASE, "There is no question to answer.")
    if position.moving != NOBODY and not (isinstance(action, Activate) and action.slot == position.moving):
        return IllegalMove(WRONG_PHASE, "A creature has declared a move; its activation is finished first (S-4.8).")
    return handler[0](position, action)


def do(position: Position, action: Action) -> None:
    """S-14.1 Does the action and everything that follows; the caller has checked `why_not`.

    Fallen heroes are counted at the end.
    """
    HANDLERS[type(action)][1](position, action)
    # S-10.4: a move may have led out of an aura that gave health.
    destroy_fallen(position)
    settle_heroes(position)
    while position.players[position.active].out and position.winner == NO_WINNER:
        close_turn(position)  # SR-64: the turn of a player who is out ends at once
    if position.moving != NOBODY:
        end_declared(position)


def _wrong_phase(position: Position, expected: str) -> IllegalMove | None:
    phase = position.phase
    if phase == expected:
        return None
    return IllegalMove(WRONG_PHASE, f"This belongs to the {expected} phase; now is the {phase} phase.")


# --- set-up, S-3


def _why_not_decide_order(position: Position, action: DecideOrder) -> IllegalMove | None:
    if not 0 <= action.first < len(position.players):
        return IllegalMove(NO_SUCH_CARD, f"There is no player {action.first}.")
    return _wrong_phase(position, ORDER)


def _decide_order(position: Position, action: DecideOrder) -> None:
    setup.decide_order(position, action.first)


def _why_not_claim_corner(position: Position, action: ClaimCorner) -> IllegalMove | None:
    return _wrong_phase(position, CORNER) or setup.why_not_claim_corner(action.corner)


def _claim_corner(position: Position, action: ClaimCorner) -> None:
    setup.claim_corner(position, action.corner)


def _why_not_order_buildings(position: Position, action: OrderBuildings) -> IllegalMove | None:
    return _wrong_phase(position, ARCHITECT) or setup.why_not_order_buildings(position, action.codes)


def _order_buildings(position: Position, action: OrderBuildings) -> None:
    setup.order_buildings(position, action.codes)


def _why_not_place_hero(position: Position, action: PlaceHero) -> IllegalMove | None:
    return _wrong_phase(position, HEROES) or setup.why_not_place_hero(position, action.x)


def _place_hero(position: Position, action: PlaceHero) -> None:
    setup.place_hero(position, action.x)


def _why_not_keep_hand(position: Position, action: KeepHand) -> IllegalMove | None:
    return None if position.phase == HANDS_AGAIN else _wrong_phase(position, HANDS)


def _keep_hand(position: Position, action: KeepHand) -> None:
    setup.keep_hand(position)


def _why_not_mulligan(position: Position, action: Mulligan) -> IllegalMove | None:
    return _wrong_phase(position, HANDS) or setup.why_not_change_hand(position, action.places, is_mulligan=True)


def _mulligan(position: Position, action: Mulligan) -> None:
    setup.mulligan(position, action.places)


def _why_not_discard(position: Position, action: DiscardForProsperity) -> IllegalMove | None:
    refusal = None if position.phase == HANDS_AGAIN else _wrong_phase(position, HANDS)
    return refusal or setup.why_not_change_hand(position, action.places, is_mulligan=False)


def _discard(position: Position, action: DiscardForProsperity) -> None:
    setup.discard_for_prosperity(position, action.places)


# --- construction phase, S-4.4


def _why_not_build(position: Position, action: Build) -> IllegalMove | None:
    return _wrong_phase(position, CONSTRUCTION) or why_not_build(position, position.active, action.card)


def _build(position: Position, action: Build) -> None:
    build(position, position.active, action.card)
    construction_done(position)


def _why_not_skip_build(position: Position, action: SkipBuild) -> IllegalMove | None:
    return _wrong_phase(position, CONSTRUCTION)


def _skip_build(position: Position, action: SkipBuild) -> None:
    skip_build(position, position.active)
    construction_done(position)


# --- activation phase, S-4.7


def _why_not_activate(position: Position, action: Activate) -> IllegalMove | None:
    return _wrong_phase(position, ACTIVATION) or why_not_activate(position, position.active, action)


def _why_not_declare_move(position: Position, action: DeclareMove) -> IllegalMove | None:
    return _wrong_phase(position, ACTIVATION) or why_not_declare_move(position, position.active, action)


def _why_not_play(position: Position, action: Play) -> IllegalMove | None:
    return _wrong_phase(position, ACTIVATION) or why_not_play(position, position.active, action)


def _play(position: Position, action: Play) -> None:
    play(position, position.active, action)


def _why_not_lay(position: Position, action: LayTerrain) -> IllegalMove | None:
    return _wrong_phase(position, ACTIVATION) or why_not_lay(position, position.active, action)


def _lay_terrain(position: Position, action: LayTerrain) -> None:
    lay_terrain(position, position.active, action)


def _why_not_use_building(position: Position, action: UseBuilding) -> IllegalMove | None:
    return _wrong_phase(position, ACTIVATION) or why_not_use_building(position, position.active, action)


def _use_building(position: Position, action: UseBuilding) -> None:
    use_building(position, position.active, action)


def _why_not_use_relic(position: Position, action: UseRelic) -> IllegalMove | None:
    return _wrong_phase(position, ACTIVATION) or why_not_use_relic(position, position.active, action)


def _use_relic(position: Position, action: UseRelic) -> None:
    use_relic(position, position.active, action)


def _why_not_use_unmarked(position: Position, action: UseAbility) -> IllegalMove | None:
    return _wrong_phase(position, ACTIVATION) or why_not_use_unmarked(position, position.active, action)


def _use_unmarked(position: Position, action: UseAbility) -> None:
    use_unmarked(position, position.active, action)


def _why_not_end_turn(position: Position, action: EndTurn) -> IllegalMove | None:
    return _wrong_phase(position, ACTIVATION)


def _end_turn(position: Position, action: EndTurn) -> None:
    activate_the_rest(position)
    settle_heroes(position)
    if position.winner == NO_WINNER:
        end_turn(position)


HANDLERS: Final[dict[type[Action], tuple[WhyNot, Do]]] = {
    Activate: (_why_not_activate, activate),
    DeclareMove: (_why_not_declare_move, declare_move),
    Play: (_why_not_play, _play),
    EndTurn: (_why_not_end_turn, _end_turn),
    Build: (_why_not_build, _build),
    SkipBuild: (_why_not_skip_build, _skip_build),
    LayTerrain: (_why_not_lay, _lay_terrain),
    UseBuilding: (_why_not_use_building, _use_building),
    UseRelic: (_why_not_use_relic, _use_relic),
    UseAbility: (_why_not_use_unmarked, _use_unmarked),
    DecideOrder: (_why_not_decide_order, _decide_order),
    ClaimCorner: (_why_not_claim_corner, _claim_corner),
    OrderBuildings: (_why_not_order_buildings, _order_buildings),
    PlaceHero: (_why_not_place_hero, _place_hero),
    KeepHand: (_why_not_keep_hand, _keep_hand),
    Mulligan: (_why_not_mulligan, _mulligan),
    DiscardForProsperity: (_why_not_discard, _discard),
}
"""Every action but `Answer`, which game.py handles: why it is refused, and doing it."""
