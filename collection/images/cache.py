"""A disk cache of drawn images.

Files are named by a hash of all their inputs, so that no entry is ever stale. Images are written to a temporary file
and renamed: readers see a whole file or none. The folder may be emptied at any time.
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

DIGEST_LENGTH = 32
TRIM_EVERY = 64
TRIM_TARGET = 0.8


@dataclass(frozen=True, slots=True)
class ImageFormat:
    """An image format; its options favour speed over file size."""

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
    """Return a hash of the renderer: its modules, the symbols, the fonts and Pillow."""
    package = Path(__file__).parent
    files = [
        *sorted(package.rglob("*.py")),
        sprite_path(),
        *(font_path(name) for names in FILES.values() for name in names),
    ]
    digest = hashlib.sha256(pillow_version.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def digest_of(*parts: str) -> str:
    """Return the name of an image made from these inputs."""
    return hashlib.sha256("\0".join((renderer_version(), *parts)).encode()).hexdigest()[:DIGEST_LENGTH]


def load_or_draw(digest: str, extension: str, *, make: Callable[[], Image.Image]) -> bytes:
    """Return the image with this name from disk, or draw and store it."""
    path = _folder() / digest[:2] / f"{digest}.{extension}"
    with contextlib.suppress(OSError):
        return path.read_bytes()
    data = encode_image(make(), extension)
    try:
        _write(path, data)
    except OSError as fault:
        # A full disk makes images slow, not unavailable.
        log.warning("picture not kept", path=str(path), fault=str(fault))
    return data


def encode_image(image: Image.Image, extension: str) -> bytes:
    buffer, image_format = io.BytesIO(), FORMATS[extension]
    dpi = {"dpi": (300, 300)} if image_format.pillow != "WEBP" else {}
    image.save(buffer, image_format.pillow, **dict(image_format.options), **dpi)
    return buffer.getvalue()


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
    # Names are evenly distributed: one write in TRIM_EVERY checks the size of the folder.
    if int(path.name[2:10], 16) % TRIM_EVERY == 0:
        trim(limit=settings.FACES_BYTES)


def trim(*, limit: int) -> int:
    """Remove the oldest images until the rest is below the limit.

    Returns the number of images removed.
    """
    files = []
    for path in _folder().glob("*/*"):
        with contextlib.suppress(FileNotFoundError):
            status = path.stat()
            files.append((status.st_mtime, status.st_size, path))
    total, removed = sum(size for _, size, _ in files), 0
    if total <= limit:
        return 0
    for _, size, path in sorted(files):
        if total <= limit * TRIM_TARGET:
            break
        path.unlink(missing_ok=True)
        total -= size
        removed += 1
    return removed
