"""Examples of the card library API, as data."""

from typing import Any, Final

NAMES: Final = {"en": "Fireball", "es": "Bola de fuego", "it": "Palla di fuoco"}
COMMON: Final[dict[str, Any]] = {
    "system": "signum",
    "code": "core-146",
    "kind": "spell",
    "rarity": "common",
    "set": "core",
    "sets": ["core"],
    "source": "rulebook",
    "support": "full",
    "withdrawn": False,
    "facts": {"cost": 2, "mercenary": False, "keywords": ["magic"]},
}
CARD: Final = COMMON | {
    "name": "Fireball",
    "names": NAMES,
    "text": "Deals 3 damage to a creature in sight.",
    "flavour": "",
    "page": "/cards/signum/core-146/",
    "image": "/faces/signum/core-146/en/large/0f3a9c51.webp",
}
SEARCH: Final = {
    "query": "fierball",
    "count": 1,
    "next": None,
    "previous": None,
    "results": [CARD],
    "complaints": [{"term": "stregth>2", "reason": "There is no field “stregth”.", "instead": "strength>2"}],
    "corrections": {"fierball": "fireball"},
    "facets": [
        {
            "code": "kind",
            "name": "Type",
            "kind": "choice",
            "values": [{"value": "spell", "label": "Spell", "count": 1, "chosen": False, "query": "fierball t:spell"}],
        }
    ],
}
BULK: Final = {
    "system": "signum",
    "rules_version": "1.4",
    "digest": "9d2c41f07b5e",
    "cards": [
        COMMON
        | {
            "names": NAMES,
            "texts": {
                "en": "Deals 3 damage to a creature in sight.",
                "es": "Causa 3 de daño a una criatura a la vista.",
                "it": "Infligge 3 danni a una creatura in vista.",
            },
            "flavours": {"en": "", "es": "", "it": ""},
        }
    ],
}
SET: Final = {"code": "core", "name": "Core set", "cards": 275}
KEYWORD: Final = {
    "code": "agile",
    "group": "keywords",
    "name": "Agile",
    "names": {"en": "Agile", "es": "Ágil", "it": "Agile"},
    "also": [],
    "meaning": "It cannot be Backstabbed.",
    "rule": "K-02",
    "symbol": "",
    "cards": 12,
    "query": "kw:agile",
}
GAME: Final = {
    "system": "signum",
    "code": "signum",
    "names": {"en": "Legends of Signum", "es": "Legends of Signum", "it": "Legends of Signum"},
    "rules_version": "4",
    "cards_version": "9d2c41f0",
    "seats": [2],
    "sections": [{"code": "hero", "names": {"en": "Hero", "es": "Héroe", "it": "Eroe"}, "kinds": ["hero"]}],
    "formats": [
        {"code": "standard", "names": {"en": "Standard", "es": "Estándar", "it": "Standard"}, "params": {"least": 20}}
    ],
    "policies": ["random-1", "greedy-2"],
    "default_policy": "greedy-2",
    "facets": [{"code": "faction", "names": {"en": "Faction", "es": "Facción", "it": "Fazione"}, "kind": "choice"}],
    "options": [
        {
            "code": "turn_cap",
            "names": {"en": "Turn limit", "es": "Límite de turnos", "it": "Limite di turni"},
            "kind": "number",
            "default": 60,
            "least": 10,
            "most": 200,
            "values": [],
            "seats": [],
        }
    ],
}
