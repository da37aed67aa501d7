"""Spanish tables: verbs, triggers, conditions and templates of abilities.

Noun phrases are nouns/es.py; how templates are filled is language.py.
"""

import re
from typing import Final

from simulator.games.signum.wording.language import Language
from simulator.games.signum.wording.nouns.es import ADJECTIVES, DETERMINERS, FILTERS, NOUNS

VERBS: Final = {
    "damage": "[inflige|infliges] {amount} de daño a {each}",
    "wounds": "[inflige|infliges] {amount:herida|heridas} a {each}",
    "heal": "{to} se <cura|curan> {amount:herida|heridas}",
    "armour": "{to} <obtiene|obtienen> +{amount} de armadura",
    "remove_armour": "{to} <pierde|pierden> {amount:ficha|fichas} de armadura",
    "grant": "{to} <obtiene|obtienen> {grants}{until}",
    "grant.loss": "{to} <sufre|sufren> {grants}{until}",
    "grant.immobile": "{to} no <puede|pueden> moverse{until}",
    "silence": "{to} <pierde|pierden> todas sus habilidades{until}",
    "draw.you": "[roba|robas] {amount:carta|cartas}",
    "draw.opponent": "{opponent} roba {amount:carta|cartas}",
    "discard.you": "[descarta|descartas] {amount:carta|cartas} al azar",
    "discard.opponent": "{opponent} descarta {amount:carta|cartas} al azar",
    "prosperity.you": "[gana|ganas] {amount} de prosperidad",
    "prosperity.loss.you": "[pierde|pierdes] {amount} de prosperidad",
    "prosperity.opponent": "{opponent} gana {amount} de prosperidad",
    "prosperity.loss.opponent": "{opponent} pierde {amount} de prosperidad",
    "steal": "[roba|robas] {amount} de prosperidad a tu oponente",
    "destroy": "[destruye|destruyes] {to}",
    "destroy_building": "[destruye|destruyes] {to}",
    "destroy_relic": "[destruye|destruyes] {to}",
    "destroy_terrain": "[destruye|destruyes] {to}",
    "block": "[bloquea|bloqueas] {to}, que no <puede|pueden> usarse hasta el final del próximo turno de tu oponente",
    "tap": "[gira|giras] {to}",
    "untap": "[endereza|enderezas] {to}",
    "return_to_hand": "[devuelve|devuelves] {to} a la mano de <su dueño|sus dueños>",
    "return_to_hand.own": "[devuelve|devuelves] {to} a tu mano",
    "return_to_hand.enemy": "[devuelve|devuelves] {to} a la mano de tu oponente",
    "return_to_deck": "[baraja|barajas] {to} en el mazo de batalla de <su dueño|sus dueños>",
    "return_to_deck.own": "[baraja|barajas] {to} en tu mazo de batalla",
    "return_to_deck.enemy": "[baraja|barajas] {to} en el mazo de batalla de tu oponente",
    "recover.character": "[devuelve|devuelves] {amount:carta|cartas} de personaje de tu cementerio a tu mano",
    "recover.support": "[devuelve|devuelves] {amount:carta|cartas} de apoyo de tu cementerio a tu mano",
    "recover.card": "[devuelve|devuelves] {amount:carta|cartas} de tu cementerio a tu mano",
    "push": "[empuja|empujas] {to} una distancia {distance} en dirección opuesta a {source}",
    "step": "[mueve|mueves] {to} hasta una distancia {distance} (sin Puñalada por la espalda)",
    "hide": "{to} <obtiene|obtienen> una ficha de sigilo",
    "reveal": "{to} <pierde su ficha|pierden sus fichas> de sigilo",
    "ready": "{to} <puede|pueden> volver a activarse este turno",
    "exhaust": "{to} no se <activa|activan> hasta el final del próximo turno de su jugador",
    "exhaust.own": "{to} no se <activa|activan> hasta el final de tu próximo turno",
    "exhaust.enemy": "{to} no se <activa|activan> hasta el final del próximo turno de tu oponente",
    "control": "[toma|tomas] el control de {to} hasta el final del turno",
    "cancel.deck": "[cancela|cancelas] {cancelled} y [baraja|barajas] la carta en el mazo de batalla de su dueño",
    "cancel.graveyard": "[cancela|cancelas] {cancelled} y [pon|pones] la carta en el cementerio de su dueño",
    "concentrate": "{to} <obtiene|obtienen> {amount:ficha|fichas} de concentración",
    "roll": "[tira|tiras] {dice:dado|dados}; por cada {faces}, {do}",
    "roll.one": "[tira|tiras] 1 dado; con {faces}, {do}",
}

