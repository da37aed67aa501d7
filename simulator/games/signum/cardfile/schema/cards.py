"""Reads and validates one card of a card file.

Common fields, then those of its type. Whole files, and uniqueness across cards, are files.py; abilities are
abilities.py.
"""

import re
from collections.abc import Callable
from typing import Final

from simulator.engine.cards.card import PrintingSpec
from simulator.engine.values import LANGUAGES, Words, tidy
from simulator.games.signum.cardfile.schema.abilities import read_abilities
from simulator.games.signum.cardfile.schema.effects import read_effects, read_options
from simulator.games.signum.cardfile.schema.fields import SchemaContext, SchemaFields, near, one_of, shown, whole
from simulator.games.signum.cardfile.schema.parts import MAX_AMOUNT, PartSource, read_cost
from simulator.games.signum.cards import vocabulary as words
from simulator.games.signum.cards.abilities import Options
from simulator.games.signum.cards.card import NO_WORDS, SignumCard, symbols_given

MAX_NAME_LENGTH: Final = 80
MAX_FLAVOUR_LENGTH: Final = 300
_SET: Final = re.compile(r"[a-z][a-z0-9]*")
_NUMBER: Final = re.compile(r"[0-9]{3,6}")
_KEY: Final = re.compile(r"[a-z]+(?:_[a-z]+)*")

FACTIONS_OF: Final[dict[str, tuple[str, ...]]] = {
    "hero": ("vallor", "grypharim"),
    "character": ("vallor", "grypharim", "mercenary"),
    "spell": ("vallor", "grypharim"),  # S-2.3: no mercenary support cards exist
    "relic": ("vallor", "grypharim"),
    "tactic": ("vallor", "grypharim"),
    "building": ("vallor", "grypharim", "basic"),
    "terrain": ("vallor", "grypharim", "basic"),
}
# Triggers of tactics that define `that_creature`, and those whose cause can be cancelled.
WITH_PARTY: Final = (
    "enemy_summons",
    "enemy_attacks",
    "enemy_attacks_hero",
    "enemy_shoots",
    "enemy_runs",
    "enemy_comes_near",
    "own_character_dies",
)
CANCELLABLE: Final = ("enemy_summons", "enemy_plays_spell")


def read_card(data: object, *, set_code: str, reading: SchemaContext) -> SignumCard | None:
    """A card, or None if its type is unknown; faults are added to `reading`."""
    fields = SchemaFields(data, path="", reading=reading)
    if not isinstance(data, dict):
        return None
    reading.type = fields.word("type", kind="type of card", among=words.CARD_TYPES)
    reading.faction = fields.word("faction", kind="faction", among=words.FACTIONS)
    if not reading.type:
        return None
    if reading.faction and reading.faction not in FACTIONS_OF[reading.type]:
        allowed = " or ".join(FACTIONS_OF[reading.type])
        fields.fault("faction", f"a {reading.type} is of {allowed}, not {reading.faction}")
    # Spells and tactics have `do`; only cards that stay in play have abilities.
    stays = reading.type not in ("spell", "tactic")
    abilities = fields.items("abilities", optional=True, may_be_empty=True) if stays else []
    card = SignumCard(
        code=_code(fields, set_code=set_code),
        names=_words(fields, "name", max_length=MAX_NAME_LENGTH),
        type=reading.type,
        faction=reading.faction,
        rarity=_rarity(fields),
        source=fields.word("source", kind="source", among=words.SOURCES),
        reprints=_reprints(fields),
        flavour=_words(fields, "flavour", max_length=MAX_FLAVOUR_LENGTH) if fields.has("flavour") else NO_WORDS,
        abilities=read_abilities(abilities, path="abilities", reading=reading),
    )
    _READERS[card.type](fields, card)
    fields.finish()
    return card


def _code(fields: SchemaFields, *, set_code: str) -> str:
    code = fields.text("code")
    number = code.removeprefix(f"{set_code}-")
    if code and (number == code or not _NUMBER.fullmatch(number)):
        fields.fault("code", f"expected '{set_code}-' and a number of three digits or more, found {code!r}")
    return code


