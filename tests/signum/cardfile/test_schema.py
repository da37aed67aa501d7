"""Card files: valid cards, and errors with file, card, path and suggestion."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from simulator.engine.cards.card import CatalogueError
from simulator.games.signum.cardfile import loader
from simulator.games.signum.cardfile.schema.files import read_files
from simulator.games.signum.cards.keywords import AGILE, ARMOUR, CHARGE, FIRST_WORD, SHOT
from tests.signum.card_samples import (
    CHARACTER,
    DRAW,
    MINT,
    OTHERS,
    RELIC,
    RUINS,
    SPELL,
    TACTIC,
    WORDS,
    changed,
    faults_of,
    file_of,
    read_one,
    read_with,
    with_ability,
    with_effect,
)

# --- valid cards


@pytest.mark.parametrize("card", [CHARACTER, SPELL, RELIC, TACTIC, RUINS], ids=lambda card: card["type"])
def test_a_card_of_every_type_is_read(card: dict[str, Any]) -> None:
    parsed = read_one(card)
    assert (parsed.code, parsed.type, parsed.names.es) == (card["code"], card["type"], card["name"]["es"])


def test_the_fields_of_a_character_are_read() -> None:
    card = read_one(changed(CHARACTER, base=50, hero="t-003", class_card=True))
    assert (card.strength, card.movement, card.health, card.base, card.race) == (2, 100, 3, 50, "human")
    assert (card.cost.buildings, card.cost.any, card.cost.prosperity, card.cost.total) == (("temple",), 1, 0, 2)
    assert (card.hero, card.class_card, card.rarity, card.source) == ("t-003", True, "common", "playtest")


def test_a_reprint_is_another_printing_of_the_same_card() -> None:
    card = read_one(changed(CHARACTER, reprints=[{"code": "promo-003", "rarity": "mythic"}]))
    assert [(printing.code, printing.set_code, printing.rarity) for printing in card.reprints] == [
        ("promo-003", "promo", "mythic")
    ]


def test_a_reprint_with_an_invalid_or_duplicate_code_is_refused() -> None:
    (fault,) = faults_of(changed(CHARACTER, reprints=[{"code": "Promo 3"}]))
    assert "reprints[0].code: expected a set, '-' and a number" in fault
    (fault,) = faults_of(changed(CHARACTER, reprints=[{"code": "t-003"}]))
    assert "reprints: 't-003' is already taken by" in fault


def test_keywords_of_a_card_are_indexed_by_their_id() -> None:
    card = read_one(changed(CHARACTER, abilities=[{"keyword": "shot", "value": 3}, {"keyword": "agile"}]))
    assert (card.keywords[SHOT], card.keywords[AGILE], card.keywords[ARMOUR]) == (3, 1, 0)


def test_k20_first_word_with_a_choice_becomes_two_options() -> None:
    ability = read_one(
        with_ability(
            {
                "keyword": "first_word",
                "choose": [
                    [{"do": "grant", "to": "own_hero", "grant": [{"strength": 1}]}],
                    [{"do": "armour", "to": "own_hero", "amount": 2}],
                ],
            }
        )
    ).abilities[0]
    assert ability.keyword == FIRST_WORD
    assert [effects[0].verb for effects in ability.options] == ["grant", "armour"]
    assert (ability.options[0][0].grants[0].stat, ability.options[0][0].until) == ("strength", "game")


def test_a_target_with_filters_is_read_completely() -> None:
    to = {
        "who": "enemy_character",
        "pick": 2,
        "within": "L",
        "sight": True,
        "wounded": True,
        "race": "undead",
        "mercenary": True,
        "class_card": True,
        "strength_at_most": 2,
        "other": True,
    }
    target = read_one(with_effect(do="destroy", to=to)).options[0][0].to
    assert target is not None
    assert (target.who, target.pick, target.within, target.race, target.strength_at_most) == (
        "enemy_character",
        2,
        150,
        "undead",
        2,
    )
    flags = (target.sight, target.wounded, target.mercenary, target.class_card, target.other)
    assert flags == (True, True, True, True, True)


def test_s15_5_all_instead_of_pick_means_every_target() -> None:
    target = read_one(with_effect(do="destroy", to={"who": "creature", "all": True})).options[0][0].to
    assert target is not None
    assert target.every


@pytest.mark.parametrize(
    "ability",
    [
        {"keyword": "aura", "distance": "S", "grant": [{"strength": 1}]},
        {
            "keyword": "aura",
            "distance": "S",
            "grant": [{"strength": 1}],
            "to": {"who": "own_character", "class_card": True},
        },
        {"keyword": "charge", "grant": [{"keyword": "master_of_attack", "value": 1}]},
        {"keyword": "contract", "grant": [{"keyword": "shot", "plus": 1}]},
        {"keyword": "last_word", "do": [{"do": "draw", "amount": 1}]},
        {"keyword": "howl", "distance": "M", "to": "own_character", "grant": [{"movement": 1}]},
        {"keyword": "steam_engine", "action": "melee", "faces": {"axe": [{"do": "damage", "amount": 1, "to": "self"}]}},
        {"keyword": "surcharge", "cost": {"prosperity": 2}, "do": [{"do": "draw", "amount": 1}]},
        {"keyword": "shield_from", "from": "spells"},
        {"when": "kills", "do": [{"do": "draw", "amount": 1}], "if": {"near_own_hero": "M"}},
        {"while": {"building": "mint"}, "grant": [{"keyword": "shield_from", "from": "shot"}]},
        {"activate": [{"do": "roll", "dice": 2, "faces": ["axe"], "then": [{"do": "draw", "amount": 1}]}]},
    ],
    ids=lambda ability: str(ability.get("keyword") or next(iter(ability))),
)
def test_every_form_of_creature_ability_is_read(ability: dict[str, Any]) -> None:
    assert len(read_one(with_ability(ability)).abilities) == 1


@pytest.mark.parametrize(
    "ability",
    [
        {"keyword": "multiple_uses", "value": 2, "grant": [{"strength": 2}]},
        {"keyword": "multiple_uses", "value": 2, "do": [{"do": "draw", "amount": 1}]},
        {"grant": [{"keyword": "agile"}]},
    ],
)
def test_every_form_of_relic_ability_is_read(ability: dict[str, Any]) -> None:
    assert len(read_one(with_ability(ability, RELIC)).abilities) == 1


def test_a_building_has_used_and_passive_abilities() -> None:
    abilities = [
        {"use": {"prosperity": 1}, "do": [{"do": "draw", "amount": 1}]},
        {"grant": [{"keyword": "agile"}], "to": {"who": "own_character", "class_card": True}},
    ]
    card = read_one(changed(MINT, code="t-020", key="guild", name=WORDS, class_building=True, abilities=abilities))
    assert [ability.kind for ability in card.abilities] == ["used", "passive"]
    assert card.abilities[1].to is not None
    assert card.abilities[1].to.every


def test_a_rectangle_is_a_polygon_round_its_centre_and_a_disc_a_radius() -> None:
    assert read_one(RUINS).polygon == ((-40, -30), (40, -30), (40, 30), (-40, 30))
    assert read_one(changed(RUINS, template={"disc": 60})).radius == 60


def test_sr6_ruins_have_a_line_for_each_face() -> None:
    assert [options[0][0].verb for options in read_one(RUINS).search] == ["draw", "heal", "prosperity"]


# --- errors: complete lines. Every kind of error is in test_schema_errors.py.


def test_a_fault_is_one_line_of_file_card_path_and_suggestion() -> None:
    assert faults_of(changed(SPELL, do=[DRAW, {"do": "gain_armor"}])) == [
        "new.json: t-011: do[1]: unknown verb 'gain_armor'; did you mean 'armour'?"
    ]


def test_a_duplicate_code_is_reported_with_its_first_owner() -> None:
    assert faults_of(CHARACTER, changed(SPELL, code="t-010")) == [
        "new.json: t-010: code: 't-010' is already taken by t-010 in new.json"
    ]


def test_two_cards_of_a_type_do_not_share_a_name_in_any_language() -> None:
    other = changed(CHARACTER, code="t-040", name={"en": "Ann", "es": "Ána", "it": "Anna"})
    assert faults_of(CHARACTER, other) == ["new.json: t-040: name: 'ana' is already taken by t-010 in new.json"]


def test_cards_of_different_types_may_share_a_name() -> None:
    assert len(read_with(CHARACTER, changed(SPELL, name=WORDS))) == len(OTHERS) + 2


def test_two_buildings_do_not_share_a_key() -> None:
    other = changed(MINT, code="t-040", name=WORDS)
    assert faults_of(other) == ["new.json: t-040: key: 'mint' is already taken by t-002 in base.json"]


def test_all_faults_of_all_files_are_reported_at_once() -> None:
    files = [
        ("a.json", file_of(changed(CHARACTER, strength=99, race="elv"))),
        ("b.json", "{"),
        ("c.json", json.dumps({"set": "t", "cards": [], "extra": 1})),
    ]
    with pytest.raises(CatalogueError) as caught:
        read_files(files)
    errors = str(caught.value)
    assert errors.count("a.json: t-010:") == 3
    for part in ("b.json: not JSON", "c.json: cards: the list is empty", "c.json: unknown field 'extra'"):
        assert part in errors


def test_a_duplicate_field_is_refused() -> None:
    text = '{"set": "t", "cards": [{"code": "t-010", "code": "t-011"}]}'
    with pytest.raises(CatalogueError, match="'code' stands twice in t-011"):
        read_files([("a.json", text)])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[]", "expected an object"),
        ('{"cards": []}', "missing 'set'"),
        ('{"set": "T!", "cards": [1]}', "set: expected lower"),
        ('{"set": "t"}', "missing 'cards'"),
        ('{"set": "t", "cards": [7]}', "cards[0]: expected an object {…}, found 7"),
    ],
)
def test_an_invalid_card_file_is_refused(text: str, fault: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        read_files([("a.json", text)])
    assert fault in str(caught.value)


# --- folders


@pytest.fixture
def restored_folders() -> Any:
    """Reset the loader to the built-in folder after the test."""
    yield
    loader.use_folders(())


@pytest.mark.usefixtures("restored_folders")
def test_additional_folders_add_cards(tmp_path: Path) -> None:
    card = changed(CHARACTER, code="home-001", cost={"buildings": ["mint"]}, name=dict.fromkeys(WORDS, "Nobody Else"))
    (tmp_path / "home.json").write_text(json.dumps({"set": "home", "cards": [card]}))
    before = len(loader.signum_cards())
    loader.use_folders([tmp_path])
    assert len(loader.signum_cards()) == before + 1
    assert loader.signum_card("home-001").names.it == "Nobody Else"
    assert [card.code for card in loader.find_cards("NOBODY else")] == ["home-001"]


@pytest.mark.usefixtures("restored_folders")
def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    loader.use_folders([tmp_path / "nowhere"])
    with pytest.raises(CatalogueError, match="there is no such folder"):
        loader.signum_cards()


def test_a_binary_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CatalogueError, match=r"bad\.json: cannot be read"):
        loader.load_files(loader.card_files([tmp_path]))


def test_ten_thousand_cards_are_read_in_less_than_thirty_seconds() -> None:
    cards = [
        changed(
            CHARACTER,
            code=f"t-{number:06}",
            name=dict.fromkeys(WORDS, f"Ana {number}"),
            abilities=[{"keyword": "shot", "value": 2}, {"keyword": "charge", "grant": [{"strength": 1}]}],
        )
        for number in range(100_000, 110_000)
    ]
    text = file_of(*OTHERS, *cards)
    started = time.perf_counter()
    parsed = read_files([("many.json", text)])
    assert time.perf_counter() - started < 30
    assert len(parsed) == 10_003
    assert parsed[-1].keywords[CHARGE] == 1
