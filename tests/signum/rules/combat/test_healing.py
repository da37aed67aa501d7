"""Healing, Control and Concentration.

Covers Healer (K-24), Master of Healing (K-34), Regeneration (K-42), Control (K-13) and Concentration (K-11).
"""

import pytest

from simulator.engine.play.event_log import Log
from simulator.games.signum.cards.abilities import Ability
from simulator.games.signum.cards.keywords import CONCENTRATION
from simulator.games.signum.rules.combat.healing import (
    concentrate,
    regenerate,
    use_control,
    use_healer,
    why_not_control,
    why_not_heal,
    why_not_use,
)
from simulator.games.signum.state.events import AbilityUsed, Concentrated, ControlChanged
from simulator.games.signum.state.position import Creature
from simulator.games.signum.state.refusals import IllegalMove
from tests.signum.field import Field, code_of, keyword, shield_from

NEXT_TO = (332, 300)
FAR = (300, 500)


def healer_and_patient(
    *dice: int, healer: tuple[Ability, ...] = (keyword("healer", 3),), at: tuple[float, float] = NEXT_TO
) -> tuple[Field, Creature, Creature]:
    field = Field(*dice)
    return field, field.put("healer", *healer), field.put("patient", at=at, health=9, wounds=5)


def wounds_after(field: Field, healer: Creature, patient: Creature) -> int:
    use_healer(field.position, healer, patient)
    assert field.dice_left == ()
    return patient.wounds


def test_k24_in_contact_axe_and_shield_heal_1_each() -> None:
    field, healer, patient = healer_and_patient(1, 3, 6)
    assert wounds_after(field, healer, patient) == 3


def test_k24_at_a_distance_bullseye_heals_1() -> None:
    field, healer, patient = healer_and_patient(1, 3, 6, at=FAR)
    assert wounds_after(field, healer, patient) == 4


def test_k24_the_range_is_xl() -> None:
    field, healer, patient = healer_and_patient(at=(300, 582))
    assert code_of(why_not_heal(field.position, healer, patient)) == ""
    patient.y = 583
    assert code_of(why_not_heal(field.position, healer, patient)) == "OUT_OF_RANGE"


def test_sr26_healing_at_a_distance_needs_line_of_sight() -> None:
    field, healer, patient = healer_and_patient(at=FAR)
    field.put("ox", at=(300, 400), base=60)
    assert code_of(why_not_heal(field.position, healer, patient)) == "NO_LINE_OF_SIGHT"


def test_k24_targets_are_other_creatures_not_hidden_or_shielded() -> None:
    field, healer, _ = healer_and_patient()
    assert code_of(why_not_heal(field.position, healer, healer)) == "BAD_TARGET"
    enemy = field.enemy("enemy", keyword("stealth"), at=FAR)
    assert code_of(why_not_heal(field.position, healer, enemy)) == "HIDDEN_TARGET"
    enemy.hidden = False
    assert code_of(why_not_heal(field.position, healer, enemy)) == ""
    warded = field.enemy("warded", shield_from("abilities"), at=(200, 400))
    assert code_of(why_not_heal(field.position, healer, warded)) == "PROTECTED_TARGET"


def test_s7_6_no_activated_ability_after_a_move_or_in_enemy_contact() -> None:
    field, healer, patient = healer_and_patient()
    assert code_of(why_not_heal(field.position, healer, patient, moved=True)) == "HAS_MOVED"
    field.enemy("foe", at=(268, 300))
    assert code_of(why_not_heal(field.position, healer, patient)) == "IN_CONTACT"
    with pytest.raises(IllegalMove):
        use_healer(field.position, healer, patient)


def test_s12_2_an_activated_ability_costs_the_stealth_token() -> None:
    field, healer, patient = healer_and_patient(1, 1, 1, healer=(keyword("healer", 3), keyword("stealth")))
    wounds_after(field, healer, patient)
    assert not healer.hidden


def test_k34_master_of_healing_re_rolls_failed_healing_dice() -> None:
    field, healer, patient = healer_and_patient(
        1, 1, 3, 6, healer=(keyword("healer", 3), keyword("master_of_healing", 1))
    )
    assert wounds_after(field, healer, patient) == 3


