"""Chapter 9: keywords that change a melee, and their rulings."""

import pytest

from simulator.engine.play.event_log import Log
from simulator.games.signum.cards.abilities import Effect, Target
from simulator.games.signum.rules.abilities.stats import strength
from simulator.games.signum.rules.combat.combatants import fighter
from simulator.games.signum.rules.combat.melee import fight, why_not_melee
from simulator.games.signum.state.position import Creature
from simulator.games.signum.state.refusals import IllegalMove
from tests.signum.field import Field, clash, code_of, dice_purposes, granting, keyword, plus_strength, steam

# --- Experts, Reckless, Cautious


def test_k17_expert_of_attack_adds_dice_only_with_all_dice_in_attack() -> None:
    field = Field(3, 3, 3)
    ana, bo = field.put("ana", keyword("expert_of_attack", 1)), field.enemy("bo", strength=0, health=9)
    clash(field, ana, bo, (2, 0), (0, 0))
    assert bo.wounds == 3
    field = Field(3)
    ana, bo = field.put("ana", keyword("expert_of_attack", 1)), field.enemy("bo", strength=0, health=9)
    clash(field, ana, bo, (1, 1), (0, 0))
    assert bo.wounds == 1


def test_k18_expert_of_defence_adds_dice_with_all_dice_in_defence() -> None:
    field = Field(3, 3, 1, 6, 6)
    ana, bo = field.put("ana"), field.enemy("bo", keyword("expert_of_defence", 2), strength=1)
    clash(field, ana, bo, (2, 0), (0, 1))
    assert bo.wounds == 0


def test_k18_expert_of_defence_works_with_s9_4() -> None:
    field = Field(3, 1, 6)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", keyword("expert_of_defence", 1), strength=1)
    bo.attacked = True
    clash(field, ana, bo, (1, 0), (0, 1))
    assert bo.wounds == 0


def test_k18_a_mixed_split_gets_no_expert_dice() -> None:
    field = Field(3, 3, 1, 5)
    ana = field.put("ana")
    bo = field.enemy("bo", keyword("expert_of_defence", 2), keyword("expert_of_attack", 2), strength=2)
    clash(field, ana, bo, (2, 0), (1, 1))
    assert (bo.wounds, ana.wounds) == (1, 0)


def test_k41_reckless_puts_at_least_x_dice_into_attack() -> None:
    field = Field()
    ana, bo = field.put("ana", strength=3), field.enemy("bo", keyword("reckless", 2))
    with pytest.raises(IllegalMove) as caught:
        clash(field, ana, bo, (3, 0), (1, 1))
    assert caught.value.code == "BAD_SPLIT"


def test_k41_s9_4_overrides_reckless() -> None:
    field = Field(1)
    ana, bo = field.put("ana", strength=1), field.enemy("bo", keyword("reckless", 2))
    bo.attacked = True
    clash(field, ana, bo, (1, 0), (0, 2))


def test_k08_cautious_puts_at_least_x_dice_into_defence() -> None:
    field = Field()
    ana, bo = field.put("ana", keyword("cautious", 1), strength=3), field.enemy("bo")
    numbers = fighter(field.position, ana, bo, attacking=True, moved=False)
    assert (numbers.lowest, numbers.highest) == (0, 2)
    with pytest.raises(IllegalMove):
        clash(field, ana, bo, (3, 0), (2, 0))


def test_k08_cautious_is_limited_by_the_strength() -> None:
    field = Field()
    ana, bo = field.put("ana", keyword("cautious", 5), strength=2), field.enemy("bo")
    numbers = fighter(field.position, ana, bo, attacking=True, moved=False)
    assert (numbers.lowest, numbers.highest) == (0, 0)


def test_sr13_reckless_takes_precedence_over_cautious() -> None:
    field = Field()
    ana = field.put("ana", keyword("reckless", 2), keyword("cautious", 2), strength=3)
    numbers = fighter(field.position, ana, field.enemy("bo"), attacking=True, moved=False)
    assert (numbers.lowest, numbers.highest) == (2, 2)


# --- Hammerblow, −X from Attacks


def test_k23_hammerblow_deals_2_damage_and_a_shield_stops_a_hit() -> None:
    field = Field(3, 3, 5)
    ana, bo = field.put("ana", keyword("hammerblow")), field.enemy("bo", strength=1, health=9)
    clash(field, ana, bo, (2, 0), (0, 1))
    assert bo.wounds == 2


