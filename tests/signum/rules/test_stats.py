"""Current values of creatures (S-13.2, S-13.3, S-15.2, S-15.3).

Covers auras, passive abilities, relics and class buildings.
"""

import pytest

from simulator.engine.play.event_log import Log
from simulator.games.signum.cards.abilities import Condition, Grant, Target
from simulator.games.signum.cards.keywords import AGILE, ARMOUR, BERSERK, MASTER_OF_ATTACK, SHOT, VETERAN
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.state.events import ArmourGained, Granted
from simulator.games.signum.state.position import NEVER
from tests.signum.field import Field, grant_of, granting, keyword, passive, plus_strength, shield_from

S = 80


# --- grants


def test_s13_2_an_effect_lasts_for_the_game_by_default() -> None:
    field = Field()
    ana = field.put("ana", strength=2)
    stats.grant(field.position, ana, plus_strength(1), NEVER)
    for _ in range(3):
        stats.expire(field.position)
        field.position.turn += 1
    assert stats.strength(field.position, ana) == 3


def test_s13_2_effects_until_the_end_of_the_turn_expire() -> None:
    field = Field()
    ana = field.put("ana", keyword("shot", 1), strength=2)
    stats.grant(field.position, ana, plus_strength(2), field.position.turn)
    stats.grant(field.position, ana, grant_of("shot", 3), field.position.turn + 1)
    stats.grant(field.position, ana, grant_of("agile"), field.position.turn)
    assert (stats.strength(field.position, ana), stats.value(field.position, ana, SHOT)) == (4, 3)
    stats.expire(field.position)
    assert (ana.strength, ana.keywords[SHOT], ana.keywords[AGILE]) == (2, 3, 0)
    field.position.turn += 1
    stats.expire(field.position)
    assert (ana.keywords, ana.granted) == (ana.card.keywords, [])


def test_s13_3_of_equal_abilities_the_higher_value_counts() -> None:
    field = Field()
    ana = field.put("ana", keyword("master_of_attack", 1))
    stats.grant(field.position, ana, grant_of("master_of_attack", 2), NEVER)
    assert stats.value(field.position, ana, MASTER_OF_ATTACK) == 2
    stats.grant(field.position, ana, grant_of("master_of_attack", 1), NEVER)
    assert stats.value(field.position, ana, MASTER_OF_ATTACK) == 2


def test_s13_3_granted_armour_tokens_add_and_stay() -> None:
    field = Field()
    ana = field.put("ana", keyword("armour", 1))
    stats.grant(field.position, ana, Grant(keyword=ARMOUR, value=2), field.position.turn)
    stats.expire(field.position)
    assert ana.armour == 3


def test_s15_2_values_with_plus_add_up() -> None:
    field = Field()
    ana = field.put("ana", keyword("shot", 1))
    for value in (1, 2):
        stats.grant(field.position, ana, grant_of("shot", value, plus=True), NEVER)
    stats.grant(field.position, ana, grant_of("shot", 2), NEVER)
    assert stats.value(field.position, ana, SHOT) == 5


def test_s15_2_the_higher_of_two_values_on_one_card_counts() -> None:
    field = Field()
    ana = field.put("ana", keyword("shot", 1), keyword("shot", 3))
    assert stats.value(field.position, ana, SHOT) == 3


def test_s15_3_values_below_0_count_as_0() -> None:
    field = Field()
    ana = field.put("ana", keyword("shot", 1), strength=1)
    stats.grant(field.position, ana, plus_strength(-3), NEVER)
    stats.grant(field.position, ana, grant_of("shot", -2, plus=True), NEVER)
    assert (stats.strength(field.position, ana), stats.value(field.position, ana, SHOT)) == (0, 0)
    stats.grant(field.position, ana, plus_strength(3), NEVER)
    assert stats.strength(field.position, ana) == 1


@pytest.mark.parametrize(("steps", "millimetres"), [(1, 150), (2, 250), (5, 250), (-1, 80), (-4, 80)])
def test_s13_3_movement_is_granted_in_steps_between_s_and_xl(steps: int, millimetres: int) -> None:
    field = Field()
    ana = field.put("ana")
    stats.grant(field.position, ana, Grant(stat="movement", value=steps), field.position.turn)
    assert stats.movement(field.position, ana) == ana.movement == millimetres
    stats.expire(field.position)
    assert stats.movement(field.position, ana) == ana.movement == 100


