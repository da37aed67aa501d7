"""The short notation gives the same values as card data."""

from typing import Any

import pytest

from simulator.engine.cards.card import CatalogueError
from simulator.games.signum.cardfile.notation.reader import ability, ability_data, options
from simulator.games.signum.cardfile.notation.words import KEYWORD_NAMES, plain, target_data
from simulator.games.signum.cards.keywords import FLAG, KEYWORDS, VALUE
from tests.signum.same_values import same

# --- keywords


@pytest.mark.parametrize(
    "keyword",
    [keyword for keyword in KEYWORDS if keyword.shape in (FLAG, VALUE) and keyword.code != "heal"],
    ids=lambda keyword: keyword.id,
)
def test_every_keyword_is_recognized_by_all_its_names(keyword: Any) -> None:
    number = " 2" if keyword.shape == VALUE else ""
    for name in filter(None, (keyword.en, keyword.en_also, keyword.es, keyword.it)):
        text = name.replace("X", "2") if keyword.code == "minus_from_attacks" else name + number
        for spelling in (text, text.upper(), plain(text)):
            parsed = ability(spelling, card_type="relic" if keyword.code == "durability" else "character")
            assert (parsed.keyword, parsed.value) == (keyword.index, 2 if number else 0)


def test_no_name_means_two_keywords() -> None:
    names = [
        plain(name) for keyword in KEYWORDS for name in {keyword.en, keyword.en_also, keyword.es, keyword.it} if name
    ]
    for name in names:
        matches = [
            keyword
            for keyword in KEYWORDS
            if name in [plain(n) for n in (keyword.en, keyword.en_also, keyword.es, keyword.it) if n]
        ]
        assert [keyword.code for keyword in matches] == [KEYWORD_NAMES[name].code]


