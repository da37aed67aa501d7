"""Every kind of error in a card file, with a part of the reported line."""

from typing import Any

import pytest

from tests.signum.card_samples import (
    CHARACTER,
    DRAW,
    HERO,
    MINT,
    RELIC,
    RUINS,
    SPELL,
    TACTIC,
    TEMPLE,
    WORDS,
    changed,
    faults_of,
    with_ability,
    with_effect,
)


def _case(name: str, card: dict[str, Any], fault: str) -> Any:
    return pytest.param(card, fault, id=name)


FAULTS = [
    # the card
    _case("unknown field", changed(CHARACTER, helth=3, health=None), "missing 'health'; is it what 'helth' means?"),
    _case("extra field", changed(CHARACTER, mana=3), "unknown field 'mana'"),
    _case("field of another type", changed(SPELL, relic="armour"), "unknown field 'relic'"),
    _case("missing field", changed(CHARACTER, strength=None), "missing 'strength'"),
    _case("wrong type", changed(CHARACTER, strength="2"), "strength: expected a whole number, found '2'"),
    _case("true is no number", changed(CHARACTER, strength=True), "strength: expected a whole number, found true"),
    _case("number out of range", changed(CHARACTER, strength=12), "strength: expected 0 to 9, found 12"),
    _case("health of nothing", changed(CHARACTER, health=0), "health: expected 1 to 20, found 0"),
    _case("bad length", changed(CHARACTER, movement="XXL"), "movement: unknown length 'XXL'; did you mean 'XL'?"),
    _case("bad base", changed(CHARACTER, base=40), "base: expected one of 32, 48, 50, 60, found 40"),
    _case("unknown type", changed(CHARACTER, type="charakter"), "type: unknown type of card 'charakter'; did you mean"),
    _case(
        "unknown faction",
        changed(CHARACTER, faction="valor"),
        "faction: unknown faction 'valor'; did you mean 'vallor'?",
    ),
    _case("unknown race", changed(CHARACTER, race="troll"), "race: unknown race 'troll'"),
    _case("unknown rarity", changed(CHARACTER, rarity="epic"), "rarity: unknown rarity 'epic'"),
    _case("missing rarity", changed(SPELL, rarity=None), "missing 'rarity'"),
    _case("basic with rarity", changed(TEMPLE, code="t-030", rarity="rare"), "unknown field 'rarity'"),
    _case("unknown source", changed(CHARACTER, source="web"), "source: unknown source 'web'"),
    _case("code of another set", changed(CHARACTER, code="core-010"), "code: expected 't-' and a number"),
    _case("code without number", changed(CHARACTER, code="t-abc"), "code: expected 't-' and a number"),
    _case("missing translation", changed(CHARACTER, name={"en": "Ana", "es": "Ana"}), "name: missing 'it'"),
    _case("empty translation", changed(CHARACTER, name={**WORDS, "es": " "}), "name.es: expected a text"),
    _case("no translations", changed(CHARACTER, name={}), "name: missing 'en'"),
    _case("name as text", changed(CHARACTER, name="Ana"), "name: expected an object {…}, found 'Ana'"),
    _case("untidy name", changed(CHARACTER, name={**WORDS, "en": "Ana  B"}), "name.en: expected one line"),
    _case("long name", changed(CHARACTER, name={**WORDS, "en": "A" * 90}), "name.en: 90 characters; at most 80"),
    _case("half a flavour", changed(CHARACTER, flavour={"en": "Ho."}), "flavour: missing 'es'"),
    _case("mercenary spell", changed(SPELL, faction="mercenary"), "a spell is of vallor or grypharim, not mercenary"),
    _case("basic hero", changed(HERO, code="t-030", faction="basic"), "a hero is of vallor or grypharim, not basic"),
    _case("spell with abilities", changed(SPELL, abilities=[]), "unknown field 'abilities'"),
    _case("relic of no type", changed(RELIC, relic="sword"), "relic: unknown type of relic 'sword'"),
    _case("empty relic", changed(RELIC, abilities=None), "missing 'abilities': what does the relic give?"),
    _case("mercenary of a class", changed(CHARACTER, faction="mercenary", class_card=True), "class_card: a Guild or"),
    _case("slot of nothing", changed(HERO, code="t-030", slots={"boots": 1}), "slots: unknown field 'boots'"),
    _case(
        "unknown hero", changed(CHARACTER, hero="t-004"), "hero: no hero has the code 't-004'; did you mean 't-003'?"
    ),
    _case("hero of another faction", changed(CHARACTER, faction="grypharim", hero="t-003"), "is a hero of vallor"),
    # costs
    _case(
        "cost of no building",
        changed(CHARACTER, cost={"buildings": ["tempel"]}),
        "cost.buildings[0]: no building has the key 'tempel'; did you mean 'temple'?",
    ),
    _case(
        "cost of a foreign building",
        changed(CHARACTER, faction="grypharim", cost={"buildings": ["mint"]}),
        "'mint' is a building of vallor; a grypharim card cannot count on it",
    ),
    _case(
        "cost names a building twice",
        changed(CHARACTER, cost={"buildings": ["temple", "temple"]}),
        "cost.buildings: 'temple' stands there 2 times; a city has only one",
    ),
    _case("cost below zero", changed(CHARACTER, cost={"any": -1}), "cost.any: expected 0 to 6, found -1"),
    _case("cost with another word", changed(CHARACTER, cost={"gold": 1}), "cost: unknown field 'gold'"),
    _case("cost that taps seven", changed(CHARACTER, cost={"buildings": ["temple"], "any": 6}), "taps 7 buildings"),
    # effects
    _case(
        "unknown verb",
        with_effect(do="gain_armor", amount=2, to="own_hero"),
        "do[0]: unknown verb 'gain_armor'; did you mean 'armour'?",
    ),
    _case("no verb", changed(SPELL, do=[{"amount": 2}]), "do[0]: missing 'do'"),
    _case("effect as text", changed(SPELL, do=["draw 1"]), "do[0]: expected an object {…}, found 'draw 1'"),
    _case("effects as object", changed(SPELL, do=DRAW), "do: expected a list […]"),
    _case("nothing done", changed(SPELL, do=[]), "do: the list is empty"),
    _case("neither do nor choose", changed(SPELL, do=None), "missing 'do' or 'choose'"),
    _case("do and choose", changed(SPELL, choose=[[DRAW], [DRAW]]), "do: 'do' and 'choose' exclude each other"),
    _case("choice of one", changed(SPELL, do=None, choose=[[DRAW]]), "choose: there is nothing to choose"),
    _case("field of another verb", with_effect(do="draw", amount=1, to="own_hero"), "do[0]: unknown field 'to'"),
    _case("verb without its field", with_effect(do="damage", to="enemy_creature"), "do[0]: missing 'amount'"),
    _case("verb without target", with_effect(do="damage", amount=1), "do[0]: missing 'to'"),
    _case("amount of nothing", with_effect(do="draw", amount=0), "do[0].amount: expected 1 to 20, found 0"),
    _case("no prosperity", with_effect(do="prosperity", amount=0), "do[0].amount: 0 changes nothing"),
    _case("unknown player", with_effect(do="draw", amount=1, player="me"), "player: unknown player 'me'"),
    _case(
        "unknown until",
        with_effect(do="silence", to="enemy_character", until="tomorrow"),
        "until: unknown end 'tomorrow'",
    ),
    _case("unknown face", with_effect(do="roll", dice=1, faces=["star"], then=[DRAW]), "faces[0]: unknown face 'star'"),
    _case(
        "face twice", with_effect(do="roll", dice=1, faces=["axe", "axe"], then=[DRAW]), "faces: a face stands there"
    ),
    _case(
        "roll in a roll",
        with_effect(
            do="roll", dice=1, faces=["axe"], then=[{"do": "roll", "dice": 1, "faces": ["axe"], "then": [DRAW]}]
        ),
        "a roll inside a roll",
    ),
    _case(
        "recover nothing known", with_effect(do="recover", amount=1, card="hero"), "card: unknown kind of card 'hero'"
    ),
    _case("cancel in a spell", with_effect(do="cancel", into="deck"), "'cancel' is for tactics"),
    _case("cancel a building", changed(TACTIC, when="enemy_builds"), "'cancel' is for tactics that wait for"),
    # targets
    _case(
        "unknown target",
        with_effect(do="destroy", to="enemy_unit"),
        "to.who: unknown target 'enemy_unit'; did you mean",
    ),
    _case("target of no kind", with_effect(do="destroy", to=3), "to: expected an object {…}, found 3"),
    _case(
        "target that does not fit", with_effect(do="untap", to="enemy_creature"), "'enemy_creature' does not fit here"
    ),
    _case("hero returned to hand", with_effect(do="return_to_hand", to="enemy_hero"), "'enemy_hero' does not fit here"),
    _case(
        "unknown filter",
        with_effect(do="destroy", to={"who": "creature", "wound": True}),
        "to: unknown field 'wound'; did you mean 'wounded'?",
    ),
    _case(
        "pick and all", with_effect(do="destroy", to={"who": "creature", "pick": 2, "all": True}), "exclude each other"
    ),
    _case(
        "two heroes", with_effect(do="heal", amount=1, to={"who": "own_hero", "pick": 2}), "'own_hero' is one already"
    ),
    _case(
        "flag as text",
        with_effect(do="destroy", to={"who": "creature", "sight": "yes"}),
        "to.sight: expected true or false, found 'yes'",
    ),
    _case(
        "self of a spell", with_effect(do="heal", amount=1, to="self"), "'self' is a creature, and this card is none"
    ),
    _case(
        "that creature of nobody", with_effect(do="destroy", to="that_creature"), "'that_creature' is the other party"
    ),
    _case(
        "touching without terrain",
        with_effect(do="destroy", to={"who": "creature", "touching": True}),
        "only a terrain card can ask who touches it",
    ),
    # grants
    _case("grant of nothing", with_effect(do="grant", to="own_hero", grant=[{}]), "grant[0]: expected one of strength"),
    _case(
        "two in one grant",
        with_effect(do="grant", to="own_hero", grant=[{"strength": 1, "health": 1}]),
        "grant[0].health: one grant gives one thing",
    ),
    _case("grant of zero", with_effect(do="grant", to="own_hero", grant=[{"strength": 0}]), "0 changes nothing"),
    _case("grant of an aura", with_effect(do="grant", to="own_hero", grant=[{"keyword": "aura"}]), "cannot be granted"),
    _case(
        "grant of armour",
        with_effect(do="grant", to="own_hero", grant=[{"keyword": "armour", "value": 1}]),
        "'armour' cannot be granted; use the verb 'armour'",
    ),
    _case(
        "granted flag with value",
        with_effect(do="grant", to="own_hero", grant=[{"keyword": "agile", "value": 1}]),
        "grant[0].value: 'agile' takes no number",
    ),
    _case(
        "granted value without", with_effect(do="grant", to="own_hero", grant=[{"keyword": "shot"}]), "missing 'value'"
    ),
    # abilities
    _case("ability of no kind", with_ability({"value": 2}), "abilities[0]: expected one of the fields keyword, when"),
    _case(
        "unknown keyword", with_ability({"keyword": "agil"}), "keyword: unknown keyword 'agil'; did you mean 'agile'?"
    ),
    _case(
        "flag with a value",
        with_ability({"keyword": "agile", "value": 2}),
        "abilities[0].value: 'agile' takes no number",
    ),
    _case("value missing", with_ability({"keyword": "shot"}), "abilities[0]: missing 'value'"),
    _case(
        "keyword twice",
        changed(CHARACTER, abilities=[{"keyword": "agile"}, {"keyword": "agile"}]),
        "abilities[1]: the card has this keyword already",
    ),
    _case(
        "durability on a character",
        with_ability({"keyword": "durability", "value": 2}),
        "'durability' stands only on a relic, not on a character",
    ),
    _case(
        "uses on a character",
        with_ability({"keyword": "multiple_uses", "value": 2, "grant": [{"strength": 1}]}),
        "'multiple_uses' stands only on a relic",
    ),
    _case("keyword on a relic", with_ability({"keyword": "agile"}, RELIC), "a relic gives 'agile' to its hero"),
    _case(
        "rush on a hero",
        with_ability({"keyword": "rush"}, changed(HERO, code="t-030")),
        "'rush' stands only on a character",
    ),
    _case("heal as a keyword", with_ability({"keyword": "heal", "value": 2}), "use the verb 'heal'"),
    _case("aura without distance", with_ability({"keyword": "aura", "grant": [{"strength": 1}]}), "missing 'distance'"),
    _case(
        "aura to enemies",
        with_ability({"keyword": "aura", "distance": "S", "to": "enemy_creature", "grant": [{"strength": -1}]}),
        "'enemy_creature' does not fit here",
    ),
    _case(
        "howl to nobody", with_ability({"keyword": "howl", "distance": "S", "grant": [{"strength": 1}]}), "missing 'to'"
    ),
    _case("charge of nothing", with_ability({"keyword": "charge"}), "abilities[0]: missing 'grant'"),
    _case(
        "charge with a grant and effects",
        with_ability({"keyword": "charge", "grant": [{"strength": 1}], "do": [DRAW]}),
        "abilities[0].grant: 'grant' and effects exclude each other",
    ),
    _case(
        "howl with effects and a target",
        with_ability({"keyword": "howl", "distance": "S", "to": "own_character", "do": [DRAW]}),
        "abilities[0].to: the effects say whom they are for",
    ),
    _case(
        "no creature was chosen before",
        with_ability({"keyword": "first_word", "do": [DRAW, {"do": "destroy", "to": "chosen"}]}),
        "abilities[0].do[1].to: 'chosen' is what an earlier effect of the list chose, and none did",
    ),
    _case(
        "an effect on all chooses no creature",
        with_ability(
            {
                "keyword": "first_word",
                "do": [
                    {"do": "damage", "amount": 1, "to": {"who": "enemy_creature", "all": True}},
                    {"do": "hide", "to": "chosen"},
                ],
            }
        ),
        "abilities[0].do[1].to: 'chosen' is what an earlier effect of the list chose, and none did",
    ),
    _case(
        "chosen in a passive ability",
        with_ability({"while": "wounded", "to": "chosen", "grant": [{"strength": 1}]}),
        "abilities[0].to: 'chosen' works in effects only",
    ),
    _case(
        "up to a number of creatures",
        with_ability({"activate": [{"do": "hide", "to": {"who": "own_character", "up_to": 2}}]}),
        "abilities[0].activate[0].to.up_to: only buildings are chosen 'up to' a number",
    ),
    _case(
        "up to one",
        with_ability({"activate": [{"do": "untap", "to": {"who": "own_building", "up_to": 1}}]}),
        "abilities[0].activate[0].to.up_to: expected 2 to 7, found 1",
    ),
    _case(
        "up to and pick",
        with_ability({"activate": [{"do": "untap", "to": {"who": "own_building", "up_to": 2, "pick": 2}}]}),
        "abilities[0].activate[0].to.up_to: 'pick' and 'up_to' exclude each other",
    ),
    _case(
        "shield from nothing", with_ability({"keyword": "shield_from", "from": "rain"}), "from: unknown shield 'rain'"
    ),
    _case(
        "steam without an action",
        with_ability({"keyword": "steam_engine", "action": "fly", "faces": {"axe": [DRAW]}}),
        "action: unknown action 'fly'",
    ),
    _case(
        "steam without faces", with_ability({"keyword": "steam_engine", "action": "move", "faces": {}}), "no face does"
    ),
    _case(
        "free surcharge",
        with_ability({"keyword": "surcharge", "cost": {}, "do": [DRAW]}),
        "a surcharge costs something",
    ),
    _case("unknown trigger", with_ability({"when": "dies", "do": [DRAW]}), "when: unknown trigger 'dies'"),
    _case(
        "trigger of a building",
        with_ability({"when": "kills", "do": [DRAW]}, changed(MINT, code="t-030", key="guild", name=WORDS)),
        "the trigger 'kills' stands only on a hero or character or relic",
    ),
    _case(
        "unknown condition",
        with_ability({"while": "woundd", "grant": [{"strength": 1}]}),
        "while: unknown condition 'woundd'; did you mean 'wounded'?",
    ),
    _case("condition without value", with_ability({"while": "building", "grant": [{"strength": 1}]}), "needs a value"),
    _case(
        "condition of no building",
        with_ability({"while": {"building": "mnt"}, "grant": [{"strength": 1}]}),
        "while.building: no building has the key 'mnt'; did you mean 'mint'?",
    ),
    _case(
        "wounded building",
        with_ability(
            {"while": "wounded", "grant": [{"strength": 1}], "to": "own_hero"},
            changed(MINT, code="t-030", key="guild", name=WORDS),
        ),
        "'wounded' is said of a creature",
    ),
    _case("passive always", with_ability({"grant": [{"strength": 1}]}), "the creature always has this"),
    _case(
        "passive picks",
        with_ability({"grant": [{"strength": 1}], "to": {"who": "own_character", "pick": 2}}),
        "to.pick: nobody is chosen here",
    ),
    _case(
        "activate on a building",
        with_ability({"activate": [DRAW]}, changed(MINT, code="t-030", key="guild", name=WORDS)),
        "'activate' stands only on a hero or character, not on a building",
    ),
    _case(
        "use on a relic",
        with_ability({"use": {}, "do": [DRAW]}, RELIC),
        "'use' stands only on a hero or character or building, not on a relic",
    ),
    _case(
        "times of a use",
        with_ability({"use": {}, "times": 10, "do": [DRAW]}),
        "abilities[0].times: expected 1 to 9, found 10",
    ),
    _case(
        "times on a building",
        with_ability({"use": {}, "times": 2, "do": [DRAW]}, changed(MINT, code="t-030", key="guild", name=WORDS)),
        "unknown field 'times'",
    ),
    _case(
        "terrain of a condition",
        with_ability({"while": {"terrain": "clif"}, "grant": [{"keyword": "agile"}]}),
        "unknown terrain 'clif'; did you mean 'cliff'?",
    ),
    _case(
        "self in a last word",
        with_ability({"keyword": "last_word", "do": [{"do": "heal", "amount": 1, "to": "self"}]}),
        "'self' is a creature",
    ),
    # tactics, buildings, terrain
    _case(
        "trigger of tactics",
        changed(TACTIC, when="enemy_summon"),
        "when: unknown trigger of tactics 'enemy_summon'; did",
    ),
    _case(
        "class on a basic building", changed(TEMPLE, code="t-030", class_building=True), "a Guild or Order is a unique"
    ),
    _case("neither basic nor unique", changed(MINT, code="t-030", unique=None), "a building is either basic or unique"),
    _case("key of a basic building", changed(MINT, code="t-030", key="arena"), "key: 'arena' is a basic building"),
    _case(
        "basic building of no key",
        changed(TEMPLE, code="t-030", key="chapel"),
        "key: no basic building is called 'chapel'",
    ),
    _case("the symbol as key", changed(MINT, code="t-030", key="unique"), "key: 'unique' is the symbol"),
    _case("spaces in a key", changed(MINT, code="t-030", key="Old Mint"), "key: expected lower case words"),
    _case("no template", changed(RUINS, template={}), "template: expected 'disc' or 'rectangle'"),
    _case(
        "two templates", changed(RUINS, template={"disc": 30, "rectangle": [30, 30]}), "either a disc or a rectangle"
    ),
    _case("one side", changed(RUINS, template={"rectangle": [30]}), "template.rectangle: expected two sides"),
    _case("unknown trait", changed(RUINS, traits=["ruins", "hot"]), "traits[1]: unknown trait 'hot'"),
    _case("ruins without a table", changed(RUINS, search=None), "'ruins' and the table 'search' belong together"),
    _case("a face missing in ruins", changed(RUINS, search={"axe": [DRAW]}), "search: missing 'bullseye'"),
]


@pytest.mark.parametrize(("card", "fault"), FAULTS)
def test_every_fault_is_reported_with_file_card_and_path(card: dict[str, Any], fault: str) -> None:
    faults = faults_of(card)
    assert any(fault in line for line in faults), faults
    assert all(line.startswith(("new.json: ", "base.json: ")) for line in faults)
    assert any(line.startswith(f"new.json: {card['code']}: ") for line in faults)
