"""Shared inputs, limits and labels of the melee and ranged calculators."""

from typing import Final

from simulator.engine.play.calculator import Input
from simulator.engine.values import Words
from simulator.games.signum.cards.keywords import BY_CODE, FLAG

MAX_DICE: Final = 10
MAX_LIFE: Final = 20
MAX_ARMOUR: Final = 12
MAX_VALUE: Final = 5

LIFE: Final = Words(en="Health left", es="Salud restante", it="Salute rimasta")
ARMOUR: Final = Words(en="Armour tokens", es="Fichas de armadura", it="Segnalini armatura")
KILLS: Final = Words(en="Target destroyed", es="Objetivo destruido", it="Bersaglio distrutto")
DEALT: Final = Words(en="Wounds dealt", es="Heridas causadas", it="Ferite inflitte")
DESTROYED: Final = Words(en="destroyed", es="destruido", it="distrutto")


def number(code: str, names: Words, *, default: int, lowest: int, highest: int, symbol: str = "") -> Input:
    return Input(code=code, names=names, default=default, lowest=lowest, highest=highest, symbol=symbol)


def flag(code: str, names: Words) -> Input:
    return Input(code=code, names=names, is_flag=True)


def life(code: str, default: int) -> Input:
    return number(code, LIFE, default=default, lowest=1, highest=MAX_LIFE, symbol="health")


def armour(code: str) -> Input:
    return number(code, ARMOUR, default=0, lowest=0, highest=MAX_ARMOUR, symbol="armour")


def keyword_words(code: str) -> Words:
    keyword = BY_CODE[code]
    return Words(en=keyword.en, es=keyword.es, it=keyword.it)


def keyword_input(code: str, *, prefix: str = "") -> Input:
    """A keyword as an input: a flag, or its value."""
    if BY_CODE[code].shape == FLAG:
        return flag(f"{prefix}{code}", keyword_words(code))
    return number(f"{prefix}{code}", keyword_words(code), default=0, lowest=0, highest=MAX_VALUE)
