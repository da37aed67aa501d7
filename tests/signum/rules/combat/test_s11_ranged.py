"""Chapter 11: ranged attacks with their keywords and rulings."""

import pytest

from simulator.engine.play.event_log import Log
from simulator.games.signum.cards.abilities import Ability, Effect, Target
from simulator.games.signum.rules.combat.ranged import shoot, shot_outlook, why_not_shoot
from simulator.games.signum.state.events import DiceRerolled, DiceRolled, ShotDeclared
from simulator.games.signum.state.position import Creature
from simulator.games.signum.state.questions import NO, YES
from simulator.games.signum.state.refusals import IllegalMove
from tests.signum.field import Field, card, code_of, keyword, shield_from, steam, when

FAR = (300, 532)  # 200 mm from a creature at (300, 300)
NEAR = (300, 400)


def pair(
    *dice: int,
    shooter: tuple[Ability, ...],
    target: tuple[Ability, ...] = (),
    at: tuple[float, float] = FAR,
    log: Log | None = None,
    health: int = 9,
) -> tuple[Field, Creature, Creature]:
    field = Field(*dice, log=log)
    return field, field.put("garrus", *shooter), field.enemy("severus", *target, at=at, health=health, strength=1)


def wounds_of_shot(field: Field, shooter: Creature, target: Creature, kind: str = "shot") -> int:
    """The target's wounds after a shot that uses every scripted die."""
    shoot(field.position, shooter, target, kind)
    assert field.dice_left == ()
    return target.wounds


# --- S-11.1 to S-11.3: legal shots


@pytest.mark.parametrize("kind", ["shot", "throwing", "magical_shot"])
def test_s11_1_a_shot_needs_the_ability(kind: str) -> None:
    field, garrus, severus = pair(shooter=(keyword(kind, 1),), at=NEAR)
    others = [other for other in ("shot", "throwing", "magical_shot") if other != kind]
    assert code_of(why_not_shoot(field.position, garrus, severus, kind)) == ""
    assert [code_of(why_not_shoot(field.position, garrus, severus, other)) for other in others] == ["NO_ABILITY"] * 2


def test_s11_1_no_shot_after_a_move_or_a_run() -> None:
    field, garrus, severus = pair(shooter=(keyword("shot", 1), keyword("battle_mage")))
    assert code_of(why_not_shoot(field.position, garrus, severus, "shot", moved=True)) == "HAS_MOVED"
    assert code_of(why_not_shoot(field.position, garrus, severus, "shot", moved=True, ran=True)) == "HAS_MOVED"


@pytest.mark.parametrize("kind", ["shot", "throwing"])
def test_k40_quick_shooter_shoots_after_moving_but_not_after_a_run(kind: str) -> None:
    field, garrus, severus = pair(shooter=(keyword(kind, 1), keyword("quick_shooter")), at=NEAR)
    assert code_of(why_not_shoot(field.position, garrus, severus, kind, moved=True)) == ""
    assert code_of(why_not_shoot(field.position, garrus, severus, kind, moved=True, ran=True)) == "HAS_MOVED"


def test_k40_quick_shooter_does_not_help_a_magical_shot() -> None:
    field, garrus, severus = pair(shooter=(keyword("magical_shot", 1), keyword("quick_shooter")))
    assert code_of(why_not_shoot(field.position, garrus, severus, "magical_shot", moved=True)) == "HAS_MOVED"


def test_k05_battle_mage_casts_after_moving_but_not_after_a_run() -> None:
    field, garrus, severus = pair(shooter=(keyword("magical_shot", 1), keyword("battle_mage")))
    assert code_of(why_not_shoot(field.position, garrus, severus, "magical_shot", moved=True)) == ""
    assert code_of(why_not_shoot(field.position, garrus, severus, "magical_shot", moved=True, ran=True)) == "HAS_MOVED"


def test_s11_1_no_shot_in_contact_with_a_visible_enemy() -> None:
    field, garrus, severus = pair(shooter=(keyword("shot", 1),))
    bystander = field.enemy("bystander", keyword("stealth"))
    assert code_of(why_not_shoot(field.position, garrus, severus, "shot")) == ""
    bystander.hidden = False
    assert code_of(why_not_shoot(field.position, garrus, severus, "shot")) == "IN_CONTACT"


def test_s11_2_a_shot_needs_line_of_sight() -> None:
    field, garrus, severus = pair(shooter=(keyword("shot", 1),))
    ox = field.put("ox", at=(300, 400), base=60)
    assert code_of(why_not_shoot(field.position, garrus, severus, "shot")) == "NO_LINE_OF_SIGHT"
    ox.hidden = True
    assert code_of(why_not_shoot(field.position, garrus, severus, "shot")) == ""


