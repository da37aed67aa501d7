"""Drawn pictures on disk, named by everything that went into them: found again they are right, changed they are new.

A picture is written beside its place and renamed into it: whoever reads sees a whole one or none. The folder may be
emptied at any time.
"""

import contextlib
import hashlib
import io
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import structlog
from django.conf import settings
from PIL import Image
from PIL import __version__ as pillow_version

from .text.fonts import FILES, font_path
from .text.symbols import sprite_path

log = structlog.get_logger("collection.images")

NAME_LENGTH = 32
LOOK_EVERY = 64
KEPT_AFTER_TRIMMING = 0.8


@dataclass(frozen=True, slots=True)
class ImageFormat:
    """A way to write a picture; the settings trade a little size for a lot of time."""

    pillow: str
    mime: str
    options: tuple[tuple[str, int], ...]


FORMATS = {
    "webp": ImageFormat("WEBP", "image/webp", (("quality", 84), ("method", 1))),
    "png": ImageFormat("PNG", "image/png", (("compress_level", 3),)),
    "jpg": ImageFormat("JPEG", "image/jpeg", (("quality", 90),)),
}


@cache
def renderer_version() -> str:
    """The drawing itself as a hash: the modules that draw, the symbols, the fonts and Pillow."""
    here = Path(__file__).parent
    files = [
        *sorted(here.rglob("*.py")),
        sprite_path(),
        *(font_path(name) for names in FILES.values() for name in names),
    ]
    total = hashlib.sha256(pillow_version.encode())
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def digest_of(*parts: str) -> str:
    """The name of a picture made from these."""
    return hashlib.sha256("\0".join((renderer_version(), *parts)).encode()).hexdigest()[:NAME_LENGTH]


def stored(digest: str, extension: str, *, make: Callable[[], Image.Image]) -> bytes:
    """The picture of that name: from disk, or made now and kept."""
    path = _folder() / digest[:2] / f"{digest}.{extension}"
    with contextlib.suppress(OSError):
        return path.read_bytes()
    data = encoded(make(), extension)
    try:
        _write(path, data)
    except OSError as fault:
        # A full disk makes pictures slow, not absent.
        log.warning("picture not kept", path=str(path), fault=str(fault))
    return data


def encoded(image: Image.Image, extension: str) -> bytes:
    written, form = io.BytesIO(), FORMATS[extension]
    dpi = {"dpi": (300, 300)} if form.pillow != "WEBP" else {}
    image.save(written, form.pillow, **dict(form.options), **dpi)
    return written.getvalue()


def _folder() -> Path:
    return Path(settings.FACES_DIR)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
    # Names are evenly spread: one in so many begins a look at the whole folder.
    if int(path.name[2:10], 16) % LOOK_EVERY == 0:
        trim(limit=settings.FACES_BYTES)


def trim(*, limit: int) -> int:
    """Removes the oldest pictures until the rest take less than the limit; returns how many were removed."""
    found = []
    for path in _folder().glob("*/*"):
        with contextlib.suppress(FileNotFoundError):
            status = path.stat()
            found.append((status.st_mtime, status.st_size, path))
    total, removed = sum(size for _, size, _ in found), 0
    if total <= limit:
        return 0
    for _, size, path in sorted(found):
        if total <= limit * KEPT_AFTER_TRIMMING:
            break
        path.unlink(missing_ok=True)
        total -= size
        removed += 1
    return removed
