"""Items of an account archive, each with a verdict for the import preview.

Export and import of an app's own data are in its package `archive`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

MAX_QUOTE_LENGTH = 60


class State(StrEnum):
    NEW = "new"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ArchiveItem:
    """One deck, collection or preference of an archive, compared with the account."""

    name: str
    state: State
    sentence: str
    take_in: Callable[[], object] | None = None
    """Imports the item; None unless it is new."""
    weight: int = 1
    """Roughly how many rows the import writes."""


class Unreadable(ValueError):
    """Part of an archive is invalid; the message quotes it."""


def refused(name: Any, sentence: str) -> ArchiveItem:
    return ArchiveItem(quoted(name), State.REFUSED, sentence)


def objects_in(data: Any, key: str, *, most: int) -> list[Any]:
    """The list under a key, of at most `most` entries."""
    items = data.get(key) if isinstance(data, dict) else None
    if not isinstance(items, list):
        raise Unreadable(_("Expected a list named “%(key)s”.") % {"key": key})
    if len(items) > most:
        raise Unreadable(_("%(number)s entries; at most %(most)s are taken in.") % {"number": len(items), "most": most})
    return items


def text_in(data: dict[str, Any], key: str, *, longest: int) -> str:
    """The text under a key, without characters that databases cannot store.

    A missing text is empty.
    """
    text = data.get(key, "")
    if not isinstance(text, str) or len(text) > longest:
        raise Unreadable(
            _("“%(key)s” is a text of at most %(longest)s characters, not %(given)s.")
            % {"key": key, "longest": longest, "given": quoted(text)}
        )
    return storable(text)


def quoted(value: Any) -> str:
    """The value for an error message, cut to a limited length."""
    return storable(value if isinstance(value, str) else repr(value))[:MAX_QUOTE_LENGTH]


def storable(text: str) -> str:
    """The text without NUL and lone surrogates."""
    return text.encode("utf-8", "ignore").decode().replace("\x00", "")