def test_sr10_hammerblow_works_for_the_defender_too() -> None:
    field = Field(1, 6)
    ana = field.put("ana", strength=1, health=9)
    clash(field, ana, field.enemy("bo", keyword("hammerblow"), strength=1), (1, 0), (1, 0))
    assert ana.wounds == 2


def test_k01_minus_from_attacks_reduces_the_total_damage() -> None:
    field = Field(3, 3, 3)
    ana = field.put("ana", strength=3)
    bo = field.enemy("bo", keyword("minus_from_attacks", 2), strength=0, health=9)
    clash(field, ana, bo, (3, 0), (0, 0))
    assert bo.wounds == 1


def test_sr9_a_strike_back_counts_as_one_attack() -> None:
    field = Field(1, 3, 3)
    ana = field.put("ana", keyword("minus_from_attacks", 1), strength=1, health=9)
    clash(field, ana, field.enemy("bo"), (1, 0), (2, 0))
    assert ana.wounds == 1


def test_sr9_minus_from_attacks_reduces_the_damage_of_hammerblow() -> None:
    field = Field(3)
    ana = field.put("ana", keyword("hammerblow"), strength=1)
    bo = field.enemy("bo", keyword("minus_from_attacks", 1), strength=0)
    clash(field, ana, bo, (1, 0), (0, 0))
    assert bo.wounds == 1


# --- Initiative


def test_k27_initiative_strikes_first_and_a_death_prevents_a_strike_back() -> None:
    field = Field(6, 1)
    ana = field.put("ana", keyword("initiative"), strength=1)
    bo = field.enemy("bo", strength=3, health=1)
    clash(field, ana, bo, (1, 0), (2, 1))
    assert not field.lives(bo)
    assert ana.wounds == 0


def test_k27_initiative_of_the_defender() -> None:
    field = Field(3, 6)
    ana = field.put("ana", strength=2, health=2)
    bo = field.enemy("bo", keyword("initiative"), strength=2)
    clash(field, ana, bo, (2, 0), (2, 0))
    assert not field.lives(ana)
    assert bo.wounds == 0


def test_k27_a_survivor_of_initiative_strikes_with_all_re_rolls() -> None:
    field = Field(1, 3, 1, 1, 5, 4)
    ana = field.put("ana", keyword("master_of_attack", 2), strength=2)
    bo = field.enemy("bo", keyword("initiative"), keyword("veteran"), strength=1, health=9)
    # Bo misses. Ana rolls 3, 1. The Veteran turns her 3 into 1, and her mastery both dice into 5 and 4.
    clash(field, ana, bo, (2, 0), (1, 0))
    assert bo.wounds == 2


def test_k27_a_veteran_attacker_forces_no_re_roll_on_initiative() -> None:
    field = Field(3, 1)
    ana = field.put("ana", keyword("veteran"), strength=1, health=9)
    clash(field, ana, field.enemy("bo", keyword("initiative"), strength=1), (1, 0), (1, 0))
    assert ana.wounds == 1


def test_k27_a_veteran_attacker_with_initiative_forces_no_re_roll() -> None:
    field = Field(1, 3)
    ana = field.put("ana", keyword("veteran"), keyword("initiative"), strength=1, health=9)
    clash(field, ana, field.enemy("bo", strength=1), (1, 0), (1, 0))
    assert ana.wounds == 1


def test_k27_with_initiative_a_veteran_defender_still_forces_re_rolls() -> None:
    field = Field(3, 1, 1)
    ana = field.put("ana", keyword("initiative"), strength=1, health=9)
    bo = field.enemy("bo", keyword("veteran"), strength=1)
    clash(field, ana, bo, (1, 0), (1, 0))
    assert (bo.wounds, ana.wounds) == (0, 0)


def test_k27_order_of_dice_with_initiative() -> None:
    log = Log()
    field = Field(3, 1, 5, 1, log=log)
    ana = field.put("ana", keyword("initiative"))
    bo = field.enemy("bo", health=9)
    clash(field, ana, bo, (1, 1), (1, 1))
    assert dice_purposes(log) == [("melee", ana.slot), ("defence", bo.slot), ("melee", bo.slot), ("defence", ana.slot)]


