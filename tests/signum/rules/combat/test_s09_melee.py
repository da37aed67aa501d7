"""Chapter 9: melee.

Keywords are in test_s09_melee_keywords.py and test_s09_chase.py.
"""

import pytest

from simulator.engine.play.event_log import Log
from simulator.games.signum.cards.abilities import Effect, Grant, Target
from simulator.games.signum.rules.abilities.stats import grant, strength
from simulator.games.signum.rules.combat.combatants import fighter, outlook
from simulator.games.signum.rules.combat.melee import fight, why_not_melee
from simulator.games.signum.state.events import DiceRolled, DiceSplit, MeleeDeclared
from simulator.games.signum.state.questions import SplitDice
from simulator.games.signum.state.refusals import IllegalMove
from tests.signum.field import (
    Field,
    card,
    clash,
    code_of,
    dice_purposes,
    grant_of,
    granting,
    keyword,
    plus_strength,
    when,
)

# --- S-9.1, S-9.2, S-9.5: legal attacks


def test_s9_1_only_enemies_in_contact_can_be_attacked() -> None:
    field = Field()
    ana = field.put("ana")
    assert why_not_melee(field.position, ana, field.enemy("touching")) is None
    assert code_of(why_not_melee(field.position, ana, field.enemy("apart", at=(300, 340)))) == "NOT_IN_CONTACT"
    assert code_of(why_not_melee(field.position, ana, field.put("friend", at=(268, 300)))) == "BAD_TARGET"


def test_s9_1_a_refused_attack_changes_nothing() -> None:
    field = Field()
    ana, bo = field.put("ana", keyword("stealth")), field.enemy("bo", at=(300, 400))
    with pytest.raises(IllegalMove):
        fight(field.position, ana, bo, moved=False)
    assert (ana.hidden, bo.attacked) == (True, False)


def test_s9_1_several_creatures_can_attack_the_same_enemy() -> None:
    field = Field(3, 1, 3, 1)
    ana, ben = field.put("ana", strength=1), field.put("ben", strength=1, at=(364, 300))
    bo = field.enemy("bo", strength=1, health=5)
    fight(field.position, ana, bo, moved=False, splits={ana.slot: (1, 0), bo.slot: (1, 0)})
    clash(field, ben, bo, (1, 0), (0, 1))
    assert bo.wounds == 2


def test_s9_2_with_a_defender_in_contact_the_attacker_must_choose_a_defender() -> None:
    field = Field()
    ana, bo = field.put("ana"), field.enemy("bo")
    guard = field.enemy("guard", keyword("defender"), at=(268, 300))
    assert code_of(why_not_melee(field.position, ana, bo)) == "MUST_ATTACK_DEFENDER"
    assert why_not_melee(field.position, ana, guard) is None


def test_s9_2_the_attacker_chooses_between_two_defenders() -> None:
    field = Field()
    ana = field.put("ana")
    guards = [field.enemy("g1", keyword("defender")), field.enemy("g2", keyword("defender"), at=(268, 300))]
    assert [why_not_melee(field.position, ana, guard) for guard in guards] == [None, None]


def test_k14_a_hidden_defender_has_no_effect() -> None:
    field = Field()
    ana, bo = field.put("ana"), field.enemy("bo")
    field.enemy("guard", keyword("defender"), keyword("stealth"), at=(268, 300))
    assert why_not_melee(field.position, ana, bo) is None


def test_k14_a_defender_out_of_contact_has_no_effect() -> None:
    field = Field()
    ana, bo = field.put("ana"), field.enemy("bo")
    field.enemy("guard", keyword("defender"), at=(260, 300))
    assert why_not_melee(field.position, ana, bo) is None


def test_s9_5_strength_0_cannot_attack() -> None:
    field = Field()
    ana = field.put("ana", strength=0)
    assert code_of(why_not_melee(field.position, ana, field.enemy("bo"))) == "NO_DICE"


def test_s9_5_strength_0_cannot_defend() -> None:
    field = Field(6, 6)
    ana = field.put("ana")
    bo = field.enemy("bo", keyword("expert_of_defence", 2), strength=0, health=5)
    clash(field, ana, bo, (2, 0), (0, 0))
    assert bo.wounds == 2


# --- S-9.3: splits


def test_s9_3_the_defender_splits_first_and_the_attacker_sees_it() -> None:
    field = Field(1, 1, 1, 1, 1)
    ana, bo = field.put("ana", strength=3), field.enemy("bo", strength=2)
    questions: list[tuple[int, SplitDice]] = []

    def answer(seat: int, question: object) -> int:
        assert isinstance(question, SplitDice)
        questions.append((seat, question))
        return question.highest

    field.position.answers.consult = answer
    fight(field.position, ana, bo, moved=False)
    assert [(seat, question.slot, question.dice, question.facing) for seat, question in questions] == [
        (1, bo.slot, 2, -1),
        (0, ana.slot, 3, 2),
    ]


