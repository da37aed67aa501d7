"""The deck formats as data (S-2.2, S-2.11). rules.py reads their parameters."""

from typing import Final

from simulator.engine.decks.formats import Format, FormatParam
from simulator.engine.values import Facts, Words

# The limit of mercenaries: half of the characters, or as many as characters of the faction.
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

HOUSE_PARAMS: Final = (
    FormatParam(
        code="least",
        names=Words(en="Fewest cards", es="Mínimo de cartas", it="Minimo di carte"),
        least=1,
        most=100,
        not_above="most",
    ),
    FormatParam(
        code="most", names=Words(en="Most cards", es="Máximo de cartas", it="Massimo di carte"), least=1, most=100
    ),
    FormatParam(
        code="copies",
        names=Words(
            en="Copies of a support card", es="Copias de una carta de apoyo", it="Copie di una carta di supporto"
        ),
        least=NO_LIMIT,
        most=40,
        zero=Words(en="no limit", es="sin límite", it="nessun limite"),
    ),
    FormatParam(
        code="mercenaries",
        names=Words(en="Mercenaries", es="Mercenarios", it="Mercenari"),
        kind="choice",
        choices={
            HALF_OF_CHARACTERS: Words(
                en="at most half of the characters",
                es="como máximo la mitad de los personajes",
                it="al massimo metà dei personaggi",
            ),
            AS_MANY_AS_FACTION: Words(
                en="not more than characters of the faction",
                es="no más que personajes de la facción",
                it="non più dei personaggi della fazione",
            ),
        },
    ),
)


def format_of(code: str) -> Format | None:
    for format in FORMATS:
        if format.code == code:
            return format
    return None