def test_k27_both_with_initiative_is_a_normal_melee() -> None:
    field = Field(6, 6)
    ana = field.put("ana", keyword("initiative"), strength=1, health=1)
    bo = field.enemy("bo", keyword("initiative"), strength=1, health=1)
    clash(field, ana, bo, (1, 0), (1, 0))
    assert not field.lives(ana)
    assert not field.lives(bo)


def test_sr17_a_creature_wounded_by_initiative_hits_on_shield_only() -> None:
    field = Field(3, 3, 4)
    ana = field.put("ana", keyword("initiative"), strength=1)
    bo = field.enemy("bo", strength=2, health=3)
    clash(field, ana, bo, (1, 0), (2, 0))
    assert (ana.wounds, bo.wounds) == (0, 1)


def test_sr17_berserk_adds_no_dice_in_the_same_melee() -> None:
    field = Field(3, 6)
    ana = field.put("ana", keyword("initiative"), strength=1)
    bo = field.enemy("bo", keyword("berserk", 2), strength=1, health=5)
    clash(field, ana, bo, (1, 0), (1, 0))
    assert (ana.wounds, strength(field.position, bo)) == (1, 3)


def test_k06_berserk_adds_dice_to_a_wounded_creature() -> None:
    field = Field(5, 5, 5)
    ana, bo = field.put("ana", keyword("berserk", 2), strength=1, wounds=1), field.enemy("bo", strength=0, health=9)
    clash(field, ana, bo, (3, 0), (0, 0))
    assert bo.wounds == 3


# --- Magical Strike


def strike(field: Field, ana: Creature, bo: Creature, theirs: tuple[int, int]) -> None:
    fight(field.position, ana, bo, moved=False, magical_strike=True, splits={bo.slot: theirs})
    assert field.dice_left == ()


def test_k31_magical_strike_causes_wounds_and_allows_a_strike_back() -> None:
    field = Field(3, 6, 3)
    ana = field.put("ana", keyword("magical_strike", 2), strength=5)
    bo = field.enemy("bo", keyword("minus_from_attacks", 2), armour=3, strength=3, health=9)
    strike(field, ana, bo, (1, 2))
    assert (bo.wounds, bo.armour, ana.wounds) == (2, 3, 1)


def test_sr11_strength_0_allows_a_magical_strike_without_expert_dice() -> None:
    field = Field(3)
    ana = field.put("ana", keyword("magical_strike", 1), keyword("expert_of_attack", 2), strength=0)
    bo = field.enemy("bo", strength=0)
    assert code_of(why_not_melee(field.position, ana, bo)) == "NO_DICE"
    strike(field, ana, bo, (0, 0))
    assert bo.wounds == 1


def test_sr11_wounds_and_master_of_attack_apply_to_a_magical_strike() -> None:
    field = Field(4, 5, 6)
    ana = field.put("ana", keyword("magical_strike", 2), keyword("master_of_attack", 1), wounds=1)
    bo = field.enemy("bo", strength=0)
    strike(field, ana, bo, (0, 0))
    assert bo.wounds == 2


def test_sr11_a_magical_strike_needs_the_keyword() -> None:
    field = Field()
    ana, bo = field.put("ana"), field.enemy("bo")
    assert code_of(why_not_melee(field.position, ana, bo, magical_strike=True)) == "NO_ABILITY"


def test_k31_a_magical_strike_with_initiative() -> None:
    field = Field(3, 6)
    ana = field.put("ana", keyword("magical_strike", 1), keyword("initiative"), armour=1, strength=3)
    bo = field.enemy("bo", armour=1, strength=2, health=9)
    strike(field, ana, bo, (1, 1))
    assert (bo.wounds, bo.armour, ana.wounds, ana.armour) == (1, 1, 0, 0)


def test_k31_a_magical_strike_against_initiative() -> None:
    field = Field(3, 3)
    ana = field.put("ana", keyword("magical_strike", 1), armour=1, strength=3)
    bo = field.enemy("bo", keyword("initiative"), armour=1, strength=2, health=9)
    strike(field, ana, bo, (1, 1))
    assert (bo.wounds, bo.armour, ana.wounds, ana.armour) == (1, 1, 0, 0)


# --- Charge, Predator, Steam Engine