def test_s13_2_grants_are_logged() -> None:
    log = Log()
    field = Field(log=log)
    ana = field.put("ana", keyword("armour", 1))
    stats.grant(field.position, ana, plus_strength(1), 9)
    stats.grant(field.position, ana, grant_of("veteran"), 9)
    stats.grant(field.position, ana, Grant(keyword=ARMOUR, value=2), 9)
    assert log.events == [
        Granted(ana.slot, "strength", 1, 9),
        Granted(ana.slot, "veteran", 1, 9),
        ArmourGained(ana.slot, 2, 3),
    ]


# --- auras


def test_k04_an_aura_reaches_all_other_own_creatures_within_its_distance() -> None:
    field = Field()
    bard = field.put("bard", granting("aura", plus_strength(1), distance=S), strength=1)
    near = field.put("near", at=(300, 412))
    far = field.put("far", at=(300, 187.9))
    enemy = field.enemy("enemy")
    strengths = [stats.strength(field.position, creature) for creature in (bard, near, far, enemy)]
    assert strengths == [1, 3, 2, 2]


def test_k04_an_aura_gives_keywords_according_to_s13_3() -> None:
    field = Field()
    field.put("teacher", granting("aura", grant_of("master_of_attack", 2), grant_of("veteran"), distance=S))
    pupil = field.put("pupil", keyword("master_of_attack", 1), at=(340, 300))
    stats.grant(field.position, pupil, grant_of("master_of_attack", 1, plus=True), NEVER)
    assert stats.value(field.position, pupil, MASTER_OF_ATTACK) == 3
    assert stats.has(field.position, pupil, VETERAN)


def test_k04_auras_of_two_bearers_add_up_only_with_plus() -> None:
    field = Field()
    for name, x in (("one", 260), ("two", 340)):
        field.put(name, granting("aura", plus_strength(1), grant_of("shot", 2), distance=S), at=(x, 300))
    ana = field.put("ana", strength=1)
    assert (stats.strength(field.position, ana), stats.value(field.position, ana, SHOT)) == (3, 2)


def test_k04_an_aura_can_have_a_target_filter() -> None:
    aura = granting("aura", plus_strength(1), distance=S)
    aura.to = Target("own_character", class_card=True)
    field = Field()
    field.put("master", aura)
    guildsman = field.put("guildsman", at=(340, 300), class_card=True)
    outsider = field.put("outsider", at=(260, 300))
    assert [stats.strength(field.position, creature) for creature in (guildsman, outsider)] == [3, 2]


def test_k04_an_aura_can_give_movement_and_health() -> None:
    field = Field()
    grants = (Grant(stat="movement", value=1), Grant(stat="health", value=2), plus_strength(5))
    field.put("drummer", granting("aura", *grants, distance=S))
    near, far = field.put("near", at=(340, 300), health=3), field.put("far", at=(500, 500), health=3)
    assert [stats.movement(field.position, creature) for creature in (near, far)] == [150, 100]
    assert [stats.health(field.position, creature) for creature in (near, far)] == [5, 3]
    stats.grant(field.position, near, Grant(stat="movement", value=-1), NEVER)
    assert stats.movement(field.position, near) == 100


def test_k04_a_silenced_bearer_has_no_aura() -> None:
    field = Field()
    bard = field.put("bard", granting("aura", plus_strength(1), distance=S))
    ana = field.put("ana", at=(340, 300))
    bard.silenced_until = field.position.turn
    assert stats.strength(field.position, ana) == 2
    field.position.turn += 1
    assert stats.strength(field.position, ana) == 3


# --- passive abilities


def test_k06_berserk_adds_strength_while_wounded() -> None:
    field = Field()
    ana = field.put("ana", keyword("berserk", 2), strength=1)
    assert stats.strength(field.position, ana) == 1
    ana.wounds = 1
    assert stats.strength(field.position, ana) == 3


def test_s13_1_a_passive_ability_works_while_its_condition_holds() -> None:
    field = Field()
    ana = field.put("ana", passive(plus_strength(2), condition=Condition("in_contact")))
    bo = field.enemy("bo")
    assert stats.strength(field.position, ana) == 4
    bo.x = 400
    assert stats.strength(field.position, ana) == 2


