"""Proxies to print: true size, nine on a page, each face once in the file."""

import io
import re

import pytest
from PIL import Image

from collection.images.proxy_sheets import CARD_MM, MAX_CARDS, MM, PAGE_MM, Proxy, card_positions, sheet_pdf


def proxy(colour: str = "red", count: int = 1) -> Proxy:
    written = io.BytesIO()
    Image.new("RGB", (744, 1039), colour).save(written, "JPEG")
    return Proxy(written.getvalue(), (744, 1039), count)


def objects(pdf: bytes) -> dict[int, bytes]:
    """Every object, found as a reader finds it: through the table at the end."""
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF", pdf)[-1])
    assert pdf[start : start + 4] == b"xref"
    found = {}
    for number, offset in enumerate(re.findall(rb"(\d{10}) 00000 n ", pdf[start:]), start=1):
        assert pdf[int(offset) :].startswith(b"%d 0 obj\n" % number)
        found[number] = pdf[int(offset) : pdf.index(b"\nendobj", int(offset))]
    return found


def pages(pdf: bytes) -> list[bytes]:
    return [body for body in objects(pdf).values() if b"/Type/Page/" in body]


def content(pdf: bytes, page: bytes) -> bytes:
    number = re.search(rb"/Contents (\d+) 0 R", page)
    assert number is not None
    return objects(pdf)[int(number[1])]


def test_cards_are_63_by_88_mm_exact_to_a_tenth() -> None:
    pdf = sheet_pdf([proxy()])
    placed = re.findall(rb"q ([\d.]+) 0 0 ([\d.]+) [\d.]+ [\d.]+ cm", content(pdf, pages(pdf)[0]))
    (width, height) = (float(side) / 72 * 25.4 for side in placed[0])
    assert abs(width - 63) < 0.01
    assert abs(height - 88) < 0.01


def test_a_page_is_a4_and_printed_as_it_is() -> None:
    pdf = sheet_pdf([proxy()])
    box = re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", pages(pdf)[0])
    assert box is not None
    assert abs(float(box[1]) / MM - 210) < 0.01
    assert abs(float(box[2]) / MM - 297) < 0.01
    assert b"/PrintScaling/None" in pdf


def test_nine_fit_on_a_page_without_touching_its_edge() -> None:
    assert len(set(card_positions())) == 9
    for x, y in card_positions():
        assert 5 <= x <= PAGE_MM[0] - CARD_MM[0] - 5
        assert 5 <= y <= PAGE_MM[1] - CARD_MM[1] - 5


@pytest.mark.parametrize(("cards", "wanted"), [(0, 1), (1, 1), (9, 1), (10, 2), (60, 7)])
def test_there_are_as_many_pages_as_needed(cards: int, wanted: int) -> None:
    pdf = sheet_pdf([proxy(count=cards)])
    assert len(pages(pdf)) == wanted
    assert sum(content(pdf, page).count(b" Do Q") for page in pages(pdf)) == cards


def test_a_face_printed_often_is_in_the_file_once() -> None:
    pdf = sheet_pdf([proxy("red", 20), proxy("blue", 3)])
    assert pdf.count(b"/Subtype/Image") == 2
    assert proxy("blue").jpeg in pdf


def test_every_page_has_its_cut_marks() -> None:
    pdf = sheet_pdf([proxy(count=12)])
    assert [content(pdf, page).count(b" l S") for page in pages(pdf)] == [16, 16]


def test_any_title_will_do() -> None:
    assert b"<FEFF0028005C20AC>" in sheet_pdf([proxy()], title="(\\€").replace(
        b"<FEFF0028005c20ac>", b"<FEFF0028005C20AC>"
    )
    assert sheet_pdf([proxy()], title="\ud800")


def test_more_than_anybody_prints_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match=f"{MAX_CARDS + 1} cards are too many"):
        sheet_pdf([proxy(count=MAX_CARDS + 1)])
