"""Inline cards and creatures in scenarios."""

from typing import Any

import pytest

from simulator.engine.cards.card import CatalogueError
from simulator.games.signum.cardfile.inline import blank_card, building_key, inline_card, inline_creature, named_card
from simulator.games.signum.cards.keywords import DURABILITY, RECKLESS, SHOT
from simulator.games.signum.cards.vocabulary import RELIC_TYPES


def test_a_spell_with_cost_effect_and_target() -> None:
    card = inline_card({"name": "Bolt", "type": "spell", "cost": {"buildings": ["Library"], "any": 1, "prosperity": 2},
                        "effect": "3 damage", "target": "enemy creature"})  # fmt: skip
    assert (card.code, card.names.it, card.type) == ("inline-bolt", "Bolt", "spell")
    assert (card.cost.buildings, card.cost.any, card.cost.prosperity) == (("library",), 1, 2)
    ((effect,),) = card.options
    assert effect.to is not None
    assert (effect.verb, effect.amount, effect.to.who) == ("damage", 3, "enemy_creature")


def test_a_character_with_creature_fields() -> None:
    card = inline_card({"name": "Recruit", "type": "character", "cost": {}, "strength": 1, "movement": "L", "health": 4,
                        "base": 60, "race": "Undead", "abilities": ["Shot 2"]})  # fmt: skip
    assert (card.strength, card.movement, card.health, card.base, card.race) == (1, 150, 4, 60, "undead")
    assert card.keywords[SHOT] == 2


def test_a_relic_and_a_tactic() -> None:
    relic = inline_card({"name": "Plate", "type": "relic", "relic": "armour/cloak", "abilities": ["Durability 4"]})
    assert (relic.relic, relic.keywords[DURABILITY]) == ("armour", 4)
    tactic = inline_card({"name": "Bribe", "type": "tactic", "when": "enemy_summons", "effect": "cancel into deck"})
    assert (tactic.trigger, tactic.options[0][0].verb, tactic.options[0][0].into) == ("enemy_summons", "cancel", "deck")


def test_a_hero_without_fields_has_default_values_and_all_slots() -> None:
    hero = inline_creature({}, name="a.hero", is_hero=True)
    assert (hero.type, hero.strength, hero.movement, hero.health, hero.base) == ("hero", 1, 100, 20, 32)
    assert [relic for relic, _ in hero.slots] == list(RELIC_TYPES)


@pytest.mark.parametrize("slots", [{"armour": 1, "melee weapon": 2}, ["armour", "melee_weapon", "melee_weapon"]])
def test_slots_are_a_table_or_a_list(slots: Any) -> None:
    assert inline_creature({"slots": slots}, name="h", is_hero=True).slots == (("melee_weapon", 2), ("armour", 1))


def test_fields_override_a_copy_of_the_catalogue_card() -> None:
    printed = named_card("Cordelia the Crusader")
    changed = inline_creature({"card": "cordelia the crusader", "health": 9, "abilities": ["Shot 1"]}, name="c")
    assert (changed.health, changed.strength, changed.code) == (9, printed.strength, printed.code)
    assert (changed.keywords[SHOT], changed.keywords[RECKLESS]) == (1, 0)
    assert (printed.health, printed.keywords[RECKLESS]) == (2, 2)


def test_abilities_may_be_card_data_too() -> None:
    creature = inline_creature({"abilities": [{"keyword": "shot", "value": 3}]}, name="c")
    assert creature.keywords[SHOT] == 3


def test_blank_cards_differ_by_number() -> None:
    assert blank_card(1).code != blank_card(2).code
    assert blank_card(1).cost.total == 0


@pytest.mark.parametrize("name", ["Shooting Range", "shooting_range", "Campo de tiro", "CAMPO DI TIRO"])
def test_buildings_are_named_by_key_or_name_in_any_language(name: str) -> None:
    assert building_key(name) == "shooting_range"


def test_sr27_the_tenth_symbol_is_named_unique() -> None:
    assert building_key("Unique") == building_key("unique building") == "unique"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"type": "spell"}, "an inline card needs a name"),
        ({"name": "A", "type": "hero"}, "'hero' is no type of an inline card"),
        ({"name": "A", "typ": "spell"}, "'typ' is no field; did you mean 'type'?"),
        ({"name": "A", "cost": {"buildings": ["Tempel"]}}, "no building is called 'Tempel'; did you mean 'Temple'?"),
        ({"name": "A", "cost": 3}, "cost: expected an object, found 3"),
        ({"name": "A", "strength": "x"}, "strength: expected a whole number, found 'x'"),
        ({"name": "A", "movement": "Q"}, "movement: expected S, M, L or XL, found 'Q'"),
        (
            {"name": "A", "type": "tactic", "when": "enemy_summon", "effect": "draw 1"},
            "'enemy_summon' is no trigger of tactics",
        ),
        ({"name": "A", "type": "relic", "relic": "boots"}, "'boots' is no type of relic"),
        ({"name": "A", "type": "spell"}, "'' is no effect"),
        ({"name": "A", "abilities": "Agile"}, "abilities: expected a list"),
    ],
)
def test_errors_quote_the_wrong_value(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        inline_card(data)
    assert sentence in str(caught.value)


def test_an_unknown_card_is_reported_with_a_suggestion() -> None:
    with pytest.raises(CatalogueError, match="did you mean 'Cordelia the Crusader'"):
        inline_creature({"card": "Cordelia the Crusher"}, name="c")
