"""Chapter 7: movement, Run, and what stops a moving base."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.play.event_log import Log
from simulator.games.signum.board.contact import touched_enemy, touching_enemies
from simulator.games.signum.board.geometry import Point, gap_mm, in_contact, template_gap_mm
from simulator.games.signum.cards.abilities import Grant
from simulator.games.signum.rules.abilities.stats import grant
from simulator.games.signum.rules.combat.healing import take_control
from simulator.games.signum.rules.movement.movement import (
    move,
    movement_mm,
    push_away,
    run_mm,
    step_places,
    where_it_ends,
    why_not_move,
    why_not_run,
)
from simulator.games.signum.rules.movement.trajectory import AS_PLANNED, CONTACT, DIFFICULT, FRIEND
from simulator.games.signum.state.position import Creature
from simulator.games.signum.state.refusals import CANNOT_RUN, PATH_BLOCKED, TOO_FAR, IllegalMove
from tests.signum.ground import XL, Ground, L, M, S, grounds, repeatable


def code(refusal: IllegalMove | None) -> str:
    return "" if refusal is None else refusal.code


def at(creature: Creature) -> Point:
    return round(creature.x, 3), round(creature.y, 3)


# --- S-7.1, S-7.2


def test_s7_1_a_creature_moves_up_to_its_movement() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    result = move(ground.position, ana, [(300, 260), (340, 260)])
    assert at(ana) == (340, 260)
    assert (result.trajectory.path.length, result.trajectory.ended, result.trajectory.path.waypoints) == (
        100,
        AS_PLANNED,
        [(300, 260), (340, 260)],
    )
    assert (result.touched, result.touched_hidden) == ([], [])


@pytest.mark.parametrize(("movement", "distance"), [(S, 80), (M, 100), (L, 150), (XL, 250)])
def test_s7_2_the_path_is_no_longer_than_the_movement(movement: int, distance: int) -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=movement)
    assert code(why_not_move(ground.position, ana, [(300, 200 + distance)])) == ""
    assert code(why_not_move(ground.position, ana, [(300, 200.1 + distance)])) == TOO_FAR


def test_s7_2_the_length_of_a_detour_counts() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    assert code(why_not_move(ground.position, ana, [(340, 250), (300, 290)])) == TOO_FAR


def test_s7_2_granted_movement_counts_in_steps() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    grant(ground.position, ana, Grant(stat="movement", value=1), 1)
    assert movement_mm(ground.position, ana) == L
    assert code(why_not_move(ground.position, ana, [(300, 350)])) == ""


def test_s7_2_a_refused_move_changes_nothing() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    with pytest.raises(IllegalMove) as caught:
        move(ground.position, ana, [(300, 500)])
    assert caught.value.code == TOO_FAR
    assert at(ana) == (300, 200)


@pytest.mark.parametrize("to", [(10, 50), (50, 10), (-50, 50), (math.nan, 50), (math.inf, 50)])
def test_s7_2_the_base_stays_inside_the_field(to: Point) -> None:
    ground = Ground()
    ana = ground.friend(50, 50)
    assert code(why_not_move(ground.position, ana, [to])) == PATH_BLOCKED


def test_s7_2_the_base_may_touch_the_edge_of_the_field() -> None:
    ground = Ground()
    ana = ground.friend(50, 50)
    move(ground.position, ana, [(16, 16)])
    assert at(ana) == (16, 16)


def test_s7_2_a_friend_blocks_the_path_but_can_be_passed() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=L)
    ground.friend(300, 250)
    assert code(why_not_move(ground.position, ana, [(300, 300)])) == PATH_BLOCKED
    assert code(why_not_move(ground.position, ana, [(333, 215), (333, 280), (300, 300)])) == ""


def test_s7_2_a_gap_narrower_than_the_base_blocks() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.friend(269, 250)
    right = ground.friend(331, 250)
    assert code(why_not_move(ground.position, ana, [(300, 300)])) == PATH_BLOCKED
    ground.position.creatures[1].x, right.x = 268, 332
    assert code(why_not_move(ground.position, ana, [(300, 300)])) == ""


def test_s7_2_an_enemy_in_contact_at_the_start_blocks() -> None:
    ground = Ground()
    ana = ground.friend(300, 268)
    ground.enemy(300, 300)
    assert code(why_not_move(ground.position, ana, [(300, 340)])) == PATH_BLOCKED


def test_sr1_overlaps_within_the_tolerance_are_allowed() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.friend(300, 270)
    move(ground.position, ana, [(300, 238.4)])
    assert at(ana) == (300, 238.4)
    move(ground.position, ana, [(280, 180)])
    assert at(ana) == (280, 180)


def test_an_empty_path_is_no_move() -> None:
    log = Log()
    ground = Ground(log=log)
    ana = ground.friend(300, 200)
    assert move(ground.position, ana, []).trajectory.path.length == 0
    assert log.events == []


def test_a_move_is_logged_with_its_waypoints() -> None:
    log = Log()
    ground = Ground(log=log)
    ana = ground.friend(300, 200)
    ground.enemy(300, 300)
    move(ground.position, ana, [(300, 210), (300, 300)])
    assert log.lines() == ["Moved who=0 path=((300.0, 210.0), (300.0, 268.0)) run=False"]


# --- S-7.3


def test_s7_3_touching_an_enemy_stops_the_move() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200), ground.enemy(300, 300)
    result = move(ground.position, ana, [(300, 300)])
    assert at(ana) == (300, 268)
    assert (result.touched, result.trajectory.ended, result.trajectory.path.length) == ([bo.slot], CONTACT, 68)


def test_sr48_obstacles_behind_the_stop_do_not_count() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.enemy(300, 300)
    ground.box(0, 320, 600, 330, "impassable")
    move(ground.position, ana, [(300, 500), (300, 1000)])
    assert at(ana) == (300, 268)


def test_s7_3_a_base_passing_nearby_does_not_stop() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.enemy(332.6, 250)
    assert move(ground.position, ana, [(300, 300)]).touched == []
    assert at(ana) == (300, 300)


def test_s7_3_passing_within_half_a_millimetre_is_touching() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200), ground.enemy(332.4, 250)
    assert move(ground.position, ana, [(300, 300)]).touched == [bo.slot]
    assert at(ana) == (300, 250)


def test_s7_3_an_enemy_in_contact_at_the_start_does_not_stop_the_move() -> None:
    ground = Ground()
    ana = ground.friend(300, 268)
    ground.enemy(300, 300)
    result = move(ground.position, ana, [(330, 268), (330, 288)])
    assert at(ana) == (330, 288)
    assert result.touched == []  # leaving contact and returning is not a new contact


def test_s7_3_several_enemies_can_be_touched_at_once() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    left, right = ground.enemy(284, 280), ground.enemy(316, 280)
    result = move(ground.position, ana, [(300, 290)])
    assert sorted(result.touched) == [left.slot, right.slot]


def test_s7_3_the_first_enemy_stops_the_move() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.enemy(300, 330)
    near = ground.enemy(320, 260)
    assert move(ground.position, ana, [(300, 300)]).touched == [near.slot]


def test_s12_3_touching_a_hidden_enemy_stops_the_move_and_is_reported_separately() -> None:
    ground = Ground()
    ana, shade = ground.friend(300, 200), ground.enemy(300, 280, hidden=True)
    result = move(ground.position, ana, [(300, 260)])
    assert at(ana) == (300, 248)
    assert (result.touched, result.touched_hidden) == ([], [shade.slot])


def test_enemies_in_contact_with_and_without_hidden_ones() -> None:
    ground = Ground()
    ana = ground.friend(300, 300)
    ground.friend(268, 300)
    bo, shade = ground.enemy(332, 300), ground.enemy(300, 332, hidden=True)
    assert touching_enemies(ground.position, ana) == [bo, shade]
    assert touched_enemy(ground.position, ana) is bo


# --- SR-15


def test_sr15_a_move_that_would_end_on_a_friend_ends_in_front_of_it() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.friend(300, 300)
    result = move(ground.position, ana, [(300, 290)])
    assert at(ana) == (300, 268)
    assert result.trajectory.ended == FRIEND


def test_sr15_a_row_of_friends_at_the_end_of_the_path_counts_as_one() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=XL)
    for y in (300, 340, 380):
        ground.friend(300, y)
    move(ground.position, ana, [(300, 400)])
    assert at(ana) == (300, 268)


def test_sr15_an_earlier_friend_on_the_path_blocks() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=XL)
    ground.friend(300, 250)
    ground.friend(300, 400)
    assert code(why_not_move(ground.position, ana, [(300, 400)])) == PATH_BLOCKED


def test_sr15_an_enemy_in_front_of_the_friend_stops_the_move_first() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.friend(300, 300)
    bo = ground.enemy(320, 240)
    assert move(ground.position, ana, [(300, 290)]).touched == [bo.slot]


# --- S-7.5 Run


@pytest.mark.parametrize(("movement", "distance"), [(S, M), (M, L), (L, XL)])
def test_s7_5_a_run_is_one_step_longer(movement: int, distance: int) -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=movement)
    assert run_mm(ground.position, ana) == distance
    assert code(why_not_move(ground.position, ana, [(300, 200 + distance)], run=True)) == ""
    assert code(why_not_move(ground.position, ana, [(300, 201 + distance)], run=True)) == TOO_FAR


def test_s7_5_no_run_with_xl() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=XL)
    assert code(why_not_move(ground.position, ana, [(300, 210)], run=True)) == CANNOT_RUN


def test_s7_5_no_run_in_contact_with_an_enemy() -> None:
    ground = Ground()
    ana = ground.friend(300, 268)
    bo = ground.enemy(300, 300)
    assert code(why_not_run(ground.position, ana)) == CANNOT_RUN
    take_control(ground.position, bo, 0)
    assert code(why_not_run(ground.position, ana)) == ""


def test_sr22_a_hidden_enemy_in_contact_does_not_forbid_a_run() -> None:
    ground = Ground()
    ana = ground.friend(300, 268)
    ground.enemy(300, 300, hidden=True)
    assert code(why_not_run(ground.position, ana)) == ""


def test_s12_5_a_hidden_creature_may_run_from_contact() -> None:
    ground = Ground()
    shade = ground.friend(300, 268, hidden=True)
    ground.enemy(300, 300)
    assert code(why_not_run(ground.position, shade)) == ""


def test_s7_5_touching_an_enemy_stops_a_run() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200), ground.enemy(300, 300)
    result = move(ground.position, ana, [(300, 350)], run=True)
    assert at(ana) == (300, 268)
    assert result.touched == [bo.slot]


def test_k46_slow_cannot_run() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, "slow")
    assert code(why_not_run(ground.position, ana)) == CANNOT_RUN
    assert code(why_not_move(ground.position, ana, [(300, 300)])) == ""


def test_k19_fast_runs_into_contact() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200, "fast"), ground.enemy(300, 330)
    assert move(ground.position, ana, [(300, 340)], run=True).touched == [bo.slot]
    assert in_contact(ana, bo)


# --- S-6.4 difficult and impassable ground


def test_s6_4_difficult_ground_means_movement_s() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.disc(300, 300, 60, "difficult")
    assert code(why_not_move(ground.position, ana, [(300, 281)])) == TOO_FAR
    assert code(why_not_move(ground.position, ana, [(300, 280)])) == ""


def test_s6_4_a_base_that_moved_more_than_s_stops_at_difficult_ground() -> None:
    ground = Ground()
    ana = ground.friend(300, 100, movement=L)
    ground.disc(300, 300, 90, "difficult")
    result = move(ground.position, ana, [(300, 240)])
    assert at(ana) == (300, 194)
    assert result.trajectory.ended == DIFFICULT


def test_s6_4_a_difficult_polygon_stops_a_move() -> None:
    ground = Ground()
    ana = ground.friend(300, 100, movement=L)
    ground.box(250, 210, 350, 400, "difficult")
    move(ground.position, ana, [(300, 240)])
    assert at(ana) == (300, 194)


def test_s6_4_starting_on_difficult_ground_means_movement_s() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=L)
    ground.disc(300, 150, 34.5, "difficult")  # 0.5 mm from the base (SR-21)
    assert movement_mm(ground.position, ana) == S
    assert code(why_not_move(ground.position, ana, [(300, 281)])) == TOO_FAR
    assert code(why_not_move(ground.position, ana, [(300, 280)])) == ""


def test_s6_4_movement_s_is_not_slowed() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=S)
    ground.disc(300, 250, 20, "difficult")
    assert code(why_not_move(ground.position, ana, [(300, 280)])) == ""


def test_s6_4_difficult_ground_prevents_and_stops_a_run() -> None:
    ground = Ground()
    ana = ground.friend(300, 100)
    wood = ground.disc(300, 200, 40, "difficult")
    result = move(ground.position, ana, [(300, 250)], run=True)
    assert at(ana) == (300, 144)
    assert result.trajectory.ended == DIFFICULT
    assert code(why_not_run(ground.position, ana)) == CANNOT_RUN
    wood.is_difficult = False
    assert code(why_not_run(ground.position, ana)) == ""


@pytest.mark.parametrize("keyword", ["flight", "pathfinder"])
def test_k38_pathfinder_and_flight_ignore_difficult_ground(keyword: str) -> None:
    ground = Ground()
    ana = ground.friend(300, 100, keyword)
    ground.disc(300, 150, 40, "difficult")
    assert movement_mm(ground.position, ana) == M
    assert code(why_not_move(ground.position, ana, [(300, 200)])) == ""
    assert code(why_not_move(ground.position, ana, [(300, 250)], run=True)) == ""


@pytest.mark.parametrize("keywords", [(), ("pathfinder",)])
def test_s6_4_impassable_ground_blocks_without_flight(keywords: tuple[str, ...]) -> None:
    ground = Ground()
    ana = ground.friend(300, 200, *keywords)
    ground.box(200, 240, 400, 250, "impassable")
    assert code(why_not_move(ground.position, ana, [(300, 290)])) == PATH_BLOCKED
    assert code(why_not_move(ground.position, ana, [(300, 225)])) == PATH_BLOCKED
    assert code(why_not_move(ground.position, ana, [(300, 224)])) == ""


def test_s6_4_a_disc_can_be_impassable_too() -> None:
    ground = Ground()
    ana = ground.friend(300, 200)
    ground.disc(300, 260, 20, "impassable")
    assert code(why_not_move(ground.position, ana, [(300, 225)])) == PATH_BLOCKED
    assert code(why_not_move(ground.position, ana, [(300, 224)])) == ""


# --- K-21 Flight


def test_k21_flight_crosses_bases_and_impassable_ground() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, "flight", movement=XL)
    ground.enemy(300, 250)
    ground.friend(300, 300)
    ground.box(200, 340, 400, 360, "impassable")
    result = move(ground.position, ana, [(300, 400)])
    assert at(ana) == (300, 400)
    assert result.touched == []


def test_k21_flight_does_not_end_on_a_base_or_on_impassable_ground() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, "flight")
    ground.enemy(300, 280)
    ground.disc(220, 200, 20, "impassable")
    assert code(why_not_move(ground.position, ana, [(300, 270)])) == PATH_BLOCKED
    assert code(why_not_move(ground.position, ana, [(230, 200)])) == PATH_BLOCKED


def test_sr24_flight_may_end_in_contact() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, "flight", movement=L)
    bo = ground.enemy(300, 280)
    result = move(ground.position, ana, [(300, 312)])
    assert at(ana) == (300, 312)
    assert result.touched == [bo.slot]


def test_sr15_flight_ends_in_front_of_a_friend_too() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, "flight", movement=L)
    ground.enemy(300, 240)
    ground.friend(300, 320)
    move(ground.position, ana, [(300, 320)])
    assert at(ana) == (300, 288)


def test_k21_flight_stays_inside_the_field() -> None:
    ground = Ground()
    ana = ground.friend(50, 50, "flight")
    assert code(why_not_move(ground.position, ana, [(5, 50), (50, 60)])) == PATH_BLOCKED


# --- K-28 Jump


def test_k28_a_jump_crosses_bases_in_a_straight_line() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, "jump")
    ground.enemy(300, 240)
    ground.friend(330, 240)
    result = move(ground.position, ana, [(300, 290)])
    assert at(ana) == (300, 290)
    assert result.touched == []


def test_k28_a_jump_may_end_in_contact() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200, "jump"), ground.enemy(300, 240)
    assert move(ground.position, ana, [(300, 272)]).touched == [bo.slot]
    assert at(ana) == (300, 272)


def test_k28_a_path_with_a_turn_is_no_jump() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200, "jump"), ground.enemy(300, 240)
    assert move(ground.position, ana, [(300, 250), (300, 290)]).touched == [bo.slot]
    assert at(ana) == (300, 208)


def test_sr49_a_jump_onto_a_base_is_a_normal_move_that_stops() -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200, "jump"), ground.enemy(300, 260)
    assert move(ground.position, ana, [(300, 265)]).touched == [bo.slot]
    assert at(ana) == (300, 228)


@pytest.mark.parametrize("trait", ["difficult", "impassable", "blocks_sight"])
def test_k28_no_jump_over_terrain(trait: str) -> None:
    ground = Ground()
    ana, bo = ground.friend(300, 200, "jump"), ground.enemy(300, 240)
    ground.box(200, 262, 400, 264, trait)
    assert where_it_ends(ground.position, ana, [(300, 290)]) == (300, 208)
    assert in_contact(ana, bo) is False
    ground.position.templates.clear()
    ground.position.forget_in_play()
    assert where_it_ends(ground.position, ana, [(300, 290)]) == (300, 290)


def test_k28_no_jump_out_of_terrain() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, "jump", movement=S)
    ground.enemy(300, 240)
    ground.disc(300, 180, 20, "difficult")
    assert where_it_ends(ground.position, ana, [(300, 272)]) == (300, 208)


def test_k28_a_jump_is_no_longer_than_the_movement() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, "jump", movement=S)
    ground.friend(300, 240)
    assert code(why_not_move(ground.position, ana, [(300, 281)])) == PATH_BLOCKED
    assert code(why_not_move(ground.position, ana, [(300, 280)])) == ""


# --- moves of another length, pushes, steps


def test_at_most_overrides_the_movement() -> None:
    ground = Ground()
    ana = ground.friend(300, 200, movement=XL)
    assert code(why_not_move(ground.position, ana, [(300, 281)], at_most=80.0)) == TOO_FAR
    assert code(why_not_move(ground.position, ana, [(300, 280)], at_most=80.0)) == ""


def test_k07_a_push_moves_straight_away() -> None:
    ground = Ground()
    shooter, target = ground.friend(300, 200), ground.enemy(330, 240)
    assert push_away(ground.position, target, shooter, 80.0)
    assert at(target) == (378, 304)


def test_k07_a_push_stops_at_bases_templates_and_the_edge() -> None:
    ground = Ground()
    shooter, target = ground.friend(300, 200), ground.enemy(300, 240)
    ground.friend(300, 300)
    assert not push_away(ground.position, target, shooter, 80.0)
    assert at(target) == (300, 268)
    shooter, target = ground.friend(100, 200), ground.enemy(100, 240)
    ground.box(0, 300, 200, 310, "impassable")
    assert not push_away(ground.position, target, shooter, 80.0)
    assert at(target) == (100, 284)
    shooter, target = ground.friend(500, 500), ground.enemy(500, 560)
    assert not push_away(ground.position, target, shooter, 80.0)
    assert at(target) == (500, 584)


def test_k07_a_base_beside_or_behind_does_not_stop_a_push() -> None:
    ground = Ground()
    shooter, target = ground.friend(300, 200), ground.enemy(300, 240)
    ground.enemy(332, 240)
    ground.enemy(268, 230)
    assert push_away(ground.position, target, shooter, 80.0)
    assert at(target) == (300, 320)


def test_step_places_are_free_and_within_the_distance() -> None:
    ground = Ground()
    ana = ground.friend(40, 40)
    ground.enemy(90, 40)
    places = step_places(ground.position, ana, 50.0)
    assert places[0] == (40, 40)
    assert len(places) > 5
    for x, y in places[1:]:
        assert math.hypot(x - 40, y - 40) <= 50 + 1e-6
        ana.x, ana.y = x, y
        assert all(gap_mm(ana, other) > -1e-6 for other in ground.position.creatures[1:])


# --- properties

waypoints = st.lists(st.tuples(st.integers(-20, 300), st.integers(-20, 300)), min_size=1, max_size=4)


def short_path(draw: st.DrawFn, creature: Creature) -> list[Point]:
    """Waypoints close to each other. Most of these paths are legal for a good part."""
    x, y = creature.x, creature.y
    path = []
    for _ in range(draw(st.integers(1, 4))):
        x, y = x + draw(st.integers(-70, 70)), y + draw(st.integers(-70, 70))
        path.append((x, y))
    return path


@repeatable
@given(grounds(traits=("impassable", "difficult"), keywords=("flight", "jump", "pathfinder")), st.data())
def test_s7_2_a_legal_move_overlaps_no_base_and_keeps_the_limit(ground: Ground, data: st.DataObject) -> None:
    position = ground.position
    mover = position.creatures[0]
    start = (mover.x, mover.y)
    path = data.draw(st.composite(short_path)(mover))
    run = data.draw(st.booleans())
    limit = run_mm(position, mover) if run else movement_mm(position, mover)
    before = touching_enemies(position, mover)
    if why_not_move(position, mover, path, run=run) is not None:
        with pytest.raises(IllegalMove):
            move(position, mover, path, run=run)
        assert (mover.x, mover.y) == start
        return
    result = move(position, mover, path, run=run)
    walked = sum(
        math.dist(first, second)
        for first, second in zip(
            [start, *result.trajectory.path.waypoints], result.trajectory.path.waypoints, strict=False
        )
    )
    assert walked == pytest.approx(result.trajectory.path.length, abs=1e-6)
    assert result.trajectory.path.length <= limit + 1e-6
    assert 15.5 - 1e-6 <= mover.x <= 584.5 + 1e-6
    assert 15.5 - 1e-6 <= mover.y <= 584.5 + 1e-6
    for other in position.creatures[1:]:
        assert gap_mm(mover, other) >= -0.5 - 1e-5
        is_new = other.seat != mover.seat and other not in before and in_contact(mover, other)
        assert (other.slot in result.touched + result.touched_hidden) is is_new
    for template in position.templates:
        if "impassable" in template.traits:
            assert template_gap_mm(template, mover.x, mover.y, mover.radius) >= -0.5 - 1e-5


@repeatable
@given(grounds(traits=("impassable",)), st.data())
def test_s7_3_a_move_overlaps_nothing_and_touches_no_enemy_before_its_end(ground: Ground, data: st.DataObject) -> None:
    position = ground.position
    mover = position.creatures[0]
    path = data.draw(st.composite(short_path)(mover))
    if why_not_move(position, mover, path, at_most=1000.0) is not None:
        return
    x, y = mover.x, mover.y
    before = touching_enemies(position, mover)
    result = move(position, mover, path, at_most=1000.0)
    for end in result.trajectory.path.waypoints:
        for part in range(60):
            mover.x, mover.y = x + (end[0] - x) * part / 60, y + (end[1] - y) * part / 60
            for other in position.creatures[1:]:
                assert gap_mm(mover, other) >= -0.5 - 1e-5
                is_last = end == result.trajectory.path.waypoints[-1]
                if other.seat != mover.seat and other not in before and not is_last:
                    assert gap_mm(mover, other) > 0
            for template in position.templates:
                assert template_gap_mm(template, mover.x, mover.y, mover.radius) >= -0.5 - 1e-5
        x, y = end


@repeatable
@given(grounds(), waypoints, st.booleans())
def test_s7_2_checking_moving_and_predicting_agree(ground: Ground, path: list[Point], run: bool) -> None:
    position = ground.position
    mover = position.creatures[0]
    end = where_it_ends(position, mover, path, run=run)
    assert (end is None) is (why_not_move(position, mover, path, run=run) is not None)
    if end is not None:
        move(position, mover, path, run=run)
        assert (mover.x, mover.y) == end
