"""A person's decks with all their versions as plain data, and back. The zip around it is the site's.

A deck that comes back is new and private. It is known if one of the reader's decks has gone through just these
versions: a deck that was changed since is not taken in a second time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from collection.archives import Arrival, State, Unreadable, objects_in, quoted, refused, text_in
from simulator import games
from simulator.engine.decklist import DeckList
from simulator.engine.system import GameSystem
from simulator.engine.values import tidy

from . import decklists
from .exporting import as_text
from .forms import MOST_TAGS, tags_read
from .models import LONGEST_CODE, LONGEST_MESSAGE, LONGEST_NAME, LONGEST_NOTES, LONGEST_TAG, Deck, DeckVersion
from .services import MOST_DECKS, MOST_VERSIONS, deck_create, deck_describe, version_save

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MOST_KEPT = 5_000
"""Versions in one archive; of decks beyond them only the current version."""

Sign = tuple[str, str, str, str]
"""What makes a version the same one: its name, format, message and cards."""


# --- out


def decks_as_data(*, owner: "User") -> Iterator[dict[str, Any]]:
    """Each deck, oldest first, its versions in order."""
    room = MOST_KEPT
    decks = Deck.objects.owned_by(owner).exclude(current=None).annotate(versions_there=Count("versions"))
    for deck in decks.prefetch_related("tags").order_by("pk").iterator(chunk_size=100):
        versions = deck.versions.order_by("number").prefetch_related("lines")
        whole = deck.versions_there <= room
        kept = list(versions) if whole else list(versions.order_by("-number")[:1])
        room -= len(kept)
        yield {
            "system": deck.system,
            "name": deck.name,
            "notes": deck.notes,
            "tags": [row.tag for row in deck.tags.all()],
            "visibility": deck.visibility,
            "created_at": deck.created_at,
            "changed_at": deck.changed_at,
            "versions_left_out": deck.versions_there - len(kept),
            "versions": [_version_as_data(version) for version in kept],
        }


def _version_as_data(version: DeckVersion) -> dict[str, Any]:
    return {
        "number": version.number,
        "name": version.name,
        "format": version.format,
        "message": version.message,
        "created_at": version.created_at,
        "content_hash": version.content_hash,
        "sections": decklists.sections_of(decklists.of_version(version)),
    }


def decks_as_text(*, owner: "User", language: str) -> Iterator[tuple[str, str]]:
    """A file name and the text of its current cards for each deck whose game is here."""
    decks = Deck.objects.owned_by(owner).exclude(current=None).select_related("current")
    systems = games.systems()
    for number, deck in enumerate(decks.prefetch_related("current__lines").order_by("pk").iterator(chunk_size=100), 1):
        if deck.system in systems:
            text = as_text(decklists.of_deck(deck), system=systems[deck.system], language=language)
            yield f"{number:04}-{slugify(deck.name)[:60] or 'deck'}.txt", text


# --- in


@dataclass(frozen=True, slots=True)
class Past:
    """A deck as an archive tells it: what is said about it, and its versions with their messages."""

    notes: str
    tags: list[str]
    versions: tuple[tuple[DeckList, str], ...]

    @property
    def name(self) -> str:
        return self.versions[-1][0].name

    @property
    def signs(self) -> tuple[Sign, ...]:
        return tuple((deck.name, deck.format, message, deck.content_hash) for deck, message in self.versions)


def decks_arriving(*, owner: "User", data: Any) -> list[Arrival]:
    """A verdict for each deck of an archive, in its order."""
    given = objects_in(data, "decks", most=MOST_DECKS)
    pasts: dict[int, Past] = {}
    arrivals: dict[int, Arrival] = {}
    room = MOST_KEPT + MOST_DECKS
    for place, one in enumerate(given):
        try:
            pasts[place] = _past(one, room=room)
            room -= len(pasts[place].versions)
        except (Unreadable, decklists.NotADeckList) as wrong:
            arrivals[place] = refused(one.get("name", "") if isinstance(one, dict) else one, str(wrong))
    known = _known(owner, pasts)
    free = MOST_DECKS - Deck.objects.owned_by(owner).count()
    for place, past in pasts.items():
        if place not in known:
            free -= 1
        arrivals[place] = _arrival(owner, past, known=known.get(place), is_room=free >= 0)
    return [arrivals[place] for place in range(len(given))]


def _arrival(owner: "User", past: Past, *, known: str | None, is_room: bool) -> Arrival:
    if known is not None:
        return Arrival(past.name, State.KNOWN, _("You have it already, as “%(name)s”.") % {"name": known})
    if not is_room:
        return refused(past.name, _("Nobody can have more than %(most)s decks.") % {"most": MOST_DECKS})
    number = len(past.versions)
    sentence = ngettext("%(number)s version; private.", "%(number)s versions; private.", number) % {"number": number}
    return Arrival(past.name, State.NEW, sentence, partial(deck_take_in, owner=owner, past=past), weight=number)


@transaction.atomic
def deck_take_in(*, owner: "User", past: Past) -> Deck:
    """A new private deck with these versions."""
    (first, message), *later = past.versions
    deck = deck_create(owner=owner, decklist=first, message=message, notes=past.notes)
    for number, (decklist, message) in enumerate(later, start=1):
        version_save(deck=deck, author=owner, decklist=decklist, message=message, parent=number)
    deck_describe(deck=deck, tags=past.tags)
    return deck


def _known(owner: "User", pasts: dict[int, Past]) -> dict[int, str]:
    """Which of them the owner has, and under which name; each own deck stands for one of them at most."""
    own: dict[int, list[Sign]] = {}
    names: dict[int, str] = {}
    rows = DeckVersion.objects.filter(deck__owner_id=owner.pk).order_by("deck_id", "number")
    for pk, name, *sign in rows.values_list("deck_id", "deck__name", "name", "format", "message", "content_hash"):
        own.setdefault(pk, []).append((sign[0], sign[1], sign[2], sign[3]))
        names[pk] = name
    begins: dict[Sign, list[tuple[int, int]]] = {}
    for pk, signs in own.items():
        for position, version in enumerate(signs):
            begins.setdefault(version, []).append((pk, position))
    found: dict[int, int] = {}
    taken: set[int] = set()
    # Equal ones first, then long ones: a deck of one version must not take the place of its own longer fork.
    longest_first = sorted(pasts, key=lambda place: -len(pasts[place].versions))
    for must_be_equal in (True, False):
        for place in longest_first:
            signs = list(pasts[place].signs)
            for pk, position in begins.get(signs[0], ()) if place not in found else ():
                run = own[pk] if must_be_equal else own[pk][position : position + len(signs)]
                if pk not in taken and run == signs:
                    found[place] = pk
                    taken.add(pk)
                    break
    return {place: names[pk] for place, pk in found.items()}


def _past(given: Any, *, room: int) -> Past:
    if not isinstance(given, dict):
        raise Unreadable(_("A deck is an object, not %(given)s.") % {"given": quoted(given)})
    system = given.get("system")
    if not isinstance(system, str) or system not in games.systems():
        raise Unreadable(_("The game “%(game)s” is not installed.") % {"game": quoted(system)})
    versions = objects_in(given, "versions", most=MOST_VERSIONS)
    if not versions:
        raise Unreadable(_("A deck has at least one version."))
    if len(versions) > room:
        raise Unreadable(_("The archive holds more versions than are taken in at once."))
    kept: list[tuple[DeckList, str]] = []
    before: tuple[str, ...] = ()
    for version in versions:
        decklist, message = _version(version, system=games.system(system))
        # As saving does it: a version without a name has the one before, and the same again is no new version.
        if kept and not decklist.name:
            decklist = replace(decklist, name=kept[-1][0].name)
        now = (decklist.content_hash, decklist.format, decklist.name)
        if now != before:
            kept.append((decklist, message))
        before = now
    return Past(text_in(given, "notes", longest=LONGEST_NOTES), _tags(given), tuple(kept))


def _version(given: Any, *, system: GameSystem) -> tuple[DeckList, str]:
    if not isinstance(given, dict):
        raise Unreadable(_("A version is an object, not %(given)s.") % {"given": quoted(given)})
    format = tidy(text_in(given, "format", longest=LONGEST_CODE)) or system.formats[0].code
    name = text_in(given, "name", longest=LONGEST_NAME)
    decklist = decklists.from_sections(given.get("sections"), system=system.code, format=format, name=name)
    return decklist, text_in(given, "message", longest=LONGEST_MESSAGE)


def _tags(given: dict[str, Any]) -> list[str]:
    tags = given.get("tags", [])
    if not isinstance(tags, list) or len(tags) > MOST_TAGS or not all(isinstance(tag, str) for tag in tags):
        raise Unreadable(_("“tags” is a list of at most %(most)s words.") % {"most": MOST_TAGS})
    try:
        return tags_read(",".join(tag[: LONGEST_TAG + 1] for tag in tags))
    except ValidationError as wrong:
        raise Unreadable(" ".join(wrong.messages)) from wrong
