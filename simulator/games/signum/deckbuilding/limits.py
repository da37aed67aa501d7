"""The value and the limits of every rule of chapter 2 in a deck, legal or not.

Problems of broken rules are rules.py, their fixes fixes.py.
"""

from typing import Final

from simulator.engine.decks.formats import Format
from simulator.engine.decks.report import RuleValue
from simulator.engine.values import Words
from simulator.games.signum.cards.vocabulary import SUPPORT_TYPES
from simulator.games.signum.deckbuilding.contents import BATTLE, CITY, HERO, TERRAIN, ResolvedDeck
from simulator.games.signum.deckbuilding.formats import HALF_OF_CHARACTERS, NO_LIMIT
from simulator.games.signum.deckbuilding.rules import MAX_BUILDINGS

NAMES: Final = {
    "heroes": Words(en="Heroes", es="Héroes", it="Eroi"),
    "size": Words(en="Cards in the battle deck", es="Cartas en el mazo de batalla", it="Carte nel mazzo di battaglia"),
    "other_factions": Words(en="Cards of another faction", es="Cartas de otra facción", it="Carte di un'altra fazione"),
    "characters": Words(en="Characters", es="Personajes", it="Personaggi"),
    "mercenaries": Words(en="Mercenaries", es="Mercenarios", it="Mercenari"),
    "character_copies": Words(
        en="Most copies of a character", es="Más copias de un personaje", it="Più copie di un personaggio"
    ),
    "support_copies": Words(
        en="Most copies of a support card",
        es="Más copias de una carta de apoyo",
        it="Più copie di una carta di supporto",
    ),
    "other_heroes": Words(en="Cards of another hero", es="Cartas de otro héroe", it="Carte di un altro eroe"),
    "misplaced": Words(en="Cards in the wrong place", es="Cartas fuera de su sitio", it="Carte fuori posto"),
    "city_copies": Words(
        en="Most copies of a building or terrain",
        es="Más copias de un edificio o terreno",
        it="Più copie di un edificio o terreno",
    ),
    "unpaid": Words(
        en="Cards no chosen building can pay",
        es="Cartas que ningún edificio elegido puede pagar",
        it="Carte che nessun edificio scelto può pagare",
    ),
    "buildings": Words(en="Buildings", es="Edificios", it="Edifici"),
    "classes": Words(en="Class buildings", es="Edificios de clase", it="Edifici di classe"),
}


def rule_values(deck: ResolvedDeck, fmt: Format) -> tuple[RuleValue, ...]:
    """All values in the order of the rules.

    The last three give only warnings (S-2.12).
    """
    characters = deck.count_of("character")
    hired = sum(entry.count for entry in deck.of_type("character") if entry.card.is_mercenary)
    half = fmt.params["mercenaries"] == HALF_OF_CHARACTERS
    copies = fmt.params.number("copies")
    allowed = (*deck.factions, "mercenary", "basic")
    placed = [entry for section in (BATTLE, CITY, TERRAIN) for entry in deck.entries(section)]
    foreign = [e for e in placed if deck.factions and e.card.type != "hero" and e.card.faction not in allowed]
    heroes = ("", *(card.code for card in deck.heroes))
    of_others = [e for e in deck.entries(BATTLE) if deck.heroes and e.card.hero not in heroes]
    return (
        _value("heroes", "S-2.1", sum(entry.count for entry in deck.entries(HERO)), least=1, most=1),
        _value(
            "size", str(fmt.params["rule"]), deck.size, least=fmt.params.number("least"), most=fmt.params.number("most")
        ),
        _value("other_factions", "S-2.3", sum(entry.count for entry in foreign), most=0),
        _value("characters", "S-2.4", characters, least=(deck.size + 1) // 2),
        _value(
            "mercenaries", "S-2.5" if half else "S-2.11", hired, most=characters // 2 if half else characters - hired
        ),
        _value("character_copies", "S-2.6", _highest_count(deck, BATTLE, kinds=("character",)), most=1),
        _value(
            "support_copies",
            "S-2.6" if copies == NO_LIMIT else "S-2.11",
            _highest_count(deck, BATTLE, kinds=SUPPORT_TYPES),
            most=None if copies == NO_LIMIT else copies,
        ),
        _value("other_heroes", "S-2.7", sum(entry.count for entry in of_others), most=0),
        _value("misplaced", "S-2.8", sum(entry.count for entry in placed if not entry.belongs), most=0),
        _value("city_copies", "S-2.9", _highest_count(deck, CITY, TERRAIN), most=1),
        _value("unpaid", "S-2.12", sum(e.count for e in placed if deck.missing_for(e.card)), most=0, binding=False),
        _value("buildings", "S-2.12", deck.size_of_city, most=MAX_BUILDINGS, binding=False),
        _value("classes", "S-2.12", sum(card.class_building for card in deck.buildings), most=1, binding=False),
    )


def _value(
    name: str, rule: str, have: int, *, least: int | None = None, most: int | None = None, binding: bool = True
) -> RuleValue:
    return RuleValue(rule=rule, names=NAMES[name], have=have, least=least, most=most, binding=binding)


def _highest_count(deck: ResolvedDeck, *sections: str, kinds: tuple[str, ...] = ()) -> int:
    counts = [
        sum(entry.count for entry in entries)
        for _, entries in deck.by_name(sections)
        if not kinds or entries[0].card.type in kinds
    ]
    return max(counts, default=0)
