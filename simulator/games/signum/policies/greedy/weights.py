"""The weights of greedy-2. Frozen once released; changes go into greedy-3.

The unit is a point: about what one tapped building buys. How the weights are used is creatures.py and the plans.
"""

from typing import Final

from simulator.games.signum.cards import keywords as k

# --- creatures
STRENGTH: Final = 1.0  # a melee die
HEALTH: Final = 0.6  # a wound it can take
ARMOUR_TOKEN: Final = 0.45  # stops one damage, but no wounds, and is never healed
SPEED: Final = {80: -0.3, 100: 0.0, 150: 0.5, 250: 1.0}  # by movement in millimetres
TRIGGERED_ABILITY: Final = 0.5  # any ability not counted below
FIRST_WOUND: Final = 0.2  # share of its worth a creature loses by being wounded at all: it hits on shields only
LATER_WOUNDS: Final = 0.4  # share lost by the wounds together, short of death

# --- heroes
HERO_WOUNDS: Final = 20.0  # all the wounds of a hero together, while it has none
HERO_WOUNDS_LAST: Final = 29.0  # what is added to that towards its last wound
HERO_DEATH: Final = 60.0  # the game
SIEGE: Final = 1.5  # what is added, times, when one turn's attacks could kill the enemy hero
OWN_HERO: Final = 1.15  # own wounds count this much more: the turn cap is decided by wounds too

# --- moving
PROGRESS: Final = 0.75  # 100 mm nearer to its goal
CAUTION: Final = 0.3  # share of the damage expected where it would stand
HERO_CAUTION: Final = 1.3  # the same for the player's hero
HERO_GOAL: Final = 3.0  # the enemy hero is worth going for as much as this many of its wounds
LIFE_AS_MM: Final = 20.0  # of several enemy heroes: how much nearer one must be for each health it has more
GUARD: Final = 0.5  # 100 mm nearer to the player's hero, while enemies come near it
HERO_HOME: Final = 0.5  # 100 mm the hero leaves its own side
FOLLOW: Final = 0.6  # 100 mm nearer to the fighters, for those who help them
BOLDER_WITH_TIME: Final = 0.05  # progress gains by turn, so that games are decided before the turn cap
STRONGER: Final = 1.4  # times the enemy's army: enough to go on attacking when ahead in the race
PRESSING: Final = 1.8  # progress while the opponent is about to save its way to 51

# --- cards and prosperity
CARD: Final = 1.3  # a card in hand
TAPPED: Final = 0.25  # a building tapped for a card, that another card could have used
DRAWN_OUT: Final = 2.5  # a card drawn that will be missing before the game is over
PROSPERITY: Final = 0.9  # one, early
PROSPERITY_LATE: Final = 1.6  # one, when 51 is near
PROSPERITY_WINS: Final = 8.0  # one, in the last two turns before 51
STOLEN: Final = 0.35  # one that the opponent loses
BUILDING: Final = 2.2  # an enemy building destroyed
BLOCKED: Final = 0.7  # an enemy building that cannot be used for a turn
UNTAPPED: Final = 0.6  # a building that can pay again this turn
UNTAPPED_FOR_CARD: Final = 2.4  # all that are untapped together, if a card in hand waits for them
CANCELLED: Final = 1.6  # a card the opponent has paid for and does not get
REACHED: Final = 0.25  # share of a creature's worth that a step to an enemy it would not reach is worth
DAMAGE_LATER: Final = 0.45  # a damage that a relic can deal some time
HAMMER_DIE: Final = 0.65  # a melee die of the hero whose hits deal 2
RELIC: Final = 1.8  # an enemy relic destroyed
TACTIC: Final = 1.6  # a tactic laid down
SPELL_AT_LEAST: Final = 0.45  # points a spell must give for every symbol of its cost
SEARCH: Final = 1.0  # ruins searched
HIDDEN: Final = 0.8  # a stealth token
UNMARKED_AT_LEAST: Final = 0.15  # points an ability without activation must give beyond its cost

# --- the city
BUILD_FOR_HAND: Final = 2.6  # the building a card in hand waits for
BUILD_FOR_DECK: Final = 0.35  # and one in the deck
# One more building, by how many there are.
BUILD_TO_TAP: Final[tuple[float, ...]] = (3.5, 3.2, 2.8, 2.2, 1.6, 1.0, 0.6, 0.3, 0.15, 0.1, 0.05, 0.0)

KEYWORD: Final = {
    k.MINUS_FROM_ATTACKS: 0.9, k.AGILE: 0.25, k.BERSERK: 0.4, k.BUCKSHOT: 0.3, k.BATTLE_MAGE: 0.4, k.CHARGE: 0.6,
    k.CHASE: 0.4, k.CONCENTRATION: 0.2, k.CONTRACT: 0.3, k.CONTROL: 0.7, k.DEFENDER: 0.3, k.DIFFICULT_TARGET: 0.4,
    k.EXPERT_OF_ATTACK: 0.5, k.EXPERT_OF_DEFENCE: 0.4, k.FAST: 0.3, k.FLIGHT: 0.5, k.FORTITUDE: 0.5,
    k.HAMMERBLOW: 1.2, k.HEALER: 0.4, k.HOWL: 0.7, k.INITIATIVE: 0.7, k.JUMP: 0.2, k.MAGICAL_SHOT: 0.9,
    k.MAGICAL_STRIKE: 0.6, k.MASTER_OF_ATTACK: 0.5, k.MASTER_OF_DEFENCE: 0.5, k.MASTER_OF_HEALING: 0.1,
    k.MASTER_OF_MAGIC: 0.3, k.MASTER_OF_SHOOTING: 0.3, k.PATHFINDER: 0.1, k.PREDATOR: 0.3, k.QUICK_SHOOTER: 0.5,
    k.RECKLESS: -0.1, k.REGENERATION: 0.3, k.RUSH: 0.3, k.SHOT: 0.6, k.SLOW: -0.3, k.SNIPER: 0.6, k.STAMINA: 0.6,
    k.STEALTH: 0.6, k.THROWING: 0.8, k.VETERAN: 0.7, k.AURA: 0.7, k.ARMOUR: 0.45, k.DURABILITY: 0.8,
    k.IMMOBILE: -1.0, k.SEARCHER: 0.2,
}  # fmt: skip
"""Points per value of a keyword, or for a flag; the others count nothing."""