@pytest.mark.parametrize("split", [(2, 0), (2, 2), (4, -1)])
def test_s9_3_a_split_must_use_every_die(split: tuple[int, int]) -> None:
    field = Field()
    ana, bo = field.put("ana", strength=3), field.enemy("bo", strength=2)
    with pytest.raises(IllegalMove) as caught:
        fight(field.position, ana, bo, moved=False, splits={ana.slot: split, bo.slot: (2, 0)})
    assert caught.value.code == "BAD_SPLIT"
    assert (ana.wounds, bo.wounds, bo.attacked) == (0, 0, False)


def test_s9_3_worked_example_1_greer_attacks_cordelia() -> None:
    field = Field(5, 3, 1, 6, 5)
    greer = field.put("Greer", strength=3, health=4)
    cordelia = field.enemy("Cordelia", keyword("reckless", 2), strength=2, health=2)
    clash(field, greer, cordelia, (2, 1), (2, 0))
    assert not field.lives(cordelia)
    assert greer.wounds == 0


# --- S-9.4


def test_s9_4_after_a_first_attack_all_dice_defend() -> None:
    field = Field(3, 1, 1)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", strength=2)
    bo.attacked = True
    clash(field, ana, bo, (1, 0), (0, 2))
    assert (ana.wounds, bo.wounds) == (0, 1)


def test_s9_4_a_split_with_attack_dice_is_refused_after_a_first_attack() -> None:
    field = Field()
    ana, bo = field.put("ana"), field.enemy("bo")
    bo.attacked = True
    with pytest.raises(IllegalMove) as caught:
        clash(field, ana, bo, (2, 0), (1, 1))
    assert caught.value.code == "BAD_SPLIT"


def test_s9_4_an_attacked_creature_is_marked() -> None:
    field = Field(1, 1)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", strength=1)
    clash(field, ana, bo, (1, 0), (1, 0))
    assert (bo.attacked, ana.attacked) == (True, False)


def test_k48_stamina_exempts_from_s9_4() -> None:
    field = Field(1, 3)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", keyword("stamina"), strength=1)
    bo.attacked = True
    clash(field, ana, bo, (1, 0), (1, 0))
    assert ana.wounds == 1


# --- S-9.6 to S-9.8


def test_s9_6_unwounded_axe_and_shield_hit() -> None:
    field = Field(1, 2, 3, 4, 5, 6)
    ana, bo = field.put("ana", strength=6), field.enemy("bo", strength=0, health=9)
    clash(field, ana, bo, (6, 0), (0, 0))
    assert bo.wounds == 4


def test_s9_6_wounded_only_shield_hits() -> None:
    field = Field(1, 2, 3, 4, 5, 6)
    ana, bo = field.put("ana", strength=6, wounds=1), field.enemy("bo", strength=0, health=9)
    clash(field, ana, bo, (6, 0), (0, 0))
    assert bo.wounds == 2


def test_k22_fortitude_lets_a_wounded_creature_hit_on_axe() -> None:
    field = Field(3, 4)
    ana, bo = field.put("ana", keyword("fortitude"), wounds=1), field.enemy("bo", strength=0, health=9)
    clash(field, ana, bo, (2, 0), (0, 0))
    assert bo.wounds == 2


def test_s9_7_each_shield_stops_one_hit_even_when_wounded() -> None:
    field = Field(3, 3, 3, 5, 4)
    ana, bo = field.put("ana", strength=3), field.enemy("bo", strength=2, health=9, wounds=1)
    clash(field, ana, bo, (3, 0), (0, 2))
    assert bo.wounds == 3


def test_s9_7_without_hits_no_defence_dice_are_rolled() -> None:
    field = Field(1, 2)
    ana, bo = field.put("ana"), field.enemy("bo", strength=3)
    clash(field, ana, bo, (2, 0), (0, 3))
    assert bo.wounds == 0


def test_s9_7_surplus_shields_have_no_effect() -> None:
    field = Field(3, 6, 6, 6)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", strength=3)
    clash(field, ana, bo, (1, 0), (0, 3))
    assert (bo.wounds, ana.wounds) == (0, 0)


def test_s9_8_damage_is_simultaneous_and_both_can_die() -> None:
    field = Field(6, 6)
    ana, bo = field.put("ana", strength=1, health=1), field.enemy("bo", strength=1, health=1)
    clash(field, ana, bo, (1, 0), (1, 0))
    assert not field.lives(ana)
    assert not field.lives(bo)
    assert [player.kills for player in field.position.players] == [1, 1]


