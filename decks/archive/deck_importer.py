"""Import of decks from an account archive: a preview item per deck.

Decks are imported as new private decks. A deck is known if one of the user's decks has the same run of versions in its
history, so a deck that was changed since is not imported twice.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decks import decklists
from decks.availability.models import Built
from decks.availability.services import MAX_BUILT, deck_build
from decks.drafts import draft_write
from decks.forms import MAX_TAGS, parse_tags
from decks.models import (
    MAX_CODE_LENGTH,
    MAX_MESSAGE_LENGTH,
    MAX_NAME_LENGTH,
    MAX_NOTES_LENGTH,
    MAX_TAG_LENGTH,
    Deck,
    DeckVersion,
)
from decks.services import MAX_DECKS, MAX_VERSIONS, deck_create, deck_describe, version_save
from signum_site.core.archive_items import ArchiveItem, State, Unreadable, objects_in, quoted, refused, text_in
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.values import tidy

from .exporter import MAX_ARCHIVED_VERSIONS

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

Fingerprint = tuple[str, str, str, str]
"""Identifies a version: name, format, message and content hash."""


@dataclass(frozen=True, slots=True)
class ArchivedDeck:
    """A deck of an archive: notes, tags and versions with their messages."""

    notes: str
    tags: list[str]
    versions: tuple[tuple[DeckList, str], ...]
    draft: tuple[DeckList, int] | None
    """Unsaved changes and the index of the version they are based on."""
    built: int | None
    """The index of the built version."""

    @property
    def name(self) -> str:
        return self.versions[-1][0].name

    @property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        return tuple((deck.name, deck.format, message, deck.content_hash) for deck, message in self.versions)


def preview_decks(*, owner: "User", data: Any) -> list[ArchiveItem]:
    """Return a preview item for each deck of an archive, in order."""
    entries = objects_in(data, "decks", most=MAX_DECKS)
    decks: dict[int, ArchivedDeck] = {}
    items: dict[int, ArchiveItem] = {}
    room = MAX_ARCHIVED_VERSIONS + MAX_DECKS
    for index, entry in enumerate(entries):
        try:
            decks[index] = _parse_deck(entry, room=room)
            room -= len(decks[index].versions)
        except (Unreadable, decklists.NotADeckList) as error:
            items[index] = refused(entry.get("name", "") if isinstance(entry, dict) else entry, str(error))
    known = _find_known(owner, decks)
    free = MAX_DECKS - Deck.objects.owned_by(owner).count()
    for index, deck in decks.items():
        if index not in known:
            free -= 1
        items[index] = _build_item(owner, deck, known=known.get(index), has_room=free >= 0)
    return [items[index] for index in range(len(entries))]


def _build_item(owner: "User", deck: ArchivedDeck, *, known: str | None, has_room: bool) -> ArchiveItem:
    if known is not None:
        return ArchiveItem(deck.name, State.KNOWN, _("You have it already, as “%(name)s”.") % {"name": known})
    if not has_room:
        return refused(deck.name, _("Nobody can have more than %(most)s decks.") % {"most": MAX_DECKS})
    number = len(deck.versions)
    sentence = ngettext("%(number)s version; private.", "%(number)s versions; private.", number) % {"number": number}
    return ArchiveItem(
        deck.name, State.NEW, sentence, partial(archived_deck_create, owner=owner, archived=deck), weight=number
    )


@transaction.atomic
def archived_deck_create(*, owner: "User", archived: ArchivedDeck) -> Deck:
    """Create a private deck with the versions of an archived one."""
    (first, message), *later = archived.versions
    deck = deck_create(owner=owner, decklist=first, message=message, notes=archived.notes)
    for number, (decklist, message) in enumerate(later, start=1):
        version_save(deck=deck, author=owner, decklist=decklist, message=message, parent=number)
    deck_describe(deck=deck, tags=archived.tags)
    if archived.built is not None and Built.objects.filter(owner=owner.pk).count() < MAX_BUILT:
        deck_build(owner=owner, version=deck.versions.get(number=archived.built + 1))
    if archived.draft is not None:
        decklist, index = archived.draft
        base = deck.versions.get(number=index + 1)
        draft_write(owner=owner, draft=None, deck=deck, decklist=decklist, base=base)
    return deck


def _find_known(owner: "User", decks: dict[int, ArchivedDeck]) -> dict[int, str]:
    """Return the names of the user's decks that match archived ones, by index.

    Each of the user's decks matches at most one archived deck.
    """
    own: dict[int, list[Fingerprint]] = {}
    names: dict[int, str] = {}
    rows = DeckVersion.objects.filter(deck__owner_id=owner.pk).order_by("deck_id", "number")
    for pk, name, *fields in rows.values_list("deck_id", "deck__name", "name", "format", "message", "content_hash"):
        own.setdefault(pk, []).append((fields[0], fields[1], fields[2], fields[3]))
        names[pk] = name
    starts: dict[Fingerprint, list[tuple[int, int]]] = {}
    for pk, fingerprints in own.items():
        for position, fingerprint in enumerate(fingerprints):
            starts.setdefault(fingerprint, []).append((pk, position))
    matches: dict[int, int] = {}
    taken: set[int] = set()
    # Exact matches first, then long ones: a deck with one version must not take the match of its own longer fork.
    longest_first = sorted(decks, key=lambda index: -len(decks[index].versions))
    for must_be_equal in (True, False):
        for index in longest_first:
            wanted = list(decks[index].fingerprints)
            for pk, position in starts.get(wanted[0], ()) if index not in matches else ():
                run = own[pk] if must_be_equal else own[pk][position : position + len(wanted)]
                if pk not in taken and run == wanted:
                    matches[index] = pk
                    taken.add(pk)
                    break
    return {index: names[pk] for index, pk in matches.items()}


def _parse_deck(data: Any, *, room: int) -> ArchivedDeck:
    if not isinstance(data, dict):
        raise Unreadable(_("A deck is an object, not %(given)s.") % {"given": quoted(data)})
    system = data.get("system")
    if not isinstance(system, str) or system not in games.systems():
        raise Unreadable(_("The game “%(game)s” is not installed.") % {"game": quoted(system)})
    versions = objects_in(data, "versions", most=MAX_VERSIONS)
    if not versions:
        raise Unreadable(_("A deck has at least one version."))
    if len(versions) > room:
        raise Unreadable(_("The archive holds more versions than are taken in at once."))
    parsed: list[tuple[DeckList, str]] = []
    indexes: dict[Any, int] = {}
    previous: tuple[str, ...] = ()
    for version in versions:
        decklist, message = parse_version(version, system=games.system(system))
        # As when saving: a version without a name keeps the previous one, and unchanged content makes no new version.
        if parsed and not decklist.name:
            decklist = replace(decklist, name=parsed[-1][0].name)
        content = (decklist.content_hash, decklist.format, decklist.name)
        if content != previous:
            parsed.append((decklist, message))
        previous = content
        indexes[_parse_int(version.get("number"))] = len(parsed) - 1
    return ArchivedDeck(
        notes=text_in(data, "notes", longest=MAX_NOTES_LENGTH),
        tags=_parse_tags(data),
        versions=tuple(parsed),
        draft=_parse_draft(data.get("draft"), indexes, system=games.system(system)),
        built=indexes.get(_parse_int(data.get("built"))),
    )


def _parse_int(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _parse_draft(data: Any, indexes: dict[Any, int], *, system: GameSystem) -> tuple[DeckList, int] | None:
    """Parse unsaved changes; without a known base version, the last one is used."""
    if not data:
        return None
    decklist, _message = parse_version(data, system=system)
    return decklist, indexes.get(_parse_int(data.get("base")), max(indexes.values()))


def parse_version(data: Any, *, system: GameSystem) -> tuple[DeckList, str]:
    if not isinstance(data, dict):
        raise Unreadable(_("A version is an object, not %(given)s.") % {"given": quoted(data)})
    format = tidy(text_in(data, "format", longest=MAX_CODE_LENGTH)) or system.formats[0].code
    name = text_in(data, "name", longest=MAX_NAME_LENGTH)
    decklist = decklists.from_sections(data.get("sections"), system=system.code, format=format, name=name)
    return decklist, text_in(data, "message", longest=MAX_MESSAGE_LENGTH)


def _parse_tags(data: dict[str, Any]) -> list[str]:
    tags = data.get("tags", [])
    if not isinstance(tags, list) or len(tags) > MAX_TAGS or not all(isinstance(tag, str) for tag in tags):
        raise Unreadable(_("“tags” is a list of at most %(most)s words.") % {"most": MAX_TAGS})
    try:
        return parse_tags(",".join(tag[: MAX_TAG_LENGTH + 1] for tag in tags))
    except ValidationError as error:
        raise Unreadable(" ".join(error.messages)) from error
