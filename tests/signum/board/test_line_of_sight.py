"""Line of sight (S-11.2) and terrain that defends along it (SR-23)."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.games.signum.board.geometry import Point, distance_to_segment, is_inside
from simulator.games.signum.board.line_of_sight import crosses_defence, is_defended, line_of_sight, sees
from simulator.games.signum.state.position import Creature, Position
from tests.signum.ground import Ground, repeatable, screens


def pair(ground: Ground, *, base: int = 32, apart: float = 200.0) -> tuple[Creature, Creature]:
    return ground.friend(300, 100, base=base), ground.enemy(300, 100 + apart, base=base)


# --- examples


def test_s11_2_nothing_between_two_bases_gives_sight() -> None:
    ground = Ground()
    assert sees(ground.position, *pair(ground))


def test_s11_2_a_wider_base_in_the_middle_blocks() -> None:
    ground = Ground()
    a, b = pair(ground, apart=160)
    ground.friend(300, 180, base=60)
    assert not sees(ground.position, a, b)


@pytest.mark.parametrize("seat", [0, 1])
def test_s11_2_friends_and_enemies_block_alike(seat: int) -> None:
    ground = Ground()
    a, b = pair(ground, apart=70)
    blocker = ground.put(300, 135, seat=seat, base=32)
    assert sees(ground.position, a, b)  # equally wide: a line passes its rim from edge to edge
    blocker.radius = 17
    assert not sees(ground.position, a, b)


def test_s11_2_a_sliver_of_a_base_is_enough() -> None:
    ground = Ground()
    a, b = pair(ground)
    ground.friend(330, 200, base=60)
    wall = ground.friend(270 - 0.4, 200, base=60)
    assert sees(ground.position, a, b)
    wall.x = 270 + 0.1
    assert not sees(ground.position, a, b)


def test_s11_2_grazing_does_not_block() -> None:
    ground = Ground()
    a, b = pair(ground)
    ground.friend(270, 200, base=60)
    ground.friend(330, 200, base=60)  # both touch the one line between them
    assert sees(ground.position, a, b)


def test_s11_2_a_row_of_bases_blocks_sight_unless_it_has_gaps() -> None:
    ground = Ground()
    a = ground.friend(300, 100)
    for number in range(-4, 5):
        ground.friend(300 + 33 * number, 200, base=32)
    b = ground.enemy(300, 300, base=32)
    assert sees(ground.position, a, b)  # gaps of 1 mm
    for creature in ground.position.creatures[1:-1]:
        creature.radius = 16.6
    assert not sees(ground.position, a, b)


def test_s11_2_from_any_point_of_one_base_to_any_point_of_the_other() -> None:
    ground = Ground()
    a, b = pair(ground, base=60)
    ground.enemy(300, 200, base=32)
    assert sees(ground.position, a, b)


def test_s11_2_bases_behind_or_beside_do_not_block() -> None:
    ground = Ground()
    a, b = pair(ground)
    for x, y in ((300, 68), (300, 332), (332, 100), (268, 100), (332, 300), (268, 300)):
        ground.enemy(x, y)
    assert sees(ground.position, a, b)


def test_s11_2_bases_in_contact_see_each_other() -> None:
    ground = Ground()
    a, b = pair(ground, apart=32)
    ground.enemy(300 + 27.72, 116, base=32)
    assert sees(ground.position, a, b)


def test_s11_2_overlaps_within_the_tolerance_count_as_contact() -> None:
    ground = Ground()
    a, b = pair(ground, apart=31.7)
    ground.enemy(327.6, 116, base=32)
    assert sees(ground.position, a, b)


def test_s11_2_templates_block_sight_only_with_the_trait() -> None:
    ground = Ground()
    a, b = pair(ground)
    wood = ground.disc(300, 200, 60, "difficult")
    assert sees(ground.position, a, b)
    wood.blocks_sight = True
    assert not sees(ground.position, a, b)


def test_s11_2_a_wall_blocks_sight_up_to_its_end() -> None:
    ground = Ground()
    a, b = pair(ground)
    wall = ground.box(200, 195, 400, 205, "blocks_sight")
    assert not sees(ground.position, a, b)
    wall.points = ((200, 195), (315.9, 195), (315.9, 205), (200, 205))
    assert sees(ground.position, a, b)
    wall.points = ((200, 195), (316.1, 195), (316.1, 205), (200, 205))
    assert not sees(ground.position, a, b)


def test_s11_2_the_hollow_of_a_template_does_not_block() -> None:
    ground = Ground()
    a, b = ground.friend(250, 300), ground.enemy(350, 300)
    arms = ((200.0, 200.0), (400.0, 200.0), (400.0, 400.0), (380.0, 400.0), (380.0, 220.0), (220.0, 220.0))
    ground.polygon((*arms, (220.0, 400.0), (200.0, 400.0)), "blocks_sight")
    outside = ground.enemy(450, 300)
    assert sees(ground.position, a, b)
    assert not sees(ground.position, a, outside)


def test_s11_2_a_base_inside_blocking_terrain_has_no_sight() -> None:
    ground = Ground()
    a, b = pair(ground)
    wood = ground.disc(300, 100, 60, "blocks_sight")
    assert not sees(ground.position, a, b)
    wood.x = 300 - 60 - 15  # the base sticks out
    assert sees(ground.position, a, b)


def test_s11_2_a_base_partly_in_blocking_terrain_sees_from_outside_it() -> None:
    ground = Ground()
    a, b = ground.friend(100, 300), ground.enemy(200, 300)
    ground.disc(83, 283, 40, "blocks_sight")  # only a crescent of the base is outside, ending where the outlines cross
    assert sees(ground.position, a, b)
    ground.position.templates[0].radius = 42
    assert not sees(ground.position, a, b)


def test_s11_2_flight_does_not_change_sight() -> None:
    ground = Ground()
    a = ground.friend(300, 100, "flight")
    b = ground.enemy(300, 260, "flight")
    ground.friend(300, 180, "flight", base=60)
    assert not sees(ground.position, a, b)


def test_s12_5_hidden_creatures_do_not_block() -> None:
    ground = Ground()
    a, b = pair(ground, apart=160)
    ground.friend(300, 180, base=60, hidden=True)
    assert sees(ground.position, a, b)


# --- SR-23


def wood_between(left: float) -> tuple[Ground, Creature, Creature]:
    ground = Ground()
    ground.box(left, 190, 400, 210, "defence_against_ranged")
    return (ground, *pair(ground))


def test_sr23_a_template_counts_if_every_clear_segment_crosses_it() -> None:
    ground, a, b = wood_between(200)
    assert crosses_defence(ground.position, a, b, ground.position.templates[0])
    assert is_defended(ground.position, a, b)
    assert sees(ground.position, a, b)


def test_sr23_the_attacker_chooses_a_segment_past_the_template() -> None:
    ground, a, b = wood_between(290)
    assert not is_defended(ground.position, a, b)


def test_sr23_a_blocker_can_leave_only_segments_through_the_template() -> None:
    ground, a, b = wood_between(290)
    ground.friend(270, 160, base=60)
    assert sees(ground.position, a, b)
    assert is_defended(ground.position, a, b)


def test_sr23_a_target_that_touches_the_template_is_defended_from_everywhere() -> None:
    ground, a, b = wood_between(200)
    ground.position.templates[0].points = ((316.4, 290), (330, 290), (330, 310), (316.4, 310))
    assert is_defended(ground.position, a, b)
    assert not is_defended(ground.position, b, a)  # the shooter does not touch it


def test_sr23_other_templates_do_not_defend() -> None:
    ground, a, b = wood_between(200)
    ground.position.templates[0].defends = False
    assert not is_defended(ground.position, a, b)


# --- properties


def rim(creature: Creature, count: int) -> list[Point]:
    angles = [2 * math.pi * number / count for number in range(count)]
    return [(creature.x + creature.radius * math.cos(at), creature.y + creature.radius * math.sin(at)) for at in angles]


def passes_through(outline: tuple[Point, ...], start: Point, end: Point, depth: float) -> bool:
    """Whether the segment enters the outline deeper than `depth`.

    Cuts the segment at every edge, and tests the middle of each part.
    """
    cuts = [0.0, 1.0]
    (px, py), (qx, qy) = start, end
    for index, (ax, ay) in enumerate(outline):
        bx, by = outline[index - 1]
        across = (qx - px) * (by - ay) - (qy - py) * (bx - ax)
        if across:
            cuts.append(((ax - px) * (by - ay) - (ay - py) * (bx - ax)) / across)
    cuts = sorted(cut for cut in cuts if 0 <= cut <= 1)
    for first, last in pairwise(cuts):
        middle = (first + last) / 2
        x, y = px + (qx - px) * middle, py + (qy - py) * middle
        deep = min(distance_to_segment(x, y, *outline[index], *outline[index - 1]) for index in range(len(outline)))
        if is_inside(outline, x, y) and deep > depth:
            return True
    return False


def is_clear(position: Position, a: Creature, b: Creature, start: Point, end: Point, depth: float) -> bool:
    """S-11.2 for one segment.

    A segment that enters a blocker no deeper than `depth` only grazes it.
    """
    for creature in position.creatures:
        if creature is a or creature is b or creature.hidden:
            continue
        if distance_to_segment(creature.x, creature.y, *start, *end) < creature.radius - depth:
            return False
    for template in position.templates:
        if "blocks_sight" not in template.traits:
            continue
        if template.points and passes_through(template.points, start, end, depth):
            return False
        away = distance_to_segment(template.x, template.y, *start, *end)
        if not template.points and away < template.radius - depth:
            return False
    return True


@repeatable
@given(screens(traits=("blocks_sight",)))
def test_s11_2_without_sight_no_sampled_segment_is_clear(ground: Ground) -> None:
    a, b = ground.position.creatures[:2]
    if not sees(ground.position, a, b):
        segments = [(start, end) for start in rim(a, 40) for end in rim(b, 40)]
        assert not any(is_clear(ground.position, a, b, start, end, 0.0) for start, end in segments)


@repeatable
@given(screens(traits=("blocks_sight",)))
def test_s11_2_the_line_of_sight_meets_no_blocker(ground: Ground) -> None:
    a, b = ground.position.creatures[:2]
    segment = line_of_sight(ground.position, a, b)
    assert (segment is not None) is sees(ground.position, a, b)
    if segment is not None:
        ends = sorted(segment)
        first, last = sorted([a, b], key=lambda creature: (creature.x, creature.y))
        from_first = min(math.dist(end, (first.x, first.y)) - first.radius for end in ends)
        from_last = min(math.dist(end, (last.x, last.y)) - last.radius for end in ends)
        assert max(from_first, from_last) < 1e-4
        assert is_clear(ground.position, a, b, *segment, 0.003)


@repeatable
@given(screens(traits=("blocks_sight",)))
def test_s11_2_sight_is_symmetric(ground: Ground) -> None:
    a, b = ground.position.creatures[:2]
    assert sees(ground.position, a, b) is sees(ground.position, b, a)


@repeatable
@given(screens(traits=("blocks_sight",)), st.randoms(use_true_random=False))
def test_s11_2_removing_blockers_never_removes_sight(ground: Ground, random: st.DataObject) -> None:
    a, b = ground.position.creatures[:2]
    visible = sees(ground.position, a, b)
    ground.position.templates.clear()
    ground.position.forget_in_play()
    rest = ground.position.creatures[2:]
    random.shuffle(rest)  # type: ignore[attr-defined]
    for creature in rest:
        now_visible = sees(ground.position, a, b)
        assert now_visible or not visible
        visible = now_visible
        creature.hidden = True
    assert sees(ground.position, a, b)


@repeatable
@given(screens())
def test_s11_2_sight_is_invariant_under_rotation(ground: Ground) -> None:
    a, b = ground.position.creatures[:2]
    visible = sees(ground.position, a, b)
    for creature in ground.position.creatures:
        creature.x, creature.y = 600 - creature.y, creature.x + 37
    assert sees(ground.position, a, b) is visible
