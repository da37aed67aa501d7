"""Pathfinding: legal and shortest paths, compared with a search on a fine grid."""

import heapq
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.games.signum.board.geometry import Point, gap_mm, in_contact, template_gap_mm
from simulator.games.signum.board.path import Path
from simulator.games.signum.rules.movement.movement import (
    move,
    movement_mm,
    run_mm,
    where_it_ends,
    why_not_move,
    why_not_run,
)
from simulator.games.signum.rules.movement.pathfinding import (
    contact_points,
    legal_path_into_contact,
    legal_path_towards,
    path_into_contact,
    path_to,
)
from simulator.games.signum.state.position import Creature, Position
from tests.signum.ground import XL, Ground, L, grounds, repeatable

FAR = 5000.0


def length(creature: Creature, path: list[Point]) -> float:
    return Path((creature.x, creature.y), path).length


# --- examples


def test_the_path_over_open_ground_is_straight() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    assert path_to(ground.position, ana, 400, 250) == [(400, 250)]


def test_the_path_into_contact_ends_edge_to_edge() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200), ground.enemy(300, 300, base=60)
    assert path_into_contact(ground.position, ana, bo) == [(300, pytest.approx(254))]
    ana.y = 254
    assert path_into_contact(ground.position, ana, bo) == []


def test_the_path_round_a_friend_is_as_short_as_possible() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.friend(300, 250)
    path = path_to(ground.position, ana, 300, 300)
    assert path is not None
    tangent, turn = math.sqrt(50**2 - 32**2), math.pi - 2 * math.acos(32 / 50)
    shortest = 2 * tangent + 32 * turn
    assert shortest < length(ana, path) < shortest + 0.5
    assert why_not_move(ground.position, ana, path, at_most=FAR) is None


def test_the_path_round_an_enemy_does_not_touch_it() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=L)
    ground.enemy(300, 250)
    path = path_to(ground.position, ana, 300, 310)
    assert path is not None
    assert move(ground.position, ana, path).touched == []
    assert (ana.x, ana.y) == (pytest.approx(300), pytest.approx(310))


def test_the_path_round_a_wall_follows_its_corners() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.box(200, 240, 320, 260, "impassable")
    path = path_to(ground.position, ana, 300, 300)
    assert path is not None
    assert max(x for x, _ in path) == pytest.approx(336, abs=0.5)
    assert why_not_move(ground.position, ana, path, at_most=FAR) is None


def test_the_path_out_of_a_pocket_leads_back_first() -> None:
    ground = Ground()
    ana = ground.friend(300, 300)
    ground.polygon(
        ((260, 250), (340, 250), (340, 340), (330, 340), (330, 260), (270, 260), (270, 340), (260, 340)), "impassable"
    )
    path = path_to(ground.position, ana, 300, 200)
    assert path is not None
    assert max(y for _, y in path) > 350
    assert why_not_move(ground.position, ana, path, at_most=FAR) is None


def test_there_is_no_path_out_of_a_ring() -> None:
    ground = Ground()
    ana = ground.friend(300, 300)
    for number in range(10):
        angle = number * math.pi / 5
        ground.enemy(300 + 60 * math.cos(angle), 300 + 60 * math.sin(angle))
    assert path_to(ground.position, ana, 300, 500) is None


def test_an_opening_just_wide_enough_is_found() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.box(0, 250, 283.8, 260, "impassable")
    ground.box(316.2, 250, 600, 260, "impassable")
    assert path_to(ground.position, ana, 300, 300) == [(300, 300)]
    ground.position.templates[1].points = ((315, 250), (600, 250), (600, 260), (315, 260))
    assert path_to(ground.position, ana, 300, 300) is None


def test_a_path_along_the_edge_needs_room_for_the_base() -> None:
    ground = Ground()
    ana = ground.friend(40, 200)
    ground.box(33, 230, 600, 240, "impassable")
    path = path_to(ground.position, ana, 40, 280)
    assert path is not None
    assert min(x for x, _ in path) >= 16 - 1e-6
    ground.position.templates[0].points = ((31, 230), (600, 230), (600, 240), (31, 240))
    assert path_to(ground.position, ana, 40, 280) is None


def test_the_path_into_contact_goes_round_a_friend() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200), ground.enemy(300, 300)
    ground.friend(300, 268)
    path = path_into_contact(ground.position, ana, bo)
    assert path is not None
    move(ground.position, ana, path, at_most=FAR)
    assert gap_mm(ana, bo) == pytest.approx(0, abs=1e-6)


