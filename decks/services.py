"""Writes: decks, versions, drafts and forks. Links and visibility are sharing.py."""

from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from simulator import games
from simulator.engine.deck_changes import merged
from simulator.engine.decklist import DeckList
from simulator.engine.values import fold

from . import decklists, legality
from .models import LONGEST_MESSAGE, Deck, DeckLine, DeckTag, DeckVersion, Draft

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MOST_DECKS = 2_000
MOST_VERSIONS = 2_000


class TooMany(ValueError):
    """Somebody has more decks or versions than one can look through."""


class VersionConflict(Exception):
    """Somebody saved in between. `current` is what they saved, `merged` both people's changes; nothing is lost:
    the deck that was to be saved is kept as the draft."""

    def __init__(self, *, current: DeckVersion, merged: DeckList) -> None:
        super().__init__(f"version {current.number} was saved in the meantime")
        self.current = current
        self.merged = merged


class DraftConflict(Exception):
    """Another tab saved the draft in between; `draft` is what it says now."""

    def __init__(self, *, draft: Draft) -> None:
        super().__init__(f"the draft is at revision {draft.revision}")
        self.draft = draft


@transaction.atomic
def deck_create(
    *, owner: "User", decklist: DeckList, message: str = "", notes: str = "", forked_from: DeckVersion | None = None
) -> Deck:
    """A new private deck with its first version."""
    if Deck.objects.owned_by(owner).count() >= MOST_DECKS:
        raise TooMany(f"You have {MOST_DECKS} decks, which is the most anybody can have: delete one first.")
    deck = Deck.objects.create(
        owner_id=owner.pk, system=decklist.system, name=decklist.name, notes=notes, forked_from=forked_from
    )
    _version_add(deck, decklist, author=owner, message=message, parent=None)
    return deck


def version_save(*, deck: Deck, author: "User", decklist: DeckList, message: str = "", parent: int) -> DeckVersion:
    """The next version of a deck whose current version is number `parent`; else VersionConflict.

    Saving what is saved already makes no new version.
    """
    with transaction.atomic():
        deck = Deck.objects.select_for_update(of=("self",)).select_related("current").get(pk=deck.pk)
        current = deck.current
        assert current is not None  # a deck is made with its first version
        if _same(current, decklist):
            Draft.objects.filter(deck=deck).delete()
            return current
        if current.number == parent:
            version = _version_add(deck, decklist, author=author, message=message, parent=current)
            Draft.objects.filter(deck=deck).delete()
            return version
        base = deck.versions.filter(number=parent).first() or deck.versions.order_by("number")[0]
        draft_keep(deck=deck, decklist=decklist, base=base)
    both = merged(base=decklists.of_version(base), theirs=decklists.of_version(current), mine=decklist)
    raise VersionConflict(current=current, merged=both)


def version_restore(*, deck: Deck, author: "User", version: DeckVersion, message: str) -> DeckVersion:
    """An old state again, as a new version: history only grows."""
    assert deck.current is not None
    decklist = decklists.of_version(version)
    return version_save(deck=deck, author=author, decklist=decklist, message=message, parent=deck.current.number)


def deck_fork(*, owner: "User", version: DeckVersion, message: str = "") -> Deck:
    """One's own private copy, with credit to where it came from."""
    return deck_create(owner=owner, decklist=decklists.of_version(version), message=message, forked_from=version)


@transaction.atomic
def draft_save(*, deck: Deck, decklist: DeckList, base: int, revision: int | None = None) -> Draft:
    """Keep unsaved changes. With the revision one has seen, DraftConflict if another tab saved since."""
    Deck.objects.select_for_update().get(pk=deck.pk)
    draft = Draft.objects.filter(deck=deck).first()
    if draft is not None and revision is not None and draft.revision != revision:
        raise DraftConflict(draft=draft)
    version = deck.versions.filter(number=base).first() or deck.current
    assert version is not None
    return draft_keep(deck=deck, decklist=decklist, base=version)


def draft_keep(*, deck: Deck, decklist: DeckList, base: DeckVersion) -> Draft:
    """Write the draft, whatever it said before."""
    known = Draft.objects.filter(deck=deck).values_list("revision", flat=True).first() or 0
    values = {
        "base": base,
        "name": decklist.name,
        "format": decklist.format,
        "sections": decklists.sections_of(decklist),
        "revision": known + 1,
    }
    return Draft.objects.update_or_create(deck=deck, defaults=values)[0]


def draft_discard(*, deck: Deck) -> None:
    Draft.objects.filter(deck=deck).delete()


@transaction.atomic
def deck_describe(*, deck: Deck, notes: str | None = None, tags: list[str] | None = None) -> None:
    """Notes and tags: what is said about the deck and is no part of its versions."""
    if notes is not None:
        Deck.objects.filter(pk=deck.pk).update(notes=notes)
    if tags is not None:
        DeckTag.objects.filter(deck=deck).exclude(tag__in=tags).delete()
        DeckTag.objects.bulk_create([DeckTag(deck=deck, tag=tag) for tag in tags], ignore_conflicts=True)


def deck_delete(*, deck: Deck) -> None:
    """The deck with all its versions; forks keep their cards and lose the credit line."""
    deck.delete()


def _same(version: DeckVersion, decklist: DeckList) -> bool:
    known = (version.content_hash, version.format, version.name)
    return known == (decklist.content_hash, decklist.format, decklist.name or version.name)


def _version_add(
    deck: Deck, decklist: DeckList, *, author: "User", message: str, parent: DeckVersion | None
) -> DeckVersion:
    number = 1 if parent is None else parent.number + 1
    if number > MOST_VERSIONS:
        raise TooMany(f"This deck has {MOST_VERSIONS} versions, which is the most it can have: fork it to go on.")
    system = games.system(decklist.system)
    decklist = decklist if decklist.name else replace(decklist, name=deck.name)
    version = DeckVersion.objects.create(
        deck=deck,
        number=number,
        parent=parent,
        author_id=author.pk,
        message=message[:LONGEST_MESSAGE],
        name=decklist.name,
        format=decklist.format,
        content_hash=decklist.content_hash,
    )
    DeckLine.objects.bulk_create(decklists.rows(version, decklist))
    face = decklists.face_of(decklist, system=system)
    deck.current, deck.name, deck.changed_at = version, decklist.name, timezone.now()
    deck.name_folded = fold(deck.name)
    deck.face = face.code if face is not None else ""
    deck.colour = decklists.colour_of(decklist, system=system)
    deck.rating = None  # that of the cards before; games with the new ones bring another
    deck.save(update_fields=["current", "name", "name_folded", "changed_at", "face", "colour", "rating"])
    if deck.visibility == Deck.Visibility.PUBLIC:
        legality.verdicts_of(decklist)
    return version


def ratings_store(*, system: str, ratings: dict[str, int]) -> None:
    """What decks are worth, by the hash of their current cards; decks that are not among them have no rating."""
    decks = Deck.objects.filter(system=system)
    decks.exclude(rating=None).exclude(current__content_hash__in=ratings).update(rating=None)
    for content_hash, rating in ratings.items():
        decks.filter(current__content_hash=content_hash).update(rating=rating)