@pytest.mark.parametrize("text", ["−1 from Attacks", "-1 from Attacks", "–1 from attacks", "- 1 de Ataques"])
def test_k01_every_kind_of_minus_sign_is_read(text: str) -> None:
    parsed = ability(text)
    assert (parsed.keyword, parsed.value) == (1, 1)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("Shot 3", {"keyword": "shot", "value": 3}),
        ("Shield from magical shot", {"keyword": "shield_from", "from": "magical_shot"}),
        ("Escudo contra hechizos", {"keyword": "shield_from", "from": "spells"}),
        ("Aura S: +1 strength", {"keyword": "aura", "distance": "S", "grant": [{"strength": 1}]}),
        (
            "aura xl own character: Agile",
            {"keyword": "aura", "distance": "XL", "grant": [{"keyword": "agile"}], "to": {"who": "own_character"}},
        ),
        ("Charge: Master of Attack 1", {"keyword": "charge", "grant": [{"keyword": "master_of_attack", "value": 1}]}),
        ("Carga: Shot +1", {"keyword": "charge", "grant": [{"keyword": "shot", "plus": 1}]}),
        ("Charge: draw 1", {"keyword": "charge", "do": [{"do": "draw", "amount": 1}]}),
        ("Charge: 1 damage", {"keyword": "charge", "do": [{"do": "damage", "amount": 1, "to": "that_creature"}]}),
        ("Contract: heal 1", {"keyword": "contract", "do": [{"do": "heal", "amount": 1, "to": "self"}]}),
        (
            "Howl M: heal 1 to all own characters",
            {
                "keyword": "howl",
                "distance": "M",
                "do": [{"do": "heal", "amount": 1, "to": {"who": "own_character", "all": True}}],
            },
        ),
        (
            "First Word: 1 damage to enemy character, silence to chosen until end of turn",
            {
                "keyword": "first_word",
                "do": [
                    {"do": "damage", "amount": 1, "to": {"who": "enemy_character"}},
                    {"do": "silence", "to": {"who": "chosen"}, "until": "end_of_turn"},
                ],
            },
        ),
        (
            "First Word: tap to up to 3 enemy buildings",
            {"keyword": "first_word", "do": [{"do": "tap", "to": {"who": "enemy_building", "up_to": 3}}]},
        ),
        ("Contract: Shot 2", {"keyword": "contract", "grant": [{"keyword": "shot", "value": 2}]}),
        ("First Word: draw 1", {"keyword": "first_word", "do": [{"do": "draw", "amount": 1}]}),
        (
            "First Word: 2 damage",
            {"keyword": "first_word", "do": [{"do": "damage", "amount": 2, "to": "enemy_creature"}]},
        ),
        ("First Word: +2 armour", {"keyword": "first_word", "do": [{"do": "armour", "amount": 2, "to": "self"}]}),
        ("Last Word: +2 armour", {"keyword": "last_word", "do": [{"do": "armour", "amount": 2, "to": "own_hero"}]}),
        (
            "Howl M: +1 strength",
            {"keyword": "howl", "distance": "M", "to": {"who": "own_creature"}, "grant": [{"strength": 1}]},
        ),
        (
            "Surcharge Temple + 2 any + 1 prosperity: draw 1",
            {
                "keyword": "surcharge",
                "cost": {"buildings": ["temple"], "any": 2, "prosperity": 1},
                "do": [{"do": "draw", "amount": 1}],
            },
        ),
        (
            "Steam Engine shot: axe (1 damage to self)",
            {
                "keyword": "steam_engine",
                "action": "shot",
                "faces": {"axe": [{"do": "damage", "amount": 1, "to": {"who": "self"}}]},
            },
        ),
        (
            "When is attacked: 1 damage",
            {"when": "is_attacked", "do": [{"do": "damage", "amount": 1, "to": "that_creature"}]},
        ),
        (
            "When kills if wounded: Heal 1",
            {"when": "kills", "if": "wounded", "do": [{"do": "heal", "amount": 1, "to": "self"}]},
        ),
        ("While near own hero M: Veteran", {"while": {"near_own_hero": "M"}, "grant": [{"keyword": "veteran"}]}),
        (
            "Activate: draw 1, +2 prosperity",
            {"activate": [{"do": "draw", "amount": 1}, {"do": "prosperity", "amount": 2}]},
        ),
    ],
)
def test_the_notation_gives_the_card_data(text: str, data: dict[str, Any]) -> None:
    assert ability_data(text) == data
    assert same(ability(text), ability(data))


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("Durability 4", {"keyword": "durability", "value": 4}),
        ("Multiple Uses 2: +2 strength", {"keyword": "multiple_uses", "value": 2, "grant": [{"strength": 2}]}),
        ("Varios usos 1: draw 2", {"keyword": "multiple_uses", "value": 1, "do": [{"do": "draw", "amount": 2}]}),
        ("+1 strength", {"grant": [{"strength": 1}]}),
        ("Shot 2", {"grant": [{"keyword": "shot", "value": 2}]}),
    ],
)
def test_keywords_on_a_relic_are_grants(text: str, data: dict[str, Any]) -> None:
    assert ability_data(text, card_type="relic") == data


# --- effects and targets


@pytest.mark.parametrize(
    ("text", "verb", "who"),
    [
        ("2 damage", "damage", "enemy_creature"),
        ("2 wounds", "wounds", "enemy_creature"),
        ("Heal 1", "heal", "own_hero"),
        ("Sanación 1", "heal", "own_hero"),
        ("+2 armour", "armour", "own_hero"),
        ("+1 strength", "grant", "own_hero"),
        ("destroy", "destroy", "enemy_creature"),
        ("control", "control", "enemy_character"),
        ("return to hand", "return_to_hand", "enemy_character"),
        ("untap", "untap", "own_building"),
        ("destroy building", "destroy_building", "enemy_building"),
        ("destroy relic", "destroy_relic", "enemy_relic"),
        ("destroy terrain", "destroy_terrain", "terrain"),
        ("block", "block", "enemy_building"),
    ],
)
def test_an_effect_without_target_has_a_default_target(text: str, verb: str, who: str) -> None:
    ((effect,),) = options(text)
    assert effect.to is not None
    assert (effect.verb, effect.to.who) == (verb, who)


