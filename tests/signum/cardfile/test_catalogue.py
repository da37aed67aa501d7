"""The built-in catalogue: card counts, vocabulary coverage and playable cards."""

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest

from simulator.engine.values import LANGUAGES, fold
from simulator.games.signum import SYSTEM
from simulator.games.signum.cardfile.loader import CATALOGUE, card_files, load_files, signum_cards
from simulator.games.signum.cards import vocabulary as words
from simulator.games.signum.cards.abilities import Ability, Condition, Target
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import CHARGE, CONTRACT, HOWL, KEYWORDS
from simulator.games.signum.library.card_facts import effects_of, keyword_values
from simulator.games.signum.wording import card_text

CARDS = load_files(card_files([CATALOGUE]))


def count(**fields: object) -> int:
    return sum(all(getattr(card, name) == value for name, value in fields.items()) for card in CARDS)


def targets_of(card: SignumCard) -> Iterator[Target]:
    yield from (ability.to for ability in card.abilities if ability.to is not None)
    yield from (effect.to for effect in effects_of(card) if effect.to is not None)


def conditions() -> list[Condition]:
    return [ability.condition for card in CARDS for ability in card.abilities if ability.condition is not None]


# --- counts


def test_there_are_275_cards() -> None:
    assert len(CARDS) == 275
    assert [card.code for card in SYSTEM.catalogue] == [card.code for card in signum_cards()]


def test_there_are_three_heroes_per_faction() -> None:
    assert (count(type="hero", faction="vallor"), count(type="hero", faction="grypharim")) == (3, 3)


def test_there_are_139_characters() -> None:
    counts = Counter(card.faction for card in CARDS if card.type == "character")
    assert counts == {"vallor": 39, "grypharim": 35, "mercenary": 65}


@pytest.mark.parametrize("faction", ["vallor", "grypharim"])
def test_there_are_fifty_support_cards_of_all_types_per_faction(faction: str) -> None:
    support = [card for card in CARDS if card.type in words.SUPPORT_TYPES and card.faction == faction]
    assert len(support) == 50
    assert {card.relic for card in support if card.type == "relic"} == set(words.RELIC_TYPES)
    assert {card.type for card in support} == set(words.SUPPORT_TYPES)
    assert {card.rarity for card in support} == set(words.RARITIES)


def test_numbers_of_buildings_and_terrain_cards() -> None:
    assert (count(type="building", unique=False), count(type="building", unique=True)) == (9, 13)
    assert count(type="terrain") == 8
    assert {card.key for card in CARDS if card.type == "building" and not card.unique} == set(words.BASIC_BUILDINGS)


@pytest.mark.parametrize("faction", ["vallor", "grypharim"])
def test_every_faction_has_class_buildings_class_cards_and_hero_cards(faction: str) -> None:
    own = [card for card in CARDS if card.faction == faction]
    assert sum(card.class_building for card in own) >= 2
    assert sum(card.class_card for card in own) >= 5
    heroes = {card.code for card in own if card.type == "hero"}
    assert heroes == {card.hero for card in own if card.hero}


# --- coverage of the vocabulary


@pytest.mark.parametrize("keyword", KEYWORDS, ids=lambda keyword: keyword.id)
def test_every_keyword_is_on_at_least_three_cards(keyword: object) -> None:
    index = getattr(keyword, "index", 0)
    assert sum(index in keyword_values(card) for card in CARDS) >= 3


@pytest.mark.parametrize("verb", words.VERBS)
def test_every_verb_is_on_at_least_two_cards(verb: str) -> None:
    assert sum(any(effect.verb == verb for effect in effects_of(card)) for card in CARDS) >= 2


@pytest.mark.parametrize("trigger", words.TRIGGERS)
def test_every_trigger_is_on_a_card(trigger: str) -> None:
    assert any(ability.trigger == trigger for card in CARDS for ability in card.abilities)


@pytest.mark.parametrize("trigger", words.TACTIC_TRIGGERS)
def test_every_tactic_trigger_is_on_a_card(trigger: str) -> None:
    assert count(type="tactic", trigger=trigger) >= 1


@pytest.mark.parametrize("word", [*words.CONDITIONS, *words.CONDITIONS_WITH_VALUE])
def test_every_condition_is_on_a_card(word: str) -> None:
    assert any(condition.word == word for condition in conditions())


# Words for future authors. No built-in card uses them.
NOT_PRINTED = {"enemy_hero", "character"}