def test_s11_3_targets_can_be_in_contact_with_friends() -> None:
    field, garrus, severus = pair(shooter=(keyword("shot", 1),))
    field.put("friend", at=(332, 532))
    assert code_of(why_not_shoot(field.position, garrus, severus, "shot")) == ""


def test_s11_1_friends_are_no_targets() -> None:
    field, garrus, _ = pair(shooter=(keyword("shot", 1),))
    assert code_of(why_not_shoot(field.position, garrus, field.put("friend", at=NEAR), "shot")) == "BAD_TARGET"


def test_s12_1_hidden_enemies_are_no_targets() -> None:
    field, garrus, severus = pair(shooter=(keyword("shot", 1),), target=(keyword("stealth"),))
    assert code_of(why_not_shoot(field.position, garrus, severus, "shot")) == "HIDDEN_TARGET"


@pytest.mark.parametrize("kind", ["shot", "throwing", "magical_shot"])
def test_k44_shield_from_one_kind_of_attack(kind: str) -> None:
    all_kinds = tuple(keyword(code, 1) for code in ("shot", "throwing", "magical_shot"))
    field, garrus, severus = pair(shooter=all_kinds, target=(shield_from(kind),), at=NEAR)
    for other in ("shot", "throwing", "magical_shot"):
        expected = "PROTECTED_TARGET" if other == kind else ""
        assert code_of(why_not_shoot(field.position, garrus, severus, other)) == expected


@pytest.mark.parametrize(("kind", "reach"), [("shot", 250), ("throwing", 150), ("magical_shot", 250)])
def test_s11_4_s11_5_s11_6_range_is_measured_from_edge_to_edge(kind: str, reach: int) -> None:
    field, garrus, severus = pair(shooter=(keyword(kind, 1),))
    severus.y = garrus.y + 32 + reach
    assert code_of(why_not_shoot(field.position, garrus, severus, kind)) == ""
    severus.y += 0.1
    assert code_of(why_not_shoot(field.position, garrus, severus, kind)) == "OUT_OF_RANGE"


def test_s11_1_a_refused_shot_changes_nothing() -> None:
    field, garrus, severus = pair(shooter=(keyword("shot", 1), keyword("stealth")), at=(300, 599))
    with pytest.raises(IllegalMove):
        shoot(field.position, garrus, severus, "shot")
    assert (garrus.hidden, severus.shot_at) == (True, -1)


# --- S-11.4 to S-11.7: the dice


def test_s11_4_worked_example_2_garrus_shoots_severus() -> None:
    field, garrus, severus = pair(1, 5, 2, 3, 5, shooter=(keyword("shot", 3),), health=2)
    assert wounds_of_shot(field, garrus, severus) == 1


def test_k45_shot_hits_on_bullseye_and_each_hit_has_a_defence_die() -> None:
    field, garrus, severus = pair(1, 2, 1, 4, 5, 6, shooter=(keyword("shot", 3),))
    severus.strength = 0
    assert wounds_of_shot(field, garrus, severus) == 1


def test_s11_4_without_a_hit_no_defence_is_rolled() -> None:
    field, garrus, severus = pair(3, 4, 5, shooter=(keyword("shot", 3),))
    assert wounds_of_shot(field, garrus, severus) == 0


def test_s11_4_armour_stops_the_damage_of_a_shot() -> None:
    field, garrus, severus = pair(1, 1, 1, 1, shooter=(keyword("shot", 2),))
    severus.armour = 1
    assert wounds_of_shot(field, garrus, severus) == 1


def test_k52_throwing_hits_on_axe_and_shield() -> None:
    field, garrus, severus = pair(1, 3, 6, 1, 5, shooter=(keyword("throwing", 3),), at=NEAR)
    assert wounds_of_shot(field, garrus, severus, "throwing") == 1


def test_k30_magical_shot_deals_wounds_without_defence() -> None:
    target = (keyword("armour", 5), keyword("minus_from_attacks", 5))
    field, garrus, severus = pair(1, 2, 3, shooter=(keyword("magical_shot", 3),), target=target)
    assert wounds_of_shot(field, garrus, severus, "magical_shot") == 2
    assert severus.armour == 5


def test_s11_7_being_wounded_does_not_change_ranged_attacks() -> None:
    field, garrus, severus = pair(3, 1, 1, 1, shooter=(keyword("throwing", 1), keyword("shot", 1)), at=NEAR)
    garrus.wounds = 1
    shoot(field.position, garrus, severus, "throwing")
    assert wounds_of_shot(field, garrus, severus) == 2


