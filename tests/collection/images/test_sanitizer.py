"""Uploaded pictures: only pixels come through, and nothing that would harm the house or its guests."""

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


def picture(form: str = "PNG", size: tuple[int, int] = (800, 600), mode: str = "RGB", **options) -> bytes:
    written = io.BytesIO()
    image = Image.linear_gradient("L").resize(size)
    image = image.convert(mode) if mode in ("L", "1", "I;16") else image.convert("RGB").convert(mode)
    image.save(written, form, **options)
    return written.getvalue()


def cleaned(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(clean_picture(data)))


def png_claiming(wide: int, high: int) -> bytes:
    """A few bytes that say they unpack to a whole wall."""

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


@pytest.mark.parametrize(("form", "mode"), [(form, mode) for form, modes in MODES.items() for mode in modes])
def test_every_usual_picture_becomes_a_plain_jpeg(form: str, mode: str) -> None:
    image = cleaned(picture(form, mode=mode))
    assert (image.format, image.mode) == ("JPEG", "RGB")
    assert abs(image.width / image.height - TARGET_SIZE[0] / TARGET_SIZE[1]) < 0.01


def test_a_large_picture_is_made_as_large_as_a_face_needs() -> None:
    assert cleaned(picture("JPEG", (4000, 3000))).size == TARGET_SIZE


def test_a_small_picture_is_cut_not_blown_up() -> None:
    image = cleaned(picture(size=(700, 700)))
    assert image.width <= 700


def test_exif_with_the_place_and_every_other_note_is_gone() -> None:
    notes = Image.Exif()
    notes[0x010E] = "SECRET description"
    notes.get_ifd(GPS)[2] = (41.0, 23.0, 12.0)
    given = picture("JPEG", exif=notes, comment=b"SECRET comment", icc_profile=b"SECRET profile" * 20)
    assert b"SECRET" in given
    kept = clean_picture(given)
    assert b"SECRET" not in kept
    assert b"Exif" not in kept
    image = Image.open(io.BytesIO(kept))
    assert not image.getexif()
    assert not {"icc_profile", "comment", "exif", "xmp"} & image.info.keys()


def test_a_photograph_held_sideways_is_turned_upright() -> None:
    notes = Image.Exif()
    notes[0x0112] = 6
    image = Image.new("RGB", (1200, 900), "red")
    image.paste("blue", (0, 0, 600, 900))
    written = io.BytesIO()
    image.save(written, "JPEG", exif=notes)
    turned = cleaned(written.getvalue())
    assert turned.getpixel((turned.width // 2, 4))[2] > 200  # what was left is above


def test_what_hides_behind_a_picture_is_gone() -> None:
    for form in ("PNG", "JPEG"):
        given = picture(form) + b"PK\x03\x04<script>alert(1)</script><?php system($_GET[0]); ?>"
        kept = clean_picture(given)
        assert b"script" not in kept
        assert b"php" not in kept


@pytest.mark.parametrize("size", [(30_000, 30_000), (60_000, 600), (5_000, 5_000), (100_000, 100_000), (8001, 600)])
def test_a_bomb_is_refused_by_what_it_says_of_itself(size: tuple[int, int]) -> None:
    with pytest.raises(BadPicture):
        clean_picture(png_claiming(*size))


def test_a_picture_that_promises_more_than_it_has_is_refused() -> None:
    with pytest.raises(BadPicture, match="broken or cut off"):
        clean_picture(png_claiming(4000, 4000))


def test_a_text_chunk_that_unpacks_without_end_is_refused() -> None:
    bomb = zlib.compress(b"a" * 80_000_000, 9)
    body = b"Comment\0\0" + bomb
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    given = picture()
    with pytest.raises(BadPicture):
        clean_picture(given[:33] + chunk + given[33:])


def jpeg_of_scans(number: int) -> bytes:
    """A progressive JPEG whose last scan comes again and again: a few bytes that cost a look at every pixel."""
    whole = picture("JPEG", progressive=True)
    last = whole.rindex(b"\xff\xda")
    return whole[:-2] + whole[last:-2] * number + whole[-2:]


def test_a_jpeg_of_very_many_scans_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    given = jpeg_of_scans(1_000)
    monkeypatch.setattr(Image.Image, "load", lambda *_: pytest.fail("it was read"))
    with pytest.raises(BadPicture, match="broken"):
        clean_picture(given)


def test_scans_are_counted_in_the_picture_alone() -> None:
    notes = b"\xff\xfe\x01\x92" + b"\xff\xda" * 200
    assert cleaned(jpeg_of_scans(20)).format == "JPEG"
    whole = picture("JPEG", progressive=True)
    assert cleaned(whole[:2] + notes + whole[2:] + b"\xff\xda" * 200).format == "JPEG"


@pytest.mark.parametrize("size", [(MIN_SIZE[0] - 1, 600), (800, MIN_SIZE[1] - 1), (1, 1)])
def test_too_small_a_picture_is_refused_with_the_size_needed(size: tuple[int, int]) -> None:
    with pytest.raises(BadPicture, match=rf"{size[0]} × {size[1]} .* at least 600 × 400"):
        clean_picture(picture(size=size))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_picture_cut_off_is_refused(form: str, share: float) -> None:
    whole = picture(form)
    with pytest.raises(BadPicture):
        clean_picture(whole[: int(len(whole) * share)])


@pytest.mark.parametrize("form", ["PNG", "WEBP", "GIF"])
def test_a_film_is_refused(form: str) -> None:
    frames = [Image.new("RGB", (800, 600), colour) for colour in ("red", "green", "blue")]
    written = io.BytesIO()
    frames[0].save(written, form, save_all=True, append_images=frames[1:])
    with pytest.raises(BadPicture):
        clean_picture(written.getvalue())


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
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(BadPicture, match="no JPEG, PNG or WebP"):
        clean_picture(data)


@pytest.mark.parametrize("form", ["BMP", "TIFF", "ICO", "PPM"])
def test_other_kinds_of_picture_are_refused_whatever_they_are_called(form: str) -> None:
    with pytest.raises(BadPicture, match="no JPEG, PNG or WebP"):
        clean_picture(picture(form))


def test_too_many_bytes_are_refused_unread() -> None:
    with pytest.raises(BadPicture, match="11 MB; at most 10 MB"):
        clean_picture(b"\xff\xd8" + b"\0" * MAX_BYTES)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(["PNG", "JPEG", "WEBP"]), st.data())
def test_a_damaged_picture_is_cleaned_or_refused_never_a_fault(form: str, data: st.DataObject) -> None:
    broken = bytearray(SAMPLES[form])
    for _ in range(data.draw(st.integers(1, 12))):
        broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(BadPicture):
        assert clean_picture(bytes(broken))[:2] == b"\xff\xd8"


SAMPLES = {form: picture(form, (640, 420)) for form in ("PNG", "JPEG", "WEBP")}
