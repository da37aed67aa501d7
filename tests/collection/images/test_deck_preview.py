"""The preview image of a deck."""

import pytest
from PIL import Image

from collection.images.deck_preview import SIZE, PreviewEntry, deck_picture
from collection.images.renderer import SMALL, face_image
from tests.collection.images.test_renderer import some_face


@pytest.fixture(scope="module")
def entry() -> PreviewEntry:
    return PreviewEntry(some_face(), face_image(some_face(), SMALL), count=2)


@pytest.mark.parametrize("cards", [0, 1, 16, 17, 60])
def test_any_number_of_cards_is_drawn(entry: PreviewEntry, cards: int) -> None:
    image = deck_picture("Walls of Vallor", [entry] * cards, lead=entry, subtitle="Basic · 40")
    assert image.size == SIZE == (1200, 630)


@pytest.mark.parametrize("title", ["", "W" * 500, "\u202eabc\x00\n\ud83d", "Ж中文"])
def test_any_title_is_drawn(entry: PreviewEntry, title: str) -> None:
    assert deck_picture(title, [entry], subtitle=title).size == SIZE


def test_the_leading_card_is_shown(entry: PreviewEntry) -> None:
    image = deck_picture("A", [], lead=entry)
    middle = (46 + 186, (SIZE[1] - 520) // 2 - 2 + 150)
    assert image.getpixel(middle) == entry.picture.getpixel((186, 150))


def test_a_face_of_another_size_is_accepted(entry: PreviewEntry) -> None:
    large = PreviewEntry(entry.face, Image.new("RGB", (744, 1039), "red"))
    assert deck_picture("A", [large], lead=large).size == SIZE
