"""Scans uploads with clamd before they are read, if the site has a scanner.

It uses the INSTREAM command. Files that cannot be scanned are rejected, also while the scanner is down.
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

# The extension must be allowed; the parsers check the content.
IS_TEXT = FileExtensionValidator(["txt", "md", "json", "csv", "tsv"])
IS_PICTURE = FileExtensionValidator(["jpg", "jpeg", "png", "webp"])
IS_ARCHIVE = FileExtensionValidator(["zip"])

TIMEOUT_S = 20
MAX_BYTES = 25_000_000
"""clamd's default limit; larger files are rejected here."""
PIECE_BYTES = 65_536
MAX_REPLY_BYTES = 4096

log = structlog.get_logger("signum_site.security")


class Unscanned(Exception):
    """The file could not be scanned."""


def scan_upload(file: File) -> None:
    """Form validator: raise ValidationError for malware, or if the scan fails."""
    if not settings.SCANNER_URL:
        return
    try:
        signature = _scan(file)
    except (Unscanned, OSError) as fault:
        log.error("upload_unscanned", reason=str(fault))
        raise ValidationError(
            _("The virus scanner does not answer, so no file is taken now. Try again later.")
        ) from None
    finally:
        file.seek(0)
    if signature:
        log.warning("malware_found", signature=signature)
        raise ValidationError(
            _("This file was not taken: the virus scanner found “%(found)s” in it.") % {"found": signature}
        )


def _scan(file: File) -> str:
    """Return the signature of the malware, or an empty string."""
    if file.size > MAX_BYTES:
        raise ValidationError(
            _("The file has %(size)s bytes; at most %(most)s are taken.") % {"size": file.size, "most": MAX_BYTES}
        )
    deadline = time.monotonic() + TIMEOUT_S
    with _connect(settings.SCANNER_URL, deadline) as scanner:
        scanner.sendall(b"zINSTREAM\0")
        for piece in file.chunks(PIECE_BYTES):
            scanner.settimeout(_seconds_left(deadline))
            scanner.sendall(struct.pack("!L", len(piece)) + piece)
        scanner.sendall(struct.pack("!L", 0))
        reply = b"".join(_receive(scanner, deadline)).rstrip(b"\0\n").decode("utf-8", "replace")
    if reply == "stream: OK":
        return ""
    if reply.startswith("stream: ") and reply.endswith(" FOUND"):
        return reply.removeprefix("stream: ").removesuffix(" FOUND")[:100]
    raise Unscanned(f"the scanner said {reply[:200]!r}")


def _connect(address: str, deadline: float) -> socket.socket:
    parts = urlsplit(address)
    if parts.scheme == "tcp":
        return socket.create_connection((parts.hostname or "", parts.port or 3310), timeout=_seconds_left(deadline))
    scanner = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        scanner.settimeout(_seconds_left(deadline))
        scanner.connect(parts.path)
    except OSError:
        scanner.close()
        raise
    return scanner


def _receive(scanner: socket.socket, deadline: float) -> Iterator[bytes]:
    length = 0
    while length < MAX_REPLY_BYTES:
        scanner.settimeout(_seconds_left(deadline))
        piece = scanner.recv(MAX_REPLY_BYTES)
        if not piece:
            return
        length += len(piece)
        yield piece


def _seconds_left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise Unscanned(f"no answer within {TIMEOUT_S} seconds")
    return left
