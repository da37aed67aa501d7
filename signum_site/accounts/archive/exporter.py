"""The whole account as one zip: a readable JSON file for each part, and every deck as text. Back in is importer.py."""

import json
import tempfile
import zipfile
from collections.abc import Iterable
from typing import IO, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import FileResponse
from django.utils import timezone

from collection.stock.archive.collections import serialize_collections
from decks.archive.exporter import (
    decks_as_text,
    serialize_decks,
    serialize_drafts,
    serialize_formats,
    serialize_reactions,
)
from signum_site.accounts.mfa.adapter import second_factor_as_data
from signum_site.accounts.models import User
from signum_site.core.i18n import current_language
from signum_site.core.throttling import AccountThrottle
from simulator.archive.simulations import serialize_simulations

from .readme import readme

FORMAT = "signum-account"
VERSION = 2
MANIFEST = "manifest.json"
MOST_UNPACKED = 16_000_000
"""Bytes of one file in the archive: no more is written, and none is unpacked further."""
IN_MEMORY = 1_000_000


class ArchiveThrottle(AccountThrottle):
    """An archive is the most work one request can ask for. Page and API count together."""

    scope = "archive"
    rate = "20/hour"


class ArrivalThrottle(AccountThrottle):
    """Reading a large archive takes seconds, and each look at it reads it again."""

    scope = "arrival"
    rate = "200/hour"


def archive_response(*, user: User) -> FileResponse:
    """The zip, written to a file first: an account of any size takes no more memory than its largest deck."""
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (the response closes it)
    archive_write(user=user, file=file)
    file.seek(0)
    name = f"signum-{timezone.now():%Y-%m-%d}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


def archive_write(*, user: User, file: IO[bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("profile.json", _json(profile_as_data(user)))
        archive.writestr("others.json", _json(serialize_reactions(owner=user)))
        parts = {
            "formats": serialize_formats(owner=user),
            "decks": serialize_decks(owner=user),
            "drafts": serialize_drafts(owner=user),
            "collections": serialize_collections(owner=user),
            "simulations": serialize_simulations(owner=user),
        }
        counts, left_out = {}, {}
        for part, things in parts.items():
            counts[part], left_out[part] = _write_list(archive, part, things)
        for name, text in decks_as_text(owner=user, language=current_language()):
            archive.writestr(f"decks/{name}", text)
        manifest = {"format": FORMAT, "version": VERSION, "made_at": timezone.now(), "parts": counts}
        archive.writestr(MANIFEST, _json(manifest | {"left_out": left_out}))
        archive.writestr("README.txt", readme(counts, left_out))


def profile_as_data(user: User) -> dict[str, Any]:
    return {
        "username": user.username,
        "email": user.email,
        "date_joined": user.date_joined,
        "language": user.language,
        "theme": user.theme,
        "tokens": list(user.api_tokens.values("name", "ending", "created_at", "used_at")),
        "sessions": list(user.logins.order_by("pk").values("device", "created_at", "seen_at")),
        "second_factor": second_factor_as_data(user),
    }


def _write_list(archive: zipfile.ZipFile, part: str, things: Iterable[dict[str, Any]]) -> tuple[int, int]:
    """One thing at a time; how many there were, and how many had no room."""
    number, left_out, room = 0, 0, MOST_UNPACKED - 100
    with archive.open(f"{part}.json", "w") as entry:
        entry.write(f'{{"{part}": ['.encode())
        for thing in things:
            text = _json(thing, indent=None if part == "simulations" else 1)  # sums are long columns of numbers
            if len(text) + 2 > room:
                left_out += 1
                continue
            entry.write(b",\n" if number else b"\n")
            entry.write(text)
            number, room = number + 1, room - len(text) - 2
        entry.write(b"\n]}\n")
    return number, left_out


def _json(data: dict[str, Any], *, indent: int | None = 1) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=indent, cls=DjangoJSONEncoder).encode()
