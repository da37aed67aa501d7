"""Gaps, contact, travel distances, paths and outlines."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.games.signum.board.geometry import (
    NEVER_MM,
    Point,
    distance_of_segments,
    distance_to_segment,
    gap_mm,
    in_contact,
    is_in_field,
    is_inside,
    is_within,
    polygon_gap_mm,
    template_gap_mm,
    travel_to_disc,
    travel_to_edge,
    travel_to_field_edge,
    travel_to_template,
)
from simulator.games.signum.board.outlines import (
    circle_crossings,
    edge_crossings,
    points_round,
    shrunk,
    stretches_beside,
    templates_gap_mm,
)
from simulator.games.signum.board.path import Path, merged
from tests.signum.ground import Ground, repeatable

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
HOLLOW = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (20.0, 10.0), (0.0, 40.0))
coordinates = st.floats(-50, 90, allow_nan=False, allow_subnormal=False).map(lambda number: round(number, 3))
points = st.tuples(coordinates, coordinates)
polygons = st.sampled_from([SQUARE, HOLLOW, SQUARE[::-1], ((0.0, 0.0), (60.0, 5.0), (3.0, 30.0))])


# --- gaps


def test_gap_is_the_distance_of_the_edges() -> None:
    ground = Ground()
    assert gap_mm(ground.put(100, 100), ground.put(100, 332, base=60)) == pytest.approx(232 - 16 - 30)


@pytest.mark.parametrize(("distance", "touching"), [(31.6, True), (32, True), (32.5, True), (32.51, False)])
def test_sr1_contact_is_a_gap_of_at_most_half_a_millimetre(distance: float, touching: bool) -> None:
    ground = Ground()
    assert in_contact(ground.put(100, 100), ground.put(100 + distance, 100)) is touching


def test_within_includes_the_limit() -> None:
    ground = Ground()
    first, second = ground.put(100, 100), ground.put(100, 232)
    assert is_within(first, second, 100)
    assert not is_within(first, second, 99.9)


def test_polygon_gap_is_below_zero_inside() -> None:
    assert polygon_gap_mm(SQUARE, 5, 5) == -5
    assert polygon_gap_mm(SQUARE, 13, 14) == 5
    assert polygon_gap_mm(SQUARE, 5, 12) == 2


def test_the_hollow_of_a_concave_polygon_is_outside() -> None:
    assert is_inside(HOLLOW, 5, 20)
    assert not is_inside(HOLLOW, 20, 20)
    assert polygon_gap_mm(HOLLOW, 20, 20) > 0


def test_template_gap_of_discs_and_polygons() -> None:
    ground = Ground()
    assert template_gap_mm(ground.disc(300, 300, 60), 300, 400, 16) == pytest.approx(24)
    assert template_gap_mm(ground.box(0, 0, 10, 50), 40, 25, 16) == pytest.approx(14)


def test_sr1_a_base_may_stick_out_of_the_field_by_half_a_millimetre() -> None:
    assert is_in_field(15.5, 584.5, 16)
    assert not is_in_field(15.4, 300, 16)
    assert not is_in_field(300, 584.6, 16)
    assert not is_in_field(math.nan, 300, 16)


@repeatable
@given(points, points, points)
def test_distance_to_a_segment_is_the_distance_to_its_nearest_point(at: Point, a: Point, b: Point) -> None:
    measured = min(
        math.dist(at, (a[0] + (b[0] - a[0]) * part / 400, a[1] + (b[1] - a[1]) * part / 400)) for part in range(401)
    )
    assert distance_to_segment(*at, *a, *b) <= measured + 1e-9
    assert distance_to_segment(*at, *a, *b) >= measured - math.dist(a, b) / 400 - 1e-9


@repeatable
@given(points, points, points, points)
def test_distance_of_segments_is_the_distance_of_their_nearest_points(a: Point, b: Point, c: Point, d: Point) -> None:
    measured = min(
        distance_to_segment(a[0] + (b[0] - a[0]) * part / 300, a[1] + (b[1] - a[1]) * part / 300, *c, *d)
        for part in range(301)
    )
    exact = distance_of_segments(*a, *b, *c, *d)
    assert measured - math.dist(a, b) / 300 <= exact <= measured + 1e-9


# --- travel distances


def test_travel_to_a_disc_ends_at_its_rim() -> None:
    assert travel_to_disc(0, 0, 0, 1, 200, 0, 100, 32) == 68
    assert travel_to_disc(0, 0, 0, 1, 60, 0, 100, 32) == NEVER_MM
    assert travel_to_disc(0, 0, 0, -1, 200, 0, 100, 32) == NEVER_MM


def test_travel_from_inside_a_disc_is_zero_if_it_leads_further_in() -> None:
    assert travel_to_disc(0, 70, 0, 1, 200, 0, 100, 32) == 0
    assert travel_to_disc(0, 70, 0, -1, 200, 0, 100, 32) == NEVER_MM


def test_travel_to_the_edge_of_the_field() -> None:
    assert travel_to_field_edge(300, 500, 0, 1, 16) == 84
    assert travel_to_field_edge(16, 500, -1, 0, 16) == 0


@repeatable
@given(points, st.floats(0, 6.28), points, points, st.sampled_from([5.0, 16.0, 30.0]))
def test_travel_to_an_edge_ends_at_the_first_contact(
    start: Point, angle: float, a: Point, b: Point, reach: float
) -> None:
    ux, uy = math.cos(angle), math.sin(angle)
    travel = travel_to_edge(*start, ux, uy, 100, *a, *b, reach)
    if distance_to_segment(*start, *a, *b) <= reach:
        return  # already in contact: the result depends on the direction
    before = min(travel, 100.0)
    for part in range(100):
        x, y = start[0] + ux * before * part / 100, start[1] + uy * before * part / 100
        assert distance_to_segment(x, y, *a, *b) > reach - 1e-6
    if travel < NEVER_MM:
        end = start[0] + ux * travel, start[1] + uy * travel
        assert distance_to_segment(*end, *a, *b) == pytest.approx(reach, abs=1e-6)


@repeatable
@given(points, st.floats(0, 6.28), polygons)
def test_travel_to_a_template_ends_at_the_first_contact(start: Point, angle: float, outline: tuple[Point, ...]) -> None:
    template = Ground().polygon(outline)
    if template_gap_mm(template, *start, 16) <= 0:
        return
    ux, uy = math.cos(angle), math.sin(angle)
    travel = travel_to_template(template, *start, ux, uy, 120, 16)
    before = min(travel, 120.0)
    for part in range(100):
        x, y = start[0] + ux * before * part / 100, start[1] + uy * before * part / 100
        assert template_gap_mm(template, x, y, 16) > -1e-6
    if travel < NEVER_MM:
        gap = template_gap_mm(template, start[0] + ux * travel, start[1] + uy * travel, 16)
        assert gap == pytest.approx(0, abs=1e-6)


# --- paths


def test_a_path_is_as_long_as_its_legs() -> None:
    path = Path((0, 0), [(30, 40), (30, 40), (30, 100)])
    assert path.length == 110
    assert path.waypoints == [(30, 40), (30, 100)]


def test_a_path_is_cut_in_a_leg_at_a_corner_and_at_its_start() -> None:
    path = Path((0, 0), [(30, 40), (30, 100)])
    path.cut(80)
    assert (path.end, path.length) == ((30, 70), 80)
    path.cut(50)
    assert (path.waypoints, path.length) == ([(30, 40)], 50)
    path.cut(0)
    assert (path.waypoints, path.end, path.length) == ([], (0, 0), 0)


def test_sr1_a_path_with_a_turn_just_before_contact_ends_edge_to_edge() -> None:
    path = Path((300, 200), [(300, 267.8), (300, 290)])
    assert path.until_contact(300, 300, 32) == pytest.approx(68)
    assert Path((300, 200), [(300, 267.8), (330, 260)]).until_contact(300, 300, 32) == pytest.approx(67.8)


def test_stretches_that_meet_become_one() -> None:
    assert merged([(5, 7), (0, 2), (2, 3), (6, 9)]) == [(0, 3), (5, 9)]


def test_stretches_of_a_path_near_a_point() -> None:
    path = Path((0, 0), [(100, 0), (100, 100)])
    assert path.stretches_near(50, 0, 10) == [(40, 60)]
    assert merged(path.stretches_near(100, 0, 10)) == [(90, 110)]


# --- outlines


@repeatable
@given(points, st.floats(5, 40), points, st.floats(5, 40))
def test_crossings_of_circles_lie_on_both(a: Point, radius: float, b: Point, further: float) -> None:
    crossings = circle_crossings(*a, radius, *b, further)
    assert len(crossings) == (2 if abs(radius - further) < math.dist(a, b) < radius + further else 0)
    for point in crossings:
        assert math.dist(point, a) == pytest.approx(radius, abs=1e-5)
        assert math.dist(point, b) == pytest.approx(further, abs=1e-5)


@repeatable
@given(points, points, points, st.floats(5, 40))
def test_crossings_of_a_segment_and_a_circle_lie_on_both(a: Point, b: Point, at: Point, radius: float) -> None:
    for point in edge_crossings(*a, *b, *at, radius):
        assert math.dist(point, at) == pytest.approx(radius, abs=1e-5)
        assert distance_to_segment(*point, *a, *b) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("outline", [SQUARE, SQUARE[::-1], HOLLOW, HOLLOW[::-1]])
def test_a_shrunk_polygon_lies_inside(outline: tuple[Point, ...]) -> None:
    smaller = shrunk(outline, 0.1)
    assert len(smaller) == len(outline)
    for corner in smaller:
        # At a concave corner the edges move by the same distance, the corner by a little more.
        assert -0.2 < polygon_gap_mm(outline, *corner) <= -0.1 + 1e-6


def test_gap_of_templates() -> None:
    ground = Ground()
    box, far, disc = ground.box(0, 0, 10, 10), ground.box(10, 13, 20, 20), ground.disc(0, 40, 20)
    assert templates_gap_mm(box, far) == 3
    assert templates_gap_mm(box, disc) == templates_gap_mm(disc, box) == 10
    assert templates_gap_mm(ground.box(-5, -5, 15, 15), box) == 0


@repeatable
@given(polygons, st.integers(-20, 60), st.sampled_from([4.0, 16.0, 30.0]))
def test_stretches_beside_a_template_are_where_a_disc_overlaps_it(
    outline: tuple[Point, ...], y: int, radius: float
) -> None:
    template = Ground().polygon(outline)
    stretches = stretches_beside(template, y, radius)
    for tenth in range(-600, 1200, 7):
        x = tenth / 10
        gap = template_gap_mm(template, x, y, radius)
        if abs(gap) > 1e-6:
            assert any(begin < x < end for begin, end in stretches) is (gap < 0)


@pytest.mark.parametrize("outline", [SQUARE, HOLLOW])
def test_points_round_a_polygon_keep_their_distance(outline: tuple[Point, ...]) -> None:
    points_near = points_round(Ground().polygon(outline), 16.0, 2.0)
    assert len(points_near) > 50
    assert all(abs(polygon_gap_mm(outline, x, y)) <= 16 + 1e-6 for x, y in points_near)
    assert any(polygon_gap_mm(outline, x, y) == pytest.approx(16) for x, y in points_near)
