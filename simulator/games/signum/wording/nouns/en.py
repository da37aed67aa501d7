"""English noun phrases: nouns, adjectives, determiners and filters.

Combining them is wording/targets.py; the other tables are wording/en.py.
"""

from typing import Final

from simulator.games.signum.wording.language import Noun

NOUNS: Final = {
    "hero": Noun(one="hero", many="heroes"),
    "creature": Noun(one="creature", many="creatures"),
    "character": Noun(one="character", many="characters"),
    "building": Noun(one="building", many="buildings"),
    "relic": Noun(one="relic", many="relics"),
    "terrain": Noun(one="terrain piece", many="terrain pieces"),
}

ADJECTIVES: Final = {
    "wounded": ("wounded",),
    "enemy": ("enemy",),
    "mercenary": ("mercenary",),
    "class.vallor": ("Guild",),
    "class.grypharim": ("Order",),
    "class.any": ("Guild or Order",),
    "race.human": ("human",),
    "race.dwarf": ("dwarf",),
    "race.elf": ("elf",),
    "race.orc": ("orc",),
    "race.goblin": ("goblin",),
    "race.beast": ("beast",),
    "race.griffin": ("griffin",),
    "race.undead": ("undead",),
    "race.construct": ("construct",),
    "race.spirit": ("spirit",),
}

DETERMINERS: Final = {
    "this": "this {one}",
    "that": "that {one}",
    "those": "those {many}",
    "that.declared": "the target",
    "that.attacks": "the target",
    "that.is_attacked": "the attacker",
    "that.is_wounded": "the creature that wounded it",
    "if_it_is_a": "if it is a {one}",
    "if_it_is_wounded": "if it is wounded",
    "if_it_is": "if it is {where}",
    "if_strength_at_most": "if its strength is {n} or less",
    "searching": "the searching {one}",
    "own.hero": "your {one}",
    "enemy.hero": "the {one}",
    "own.one": "one of your {many}",
    "own.one.other": "another of your {many}",
    "own.some": "{n} of your {many}",
    "own.up_to": "up to {n} of your {many}",
    "own.some.other": "{n} of your other {many}",
    "own.all": "all your {many}",
    "own.all.other": "all your other {many}",
    "own.each": "each of your {many}",
    "own.each.other": "each of your other {many}",
    "own.each_some": "each of {n} of your {many}",
    "own.each_some.other": "each of {n} of your other {many}",
    "own.generic": "your {many}",
    "own.generic.other": "your other {many}",
    "any.one": "a {one}",
    "any.one.other": "another {one}",
    "any.some": "{n} {many}",
    "any.up_to": "up to {n} {many}",
    "any.some.other": "{n} other {many}",
    "any.all": "all {many}",
    "any.all.other": "all other {many}",
    "any.each": "each {one}",
    "any.each.other": "each other {one}",
    "any.each_some": "each of {n} {many}",
    "any.each_some.other": "each of {n} other {many}",
    "any.generic": "{many}",
    "any.generic.other": "other {many}",
}

FILTERS: Final = {
    "touching": "touching this terrain",
    "strength_at_most": "with strength {n} or less",
    "within": "within {d}",
    "within.hero": "within {d} of your hero",
    "sight": "in line of sight",
    "sight.hero": "in your hero's line of sight",
    "within_and_sight": "within {d} and in line of sight",
    "within_and_sight.hero": "within {d} of your hero and in its line of sight",
}
