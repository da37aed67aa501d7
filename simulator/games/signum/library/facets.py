"""The facets of Signum's card search and their labels.

The facts are card_facts.py.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from simulator.engine.game_system import Facet
from simulator.engine.values import Words
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import KEYWORDS
from simulator.games.signum.cards.vocabulary import UNIQUE
from simulator.games.signum.library.card_facts import KEYWORD_FACT
from simulator.games.signum.library.glossary import building_symbol
from simulator.games.signum.wording import labels

VERBS: Final = {
    "damage": Words(en="Damage", es="Daño", it="Danni"),
    "wounds": Words(en="Wounds", es="Heridas", it="Ferite"),
    "heal": Words(en="Healing", es="Sanación", it="Guarigione"),
    "armour": Words(en="Armour tokens", es="Fichas de armadura", it="Segnalini armatura"),
    "remove_armour": Words(en="Removes armour", es="Quita armadura", it="Toglie armatura"),
    "grant": Words(en="Gives abilities", es="Da habilidades", it="Dà abilità"),
    "silence": Words(en="Takes abilities away", es="Quita habilidades", it="Toglie abilità"),
    "draw": Words(en="Draws cards", es="Roba cartas", it="Pesca carte"),
    "discard": Words(en="Discards cards", es="Descarta cartas", it="Scarta carte"),
    "prosperity": Words(en="Prosperity", es="Prosperidad", it="Prosperità"),
    "steal": Words(en="Steals prosperity", es="Roba prosperidad", it="Ruba prosperità"),
    "destroy": Words(en="Destroys creatures", es="Destruye criaturas", it="Distrugge creature"),
    "destroy_building": Words(en="Destroys buildings", es="Destruye edificios", it="Distrugge edifici"),
    "destroy_relic": Words(en="Destroys relics", es="Destruye reliquias", it="Distrugge reliquie"),
    "destroy_terrain": Words(en="Destroys terrain", es="Destruye terreno", it="Distrugge terreni"),
    "block": Words(en="Blocks buildings", es="Bloquea edificios", it="Blocca edifici"),
    "tap": Words(en="Taps enemy buildings", es="Gira edificios enemigos", it="Tappa edifici nemici"),
    "untap": Words(en="Untaps buildings", es="Endereza edificios", it="Stappa edifici"),
    "return_to_hand": Words(en="Returns to hand", es="Devuelve a la mano", it="Riporta in mano"),
    "return_to_deck": Words(en="Returns to deck", es="Devuelve al mazo", it="Riporta nel mazzo"),
    "recover": Words(en="From the graveyard", es="Del cementerio", it="Dal cimitero"),
    "push": Words(en="Pushes", es="Empuja", it="Spinge"),
    "step": Words(en="Moves creatures", es="Mueve criaturas", it="Muove creature"),
    "hide": Words(en="Hides", es="Oculta", it="Nasconde"),
    "reveal": Words(en="Reveals", es="Revela", it="Rivela"),
    "ready": Words(en="Activates again", es="Activa de nuevo", it="Attiva di nuovo"),
    "exhaust": Words(en="Exhausts", es="Agota", it="Esaurisce"),
    "control": Words(en="Takes control", es="Toma el control", it="Prende il controllo"),
    "cancel": Words(en="Cancels", es="Anula", it="Annulla"),
    "concentrate": Words(en="Concentration", es="Concentración", it="Concentrazione"),
    "roll": Words(en="Rolls dice", es="Tira dados", it="Tira dadi"),
}


# What players type besides the words on the cards.
TYPES_ALSO: Final = {"hero": ("heroes",), "character": ("char", "pj"), "building": ("city", "ciudad", "citta")}
FACTIONS_ALSO: Final = {
    "vallor": ("v",),
    "grypharim": ("g", "gryph"),
    "mercenary": ("merc", "mercs", "mercenario", "mercenari"),
    "basic": ("neutral",),
}
# Drawings: of the values, and under "" of the facet itself.
SYMBOLS: Final[dict[str, dict[str, str]]] = {
    "kind": {kind: kind for kind in labels.TYPES},
    "faction": {faction: faction for faction in labels.FACTIONS if faction != "basic"},
    "strength": {"": "strength"},
    "movement": {"": "movement"},
    "health": {"": "health"},
}
HUES: Final = {
    "faction": {"vallor": "teal", "grypharim": "crimson", "mercenary": "ochre", "basic": "plain"},
    "rarity": {"common": "plain", "rare": "teal", "mythic": "crimson"},
}
NO_ALIASES: Final[Mapping[str, tuple[str, ...]]] = {}


def facets(cards: tuple[SignumCard, ...]) -> tuple[Facet, ...]:
    """All facets in the order of the search form.

    Buildings and heroes get their names from the cards.
    """
    buildings: dict[str, Words] = {card.key: card.names for card in cards if card.type == "building"}
    buildings[UNIQUE] = labels.BUILDINGS[UNIQUE]
    heroes = {card.code: card.names for card in cards if card.type == "hero"}
    keywords = {keyword.code: Words(en=keyword.en, es=keyword.es, it=keyword.it) for keyword in KEYWORDS}
    listed = (
        _choice("kind", Words(en="Type", es="Tipo", it="Tipo"), labels.TYPES, also=("t",), values_also=TYPES_ALSO),
        _choice(
            "faction",
            Words(en="Faction", es="Facción", it="Fazione"),
            labels.FACTIONS,
            also=("f",),
            values_also=FACTIONS_ALSO,
        ),
        _flag("mercenary", Words(en="Mercenary", es="Mercenario", it="Mercenario"), also=("merc", "mercenaria")),
        _choice("rarity", Words(en="Rarity", es="Rareza", it="Rarità"), labels.RARITIES, also=("r",)),
        Facet(
            code="cost", names=Words(en="Cost", es="Coste", it="Costo"), kind="number", also=("c",), otherwise="needs"
        ),
        _choice(
            "needs",
            Words(en="Needs building", es="Necesita edificio", it="Richiede edificio"),
            buildings,
            also=("need", "b", "necesita", "richiede"),
        ),
        _number("strength", Words(en="Strength", es="Fuerza", it="Forza"), also=("str", "fue", "for")),
        Facet(
            code="movement",
            names=Words(en="Movement", es="Movimiento", it="Movimento"),
            kind="ordered",
            labels=labels.LENGTHS,
            also=("move", "mov", "m"),
        ),
        _number("health", Words(en="Health", es="Salud", it="Salute"), also=("hp", "sal")),
        _choice("race", Words(en="Race", es="Raza", it="Razza"), labels.RACES),
        Facet(
            code="keywords",
            names=Words(en="Keyword", es="Palabra clave", it="Parola chiave"),
            labels=keywords,
            also=("kw", "k", "keyword", "habilidad", "abilita", "pc"),
            values_also={keyword.code: (keyword.en_also,) for keyword in KEYWORDS if keyword.en_also},
            amounts=KEYWORD_FACT,
        ),
        _choice("verbs", Words(en="Effect", es="Efecto", it="Effetto"), VERBS, also=("does", "hace", "fa")),
        _choice(
            "relic",
            Words(en="Type of relic", es="Tipo de reliquia", it="Tipo di reliquia"),
            labels.RELIC_TYPES,
            also=("slot", "reliquia"),
        ),
        _choice(
            "hero",
            Words(en="Only under hero", es="Solo con el héroe", it="Solo con l'eroe"),
            heroes,
            also=("h", "heroe", "eroe"),
        ),
        _flag(
            "class_card",
            Words(en="Guild or Order card", es="Carta de Gremio u Orden", it="Carta di Gilda o Ordine"),
            also=("class", "guild", "order", "gremio", "orden", "gilda", "ordine"),
        ),
        _choice(
            "traits",
            Words(en="Terrain trait", es="Rasgo de terreno", it="Tratto di terreno"),
            labels.TRAITS,
            also=("trait", "rasgo", "tratto"),
        ),
        _flag("unique", Words(en="Unique", es="Único", it="Unico"), also=("unica",)),
        _choice("source", Words(en="Source", es="Origen", it="Fonte"), labels.SOURCES),
        _choice("set", Words(en="Set", es="Colección", it="Espansione"), labels.SETS, also=("s",)),
    )
    symbols = SYMBOLS | {"needs": {key: building_symbol(key) for key in buildings}}
    return tuple(replace(facet, symbols=symbols.get(facet.code, {}), hues=HUES.get(facet.code, {})) for facet in listed)


def _choice(
    code: str,
    names: Words,
    values: Mapping[str, Words],
    *,
    also: tuple[str, ...] = (),
    values_also: Mapping[str, tuple[str, ...]] = NO_ALIASES,
) -> Facet:
    return Facet(code=code, names=names, labels=values, also=also, values_also=values_also)


def _number(code: str, names: Words, *, also: tuple[str, ...]) -> Facet:
    return Facet(code=code, names=names, kind="number", also=also)


def _flag(code: str, names: Words, *, also: tuple[str, ...]) -> Facet:
    return Facet(code=code, names=names, kind="flag", also=also)