def test_k09_charge_gives_its_bonus_to_the_end_of_the_turn_after_a_move() -> None:
    field = Field(3, 3)
    ana, bo = field.put("ana", granting("charge", plus_strength(1)), strength=1), field.enemy("bo", strength=0)
    clash(field, ana, bo, (2, 0), (0, 0), moved=True)
    assert bo.wounds == 2
    assert strength(field.position, ana) == 2


def test_k09_no_charge_without_a_move() -> None:
    field = Field(3)
    ana, bo = field.put("ana", granting("charge", plus_strength(1)), strength=1), field.enemy("bo", strength=0)
    clash(field, ana, bo, (1, 0), (0, 0))
    assert strength(field.position, ana) == 1


def test_k09_charge_works_once_per_turn() -> None:
    field = Field(1)
    ana, bo = field.put("ana", granting("charge", plus_strength(1)), strength=1), field.enemy("bo", strength=0)
    ana.charged = True
    clash(field, ana, bo, (1, 0), (0, 0), moved=True)


def test_k09_a_charge_can_make_an_attack_legal() -> None:
    field = Field()
    ana, bo = field.put("ana", granting("charge", plus_strength(2)), strength=0), field.enemy("bo")
    assert why_not_melee(field.position, ana, bo, moved=True) is None
    assert code_of(why_not_melee(field.position, ana, bo, moved=False)) == "NO_DICE"


def test_k39_predator_gains_strength_against_a_wounded_enemy_to_the_end_of_the_turn() -> None:
    field = Field(3, 3)
    ana, bo = field.put("ana", keyword("predator"), strength=1), field.enemy("bo", strength=0, wounds=1, health=9)
    clash(field, ana, bo, (2, 0), (0, 0))
    assert bo.wounds == 3
    assert strength(field.position, ana) == 2


def test_k39_predator_gains_nothing_against_the_unwounded_or_as_defender() -> None:
    field = Field(1, 1)
    ana, bo = field.put("ana", strength=1, wounds=1), field.enemy("bo", keyword("predator"), strength=1)
    clash(field, ana, bo, (1, 0), (1, 0))
    field = Field(1)
    ana, bo = field.put("ana", keyword("predator"), strength=1), field.enemy("bo", strength=0)
    clash(field, ana, bo, (1, 0), (0, 0))


def test_sr40_predator_gains_once_per_turn() -> None:
    field = Field(1, 1, 1, 1)
    ana, bo = field.put("ana", keyword("predator"), strength=1), field.enemy("bo", strength=0, wounds=1, health=9)
    fight(field.position, ana, bo, moved=False, splits={ana.slot: (2, 0)})
    clash(field, ana, bo, (2, 0), (0, 0))


def test_k50_steam_engine_rolls_before_the_split() -> None:
    boost = Effect("grant", to=Target("self"), grants=(plus_strength(2),), until="end_of_turn")
    field = Field(6, 3, 3, 3)
    ana, bo = field.put("ana", steam("melee", shield=boost), strength=1), field.enemy("bo", strength=0, health=9)
    clash(field, ana, bo, (3, 0), (0, 0))
    assert bo.wounds == 3


def test_k50_steam_engine_works_once_per_turn_even_without_effect() -> None:
    boost = Effect("grant", to=Target("self"), grants=(plus_strength(2),), until="end_of_turn")
    field = Field(3, 1, 1)
    ana, bo = field.put("ana", steam("melee", shield=boost), strength=1), field.enemy("bo", strength=0)
    fight(field.position, ana, bo, moved=False, splits={ana.slot: (1, 0)})
    clash(field, ana, bo, (1, 0), (0, 0))


def test_k50_a_steam_engine_of_another_action_is_not_rolled() -> None:
    burst = Effect("wounds", amount=9, to=Target("self"))
    field = Field(1)
    ana, bo = field.put("ana", steam("move", bullseye=burst), strength=1), field.enemy("bo", strength=0)
    clash(field, ana, bo, (1, 0), (0, 0))
    assert (field.lives(ana), ana.steamed) == (True, False)


def test_k50_a_steam_engine_that_kills_the_attacker_ends_the_melee() -> None:
    burst = Effect("wounds", amount=9, to=Target("self"))
    field = Field(1)
    ana, bo = field.put("ana", steam("melee", bullseye=burst)), field.enemy("bo")
    fight(field.position, ana, bo, moved=False)
    assert not field.lives(ana)
    assert not bo.attacked