def test_sr47_a_silenced_creature_keeps_only_its_grants() -> None:
    field = Field()
    ana = field.put("ana", keyword("shot", 3), keyword("berserk", 2), passive(plus_strength(1)), strength=1, wounds=1)
    stats.grant(field.position, ana, grant_of("shot", 1), NEVER)
    ana.silenced_until = field.position.turn
    assert stats.value(field.position, ana, SHOT) == 1
    assert not stats.has(field.position, ana, BERSERK)
    assert stats.strength(field.position, ana) == 1


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        (Target("own_hero"), ["hero"]),
        (Target("own_creature", every=True), ["hero", "giver", "friend"]),
        (Target("own_creature", every=True, other=True), ["hero", "friend"]),
        (Target("own_character", every=True), ["giver", "friend"]),
        (Target("own_character", every=True, wounded=True), ["friend"]),
        (Target("own_character", every=True, within=S), ["giver"]),
        (Target("own_character", every=True, race="dwarf"), ["friend"]),
        (Target("own_character", every=True, mercenary=True), ["friend"]),
        (Target("own_character", every=True, strength_at_most=1), ["friend"]),
        (Target("enemy_hero"), ["enemy hero"]),
        (Target("enemy_character", every=True), ["enemy"]),
        (Target("character", every=True), ["giver", "friend", "enemy"]),
        (Target("creature", every=True), ["hero", "giver", "friend", "enemy hero", "enemy"]),
        (Target("self"), ["giver"]),
    ],
)
def test_s13_1_a_passive_ability_applies_to_its_targets(to: Target, expected: list[str]) -> None:
    field = Field()
    creatures = [
        field.put("hero", hero=True, at=(300, 16)),
        field.put("giver", passive(grant_of("agile"), to=to)),
        field.put("friend", at=(300, 500), wounds=1, race="dwarf", faction="mercenary", strength=1),
        field.enemy("enemy hero", hero=True, at=(300, 584)),
        field.enemy("enemy", at=(500, 500)),
    ]
    assert [creature.name for creature in creatures if stats.has(field.position, creature, AGILE)] == expected


# --- relics, buildings, terrain


def test_s5_8_a_relic_affects_only_its_hero() -> None:
    field = Field()
    hero = field.put("hero", hero=True, strength=1)
    other = field.put("other", at=(340, 300))
    enemy_hero = field.enemy("enemy hero", hero=True, at=(500, 500))
    field.relic("sword", passive(plus_strength(2), grant_of("veteran")))
    assert [stats.strength(field.position, creature) for creature in (hero, other, enemy_hero)] == [3, 2, 2]
    assert stats.has(field.position, hero, VETERAN)


def test_s5_13_class_cards_have_the_bonus_of_a_standing_class_building() -> None:
    field = Field()
    guildsman = field.put("guildsman", class_card=True)
    outsider = field.put("outsider", at=(100, 100))
    rival = field.enemy("rival", class_card=True)
    guild = passive(plus_strength(1), to=Target("own_character", every=True, class_card=True))
    field.building("guild", guild, class_building=True, unique=True)
    assert [stats.strength(field.position, creature) for creature in (guildsman, outsider, rival)] == [3, 2, 2]
    field.position.players[0].city.clear()
    field.position.forget_in_play()
    assert stats.strength(field.position, guildsman) == 2


def test_s5_13_class_abilities_work_only_while_a_class_building_stands() -> None:
    field = Field()
    guildsman = field.put(
        "guildsman", passive(plus_strength(1), condition=Condition("class_building")), class_card=True
    )
    assert stats.strength(field.position, guildsman) == 2
    field.building("tavern")
    assert stats.strength(field.position, guildsman) == 2
    field.building("guild", class_building=True)
    assert stats.strength(field.position, guildsman) == 3


def test_s6_4_terrain_can_affect_creatures_that_touch_it() -> None:
    field = Field()
    shrine = passive(grant_of("agile"), to=Target("creature", every=True, touching=True))
    field.disc("shrine", at=(300, 300), radius=30, abilities=(shrine,))
    inside, apart = field.enemy("inside", at=(346.5, 300)), field.put("apart", at=(300, 346.6))
    assert [stats.has(field.position, creature, AGILE) for creature in (inside, apart)] == [True, False]


# --- shields


def test_k44_shields_come_from_the_card_grants_or_auras() -> None:
    field = Field()
    own = field.put("own", shield_from("spells"), at=(100, 100))
    granted = field.put("granted", at=(500, 100))
    field.put("priest", granting("aura", Grant(keyword=44, value=1, shield="spells"), distance=S))
    blessed = field.put("blessed", at=(340, 300))
    bare = field.put("bare", at=(100, 500))
    stats.grant(field.position, granted, Grant(keyword=44, value=1, shield="spells"), NEVER)
    shielded = [stats.shields(field.position, creature, "spells") for creature in (own, granted, blessed, bare)]
    assert shielded == [True, True, True, False]
    assert not stats.shields(field.position, own, "shot")
    own.silenced_until = field.position.turn
    assert not stats.shields(field.position, own, "spells")


def test_s13_1_without_givers_nothing_is_allocated() -> None:
    field = Field()
    ana = field.put("ana", keyword("shot", 2))
    field.enemy("bo")
    assert stats.reaching(field.position, ana) is stats.NOTHING
    assert stats.NOTHING == []
