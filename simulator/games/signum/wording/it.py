"""Italian tables: verbs, triggers, conditions and templates of abilities.

Noun phrases are nouns/it.py; how templates are filled is language.py.
"""

import re
from typing import Final

from simulator.games.signum.wording.language import Language
from simulator.games.signum.wording.nouns.it import ADJECTIVES, DETERMINERS, FILTERS, NOUNS

VERBS: Final = {
    "damage": "infliggi {amount:danno|danni} a {each}",
    "wounds": "infliggi {amount:ferita|ferite} a {each}",
    "heal": "{to} <guarisce|guariscono> da {amount:ferita|ferite}",
    "armour": "{to} <ottiene|ottengono> +{amount} all'armatura",
    "remove_armour": "{to} <perde|perdono> {amount:segnalino|segnalini} armatura",
    "grant": "{to} <ottiene|ottengono> {grants}{until}",
    "grant.loss": "{to} <subisce|subiscono> {grants}{until}",
    "grant.immobile": "{to} non <può|possono> muoversi{until}",
    "silence": "{to} <perde tutte le sue|perdono tutte le loro> abilità{until}",
    "draw.you": "[pesca|peschi] {amount:carta|carte}",
    "draw.opponent": "{opponent} pesca {amount:carta|carte}",
    "discard.you": "[scarta|scarti] {amount:carta|carte} a caso",
    "discard.opponent": "{opponent} scarta {amount:carta|carte} a caso",
    "prosperity.you": "[guadagna|guadagni] {amount} prosperità",
    "prosperity.loss.you": "perdi {amount} prosperità",
    "prosperity.opponent": "{opponent} guadagna {amount} prosperità",
    "prosperity.loss.opponent": "{opponent} perde {amount} prosperità",
    "steal": "[ruba|rubi] {amount} prosperità al tuo avversario",
    "destroy": "distruggi {to}",
    "destroy_building": "distruggi {to}",
    "destroy_relic": "distruggi {to}",
    "destroy_terrain": "distruggi {to}",
    "block": (
        "[blocca|blocchi] {to}, che non si <può|possono> usare fino alla fine del prossimo turno del tuo avversario"
    ),
    "tap": "[tappa|tappi] {to}",
    "untap": "[stappa|stappi] {to}",
    "return_to_hand": "fai tornare {to} in mano <al proprietario|ai proprietari>",
    "return_to_hand.own": "fai tornare {to} nella tua mano",
    "return_to_hand.enemy": "fai tornare {to} in mano al tuo avversario",
    "return_to_deck": "[rimescola|rimescoli] {to} nel mazzo di battaglia <del proprietario|dei proprietari>",
    "return_to_deck.own": "[rimescola|rimescoli] {to} nel tuo mazzo di battaglia",
    "return_to_deck.enemy": "[rimescola|rimescoli] {to} nel mazzo di battaglia del tuo avversario",
    "recover.character": "riprendi in mano {amount:carta personaggio|carte personaggio} dal tuo cimitero",
    "recover.support": "riprendi in mano {amount:carta supporto|carte supporto} dal tuo cimitero",
    "recover.card": "riprendi in mano {amount:carta|carte} dal tuo cimitero",
    "push": "spingi {to} di {distance} in linea retta lontano da {source}",
    "step": "muovi {to} fino a {distance} (senza Pugnalata alle spalle)",
    "hide": "{to} <ottiene|ottengono> un segnalino Nascosto",
    "reveal": "{to} <perde il suo segnalino|perdono i loro segnalini> Nascosto",
    "ready": "{to} <può|possono> attivarsi di nuovo in questo turno",
    "exhaust": "{to} non si <attiva|attivano> fino alla fine del prossimo turno del <suo|loro> giocatore",
    "exhaust.own": "{to} non si <attiva|attivano> fino alla fine del tuo prossimo turno",
    "exhaust.enemy": "{to} non si <attiva|attivano> fino alla fine del prossimo turno del tuo avversario",
    "control": "prendi il controllo di {to} fino alla fine del turno",
    "cancel.deck": (
        "[annulla|annulli] {cancelled} e [rimescola|rimescoli] la carta nel mazzo di battaglia del proprietario"
    ),
    "cancel.graveyard": "[annulla|annulli] {cancelled} e metti la carta nel cimitero del proprietario",
    "concentrate": "{to} <ottiene|ottengono> {amount:segnalino|segnalini} concentrazione",
    "roll": "[tira|tiri] {dice:dado|dadi}; per ogni {faces}, {do}",
    "roll.one": "[tira|tiri] 1 dado; con {faces}, {do}",
}