def _words(fields: SchemaFields, name: str, *, max_length: int) -> Words:
    """A text in all three languages."""
    part = fields.part(name)
    texts: list[str] = []
    for language in LANGUAGES:
        text = part.text(language) if fields.has(name) else ""
        if text != tidy(text):
            part.fault(language, "expected one line without double spaces and unseen characters")
        if len(text) > max_length:
            part.fault(language, f"{len(text)} characters; at most {max_length} are allowed")
        texts.append(text)
    part.finish()
    return Words(en=texts[0], es=texts[1], it=texts[2])


def _rarity(fields: SchemaFields) -> str:
    """S-1.7 Booster cards have a rarity; unique buildings and terrain may.

    Basic ones have none.
    """
    reading = fields.reading
    if reading.faction == "basic":
        return ""
    if reading.type in ("building", "terrain") and not fields.has("rarity"):
        return ""
    return fields.word("rarity", kind="rarity", among=words.RARITIES)


def _reprints(fields: SchemaFields) -> tuple[PrintingSpec, ...]:
    """Later printings: another set and number, perhaps another rarity."""
    printings: list[PrintingSpec] = []
    for number, data in enumerate(fields.items("reprints", optional=True)):
        part = SchemaFields(data, path=f"reprints[{number}]", reading=fields.reading)
        if not isinstance(data, dict):
            continue
        code = part.text("code")
        set_code, _, set_number = code.rpartition("-")
        if code and (not _SET.fullmatch(set_code) or not _NUMBER.fullmatch(set_number)):
            part.fault("code", f"expected a set, '-' and a number of three digits or more, found {code!r}")
        rarity = part.word("rarity", kind="rarity", among=words.RARITIES, default="")
        part.finish()
        printings.append(PrintingSpec(code=code, set_code=set_code, rarity=rarity))
    return tuple(printings)


# --- creatures


def _hero(fields: SchemaFields, card: SignumCard) -> None:
    """S-1.5 Strength, movement, health and relic slots by type."""
    _creature(fields, card, max_health=40)
    slots = fields.part("slots")
    card.slots = tuple((relic, slots.number(relic, least=1, most=3)) for relic in words.RELIC_TYPES if slots.has(relic))
    slots.finish()


def _character(fields: SchemaFields, card: SignumCard) -> None:
    """S-1.6 The values of a creature, and a cost."""
    _creature(fields, card, max_health=20)
    _played(fields, card)


def _creature(fields: SchemaFields, card: SignumCard, *, max_health: int) -> None:
    card.strength = fields.number("strength", least=0, most=9)
    card.movement = fields.length("movement")
    card.health = fields.number("health", least=1, most=max_health)
    card.race = fields.word("race", kind="race", among=words.RACES)
    if fields.has("base"):
        card.base = fields.number("base", least=words.BASES_MM[0], most=words.BASES_MM[-1])
        if card.base not in words.BASES_MM:
            sizes = ", ".join(str(size) for size in words.BASES_MM)
            fields.fault("base", f"expected one of {sizes}, found {card.base}")


# --- cards that are paid for


def _played(fields: SchemaFields, card: SignumCard) -> None:
    """The fields of battle deck cards.

    A cost, and optionally a hero (S-2.7) and a class (S-5.13).
    """
    card.cost = read_cost(fields, "cost")
    card.class_card = fields.flag("class_card")
    if card.class_card and card.is_mercenary:
        fields.fault("class_card", "a Guild or Order card belongs to a faction, and mercenaries have none")
    if fields.has("hero"):
        heroes = fields.reading.heroes
        card.hero = fields.text("hero")
        if card.hero and card.hero not in heroes:
            fields.fault("hero", f"no hero has the code {card.hero!r}{near(card.hero, among=heroes)}")
        elif card.hero and heroes[card.hero] != card.faction and not card.is_mercenary:
            fields.fault("hero", f"{card.hero!r} is a hero of {heroes[card.hero]}, and this card is of {card.faction}")


def _spell(fields: SchemaFields, card: SignumCard) -> None:
    _played(fields, card)
    card.options = read_options(fields, source=PartSource())


def _relic(fields: SchemaFields, card: SignumCard) -> None:
    """S-1.8 One of six types; its grants are in its abilities."""
    _played(fields, card)
    card.relic = fields.word("relic", kind="type of relic", among=words.RELIC_TYPES)
    if not card.abilities and not fields.has("abilities"):
        fields.fault("", "missing 'abilities': what does the relic give?")


