"""Chapter 6: placement of templates, contact, ruins and passages.

Movement over terrain is in test_s07_movement.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.play.event_log import Log
from simulator.games.signum.board.geometry import Point, gap_mm, in_contact, template_gap_mm
from simulator.games.signum.board.placement import passage_places
from simulator.games.signum.rules.terrain.terrain import (
    destroy_template,
    passages,
    place_template,
    terrain_places,
    touches,
    touches_difficult,
    why_not_look_for_passage,
    why_not_place_template,
    why_not_search,
)
from simulator.games.signum.state.refusals import IllegalMove
from tests.signum.ground import Ground, grounds, repeatable, terrain_card

FOREST = terrain_card("Forest", radius=60, traits=("difficult", "defence_against_ranged"))
WALL = terrain_card("Rocks", polygon=((-60, -10), (60, -10), (60, 10), (-60, 10)), traits=("impassable",))
SHRINE = terrain_card("Shrine", radius=40, unique=True)


def code(refusal: IllegalMove | None) -> str:
    return "" if refusal is None else refusal.code


# --- S-6.1, S-6.3, S-6.6


def test_s6_1_a_template_has_the_place_shape_and_traits_of_its_card() -> None:
    log = Log()
    ground = Ground(log=log)
    wood = place_template(ground.position, 0, FOREST, 300, 300)
    assert ground.position.templates == [wood]
    assert (wood.x, wood.y, wood.radius, wood.points, wood.traits) == (300, 300, 60, (), FOREST.traits)
    assert (wood.owner, wood.name, ground.position.next_slot) == (0, "Forest", 1)
    assert log.lines() == ["TerrainLaid template=0 card=t-Forest seat=0 at=(300.0, 300.0)"]


def test_s6_1_a_polygon_is_placed_round_its_centre() -> None:
    ground = Ground()
    wall = place_template(ground.position, 0, WALL, 300, 200)
    assert wall.points == ((240, 190), (360, 190), (360, 210), (240, 210))


def test_s6_1_at_most_one_terrain_card_per_turn() -> None:
    ground = Ground()
    place_template(ground.position, 0, FOREST, 300, 300)
    assert code(why_not_place_template(ground.position, 0, FOREST, 80, 300)) == "TERRAIN_LIMIT"
    assert code(why_not_place_template(ground.position, 1, FOREST, 80, 300)) == ""
    ground.position.players[0].laid_terrain = False
    assert code(why_not_place_template(ground.position, 0, FOREST, 80, 300)) == ""


def test_s6_1_a_refused_template_changes_nothing() -> None:
    ground = Ground()
    with pytest.raises(IllegalMove) as caught:
        place_template(ground.position, 0, FOREST, 300, 100)
    assert caught.value.code == "ILLEGAL_PLACEMENT"
    assert ground.position.templates == []
    assert not ground.position.players[0].laid_terrain


def test_s6_3_unique_terrain_is_played_once_per_game_and_player() -> None:
    ground = Ground()
    for card, x in ((FOREST, 80.0), (FOREST, 500.0), (SHRINE, 300.0)):
        ground.position.players[0].laid_terrain = False
        place_template(ground.position, 0, card, x, 300)
    assert [template.name for template in ground.position.templates] == ["Forest", "Forest 2", "Shrine"]
    ground.position.players[0].laid_terrain = False
    ground.position.templates.clear()
    ground.position.forget_in_play()
    assert code(why_not_place_template(ground.position, 0, SHRINE, 300, 300)) == "UNIQUE_ALREADY_PLAYED"
    assert code(why_not_place_template(ground.position, 1, SHRINE, 300, 300)) == ""
    assert code(why_not_place_template(ground.position, 0, FOREST, 300, 300)) == ""


def test_s6_6_a_destroyed_terrain_may_be_played_again_unless_it_is_unique() -> None:
    log = Log()
    ground = Ground(log=log)
    for card in (FOREST, SHRINE):
        template = place_template(ground.position, 0, card, 300, 300)
        destroy_template(ground.position, template)
        ground.position.players[0].laid_terrain = False
    assert ground.position.templates == []
    assert log.lines()[1] == "TerrainDestroyed template=0 card=t-Forest"
    assert code(why_not_place_template(ground.position, 0, FOREST, 300, 300)) == ""
    assert code(why_not_place_template(ground.position, 0, SHRINE, 300, 300)) == "UNIQUE_ALREADY_PLAYED"


# --- S-6.2


@pytest.mark.parametrize(
    ("seat", "y", "allowed"),
    [
        (0, 140, True),
        (0, 139, False),
        (0, 440, True),
        (0, 441, False),
        (1, 460, True),
        (1, 461, False),
        (1, 160, True),
        (1, 159, False),
    ],
)
def test_s6_2_distance_s_from_the_own_side_and_m_from_the_opponents(seat: int, y: float, allowed: bool) -> None:
    ground = Ground()
    assert (why_not_place_template(ground.position, seat, FOREST, 300, y) is None) is allowed


@pytest.mark.parametrize(("x", "allowed"), [(60, True), (59.9, False), (540, True), (540.1, False), (-100, False)])
def test_s6_2_the_template_is_completely_inside_the_field(x: float, allowed: bool) -> None:
    ground = Ground()
    assert (why_not_place_template(ground.position, 0, FOREST, x, 300) is None) is allowed
    assert (why_not_place_template(ground.position, 0, WALL, x, 300) is None) is allowed


@pytest.mark.parametrize(("y", "allowed"), [(300, False), (376.4, False), (376.6, True)])
def test_s6_2_the_template_touches_no_base(y: float, allowed: bool) -> None:
    ground = Ground()
    ground.enemy(300, y)
    assert (why_not_place_template(ground.position, 0, FOREST, 300, 300) is None) is allowed


@pytest.mark.parametrize(("x", "allowed"), [(300, False), (499.9, False), (500, True)])
def test_s6_2_distance_s_from_other_terrain(x: float, allowed: bool) -> None:
    ground = Ground()
    ground.disc(300, 300, 60)
    assert (why_not_place_template(ground.position, 0, FOREST, x, 300) is None) is allowed


def test_s6_2_distances_of_polygons_are_measured_from_corners() -> None:
    ground = Ground()
    ground.box(100, 300, 200, 320)
    assert code(why_not_place_template(ground.position, 0, WALL, 339, 310)) == "ILLEGAL_PLACEMENT"
    assert code(why_not_place_template(ground.position, 0, WALL, 340, 310)) == ""


def test_s6_2_without_room_there_are_no_places() -> None:
    ground = Ground()
    assert (300, 300) in terrain_places(ground.position, 0, FOREST, step=50)
    ground.disc(300, 300, 200)
    assert terrain_places(ground.position, 0, FOREST, step=50) == []


@repeatable
@given(grounds(size=500, traits=("difficult",)), st.integers(-50, 650), st.integers(-50, 650), st.booleans())
def test_s6_2_every_legal_place_keeps_all_distances(ground: Ground, x: int, y: int, is_wall: bool) -> None:
    if why_not_place_template(ground.position, 0, WALL if is_wall else FOREST, x, y) is not None:
        return
    others = ground.position.templates[:]
    template = place_template(ground.position, 0, WALL if is_wall else FOREST, x, y)
    for creature in ground.position.creatures:
        assert not touches(creature, template)
    for sample in [(sx, sy) for sx in range(0, 601, 10) for sy in (*range(0, 80, 10), *range(501, 601, 10))]:
        assert template_gap_mm(template, *sample, 0) > 0
    for other in others:
        near = [(sx, sy) for sx in range(0, 601, 10) for sy in range(0, 601, 10)]
        inside = [sample for sample in near if template_gap_mm(template, *sample, 0) <= 0]
        assert all(template_gap_mm(other, *sample, 0) >= 80 - 1e-6 for sample in inside)


# --- touching


@pytest.mark.parametrize(("x", "touching"), [(300, True), (376, True), (376.5, True), (376.6, False)])
def test_sr21_a_base_half_a_millimetre_from_a_template_touches_it(x: float, touching: bool) -> None:
    ground = Ground()
    wood = ground.disc(300, 300, 60, "difficult")
    ana = ground.friend(x, 300)
    assert touches(ana, wood) is touching
    assert touches_difficult(ground.position, ana) is touching


# --- S-6.5


def ground_with_ruins() -> tuple[Ground, Point]:
    ground = Ground()
    ground.box(280, 280, 320, 320, "ruins")
    return ground, (300, 264)


def test_s6_5_a_character_touching_unsearched_ruins_may_search() -> None:
    ground, beside = ground_with_ruins()
    ruins = ground.position.templates[0]
    ana = ground.friend(*beside)
    assert code(why_not_search(ground.position, ana, ruins)) == ""
    ruins.searched = True
    assert code(why_not_search(ground.position, ana, ruins)) == "ALREADY_SEARCHED"


def test_s6_5_heroes_distance_and_other_templates_prevent_a_search() -> None:
    ground, beside = ground_with_ruins()
    ruins = ground.position.templates[0]
    assert code(why_not_search(ground.position, ground.friend(*beside, hero=True), ruins)) == "NO_ABILITY"
    assert code(why_not_search(ground.position, ground.friend(300, 200), ruins)) == "NOT_IN_CONTACT"
    wood = ground.disc(300, 200, 10, "difficult")
    assert code(why_not_search(ground.position, ground.friend(300, 190), wood)) == "BAD_TARGET"


def test_s6_5_no_search_in_contact_with_an_enemy_unless_one_of_them_is_hidden() -> None:
    ground, beside = ground_with_ruins()
    ruins = ground.position.templates[0]
    ana = ground.friend(*beside)
    bo = ground.enemy(beside[0], beside[1] - 32)
    assert code(why_not_search(ground.position, ana, ruins)) == "IN_CONTACT"
    bo.hidden = True
    assert code(why_not_search(ground.position, ana, ruins)) == ""
    bo.hidden, ana.hidden = False, True
    assert code(why_not_search(ground.position, ana, ruins)) == ""


def test_s6_5_a_passage_leads_from_searched_ruins_to_other_searched_ruins() -> None:
    ground, beside = ground_with_ruins()
    ruins = ground.position.templates[0]
    ana = ground.friend(*beside)
    assert code(why_not_look_for_passage(ground.position, ana, ruins)) == "BAD_TARGET"
    ruins.searched = True
    assert code(why_not_look_for_passage(ground.position, ana, ruins)) == "NO_PLACE"
    other = ground.disc(100, 100, 30, "ruins")
    assert passages(ground.position, ana, ruins) == []
    other.searched = True
    assert passages(ground.position, ana, ruins) == [other]
    assert code(why_not_look_for_passage(ground.position, ana, ruins)) == ""


@pytest.mark.parametrize("traits", [("ruins",), ("ruins", "impassable")])
def test_s6_5_a_passage_ends_next_to_the_ruins_without_enemy_contact(traits: tuple[str, ...]) -> None:
    ground = Ground()
    ana = ground.friend(500, 500)
    ruins = ground.box(0, 100, 40, 160, *traits)
    ground.enemy(56, 130)
    ground.friend(16, 84)
    places = passage_places(ground.position, ana, ruins)
    assert places
    for ana.x, ana.y in places:
        assert touches(ana, ruins)
        assert ana.x >= 15.5
        for other in ground.position.creatures[1:]:
            assert gap_mm(ana, other) >= -0.5 - 1e-5
            assert other.seat == 0 or not in_contact(ana, other)
        if "impassable" in traits:
            assert template_gap_mm(ruins, ana.x, ana.y, ana.radius) >= -0.5 - 1e-5


def test_s6_5_without_a_free_place_there_is_no_passage() -> None:
    ground = Ground()
    ana = ground.friend(500, 500)
    ruins = ground.disc(100, 100, 10, "ruins", "impassable")
    for x, y in ((100, 126), (100, 74), (126, 100), (74, 100)):
        ground.enemy(x, y)
    assert passage_places(ground.position, ana, ruins) == []