def test_an_enclosed_target_cannot_be_reached() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 100), ground.enemy(300, 300)
    for number in range(6):
        angle = number * math.pi / 3
        ground.enemy(300 + 32.001 * math.cos(angle), 300 + 32.001 * math.sin(angle))
    assert path_into_contact(ground.position, ana, bo) is None
    assert legal_path_into_contact(ground.position, ana, bo, at_most=FAR) is None


def test_a_path_can_start_in_contact() -> None:
    ground = Ground()
    ana = ground.friend(300, 268)
    ground.enemy(300, 300)
    ground.friend(268, 268)
    path = path_to(ground.position, ana, 300, 340)
    assert path is not None
    assert why_not_move(ground.position, ana, path, at_most=FAR) is None


def test_there_is_no_path_to_an_occupied_place() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.friend(300, 300)
    assert path_to(ground.position, ana, 310, 300) is None
    assert path_to(ground.position, ana, 5, 300) is None


def test_max_length_limits_the_search() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    assert path_to(ground.position, ana, 300, 300, max_length=99) is None
    assert path_to(ground.position, ana, 300, 300, max_length=100) is not None


def test_k21_flight_goes_straight_over_everything() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200, "flight", movement=XL), ground.enemy(300, 300)
    ground.enemy(300, 250)
    ground.box(200, 320, 400, 330, "impassable")
    assert path_to(ground.position, ana, 300, 350) == [(300, 350)]
    path = legal_path_into_contact(ground.position, ana, bo)
    assert path is not None
    assert bo.slot in move(ground.position, ana, path).touched


def test_k28_jump_finds_contact_over_a_row() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, "jump")
    for x in range(16, 600, 32):
        ground.friend(x, 240)
    bo = ground.enemy(300, 300)
    path = legal_path_into_contact(ground.position, ana, bo)
    assert path is not None
    assert bo.slot in move(ground.position, ana, path).touched
    ana.x, ana.y = 300, 200
    ana.card.keywords[28] = ana.keywords[28] = 0
    assert legal_path_into_contact(ground.position, ana, bo) is None


def test_s6_4_a_detour_round_difficult_ground_is_used_if_only_it_arrives() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200, movement=L), ground.enemy(300, 360)
    ground.box(250, 245, 310, 250, "difficult")
    path = legal_path_into_contact(ground.position, ana, bo)
    assert path is not None
    assert len(path) > 1
    assert move(ground.position, ana, path).touched == [bo.slot]


def test_s6_4_unavoidable_difficult_ground_shortens_the_path() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=L)
    ground.box(0, 240, 600, 260, "difficult")
    path = legal_path_towards(ground.position, ana, 300, 500)
    assert path == [(300, 280)]


def test_a_path_towards_a_near_enemy_ends_in_contact() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200), ground.enemy(300, 300)
    move(ground.position, ana, legal_path_towards(ground.position, ana, bo.x, bo.y))
    assert in_contact(ana, bo)


def test_a_path_towards_a_far_place_is_limited_by_movement_or_run() -> None:
    ground = Ground()
    ana = ground.friend(100, 100)
    assert length(ana, legal_path_towards(ground.position, ana, 500, 500)) == pytest.approx(100)
    assert length(ana, legal_path_towards(ground.position, ana, 500, 500, run=True)) == pytest.approx(150)
    assert length(ana, legal_path_towards(ground.position, ana, 500, 500, at_most=30.0)) == pytest.approx(30)


def test_a_path_towards_an_unreachable_place_ends_next_to_it() -> None:
    ground = Ground()
    ana, friend = ground.friend(300, 200), ground.friend(300, 260)
    move(ground.position, ana, legal_path_towards(ground.position, ana, friend.x, friend.y))
    assert gap_mm(ana, friend) < 20
    ana.x, ana.y = 60, 60
    move(ground.position, ana, legal_path_towards(ground.position, ana, -50, -50))
    assert (ana.x, ana.y) == (pytest.approx(16), pytest.approx(16))


def test_contact_points_are_free_and_nearest_first() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200), ground.enemy(300, 300)
    ground.friend(300, 268)
    points = contact_points(ground.position, ana, bo)
    distances = [math.dist(point, (300, 200)) for point in points]
    assert distances == sorted(distances)
    assert all(math.dist(point, (300, 300)) == pytest.approx(32) for point in points)
    assert all(math.dist(point, (300, 268)) >= 31.5 - 1e-6 for point in points)


# --- compared with a grid