@pytest.mark.parametrize(
    "noun", [noun for noun in (*words.CREATURE_NOUNS, *words.OTHER_NOUNS) if noun not in NOT_PRINTED]
)
def test_every_target_is_on_a_card(noun: str) -> None:
    assert any(target.who == noun for card in CARDS for target in targets_of(card))


@pytest.mark.parametrize(
    "field", ["up_to", "every", "within", "sight", "other", "wounded", "mercenary", "class_card", "race", "touching"]
)
def test_every_target_filter_is_on_a_card(field: str) -> None:
    assert any(getattr(target, field) for card in CARDS for target in targets_of(card))


def test_sr81_and_sr84_two_cards_choose_up_to_a_number_and_two_share_a_choice() -> None:
    assert sum(any(target.up_to for target in targets_of(card)) for card in CARDS) >= 2
    assert sum(any(target.who == "chosen" for target in targets_of(card)) for card in CARDS) >= 2


@pytest.mark.parametrize("keyword", [CHARGE, CONTRACT, HOWL])
def test_sr82_and_sr83_two_cards_have_each_of_these_keywords_with_effects(keyword: int) -> None:
    with_effects = [
        card for card in CARDS if any(ability.keyword == keyword and ability.options for ability in card.abilities)
    ]
    assert len(with_effects) >= 2


@pytest.mark.parametrize("end", words.UNTIL)
def test_every_duration_is_on_a_card(end: str) -> None:
    assert any(
        effect.until == end for card in CARDS for effect in effects_of(card) if effect.verb in ("grant", "silence")
    )


@pytest.mark.parametrize("action", words.STEAM_ACTIONS)
def test_every_steam_engine_action_is_on_a_card(action: str) -> None:
    assert any(ability.action == action for card in CARDS for ability in card.abilities)


@pytest.mark.parametrize("trait", words.TRAITS)
def test_every_trait_is_on_a_terrain_card(trait: str) -> None:
    assert any(trait in card.traits for card in CARDS)


@pytest.mark.parametrize(
    ("field", "values"),
    [("race", words.RACES), ("rarity", words.RARITIES), ("source", words.SOURCES), ("base", words.BASES_MM)],
)
def test_every_race_rarity_source_and_base_is_on_a_card(field: str, values: tuple[object, ...]) -> None:
    used = {getattr(card, field) for card in CARDS}
    assert set(values) <= used


# --- consistency


def test_names_are_unique_within_a_section() -> None:
    """Within a section, a name in any language means one card.

    Decklists can therefore use names alone.
    """
    for section in SYSTEM.sections:
        owners: dict[str, str] = {}
        for card in CARDS:
            if card.type in section.kinds:
                for name in {fold(card.names[language]) for language in LANGUAGES}:
                    assert owners.setdefault(name, card.code) == card.code, f"{card.code}: {name}"


def test_no_card_has_the_name_of_a_heading() -> None:
    headings = {fold(name) for part in SYSTEM.sections for name in (*part.names.values(), *part.also, part.code)}
    assert [card.code for card in CARDS if {fold(name) for name in card.names.values()} & headings] == []


def _possible_city(card: SignumCard) -> list[SignumCard]:
    """The buildings available to a deck with this card.

    These are the basic ones, those of its faction and one class building.
    """
    factions = ("vallor", "grypharim") if card.is_mercenary else (card.faction,)
    buildings = [building for building in CARDS if building.type == "building"]
    available = [building for building in buildings if building.faction in ("basic", *factions[:1])]
    classes = [building for building in available if building.class_building]
    return [building for building in available if not building.class_building or building is classes[0]]


def test_s5_1_every_cost_can_be_paid_with_available_buildings() -> None:
    for card in CARDS:
        if card.type == "building":
            assert card.price <= 20, card.code
            continue
        keys = {building.key for building in _possible_city(card)}
        unnamed = [building for building in _possible_city(card) if building.key not in card.cost.buildings]
        unique = sum(building.unique for building in unnamed)
        card_named = [key for key in card.cost.buildings if key != words.UNIQUE]
        assert set(card_named) <= keys, card.code
        assert card.cost.buildings.count(words.UNIQUE) <= unique, card.code
        assert len(card.cost.buildings) + card.cost.any <= 12, card.code


