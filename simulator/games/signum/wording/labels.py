"""Labels of card properties.

They are types, factions, rarities, races, relics, buildings, lengths, traits. Texts of abilities are abilities.py;
meanings of keywords are glossary.py.
"""

from typing import Final

from simulator.engine.values import Words
from simulator.games.signum.cardfile.loader import signum_cards

TYPES: Final = {
    "hero": Words(en="Hero", es="Héroe", it="Eroe"),
    "character": Words(en="Character", es="Personaje", it="Personaggio"),
    "spell": Words(en="Spell", es="Hechizo", it="Incantesimo"),
    "relic": Words(en="Relic", es="Reliquia", it="Reliquia"),
    "tactic": Words(en="Tactic", es="Táctica", it="Tattica"),
    "building": Words(en="Building", es="Edificio", it="Edificio"),
    "terrain": Words(en="Terrain", es="Terreno", it="Terreno"),
}

FACTIONS: Final = {
    "vallor": Words(en="Free City of Vallor", es="Ciudad Libre de Vallor", it="Città Libera di Vallor"),
    "grypharim": Words(en="Holy Grypharim Empire", es="Sacro Imperio Grypharim", it="Sacro Impero Grypharim"),
    "mercenary": Words(en="Dogs of War", es="Perros de Guerra", it="Mastini della Guerra"),
    "basic": Words(en="Basic", es="Básica", it="Base"),
}

RARITIES: Final = {
    "common": Words(en="Common", es="Común", it="Comune"),
    "rare": Words(en="Rare", es="Rara", it="Rara"),
    "legendary": Words(en="Legendary", es="Legendaria", it="Leggendaria"),
    "mythic": Words(en="Mythic", es="Mítica", it="Mitica"),
}

SOURCES: Final = {
    "rulebook": Words(en="Rulebook", es="Reglamento", it="Regolamento"),
    "completed": Words(en="Completed", es="Completada", it="Completata"),
    "playtest": Words(en="Playtest", es="En prueba", it="In prova"),
}

SETS: Final = {
    "core": Words(en="Core set", es="Colección básica", it="Set base"),
}

RACES: Final = {
    "human": Words(en="Human", es="Humano", it="Umano"),
    "dwarf": Words(en="Dwarf", es="Enano", it="Nano"),
    "elf": Words(en="Elf", es="Elfo", it="Elfo"),
    "orc": Words(en="Orc", es="Orco", it="Orco"),
    "goblin": Words(en="Goblin", es="Goblin", it="Goblin"),
    "beast": Words(en="Beast", es="Bestia", it="Bestia"),
    "griffin": Words(en="Griffin", es="Grifo", it="Grifone"),
    "undead": Words(en="Undead", es="No muerto", it="Non morto"),
    "construct": Words(en="Construct", es="Constructo", it="Costrutto"),
    "spirit": Words(en="Spirit", es="Espíritu", it="Spirito"),
}

RELIC_TYPES: Final = {
    "melee_weapon": Words(en="Melee weapon", es="Arma cuerpo a cuerpo", it="Arma da mischia"),
    "ranged_weapon": Words(en="Ranged weapon", es="Arma a distancia", it="Arma a distanza"),
    "armour": Words(en="Armour or cloak", es="Armadura o capa", it="Armatura o mantello"),
    "shield": Words(en="Shield or banner", es="Escudo o estandarte", it="Scudo o stendardo"),
    "helmet": Words(en="Helmet or mask", es="Yelmo o máscara", it="Elmo o maschera"),
    "treasure": Words(en="Treasure", es="Tesoro", it="Tesoro"),
}

# The ten symbols of costs: the nine basic buildings, and any unique one (SR-27).
BUILDINGS: Final = {
    "town_hall": Words(en="Town Hall", es="Ayuntamiento", it="Municipio"),
    "temple": Words(en="Temple", es="Templo", it="Tempio"),
    "arena": Words(en="Arena", es="Arena", it="Arena"),
    "smithy": Words(en="Smithy", es="Herrería", it="Fucina"),
    "library": Words(en="Library", es="Biblioteca", it="Biblioteca"),
    "shooting_range": Words(en="Shooting Range", es="Campo de tiro", it="Campo di tiro"),
    "school_of_magic": Words(en="School of Magic", es="Escuela de magia", it="Scuola di magia"),
    "tavern": Words(en="Tavern", es="Taberna", it="Taverna"),
    "barracks": Words(en="Barracks", es="Cuartel", it="Caserma"),
    "unique": Words(en="Unique building", es="Edificio único", it="Edificio unico"),
}

LENGTHS: Final = {
    "S": Words(en="S (short)", es="S (corta)", it="S (corta)"),
    "M": Words(en="M (medium)", es="M (media)", it="M (media)"),
    "L": Words(en="L (long)", es="L (larga)", it="L (lunga)"),
    "XL": Words(en="XL (very long)", es="XL (muy larga)", it="XL (molto lunga)"),
}

TRAITS: Final = {
    "impassable": Words(en="Impassable", es="Infranqueable", it="Invalicabile"),
    "difficult": Words(en="Difficult", es="Difícil", it="Difficile"),
    "blocks_sight": Words(en="Blocks line of sight", es="Bloquea la línea de visión", it="Blocca la linea di vista"),
    "defence_against_ranged": Words(
        en="Defence against ranged attacks",
        es="Defensa contra ataques a distancia",
        it="Difesa contro gli attacchi a distanza",
    ),
    "ruins": Words(en="Ruins", es="Ruinas", it="Rovine"),
    "forest": Words(en="Forest", es="Bosque", it="Foresta"),
    "cliff": Words(en="Cliff", es="Acantilado", it="Scogliera"),
}

FACES: Final = {
    "bullseye": Words(en="Bullseye", es="Diana", it="Centro"),
    "axe": Words(en="Axe", es="Hacha", it="Ascia"),
    "shield": Words(en="Shield", es="Escudo", it="Scudo"),
}

CLASS_CARDS: Final = {
    "vallor": Words(en="Guild card", es="Carta del Gremio", it="Carta della Gilda"),
    "grypharim": Words(en="Order card", es="Carta de la Orden", it="Carta dell'Ordine"),
}


def building_name(key: str, language: str) -> str:
    """The name of a building in costs and conditions.

    It is the name of the symbol, or of a faction's building card.
    """
    if key in BUILDINGS:
        return BUILDINGS[key][language]
    for card in signum_cards():
        if card.key == key:
            return card.names[language]
    return key
