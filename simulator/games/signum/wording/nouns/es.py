"""Spanish noun phrases: nouns, adjectives, determiners and filters.

Combining them is wording/targets.py; the other tables are wording/es.py.
"""

from typing import Final

from simulator.games.signum.wording.language import Noun

NOUNS: Final = {
    "hero": Noun(one="héroe", many="héroes", a="un", the="los"),
    "creature": Noun(one="criatura", many="criaturas", feminine=True, a="una", the="las"),
    "character": Noun(one="personaje", many="personajes", a="un", the="los"),
    "building": Noun(one="edificio", many="edificios", a="un", the="los"),
    "relic": Noun(one="reliquia", many="reliquias", feminine=True, a="una", the="las"),
    "terrain": Noun(one="terreno", many="terrenos", a="un", the="los"),
}

# Masculine, feminine, masculine plural, feminine plural; a single form is invariable ("criaturas goblin").
ADJECTIVES: Final = {
    "race.human": ("humano", "humana", "humanos", "humanas"),
    "race.dwarf": ("enano", "enana", "enanos", "enanas"),
    "race.elf": ("élfico", "élfica", "élficos", "élficas"),
    "race.orc": ("orco",),
    "race.goblin": ("goblin",),
    "race.beast": ("bestia",),
    "race.griffin": ("grifo",),
    "race.undead": ("no muerto", "no muerta", "no muertos", "no muertas"),
    "race.construct": ("constructo",),
    "race.spirit": ("espíritu",),
    "mercenary": ("mercenario", "mercenaria", "mercenarios", "mercenarias"),
    "enemy": ("enemigo", "enemiga", "enemigos", "enemigas"),
    "wounded": ("herido", "herida", "heridos", "heridas"),
    "class.vallor": ("del Gremio",),
    "class.grypharim": ("de la Orden",),
    "class.any": ("de Gremio u Orden",),
}

DETERMINERS: Final = {
    "this": "<este|esta> {one}",
    "that": "<ese|esa> {one}",
    "those": "<esos|esas> {many}",
    "that.declared": "el objetivo",
    "that.attacks": "el objetivo",
    "that.is_attacked": "el atacante",
    "that.is_wounded": "la criatura que lo hirió",
    "if_it_is_a": "si es {a} {one}",
    "if_it_is_wounded": "si está <herido|herida>",
    "if_it_is": "si está {where}",
    "if_strength_at_most": "si su fuerza es {n} o menos",
    "searching": "el {one} que busca",
    "own.hero": "tu {one}",
    "enemy.hero": "el {one}",
    "own.one": "<uno|una> de tus {many}",
    "own.one.other": "<otro|otra> de tus {many}",
    "own.some": "{n} de tus {many}",
    "own.up_to": "hasta {n} de tus {many}",
    "own.some.other": "<otros|otras> {n} de tus {many}",
    "own.all": "<todos|todas> tus {many}",
    "own.all.other": "<todos|todas> tus demás {many}",
    "own.each": "cada <uno|una> de tus {many}",
    "own.each.other": "cada <uno|una> de tus demás {many}",
    "own.each_some": "cada <uno|una> de {n} de tus {many}",
    "own.each_some.other": "cada <uno|una> de <otros|otras> {n} de tus {many}",
    "own.generic": "tus {many}",
    "own.generic.other": "tus demás {many}",
    "any.one": "{a} {one}",
    "any.one.other": "<otro|otra> {one}",
    "any.some": "{n} {many}",
    "any.up_to": "hasta {n} {many}",
    "any.some.other": "<otros|otras> {n} {many}",
    "any.all": "<todos|todas> {the} {many}",
    "any.all.other": "<todos|todas> {the} demás {many}",
    "any.each": "cada {one}",
    "any.each.other": "cada <uno|una> de {the} demás {many}",
    "any.each_some": "cada <uno|una> de {n} {many}",
    "any.each_some.other": "cada <uno|una> de <otros|otras> {n} {many}",
    "any.generic": "{the} {many}",
    "any.generic.other": "{the} demás {many}",
}

FILTERS: Final = {
    "touching": "en contacto con este terreno",
    "strength_at_most": "con fuerza {n} o menos",
    "within": "a distancia {d} o menos",
    "within.hero": "a distancia {d} o menos de tu héroe",
    "sight": "en línea de visión",
    "sight.hero": "en la línea de visión de tu héroe",
    "within_and_sight": "a distancia {d} o menos y en línea de visión",
    "within_and_sight.hero": "a distancia {d} o menos de tu héroe y en su línea de visión",
}
