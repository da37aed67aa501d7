"""Pictures that people upload, made harmless: looked at by content, never by name or claim, and painted anew.

What is kept is a fresh JPEG of the pixels alone. EXIF (with the place a photograph was taken), colour profiles,
comments, thumbnails, whatever hides behind the picture: nothing of the file itself survives.
"""

import io
import re
import struct

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

MOST_BYTES = 10 * 1024 * 1024
MOST_SIDE = 8000
MOST_PIXELS = 24_000_000
MOST_SCANS = 100  # cameras and editors write about ten
LEAST = (600, 400)
KEPT = (1376, 904)  # twice the window of a face
QUALITY = 92
# A face is seen above the middle of most portraits.
CENTRE = (0.5, 0.4)
# Of a JPEG: all but those without a length of their own, which stand within a scan.
MARKER = re.compile(rb"\xff+([^\x00\x01\xd0-\xd7\xff])")
START_OF_SCAN, END_OF_IMAGE = b"\xda", b"\xd9"
# What Pillow raises for files that are not what they seem.
FAULTS = (OSError, SyntaxError, ValueError, TypeError, EOFError, IndexError, KeyError, OverflowError, struct.error,
          Image.DecompressionBombError, Image.DecompressionBombWarning)  # fmt: skip


class BadPicture(ValueError):
    """A sentence for whoever uploaded it: what was given, what is allowed."""


def clean_picture(data: bytes) -> bytes:
    """The picture as a JPEG of our own making."""
    if len(data) > MOST_BYTES:
        raise BadPicture(
            _("The file has %(given)s MB; at most %(most)s MB are allowed.")
            % {"given": -(-len(data) // 1024**2), "most": MOST_BYTES // 1024**2}
        )
    try:
        image = Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP"))
    except FAULTS as fault:
        raise BadPicture(_("This file is no JPEG, PNG or WebP picture.")) from fault
    _verify_size(image.size)
    if image.format in ("JPEG", "MPO") and _scans(data) > MOST_SCANS:
        raise BadPicture(_("The picture is broken or cut off and cannot be read to its end."))
    # A photograph may carry smaller copies of itself (MPO): the first is the picture. Elsewhere, frames are a film.
    if image.format != "MPO" and getattr(image, "n_frames", 1) > 1:
        raise BadPicture(_("The picture moves; only still pictures are allowed."))
    try:
        image.load()
        upright = ImageOps.exif_transpose(image) or image
        return _painted(upright)
    except FAULTS as fault:
        raise BadPicture(_("The picture is broken or cut off and cannot be read to its end.")) from fault


def _scans(data: bytes) -> int:
    """How often a JPEG has its pixels gone through: each scan may take a few bytes, and a look at every pixel."""
    count, at = 0, 2
    while (marker := MARKER.search(data, at)) and marker[1] != END_OF_IMAGE:
        count += marker[1] == START_OF_SCAN
        at = marker.end() + int.from_bytes(data[marker.end() : marker.end() + 2])
    return count


def _verify_size(size: tuple[int, int]) -> None:
    """From the head of the file, before a pixel is unpacked: a bomb is refused for what it says of itself."""
    wide, high = size
    given = {"wide": wide, "high": high}
    if max(size) > MOST_SIDE or wide * high > MOST_PIXELS:
        raise BadPicture(
            _("The picture has %(wide)s × %(high)s pixels; at most %(side)s on a side and %(most)s million in all.")
            % {**given, "side": MOST_SIDE, "most": MOST_PIXELS // 1_000_000}
        )
    if wide < LEAST[0] or high < LEAST[1]:
        raise BadPicture(
            _("The picture has %(wide)s × %(high)s pixels; it needs at least %(least_wide)s × %(least_high)s.")
            % {**given, "least_wide": LEAST[0], "least_high": LEAST[1]}
        )


def _painted(image: Image.Image) -> bytes:
    """Cut to the window of a face, on white where it was transparent, without anything but pixels."""
    if image.mode in ("P", "LA", "PA", "RGBa") or "transparency" in image.info:
        image = image.convert("RGBA")
    sheet = Image.new("RGB", image.size, "white")
    sheet.paste(image.convert("RGB"), (0, 0), image.getchannel("A") if image.mode == "RGBA" else None)
    kept = KEPT if sheet.width >= KEPT[0] and sheet.height >= KEPT[1] else _largest_within(sheet.size)
    written = io.BytesIO()
    ImageOps.fit(sheet, kept, centering=CENTRE).save(written, "JPEG", quality=QUALITY)
    return written.getvalue()


def _largest_within(size: tuple[int, int]) -> tuple[int, int]:
    """The largest piece of these proportions: a small picture is cut, not blown up."""
    scale = min(size[0] / KEPT[0], size[1] / KEPT[1])
    return round(KEPT[0] * scale), round(KEPT[1] * scale)
