"""Proxy sheets: true size, nine on a page, each face once in the file."""

import io
import re

import pytest
from PIL import Image

from collection.images.proxy_sheets import CARD_MM, MAX_CARDS, MM, PAGE_MM, Proxy, card_positions, sheet_pdf


def proxy(colour: str = "red", count: int = 1) -> Proxy:
    buffer = io.BytesIO()
    Image.new("RGB", (744, 1039), colour).save(buffer, "JPEG")
    return Proxy(buffer.getvalue(), (744, 1039), count)


def objects(pdf: bytes) -> dict[int, bytes]:
    """Return every object, found through the table at the end, as a PDF reader does."""
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF", pdf)[-1])
    assert pdf[start : start + 4] == b"xref"
    bodies = {}
    for number, offset in enumerate(re.findall(rb"(\d{10}) 00000 n ", pdf[start:]), start=1):
        assert pdf[int(offset) :].startswith(b"%d 0 obj\n" % number)
        bodies[number] = pdf[int(offset) : pdf.index(b"\nendobj", int(offset))]
    return bodies


def pages(pdf: bytes) -> list[bytes]:
    return [body for body in objects(pdf).values() if b"/Type/Page/" in body]


def content(pdf: bytes, page: bytes) -> bytes:
    number = re.search(rb"/Contents (\d+) 0 R", page)
    assert number is not None
    return objects(pdf)[int(number[1])]


def test_cards_are_63_by_88_mm() -> None:
    pdf = sheet_pdf([proxy()])
    placed = re.findall(rb"q ([\d.]+) 0 0 ([\d.]+) [\d.]+ [\d.]+ cm", content(pdf, pages(pdf)[0]))
    (width, height) = (float(side) / 72 * 25.4 for side in placed[0])
    assert abs(width - 63) < 0.01
    assert abs(height - 88) < 0.01


def test_a_page_is_a4_without_scaling() -> None:
    pdf = sheet_pdf([proxy()])
    box = re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", pages(pdf)[0])
    assert box is not None
    assert abs(float(box[1]) / MM - 210) < 0.01
    assert abs(float(box[2]) / MM - 297) < 0.01
    assert b"/PrintScaling/None" in pdf


def test_nine_cards_fit_on_a_page() -> None:
    assert len(set(card_positions())) == 9
    for x, y in card_positions():
        assert 5 <= x <= PAGE_MM[0] - CARD_MM[0] - 5
        assert 5 <= y <= PAGE_MM[1] - CARD_MM[1] - 5


@pytest.mark.parametrize(("cards", "expected"), [(0, 1), (1, 1), (9, 1), (10, 2), (60, 7)])
def test_number_of_pages(cards: int, expected: int) -> None:
    pdf = sheet_pdf([proxy(count=cards)])
    assert len(pages(pdf)) == expected
    assert sum(content(pdf, page).count(b" Do Q") for page in pages(pdf)) == cards


def test_each_face_is_embedded_once() -> None:
    pdf = sheet_pdf([proxy("red", 20), proxy("blue", 3)])
    assert pdf.count(b"/Subtype/Image") == 2
    assert proxy("blue").jpeg in pdf


def test_every_page_has_cut_marks() -> None:
    pdf = sheet_pdf([proxy(count=12)])
    assert [content(pdf, page).count(b" l S") for page in pages(pdf)] == [16, 16]


def test_any_title_is_accepted() -> None:
    assert b"<FEFF0028005C20AC>" in sheet_pdf([proxy()], title="(\\€").replace(
        b"<FEFF0028005c20ac>", b"<FEFF0028005C20AC>"
    )
    assert sheet_pdf([proxy()], title="\ud800")


def test_too_many_cards_are_rejected() -> None:
    with pytest.raises(ValueError, match=f"{MAX_CARDS + 1} cards are too many"):
        sheet_pdf([proxy(count=MAX_CARDS + 1)])