def test_a_tactic_harms_the_creature_that_triggered_it() -> None:
    ((effect,),) = options("2 damage", card_type="tactic", trigger="enemy_summons")
    assert effect.to is not None
    assert effect.to.who == "that_creature"


def test_a_tactic_after_an_own_death_harms_an_enemy() -> None:
    ((effect,),) = options("2 damage", card_type="tactic", trigger="own_character_dies")
    assert effect.to is not None
    assert effect.to.who == "enemy_creature"


def test_a_separate_target_applies_where_the_text_has_none() -> None:
    ((first, second),) = options("3 damage, Heal 1 to own hero", target="enemy creature")
    assert first.to is not None
    assert second.to is not None
    assert (first.to.who, second.to.who) == ("enemy_creature", "own_hero")


def test_s13_4_or_makes_a_choice() -> None:
    choices = options("draw 1 or +2 prosperity")
    assert [effects[0].verb for effects in choices] == ["draw", "prosperity"]


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("enemy creature", {"who": "enemy_creature"}),
        ("an enemy character", {"who": "enemy_character"}),
        ("own hero", {"who": "own_hero"}),
        ("your hero", {"who": "own_hero"}),
        ("all enemy characters", {"who": "enemy_character", "all": True}),
        ("enemy characters", {"who": "enemy_character", "all": True}),
        ("2 own characters", {"who": "own_character", "pick": 2}),
        (
            "other wounded undead own character within M in sight",
            {"who": "own_character", "other": True, "wounded": True, "race": "undead", "within": "M", "sight": True},
        ),
        ("enemy character with strength at most 2", {"who": "enemy_character", "strength_at_most": 2}),
    ],
)
def test_targets_are_parsed_from_text(text: str, data: dict[str, Any]) -> None:
    assert target_data(text) == data


# --- errors


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Shott 3", "'Shott 3' is no ability; did you mean 'shot'?"),
        ("Furst Word: draw 1", "'furst word' is no ability; did you mean 'first word'?"),
        ("First Word: drw 1", "'drw 1' is no effect; did you mean 'draw 1'?"),
        ("First Word: 2 damage to enmy hero", "'enmy hero' is no target; did you mean 'enemy hero'?"),
        ("Shield from spels", "'spels' is no thing to be shielded from; did you mean 'spells'?"),
        ("While hungry: Agile", "'hungry' is no condition"),
        ("When kils: draw 1", "'kils' is no trigger; did you mean 'kills'?"),
        ("Agile 3", "'Agile 3': value: 'agile' takes no number"),
        ("Shot", "'Shot': missing 'value'"),
        ("Agile: draw 1", "'agile' takes nothing after a colon"),
        ("Aura S: draw 1", "'draw 1' is no thing a creature can have"),
        ("Contract: destroy to chosen", "'chosen' is what an earlier effect of the list chose, and none did"),
        ("First Word: hide to up to 2 own characters", "only buildings are chosen 'up to' a number"),
        ("Howl M: 1 damage to that creature", "'that_creature' is the other party of a trigger"),
        ("Heal 2", "'heal' is something that is done"),
        ("Steam Engine melee: axe draw 1", "expected a face and what it does in parentheses"),
        ("", "'' is no ability"),
    ],
)
def test_errors_quote_the_text_with_a_suggestion(text: str, sentence: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        ability(text)
    assert sentence in str(caught.value)


def test_k26_the_target_of_a_howl_is_before_or_after_its_effect() -> None:
    before = ability("Howl S enemy creatures: -1 strength")
    after = ability("Howl S: -1 strength to enemy creatures")
    for howl in (before, after):
        assert howl.to is not None
        assert howl.to.is_enemy
    with pytest.raises(CatalogueError, match="said before the colon already"):
        ability("Howl S own creature: -1 strength to enemy creatures")
