"""Stealth, chapter 12: the stealth token, detection, going to the shadow.

That hidden creatures do not block sight is board/line_of_sight.py, that they may Run is movement.py, that they need not
Backstab is backstab.py, that they may search ruins is terrain/terrain.py. Spells reach hidden creatures and do not use
this module.
"""

from simulator.games.signum.board.contact import touched_enemy
from simulator.games.signum.board.geometry import in_contact, is_within
from simulator.games.signum.board.line_of_sight import sees
from simulator.games.signum.cards.keywords import BATTLE_MAGE, MAGICAL_SHOT, STEALTH
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.dice import SHIELD, one_die
from simulator.games.signum.state.events import DetectionRolled, Hid, Revealed
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.refusals import (
    BAD_TARGET,
    HAS_MOVED,
    IN_CONTACT,
    NO_ABILITY,
    NO_LINE_OF_SIGHT,
    NOT_IN_CONTACT,
    OUT_OF_RANGE,
    IllegalMove,
)


def is_hidden_from(creature: Creature, team: int) -> bool:
    """S-12.1 Whether this team's creatures cannot target it with attacks or abilities."""
    return creature.hidden and creature.team != team


def hide(position: Position, creature: Creature) -> None:
    """S-12.1 Gives a stealth token, at most one."""
    if not creature.hidden:
        creature.hidden = True
        position.disturb()
        if position.listening:
            position.log.emit(Hid(creature.slot))


def reveal(position: Position, creature: Creature) -> None:
    """S-12.2 Takes the token: by a declared attack, a used ability, a Backstab, a detection."""
    if creature.hidden:
        creature.hidden = False
        position.disturb()
        if position.listening:
            position.log.emit(Revealed(creature.slot))


# --- detection


def why_not_detect(position: Position, seeker: Creature, target: Creature) -> IllegalMove | None:
    """S-12.3, SR-22 Why it may not detect by touching, after a move or instead of acting."""
    if not is_hidden_from(target, seeker.team):
        return IllegalMove(BAD_TARGET, f"{target.name} is no hidden enemy.")
    if not in_contact(seeker, target):
        return IllegalMove(NOT_IN_CONTACT, f"{seeker.name} does not touch {target.name}.")
    return None


def why_not_detect_afar(
    position: Position, seeker: Creature, target: Creature, *, moved: bool = False, ran: bool = False
) -> IllegalMove | None:
    """S-12.4 Why it may not detect with a Magical Shot, or None.

    It replaces shooting and has its conditions (S-11.1, K-05).
    """
    if not is_hidden_from(target, seeker.team):
        return IllegalMove(BAD_TARGET, f"{target.name} is no hidden enemy.")
    if not stats.has(position, seeker, MAGICAL_SHOT):
        return IllegalMove(NO_ABILITY, f"{seeker.name} has no Magical Shot.")
    if ran or (moved and not stats.has(position, seeker, BATTLE_MAGE)):
        return IllegalMove(HAS_MOVED, f"{seeker.name} has moved.")
    if touched_enemy(position, seeker) is not None:
        return IllegalMove(IN_CONTACT, f"{seeker.name} is in contact with an enemy.")
    if not is_within(seeker, target, LENGTHS_MM["XL"]):
        return IllegalMove(OUT_OF_RANGE, f"{target.name} is further than XL from {seeker.name}.")
    if not sees(position, seeker, target):
        return IllegalMove(NO_LINE_OF_SIGHT, f"{seeker.name} does not see {target.name}.")
    return None


def detect(position: Position, seeker: Creature, target: Creature) -> bool:
    """S-12.3, S-12.4 One die. Was the target detected?

    On shield the token is lost and the seeker may attack at once; if not, it has acted.
    """
    roll = one_die(position, seeker, "detect")
    if position.listening:
        position.log.emit(DetectionRolled(seeker.slot, target.slot, roll))
    if roll < SHIELD[0]:
        return False
    reveal(position, target)
    return True


# --- go to the shadow


def why_not_shadow(position: Position, creature: Creature) -> IllegalMove | None:
    """S-12.6 Why it may not go to the shadow, or None.

    It takes the whole activation of a character with Stealth and no token, left alone by enemies.
    """
    if creature.is_hero or creature.hidden or not stats.has(position, creature, STEALTH):
        return IllegalMove(
            NO_ABILITY, f"Only a character with Stealth and no token goes to the shadow: {creature.name}."
        )
    if touched_enemy(position, creature) is not None:
        return IllegalMove(IN_CONTACT, f"{creature.name} is in contact with an enemy.")
    # The opponents' last turns are those since this player's previous turn.
    if creature.shot_at > position.players[creature.seat].last_turn:
        return IllegalMove(NO_ABILITY, f"{creature.name} was shot at in the opponent's last turn.")
    return None


def go_to_shadow(position: Position, creature: Creature) -> None:
    """S-12.6, K-49 Hides the creature again."""
    refusal = why_not_shadow(position, creature)
    if refusal is not None:
        raise refusal
    hide(position, creature)
