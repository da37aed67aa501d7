"""Uploads are shown to a virus scanner before anything reads them, if the site names one (clamd, its INSTREAM command).

What cannot be scanned is not taken: a scanner that is down lets nothing through.
"""

import socket
import struct
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files import File
from django.core.validators import FileExtensionValidator
from django.utils.translation import gettext as _

# What a file calls itself must fit what is asked for; what it is, its readers find out from its content.
IS_TEXT = FileExtensionValidator(["txt", "md", "json", "csv", "tsv"])
IS_PICTURE = FileExtensionValidator(["jpg", "jpeg", "png", "webp"])
IS_ARCHIVE = FileExtensionValidator(["zip"])

LONGEST_S = 20
MOST_BYTES = 25_000_000
"""clamd's own limit, as it comes; more is refused here."""
PIECE_BYTES = 65_536
LONGEST_ANSWER = 4096

log = structlog.get_logger("signum_site.security")


class Unscanned(Exception):
    """Nobody knows whether it is harmless."""


def scanned(file: File) -> None:
    """For fields of forms: a sentence for a file that is not harmless, or that could not be scanned."""
    if not settings.SCANNER_URL:
        return
    try:
        found = _scan(file)
    except (Unscanned, OSError) as fault:
        log.error("upload_unscanned", reason=str(fault))
        raise ValidationError(
            _("The virus scanner does not answer, so no file is taken now. Try again later.")
        ) from None
    finally:
        file.seek(0)
    if found:
        log.warning("malware_found", signature=found)
        raise ValidationError(
            _("This file was not taken: the virus scanner found “%(found)s” in it.") % {"found": found}
        )


def _scan(file: File) -> str:
    """What was found, or nothing."""
    if file.size > MOST_BYTES:
        raise ValidationError(
            _("The file has %(size)s bytes; at most %(most)s are taken.") % {"size": file.size, "most": MOST_BYTES}
        )
    until = time.monotonic() + LONGEST_S
    with _connected(settings.SCANNER_URL, until) as scanner:
        scanner.sendall(b"zINSTREAM\0")
        for piece in file.chunks(PIECE_BYTES):
            scanner.settimeout(_left(until))
            scanner.sendall(struct.pack("!L", len(piece)) + piece)
        scanner.sendall(struct.pack("!L", 0))
        said = b"".join(_answer(scanner, until)).rstrip(b"\0\n").decode("utf-8", "replace")
    if said == "stream: OK":
        return ""
    if said.startswith("stream: ") and said.endswith(" FOUND"):
        return said.removeprefix("stream: ").removesuffix(" FOUND")[:100]
    raise Unscanned(f"the scanner said {said[:200]!r}")


def _connected(address: str, until: float) -> socket.socket:
    parts = urlsplit(address)
    if parts.scheme == "tcp":
        return socket.create_connection((parts.hostname or "", parts.port or 3310), timeout=_left(until))
    scanner = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        scanner.settimeout(_left(until))
        scanner.connect(parts.path)
    except OSError:
        scanner.close()
        raise
    return scanner


def _answer(scanner: socket.socket, until: float) -> Iterator[bytes]:
    length = 0
    while length < LONGEST_ANSWER:
        scanner.settimeout(_left(until))
        piece = scanner.recv(LONGEST_ANSWER)
        if not piece:
            return
        length += len(piece)
        yield piece


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise Unscanned(f"no answer within {LONGEST_S} seconds")
    return left