def test_k01_minus_from_attacks_reduces_the_total_of_a_shot() -> None:
    field, garrus, severus = pair(
        1, 1, 1, 1, 1, 1, shooter=(keyword("shot", 3),), target=(keyword("minus_from_attacks", 2),)
    )
    assert wounds_of_shot(field, garrus, severus) == 1


def test_s11_4_durability_of_a_heros_relic_stops_a_shot() -> None:
    field = Field(1, 1)
    garrus = field.put("garrus", keyword("shot", 1))
    hero = field.enemy("hero", hero=True, at=FAR)
    plate = field.relic("plate", keyword("durability", 2), seat=1)
    wounds_of_shot(field, garrus, hero)
    assert (plate.armour, hero.wounds) == (1, 0)


# --- re-rolls


def test_k15_against_a_difficult_target_all_hits_are_re_rolled() -> None:
    field, garrus, severus = pair(
        1, 2, 3, 1, 6, 1, shooter=(keyword("shot", 3),), target=(keyword("difficult_target"),)
    )
    assert wounds_of_shot(field, garrus, severus) == 1


def test_k15_difficult_target_counts_for_magical_shots_too() -> None:
    field, garrus, severus = pair(1, 6, shooter=(keyword("magical_shot", 1),), target=(keyword("difficult_target"),))
    assert wounds_of_shot(field, garrus, severus, "magical_shot") == 0


@pytest.mark.parametrize("kind", ["shot", "throwing"])
def test_k36_master_of_shooting_re_rolls_failed_dice(kind: str) -> None:
    good, bad = (1, 6) if kind == "shot" else (6, 1)
    abilities = (keyword(kind, 3), keyword("master_of_shooting", 1))
    field, garrus, severus = pair(good, bad, bad, good, 1, 1, shooter=abilities, at=NEAR)
    assert wounds_of_shot(field, garrus, severus, kind) == 2


def test_k35_master_of_magic_re_rolls_magical_shot_dice_only() -> None:
    abilities = (keyword("magical_shot", 2), keyword("shot", 1), keyword("master_of_magic", 2))
    field, garrus, severus = pair(6, 6, 1, 6, 6, shooter=abilities)
    shoot(field.position, garrus, severus, "magical_shot")
    assert wounds_of_shot(field, garrus, severus, "shot") == 1


def test_k36_master_of_shooting_does_not_help_magic() -> None:
    field, garrus, severus = pair(6, shooter=(keyword("magical_shot", 1), keyword("master_of_shooting", 1)))
    assert wounds_of_shot(field, garrus, severus, "magical_shot") == 0


def test_k47_sniper_at_l_or_more_deals_2_damage_per_hit() -> None:
    field, garrus, severus = pair(1, 1, shooter=(keyword("shot", 1), keyword("sniper")), at=(300, 482))
    assert wounds_of_shot(field, garrus, severus) == 2


def test_k47_sniper_has_no_effect_nearer_than_l() -> None:
    field, garrus, severus = pair(6, shooter=(keyword("shot", 1), keyword("sniper")), at=(300, 481.9))
    assert wounds_of_shot(field, garrus, severus) == 0


def test_k47_sniper_may_re_roll_all_dice_or_none() -> None:
    abilities = (keyword("shot", 3), keyword("sniper"))
    field, garrus, severus = pair(1, 6, 6, 1, 2, 6, 1, 1, shooter=abilities)
    field.answer(YES)
    assert wounds_of_shot(field, garrus, severus) == 4
    field, garrus, severus = pair(1, 6, 6, 1, shooter=abilities)
    field.answer(NO)
    assert wounds_of_shot(field, garrus, severus) == 2


def test_k47_sniper_is_for_shots_only() -> None:
    field, garrus, severus = pair(6, 1, shooter=(keyword("magical_shot", 2), keyword("sniper")))
    assert wounds_of_shot(field, garrus, severus, "magical_shot") == 1


def test_s9_9_ranged_dice_are_rolled_in_the_printed_order() -> None:
    log = Log()
    abilities = (keyword("shot", 2), keyword("sniper"), keyword("master_of_shooting", 1))
    field, garrus, severus = pair(
        1, 6, 6, 6, 6, 1, 3, 5, shooter=abilities, target=(keyword("difficult_target"),), log=log
    )
    field.disc("wood", "defence_against_ranged", at=FAR, radius=30)
    assert wounds_of_shot(field, garrus, severus) == 0
    rolls = [event.purpose for event in log.events if isinstance(event, DiceRolled)]
    rerolls = [event.ability for event in log.events if isinstance(event, DiceRerolled)]
    assert rolls == ["shot", "shot_defence"]
    assert rerolls == ["difficult_target", "sniper", "master_of_shooting", "cover"]


