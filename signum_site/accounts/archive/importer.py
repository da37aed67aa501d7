"""Imports an account archive: validate, preview, and import on confirmation.

Archives are untrusted input. Nothing is ever overwritten, and items that exist already are skipped, so importing the
same archive twice changes nothing.
"""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files import File
from django.db import transaction
from django.utils.translation import gettext as _

from collection.stock.archive.collections import preview_collections
from collection.stock.services import StockError
from decks.archive.deck_importer import preview_decks
from decks.archive.draft_importer import preview_drafts
from decks.archive.format_importer import preview_formats
from decks.rules.house_formats import FormatRefused
from decks.services import TooMany
from signum_site.accounts.models import Parcel, User
from signum_site.core.archive_items import ArchiveItem, State, Unreadable, quoted, refused
from simulator.archive.simulations import preview_simulations

from .exporter import FORMAT, MANIFEST, MAX_UNPACKED_BYTES, VERSION

MAX_BYTES = 8_000_000
MAX_ENTRIES = 5_000
MAX_LISTED = 200
MAX_WEIGHT_PER_RUN = 250
"""About how many deck versions one request imports; the rest waits for the next request."""
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class ArchivePart:
    """One file of an archive, with a verdict on each item."""

    code: str
    items: list[ArchiveItem]

    @property
    def new(self) -> int:
        return self._count(State.NEW)

    @property
    def known(self) -> int:
        return self._count(State.KNOWN)

    @property
    def refused(self) -> int:
        return self._count(State.REFUSED)

    def _count(self, state: State) -> int:
        return sum(item.state == state for item in self.items)

    @property
    def title(self) -> str:
        titles = {
            "profile": _("Profile"),
            "formats": _("House formats"),
            "decks": _("Decks"),
            "drafts": _("Drafts"),
            "collections": _("Collections"),
            "simulations": _("Simulations"),
        }
        return titles[self.code]

    @property
    def listed(self) -> list[ArchiveItem]:
        """The items for the page: rejected ones first, then new ones, then known ones."""
        order = (State.REFUSED, State.NEW, State.KNOWN)
        return sorted(self.items, key=lambda item: order.index(item.state))[:MAX_LISTED]

    @property
    def unlisted(self) -> int:
        return max(0, len(self.items) - MAX_LISTED)


# --- parcels: uploaded archives that wait for the user's decision


def parcel_keep(*, user: User, file: File) -> Parcel:
    """Store an uploaded archive until its owner decides; it replaces an earlier one.

    Raises Unreadable if the file is not an account archive.
    """
    if file.size > MAX_BYTES:
        raise Unreadable(
            _("The file has %(size)s bytes; at most %(most)s are taken.") % {"size": file.size, "most": MAX_BYTES}
        )
    data = file.read()
    _read_version(_open_zip(data))
    digest = hashlib.sha256(data).hexdigest()
    return Parcel.objects.update_or_create(user=user, defaults={"data": data, "digest": digest})[0]


def parcel_parts(*, parcel: Parcel) -> list[ArchivePart]:
    """Preview the import: every part of the archive, with a verdict on each item."""
    archive = _open_zip(bytes(parcel.data))
    previewers = _previewers(parcel.user)
    if _read_version(archive) == 1:
        # Version 1 had no house formats, no unsaved drafts and no simulation results.
        previewers = {code: previewers[code] for code in ("profile", "decks", "collections")}
    return [_preview_part(archive, code, preview) for code, preview in previewers.items()]


@transaction.atomic
def parcel_take_in(*, parcel: Parcel) -> tuple[int, int]:
    """Import new items, up to the limit per run.

    Return how many were imported and how many remain.
    """
    # The owner's row is the lock: of two concurrent requests, the second finds nothing left to import.
    parcel.user = User.objects.select_for_update().get(pk=parcel.user_id)
    new = [item for part in parcel_parts(parcel=parcel) for item in part.items if item.take_in]
    imported, room = 0, MAX_WEIGHT_PER_RUN
    for item in new:
        if imported and item.weight > room:
            break
        assert item.take_in is not None
        try:
            item.take_in()
        except (StockError, TooMany, FormatRefused) as error:
            # Another request has created something in the meantime.
            raise Unreadable(f"{item.name}: {error}") from error
        imported, room = imported + 1, room - item.weight
    if imported == len(new):
        Parcel.objects.filter(pk=parcel.pk, digest=parcel.digest).delete()  # but not one uploaded in the meantime
    return imported, len(new) - imported


