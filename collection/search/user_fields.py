"""Fields that ask about the reader: what they own, want, or put into a deck. Whoever knows such a thing registers it.

    register(ReaderField(code="own", names=Words(en="Own", es="Tengo", it="Possiedo"), also=("have",),
                         about=_("How many of a card you own."), amounts=owned_by_card))

An app does so in its `ready`; search then knows the field everywhere, in the help page and the API's description too.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from simulator.engine.values import Words

# Asked with the user and the game's code.
Amounts = Callable[[Any, str], Mapping[str, int]]
# Asked with the user, the game's code and the value typed; None: nothing of the reader's is called that.
Named = Callable[[Any, str, str], Collection[str] | None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReaderField:
    """A number for every card (`own>0`; a card not mentioned has 0), or cards under a name (`in:"Walls of Vallor"`)."""

    code: str
    names: Words
    about: str | Promise
    also: tuple[str, ...] = ()
    amounts: Amounts | None = None
    named: Named | None = None
    for_guests: bool = False
    """Whether somebody who has not signed in may ask."""

    def __post_init__(self) -> None:
        if (self.amounts is None) == (self.named is None):
            raise ValueError(f"{self.code}: a reader's field has either amounts or names")


_REGISTERED: dict[str, ReaderField] = {}


def register(field: ReaderField) -> None:
    """Once is enough, twice does no harm: the later one counts."""
    _REGISTERED[field.code] = field


def unregister(code: str) -> None:
    _REGISTERED.pop(code, None)


def reader_fields() -> tuple[ReaderField, ...]:
    return tuple(_REGISTERED.values())