GRANTS: Final = {
    "strength": "{n} de fuerza",
    "movement": "{n} <nivel|niveles> de movimiento",
    "health": "{n} de salud",
    "further": "{name} adicional",
}

UNTIL: Final = {
    "end_of_turn": " hasta el final del turno",
    "end_of_next_turn": " hasta el final del siguiente turno",
    "game": "",
}

TRIGGERS: Final = {
    "turn_starts": "al inicio de tu turno",
    "turn_ends": "al final de tu turno",
    "activation_starts": "cuando {self} se activa",
    "attacks": "cuando {self} ataca",
    "is_attacked": "cuando {self} es atacado",
    "kills": "cuando {self} destruye una criatura",
    "is_wounded": "cuando {self} sufre heridas",
    "is_healed": "cuando {self} se cura",
    "own_creature_is_healed": "cuando {own_creature} se cura",
    "own_character_dies": "cuando {own_character} es destruido",
    "enemy_character_dies": "cuando un personaje enemigo es destruido",
    "own_summons": "cuando invocas {a_character}",
    "builds": "cuando construyes un edificio",
    "plays_spell": "cuando juegas un hechizo",
}

TACTICS: Final = {
    "enemy_summons": "cuando tu oponente invoca un personaje",
    "enemy_plays_spell": "cuando tu oponente juega un hechizo",
    "enemy_plays_relic": "cuando tu oponente juega una reliquia",
    "enemy_builds": "cuando tu oponente construye un edificio",
    "enemy_skips_build": "cuando tu oponente no construye",
    "enemy_attacks": "cuando una criatura enemiga ataca a uno de tus personajes",
    "enemy_attacks_hero": "cuando una criatura enemiga ataca a tu héroe",
    "enemy_shoots": "cuando una criatura enemiga declara un ataque a distancia contra una de tus criaturas",
    "enemy_runs": "cuando una criatura enemiga corre",
    "enemy_comes_near": "cuando una criatura enemiga termina un movimiento a distancia M o menos de tu héroe",
    "own_character_dies": "cuando uno de tus personajes es destruido",
}

CONDITIONS: Final = {
    "wounded": "si {self} está herido",
    "unhurt": "si {self} está ileso",
    "in_contact": "si {self} está en contacto con un enemigo",
    "hero_wounded": "si {hero} está herido",
    "class_building": "si tienes {class_building} en tu ciudad",
    "fewer_characters": "si tienes menos personajes que tu oponente",
    "building": "si tienes {building} en tu ciudad",
    "prosperity_at_least": "si tienes {n} o más de prosperidad",
    "near_own_hero": "si {self} está a distancia {d} o menos de tu héroe",
    "terrain": "si hay {terrain} en el campo de batalla",
}

