"""Free places, and summoning along the own side (the geometry of chapter 5)."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.games.signum.board.placement import (
    enemies_within_s,
    free_summoning_places,
    is_free,
    summoning_places,
    why_not_summon_at,
)
from simulator.games.signum.state.refusals import IllegalMove
from simulator.games.signum.state.table import OPPOSITE, HomeSide, sides_of
from tests.signum.ground import Ground, grounds, repeatable


def code(refusal: IllegalMove | None) -> str:
    return "" if refusal is None else refusal.code


def test_s7_2_a_free_place_has_no_bases_impassable_ground_or_edges() -> None:
    ground = Ground()
    ana = ground.friend(300, 300)
    ground.disc(100, 100, 20, "impassable")
    ground.disc(200, 100, 20, "difficult")
    assert not is_free(ground.position, 310, 300, 16)
    assert is_free(ground.position, 310, 300, 16, mover=ana.slot)
    assert not is_free(ground.position, 130, 100, 16)
    assert is_free(ground.position, 200, 100, 16)
    assert not is_free(ground.position, 10, 300, 16)


@pytest.mark.parametrize(("seat", "y"), [(0, 16.0), (1, 584.0)])
def test_s5_3_a_character_is_summoned_touching_the_own_side(seat: int, y: float) -> None:
    position = Ground().position
    assert code(why_not_summon_at(position, seat, 16, 300, y)) == ""
    assert code(why_not_summon_at(position, seat, 16, 300, 600 - y)) == "ILLEGAL_PLACEMENT"
    assert code(why_not_summon_at(position, seat, 16, 300, y + (2 if seat == 0 else -2))) == "ILLEGAL_PLACEMENT"
    assert summoning_places(position, seat, 16).stretches == [(16, 584)]
    assert summoning_places(position, seat, 16).place(300.0) == (300, y)


@pytest.mark.parametrize(("x", "allowed"), [(16, True), (15, False), (584, True), (590, False)])
def test_s5_3_a_summoned_base_is_inside_the_field(x: float, allowed: bool) -> None:
    assert (why_not_summon_at(Ground().position, 0, 16, x, 16) is None) is allowed


def test_s5_3_a_summoned_base_is_at_least_s_from_every_enemy_even_if_hidden() -> None:
    ground = Ground()
    ground.enemy(300, 16, hidden=True)
    assert code(why_not_summon_at(ground.position, 0, 16, 300 + 111, 16)) == "ILLEGAL_PLACEMENT"
    assert code(why_not_summon_at(ground.position, 0, 16, 300 + 112, 16)) == ""
    assert summoning_places(ground.position, 0, 16).stretches == [(16, 188), (412, 584)]


def test_s5_3_a_summoned_base_overlaps_no_base_and_no_template() -> None:
    ground = Ground()
    ground.friend(100, 16)
    ground.box(300, 0, 350, 20, "difficult")
    assert code(why_not_summon_at(ground.position, 0, 16, 120, 16)) == "ILLEGAL_PLACEMENT"
    assert code(why_not_summon_at(ground.position, 0, 16, 132, 16)) == ""
    assert code(why_not_summon_at(ground.position, 0, 16, 290, 16)) == "ILLEGAL_PLACEMENT"
    assert summoning_places(ground.position, 0, 16).stretches == [(16, 68), (132, 284), (366, 584)]


def test_s5_3_a_gap_that_just_fits_is_a_place() -> None:
    ground = Ground()
    for x in range(16, 600, 32):
        if x != 304:
            ground.friend(x, 16)
    assert summoning_places(ground.position, 0, 16).stretches == [(pytest.approx(304), pytest.approx(304))]
    assert code(why_not_summon_at(ground.position, 0, 16, 304, 16)) == ""


def besieged() -> Ground:
    """Enemies along the whole side: no place is S away from all of them."""
    ground = Ground()
    for x in (50, 200, 350, 500):
        ground.enemy(x, 60, base=60)
    return ground


def test_s5_4_without_a_place_far_enough_any_free_place_is_legal() -> None:
    ground = besieged()
    places = summoning_places(ground.position, 0, 16)
    assert places.threatened
    assert places.stretches
    assert code(why_not_summon_at(ground.position, 0, 16, 125, 16)) == ""
    assert code(why_not_summon_at(ground.position, 0, 16, 200, 30)) == "ILLEGAL_PLACEMENT"


def test_s5_4_every_enemy_within_s_is_listed() -> None:
    ground = besieged()
    near = enemies_within_s(ground.position, 0, 16, 125, 16)
    assert [creature.x for creature in near] == [50, 200]


def test_s5_4_one_place_far_enough_forbids_all_others() -> None:
    ground = besieged()
    ground.position.creatures.pop()
    assert not summoning_places(ground.position, 0, 16).threatened
    assert code(why_not_summon_at(ground.position, 0, 16, 125, 16)) == "ILLEGAL_PLACEMENT"
    assert code(why_not_summon_at(ground.position, 0, 16, 500, 16)) == ""


def test_s5_4_without_any_free_place_summoning_is_refused() -> None:
    ground = Ground()
    for x in range(30, 600, 60):
        ground.friend(x, 30, base=60)
    assert free_summoning_places(ground.position, 0, 16) == []
    assert code(why_not_summon_at(ground.position, 0, 16, 300, 16)) == "NO_PLACE"


def test_s5_3_offered_places_start_in_the_middle_and_are_dense() -> None:
    places = free_summoning_places(Ground().position, 0, 16)
    assert abs(places[0][0] - 300) <= 25
    xs = sorted(x for x, _ in places)
    assert (xs[0], xs[-1]) == (16, 584)
    assert max(right - left for left, right in pairwise(xs)) <= 25


@repeatable
@given(
    grounds(max_bases=12, size=590, traits=("difficult", "impassable")),
    st.sampled_from([16.0, 30.0]),
    st.integers(0, 1),
    st.sampled_from([OPPOSITE, *[sides_of([0, 1, 2, 3], [0, 1, 2, 3], corner) for corner in range(4)]]),
)
def test_s5_3_the_stretches_are_exactly_the_legal_places(
    ground: Ground, radius: float, seat: int, sides: list[HomeSide]
) -> None:
    """SR-62 Also along the stretch of a player at a larger table."""
    position, side = ground.position, sides[seat]
    position.sides = sides
    for creature in position.creatures[2:]:  # most of them near the side, overlaps do not matter
        depth = min(side.depth(creature.x, creature.y) / 4 + creature.radius, 584)
        creature.x, creature.y = side.place(side.along(creature.x, creature.y), depth)
    places = summoning_places(position, seat, radius)
    for along in places.candidates(step=20):
        assert code(why_not_summon_at(position, seat, radius, *places.place(along))) == ""
    for along in range(16, 585, 3):
        legal = why_not_summon_at(position, seat, radius, *places.place(along)) is None
        inside = any(begin - 1e-6 <= along <= end + 1e-6 for begin, end in places.stretches)
        # The answers differ only by the tolerance of SR-1: a place may overlap by half a millimetre.
        near_end = min((abs(along - end) for stretch in places.stretches for end in stretch), default=math.inf)
        assert legal or not inside
        assert inside or not legal or near_end < 12
