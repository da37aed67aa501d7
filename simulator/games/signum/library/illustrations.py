"""The subject and traits of a Signum card's illustration (engine/cards/face.py)."""

from collections.abc import Iterator
from typing import Final

from simulator.engine.cards.card import CardSpec
from simulator.engine.cards.face import IllustrationSubject

SUBJECTS: Final = {
    "hero": "figure",
    "character": "figure",
    "spell": "magic",
    "relic": "object",
    "tactic": "plan",
    "building": "building",
    "terrain": "landscape",
}
# The first of these keywords that a creature has determines its weapon.
ARMS: Final = {
    "steam_engine": "gun",
    "buckshot": "gun",
    "magical_shot": "staff",
    "battle_mage": "staff",
    "magical_strike": "staff",
    "shot": "bow",
    "throwing": "javelin",
    "hammerblow": "hammer",
    "healer": "staff",
    "defender": "shield",
    "expert_of_defence": "shield",
    "master_of_defence": "shield",
    "stealth": "dagger",
    "berserk": "axe",
    "charge": "spear",
}
OTHER_TRAITS: Final = {"flight": "winged", "stealth": "hooded", "armour": "armoured", "durability": "armoured"}
# The first of these verbs that a spell has determines its element.
ELEMENTS: Final = {
    "damage": "fire",
    "wounds": "shadow",
    "heal": "nature",
    "armour": "light",
    "return_to_hand": "frost",
    "silence": "shadow",
    "destroy": "shadow",
    "control": "shadow",
    "exhaust": "frost",
    "recover": "light",
    "grant": "light",
    "step": "wind",
    "ready": "wind",
    "prosperity": "gold",
    "steal": "gold",
    "draw": "gold",
}
BUILDINGS: Final = {
    "town_hall": ("tower", "clock", "gable"),
    "temple": ("columns", "dome"),
    "arena": ("arches",),
    "smithy": ("gable", "chimney", "forge"),
    "library": ("columns", "tower", "gable"),
    "shooting_range": ("palisade", "targets"),
    "school_of_magic": ("spire", "orb"),
    "tavern": ("gable", "chimney", "sign"),
    "barracks": ("battlements", "banners"),
    "mint": ("columns", "coins"),
    "merchants_guild": ("gable", "banners", "coins"),
    "shadows_guild": ("spire", "night"),
    "artificers_guild": ("gable", "chimney", "clock"),
    "black_market": ("palisade", "night", "sign"),
    "great_lighthouse": ("lighthouse",),
    "steam_foundry": ("chimneys", "forge"),
    "monastery": ("tower", "gable", "arches"),
    "order_of_the_white_griffin": ("battlements", "tower", "banners"),
    "order_of_the_silver_candle": ("spire", "columns"),
    "order_of_the_last_oath": ("battlements", "banners", "night"),
    "griffin_aerie": ("crag", "tower"),
    "imperial_cathedral": ("dome", "spire", "columns"),
}

# Shapes of relics and beasts, by a word of their English name.
NAMED: Final = {
    "lance": "spear", "rapier": "sword", "maul": "hammer", "hammer": "hammer", "gladius": "sword", "sword": "sword",
    "censer": "hammer", "crossbow": "bow", "knives": "dagger", "mortar": "gun", "javelins": "javelin",
    "sceptre": "staff", "plate": "steel", "cuirass": "steel", "cloak": "leather", "mantle": "leather",
    "harness": "brass", "pavise": "tower", "aegis": "round", "banner": "kite", "visor": "great_helm", "hat": "kettle",
    "helm": "open_helm", "mask": "hood", "diadem": "crown", "ledger": "book", "grimoire": "book", "prism": "gem",
    "stone": "gem", "key": "key", "case": "chest", "reliquary": "chalice", "hound": "wolf", "bear": "bear",
    "boar": "boar", "ram": "boar", "wyvern": "wolf",
}  # fmt: skip


def scene(card: CardSpec) -> IllustrationSubject:
    return IllustrationSubject(subject=SUBJECTS.get(card.kind, "emblem"), traits=tuple(_traits(card)))


def _traits(card: CardSpec) -> Iterator[str]:
    keywords = _words(card, "keywords")
    if card.kind == "hero":
        yield "crowned"
    if card.fact("race"):
        yield str(card.fact("race"))
        yield from [arm for keyword, arm in ARMS.items() if keyword in keywords][:1]
        yield from [trait for keyword, trait in OTHER_TRAITS.items() if keyword in keywords]
    if card.kind == "spell":
        yield from [element for verb, element in ELEMENTS.items() if verb in _words(card, "verbs")][:1]
    if card.fact("relic"):
        yield str(card.fact("relic"))
    if card.fact("relic") or card.fact("race") == "beast":
        yield from [NAMED[word] for word in card.names.en.casefold().replace(",", "").split() if word in NAMED]
    if card.fact("key"):
        yield from BUILDINGS.get(str(card.fact("key")), ())
    yield from _words(card, "traits")


def _words(card: CardSpec, name: str) -> tuple[str, ...]:
    fact = card.fact(name)
    return fact if isinstance(fact, tuple) else ()
