"""Search fields about the user, registered by other apps.

    register(UserField(code="own", names=Words(en="Own", es="Tengo", it="Possiedo"), also=("have",),
                         about=_("How many of a card you own."), amounts=owned_by_card))

Apps do this in `ready`. Search, the help page and the API description then include the field.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from simulator.engine.values import Words

# Called with the user and the game's code; returns numbers by card code.
Amounts = Callable[[Any, str], Mapping[str, int]]
# Called with the user, the game's code and the typed value; returns card codes, or None if the name is unknown.
Named = Callable[[Any, str, str], Collection[str] | None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UserField:
    """A search field about the user.

    It has either a number for each card (`own>0`; missing cards count 0), or cards under a name
    (`in:"Walls of Vallor"`).
    """

    code: str
    names: Words
    about: str | Promise
    also: tuple[str, ...] = ()
    amounts: Amounts | None = None
    named: Named | None = None
    for_guests: bool = False
    """Whether visitors who have not signed in may use it."""

    def __post_init__(self) -> None:
        if (self.amounts is None) == (self.named is None):
            raise ValueError(f"{self.code}: a user field has either amounts or names")


_REGISTERED: dict[str, UserField] = {}


def register(field: UserField) -> None:
    """Register a field; replaces a field with the same code."""
    _REGISTERED[field.code] = field


def unregister(code: str) -> None:
    _REGISTERED.pop(code, None)


def registered_fields() -> tuple[UserField, ...]:
    return tuple(_REGISTERED.values())