GRANTS: Final = {
    "strength": "{n} alla forza",
    "movement": "{n} <livello|livelli> di movimento",
    "health": "{n} alla salute",
    "further": "{name} aggiuntivo",
}

UNTIL: Final = {
    "end_of_turn": " fino alla fine del turno",
    "end_of_next_turn": " fino alla fine del turno successivo",
    "game": "",
}

TRIGGERS: Final = {
    "turn_starts": "all'inizio del tuo turno",
    "turn_ends": "alla fine del tuo turno",
    "activation_starts": "quando {self} si attiva",
    "attacks": "quando {self} attacca",
    "is_attacked": "quando {self} viene attaccato",
    "kills": "quando {self} distrugge una creatura",
    "is_wounded": "quando {self} subisce ferite",
    "is_healed": "quando {self} guarisce",
    "own_creature_is_healed": "quando {own_creature} guarisce",
    "own_character_dies": "quando {own_character} viene distrutto",
    "enemy_character_dies": "quando un personaggio nemico viene distrutto",
    "own_summons": "quando evochi {a_character}",
    "builds": "quando costruisci un edificio",
    "plays_spell": "quando giochi un incantesimo",
}

TACTICS: Final = {
    "enemy_summons": "quando il tuo avversario evoca un personaggio",
    "enemy_plays_spell": "quando il tuo avversario gioca un incantesimo",
    "enemy_plays_relic": "quando il tuo avversario gioca una reliquia",
    "enemy_builds": "quando il tuo avversario costruisce un edificio",
    "enemy_skips_build": "quando il tuo avversario non costruisce",
    "enemy_attacks": "quando una creatura nemica attacca uno dei tuoi personaggi",
    "enemy_attacks_hero": "quando una creatura nemica attacca il tuo eroe",
    "enemy_shoots": "quando una creatura nemica dichiara un attacco a distanza contro una delle tue creature",
    "enemy_runs": "quando una creatura nemica corre",
    "enemy_comes_near": "quando una creatura nemica termina un movimento entro M dal tuo eroe",
    "own_character_dies": "quando uno dei tuoi personaggi viene distrutto",
}

_CLAUSES: Final = {
    "wounded": "{self} è ferito",
    "unhurt": "{self} è illeso",
    "in_contact": "{self} è a contatto con un nemico",
    "hero_wounded": "{hero} è ferito",
    "class_building": "hai {class_building} nella tua città",
    "fewer_characters": "hai meno personaggi del tuo avversario",
    "building": "hai {building} nella tua città",
    "prosperity_at_least": "hai {n} o più prosperità",
    "near_own_hero": "{self} è entro {d} dal tuo eroe",
    "terrain": "c'è {terrain} sul campo di battaglia",
}

