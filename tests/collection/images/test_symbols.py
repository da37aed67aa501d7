"""The site's sprite as masks: every symbol is drawn, holes stay holes."""

import math
from xml.etree import ElementTree

import pytest

from collection.images.text.svg_paths import contours
from collection.images.text.symbols import is_symbol, sprite_path, symbol_mask
from simulator.engine.game_system import GameSystem
from tests.contract.systems import for_every_system

NAMES = [symbol.attrib["id"] for symbol in ElementTree.parse(sprite_path()).getroot()]


@pytest.mark.parametrize("name", NAMES)
def test_every_symbol_of_the_sprite_is_drawn(name: str) -> None:
    covered = sum(symbol_mask(name, 48).histogram()[128:]) / 48**2
    assert 0.05 < covered < 0.9


def test_a_hole_stays_open() -> None:
    bullseye = symbol_mask("bullseye", 96)
    assert bullseye.getpixel((48, 48)) < 5
    assert bullseye.getpixel((48, 34)) > 250  # the inner ring
    assert bullseye.getpixel((48, 22)) < 5
    assert bullseye.getpixel((2, 2)) == 0


def test_an_unknown_symbol_is_a_card() -> None:
    assert not is_symbol("no-such-thing")
    assert symbol_mask("no-such-thing", 40).tobytes() == symbol_mask("cards", 40).tobytes()


def test_an_arc_lies_on_its_circle() -> None:
    (circle,) = contours("M1 12a11 11 0 1 0 22 0a11 11 0 1 0-22 0z")
    assert all(abs(math.dist(point, (12, 12)) - 11) < 1e-6 for point in circle)


def test_path_data_may_omit_letters_and_spaces() -> None:
    assert contours("m1 1 2 0 0 2z") == contours("M1,1L3,1L3,3z")
    assert contours("M.5.5h-1.5") == [[(0.5, 0.5), (-1.0, 0.5)]]


@for_every_system
def test_every_symbol_of_a_game_is_in_the_sprite(system: GameSystem) -> None:
    for card in system.catalogue:
        face = system.face(card, "en")
        named = {face.emblem, *(mark.symbol for mark in (*face.cost, *face.stats, *face.marks))}
        named |= {run.symbol for paragraph in face.text for run in paragraph if run.symbol}
        assert {name for name in named if not is_symbol(name)} == set(), card.code
