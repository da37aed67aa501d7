"""Which activations are allowed, S-7.1 to S-7.6: the path, then the deed.

Each deed has its module: movement.py, melee.py, ranged.py, activated_abilities.py, ruins.py, stealth.py. This module
decides which may follow which. Doing it, with everything that interrupts, is sequence.py.
"""

from typing import Final

from simulator.engine.play.event_log import SilentLog
from simulator.games.signum.board.contact import touching_enemies
from simulator.games.signum.board.geometry import in_contact
from simulator.games.signum.cards.abilities import KEYWORD, Ability
from simulator.games.signum.cards.keywords import CONTRACT, FAST, IMMOBILE, RUSH
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.combat.melee import why_not_melee
from simulator.games.signum.rules.combat.ranged import KEYWORD_OF, why_not_shoot
from simulator.games.signum.rules.combat.stealth import why_not_detect, why_not_detect_afar, why_not_shadow
from simulator.games.signum.rules.combat.steam_engine import engine_for
from simulator.games.signum.rules.movement.movement import trajectory_of, why_not_run
from simulator.games.signum.rules.play.activated_abilities import why_not_use_ability
from simulator.games.signum.rules.play.aim import why_not_aim
from simulator.games.signum.rules.terrain.ruins import why_not_search_at, why_not_seek_passage_at
from simulator.games.signum.state.actions import (
    MELEE,
    NOTHING,
    PASSAGE,
    SEARCH,
    SHADOW,
    SHOOT,
    USE,
    Activate,
    DeclareMove,
)
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.refusals import (
    ALREADY_ACTIVATED,
    BAD_TARGET,
    CANNOT_MOVE,
    CANNOT_PAY,
    CANNOT_RUN,
    HAS_MOVED,
    NO_ABILITY,
    NO_SUCH_CREATURE,
    NOT_YOUR_TURN,
    SUMMONED_THIS_TURN,
    WRONG_PHASE,
    IllegalMove,
)

_SILENT: Final = SilentLog()


# --- permissions


def can_act(position: Position, seat: int, creature: Creature) -> bool:
    """S-4.7, S-5.5, K-43 Whether this creature may activate at all."""
    if creature.seat != seat or creature.activated or creature.exhausted_until >= position.turn:
        return False
    return not creature.summoned or stats.has(position, creature, RUSH)


def why_not_act(position: Position, seat: int, creature: Creature) -> IllegalMove | None:
    """The reason it may not activate, or None."""
    if can_act(position, seat, creature):
        return None
    if creature.seat != seat:
        return IllegalMove(NOT_YOUR_TURN, f"{creature.name} belongs to another player.")
    if creature.activated:
        return IllegalMove(ALREADY_ACTIVATED, f"{creature.name} has already activated this turn.")
    if creature.exhausted_until >= position.turn:
        return IllegalMove(ALREADY_ACTIVATED, f"{creature.name} is exhausted.")
    return IllegalMove(SUMMONED_THIS_TURN, f"{creature.name} was summoned this turn.")


def why_not_activate(position: Position, seat: int, action: Activate) -> IllegalMove | None:
    """S-7.1 to S-7.6 Why the whole activation is refused, as if no die could change it."""
    creature = position.creature(action.slot)
    if creature is not None and action.path and must_declare(position, creature) and can_act(position, seat, creature):
        name = creature.name
        return IllegalMove(WRONG_PHASE, f"{name} declares its move first: its Steam Engine is rolled before the way.")
    return why_not_as_it_stands(position, seat, action)


def must_declare(position: Position, creature: Creature) -> bool:
    """K-50, SR-54 Whether it declares a move before it chooses the way."""
    return engine_for(position, creature, "move") is not None


def why_not_declare_move(position: Position, seat: int, action: DeclareMove) -> IllegalMove | None:
    """K-50, SR-54 Why it may not declare a move before it chooses the way, or None."""
    creature = position.creature(action.slot)
    if creature is not None and can_act(position, seat, creature) and not must_declare(position, creature):
        return IllegalMove(NO_ABILITY, f"{creature.name} has no Steam Engine to use before a move: it moves at once.")
    if not action.run or creature is None:
        refusal = why_not_as_it_stands(position, seat, Activate(action.slot, contract=action.contract))
        if refusal is None and creature is not None and _is_bound(position, creature, contract=action.contract):
            return IllegalMove(CANNOT_MOVE, f"{creature.name} cannot move.")
        return refusal
    here = ((creature.x, creature.y),)
    return why_not_as_it_stands(position, seat, Activate(action.slot, path=here, run=True, contract=action.contract))


