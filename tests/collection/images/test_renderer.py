"""Rendered faces: true to size, stable, different for each card, robust."""

from dataclasses import replace

import pytest
from PIL import Image

from collection.images import illustrations
from collection.images.frame import ART
from collection.images.renderer import LARGE, SIZES, SMALL, face_image
from simulator.engine.cards.face import SUBJECTS, Face, FaceMark, IllustrationSubject, Run
from simulator.engine.game_system import GameSystem
from tests.contract.systems import SYSTEMS, for_every_system

MM_PER_INCH = 25.4


def some_face(code: str = "core-007", language: str = "en") -> Face:
    system = next(system for system in SYSTEMS if system.code == "signum")
    return system.face(system.catalogue[code], language)


def test_a_large_face_is_63_by_88_mm_at_300_dpi() -> None:
    width, height = face_image(some_face()).size
    assert abs(width / 300 * MM_PER_INCH - 63) < 0.1
    assert abs(height / 300 * MM_PER_INCH - 88) < 0.1


def test_a_small_face_keeps_the_proportions() -> None:
    (wide, high), (width, height) = SIZES[LARGE], SIZES[SMALL]
    assert face_image(some_face(), SMALL).size == (width, height)
    assert abs(wide / high - width / height) < 0.001


def test_the_same_card_gives_the_same_image() -> None:
    assert face_image(some_face()).tobytes() == face_image(some_face()).tobytes()


@for_every_system
def test_every_kind_of_card_is_drawn(system: GameSystem) -> None:
    card_by_kind = {card.kind: card for card in system.catalogue}
    for card in card_by_kind.values():
        image = face_image(system.face(card, "it"))
        assert image.size == SIZES[LARGE]
        assert len(image.getcolors(maxcolors=1 << 24) or ()) > 100


@pytest.mark.parametrize("subject", [*SUBJECTS, "no such subject"])
def test_every_subject_is_illustrated_without_known_traits(subject: str) -> None:
    face = replace(some_face(), scene=IllustrationSubject(subject=subject, traits=("no such trait",)))
    assert illustrations.illustration(face).size == (ART[2] - ART[0], ART[3] - ART[1]) == illustrations.SIZE


def test_cards_of_one_kind_look_different() -> None:
    system = next(system for system in SYSTEMS if system.code == "signum")
    characters = [card for card in system.catalogue if card.kind == "character"][:24]
    pictures = {illustrations.illustration(system.face(card, "en")).resize((32, 20)).tobytes() for card in characters}
    assert len(pictures) == len(characters)


def test_uploaded_art_replaces_the_illustration() -> None:
    image = face_image(some_face(), art=Image.new("RGB", (900, 900), "#ff00ff"), credit="Ana Pérez, CC BY 4.0")
    assert image.getpixel((ART[2] - 40, ART[1] + 40)) == (255, 0, 255)


def test_a_crowded_face_is_drawn() -> None:
    many = tuple(FaceMark(symbol="temple", value="9999", label="Word " * 40) for _ in range(14))
    face = replace(
        some_face(),
        title="Ærøskøbing \u202e\u200bWWWW" * 12,
        kind_line="Kind · " * 60,
        cost=many,
        stats=many,
        marks=many,
        text=((Run("Ж中文 " * 400), Run(symbol="no such symbol")),),
        flavour="Saying " * 90,
        gems=99,
        footer="Foot " * 90,
    )
    assert face_image(face, credit="Somebody " * 40).size == SIZES[LARGE]


def test_an_empty_face_is_drawn() -> None:
    empty = Face(code="x", title="", kind_line="", palette=some_face().palette, emblem="")
    assert face_image(empty).size == SIZES[LARGE]
