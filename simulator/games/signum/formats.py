"""The formats decks are built in, as data (S-2.2, S-2.11). What the numbers mean is deckbuilding.py."""

from typing import Final

from simulator.engine.system import Format
from simulator.engine.values import Facts, Words

# How many mercenaries there may be: at most half of the characters, or at most as many as characters of the faction.
HALF_OF_CHARACTERS: Final = "half_of_characters"
AS_MANY_AS_FACTION: Final = "as_many_as_faction"
NO_LIMIT: Final = 0

BASIC: Final = Format(
    code="basic",
    names=Words(en="Basic rules", es="Reglas básicas", it="Regole base"),
    params=Facts({"least": 20, "most": 40, "copies": NO_LIMIT, "mercenaries": HALF_OF_CHARACTERS, "rule": "S-2.2"}),
)
ONLINE: Final = Format(
    code="online",
    names=Words(en="Current online", es="En línea actual", it="Online attuale"),
    params=Facts({"least": 30, "most": 40, "copies": 2, "mercenaries": AS_MANY_AS_FACTION, "rule": "S-2.11"}),
)
FORMATS: Final = (BASIC, ONLINE)


def format_of(code: str) -> Format | None:
    for known in FORMATS:
        if known.code == code:
            return known
    return None