def test_s9_8_each_remaining_hit_is_1_damage_and_armour_absorbs_it() -> None:
    field = Field(3, 3)
    ana, bo = field.put("ana"), field.enemy("bo", strength=0, armour=1)
    clash(field, ana, bo, (2, 0), (0, 0))
    assert (bo.armour, bo.wounds) == (0, 1)


# --- S-9.9: re-rolls and their order


def test_s9_9_dice_are_rolled_in_the_printed_order() -> None:
    log = Log()
    field = Field(3, 1, 3, 1, 1, 1, 4, 1, 1, log=log)
    masters = (keyword("master_of_attack", 1), keyword("master_of_defence", 1), keyword("veteran"))
    ana = field.put("ana", *masters, strength=3)
    bo = field.enemy("bo", *masters, strength=3, health=9)
    # Attack 3, 1 against 3, 1. The Veteran forces ana's 3 to become 1. Each Master re-rolls one failure: 1 and 4.
    # Bo's defence is not rolled without hits.
    clash(field, ana, bo, (2, 1), (2, 1))
    assert dice_purposes(log) == [
        ("melee", ana.slot),
        ("melee", bo.slot),
        ("veteran", ana.slot),
        ("master_of_attack", ana.slot),
        ("master_of_attack", bo.slot),
        ("defence", ana.slot),
        ("master_of_defence", ana.slot),
    ]
    assert (bo.wounds, ana.wounds) == (0, 2)


def test_s9_9_the_defender_s_defence_precedes_the_attacker_s() -> None:
    log = Log()
    field = Field(3, 3, 1, 5, log=log)
    ana, bo = field.put("ana"), field.enemy("bo")
    clash(field, ana, bo, (1, 1), (1, 1))
    assert dice_purposes(log)[2:] == [("defence", bo.slot), ("defence", ana.slot)]
    assert (ana.wounds, bo.wounds) == (0, 1)


def test_k53_against_a_veteran_defender_the_attacker_re_rolls_all_its_hits() -> None:
    field = Field(3, 1, 6, 2, 4)
    ana, bo = field.put("ana", strength=3), field.enemy("bo", keyword("veteran"), strength=0, health=9)
    clash(field, ana, bo, (3, 0), (0, 0))
    assert bo.wounds == 1


def test_k53_a_veteran_attacker_forces_no_re_rolls() -> None:
    field = Field(1, 3)
    ana, bo = field.put("ana", keyword("veteran"), strength=1), field.enemy("bo", strength=1)
    clash(field, ana, bo, (1, 0), (1, 0))
    assert ana.wounds == 1


def test_k32_master_of_attack_re_rolls_failed_dice_up_to_its_number() -> None:
    field = Field(1, 3, 2, 2, 5)
    ana = field.put("ana", keyword("master_of_attack", 1), strength=4)
    bo = field.enemy("bo", strength=0, health=9)
    clash(field, ana, bo, (4, 0), (0, 0))
    assert bo.wounds == 2


def test_k32_master_of_attack_works_for_the_defender_too() -> None:
    field = Field(1, 1, 6)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", keyword("master_of_attack", 1), strength=1)
    clash(field, ana, bo, (1, 0), (1, 0))
    assert ana.wounds == 1


def test_k33_master_of_defence_re_rolls_failed_defence_dice() -> None:
    field = Field(3, 3, 1, 2, 5, 1)
    ana, bo = field.put("ana"), field.enemy("bo", keyword("master_of_defence", 2))
    clash(field, ana, bo, (2, 0), (0, 2))
    assert bo.wounds == 1


def test_sr41_no_defence_re_roll_once_all_hits_are_stopped() -> None:
    field = Field(3, 5, 1)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", keyword("master_of_defence", 2))
    clash(field, ana, bo, (1, 0), (0, 2))
    assert bo.wounds == 0


def test_sr7_a_forced_re_roll_can_be_re_rolled_by_a_master() -> None:
    field = Field(3, 1, 5)
    ana = field.put("ana", keyword("master_of_attack", 3), strength=1)
    bo = field.enemy("bo", keyword("veteran"), strength=0)
    clash(field, ana, bo, (1, 0), (0, 0))
    assert bo.wounds == 1


def test_k32_worked_example_8_master_of_attack_1_and_a_granted_2() -> None:
    field = Field(1, 1, 1, 3, 3)
    ana = field.put("ana", keyword("master_of_attack", 1), strength=3)
    bo = field.enemy("bo", strength=0, health=9)
    grant(field.position, ana, grant_of("master_of_attack", 2), field.position.turn)
    clash(field, ana, bo, (3, 0), (0, 0))
    assert bo.wounds == 2


# --- triggers and consequences of an attack