FRAMES: Final = {
    "and": "e",
    "or": "o",
    "or_else": "; oppure ",
    "choice": "scegli un'opzione — {options}",
    "it": "",
    "the_latter": "<questo|questa>",
    "the_latter.many": "<questi|queste>",
    "it_again": "",
    "it_again.many": "",
    "opponent": "il tuo avversario",
    "triggered": "{when}, {do}",
    "triggered_if": "{when}, {if}, {do}",
    "passive": "{to} <ha|hanno> {grants}",
    "passive_while": "{while}, {to} <ha|hanno> {grants}",
    "tactic": "{when}: {do}",
    "word": "{name}: {do}",
    "meanwhile": "{name}: {grants}",
    "aura": "{name} {d}: {grants}",
    "aura_to": "{name} {d}: {to} <ha|hanno> {grants}",
    "howl": "{name} {d}: {to} <ottiene|ottengono> {grants} fino alla fine del turno",
    "howl_effects": "{name} {d}: {do}",
    "uses_in_melee": "{name}: {grants} in mischia",
    "steam": "{name} ({action}): {faces}",
    "surcharge": "{name} ({cost}): {do}",
    "search": "ricerca: {faces}",
    "face": "con {face}, {do}",
    "use": "tappa questo edificio: {do}",
    "use_with": "tappa {buildings}: {do}",
    "use_and_pay": "tappa questo edificio e paga {prosperity}: {do}",
    "use_with_and_pay": "tappa {buildings}, e paga {prosperity}: {do}",
    "times.once": "una volta per turno",
    "times.many": "fino a {n} volte per turno",
    "used": "{times}: {do}",
    "used_and_pay": "{times}, paga {prosperity}: {do}",
    "used_with": "{times}, tappa {buildings}: {do}",
    "used_with_and_pay": "{times}, tappa {buildings}, e paga {prosperity}: {do}",
    "some_buildings": "{n:edificio|edifici}",
    "terrain.ruins": "una rovina",
    "terrain.forest": "una foresta",
    "terrain.cliff": "una scogliera",
    "this_building": "questo edificio",
    "prosperity": "{n} prosperità",
    "any_buildings": "{n:altro edificio|altri edifici}",
    "unique_buildings": "{n:edificio unico|edifici unici}",
    "class_building.vallor": "una Gilda",
    "class_building.grypharim": "un Ordine",
    "class_building.any": "una Gilda o un Ordine",
    "cancelled.enemy_summons": "l'evocazione",
    "cancelled.enemy_plays_spell": "l'incantesimo",
}

# Contractions of prepositions and articles: "di il" is "del".
_STEMS: Final = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}
_ENDINGS: Final = {"il ": "l ", "lo ": "llo ", "la ": "lla ", "l'": "ll'", "i ": "i ", "gli ": "gli ", "le ": "lle "}
_CONTRACTIBLE: Final = re.compile(rf"\b({'|'.join(_STEMS)}) ({'|'.join(_ENDINGS)})")


def _contract(match: re.Match[str]) -> str:
    return _STEMS[match[1]] + _ENDINGS[match[2]]


ITALIAN: Final = Language(
    code="it",
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
    conditions={word: f"se {clause}" for word, clause in _CLAUSES.items()},
    while_conditions={word: f"finché {clause}" for word, clause in _CLAUSES.items()},
    states_to_player=True,
    frames=FRAMES,
    faces={"bullseye": "centro", "axe": "ascia", "shield": "scudo"},
    shields={
        "spells": "incantesimi",
        "shot": "Colpo",
        "throwing": "Lancio",
        "magical_shot": "Colpo magico",
        "abilities": "abilità",
        "backstab": "Pugnalata alle spalle",
    },
    actions={"melee": "mischia", "move": "movimento", "shot": "tiro"},
    building_articles={
        "other": "",
        "town_hall": "il ",
        "temple": "il ",
        "arena": "l'",
        "smithy": "la ",
        "library": "la ",
        "shooting_range": "il ",
        "school_of_magic": "la ",
        "tavern": "la ",
        "barracks": "la ",
        "mint": "la ",
        "monastery": "il ",
        "black_market": "il ",
    },
    fusions=((_CONTRACTIBLE, _contract), (re.compile(r"\be (?=[Ee])"), "ed ")),
)
