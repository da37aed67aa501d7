"""The 55 keywords of chapter 13, as one table: id, code, shape, official names.

Rules use a keyword's index (`creature.keywords[AGILE]`), texts its names. What a keyword does is in the rule module
that cites its id.
"""

from typing import Final

# The shape of a keyword is what an ability with it carries:
#   flag    nothing                          Agile
#   value   a number                         Shot 3
#   grants  what creatures have meanwhile    Charge: +1 strength; Aura S: Veteran (with a distance)
#   effects what is done                     First Word: draw 1
#   other   its own fields                   Steam Engine, Surcharge, Shield from, Multiple Uses, Howl
FLAG, VALUE, GRANTS, EFFECTS, OTHER = "flag", "value", "grants", "effects", "other"


class Keyword:
    """One row of the table."""

    __slots__ = ("code", "en", "en_also", "es", "id", "index", "it", "shape")

    def __init__(self, id: str, code: str, shape: str, en: str, es: str, it: str, en_also: str = "") -> None:
        self.id = id
        self.index = int(id[2:])
        self.code = code
        self.shape = shape
        self.en = en
        self.es = es
        self.it = it
        self.en_also = en_also


# fmt: off
KEYWORDS: Final = (
    Keyword("K-01", "minus_from_attacks", VALUE, "−X from Attacks", "−X de Ataques", "−X da attacchi"),
    Keyword("K-02", "agile", FLAG, "Agile", "Ágil", "Agile"),
    Keyword("K-03", "armour", VALUE, "Armour", "Armadura", "Armatura"),
    Keyword("K-04", "aura", GRANTS, "Aura", "Aura", "Aura"),
    Keyword("K-05", "battle_mage", FLAG, "Battle Mage", "Mago de Batalla", "Mago da battaglia"),
    Keyword("K-06", "berserk", VALUE, "Berserk", "Frenético", "Berserk"),
    Keyword("K-07", "buckshot", FLAG, "Buckshot", "Perdigones", "Buckshot"),
    Keyword("K-08", "cautious", VALUE, "Cautious", "Cauto", "Cauto"),
    Keyword("K-09", "charge", GRANTS, "Charge", "Carga", "Slam", "Slam"),
    Keyword("K-10", "chase", VALUE, "Chase", "Persecución", "Chase", "Persecution"),
    Keyword("K-11", "concentration", VALUE, "Concentration", "Concentración", "Concentrazione"),
    Keyword("K-12", "contract", GRANTS, "Contract", "Contrato", "Coin Jingle", "Coin Jingle"),
    Keyword("K-13", "control", VALUE, "Control", "Control", "Controllo"),
    Keyword("K-14", "defender", FLAG, "Defender", "Defensor", "Difensore"),
    Keyword("K-15", "difficult_target", FLAG, "Difficult Target", "Objetivo difícil", "Obiettivo difficile"),
    Keyword("K-16", "durability", VALUE, "Durability", "Durabilidad", "Durata"),
    Keyword("K-17", "expert_of_attack", VALUE, "Expert of Attack", "Experto en Ataques", "Esperto di Attacco"),
    Keyword("K-18", "expert_of_defence", VALUE, "Expert of Defence", "Experto en Defensa", "Esperto di difesa"),
    Keyword("K-19", "fast", FLAG, "Fast", "Rapidez", "Veloce"),
    Keyword("K-20", "first_word", EFFECTS, "First Word", "Primera Palabra", "Prima parola"),
    Keyword("K-21", "flight", FLAG, "Flight", "Vuelo", "Volo"),
    Keyword("K-22", "fortitude", FLAG, "Fortitude", "Fortaleza", "Stalwart", "Stalwart"),
    Keyword("K-23", "hammerblow", FLAG, "Hammerblow", "Golpe Aplastador", "Hammerblow"),
    Keyword("K-24", "healer", VALUE, "Healer", "Sanador", "Guaritore"),
    Keyword("K-25", "heal", VALUE, "Heal", "Sanación", "Guarigione"),
    Keyword("K-26", "howl", OTHER, "Howl", "Aullido", "Ululato"),
    Keyword("K-27", "initiative", FLAG, "Initiative", "Iniciativa", "Iniziativa"),
    Keyword("K-28", "jump", FLAG, "Jump", "Salto", "Salto"),
    Keyword("K-29", "last_word", EFFECTS, "Last Word", "Última Palabra", "Ultima parola"),
    Keyword("K-30", "magical_shot", VALUE, "Magical Shot", "Disparo Mágico", "Colpo magico"),
    Keyword("K-31", "magical_strike", VALUE, "Magical Strike", "Golpe Mágico", "Colpo magico in mischia"),
    Keyword("K-32", "master_of_attack", VALUE, "Master of Attack", "Maestro del Ataque", "Maestro d'attacco"),
    Keyword("K-33", "master_of_defence", VALUE, "Master of Defence", "Maestro de la Defensa", "Maestro della Difesa"),
    Keyword("K-34", "master_of_healing", VALUE, "Master of Healing", "Maestro de Sanación", "Maestro di Guarigione"),
    Keyword("K-35", "master_of_magic", VALUE, "Master of Magic", "Maestro de la Magia", "Maestro della Magia"),
    Keyword("K-36", "master_of_shooting", VALUE, "Master of Shooting", "Maestro del Disparo", "Maestro di tiro"),
    Keyword("K-37", "multiple_uses", OTHER, "Multiple Uses", "Varios Usos", "Usi multipli"),
    Keyword("K-38", "pathfinder", FLAG, "Pathfinder", "Rastreador", "Esploratore"),
    Keyword("K-39", "predator", FLAG, "Predator", "Depredador", "Predatore"),
    Keyword("K-40", "quick_shooter", FLAG, "Quick Shooter", "Disparo Rápido", "Tiratore veloce"),
    Keyword("K-41", "reckless", VALUE, "Reckless", "Temerario", "Reckless"),
    Keyword("K-42", "regeneration", VALUE, "Regeneration", "Regeneración", "Rigenerazione"),
    Keyword("K-43", "rush", FLAG, "Rush", "Apremio", "Dash", "Dash"),
    Keyword("K-44", "shield_from", OTHER, "Shield from", "Escudo contra", "Scudo da"),
    Keyword("K-45", "shot", VALUE, "Shot", "Disparo", "Colpo"),
    Keyword("K-46", "slow", FLAG, "Slow", "Lento", "Lento"),
    Keyword("K-47", "sniper", FLAG, "Sniper", "Francotirador", "Cecchino"),
    Keyword("K-48", "stamina", FLAG, "Stamina", "Vigor", "Duro", "Tough"),
    Keyword("K-49", "stealth", FLAG, "Stealth", "Sigilo", "Nascosto", "Hidden"),
    Keyword("K-50", "steam_engine", OTHER, "Steam Engine", "Máquina de Vapor", "Motore a vapore"),
    Keyword("K-51", "surcharge", OTHER, "Surcharge", "Recargo", "Sovrapprezzo"),
    Keyword("K-52", "throwing", VALUE, "Throwing", "Lanzamiento", "Lancio"),
    Keyword("K-53", "veteran", FLAG, "Veteran", "Veterano", "Veterano"),
    # Printed as sentences, without a name; the names are ours (SR-77, SR-78).
    Keyword("K-54", "immobile", FLAG, "Immobile", "Inmóvil", "Immobile"),
    Keyword("K-55", "searcher", FLAG, "Searcher", "Buscador", "Cercatore"),
)
# fmt: on

