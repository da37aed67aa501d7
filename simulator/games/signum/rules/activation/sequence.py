"""A creature's activation as it happens, S-7.1: its start, its path, its deed.

The start is Regeneration and Contract; the path includes Backstabs. Whether it may is permissions.py; what each deed
does is its own module. Dice and triggers may stop it at every step.
"""

from typing import Final

from simulator.games.signum.board.contact import touching_enemies
from simulator.games.signum.board.geometry import in_contact
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.abilities.triggers import activation_started, creature_ran, move_ended
from simulator.games.signum.rules.activation.permissions import can_act, contract_of, is_hidden, why_not_deed
from simulator.games.signum.rules.combat.backstab import backstabs
from simulator.games.signum.rules.combat.damage import is_on_field
from simulator.games.signum.rules.combat.healing import regenerate
from simulator.games.signum.rules.combat.melee import melees
from simulator.games.signum.rules.combat.ranged import shoot
from simulator.games.signum.rules.combat.stealth import detect, go_to_shadow, why_not_detect, why_not_detect_afar
from simulator.games.signum.rules.combat.steam_engine import let_off_steam
from simulator.games.signum.rules.movement.movement import MoveResult, follow, trajectory_of, why_not_run
from simulator.games.signum.rules.movement.trajectory import Trajectory
from simulator.games.signum.rules.play.activated_abilities import use_ability
from simulator.games.signum.rules.player.victory import change_prosperity
from simulator.games.signum.rules.terrain.ruins import search, seek_passage
from simulator.games.signum.state.actions import (
    MELEE,
    NOBODY,
    NOTHING,
    PASSAGE,
    SEARCH,
    SHADOW,
    USE,
    Activate,
    DeclareMove,
)
from simulator.games.signum.state.events import AbilityUsed, ActivationBegan, ActivationEnded, MoveDeclared
from simulator.games.signum.state.position import NO_WINNER, Creature, Position

NO_ENEMIES: Final[list[int]] = []
"""The hidden enemies that most moves meet; never changed."""


def activate(position: Position, action: Activate) -> None:
    """S-4.8, S-7.1 The whole activation.

    Whatever dice and triggers make impossible in between is left out.
    """
    creature = position.creature(action.slot)
    assert creature is not None, "why_not_activate was asked first"
    is_declared = position.moving == creature.slot
    position.moving = NOBODY
    if not is_declared:
        _begin(position, creature, contract=action.contract)
    if action.path and _can_go_on(position, creature):
        result = go(position, creature, action, is_declared=is_declared)
        if result is not None:
            met = NO_ENEMIES if action.run else result.touched_hidden
            act(position, creature, action, moved=result.trajectory.moves, met=met)
    else:
        act(position, creature, action, moved=False, met=NO_ENEMIES)
    if position.listening:
        position.log.emit(ActivationEnded(action.slot))


def declare_move(position: Position, action: DeclareMove) -> None:
    """K-50, SR-54 The start of the activation, and the die before the way is chosen."""
    creature = position.creature(action.slot)
    assert creature is not None, "why_not_declare_move was asked first"
    _begin(position, creature, contract=action.contract)
    if _can_go_on(position, creature):
        if position.listening:
            position.log.emit(MoveDeclared(creature.slot, action.run))
        let_off_steam(position, creature, "move")
    position.moving, position.running = creature.slot, action.run


def end_declared(position: Position) -> None:
    """SR-54 A move that was declared is over if its creature has fallen or changed sides before it was made."""
    creature = position.creature(position.moving)
    if creature is None or creature.seat != position.active or position.winner != NO_WINNER:
        if position.listening:
            position.log.emit(ActivationEnded(position.moving))
        position.moving = NOBODY


def _begin(position: Position, creature: Creature, *, contract: bool) -> None:
    """What comes before the deed; what the action says of its deed answers no question of it."""
    answers = position.answers
    card = answers.card
    answers.card = ""
    if position.listening:
        position.log.emit(ActivationBegan(creature.slot))
    start_activation(position, creature)
    if contract and _can_go_on(position, creature):
        sign_contract(position, creature)
    answers.card = card


def start_activation(position: Position, creature: Creature) -> None:
    """S-4.7, K-42 What happens at the start of every activation."""
    creature.activated = True
    regenerate(position, creature)
    activation_started(position, creature)