def _previewers(user: User) -> dict[str, Callable[[Any], list[ArchiveItem]]]:
    return {
        "profile": partial(_preview_profile, user),
        "formats": lambda data: preview_formats(owner=user, data=data),
        "decks": lambda data: preview_decks(owner=user, data=data),
        "drafts": lambda data: preview_drafts(owner=user, data=data),
        "collections": lambda data: preview_collections(owner=user, data=data),
        "simulations": lambda data: preview_simulations(owner=user, data=data),
    }


def _preview_part(archive: zipfile.ZipFile, code: str, preview: Callable[[Any], list[ArchiveItem]]) -> ArchivePart:
    name = f"{code}.json"
    try:
        return ArchivePart(code, preview(_read_json(archive, name)))
    except Unreadable as error:
        return ArchivePart(code, [refused(name, str(error))])


def _preview_profile(user: User, data: Any) -> list[ArchiveItem]:
    """Preview language and theme.

    They are imported where the account still has the default. User name, mail address and password are never imported.
    """
    profile = data if isinstance(data, dict) else {}
    items = []
    choices = (("language", _("Language"), dict(settings.LANGUAGES)), ("theme", _("Theme"), dict(settings.THEMES)))
    defaults = User()
    for field, label, allowed in choices:
        value, default = profile.get(field, ""), getattr(defaults, field)
        if not isinstance(value, str) or (value and value not in allowed):
            items.append(refused(label, _("“%(given)s” is not there to be chosen.") % {"given": quoted(value)}))
        elif getattr(user, field) == default and value not in ("", default):
            take_in = partial(_set_preference, user=user, field=field, value=value)
            items.append(ArchiveItem(label, State.NEW, str(allowed[value]), take_in))
        else:
            items.append(ArchiveItem(label, State.KNOWN, _("Stays as it is.")))
    return items


def _set_preference(*, user: User, field: str, value: str) -> None:
    User.objects.filter(pk=user.pk).update(**{field: value})


# --- the zip


def _open_zip(data: bytes) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise Unreadable(_("This is no zip file, or a broken one.")) from error
    if len(archive.infolist()) > MAX_ENTRIES:
        raise Unreadable(
            _("The zip holds %(number)s files; an archive of this site has at most %(most)s.")
            % {"number": len(archive.infolist()), "most": MAX_ENTRIES}
        )
    return archive


def _read_version(archive: zipfile.ZipFile) -> int:
    """Return the version of the archive; Unreadable if the manifest is invalid."""
    manifest = _read_json(archive, MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise Unreadable(_("The zip is no archive of an account of this site: its manifest says something else."))
    version = manifest.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= VERSION:
        raise Unreadable(
            _("The archive has version %(given)s; versions up to %(known)s can be read.")
            % {"given": quoted(version), "known": VERSION}
        )
    return version


def _read_json(archive: zipfile.ZipFile, name: str) -> Any:
    """Load one JSON file by its exact name.

    Paths in the archive never become paths on this machine.
    """
    try:
        entry = archive.getinfo(name)
    except KeyError as error:
        raise Unreadable(_("The zip has no file named “%(name)s”.") % {"name": name}) from error
    message = _("“%(name)s” in the zip is broken, or packed in a way that is not read here.") % {"name": name}
    if entry.compress_type not in COMPRESSIONS or entry.flag_bits & 1:
        raise Unreadable(message)
    try:
        with archive.open(entry) as file:
            # The size in the zip header cannot be trusted: read at most one byte more than the limit.
            text = file.read(MAX_UNPACKED_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise Unreadable(message) from error
    if len(text) > MAX_UNPACKED_BYTES:
        raise Unreadable(
            _("“%(name)s” unpacks to more than %(most)s bytes.") % {"name": name, "most": MAX_UNPACKED_BYTES}
        )
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(_("“%(name)s” is no JSON.") % {"name": name}) from error
