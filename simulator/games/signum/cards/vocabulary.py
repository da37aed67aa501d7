"""The words card data is written in, apart from keywords.

Verbs, targets, triggers, conditions, filters, durations. One table for all: the schema accepts these words, wording/
translates them, effects.py carries them out, docs/adding_a_card.md explains them, and a test fails for a verb that no
two cards use.
"""

from typing import Final

LENGTHS_MM: Final = {"S": 80, "M": 100, "L": 150, "XL": 250}
FIELD_MM: Final = 600
FACES: Final = ("bullseye", "axe", "shield")

CARD_TYPES: Final = ("hero", "character", "spell", "relic", "tactic", "building", "terrain")
SUPPORT_TYPES: Final = ("spell", "relic", "tactic")
FACTIONS: Final = ("vallor", "grypharim", "mercenary", "basic")
RARITIES: Final = ("common", "rare", "legendary", "mythic")
SOURCES: Final = ("rulebook", "completed", "playtest")
BASES_MM: Final = (32, 48, 50, 60)
RELIC_TYPES: Final = ("melee_weapon", "ranged_weapon", "armour", "shield", "helmet", "treasure")
RACES: Final = ("human", "dwarf", "elf", "orc", "goblin", "beast", "griffin", "undead", "construct", "spirit")
BASIC_BUILDINGS: Final = (
    "town_hall",
    "temple",
    "arena",
    "smithy",
    "library",
    "shooting_range",
    "school_of_magic",
    "tavern",
    "barracks",
)
UNIQUE: Final = "unique"
"""The tenth cost symbol, paid by any built unique building (SR-27)."""
TRAITS: Final = ("impassable", "difficult", "blocks_sight", "defence_against_ranged", "ruins", "forest", "cliff")
TERRAIN_KINDS: Final = ("ruins", "forest", "cliff")
"""The traits a condition can ask for (SR-79); forest and cliff do nothing else."""

# --- targets
CREATURE_NOUNS: Final = (
    "self",
    "that_creature",  # the other party of the trigger: the attacker, the one killed, the one summoned
    "chosen",  # what an earlier effect of the same list chose
    "own_hero",
    "enemy_hero",
    "own_creature",
    "own_character",
    "enemy_creature",
    "enemy_character",
    "creature",
    "character",
)
CERTAIN_NOUNS: Final = ("self", "that_creature", "chosen", "own_hero", "enemy_hero")
"""The noun says which creature is meant, so none is chosen; of several enemy heroes one is (S-17.4)."""
OTHER_NOUNS: Final = ("own_building", "enemy_building", "enemy_relic", "terrain")
TARGET_FIELDS: Final = (
    "who",
    "pick",  # how many are chosen (1); with `all`, none is chosen
    "up_to",  # buildings: how many may be chosen at most, none included (SR-81)
    "all",
    "within",  # S, M, L, XL from the source; a spell measures from its player's hero
    "sight",  # in line of sight of the source
    "other",  # not the source itself
    "wounded",
    "mercenary",
    "class_card",
    "race",
    "strength_at_most",
    "touching",  # touching this terrain
)

# --- durations
UNTIL: Final = ("end_of_turn", "end_of_next_turn", "game")  # next turn: that of the next player; SR-67

# --- verbs: the fields each takes; "to" is always a target
VERBS: Final = {
    "damage": ("amount", "to"),
    "wounds": ("amount", "to"),
    "heal": ("amount", "to"),
    "armour": ("amount", "to"),
    "remove_armour": ("amount", "to"),
    "grant": ("grant", "until", "to"),
    "silence": ("until", "to"),  # loses all its abilities
    "draw": ("amount", "player"),
    "discard": ("amount", "player"),  # at random
    "prosperity": ("amount", "player"),  # amount may be below 0
    "steal": ("amount",),  # prosperity, from the opponent
    "destroy": ("to",),
    "destroy_building": ("to",),
    "destroy_relic": ("to",),
    "destroy_terrain": ("to",),
    "block": ("to",),  # chosen enemy buildings cannot be used until the end of the opponent's next turn
    "tap": ("to",),  # enemy buildings, which pay for nothing until their player untaps the city
    "untap": ("to",),  # own buildings
    "return_to_hand": ("to",),
    "return_to_deck": ("to",),  # shuffled in
    "recover": ("amount", "card"),  # cards of a kind from the player's graveyard to the hand
    "push": ("distance", "to"),  # straight away from the source, as Buckshot, without the extra damage
    "step": ("distance", "to"),  # its player moves it up to that far; no Backstab
    "hide": ("to",),
    "reveal": ("to",),
    "ready": ("to",),  # may activate again this turn
    "exhaust": ("to",),  # does not activate until the end of its player's next turn
    "control": ("to",),  # to the end of this turn (SR-14)
    "cancel": ("into",),  # the summoning or spell that triggered the tactic
    "concentrate": ("amount", "to"),
    "roll": ("dice", "faces", "then"),  # for each die that shows one of the faces, the effects in `then`
}
PLAYERS: Final = ("you", "opponent")
RECOVERABLE: Final = ("character", "support", "card")
CANCEL_INTO: Final = ("deck", "graveyard")

# --- triggers of abilities, all about the card's own controller
TRIGGERS: Final = (
    "turn_starts",
    "turn_ends",
    "activation_starts",
    "attacks",  # it declares a melee or ranged attack; that_creature: the target
    "is_attacked",  # that_creature: the attacker
    "kills",  # it destroyed a creature; that_creature: the one destroyed
    "is_wounded",  # it took at least one wound and lives; that_creature: who did it, if a creature
    "is_healed",
    "own_creature_is_healed",  # another one; that_creature: it
    "own_character_dies",  # another one; that_creature: it
    "enemy_character_dies",
    "own_summons",  # you summon another character; that_creature: it
    "builds",
    "plays_spell",
)
# --- triggers of tactics, all in an opponent's turn
TACTIC_TRIGGERS: Final = (
    "enemy_summons",
    "enemy_plays_spell",
    "enemy_plays_relic",
    "enemy_builds",
    "enemy_skips_build",
    "enemy_attacks",  # declares any attack on one of your characters
    "enemy_attacks_hero",
    "enemy_shoots",  # declares a ranged attack on one of your creatures
    "enemy_runs",
    "enemy_comes_near",  # ends a move within M of your hero
    "own_character_dies",
)

# --- conditions: a word, or a word with a value
CONDITIONS: Final = (
    "wounded",
    "unhurt",
    "in_contact",  # with an enemy
    "hero_wounded",
    "class_building",  # a Guild or Order stands in the controller's city (S-5.13)
    "fewer_characters",  # than the opponent
)
CONDITIONS_WITH_VALUE: Final = ("building", "prosperity_at_least", "near_own_hero", "terrain")

# --- what single keywords carry
SHIELDS: Final = ("spells", "shot", "throwing", "magical_shot", "abilities", "backstab")
STEAM_ACTIONS: Final = ("melee", "move", "shot")
GRANTED_STATS: Final = ("strength", "movement", "health")  # movement in steps of S, M, L, XL