def _tactic(fields: SchemaFields, card: SignumCard) -> None:
    """S-5.11 A trigger and effects."""
    _played(fields, card)
    card.trigger = fields.word("when", kind="trigger of tactics", among=words.TACTIC_TRIGGERS)
    source = PartSource(has_party=card.trigger in WITH_PARTY, cancels=card.trigger in CANCELLABLE)
    card.options = read_options(fields, source=source)


# --- city and battlefield


def _building(fields: SchemaFields, card: SignumCard) -> None:
    """S-1.9 Basic buildings have the nine keys of cards/vocabulary.py.

    Others are unique and of a faction.
    """
    card.key = fields.text("key")
    card.price = fields.number("price", least=0, most=MAX_AMOUNT)
    card.unique = fields.flag("unique")
    card.gives = symbols_given(card.key, unique=card.unique)
    card.class_building = fields.flag("class_building")
    if card.key and not _KEY.fullmatch(card.key):
        fields.fault("key", f"expected lower case words joined by '_', found {card.key!r}")
    if card.key == words.UNIQUE:
        fields.fault("key", f"{words.UNIQUE!r} is the symbol for any unique building")
    is_basic = card.faction == "basic"
    if is_basic and card.key and card.key not in words.BASIC_BUILDINGS:
        fields.fault("key", f"no basic building is called {card.key!r}{near(card.key, among=words.BASIC_BUILDINGS)}")
    if not is_basic and card.key in words.BASIC_BUILDINGS:
        fields.fault("key", f"{card.key!r} is a basic building")
    if card.unique == is_basic:
        fields.fault("unique", "a building is either basic or unique")
    if card.class_building and not card.unique:
        fields.fault("class_building", "a Guild or Order is a unique building")


def _terrain(fields: SchemaFields, card: SignumCard) -> None:
    """Chapter 6: a cost, a template and its traits.

    Ruins have effects for each die face (SR-6).
    """
    card.cost = read_cost(fields, "cost")
    card.unique = fields.flag("unique")
    _template(fields.part("template"), card)
    card.traits = tuple(
        one_of(value, kind="trait", among=words.TRAITS, path=f"traits[{number}]", reading=fields.reading)
        for number, value in enumerate(fields.items("traits", may_be_empty=True))
    )
    if len(card.traits) > len(set(card.traits)):
        fields.fault("traits", "a trait stands there twice")
    if ("ruins" in card.traits) != fields.has("search"):
        fields.fault("", "the trait 'ruins' and the table 'search' belong together")
    elif "ruins" in card.traits:
        card.search = _search(fields.part("search"))


def _template(fields: SchemaFields, card: SignumCard) -> None:
    """A disc by its radius, or a rectangle by its sides."""
    if fields.has("disc"):
        card.radius = float(fields.number("disc", least=10, most=150))
        if fields.has("rectangle"):
            fields.fault("rectangle", "a template is either a disc or a rectangle")
    elif fields.has("rectangle"):
        sides = fields.items("rectangle")
        if len(sides) != 2:
            fields.fault("rectangle", f"expected two sides, found {shown(sides)}")
            return
        wide, high = (
            whole(side, least=10, most=300, path=f"{fields.at('rectangle')}[{number}]", reading=fields.reading) / 2
            for number, side in enumerate(sides)
        )
        card.polygon = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    else:
        fields.fault("", "expected 'disc' or 'rectangle'")
    fields.finish()


def _search(fields: SchemaFields) -> tuple[Options, Options, Options]:
    """The effects of each die face for the searching character, which is `self`."""
    source = PartSource(has_self=True, on_terrain=True)
    options: list[Options] = [(read_effects(fields, face, source=source),) for face in words.FACES]
    fields.finish()
    return options[0], options[1], options[2]


_READERS: Final[dict[str, Callable[[SchemaFields, SignumCard], None]]] = {
    "hero": _hero,
    "character": _character,
    "spell": _spell,
    "relic": _relic,
    "tactic": _tactic,
    "building": _building,
    "terrain": _terrain,
}
