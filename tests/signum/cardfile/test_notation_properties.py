"""Abilities and targets round-trip through the short notation."""

from hypothesis import given
from hypothesis import strategies as st

from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.cardfile.notation.reader import ability, options
from simulator.games.signum.cardfile.notation.words import plain, target_data
from simulator.games.signum.cards import vocabulary as words
from simulator.games.signum.cards.abilities import Ability, Target
from simulator.games.signum.cards.keywords import BY_CODE, FLAG, KEYWORDS, SHIELD_FROM, VALUE
from tests.engine.properties import repeatable
from tests.signum.cardfile import notation_writer
from tests.signum.same_values import same

GRANTABLE = [
    keyword.code
    for keyword in KEYWORDS
    if keyword.shape in (FLAG, VALUE) and keyword.code not in ("armour", "heal", "durability")
]
numbers = st.integers(1, 9)


@st.composite
def grants(draw: st.DrawFn) -> dict[str, object]:
    if draw(st.booleans()):
        return {draw(st.sampled_from(words.GRANTED_STATS)): draw(st.sampled_from([-2, -1, 1, 3]))}
    code = draw(st.sampled_from([*GRANTABLE, "shield_from"]))
    if code == "shield_from":
        return {"keyword": code, "from": draw(st.sampled_from(words.SHIELDS))}
    if BY_CODE[code].shape == FLAG:
        return {"keyword": code}
    # The number is part of the name of this keyword, so it has no notation for "plus".
    fields = ["value"] if code == "minus_from_attacks" else ["value", "plus"]
    return {"keyword": code, draw(st.sampled_from(fields)): draw(numbers)}


@st.composite
def targets(draw: st.DrawFn, nouns: tuple[str, ...]) -> object:
    who = draw(st.sampled_from(nouns))
    target: dict[str, object] = {"who": who}
    if who not in ("self", "own_hero", "enemy_hero"):
        target |= draw(st.sampled_from([{}, {"pick": 2}, {"all": True}]))
    if who.endswith("_building") and draw(st.booleans()):
        return {"who": who, "up_to": 3}
    if who in words.OTHER_NOUNS:
        return target
    for flag in draw(st.lists(st.sampled_from(["sight", "other", "wounded", "mercenary", "class_card"]), unique=True)):
        target[flag] = True
    target |= draw(st.sampled_from([{}, {"within": "L"}, {"race": "orc"}, {"strength_at_most": 2}]))
    return target


CREATURES = ("self", "own_hero", "enemy_hero", "own_creature", "own_character", "enemy_creature", "character")
ONLY = {
    "destroy_building": ("enemy_building",),
    "block": ("enemy_building",),
    "tap": ("enemy_building",),
    "untap": ("own_building",),
    "destroy_relic": ("enemy_relic",),
    "destroy_terrain": ("terrain",),
    "control": ("enemy_character",),
    "return_to_hand": ("own_character", "enemy_character"),
    "return_to_deck": ("enemy_character",),
}


@st.composite
def effects(draw: st.DrawFn, *, rolls: bool = True) -> dict[str, object]:
    verb = draw(st.sampled_from([verb for verb in words.VERBS if verb != "cancel" and (rolls or verb != "roll")]))
    effect: dict[str, object] = {"do": verb}
    for name in words.VERBS[verb]:
        if name == "amount":
            effect[name] = draw(numbers)
        elif name == "to":
            effect[name] = draw(targets(ONLY.get(verb, CREATURES)))
        elif name == "grant":
            effect[name] = draw(st.lists(grants(), min_size=1, max_size=3))
        elif name == "until":
            effect[name] = draw(st.sampled_from(words.UNTIL))
        elif name == "player":
            effect[name] = draw(st.sampled_from(words.PLAYERS))
        elif name == "card":
            effect[name] = draw(st.sampled_from(words.RECOVERABLE))
        elif name == "distance":
            effect[name] = draw(st.sampled_from(list(words.LENGTHS_MM)))
        elif name == "dice":
            effect[name] = draw(numbers)
        elif name == "faces":
            effect[name] = draw(st.lists(st.sampled_from(words.FACES), unique=True, min_size=1))
        elif name == "then":
            effect[name] = draw(st.lists(effects(rolls=False), min_size=1, max_size=2))
    return effect


