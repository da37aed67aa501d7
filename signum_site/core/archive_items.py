"""What comes back out of the archive of an account: each thing with a verdict for whoever looks before it is taken in.

What an app puts into an archive, and how it takes it back, is that app's own archive.py.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

LONGEST_QUOTE = 60


class State(StrEnum):
    NEW = "new"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ArchiveItem:
    """One deck, collection or preference of an archive, compared with what its reader has."""

    name: str
    state: State
    sentence: str
    take_in: Callable[[], object] | None = None
    """Makes it the reader's; only of what is new."""
    weight: int = 1
    """About how much there is to write."""


class Unreadable(ValueError):
    """Something in an archive is not what it should be; the sentence quotes it."""


def refused(name: Any, sentence: str) -> ArchiveItem:
    return ArchiveItem(quoted(name), State.REFUSED, sentence)


def objects_in(data: Any, key: str, *, most: int) -> list[Any]:
    """The list an archive's file holds under its key."""
    found = data.get(key) if isinstance(data, dict) else None
    if not isinstance(found, list):
        raise Unreadable(_("Expected a list named “%(key)s”.") % {"key": key})
    if len(found) > most:
        raise Unreadable(_("%(number)s entries; at most %(most)s are taken in.") % {"number": len(found), "most": most})
    return found


def text_in(given: dict[str, Any], key: str, *, longest: int) -> str:
    """A text as it was, but for what no database stores; a missing one is empty."""
    text = given.get(key, "")
    if not isinstance(text, str) or len(text) > longest:
        raise Unreadable(
            _("“%(key)s” is a text of at most %(longest)s characters, not %(given)s.")
            % {"key": key, "longest": longest, "given": quoted(text)}
        )
    return storable(text)


def quoted(given: Any) -> str:
    return storable(given if isinstance(given, str) else repr(given))[:LONGEST_QUOTE]


def storable(text: str) -> str:
    """Without NUL and halves of surrogate pairs."""
    return text.encode("utf-8", "ignore").decode().replace("\x00", "")