def test_s12_2_declaring_a_melee_costs_the_stealth_token() -> None:
    field = Field(1)
    ana, bo = field.put("ana", keyword("stealth"), strength=1), field.enemy("bo", strength=0)
    clash(field, ana, bo, (1, 0), (0, 0))
    assert not ana.hidden


def test_s12_1_a_hidden_enemy_cannot_be_attacked() -> None:
    field = Field()
    assert code_of(why_not_melee(field.position, field.put("ana"), field.enemy("bo", keyword("stealth")))) == (
        "HIDDEN_TARGET"
    )


def test_s13_1_triggers_of_an_attack_resolve_before_the_split() -> None:
    wary = when("is_attacked", Effect("grant", to=Target("self"), grants=(plus_strength(1),), until="end_of_turn"))
    field = Field(1, 1, 1)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", wary, strength=1)
    clash(field, ana, bo, (1, 0), (2, 0))


def test_s13_1_no_melee_if_a_trigger_kills_the_target() -> None:
    deadly = when("attacks", Effect("wounds", amount=9, to=Target("that_creature")))
    field = Field()
    ana, bo = field.put("ana", deadly), field.enemy("bo")
    fight(field.position, ana, bo, moved=False)
    assert not field.lives(bo)


def test_s5_11_a_melee_does_not_trigger_shot_tactics() -> None:
    field = Field(1)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", strength=0)
    waiting = card("waiting", "tactic", trigger="enemy_shoots")
    field.position.players[1].tactics.append(waiting)
    clash(field, ana, bo, (1, 0), (0, 0))
    assert field.position.players[1].tactics == [waiting]


def test_s9_1_the_attack_and_the_splits_are_logged() -> None:
    log = Log()
    field = Field(1, 1, log=log)
    ana, bo = field.put("ana"), field.enemy("bo", strength=1)
    clash(field, ana, bo, (1, 1), (1, 0))
    events = [event for event in log.events if not isinstance(event, DiceRolled)]
    assert events == [MeleeDeclared(ana.slot, bo.slot), DiceSplit(bo.slot, 1, 0), DiceSplit(ana.slot, 1, 1)]


# --- relics with uses


def test_s5_9_worked_example_3_jousting_lance_is_used_up() -> None:
    field = Field(3, 3, 3, 1, 1, 1, 1)
    hero = field.put("hero", hero=True, strength=1, health=20)
    field.relic("Jousting Lance", granting("multiple_uses", plus_strength(2), value=2), kind="melee_weapon")
    bo = field.enemy("bo", strength=0, health=9)
    fight(field.position, hero, bo, moved=False, splits={hero.slot: (3, 0)})
    assert bo.wounds == 3
    assert [relic.uses for relic in field.position.players[0].relics] == [1]
    cy = field.enemy("cy", strength=1, at=(268, 300))
    field.position.turn += 1
    field.position.active = 1
    clash(field, cy, hero, (1, 0), (3, 0))
    assert field.position.players[0].relics == []
    assert field.graveyard(0) == ["Jousting Lance"]


def test_s5_9_the_last_use_still_gives_its_bonus() -> None:
    field = Field(3, 3, 3)
    hero = field.put("hero", hero=True, strength=1)
    field.relic("lance", granting("multiple_uses", plus_strength(2), value=1))
    bo = field.enemy("bo", strength=0, health=9)
    clash(field, hero, bo, (3, 0), (0, 0))
    assert bo.wounds == 3
    assert field.position.players[0].relics == []


def test_s10_3_melee_damage_is_physical() -> None:
    field = Field(3)
    hero = field.enemy("hero", hero=True, strength=0)
    plate = field.relic("plate", keyword("durability", 2), seat=1)
    clash(field, field.put("ana", strength=1), hero, (1, 0), (0, 0))
    assert (plate.armour, hero.wounds) == (1, 0)


def test_k37_a_relic_with_uses_gives_nothing_outside_melee() -> None:
    field = Field()
    hero = field.put("hero", hero=True, strength=1)
    field.relic("lance", granting("multiple_uses", plus_strength(2), value=2))
    assert strength(field.position, hero) == 1
    assert fighter(field.position, hero, field.enemy("bo"), attacking=True, moved=False).dice == 3


# --- values for the odds


def test_sr17_fighter_has_the_values_of_the_melee() -> None:
    field = Field()
    ana = field.put(
        "ana", keyword("predator"), granting("charge", grant_of("initiative"), Grant(keyword=3, value=3)), strength=1
    )
    bo = field.enemy("bo", wounds=1)
    numbers = fighter(field.position, ana, bo, attacking=True, moved=True)
    assert (numbers.dice, numbers.initiative, numbers.armour) == (2, True, 3)
    assert strength(field.position, ana) == 1
    assert outlook(field.position, ana, bo, moved=True).attack in (0, 1, 2)