BY_CODE: Final = {keyword.code: keyword for keyword in KEYWORDS}

# Indexes for rules code: MINUS_FROM_ATTACKS = 1 … SEARCHER = 55, so that K-n is n.
NUMBER_OF_KEYWORDS: Final = 56

MINUS_FROM_ATTACKS: Final = 1
AGILE: Final = 2
ARMOUR: Final = 3
AURA: Final = 4
BATTLE_MAGE: Final = 5
BERSERK: Final = 6
BUCKSHOT: Final = 7
CAUTIOUS: Final = 8
CHARGE: Final = 9
CHASE: Final = 10
CONCENTRATION: Final = 11
CONTRACT: Final = 12
CONTROL: Final = 13
DEFENDER: Final = 14
DIFFICULT_TARGET: Final = 15
DURABILITY: Final = 16
EXPERT_OF_ATTACK: Final = 17
EXPERT_OF_DEFENCE: Final = 18
FAST: Final = 19
FIRST_WORD: Final = 20
FLIGHT: Final = 21
FORTITUDE: Final = 22
HAMMERBLOW: Final = 23
HEALER: Final = 24
HEAL: Final = 25
HOWL: Final = 26
INITIATIVE: Final = 27
JUMP: Final = 28
LAST_WORD: Final = 29
MAGICAL_SHOT: Final = 30
MAGICAL_STRIKE: Final = 31
MASTER_OF_ATTACK: Final = 32
MASTER_OF_DEFENCE: Final = 33
MASTER_OF_HEALING: Final = 34
MASTER_OF_MAGIC: Final = 35
MASTER_OF_SHOOTING: Final = 36
MULTIPLE_USES: Final = 37
PATHFINDER: Final = 38
PREDATOR: Final = 39
QUICK_SHOOTER: Final = 40
RECKLESS: Final = 41
REGENERATION: Final = 42
RUSH: Final = 43
SHIELD_FROM: Final = 44
SHOT: Final = 45
SLOW: Final = 46
SNIPER: Final = 47
STAMINA: Final = 48
STEALTH: Final = 49
STEAM_ENGINE: Final = 50
SURCHARGE: Final = 51
THROWING: Final = 52
VETERAN: Final = 53
IMMOBILE: Final = 54
SEARCHER: Final = 55