def test_k34_no_re_roll_once_all_wounds_are_healed() -> None:
    field, healer, patient = healer_and_patient(3, 1, healer=(keyword("healer", 2), keyword("master_of_healing", 1)))
    patient.wounds = 1
    assert wounds_after(field, healer, patient) == 0


def test_k42_regeneration_heals_1_for_every_bullseye() -> None:
    field = Field(1, 3, 2)
    troll = field.put("troll", keyword("regeneration", 3), health=9, wounds=5)
    regenerate(field.position, troll)
    assert (troll.wounds, field.dice_left) == (3, ())


def test_k42_without_regeneration_no_dice_are_rolled() -> None:
    field = Field()
    ana = field.put("ana", wounds=1)
    regenerate(field.position, ana)
    assert ana.wounds == 1


def witch_and_brute(*dice: int, value: int = 2) -> tuple[Field, Creature, Creature]:
    field = Field(*dice)
    witch = field.put("witch", keyword("control", value), keyword("concentration", 2))
    return field, witch, field.enemy("brute", at=FAR)


def test_k13_a_bullseye_gives_control_and_allows_an_activation() -> None:
    field, witch, brute = witch_and_brute(6, 1)
    brute.activated = True
    assert use_control(field.position, witch, brute)
    assert (brute.seat, brute.owner, brute.activated) == (0, 1, False)


def test_k13_without_a_bullseye_nothing_happens() -> None:
    field, witch, brute = witch_and_brute(3, 6)
    assert not use_control(field.position, witch, brute)
    assert brute.seat == 1


def test_k13_only_enemy_characters_in_sight_within_xl() -> None:
    field, witch, brute = witch_and_brute()
    assert code_of(why_not_control(field.position, witch, field.put("friend", at=(100, 100)))) == "BAD_TARGET"
    assert (
        code_of(why_not_control(field.position, witch, field.enemy("hero", hero=True, at=(100, 400)))) == "BAD_TARGET"
    )
    brute.y = 583
    assert code_of(why_not_control(field.position, witch, brute)) == "OUT_OF_RANGE"
    brute.y = 500
    field.put("ox", at=(300, 400), base=60)
    assert code_of(why_not_control(field.position, witch, brute)) == "NO_LINE_OF_SIGHT"


def test_k11_concentration_gains_its_number_of_tokens_each_time() -> None:
    field, witch, _ = witch_and_brute()
    concentrate(field.position, witch)
    concentrate(field.position, witch)
    assert witch.concentration == 4


def test_k11_concentration_needs_the_keyword() -> None:
    field = Field()
    ana = field.put("ana")
    assert code_of(why_not_use(field.position, ana, CONCENTRATION)) == "NO_ABILITY"
    with pytest.raises(IllegalMove):
        concentrate(field.position, ana)


def test_sr30_each_token_adds_a_die_to_control_or_healer_and_all_are_spent() -> None:
    field, witch, brute = witch_and_brute(6, 6, 6, 1)
    witch.concentration = 2
    assert use_control(field.position, witch, brute)
    assert (witch.concentration, field.dice_left) == (0, ())
    field, healer, patient = healer_and_patient(6, 6, 6, 6)
    healer.concentration = 1
    assert wounds_after(field, healer, patient) == 1
    assert healer.concentration == 0


def test_s12_2_control_and_concentration_cost_the_stealth_token_too() -> None:
    log = Log()
    field = Field(1, log=log)
    witch = field.put("witch", keyword("control", 1), keyword("concentration", 2), keyword("stealth"))
    brute = field.enemy("brute", at=FAR)
    brute.summoned = True
    use_control(field.position, witch, brute)
    assert (witch.hidden, brute.summoned) == (False, False)
    assert ControlChanged(brute.slot, 0) in log.events
    witch.hidden = True
    concentrate(field.position, witch)
    assert not witch.hidden
    assert log.events[-2:] == [
        AbilityUsed(witch.slot, witch.card.code, "concentration"),
        Concentrated(witch.slot, 2),
    ]