def test_sr7_a_die_of_a_difficult_target_can_be_re_rolled_by_a_master() -> None:
    field, garrus, severus = pair(
        1, 6, 1, 1,
        shooter=(keyword("shot", 1), keyword("master_of_shooting", 1)), target=(keyword("difficult_target"),),
    )  # fmt: skip
    assert wounds_of_shot(field, garrus, severus) == 1


# --- terrain that defends


def pair_with_cover(*dice: int, kind: str, value: int, touching: bool) -> tuple[Field, Creature, Creature]:
    field, garrus, severus = pair(*dice, shooter=(keyword(kind, value),), at=(300, 440))
    field.disc("wood", "defence_against_ranged", at=(300, 486) if touching else (300, 370), radius=30)
    return field, garrus, severus


@pytest.mark.parametrize("touching", [True, False])
def test_s6_4_the_target_re_rolls_failed_defence_once_against_shot_and_throwing(touching: bool) -> None:
    field, garrus, severus = pair_with_cover(1, 2, 1, 5, 6, kind="shot", value=2, touching=touching)
    assert wounds_of_shot(field, garrus, severus) == 0
    field, garrus, severus = pair_with_cover(3, 1, 1, kind="throwing", value=1, touching=touching)
    assert wounds_of_shot(field, garrus, severus, "throwing") == 1


def test_sr23_against_magical_shot_cover_gives_a_die_per_hit_and_no_re_roll() -> None:
    field, garrus, severus = pair_with_cover(1, 1, 6, 1, kind="magical_shot", value=2, touching=True)
    severus.armour = 3
    assert wounds_of_shot(field, garrus, severus, "magical_shot") == 1
    assert severus.armour == 3


def test_sr23_terrain_beside_the_line_does_not_defend() -> None:
    field, garrus, severus = pair(1, 1, shooter=(keyword("shot", 1),), at=(300, 440))
    field.disc("wood", "defence_against_ranged", at=(340, 370), radius=30)
    assert wounds_of_shot(field, garrus, severus) == 1


# --- Buckshot


def test_k07_buckshot_pushes_a_target_within_m_by_s() -> None:
    field, garrus, severus = pair(1, 1, shooter=(keyword("shot", 1), keyword("buckshot")), at=(300, 432))
    assert wounds_of_shot(field, garrus, severus) == 1
    assert (severus.x, severus.y) == (pytest.approx(300), pytest.approx(512))


def test_k07_no_push_beyond_m_or_without_a_hit_left() -> None:
    field, garrus, severus = pair(1, 1, shooter=(keyword("shot", 1), keyword("buckshot")), at=(300, 432.1))
    wounds_of_shot(field, garrus, severus)
    assert severus.y == 432.1
    field, garrus, severus = pair(1, 5, shooter=(keyword("shot", 1), keyword("buckshot")), at=(300, 400))
    wounds_of_shot(field, garrus, severus)
    assert severus.y == 400


def test_k07_an_incomplete_push_causes_1_more_damage() -> None:
    field, garrus, severus = pair(1, 1, shooter=(keyword("shot", 1), keyword("buckshot")), at=(300, 400))
    field.enemy("wall", at=(300, 450))
    assert wounds_of_shot(field, garrus, severus) == 2
    assert severus.y == pytest.approx(418)


def test_sr45_k01_reduces_the_extra_damage_of_buckshot() -> None:
    abilities = (keyword("shot", 1), keyword("buckshot"))
    field, garrus, severus = pair(1, 1, shooter=abilities, target=(keyword("minus_from_attacks", 2),), at=(300, 400))
    field.enemy("wall", at=(300, 432))
    assert wounds_of_shot(field, garrus, severus) == 0
    assert severus.y == 400


def test_k07_the_push_causes_no_backstab() -> None:
    field, garrus, severus = pair(1, 1, shooter=(keyword("shot", 1), keyword("buckshot")), at=(300, 400))
    field.put("friend", at=(332, 400))
    assert wounds_of_shot(field, garrus, severus) == 1


# --- triggers and consequences of a shot


def test_s12_6_the_turn_of_a_shot_is_recorded_on_the_target() -> None:
    field, garrus, severus = pair(6, shooter=(keyword("shot", 1),))
    wounds_of_shot(field, garrus, severus)
    assert severus.shot_at == field.position.turn


def test_s12_2_a_shot_costs_the_stealth_token() -> None:
    field, garrus, severus = pair(6, shooter=(keyword("shot", 1), keyword("stealth")))
    wounds_of_shot(field, garrus, severus)
    assert not garrus.hidden