def _is_bound(position: Position, creature: Creature, *, contract: bool) -> bool:
    """K-54 Whether it cannot move, perhaps by its own Contract."""
    if stats.has(position, creature, IMMOBILE):
        return True
    ability = contract_of(position, creature) if contract else None
    if ability is not None:
        for grant in ability.grants:
            if grant.keyword == IMMOBILE:
                return True
    return False


def why_not_as_it_stands(position: Position, seat: int, action: Activate) -> IllegalMove | None:
    """The same without the Steam Engine that is rolled before a move: where the way would lead now."""
    position.disturb()
    creature = position.creature(action.slot)
    if creature is None:
        return IllegalMove(NO_SUCH_CREATURE, "There is no such creature on the battlefield.")
    if position.moving == action.slot:
        refusal = _why_not_declared(position, creature, action)
    else:
        refusal = why_not_act(position, seat, creature)
    if refusal is not None:
        return refusal
    if not action.contract:
        refusal = _why_not_go_and_do(position, creature, action)
        if refusal is None:
            position.allowed = action
        return refusal
    ability = contract_of(position, creature)
    if ability is None:
        return IllegalMove(NO_ABILITY, f"{creature.name} has no Contract.")
    if position.players[seat].prosperity < 1:
        return IllegalMove(CANNOT_PAY, f"There is no prosperity to pay {creature.name} with.")
    if ability.options:
        source = Source(seat=seat, card=creature.card, creature=creature)
        refusal = why_not_aim(position, ability.options, source)  # SR-37
        if refusal is not None:
            return refusal
    return _why_not_under_contract(position, creature, ability, action)


def _why_not_declared(position: Position, creature: Creature, action: Activate) -> IllegalMove | None:
    """SR-54 Why this does not follow the move that it has declared, or None."""
    if action.contract:
        return IllegalMove(CANNOT_PAY, f"{creature.name} has begun its activation: a Contract comes before.")
    if action.path and action.run != position.running:
        declared = "a Run" if position.running else "a move without a Run"
        return IllegalMove(CANNOT_RUN, f"{creature.name} has declared {declared}.")
    return None


def contract_of(position: Position, creature: Creature) -> Ability | None:
    """K-12 The creature's Contract, or None."""
    if creature.keywords[CONTRACT] and stats.has(position, creature, CONTRACT):
        for ability in creature.card.abilities:
            if ability.kind == KEYWORD and ability.keyword == CONTRACT:
                return ability
    return None


def _why_not_under_contract(
    position: Position, creature: Creature, ability: Ability, action: Activate
) -> IllegalMove | None:
    """K-12 The same with what the Contract gives, which counts for the whole activation.

    The grants are tried on a twin, which is then removed.
    """
    twin = creature.clone()
    place = position.creatures.index(creature)
    position.creatures[place] = twin
    position.forget_in_play()
    log, position.log = position.log, _SILENT
    for grant in ability.grants:
        stats.grant(position, twin, grant, position.turn)
    refusal = _why_not_go_and_do(position, twin, action)
    position.trajectory = None
    position.log = log
    position.creatures[place] = creature
    position.forget_in_play()
    return refusal


