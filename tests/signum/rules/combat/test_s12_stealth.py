"""Chapter 12: stealth."""

import pytest

from simulator.engine.play.event_log import Log
from simulator.games.signum.board.line_of_sight import sees
from simulator.games.signum.cards.abilities import Ability
from simulator.games.signum.rules.combat.ranged import shoot, why_not_shoot
from simulator.games.signum.rules.combat.stealth import (
    detect,
    go_to_shadow,
    hide,
    is_hidden_from,
    reveal,
    touched_enemy,
    why_not_detect,
    why_not_detect_afar,
    why_not_shadow,
)
from simulator.games.signum.rules.movement.movement import why_not_run
from simulator.games.signum.state.events import DetectionRolled, Hid, Revealed
from simulator.games.signum.state.position import Creature
from simulator.games.signum.state.refusals import IllegalMove
from tests.signum.field import Field, code_of, keyword


def test_s12_1_a_character_with_stealth_enters_hidden_from_its_enemies() -> None:
    field = Field()
    shade = field.put("shade", keyword("stealth"))
    assert (is_hidden_from(shade, 1), is_hidden_from(shade, 0)) == (True, False)
    assert not field.put("other").hidden


def test_s12_1_a_creature_has_at_most_one_stealth_token() -> None:
    field = Field()
    shade = field.put("shade", keyword("stealth"))
    hide(field.position, shade)
    reveal(field.position, shade)
    assert not shade.hidden


def test_s12_2_the_token_is_lost_by_detection() -> None:
    field = Field(5)
    ana, shade = field.put("ana"), field.enemy("shade", keyword("stealth"))
    assert detect(field.position, ana, shade)
    assert not shade.hidden


@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_s12_3_only_a_shield_detects(roll: int) -> None:
    field = Field(roll)
    ana, shade = field.put("ana"), field.enemy("shade", keyword("stealth"))
    assert not detect(field.position, ana, shade)
    assert shade.hidden


def test_s12_3_detection_by_touch_needs_a_hidden_enemy_in_contact() -> None:
    field = Field()
    ana, shade = field.put("ana"), field.enemy("shade", keyword("stealth"))
    assert code_of(why_not_detect(field.position, ana, shade)) == ""
    assert code_of(why_not_detect(field.position, ana, field.enemy("seen", at=(268, 300)))) == "BAD_TARGET"
    shade.x = 340
    assert code_of(why_not_detect(field.position, ana, shade)) == "NOT_IN_CONTACT"


def test_sr22_an_undetected_enemy_in_contact_is_ignored() -> None:
    field = Field()
    ana, shade = field.put("ana", keyword("shot", 1)), field.enemy("shade", keyword("stealth"))
    far = field.enemy("far", at=(300, 400))
    assert touched_enemy(field.position, ana) is None
    assert code_of(why_not_shoot(field.position, ana, far, "shot")) == ""
    shade.hidden = False
    assert touched_enemy(field.position, ana) is shade


def mage_and_shade(*abilities: Ability, at: tuple[float, float] = (300, 500)) -> tuple[Field, Creature, Creature]:
    field = Field()
    return field, field.put("mage", *abilities), field.enemy("shade", keyword("stealth"), at=at)


def test_s12_4_magical_shot_detects_within_xl_in_sight() -> None:
    field, seeker, shade = mage_and_shade(keyword("magical_shot", 1))
    assert code_of(why_not_detect_afar(field.position, seeker, shade)) == ""
    field.put("ox", at=(300, 400), base=60)
    assert code_of(why_not_detect_afar(field.position, seeker, shade)) == "NO_LINE_OF_SIGHT"
    shade.y = 583
    assert code_of(why_not_detect_afar(field.position, seeker, shade)) == "OUT_OF_RANGE"


def test_s12_4_detection_at_a_distance_needs_magical_shot() -> None:
    field, seeker, shade = mage_and_shade(keyword("shot", 1))
    assert code_of(why_not_detect_afar(field.position, seeker, shade)) == "NO_ABILITY"


def test_s12_4_no_detection_after_a_move_or_in_enemy_contact() -> None:
    field, seeker, shade = mage_and_shade(keyword("magical_shot", 1))
    assert code_of(why_not_detect_afar(field.position, seeker, shade, moved=True)) == "HAS_MOVED"
    field.enemy("foe")
    assert code_of(why_not_detect_afar(field.position, seeker, shade)) == "IN_CONTACT"


def test_s12_4_a_detected_character_can_be_shot_immediately() -> None:
    field = Field(6, 1)
    seeker = field.put("mage", keyword("magical_shot", 1))
    shade = field.enemy("shade", keyword("stealth"), at=(300, 500))
    assert detect(field.position, seeker, shade)
    shoot(field.position, seeker, shade, "magical_shot")
    assert shade.wounds == 1


def test_s12_5_hidden_characters_do_not_block_sight_and_can_run_in_contact() -> None:
    field = Field()
    shade = field.put("shade", keyword("stealth"), at=(300, 400), base=60)
    ana, bo = field.put("ana"), field.enemy("bo", at=(300, 500))
    assert sees(field.position, ana, bo)
    field.enemy("beside", at=(300 + 46, 400))
    assert why_not_run(field.position, shade) is None
    shade.hidden = False
    assert not sees(field.position, ana, bo)
    assert why_not_run(field.position, shade) is not None


def field_with_revealed_shade() -> tuple[Field, Creature]:
    field = Field()
    shade = field.put("shade", keyword("stealth"))
    shade.hidden = False
    return field, shade


def test_s12_6_a_character_with_stealth_and_no_token_regains_it() -> None:
    field, shade = field_with_revealed_shade()
    go_to_shadow(field.position, shade)
    assert shade.hidden


def test_s12_6_the_token_is_not_regained_in_enemy_contact() -> None:
    field, shade = field_with_revealed_shade()
    field.enemy("foe")
    assert code_of(why_not_shadow(field.position, shade)) == "IN_CONTACT"
    with pytest.raises(IllegalMove):
        go_to_shadow(field.position, shade)
    assert not shade.hidden


def test_s12_6_the_token_is_not_regained_after_a_shot_in_the_last_turn() -> None:
    field, shade = field_with_revealed_shade()
    field.position.players[shade.seat].last_turn = field.position.turn - 2
    shade.shot_at = field.position.turn - 1
    assert code_of(why_not_shadow(field.position, shade)) == "NO_ABILITY"
    shade.shot_at = field.position.turn - 2
    assert code_of(why_not_shadow(field.position, shade)) == ""


def test_s12_6_the_token_can_be_regained_in_any_turn_without_a_shot() -> None:
    field, shade = field_with_revealed_shade()
    field.position.turn = 0
    assert code_of(why_not_shadow(field.position, shade)) == ""


def test_s12_2_detection_and_the_token_are_logged() -> None:
    log = Log()
    field = Field(6, log=log)
    ana, shade = field.put("ana"), field.enemy("shade", keyword("stealth"))
    detect(field.position, ana, shade)
    hide(field.position, shade)
    hide(field.position, shade)
    assert log.events == [DetectionRolled(ana.slot, shade.slot, 6), Revealed(shade.slot), Hid(shade.slot)]


def test_k49_only_a_revealed_creature_with_stealth_can_hide() -> None:
    field, shade = field_with_revealed_shade()
    assert code_of(why_not_shadow(field.position, field.put("ana", at=(100, 100)))) == "NO_ABILITY"
    shade.hidden = True
    assert code_of(why_not_shadow(field.position, shade)) == "NO_ABILITY"
