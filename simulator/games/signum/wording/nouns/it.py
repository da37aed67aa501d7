"""Italian noun phrases: nouns, adjectives, determiners and filters.

Combining them is wording/targets.py; the other tables are wording/it.py.
"""

from typing import Final

from simulator.games.signum.wording.language import Noun

NOUNS: Final = {
    "hero": Noun(one="eroe", many="eroi", a="un", the="gli"),
    "creature": Noun(one="creatura", many="creature", feminine=True, a="una", the="le"),
    "character": Noun(one="personaggio", many="personaggi", a="un", the="i"),
    "building": Noun(one="edificio", many="edifici", a="un", the="gli"),
    "relic": Noun(one="reliquia", many="reliquie", feminine=True, a="una", the="le"),
    "terrain": Noun(one="terreno", many="terreni", a="un", the="i"),
}

# Masculine, feminine, masculine plural, feminine plural; a single form is invariable ("creature goblin").
ADJECTIVES: Final = {
    "race.human": ("umano", "umana", "umani", "umane"),
    "race.dwarf": ("nanico", "nanica", "nanici", "naniche"),
    "race.elf": ("elfico", "elfica", "elfici", "elfiche"),
    "race.orc": ("orco",),
    "race.goblin": ("goblin",),
    "race.beast": ("bestia",),
    "race.griffin": ("grifone",),
    "race.undead": ("non morto", "non morta", "non morti", "non morte"),
    "race.construct": ("costrutto",),
    "race.spirit": ("spirito",),
    "mercenary": ("mercenario", "mercenaria", "mercenari", "mercenarie"),
    "enemy": ("nemico", "nemica", "nemici", "nemiche"),
    "wounded": ("ferito", "ferita", "feriti", "ferite"),
    "class.vallor": ("della Gilda",),
    "class.grypharim": ("dell'Ordine",),
    "class.any": ("della Gilda o dell'Ordine",),
}

DETERMINERS: Final = {
    "this": "<questo|questa> {one}",
    "that": "<quel|quella> {one}",
    "those": "<quei|quelle> {many}",
    "that.declared": "il bersaglio",
    "that.attacks": "il bersaglio",
    "that.is_attacked": "l'attaccante",
    "that.is_wounded": "la creatura che l'ha ferito",
    "if_it_is_a": "se è {a} {one}",
    "if_it_is_wounded": "se è <ferito|ferita>",
    "if_it_is": "se è {where}",
    "if_strength_at_most": "se la sua forza è {n} o meno",
    "searching": "il {one} che cerca",
    "own.hero": "il tuo {one}",
    "enemy.hero": "l'{one}",
    "own.one": "<uno dei tuoi|una delle tue> {many}",
    "own.one.other": "<un altro dei tuoi|un'altra delle tue> {many}",
    "own.some": "{n} <dei tuoi|delle tue> {many}",
    "own.up_to": "fino a {n} <dei tuoi|delle tue> {many}",
    "own.some.other": "<altri|altre> {n} <dei tuoi|delle tue> {many}",
    "own.all": "<tutti i tuoi|tutte le tue> {many}",
    "own.all.other": "<tutti gli altri tuoi|tutte le altre tue> {many}",
    "own.each": "<ciascuno dei tuoi|ciascuna delle tue> {many}",
    "own.each.other": "<ciascuno degli altri tuoi|ciascuna delle altre tue> {many}",
    "own.each_some": "<ciascuno|ciascuna> di {n} <dei tuoi|delle tue> {many}",
    "own.each_some.other": "<ciascuno di altri|ciascuna di altre> {n} <dei tuoi|delle tue> {many}",
    "own.generic": "<i tuoi|le tue> {many}",
    "own.generic.other": "<gli altri tuoi|le altre tue> {many}",
    "any.one": "{a} {one}",
    "any.one.other": "<un altro|un'altra> {one}",
    "any.some": "{n} {many}",
    "any.up_to": "fino a {n} {many}",
    "any.some.other": "<altri|altre> {n} {many}",
    "any.all": "<tutti|tutte> {the} {many}",
    "any.all.other": "<tutti gli altri|tutte le altre> {many}",
    "any.each": "<ciascun|ciascuna> {one}",
    "any.each.other": "<ciascun altro|ciascun'altra> {one}",
    "any.each_some": "<ciascuno|ciascuna> di {n} {many}",
    "any.each_some.other": "<ciascuno di altri|ciascuna di altre> {n} {many}",
    "any.generic": "{the} {many}",
    "any.generic.other": "<gli altri|le altre> {many}",
}

FILTERS: Final = {
    "touching": "a contatto con questo terreno",
    "strength_at_most": "con forza {n} o meno",
    "within": "entro {d}",
    "within.hero": "entro {d} dal tuo eroe",
    "sight": "in linea di vista",
    "sight.hero": "nella linea di vista del tuo eroe",
    "within_and_sight": "entro {d} e in linea di vista",
    "within_and_sight.hero": "entro {d} dal tuo eroe e nella sua linea di vista",
}
