"""Chase (K-10) and its additional melees."""

import pytest

from simulator.games.signum.cards.abilities import Effect, Target
from simulator.games.signum.rules.combat.melee import fight
from simulator.games.signum.state.position import Creature
from simulator.games.signum.state.questions import ChaseTarget, Question, SplitDice
from tests.signum.field import Field, card, granting, keyword, plus_strength, when


def chase_setup(
    *dice: int, chases: int = 1, prey_at: tuple[float, float] = (300, 380)
) -> tuple[Field, Creature, Creature, Creature]:
    field = Field(*dice)
    ana = field.put("ana", keyword("chase", chases), strength=1, health=3)
    first = field.enemy("first", strength=0, health=1)
    second = field.enemy("second", strength=0, health=1, at=prey_at)
    return field, ana, first, second


def chase_down(field: Field, ana: Creature, first: Creature, choice: int = 1) -> None:
    """Fight `first`.

    `choice` answers the chase question; other questions get their default.
    """

    def answer(seat: int, question: Question) -> int:
        return choice if isinstance(question, ChaseTarget) else question.default

    field.position.answers.consult = answer
    fight(field.position, ana, first, moved=False)
    assert field.dice_left == ()


def test_k10_after_a_kill_it_moves_into_contact_with_another_enemy_and_attacks_again() -> None:
    field, ana, first, second = chase_setup(6, 6)
    chase_down(field, ana, first)
    assert not field.lives(first)
    assert not field.lives(second)
    assert (ana.x, ana.y) == (pytest.approx(300), pytest.approx(348))
    assert field.dice_left == ()


def test_k10_it_chases_no_further_than_s() -> None:
    field, ana, first, second = chase_setup(6, prey_at=(300, 413))
    chase_down(field, ana, first)
    assert field.lives(second)
    assert (ana.x, ana.y) == (300, 300)


def test_k10_a_chase_is_optional() -> None:
    field, ana, first, second = chase_setup(6)
    chase_down(field, ana, first, 0)
    assert field.lives(second)
    assert ana.chases == 0


def test_k10_the_number_of_chases_per_turn_is_limited() -> None:
    field, ana, first, second = chase_setup(6, 6)
    third = field.enemy("third", strength=0, at=(300, 430))
    chase_down(field, ana, first)
    assert not field.lives(second)
    assert field.lives(third)


def test_k10_chase_2_chases_twice() -> None:
    field, ana, first, _ = chase_setup(6, 6, 6, chases=2)
    third = field.enemy("third", strength=0, health=1, at=(300, 430))
    chase_down(field, ana, first)
    assert not field.lives(third)


def test_k10_without_a_kill_there_is_no_chase() -> None:
    field, ana, first, _ = chase_setup(1)
    chase_down(field, ana, first)
    assert ana.chases == 0


def test_k10_leaving_contact_for_a_chase_causes_backstabs() -> None:
    field, ana, first, second = chase_setup(6, 6, 6)
    field.enemy("bystander", strength=0, at=(268, 300))
    chase_down(field, ana, first, 1)  # candidates: second, bystander
    assert ana.wounds == 1
    assert not field.lives(second)


def test_k10_a_backstab_can_end_the_chase() -> None:
    field, ana, first, second = chase_setup(6, 6)
    ana.wounds = 2
    field.enemy("bystander", strength=0, at=(268, 300))
    chase_down(field, ana, first, 1)
    assert not field.lives(ana)
    assert field.lives(second)


def test_sr44_an_enemy_already_in_contact_is_attacked_without_a_move() -> None:
    field, ana, first, _ = chase_setup(6, 6)
    beside = field.enemy("beside", strength=0, health=1, at=(268, 300))
    chase_down(field, ana, first, 2)
    assert not field.lives(beside)
    assert (ana.x, ana.y, ana.wounds) == (300, 300, 0)


