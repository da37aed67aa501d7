"""Line of sight, S-11.2, and what defends along it, SR-23."""

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


# --- hand-made


def test_s11_2_nothing_between_means_sight() -> None:
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
    assert sees(ground.position, a, b)  # as wide as they are: past its rim, from edge to edge
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


def test_s11_2_a_row_of_bases_in_contact_hides_what_stands_across_but_not_between_two() -> None:
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


def test_s11_2_what_stands_behind_or_beside_does_not_block() -> None:
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


def test_s11_2_templates_block_sight_only_if_they_say_so() -> None:
    ground = Ground()
    a, b = pair(ground)
    wood = ground.disc(300, 200, 60, "difficult")
    assert sees(ground.position, a, b)
    wood.blocks_sight = True
    assert not sees(ground.position, a, b)


def test_s11_2_a_wall_blocks_and_one_sees_past_its_end() -> None:
    ground = Ground()
    a, b = pair(ground)
    wall = ground.box(200, 195, 400, 205, "blocks_sight")
    assert not sees(ground.position, a, b)
    wall.points = ((200, 195), (315.9, 195), (315.9, 205), (200, 205))
    assert sees(ground.position, a, b)
    wall.points = ((200, 195), (316.1, 195), (316.1, 205), (200, 205))
    assert not sees(ground.position, a, b)


def test_s11_2_one_sees_through_the_hollow_of_a_template() -> None:
    ground = Ground()
    a, b = ground.friend(250, 300), ground.enemy(350, 300)
    arms = ((200.0, 200.0), (400.0, 200.0), (400.0, 400.0), (380.0, 400.0), (380.0, 220.0), (220.0, 220.0))
    ground.polygon((*arms, (220.0, 400.0), (200.0, 400.0)), "blocks_sight")
    outside = ground.enemy(450, 300)
    assert sees(ground.position, a, b)
    assert not sees(ground.position, a, outside)


def test_s11_2_whoever_stands_wholly_in_what_blocks_sight_sees_nobody() -> None:
    ground = Ground()
    a, b = pair(ground)
    wood = ground.disc(300, 100, 60, "blocks_sight")
    assert not sees(ground.position, a, b)
    wood.x = 300 - 60 - 15  # the base sticks out
    assert sees(ground.position, a, b)


def test_s11_2_whoever_stands_partly_in_what_blocks_sight_sees_from_the_part_outside() -> None:
    ground = Ground()
    a, b = ground.friend(100, 300), ground.enemy(200, 300)
    ground.disc(83, 283, 40, "blocks_sight")  # only a crescent of the base is outside, ending where the outlines cross
    assert sees(ground.position, a, b)
    ground.position.templates[0].radius = 42
    assert not sees(ground.position, a, b)


def test_s11_2_flight_changes_nothing() -> None:
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
    assert not is_defended(ground.position, b, a)  # not the one who only shoots


def test_sr23_other_templates_do_not_defend() -> None:
    ground, a, b = wood_between(200)
    ground.position.templates[0].defends = False
    assert not is_defended(ground.position, a, b)


# --- properties


def rim(creature: Creature, count: int) -> list[Point]:
    angles = [2 * math.pi * number / count for number in range(count)]
    return [(creature.x + creature.radius * math.cos(at), creature.y + creature.radius * math.sin(at)) for at in angles]


def passes_through(outline: tuple[Point, ...], one: Point, other: Point, depth: float) -> bool:
    """Cuts the segment at every edge, and looks whether the middle of a part is inside: exact but for `depth`."""
    cuts = [0.0, 1.0]
    (px, py), (qx, qy) = one, other
    for index, (ax, ay) in enumerate(outline):
        bx, by = outline[index - 1]
        across = (qx - px) * (by - ay) - (qy - py) * (bx - ax)
        if across:
            cuts.append(((ax - px) * (by - ay) - (ay - py) * (bx - ax)) / across)
    cuts = sorted(cut for cut in cuts if 0 <= cut <= 1)
    for begin, end in pairwise(cuts):
        middle = (begin + end) / 2
        x, y = px + (qx - px) * middle, py + (qy - py) * middle
        deep = min(distance_to_segment(x, y, *outline[index], *outline[index - 1]) for index in range(len(outline)))
        if is_inside(outline, x, y) and deep > depth:
            return True
    return False


def is_clear(position: Position, a: Creature, b: Creature, one: Point, other: Point, depth: float) -> bool:
    """S-11.2 written out for one segment; what goes no deeper than `depth` into a blocker grazes it."""
    for creature in position.creatures:
        if creature is a or creature is b or creature.hidden:
            continue
        if distance_to_segment(creature.x, creature.y, *one, *other) < creature.radius - depth:
            return False
    for template in position.templates:
        if "blocks_sight" not in template.traits:
            continue
        if template.points and passes_through(template.points, one, other, depth):
            return False
        away = distance_to_segment(template.x, template.y, *one, *other)
        if not template.points and away < template.radius - depth:
            return False
    return True


@repeatable
@given(screens(traits=("blocks_sight",)))
def test_s11_2_a_segment_found_by_trying_many_means_sight(ground: Ground) -> None:
    a, b = ground.position.creatures[:2]
    if not sees(ground.position, a, b):
        tried = [(one, other) for one in rim(a, 40) for other in rim(b, 40)]
        assert not any(is_clear(ground.position, a, b, one, other, 0.0) for one, other in tried)


@repeatable
@given(screens(traits=("blocks_sight",)))
def test_s11_2_sight_means_a_segment_that_meets_no_blocker(ground: Ground) -> None:
    a, b = ground.position.creatures[:2]
    found = line_of_sight(ground.position, a, b)
    assert (found is not None) is sees(ground.position, a, b)
    if found is not None:
        ends = sorted(found)
        first, last = sorted([a, b], key=lambda creature: (creature.x, creature.y))
        from_first = min(math.dist(end, (first.x, first.y)) - first.radius for end in ends)
        from_last = min(math.dist(end, (last.x, last.y)) - last.radius for end in ends)
        assert max(from_first, from_last) < 1e-4
        assert is_clear(ground.position, a, b, *found, 0.003)


@repeatable
@given(screens(traits=("blocks_sight",)))
def test_s11_2_sight_is_the_same_both_ways(ground: Ground) -> None:
    a, b = ground.position.creatures[:2]
    assert sees(ground.position, a, b) is sees(ground.position, b, a)


@repeatable
@given(screens(traits=("blocks_sight",)), st.randoms(use_true_random=False))
def test_s11_2_fewer_blockers_never_take_sight_away(ground: Ground, random: st.DataObject) -> None:
    a, b = ground.position.creatures[:2]
    seen = sees(ground.position, a, b)
    ground.position.templates.clear()
    ground.position.forget_in_play()
    rest = ground.position.creatures[2:]
    random.shuffle(rest)  # type: ignore[attr-defined]
    for creature in rest:
        now = sees(ground.position, a, b)
        assert now or not seen
        seen = now
        creature.hidden = True
    assert sees(ground.position, a, b)


@repeatable
@given(screens())
def test_s11_2_sight_does_not_depend_on_where_the_field_lies(ground: Ground) -> None:
    a, b = ground.position.creatures[:2]
    seen = sees(ground.position, a, b)
    for creature in ground.position.creatures:
        creature.x, creature.y = 600 - creature.y, creature.x + 37
    assert sees(ground.position, a, b) is seen
