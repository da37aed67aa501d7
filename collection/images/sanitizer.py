"""Sanitizes uploaded pictures.

A picture is checked by its content, never by its name or declared type, and encoded again. The result is a new JPEG of
the pixels alone. Nothing else of the file survives: no EXIF data (which may contain the location of a photograph),
colour profiles, comments, thumbnails or appended data.
"""

import io
import re
import struct

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

MAX_BYTES = 10 * 1024 * 1024
MAX_SIDE = 8000
MAX_PIXELS = 24_000_000
MAX_SCANS = 100  # cameras and editors write about ten
MIN_SIZE = (600, 400)
TARGET_SIZE = (1376, 904)  # twice the size of the illustration on a face
QUALITY = 92
# Most portraits show the face above the middle.
CENTRE = (0.5, 0.4)
# JPEG markers, except those without a length, which occur inside a scan.
MARKER = re.compile(rb"\xff+([^\x00\x01\xd0-\xd7\xff])")
START_OF_SCAN, END_OF_IMAGE = b"\xda", b"\xd9"
# Raised by Pillow for invalid files.
DECODE_ERRORS = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    EOFError,
    IndexError,
    KeyError,
    OverflowError,
    struct.error,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)


class BadPicture(ValueError):
    """The picture is rejected; the message tells the user what is allowed."""


def clean_picture(data: bytes) -> bytes:
    """Return the picture as a newly encoded JPEG; raises BadPicture."""
    if len(data) > MAX_BYTES:
        raise BadPicture(
            _("The file has %(given)s MB; at most %(most)s MB are allowed.")
            % {"given": -(-len(data) // 1024**2), "most": MAX_BYTES // 1024**2}
        )
    try:
        image = Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP"))
    except DECODE_ERRORS as fault:
        raise BadPicture(_("This file is no JPEG, PNG or WebP picture.")) from fault
    _verify_size(image.size)
    if image.format in ("JPEG", "MPO") and _count_scans(data) > MAX_SCANS:
        raise BadPicture(_("The picture is broken or cut off and cannot be read to its end."))
    # MPO photographs contain smaller copies of themselves; the first frame is the picture. Others are animations.
    if image.format != "MPO" and getattr(image, "n_frames", 1) > 1:
        raise BadPicture(_("The picture moves; only still pictures are allowed."))
    try:
        image.load()
        upright = ImageOps.exif_transpose(image) or image
        return _encode(upright)
    except DECODE_ERRORS as fault:
        raise BadPicture(_("The picture is broken or cut off and cannot be read to its end.")) from fault


def _count_scans(data: bytes) -> int:
    """Count the scans of a JPEG: each may be a few bytes, but decodes every pixel."""
    count, position = 0, 2
    while (marker := MARKER.search(data, position)) and marker[1] != END_OF_IMAGE:
        count += marker[1] == START_OF_SCAN
        position = marker.end() + int.from_bytes(data[marker.end() : marker.end() + 2])
    return count


def _verify_size(size: tuple[int, int]) -> None:
    """Check the size in the header before decoding, so that bombs are rejected."""
    wide, high = size
    params = {"wide": wide, "high": high}
    if max(size) > MAX_SIDE or wide * high > MAX_PIXELS:
        raise BadPicture(
            _("The picture has %(wide)s × %(high)s pixels; at most %(side)s on a side and %(most)s million in all.")
            % {**params, "side": MAX_SIDE, "most": MAX_PIXELS // 1_000_000}
        )
    if wide < MIN_SIZE[0] or high < MIN_SIZE[1]:
        raise BadPicture(
            _("The picture has %(wide)s × %(high)s pixels; it needs at least %(least_wide)s × %(least_high)s.")
            % {**params, "least_wide": MIN_SIZE[0], "least_high": MIN_SIZE[1]}
        )


def _encode(image: Image.Image) -> bytes:
    """Crop to the shape of the illustration, on white, and encode the pixels as JPEG."""
    if image.mode in ("P", "LA", "PA", "RGBa") or "transparency" in image.info:
        image = image.convert("RGBA")
    flat = Image.new("RGB", image.size, "white")
    flat.paste(image.convert("RGB"), (0, 0), image.getchannel("A") if image.mode == "RGBA" else None)
    size = TARGET_SIZE if flat.width >= TARGET_SIZE[0] and flat.height >= TARGET_SIZE[1] else _crop_size(flat.size)
    buffer = io.BytesIO()
    ImageOps.fit(flat, size, centering=CENTRE).save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()


def _crop_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the largest size with the target's proportions that fits.

    Small pictures are cropped, never enlarged.
    """
    scale = min(size[0] / TARGET_SIZE[0], size[1] / TARGET_SIZE[1])
    return round(TARGET_SIZE[0] * scale), round(TARGET_SIZE[1] * scale)