def activate_the_rest(position: Position) -> None:
    """S-4.9 Activates the player's remaining creatures; they do nothing."""
    for creature in position.creatures[:]:
        if can_act(position, position.active, creature) and _can_go_on(position, creature):
            start_activation(position, creature)


def _can_go_on(position: Position, creature: Creature) -> bool:
    return position.winner == NO_WINNER and is_on_field(position, creature)


def sign_contract(position: Position, creature: Creature) -> None:
    """K-12 Pays 1 prosperity for what the Contract gives to the end of the turn, or for its effects."""
    ability = contract_of(position, creature)
    if ability is None or position.players[creature.seat].prosperity < 1:
        return
    change_prosperity(position, creature.seat, -1)
    if position.listening:
        position.log.emit(AbilityUsed(creature.slot, creature.card.code, "contract"))
    for grant in ability.grants:
        stats.grant(position, creature, grant, position.turn)
    resolve(position, ability.options, Source(seat=creature.seat, card=creature.card, creature=creature))


def go(position: Position, creature: Creature, action: Activate, *, is_declared: bool) -> MoveResult | None:
    """S-7.2, S-7.5, S-8.1 The move with its Backstabs; None if nothing can follow it."""
    is_sure = is_declared or position.allowed is action
    if action.run and not is_sure and why_not_run(position, creature) is not None:
        return None
    trajectory = _trajectory(position, creature, action)
    if trajectory.refusal is not None:
        return None  # Regeneration or a trigger has blocked the path: it stays where it is
    if not trajectory.moves:
        return MoveResult(trajectory)
    if not backstabs(position, creature, touching_enemies(position, creature)) or position.winner != NO_WINNER:
        return None
    # S-8.1: the dice may have changed how far it goes, or where it stands.
    trajectory = _trajectory(position, creature, action)
    position.trajectory = None
    if trajectory.refusal is not None:
        return None
    result = follow(position, creature, trajectory, run=action.run)
    if action.run:
        met = [position.creature(slot) for slot in [*result.touched, *result.touched_hidden]]
        if not backstabs(position, creature, [other for other in met if other is not None]):
            return None
        creature_ran(position, creature)
    if _can_go_on(position, creature):
        move_ended(position, creature)
    return result if _can_go_on(position, creature) else None


def _trajectory(position: Position, creature: Creature, action: Activate) -> Trajectory:
    """The trajectory computed just now, or a new one if something happened since."""
    trajectory = position.trajectory
    if trajectory is None or trajectory.creature is not creature or trajectory.path.start != (creature.x, creature.y):
        trajectory = trajectory_of(position, creature, action.path, run=action.run)
        position.trajectory = trajectory
    return trajectory


def act(position: Position, creature: Creature, action: Activate, *, moved: bool, met: list[int]) -> None:
    """S-12.3 Detects a hidden enemy first, if need be; then does the deed.

    A hidden enemy it has come to touch is detected unless it attacks another one.
    """
    if not _can_go_on(position, creature):
        return
    hidden = position.creature(_to_detect(position, action, met))
    if hidden is not None and hidden.hidden:
        touches = in_contact(creature, hidden)
        why_not = why_not_detect if touches else why_not_detect_afar
        if why_not(position, creature, hidden) is not None or not detect(position, creature, hidden):
            return
    if action.then == NOTHING:
        return
    # Allowed just now as a whole, and nothing has happened since.
    is_sure = position.allowed is action and hidden is None
    if not is_sure and why_not_deed(position, creature, action, moved=moved) is not None:
        return
    _do(position, creature, action, moved=moved)


def _to_detect(position: Position, action: Activate, met: list[int]) -> int:
    if action.detect >= 0:
        return action.detect
    if met and not (action.then == MELEE and not is_hidden(position, action.target)):
        return action.target if action.target in met else met[0]
    return -1


def _do(position: Position, creature: Creature, action: Activate, *, moved: bool) -> None:
    then = action.then
    if then == USE:
        use_ability(position, creature, action)
    elif then == SHADOW:
        go_to_shadow(position, creature)
    elif then == SEARCH:
        search(position, creature, action.target)
    elif then == PASSAGE:
        seek_passage(position, creature, action.target)
    else:
        target = position.creature(action.target)
        assert target is not None
        if then == MELEE:
            melees(position, creature, target, moved=moved, magical_strike=action.kind == "magical_strike")
        else:
            shoot(position, creature, target, action.kind, moved=moved)
