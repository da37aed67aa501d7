"""Sample cards of each type for schema tests, with helpers."""

import copy
import json
from typing import Any

import pytest

from simulator.engine.cards.card import CatalogueError
from simulator.games.signum.cardfile.schema.files import read_files
from simulator.games.signum.cards.card import SignumCard

WORDS = {"en": "Ana", "es": "Ana", "it": "Ana"}
TEMPLE = {
    "code": "t-001",
    "name": {"en": "Temple", "es": "Templo", "it": "Tempio"},
    "type": "building",
    "faction": "basic",
    "source": "playtest",
    "key": "temple",
    "price": 2,
}
MINT = {
    "code": "t-002",
    "name": {"en": "Mint", "es": "Ceca", "it": "Zecca"},
    "type": "building",
    "faction": "vallor",
    "source": "playtest",
    "key": "mint",
    "price": 3,
    "unique": True,
}
HERO = {
    "code": "t-003",
    "name": {"en": "Hero", "es": "Héroe", "it": "Eroe"},
    "type": "hero",
    "faction": "vallor",
    "rarity": "mythic",
    "source": "playtest",
    "strength": 2,
    "movement": "M",
    "health": 12,
    "race": "human",
    "slots": {"armour": 1},
}
CHARACTER = {
    "code": "t-010",
    "name": WORDS,
    "type": "character",
    "faction": "vallor",
    "rarity": "common",
    "source": "playtest",
    "cost": {"buildings": ["temple"], "any": 1},
    "strength": 2,
    "movement": "M",
    "health": 3,
    "race": "human",
}
SPELL = {
    "code": "t-011",
    "name": {"en": "Bolt", "es": "Rayo", "it": "Fulmine"},
    "type": "spell",
    "faction": "vallor",
    "rarity": "rare",
    "source": "playtest",
    "cost": {"prosperity": 1},
    "do": [{"do": "damage", "amount": 2, "to": "enemy_creature"}],
}
RELIC = {
    "code": "t-012",
    "name": {"en": "Plate", "es": "Peto", "it": "Piastra"},
    "type": "relic",
    "faction": "vallor",
    "rarity": "rare",
    "source": "playtest",
    "cost": {},
    "relic": "armour",
    "abilities": [{"keyword": "durability", "value": 4}],
}
TACTIC = {
    "code": "t-013",
    "name": {"en": "Trap", "es": "Trampa", "it": "Trappola"},
    "type": "tactic",
    "faction": "vallor",
    "rarity": "rare",
    "source": "playtest",
    "cost": {"any": 1},
    "when": "enemy_summons",
    "do": [{"do": "cancel", "into": "deck"}],
}
RUINS = {
    "code": "t-014",
    "name": {"en": "Ruins", "es": "Ruinas", "it": "Rovine"},
    "type": "terrain",
    "faction": "basic",
    "source": "playtest",
    "cost": {"any": 1},
    "template": {"rectangle": [80, 60]},
    "traits": ["ruins", "difficult"],
    "search": {
        "bullseye": [{"do": "draw", "amount": 1}],
        "axe": [{"do": "heal", "amount": 1, "to": "self"}],
        "shield": [{"do": "prosperity", "amount": 2}],
    },
}
DRAW = {"do": "draw", "amount": 1}
OTHERS = (TEMPLE, MINT, HERO)


def file_of(*cards: object) -> str:
    return json.dumps({"set": "t", "cards": list(cards)})


def read_with(*cards: dict[str, Any]) -> tuple[SignumCard, ...]:
    return read_files([("base.json", file_of(*OTHERS)), ("new.json", file_of(*cards))])


def read_one(card: dict[str, Any]) -> SignumCard:
    return next(spec for spec in read_with(card) if spec.code == card["code"])


def changed(card: dict[str, Any], **fields: object) -> dict[str, Any]:
    """A copy of the card with these fields. A field set to None is removed."""
    copied = copy.deepcopy(card)
    copied.update(fields)
    return {name: value for name, value in copied.items() if value is not None}


def faults_of(*cards: dict[str, Any]) -> list[str]:
    with pytest.raises(CatalogueError) as caught:
        read_with(*cards)
    return str(caught.value).splitlines()


def with_ability(ability: object, card: dict[str, Any] = CHARACTER) -> dict[str, Any]:
    return changed(card, abilities=[ability])


def with_effect(**effect: object) -> dict[str, Any]:
    return changed(SPELL, do=[effect])
