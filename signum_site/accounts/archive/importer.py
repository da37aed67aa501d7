"""An archive of an account back in: read with suspicion, compared with what is there, taken in when somebody agrees.

Nothing is ever overwritten, and what is there already is not taken in again: the same archive twice changes nothing.
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

from .exporter import FORMAT, MANIFEST, MOST_UNPACKED, VERSION

MOST_BYTES = 8_000_000
MOST_ENTRIES = 5_000
MOST_LISTED = 200
AT_ONCE = 250
"""About so many versions are taken in by one press of the button; the rest waits for the next."""
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class ArchivePart:
    """What one file of an archive brings: a verdict for each thing in it."""

    code: str
    arrivals: list[ArchiveItem]

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
        return sum(arrival.state == state for arrival in self.arrivals)

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
        """What needs a look first, then what is new, then what is there."""
        order = (State.REFUSED, State.NEW, State.KNOWN)
        return sorted(self.arrivals, key=lambda arrival: order.index(arrival.state))[:MOST_LISTED]

    @property
    def unlisted(self) -> int:
        return max(0, len(self.arrivals) - MOST_LISTED)


# --- a parcel: an archive somebody sent and has not decided about


def parcel_keep(*, user: User, file: File) -> Parcel:
    """Keep an archive until its sender has looked at it; one sent before makes room. Unreadable if it is none."""
    if file.size > MOST_BYTES:
        raise Unreadable(
            _("The file has %(size)s bytes; at most %(most)s are taken.") % {"size": file.size, "most": MOST_BYTES}
        )
    data = file.read()
    _manifest(_opened(data))
    digest = hashlib.sha256(data).hexdigest()
    return Parcel.objects.update_or_create(user=user, defaults={"data": data, "digest": digest})[0]


def parcel_parts(*, parcel: Parcel) -> list[ArchivePart]:
    """The dry run: a verdict for each thing in the archive."""
    archive = _opened(bytes(parcel.data))
    readers = _readers(parcel.user)
    if _manifest(archive) == 1:
        # Of that time are neither house formats nor new drafts, nor the sums of simulations.
        readers = {code: readers[code] for code in ("profile", "decks", "collections")}
    return [_part(archive, code, arriving) for code, arriving in readers.items()]


@transaction.atomic
def parcel_take_in(*, parcel: Parcel) -> tuple[int, int]:
    """Take in what is new, or the first of it: how many things came in, and how many still wait."""
    # The owner's row is the lock: two presses of the button come one after the other, and the second finds nothing.
    parcel.user = User.objects.select_for_update().get(pk=parcel.user_id)
    new = [arrival for part in parcel_parts(parcel=parcel) for arrival in part.arrivals if arrival.take_in]
    came, room = 0, AT_ONCE
    for arrival in new:
        if came and arrival.weight > room:
            break
        assert arrival.take_in is not None
        try:
            arrival.take_in()
        except (StockError, TooMany, FormatRefused) as full:
            # Another tab made something in between.
            raise Unreadable(f"{arrival.name}: {full}") from full
        came, room = came + 1, room - arrival.weight
    if came == len(new):
        Parcel.objects.filter(pk=parcel.pk, digest=parcel.digest).delete()  # not one sent meanwhile
    return came, len(new) - came


def _readers(user: User) -> dict[str, Callable[[Any], list[ArchiveItem]]]:
    return {
        "profile": partial(_preview_profile, user),
        "formats": lambda data: preview_formats(owner=user, data=data),
        "decks": lambda data: preview_decks(owner=user, data=data),
        "drafts": lambda data: preview_drafts(owner=user, data=data),
        "collections": lambda data: preview_collections(owner=user, data=data),
        "simulations": lambda data: preview_simulations(owner=user, data=data),
    }


def _part(archive: zipfile.ZipFile, code: str, arriving: Callable[[Any], list[ArchiveItem]]) -> ArchivePart:
    name = f"{code}.json"
    try:
        return ArchivePart(code, arriving(_read(archive, name)))
    except Unreadable as wrong:
        return ArchivePart(code, [refused(name, str(wrong))])


def _preview_profile(user: User, data: Any) -> list[ArchiveItem]:
    """Language and theme, where nothing was chosen yet. Name, mail address and password are the account's own."""
    given = data if isinstance(data, dict) else {}
    arrivals = []
    choices = (("language", _("Language"), dict(settings.LANGUAGES)), ("theme", _("Theme"), dict(settings.THEMES)))
    unchosen = User()
    for field, label, allowed in choices:
        value, default = given.get(field, ""), getattr(unchosen, field)
        if not isinstance(value, str) or (value and value not in allowed):
            arrivals.append(refused(label, _("“%(given)s” is not there to be chosen.") % {"given": quoted(value)}))
        elif getattr(user, field) == default and value not in ("", default):
            take_in = partial(_prefer, user=user, field=field, value=value)
            arrivals.append(ArchiveItem(label, State.NEW, str(allowed[value]), take_in))
        else:
            arrivals.append(ArchiveItem(label, State.KNOWN, _("Stays as it is.")))
    return arrivals


def _prefer(*, user: User, field: str, value: str) -> None:
    User.objects.filter(pk=user.pk).update(**{field: value})


# --- the zip


def _opened(data: bytes) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as broken:
        raise Unreadable(_("This is no zip file, or a broken one.")) from broken
    if len(archive.infolist()) > MOST_ENTRIES:
        raise Unreadable(
            _("The zip holds %(number)s files; an archive of this site has at most %(most)s.")
            % {"number": len(archive.infolist()), "most": MOST_ENTRIES}
        )
    return archive


def _manifest(archive: zipfile.ZipFile) -> int:
    """The version of the archive; Unreadable if it is none."""
    manifest = _read(archive, MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise Unreadable(_("The zip is no archive of an account of this site: its manifest says something else."))
    version = manifest.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= VERSION:
        raise Unreadable(
            _("The archive has version %(given)s; versions up to %(known)s can be read.")
            % {"given": quoted(version), "known": VERSION}
        )
    return version


def _read(archive: zipfile.ZipFile, name: str) -> Any:
    """The data of one file, by its exact name: no path of the archive ever becomes one of this machine."""
    try:
        entry = archive.getinfo(name)
    except KeyError as missing:
        raise Unreadable(_("The zip has no file named “%(name)s”.") % {"name": name}) from missing
    broken = _("“%(name)s” in the zip is broken, or packed in a way that is not read here.") % {"name": name}
    if entry.compress_type not in COMPRESSIONS or entry.flag_bits & 1:
        raise Unreadable(broken)
    try:
        with archive.open(entry) as file:
            # The size a zip claims proves nothing: one byte more than allowed is asked for, and never more.
            text = file.read(MOST_UNPACKED + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as wrong:
        raise Unreadable(broken) from wrong
    if len(text) > MOST_UNPACKED:
        raise Unreadable(_("“%(name)s” unpacks to more than %(most)s bytes.") % {"name": name, "most": MOST_UNPACKED})
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise Unreadable(_("“%(name)s” is no JSON.") % {"name": name}) from wrong
