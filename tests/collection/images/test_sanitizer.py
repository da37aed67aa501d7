"""Sanitizing uploads: only pixels survive, and harmful files are rejected."""

import contextlib
import io
import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from collection.images.sanitizer import MAX_BYTES, MIN_SIZE, TARGET_SIZE, BadPicture, clean_picture

GPS = 0x8825


def picture(image_format: str = "PNG", size: tuple[int, int] = (800, 600), mode: str = "RGB", **options) -> bytes:
    buffer = io.BytesIO()
    image = Image.linear_gradient("L").resize(size)
    image = image.convert(mode) if mode in ("L", "1", "I;16") else image.convert("RGB").convert(mode)
    image.save(buffer, image_format, **options)
    return buffer.getvalue()


def clean_image(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(clean_picture(data)))


def png_claiming(wide: int, high: int) -> bytes:
    """Return a small PNG that claims these dimensions."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1_000_000, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


MODES = {
    "PNG": ("RGB", "RGBA", "L", "P", "LA", "1", "I;16"),
    "JPEG": ("RGB", "L", "CMYK"),
    "WEBP": ("RGB", "RGBA", "L"),
}


@pytest.mark.parametrize(
    ("image_format", "mode"), [(image_format, mode) for image_format, modes in MODES.items() for mode in modes]
)
def test_common_formats_become_a_plain_jpeg(image_format: str, mode: str) -> None:
    image = clean_image(picture(image_format, mode=mode))
    assert (image.format, image.mode) == ("JPEG", "RGB")
    assert abs(image.width / image.height - TARGET_SIZE[0] / TARGET_SIZE[1]) < 0.01


def test_a_large_picture_is_reduced_to_the_target_size() -> None:
    assert clean_image(picture("JPEG", (4000, 3000))).size == TARGET_SIZE


def test_a_small_picture_is_not_enlarged() -> None:
    image = clean_image(picture(size=(700, 700)))
    assert image.width <= 700


def test_metadata_is_removed() -> None:
    exif_data = Image.Exif()
    exif_data[0x010E] = "SECRET description"
    exif_data.get_ifd(GPS)[2] = (41.0, 23.0, 12.0)
    upload = picture("JPEG", exif=exif_data, comment=b"SECRET comment", icc_profile=b"SECRET profile" * 20)
    assert b"SECRET" in upload
    result = clean_picture(upload)
    assert b"SECRET" not in result
    assert b"Exif" not in result
    image = Image.open(io.BytesIO(result))
    assert not image.getexif()
    assert not {"icc_profile", "comment", "exif", "xmp"} & image.info.keys()


def test_exif_orientation_is_applied() -> None:
    exif_data = Image.Exif()
    exif_data[0x0112] = 6
    image = Image.new("RGB", (1200, 900), "red")
    image.paste("blue", (0, 0, 600, 900))
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", exif=exif_data)
    upright = clean_image(buffer.getvalue())
    assert upright.getpixel((upright.width // 2, 4))[2] > 200  # the left side is now the top


def test_appended_data_is_removed() -> None:
    for image_format in ("PNG", "JPEG"):
        upload = picture(image_format) + b"PK\x03\x04<script>alert(1)</script><?php system($_GET[0]); ?>"
        result = clean_picture(upload)
        assert b"script" not in result
        assert b"php" not in result


@pytest.mark.parametrize("size", [(30_000, 30_000), (60_000, 600), (5_000, 5_000), (100_000, 100_000), (8001, 600)])
def test_a_bomb_is_rejected_by_its_header(size: tuple[int, int]) -> None:
    with pytest.raises(BadPicture):
        clean_picture(png_claiming(*size))


def test_missing_pixels_are_rejected() -> None:
    with pytest.raises(BadPicture, match="broken or cut off"):
        clean_picture(png_claiming(4000, 4000))


def test_a_huge_text_chunk_is_rejected() -> None:
    bomb = zlib.compress(b"a" * 80_000_000, 9)
    body = b"Comment\0\0" + bomb
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    upload = picture()
    with pytest.raises(BadPicture):
        clean_picture(upload[:33] + chunk + upload[33:])


def jpeg_with_scans(number: int) -> bytes:
    """Return a progressive JPEG whose last scan is repeated."""
    whole = picture("JPEG", progressive=True)
    last = whole.rindex(b"\xff\xda")
    return whole[:-2] + whole[last:-2] * number + whole[-2:]


def test_a_jpeg_with_many_scans_is_rejected_undecoded(monkeypatch: pytest.MonkeyPatch) -> None:
    upload = jpeg_with_scans(1_000)
    monkeypatch.setattr(Image.Image, "load", lambda *_: pytest.fail("it was read"))
    with pytest.raises(BadPicture, match="broken"):
        clean_picture(upload)


def test_only_real_scans_are_counted() -> None:
    comment = b"\xff\xfe\x01\x92" + b"\xff\xda" * 200
    assert clean_image(jpeg_with_scans(20)).format == "JPEG"
    whole = picture("JPEG", progressive=True)
    assert clean_image(whole[:2] + comment + whole[2:] + b"\xff\xda" * 200).format == "JPEG"


@pytest.mark.parametrize("size", [(MIN_SIZE[0] - 1, 600), (800, MIN_SIZE[1] - 1), (1, 1)])
def test_too_small_a_picture_is_rejected_with_the_minimum(size: tuple[int, int]) -> None:
    with pytest.raises(BadPicture, match=rf"{size[0]} × {size[1]} .* at least 600 × 400"):
        clean_picture(picture(size=size))


@pytest.mark.parametrize("image_format", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_truncated_picture_is_rejected(image_format: str, share: float) -> None:
    whole = picture(image_format)
    with pytest.raises(BadPicture):
        clean_picture(whole[: int(len(whole) * share)])


@pytest.mark.parametrize("image_format", ["PNG", "WEBP", "GIF"])
def test_an_animation_is_rejected(image_format: str) -> None:
    frames = [Image.new("RGB", (800, 600), colour) for colour in ("red", "green", "blue")]
    buffer = io.BytesIO()
    frames[0].save(buffer, image_format, save_all=True, append_images=frames[1:])
    with pytest.raises(BadPicture):
        clean_picture(buffer.getvalue())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        b"%PDF-1.7",
        b"GIF89a" + b"\0" * 200,
        b"%!PS-Adobe-3.0 EPSF-3.0\n",
    ],
)
def test_other_files_are_rejected(data: bytes) -> None:
    with pytest.raises(BadPicture, match="no JPEG, PNG or WebP"):
        clean_picture(data)


@pytest.mark.parametrize("image_format", ["BMP", "TIFF", "ICO", "PPM"])
def test_other_image_formats_are_rejected(image_format: str) -> None:
    with pytest.raises(BadPicture, match="no JPEG, PNG or WebP"):
        clean_picture(picture(image_format))


def test_too_many_bytes_are_rejected_undecoded() -> None:
    with pytest.raises(BadPicture, match="11 MB; at most 10 MB"):
        clean_picture(b"\xff\xd8" + b"\0" * MAX_BYTES)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(["PNG", "JPEG", "WEBP"]), st.data())
def test_a_damaged_picture_is_cleaned_or_rejected(image_format: str, data: st.DataObject) -> None:
    broken = bytearray(SAMPLES[image_format])
    for _ in range(data.draw(st.integers(1, 12))):
        broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(BadPicture):
        assert clean_picture(bytes(broken))[:2] == b"\xff\xd8"


SAMPLES = {image_format: picture(image_format, (640, 420)) for image_format in ("PNG", "JPEG", "WEBP")}
