"""Export of a user's decks, drafts, house formats and reactions as plain data.

The site zips the data; deck_importer.py imports it. Secrets are left out: share links have only their dates.
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

MAX_ARCHIVED_VERSIONS = 5_000
"""Versions in one archive; further decks have only their current version."""
MAX_REACTIONS = 2_000
"""The latest reactions of each kind in one archive."""


def serialize_decks(*, owner: "User") -> Iterator[dict[str, Any]]:
    """Yield the user's decks, oldest first, with their versions in order."""
    room = MAX_ARCHIVED_VERSIONS
    decks = Deck.objects.owned_by(owner).exclude(current=None).annotate(version_count=Count("versions"))
    decks = decks.select_related("draft__base").prefetch_related("tags", "links")
    built = dict(Built.objects.filter(owner=owner.pk).values_list("version__deck_id", "version__number"))
    for deck in decks.order_by("pk").iterator(chunk_size=100):
        versions = deck.versions.order_by("number").prefetch_related("lines")
        is_complete = deck.version_count <= room
        exported = list(versions) if is_complete else list(versions.order_by("-number")[:1])
        room -= len(exported)
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
            "draft": _serialize_draft(deck),
            "versions_left_out": deck.version_count - len(exported),
            "versions": [_serialize_version(version) for version in exported],
        }


def _serialize_version(version: DeckVersion) -> dict[str, Any]:
    return {
        "number": version.number,
        "name": version.name,
        "format": version.format,
        "message": version.message,
        "created_at": version.created_at,
        "content_hash": version.content_hash,
        "sections": decklists.sections_of(decklists.of_version(version)),
    }


def _serialize_draft(deck: Deck) -> dict[str, Any] | None:
    draft = getattr(deck, "draft", None)
    if draft is None:
        return None
    return {"base": draft.base.number, "name": draft.name, "format": draft.format, "sections": draft.sections}


def decks_as_text(*, owner: "User", language: str) -> Iterator[tuple[str, str]]:
    """Yield file name and text of each deck whose game is installed."""
    decks = Deck.objects.owned_by(owner).exclude(current=None).select_related("current")
    systems = games.systems()
    for number, deck in enumerate(decks.prefetch_related("current__lines").order_by("pk").iterator(chunk_size=100), 1):
        if deck.system in systems:
            text = as_text(decklists.of_deck(deck), system=systems[deck.system], language=language)
            yield f"{number:04}-{slugify(deck.name)[:60] or 'deck'}.txt", text


def serialize_drafts(*, owner: "User") -> Iterator[dict[str, Any]]:
    """Yield the drafts of never-saved decks, last changed first."""
    for draft in new_drafts(owner=owner):
        fields = ("system", "name", "format", "sections", "changed_at")
        yield {field: getattr(draft, field) for field in fields}


def serialize_formats(*, owner: "User") -> Iterator[dict[str, Any]]:
    """Yield the user's house formats, oldest first."""
    for row in HouseFormat.objects.filter(owner=owner.pk).order_by("pk"):
        fields = ("code", "system", "base", "name", "params", "limits", "created_at")
        yield {field: getattr(row, field) for field in fields}


def serialize_reactions(*, owner: "User") -> dict[str, Any]:
    """Return the user's likes, comments, reports and built decks of other users.

    Decks the user may no longer see are left without a name.
    """
    visible = Prefetch("deck", Deck.objects.visible_to(owner).select_related("owner"), to_attr="visible_deck")
    likes = Like.objects.filter(user=owner.pk).order_by("-pk").prefetch_related(visible)[:MAX_REACTIONS]
    comments = Comment.objects.filter(author=owner.pk).order_by("-pk").prefetch_related(visible)[:MAX_REACTIONS]
    reports = Complaint.objects.filter(reporter=owner.pk).order_by("-pk").prefetch_related(visible)[:MAX_REACTIONS]
    built = Built.objects.filter(owner=owner.pk).exclude(version__deck__owner=owner.pk)
    built = built.filter(version__deck__in=Deck.objects.visible_to(owner)).select_related("version__deck")
    return {
        "likes": [{"deck": _serialize_visible_deck(row), "at": row.created_at} for row in likes],
        "comments": [
            {"deck": _serialize_visible_deck(row), "at": row.created_at, "text": row.text} for row in comments
        ],
        "reports": [
            {"deck": _serialize_visible_deck(row), "at": row.created_at, "reason": row.reason} for row in reports
        ],
        "built": [
            {"deck": _serialize_deck_reference(row.version.deck), "version": row.version.number, "at": row.at}
            for row in built
        ],
    }


def _serialize_visible_deck(row: Any) -> dict[str, Any] | None:
    return _serialize_deck_reference(row.visible_deck) if row.visible_deck else None


def _serialize_deck_reference(deck: Deck) -> dict[str, Any]:
    return {"id": deck.pk, "name": deck.name, "owner": deck.owner.username}
