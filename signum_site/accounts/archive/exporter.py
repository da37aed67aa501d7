"""Exports an account as a zip file.

It holds one JSON file per part, and every deck as text. importer.py reads it back.
"""

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
from signum_site.accounts.mfa.adapter import serialize_second_factor
from signum_site.accounts.models import User
from signum_site.core.i18n import current_language
from signum_site.core.throttling import AccountThrottle
from simulator.archive.simulations import serialize_simulations

from .readme import readme

FORMAT = "signum-account"
VERSION = 2
MANIFEST = "manifest.json"
MAX_UNPACKED_BYTES = 16_000_000
"""Limit for one file in the archive, both when it is written and when it is unpacked."""
MAX_BYTES_IN_MEMORY = 1_000_000


class ArchiveThrottle(AccountThrottle):
    """Limits exports, the most expensive requests. Page and API count together."""

    scope = "archive"
    rate = "20/hour"


class ArchiveImportThrottle(AccountThrottle):
    """Limits imports. Reading a large archive takes seconds, for a preview as well."""

    scope = "arrival"
    rate = "200/hour"


def archive_response(*, user: User) -> FileResponse:
    """Return the zip file as a download.

    It is written to a temporary file, so that memory use does not grow with the account.
    """
    file = tempfile.SpooledTemporaryFile(max_size=MAX_BYTES_IN_MEMORY)  # noqa: SIM115 (the response closes it)
    archive_write(user=user, file=file)
    file.seek(0)
    name = f"signum-{timezone.now():%Y-%m-%d}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


def archive_write(*, user: User, file: IO[bytes]) -> None:
    """Write the zip file of an account."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("profile.json", _encode_json(serialize_profile(user)))
        archive.writestr("others.json", _encode_json(serialize_reactions(owner=user)))
        parts = {
            "formats": serialize_formats(owner=user),
            "decks": serialize_decks(owner=user),
            "drafts": serialize_drafts(owner=user),
            "collections": serialize_collections(owner=user),
            "simulations": serialize_simulations(owner=user),
        }
        counts, left_out = {}, {}
        for part, items in parts.items():
            counts[part], left_out[part] = _write_list(archive, part, items)
        for name, text in decks_as_text(owner=user, language=current_language()):
            archive.writestr(f"decks/{name}", text)
        manifest = {"format": FORMAT, "version": VERSION, "made_at": timezone.now(), "parts": counts}
        archive.writestr(MANIFEST, _encode_json(manifest | {"left_out": left_out}))
        archive.writestr("README.txt", readme(counts, left_out))


def serialize_profile(user: User) -> dict[str, Any]:
    return {
        "username": user.username,
        "email": user.email,
        "date_joined": user.date_joined,
        "language": user.language,
        "theme": user.theme,
        "tokens": list(user.api_tokens.values("name", "ending", "created_at", "used_at")),
        "sessions": list(user.logins.order_by("pk").values("device", "created_at", "seen_at")),
        "second_factor": serialize_second_factor(user),
    }


def _write_list(archive: zipfile.ZipFile, part: str, items: Iterable[dict[str, Any]]) -> tuple[int, int]:
    """Write the items one by one.

    Return how many were written and how many did not fit.
    """
    written, left_out, room = 0, 0, MAX_UNPACKED_BYTES - 100
    with archive.open(f"{part}.json", "w") as entry:
        entry.write(f'{{"{part}": ['.encode())
        for item in items:
            # Results of simulations are long columns of numbers: no indentation.
            text = _encode_json(item, indent=None if part == "simulations" else 1)
            if len(text) + 2 > room:
                left_out += 1
                continue
            entry.write(b",\n" if written else b"\n")
            entry.write(text)
            written, room = written + 1, room - len(text) - 2
        entry.write(b"\n]}\n")
    return written, left_out


def _encode_json(data: dict[str, Any], *, indent: int | None = 1) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=indent, cls=DjangoJSONEncoder).encode()
