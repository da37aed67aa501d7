"""Decks out of an archive of an account: each with a verdict, and taken in as a new private deck.

A deck is known if one of the reader's decks has gone through just these versions: a deck that was changed since is not
taken in a second time.
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
from decks.availability.services import MOST_BUILT, deck_build
from decks.drafts import draft_keep
from decks.forms import MOST_TAGS, tags_read
from decks.models import LONGEST_CODE, LONGEST_MESSAGE, LONGEST_NOTES, LONGEST_TAG, MAX_NAME_LENGTH, Deck, DeckVersion
from decks.services import MOST_DECKS, MOST_VERSIONS, deck_create, deck_describe, version_save
from signum_site.core.archive_items import ArchiveItem, State, Unreadable, objects_in, quoted, refused, text_in
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.system import GameSystem
from simulator.engine.values import tidy

from .exporter import MOST_KEPT

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

Sign = tuple[str, str, str, str]
"""What makes a version the same one: its name, format, message and cards."""


@dataclass(frozen=True, slots=True)
class Past:
    """A deck as an archive tells it: what is said about it, and its versions with their messages."""

    notes: str
    tags: list[str]
    versions: tuple[tuple[DeckList, str], ...]
    draft: tuple[DeckList, int] | None
    """Unsaved changes, and the place of the version they began with."""
    built: int | None
    """The place of the version that is put together."""

    @property
    def name(self) -> str:
        return self.versions[-1][0].name

    @property
    def signs(self) -> tuple[Sign, ...]:
        return tuple((deck.name, deck.format, message, deck.content_hash) for deck, message in self.versions)


def preview_decks(*, owner: "User", data: Any) -> list[ArchiveItem]:
    """A verdict for each deck of an archive, in its order."""
    given = objects_in(data, "decks", most=MOST_DECKS)
    pasts: dict[int, Past] = {}
    arrivals: dict[int, ArchiveItem] = {}
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


def _arrival(owner: "User", past: Past, *, known: str | None, is_room: bool) -> ArchiveItem:
    if known is not None:
        return ArchiveItem(past.name, State.KNOWN, _("You have it already, as “%(name)s”.") % {"name": known})
    if not is_room:
        return refused(past.name, _("Nobody can have more than %(most)s decks.") % {"most": MOST_DECKS})
    number = len(past.versions)
    sentence = ngettext("%(number)s version; private.", "%(number)s versions; private.", number) % {"number": number}
    return ArchiveItem(past.name, State.NEW, sentence, partial(deck_take_in, owner=owner, past=past), weight=number)


@transaction.atomic
def deck_take_in(*, owner: "User", past: Past) -> Deck:
    """A new private deck with these versions."""
    (first, message), *later = past.versions
    deck = deck_create(owner=owner, decklist=first, message=message, notes=past.notes)
    for number, (decklist, message) in enumerate(later, start=1):
        version_save(deck=deck, author=owner, decklist=decklist, message=message, parent=number)
    deck_describe(deck=deck, tags=past.tags)
    if past.built is not None and Built.objects.filter(owner=owner.pk).count() < MOST_BUILT:
        deck_build(owner=owner, version=deck.versions.get(number=past.built + 1))
    if past.draft is not None:
        decklist, place = past.draft
        base = deck.versions.get(number=place + 1)
        draft_keep(owner=owner, draft=None, deck=deck, decklist=decklist, base=base)
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
    places: dict[Any, int] = {}
    before: tuple[str, ...] = ()
    for version in versions:
        decklist, message = version_read(version, system=games.system(system))
        # As saving does it: a version without a name has the one before, and the same again is no new version.
        if kept and not decklist.name:
            decklist = replace(decklist, name=kept[-1][0].name)
        now = (decklist.content_hash, decklist.format, decklist.name)
        if now != before:
            kept.append((decklist, message))
        before = now
        places[_number(version)] = len(kept) - 1
    return Past(
        notes=text_in(given, "notes", longest=LONGEST_NOTES),
        tags=_tags(given),
        versions=tuple(kept),
        draft=_draft(given.get("draft"), places, system=games.system(system)),
        built=places.get(_whole(given.get("built"))),
    )


def _number(version: Any) -> int | None:
    return _whole(version.get("number"))


def _whole(given: Any) -> int | None:
    return given if isinstance(given, int) and not isinstance(given, bool) else None


def _draft(given: Any, places: dict[Any, int], *, system: GameSystem) -> tuple[DeckList, int] | None:
    """Of what was being changed; without a version to begin with it began with the last."""
    if not given:
        return None
    decklist, _message = version_read(given, system=system)
    return decklist, places.get(_whole(given.get("base")), max(places.values()))


def version_read(given: Any, *, system: GameSystem) -> tuple[DeckList, str]:
    if not isinstance(given, dict):
        raise Unreadable(_("A version is an object, not %(given)s.") % {"given": quoted(given)})
    format = tidy(text_in(given, "format", longest=LONGEST_CODE)) or system.formats[0].code
    name = text_in(given, "name", longest=MAX_NAME_LENGTH)
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
