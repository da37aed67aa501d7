"""Steam Engine, K-50: a die before an action decides which effects happen.

melee.py, ranged.py and activation/sequence.py declare the action; what the effects do is play/effects.py.
"""

from simulator.games.signum.cards.abilities import KEYWORD, Ability
from simulator.games.signum.cards.keywords import STEAM_ENGINE
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.dice import face, one_die
from simulator.games.signum.state.events import DiceRolled
from simulator.games.signum.state.position import Creature, Position


def engine_for(position: Position, creature: Creature, action: str) -> Ability | None:
    """K-50 Its Steam Engine for this action (melee, move, shot), if it can still be used this turn."""
    if creature.keywords[STEAM_ENGINE] > 0 and not creature.steamed and stats.has(position, creature, STEAM_ENGINE):
        for ability in creature.card.abilities:
            if ability.kind == KEYWORD and ability.keyword == STEAM_ENGINE and ability.action == action:
                return ability
    return None


def let_off_steam(position: Position, creature: Creature, action: str, *, that: Creature | None = None) -> None:
    """K-50 Once a turn, rolls a die before the declared action."""
    ability = engine_for(position, creature, action)
    if ability is None:
        return
    creature.steamed = True
    roll = one_die(position, creature, "steam")
    if position.listening:
        position.log.emit(DiceRolled(creature.slot, "steam", (roll,)))
    effects = ability.faces[face(roll)]
    if effects:
        source = Source(seat=creature.seat, card=creature.card, creature=creature, that=that)
        resolve(position, (effects,), source)
