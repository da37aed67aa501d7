"""Chapter 8: Backstab."""

import pytest

from simulator.engine.play.event_log import Log
from simulator.games.signum.board.contact import touching_enemies
from simulator.games.signum.rules.combat.backstab import backstabs, can_be_backstabbed
from simulator.games.signum.state.events import Backstabbed
from simulator.games.signum.state.questions import NO, YES
from tests.signum.field import Field, events_of, keyword, shield_from


def test_s8_1_each_enemy_in_contact_rolls_one_die_and_hits_on_axe_or_shield() -> None:
    field = Field(2, 3, 5)
    mover = field.put("mover", health=9)
    field.enemy("b1")
    field.enemy("b2", at=(268, 300))
    field.enemy("b3", at=(300, 332))
    assert backstabs(field.position, mover, touching_enemies(field.position, mover))
    assert mover.wounds == 2
    assert field.dice_left == ()


def test_s8_1_only_enemies_in_contact_are_touching() -> None:
    field = Field()
    mover = field.put("mover")
    near = field.enemy("near", at=(332.5, 300))
    field.enemy("apart", at=(300, 333))
    field.put("friend", at=(268, 300))
    assert touching_enemies(field.position, mover) == [near]


def test_s8_1_a_wounded_roller_hits_only_on_shield() -> None:
    field = Field(4)
    mover = field.put("mover")
    roller = field.enemy("roller", wounds=1)
    assert backstabs(field.position, mover, [roller])
    assert mover.wounds == 0


def test_s8_1_a_wounded_roller_still_hits_on_shield() -> None:
    field = Field(5)
    mover = field.put("mover")
    backstabs(field.position, mover, [field.enemy("roller", wounds=1)])
    assert mover.wounds == 1


def test_k22_a_wounded_roller_with_fortitude_hits_on_axe() -> None:
    field = Field(3)
    mover = field.put("mover")
    backstabs(field.position, mover, [field.enemy("roller", keyword("fortitude"), wounds=1)])
    assert mover.wounds == 1


def test_s8_1_after_a_death_no_further_dice_are_rolled() -> None:
    field = Field(6)
    mover = field.put("mover", health=1)
    rollers = [field.enemy("b1"), field.enemy("b2", at=(268, 300))]
    assert not backstabs(field.position, mover, rollers)
    assert not field.lives(mover)
    assert field.graveyard(0) == ["mover"]


def test_sr42_dice_are_rolled_in_the_order_of_names() -> None:
    log = Log()
    field = Field(1, 6, log=log)
    mover = field.put("mover")
    zoe = field.enemy("zoe")
    abe = field.enemy("abe", at=(268, 300))
    backstabs(field.position, mover, [zoe, abe])
    assert events_of(log, Backstabbed) == [
        Backstabbed(abe.slot, mover.slot, 1, False),
        Backstabbed(zoe.slot, mover.slot, 6, True),
    ]


def test_s8_2_there_is_no_defence_but_armour_absorbs_the_damage() -> None:
    field = Field(6)
    mover = field.put("mover", armour=1, strength=5)
    backstabs(field.position, mover, [field.enemy("roller")])
    assert (mover.armour, mover.wounds) == (0, 0)


def test_s8_2_strength_0_can_backstab() -> None:
    field = Field(3)
    mover = field.put("mover")
    backstabs(field.position, mover, [field.enemy("roller", strength=0)])
    assert mover.wounds == 1


def test_s8_2_minus_from_attacks_does_not_apply() -> None:
    field = Field(6)
    mover = field.put("mover", keyword("minus_from_attacks", 1))
    roller = field.enemy("roller")
    backstabs(field.position, mover, [roller])
    assert mover.wounds == 1
    assert not mover.attacked


def test_s8_2_durability_stops_it_as_physical_damage() -> None:
    field = Field(6)
    hero = field.put("hero", hero=True)
    plate = field.relic("plate", keyword("durability", 2))
    backstabs(field.position, hero, [field.enemy("roller")])
    assert (plate.armour, hero.wounds) == (1, 0)


def test_k02_agile_cannot_be_backstabbed() -> None:
    field = Field()
    mover = field.put("mover", keyword("agile"))
    assert backstabs(field.position, mover, [field.enemy("roller")])
    assert mover.wounds == 0


@pytest.mark.parametrize("hidden", [True, False])
def test_s8_3_a_hidden_creature_cannot_be_backstabbed(hidden: bool) -> None:
    field = Field(*() if hidden else (6,))
    mover = field.put("mover", keyword("stealth"))
    mover.hidden = hidden
    backstabs(field.position, mover, [field.enemy("roller")])
    assert mover.wounds == (0 if hidden else 1)


def test_k44_shield_from_backstab() -> None:
    field = Field()
    mover = field.put("mover", shield_from("backstab"))
    assert not can_be_backstabbed(field.position, mover)
    assert backstabs(field.position, mover, [field.enemy("roller")])


def test_s8_3_a_hidden_creature_that_backstabs_loses_its_token() -> None:
    field = Field(6)
    mover = field.put("mover")
    shade = field.enemy("shade", keyword("stealth"))
    field.answer(YES)
    backstabs(field.position, mover, [shade])
    assert (mover.wounds, shade.hidden) == (1, False)


def test_s8_4_the_owner_of_a_hidden_creature_can_decline() -> None:
    field = Field()
    mover = field.put("mover")
    shade = field.enemy("shade", keyword("stealth"))
    field.answer(NO)
    assert backstabs(field.position, mover, [shade])
    assert (mover.wounds, shade.hidden) == (0, True)


def test_sr25_the_unprompted_owner_of_a_hidden_creature_keeps_the_token() -> None:
    field = Field()
    mover = field.put("mover")
    shade = field.enemy("shade", keyword("stealth"))
    backstabs(field.position, mover, [shade])
    assert shade.hidden