def test_k10_hidden_and_unreachable_enemies_are_not_chased() -> None:
    field, ana, first, second = chase_setup(6)
    second.hidden = True
    field.enemy("behind", strength=0, at=(300, 412))
    chase_down(field, ana, first)
    assert ana.chases == 0


def test_k10_an_enemy_that_leaves_the_field_alive_starts_no_chase() -> None:
    flees = when("is_wounded", Effect("return_to_hand", to=Target("self")))
    field = Field(6)
    ana = field.put("ana", keyword("chase", 1), strength=1)
    coward = field.enemy("coward", flees, strength=0, health=2)
    field.enemy("second", strength=0, at=(300, 380))
    chase_down(field, ana, coward)
    assert not field.lives(coward)
    assert ana.chases == 0


def test_s5_11_the_move_of_a_chase_triggers_tactics() -> None:
    field = Field(6)
    ana = field.put("ana", keyword("chase", 1), strength=1)
    first = field.enemy("first", strength=0, health=1)
    hero = field.enemy("hero", hero=True, strength=0, at=(300, 380))
    trap = card("trap", "tactic", trigger="enemy_comes_near")
    trap.options = ((Effect("wounds", amount=9, to=Target("that_creature")),),)
    field.position.players[1].tactics.append(trap)
    chase_down(field, ana, first)
    assert not field.lives(ana)
    assert hero.wounds == 0


def test_k10_a_death_before_the_dice_starts_no_chase() -> None:
    deadly = when("attacks", Effect("wounds", amount=9, to=Target("that_creature")))
    field = Field()
    ana = field.put("ana", keyword("chase", 1), deadly, strength=1)
    first = field.enemy("first", strength=0, health=1)
    field.enemy("second", strength=0, at=(300, 380))
    chase_down(field, ana, first)
    assert not field.lives(first)
    assert ana.chases == 0


def test_k10_killing_a_hero_starts_no_chase() -> None:
    field = Field(6)
    ana = field.put("ana", keyword("chase", 1), strength=1)
    hero = field.enemy("hero", hero=True, strength=0, health=1)
    field.enemy("second", strength=0, at=(300, 380))
    fight(field.position, ana, hero, moved=False)
    assert ana.chases == 0


def test_sr16_a_chase_starts_a_new_melee_with_new_splits() -> None:
    field, ana, first, second = chase_setup(6, 3, 1)
    second.card.strength = 1
    second.strength = 1
    second.attacked = True
    slots: list[int] = []

    def answer(seat: int, question: object) -> int:
        if isinstance(question, SplitDice):
            slots.append(question.slot)
            return question.highest
        return 1

    field.position.answers.consult = answer
    fight(field.position, ana, first, moved=False)
    assert field.dice_left == ()
    assert slots == [ana.slot, ana.slot]
    assert (ana.wounds, field.lives(second)) == (0, False)


def test_s9_2_a_chase_that_ends_next_to_a_defender_attacks_it() -> None:
    field = Field(6, 6)
    ana = field.put("ana", keyword("chase", 1), strength=1)
    first = field.enemy("first", keyword("defender"), strength=0, health=1)
    second = field.enemy("second", strength=0, health=1, at=(300, 332))
    guard = field.enemy("guard", keyword("defender"), strength=0, health=1, at=(268, 300))
    chase_down(field, ana, first, 1)
    assert field.lives(second)
    assert not field.lives(guard)


def test_sr44_the_move_of_a_chase_is_a_move_before_attacking() -> None:
    field = Field(6, 6, 6)
    ana = field.put("ana", keyword("chase", 1), granting("charge", plus_strength(1)), strength=1)
    first = field.enemy("first", strength=0, health=1)
    second = field.enemy("second", strength=0, health=2, at=(300, 380))
    chase_down(field, ana, first)
    assert not field.lives(second)


def test_k10_a_chase_goes_round_obstacles() -> None:
    field, ana, first, second = chase_setup(6, 6, prey_at=(300, 385))
    field.put("friend", at=(318, 340), base=32)
    chase_down(field, ana, first)
    assert not field.lives(second)
