"""Diagrams on drawn faces: slots and marked edges over the illustration."""

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from collection.images import frame
from collection.images.renderer import face_image
from simulator.engine.cards.face import PLAIN, Diagram, DiagramCircle, DiagramEdge, Face, FaceMark

RED, BLUE, GREEN = "#d9384f", "#4f8ee0", "#4fae5a"
SQUARE = Diagram(width=1, height=1)
FACE = Face(code="toy-1", title="Cohort", kind_line="Formation", palette=PLAIN, emblem="shield")


def draw(diagram: Diagram | None, **changes: object) -> Image.Image:
    return face_image(replace(FACE, diagram=diagram, **changes))  # type: ignore[arg-type]


def area_of(image: Image.Image, colour: str) -> int:
    """The number of pixels of a colour in the window of the illustration."""
    window = image.crop(frame.ART)
    counts = window.getcolors(maxcolors=window.width * window.height) or []
    wanted = tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return sum(count for count, found in counts if found == wanted)


def test_a_diagram_changes_the_illustration_only() -> None:
    difference = ImageChops.difference(draw(None), draw(SQUARE)).getbbox()
    assert difference is not None
    left, top, right, low = difference
    assert left >= frame.ART[0]
    assert top >= frame.ART[1]
    assert right <= frame.ART[2]
    assert low <= frame.ART[3]


def test_a_full_slot_is_a_disc_and_an_empty_one_a_ring() -> None:
    circle = DiagramCircle(x=0.5, y=0.5, radius=0.3, colour=RED)
    full, empty = (draw(replace(SQUARE, circles=(replace(circle, is_filled=filled),))) for filled in (True, False))
    assert area_of(full, RED) > 2 * area_of(empty, RED) > 0


@pytest.mark.parametrize("marks", [{"symbols": ("strength", "strength")}, {"value": "3"}])
def test_a_slot_shows_symbols_and_numbers(marks: dict[str, object]) -> None:
    circle = DiagramCircle(x=0.5, y=0.5, radius=0.3, colour=GREEN)
    marked = replace(circle, **marks)  # type: ignore[arg-type]
    assert area_of(draw(replace(SQUARE, circles=(marked,))), GREEN) < area_of(
        draw(replace(SQUARE, circles=(circle,))), GREEN
    )


def test_edges_have_colours_and_arrows() -> None:
    edges = (DiagramEdge(side="top", colour=RED), DiagramEdge(side="left", colour=BLUE, value="2"))
    plain = draw(replace(SQUARE, edges=edges))
    assert area_of(plain, RED) > 0
    assert area_of(plain, BLUE) > 0
    arrow = draw(replace(SQUARE, edges=(replace(edges[0], is_arrow=True), edges[1])))
    assert area_of(arrow, RED) > area_of(plain, RED)


def test_a_diagram_leaves_room_for_the_cost() -> None:
    cost = (FaceMark(symbol="prosperity", value="6"),)
    pennant = (frame.ART[0], frame.ART[1], frame.ART[0] + frame.COST_WIDTH, frame.ART[3])
    with_cost, plain = (draw(diagram, cost=cost).crop(pennant) for diagram in (SQUARE, None))
    assert ImageChops.difference(with_cost, plain).getbbox() is None


def test_wide_and_small_diagrams_fit() -> None:
    slots = tuple(
        DiagramCircle(x=number / 8, y=0.1, radius=0.05, colour=RED, symbols=("health",)) for number in range(16)
    )
    for diagram in (Diagram(width=2, height=0.2, circles=slots), Diagram(width=0.2, height=2)):
        assert draw(diagram).size == (frame.WIDTH, frame.HEIGHT)