def _why_not_go_and_do(position: Position, creature: Creature, action: Activate) -> IllegalMove | None:
    if not action.path:
        return _why_not_then(position, creature, action, moved=False, met=False)
    # SR-54: a Run that was declared stays one.
    if action.run and position.moving != creature.slot:
        refusal = why_not_run(position, creature)
        if refusal is not None:
            return refusal
    trajectory = trajectory_of(position, creature, action.path, run=action.run)
    position.trajectory = trajectory
    if trajectory.refusal is not None or (action.then == NOTHING and action.detect < 0):
        return trajectory.refusal
    # Place it at the end of the path, check, and put it back.
    x, y = creature.x, creature.y
    before = touching_enemies(position, creature)
    creature.x, creature.y = trajectory.path.end
    now = touching_enemies(position, creature)
    met = any(other.hidden and other not in before for other in now)
    # S-12.3: a creature that touched it from the start rolls instead of acting, not after a move.
    if trajectory.moves and any(other.slot == action.detect and other in before for other in now):
        refusal = IllegalMove(BAD_TARGET, f"{creature.name} touched it before it moved and has acted.")
    else:
        refusal = _why_not_then(position, creature, action, moved=trajectory.moves, met=met)
    creature.x, creature.y = x, y
    return refusal


def _why_not_then(
    position: Position, creature: Creature, action: Activate, *, moved: bool, met: bool
) -> IllegalMove | None:
    """Why it may not do this where it stands.

    `met`: its move ended at a hidden enemy, which must be detected first (S-12.3).
    """
    if action.detect >= 0 or (met and action.then == MELEE and is_hidden(position, action.target)):
        return _why_not_detect_and_then(position, creature, action, moved=moved)
    return why_not_deed(position, creature, action, moved=moved)


def is_hidden(position: Position, slot: int) -> bool:
    creature = position.creature(slot)
    return creature is not None and creature.hidden


def _why_not_detect_and_then(
    position: Position, creature: Creature, action: Activate, *, moved: bool
) -> IllegalMove | None:
    """S-12.3, S-12.4 First the detection; the rest is judged as if it will succeed."""
    hidden = position.creature(action.detect if action.detect >= 0 else action.target)
    if hidden is None:
        return IllegalMove(NO_SUCH_CREATURE, "There is no such creature to detect.")
    if action.run and moved:
        return IllegalMove(HAS_MOVED, f"{creature.name} ran: its activation is over.")
    touches = in_contact(creature, hidden)
    if touches:
        refusal = why_not_detect(position, creature, hidden)
    else:
        refusal = why_not_detect_afar(position, creature, hidden)
        if refusal is None and moved:
            # As a Magical Shot itself: after a move only with Battle Mage.
            hidden.hidden = False
            refusal = why_not_shoot(position, creature, hidden, "magical_shot", moved=True)
            hidden.hidden = True
    if refusal is not None or action.then == NOTHING:
        return refusal
    if action.target != hidden.slot or action.then != (MELEE if touches else SHOOT):
        return IllegalMove(BAD_TARGET, f"After the detection of {hidden.name} only an attack on it can follow.")
    hidden.hidden = False
    refusal = why_not_deed(position, creature, action, moved=moved)
    hidden.hidden = True
    return refusal


def why_not_deed(position: Position, creature: Creature, action: Activate, *, moved: bool) -> IllegalMove | None:
    """S-7.1, S-7.4 to S-7.6 Why the deed at the end of the path is refused, or None."""
    then, ran = action.then, action.run and moved
    if then == NOTHING:
        return None
    if ran and (then != MELEE or not stats.has(position, creature, FAST)):
        return IllegalMove(HAS_MOVED, f"{creature.name} ran: its activation is over.")
    if then == USE:
        return why_not_use_ability(position, creature, action, moved=moved)
    if then == SHADOW:
        if moved:
            return IllegalMove(HAS_MOVED, f"{creature.name} has moved.")
        return why_not_shadow(position, creature)
    if then == SEARCH:
        return why_not_search_at(position, creature, action.target)
    if then == PASSAGE:
        return why_not_seek_passage_at(position, creature, action.target)
    target = position.creature(action.target)
    if target is None:
        return IllegalMove(NO_SUCH_CREATURE, "There is no such creature to attack.")
    if then == MELEE:
        magical = action.kind == "magical_strike"
        return why_not_melee(position, creature, target, moved=moved, magical_strike=magical)
    if then == SHOOT and action.kind in KEYWORD_OF:
        return why_not_shoot(position, creature, target, action.kind, moved=moved, ran=ran)
    return IllegalMove(NO_ABILITY, f"{creature.name} knows nothing called {then!r} {action.kind!r}.")