def test_mercenaries_need_no_faction_building() -> None:
    for card in CARDS:
        if card.is_mercenary:
            assert set(card.cost.buildings) <= {*words.BASIC_BUILDINGS, words.UNIQUE}, card.code


def test_a_relic_fits_a_hero_of_its_faction() -> None:
    for card in CARDS:
        if card.type == "relic":
            heroes = [hero for hero in CARDS if hero.type == "hero" and hero.faction == card.faction]
            bearers = [hero for hero in heroes if card.hero in ("", hero.code) and dict(hero.slots).get(card.relic)]
            assert bearers, card.code


def test_every_card_has_an_effect_or_fights() -> None:
    for card in CARDS:
        if card.type in ("spell", "tactic"):
            assert card.options, card.code
        elif card.type == "relic" or (card.type == "building" and card.unique):
            assert card.abilities, card.code


def test_no_two_characters_differ_only_by_name() -> None:
    characters = [card for card in CARDS if card.type == "character"]
    counts = Counter(
        (card.faction, card.strength, card.movement, card.health, card.race, card.cost.buildings, card.cost.any,
         card.cost.prosperity, card_text(card, "en"))
        for card in characters
    )  # fmt: skip
    assert [values for values, times in counts.items() if times > 1] == []


def test_no_two_support_cards_have_the_same_text() -> None:
    """Not even at different costs: cards of two factions differ in what they do."""
    by_text: dict[tuple[str, str, str], list[str]] = {}
    for card in CARDS:
        if card.type in words.SUPPORT_TYPES:
            by_text.setdefault((card.type, card.relic, card_text(card, "en")), []).append(card.code)
    assert [codes for codes in by_text.values() if len(codes) > 1] == []


def test_every_text_is_translated() -> None:
    for card in CARDS:
        if not card.abilities and not card.options and not any(card.search):
            continue
        texts = [card_text(card, language) for language in LANGUAGES]
        assert all(texts), card.code
        assert texts[0] != texts[1], card.code


def test_card_numbers_have_no_gaps() -> None:
    assert [int(card.code.rpartition("-")[2]) for card in CARDS] == list(range(1, len(CARDS) + 1))


# --- cards described in the rulebook


def card_named(name: str) -> SignumCard:
    return next(card for card in CARDS if card.names.en == name)


def test_rulebook_rowena_costs_a_temple_and_two_others() -> None:
    cost = next(card for card in CARDS if card.names.en.startswith("Rowena")).cost
    assert (cost.buildings, cost.any, cost.prosperity) == (("temple",), 2, 0)


def test_rulebook_ruphus_gives_his_hero_strength_or_armour() -> None:
    (ability,) = card_named("Ruphus, the Young Squire").abilities
    first, second = (effects[0] for effects in ability.options)
    assert (first.verb, first.grants[0].stat, first.grants[0].value) == ("grant", "strength", 1)
    assert (second.verb, second.amount) == ("armour", 2)


def test_rulebook_jousting_lance_heavy_plate_and_secret_bribery() -> None:
    lance, plate, bribery = card_named("Jousting Lance"), card_named("Heavy Plate"), card_named("Secret Bribery")
    uses: Ability = lance.abilities[0]
    assert (lance.relic, uses.value, uses.grants[0].stat, uses.grants[0].value) == ("melee_weapon", 2, "strength", 2)
    assert (plate.relic, plate.abilities[0].value) == ("armour", 4)
    assert (bribery.trigger, bribery.options[0][0].verb, bribery.options[0][0].into) == (
        "enemy_summons",
        "cancel",
        "deck",
    )
    assert bribery.hero == card_named("Brissa de Molforn").code


def test_s1_9_the_buildings_of_the_rulebook_exist() -> None:
    names = {card.names.en for card in CARDS if card.type == "building"}
    assert {"Mint", "Monastery", "Merchants Guild", "Shadows Guild"} <= names


def test_s6_3_forest_and_rocks_are_basic_terrain() -> None:
    basic = [card for card in CARDS if card.type == "terrain" and card.faction == "basic"]
    assert {"Forest", "Rocks"} <= {card.names.en for card in basic}
    assert not any(card.unique for card in basic)


def test_all_heroes_differ() -> None:
    heroes = [card for card in CARDS if card.type == "hero"]
    for first, second in itertools.combinations(heroes, 2):
        assert (first.strength, first.health, first.slots, card_text(first, "en")) != (
            second.strength, second.health, second.slots, card_text(second, "en"))  # fmt: skip