def test_sr30_concentration_adds_dice_to_a_magical_shot_and_is_spent() -> None:
    field, garrus, severus = pair(1, 1, 1, 6, shooter=(keyword("magical_shot", 1), keyword("shot", 1)))
    garrus.concentration = 2
    shoot(field.position, garrus, severus, "magical_shot")
    assert (severus.wounds, garrus.concentration) == (3, 0)
    assert wounds_of_shot(field, garrus, severus) == 3


def test_sr30_concentration_is_kept_by_other_attacks_and_gives_no_magical_shot() -> None:
    field, garrus, severus = pair(6, shooter=(keyword("shot", 1),))
    garrus.concentration = 2
    wounds_of_shot(field, garrus, severus)
    assert garrus.concentration == 2
    assert code_of(why_not_shoot(field.position, garrus, severus, "magical_shot")) == "NO_ABILITY"


def test_k50_a_steam_engine_is_rolled_before_a_shot() -> None:
    boost = Effect("grant", to=Target("self"), grants=(), until="end_of_turn")
    field, garrus, severus = pair(5, 1, 1, shooter=(keyword("shot", 1), steam("shot", shield=boost)))
    assert wounds_of_shot(field, garrus, severus) == 1
    assert garrus.steamed


def test_s13_1_triggers_of_a_shot_resolve_before_the_dice() -> None:
    deadly = when("is_attacked", Effect("wounds", amount=9, to=Target("that_creature")))
    field, garrus, severus = pair(shooter=(keyword("shot", 1),), target=(deadly,))
    assert wounds_of_shot(field, garrus, severus) == 0
    assert not field.lives(garrus)


def test_sr43_a_steam_engine_for_shots_ignores_other_attacks() -> None:
    field, garrus, severus = pair(1, shooter=(keyword("throwing", 1), keyword("shot", 1), steam("shot")), at=NEAR)
    assert wounds_of_shot(field, garrus, severus, "throwing") == 0
    assert not garrus.steamed


def test_s5_11_a_tactic_can_hide_the_target_of_a_shot() -> None:
    field, garrus, severus = pair(shooter=(keyword("shot", 3),))
    ambush = card("smoke", "tactic", trigger="enemy_shoots")
    ambush.options = ((Effect("hide", to=Target("own_character", every=True)),),)
    field.position.players[1].tactics.append(ambush)
    assert wounds_of_shot(field, garrus, severus) == 0
    assert field.position.players[1].tactics == []


def test_s11_4_a_shot_is_logged() -> None:
    log = Log()
    field, garrus, severus = pair(1, shooter=(keyword("throwing", 1),), at=NEAR, log=log)
    shoot(field.position, garrus, severus, "throwing")
    assert log.events[0] == ShotDeclared(garrus.slot, severus.slot, "throwing")


def test_s15_3_a_shot_with_value_0_is_refused() -> None:
    field, garrus, severus = pair(shooter=(keyword("shot", 1),))
    garrus.silenced_until = field.position.turn
    assert code_of(why_not_shoot(field.position, garrus, severus, "shot")) == "NO_ABILITY"


def test_s11_4_the_outlook_agrees_with_the_dice() -> None:
    field, garrus, severus = pair(shooter=(keyword("shot", 1), keyword("sniper")), health=2)
    # A bullseye with the die or its re-roll, then no shield: 5/9 of 2/3.
    assert shot_outlook(field.position, garrus, severus, "shot")[-1] == pytest.approx(10 / 27)
    severus.armour = 1
    assert shot_outlook(field.position, garrus, severus, "shot")[1] == pytest.approx(10 / 27)
    severus.wounds = 1
    assert shot_outlook(field.position, garrus, severus, "shot") == pytest.approx((17 / 27, 10 / 27))


def test_s11_4_the_outlook_counts_durability_except_for_magical_shots() -> None:
    field = Field()
    garrus = field.put("garrus", keyword("shot", 1), keyword("magical_shot", 1))
    hero = field.enemy("hero", hero=True, at=FAR, armour=1)
    assert shot_outlook(field.position, garrus, hero, "magical_shot")[1] == pytest.approx(1 / 3)
    hero.armour = 0
    assert shot_outlook(field.position, garrus, hero, "shot")[1] == pytest.approx(2 / 9)
    field.relic("plate", keyword("durability", 1), seat=1)
    assert shot_outlook(field.position, garrus, hero, "shot")[0] == 1
    assert shot_outlook(field.position, garrus, hero, "magical_shot")[1] == pytest.approx(1 / 3)