def can_stand(position: Position, mover: Creature, target: Creature | None, at: Point, room: float) -> bool:
    """Whether the moving base may be at this place, with `room` to spare."""
    if not (mover.radius <= at[0] <= 600 - mover.radius and mover.radius <= at[1] <= 600 - mover.radius):
        return False
    for other in position.creatures:
        if other is mover or other is target:
            continue
        needed = mover.radius + other.radius + room
        if other.seat != mover.seat and not in_contact(mover, other):
            needed += 0.5
        if math.dist(at, (other.x, other.y)) < needed:
            return False
    return all(
        template_gap_mm(template, *at, mover.radius) >= room
        for template in position.templates
        if "impassable" in template.traits
    )


STEPS = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if math.gcd(x, y) == 1]
GRID_MM = 8.0
SPARE_MM = 0.35


def grid_length(position: Position, mover: Creature, target: Creature | None, goal: Point, max_length: float) -> float:
    """Length of the shortest grid path with some clearance.

    Infinite if there is none within `max_length`.
    """
    begin = (mover.x, mover.y)

    def is_passable(start: Point, end: Point) -> bool:
        for part in range(9):
            at = start[0] + (end[0] - start[0]) * part / 8, start[1] + (end[1] - start[1]) * part / 8
            room = SPARE_MM if math.dist(at, begin) > 3 else -0.4
            if not can_stand(position, mover, target, at, room):
                return False
        return True

    best = {(0, 0): 0.0}
    heap = [(0.0, (0, 0))]
    while heap:
        walked, cell = heapq.heappop(heap)
        at = begin[0] + cell[0] * GRID_MM, begin[1] + cell[1] * GRID_MM
        if walked > best[cell]:
            continue
        if target is not None:
            if math.dist(at, goal) <= mover.radius + target.radius:
                return walked
        elif math.dist(at, goal) <= 1.5 * GRID_MM and is_passable(at, goal):
            return walked + math.dist(at, goal)
        for step in STEPS:
            further = walked + GRID_MM * math.hypot(*step)
            cell_after = (cell[0] + step[0], cell[1] + step[1])
            if further < best.get(cell_after, max_length):
                position_after = begin[0] + cell_after[0] * GRID_MM, begin[1] + cell_after[1] * GRID_MM
                if is_passable(at, position_after):
                    best[cell_after] = further
                    heapq.heappush(heap, (further, cell_after))
    return math.inf


@repeatable
@given(grounds(max_bases=14, size=150, traits=("impassable",)), st.data())
def test_paths_are_legal_arrive_and_are_not_longer_than_on_a_grid(ground: Ground, data: st.DataObject) -> None:
    position = ground.position
    mover = position.creatures[0]
    target = data.draw(st.sampled_from([None, *[other for other in position.creatures if other.seat == 1]]))
    if target is None:
        goal = (data.draw(st.integers(16, 200)), data.draw(st.integers(16, 200)))
        if not can_stand(position, mover, None, goal, SPARE_MM):
            return
        path = path_to(position, mover, *goal)
    else:
        goal = (target.x, target.y)
        path = path_into_contact(position, mover, target)
    if path == []:
        return
    if path is None:
        assert grid_length(position, mover, target, goal, 600.0) == math.inf
        return
    assert why_not_move(position, mover, path, at_most=FAR) is None
    long = length(mover, path)
    if len(path) > 1:
        assert long <= grid_length(position, mover, target, goal, long + 20) + 0.01 * long + 1
    end = where_it_ends(position, mover, path, at_most=FAR)
    assert end is not None
    assert math.dist(end, path[-1]) < 0.01
    if target is None:
        assert end == pytest.approx(goal, abs=1e-6)
    else:
        assert math.dist(end, goal) == pytest.approx(mover.radius + target.radius, abs=0.01)


@repeatable
@given(
    grounds(max_bases=10, size=200, traits=("impassable", "difficult"), keywords=("flight", "jump", "pathfinder")),
    st.tuples(st.integers(-50, 400), st.integers(-50, 400)),
    st.booleans(),
)
def test_paths_within_the_movement_are_legal_moves(ground: Ground, goal: Point, run: bool) -> None:
    position = ground.position
    mover = position.creatures[0]
    if run and why_not_run(position, mover) is not None:
        return
    limit = run_mm(position, mover) if run else movement_mm(position, mover)
    towards = legal_path_towards(position, mover, *goal, run=run)
    assert why_not_move(position, mover, towards, run=run) is None
    assert length(mover, towards) <= limit + 1e-6
    for other in position.creatures[1:]:
        path = legal_path_into_contact(position, mover, other, run=run)
        if path is None or other.seat == mover.seat:
            continue
        assert why_not_move(position, mover, path, run=run) is None
        end = where_it_ends(position, mover, path, run=run)
        assert end is not None
        assert math.dist(end, (other.x, other.y)) - mover.radius - other.radius <= 0.5 + 1e-6