def effect_lists(min_size: int = 1) -> st.SearchStrategy[list[dict[str, object]]]:
    return st.lists(effects(), min_size=min_size, max_size=3)


@st.composite
def results(draw: st.DrawFn) -> dict[str, object]:
    if draw(st.booleans()):
        return {"do": draw(effect_lists())}
    return {"choose": draw(st.lists(effect_lists(), min_size=2, max_size=3))}


CONDITIONS = st.sampled_from(
    [*words.CONDITIONS, {"building": "mint"}, {"prosperity_at_least": 9}, {"near_own_hero": "XL"}]
)
COSTS = st.sampled_from([{"prosperity": 2}, {"any": 1}, {"buildings": ["temple", "unique"], "any": 2, "prosperity": 1}])


@st.composite
def abilities(draw: st.DrawFn) -> dict[str, object]:
    granted = draw(st.lists(grants(), min_size=1, max_size=3))
    form = draw(
        st.sampled_from(
            [
                "plain",
                "shield",
                "turn",
                "deed",
                "aura",
                "howl",
                "heard",
                "word",
                "steam",
                "surcharge",
                "when",
                "while",
                "activate",
            ]
        )
    )
    if form == "plain":
        code = draw(st.sampled_from(GRANTABLE))
        return {"keyword": code} | ({"value": draw(numbers)} if BY_CODE[code].shape == VALUE else {})
    if form == "shield":
        return {"keyword": "shield_from", "from": draw(st.sampled_from(words.SHIELDS))}
    if form == "turn":
        return {"keyword": draw(st.sampled_from(["charge", "contract"])), "grant": granted}
    if form == "deed":
        return {"keyword": draw(st.sampled_from(["charge", "contract"])), **draw(results())}
    if form == "aura":
        return {"keyword": "aura", "distance": "L", "grant": granted} | draw(
            st.sampled_from([{}, {"to": {"who": "own_character", "class_card": True}}])
        )
    if form == "howl":
        return {"keyword": "howl", "distance": "XL", "to": "own_character", "grant": granted}
    if form == "heard":
        return {"keyword": "howl", "distance": "M", **draw(results())}
    if form == "word":
        return {"keyword": "first_word", **draw(results())}
    if form == "steam":
        lines = draw(st.dictionaries(st.sampled_from(words.FACES), effect_lists(), min_size=1))
        return {"keyword": "steam_engine", "action": draw(st.sampled_from(words.STEAM_ACTIONS)), "faces": lines}
    if form == "surcharge":
        return {"keyword": "surcharge", "cost": draw(COSTS), **draw(results())}
    if form == "when":
        condition = draw(st.sampled_from([{}, {"if": draw(CONDITIONS)}]))
        return {"when": draw(st.sampled_from(words.TRIGGERS)), **draw(results()), **condition}
    if form == "while":
        return {"while": draw(CONDITIONS), "grant": granted}
    return {"activate": draw(effect_lists())}


@repeatable
@given(abilities())
def test_every_ability_round_trips(data: dict[str, object]) -> None:
    value = ability(data)
    text = notation_writer.ability_text(value)
    assert same(ability(text), value), text


@repeatable
@given(targets(CREATURES))
def test_every_target_round_trips(data: dict[str, object]) -> None:
    ((effect,),) = ability({"activate": [{"do": "hide", "to": data}]}).options
    assert isinstance(effect.to, Target)
    again = ability({"activate": [{"do": "hide", "to": target_data(plain(notation_writer.target_text(effect.to)))}]})
    assert same(again.options[0][0].to, effect.to)


def test_every_ability_of_the_catalogue_round_trips() -> None:
    cards = signum_cards()
    assert sum(len(card.abilities) for card in cards) > 200
    for card in cards:
        for printed in card.abilities:
            text = notation_writer.ability_text(printed)
            assert same(ability(text, card_type=card.type), printed), f"{card.code}: {text}"
        if card.options:
            text = notation_writer.options_text(card.options)
            again = options(text, card_type=card.type, trigger=card.trigger)
            assert same(again, card.options), f"{card.code}: {text}"


def test_a_shield_is_written_with_its_source() -> None:
    assert (
        notation_writer.ability_text(Ability("keyword", keyword=SHIELD_FROM, shield="magical_shot"))
        == "Shield from magical shot"
    )