FRAMES: Final = {
    "and": "y",
    "or": "o",
    "or_else": "; o ",
    "choice": "[elige|eliges] una opción — {options}",
    "it": "",
    "the_latter": "<este|esta>",
    "the_latter.many": "<estos|estas>",
    "it_again": "",
    "it_again.many": "",
    "opponent": "tu oponente",
    "triggered": "{when}, {do}",
    "triggered_if": "{when}, {if}, {do}",
    "passive": "{to} <tiene|tienen> {grants}",
    "passive_while": "{while}, {to} <tiene|tienen> {grants}",
    "tactic": "{when}: {do}",
    "word": "{name}: {do}",
    "meanwhile": "{name}: {grants}",
    "aura": "{name} {d}: {grants}",
    "aura_to": "{name} {d}: {to} <tiene|tienen> {grants}",
    "howl": "{name} {d}: {to} <obtiene|obtienen> {grants} hasta el final del turno",
    "howl_effects": "{name} {d}: {do}",
    "uses_in_melee": "{name}: {grants} en combate cuerpo a cuerpo",
    "steam": "{name} ({action}): {faces}",
    "surcharge": "{name} ({cost}): {do}",
    "search": "búsqueda: {faces}",
    "face": "con {face}, {do}",
    "use": "gira este edificio: {do}",
    "use_with": "gira {buildings}: {do}",
    "use_and_pay": "gira este edificio y paga {prosperity}: {do}",
    "use_with_and_pay": "gira {buildings}, y paga {prosperity}: {do}",
    "times.once": "una vez por turno",
    "times.many": "hasta {n} veces por turno",
    "used": "{times}: {do}",
    "used_and_pay": "{times}, paga {prosperity}: {do}",
    "used_with": "{times}, gira {buildings}: {do}",
    "used_with_and_pay": "{times}, gira {buildings}, y paga {prosperity}: {do}",
    "some_buildings": "{n:edificio|edificios}",
    "terrain.ruins": "unas ruinas",
    "terrain.forest": "un bosque",
    "terrain.cliff": "un acantilado",
    "this_building": "este edificio",
    "prosperity": "{n} de prosperidad",
    "any_buildings": "{n:edificio más|edificios más}",
    "unique_buildings": "{n:edificio único|edificios únicos}",
    "class_building.vallor": "un Gremio",
    "class_building.grypharim": "una Orden",
    "class_building.any": "un Gremio o una Orden",
    "cancelled.enemy_summons": "la invocación",
    "cancelled.enemy_plays_spell": "el hechizo",
}

_SUBJUNCTIVE: Final = {"está": "esté", "tienes": "tengas", "hay": "haya"}


def _while_clause(condition: str) -> str:
    """ "si tienes" becomes "mientras tengas"."""
    words = [_SUBJUNCTIVE.get(word, word) for word in condition.removeprefix("si ").split(" ")]
    return " ".join(["mientras", *words])


SPANISH: Final = Language(
    code="es",
    nouns=NOUNS,
    adjectives=ADJECTIVES,
    adjectives_first=False,
    determiners=DETERMINERS,
    filters=FILTERS,
    verbs=VERBS,
    grants=GRANTS,
    until=UNTIL,
    triggers=TRIGGERS,
    tactics=TACTICS,
    conditions=CONDITIONS,
    while_conditions={word: _while_clause(condition) for word, condition in CONDITIONS.items()},
    states_to_player=True,
    frames=FRAMES,
    faces={"bullseye": "diana", "axe": "hacha", "shield": "escudo"},
    shields={
        "spells": "hechizos",
        "shot": "Disparo",
        "throwing": "Lanzamiento",
        "magical_shot": "Disparo Mágico",
        "abilities": "habilidades",
        "backstab": "Puñalada por la espalda",
    },
    actions={"melee": "combate cuerpo a cuerpo", "move": "movimiento", "shot": "disparo"},
    building_articles={
        "other": "",
        "town_hall": "el ",
        "temple": "el ",
        "arena": "la ",
        "smithy": "la ",
        "library": "la ",
        "shooting_range": "el ",
        "school_of_magic": "la ",
        "tavern": "la ",
        "barracks": "el ",
        "mint": "la ",
        "monastery": "el ",
        "black_market": "el ",
    },
    fusions=(
        (re.compile(r"\b([Dd])e el (?=\w)"), r"\1el "),
        (re.compile(r"\b([Aa]) el (?=\w)"), r"\1l "),
        (re.compile(r"\by (?=[Hh]?[IiÍí](?![aeo]))"), "e "),
        (re.compile(r"\bo (?=[Hh]?[OoÓó])"), "u "),
    ),
)
