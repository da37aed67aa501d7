"""A user's decks, versions, drafts, house formats and reactions as plain data.

Zipping is the site's task; the way back is deck_importer.py. Secrets are left out: of a share link only its dates.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Prefetch
from django.utils.text import slugify

from decks import decklists
from decks.availability.models import Built
from decks.drafts import new_drafts
from decks.models import Comment, Complaint, Deck, DeckVersion, HouseFormat, Like
from decks.transfer.exporter import as_text
from simulator import games

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MOST_KEPT = 5_000
"""Versions in one archive; of decks beyond them only the current version."""
MOST_SAID = 2_000
"""Of each thing done with others' decks: the latest."""


def serialize_decks(*, owner: "User") -> Iterator[dict[str, Any]]:
    """Each deck, oldest first, its versions in order."""
    room = MOST_KEPT
    decks = Deck.objects.owned_by(owner).exclude(current=None).annotate(versions_there=Count("versions"))
    decks = decks.select_related("draft__base").prefetch_related("tags", "links")
    built = dict(Built.objects.filter(owner=owner.pk).values_list("version__deck_id", "version__number"))
    for deck in decks.order_by("pk").iterator(chunk_size=100):
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
            "links": [
                {"created_at": link.created_at, "expires_at": link.expires_at, "revoked_at": link.revoked_at}
                for link in deck.links.all()
            ],
            "built": built.get(deck.pk),
            "draft": _draft_as_data(deck),
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


def _draft_as_data(deck: Deck) -> dict[str, Any] | None:
    draft = getattr(deck, "draft", None)
    if draft is None:
        return None
    return {"base": draft.base.number, "name": draft.name, "format": draft.format, "sections": draft.sections}


def decks_as_text(*, owner: "User", language: str) -> Iterator[tuple[str, str]]:
    """A file name and the text of its current cards for each deck whose game is here."""
    decks = Deck.objects.owned_by(owner).exclude(current=None).select_related("current")
    systems = games.systems()
    for number, deck in enumerate(decks.prefetch_related("current__lines").order_by("pk").iterator(chunk_size=100), 1):
        if deck.system in systems:
            text = as_text(decklists.of_deck(deck), system=systems[deck.system], language=language)
            yield f"{number:04}-{slugify(deck.name)[:60] or 'deck'}.txt", text


def serialize_drafts(*, owner: "User") -> Iterator[dict[str, Any]]:
    """Decks that were never saved, the last change first."""
    for draft in new_drafts(owner=owner):
        fields = ("system", "name", "format", "sections", "changed_at")
        yield {field: getattr(draft, field) for field in fields}


def serialize_formats(*, owner: "User") -> Iterator[dict[str, Any]]:
    """House formats, oldest first."""
    for row in HouseFormat.objects.filter(owner=owner.pk).order_by("pk"):
        fields = ("code", "system", "base", "name", "params", "limits", "created_at")
        yield {field: getattr(row, field) for field in fields}


def serialize_reactions(*, owner: "User") -> dict[str, Any]:
    """What somebody said and did about decks: what they like, wrote, reported, and built of others' decks.

    A deck they may no longer see goes without a name.
    """
    seen = Prefetch("deck", Deck.objects.visible_to(owner).select_related("owner"), to_attr="seen")
    likes = Like.objects.filter(user=owner.pk).order_by("-pk").prefetch_related(seen)[:MOST_SAID]
    comments = Comment.objects.filter(author=owner.pk).order_by("-pk").prefetch_related(seen)[:MOST_SAID]
    reports = Complaint.objects.filter(reporter=owner.pk).order_by("-pk").prefetch_related(seen)[:MOST_SAID]
    built = Built.objects.filter(owner=owner.pk).exclude(version__deck__owner=owner.pk)
    built = built.filter(version__deck__in=Deck.objects.visible_to(owner)).select_related("version__deck")
    return {
        "likes": [{"deck": _seen(row), "at": row.created_at} for row in likes],
        "comments": [{"deck": _seen(row), "at": row.created_at, "text": row.text} for row in comments],
        "reports": [{"deck": _seen(row), "at": row.created_at, "reason": row.reason} for row in reports],
        "built": [{"deck": _named(row.version.deck), "version": row.version.number, "at": row.at} for row in built],
    }


def _seen(row: Any) -> dict[str, Any] | None:
    return _named(row.seen) if row.seen else None


def _named(deck: Deck) -> dict[str, Any]:
    return {"id": deck.pk, "name": deck.name, "owner": deck.owner.username}
