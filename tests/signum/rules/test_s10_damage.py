"""Chapter 10: damage, wounds, healing and death, including Durability (S-5.10)."""

from simulator.engine.play.event_log import Log
from simulator.games.signum.cards.abilities import Effect, Grant, Target
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.combat import damage
from simulator.games.signum.state.events import ArmourLost, Damaged, Died, Healed, ProsperityChanged, Wounded
from simulator.games.signum.state.position import NEVER
from tests.signum.field import Field, events_of, granting, keyword, passive, plus_strength, when


def test_s10_1_damage_removes_armour_first_then_causes_wounds() -> None:
    field = Field()
    creature = field.put("creature", armour=2, health=5)
    assert damage.deal_damage(field.position, creature, 3, physical=True) == 1
    assert (creature.armour, creature.wounds) == (0, 1)


def test_s10_1_armour_that_is_not_used_up_stays() -> None:
    field = Field()
    creature = field.put("creature", armour=3)
    assert damage.deal_damage(field.position, creature, 2, physical=True) == 0
    assert (creature.armour, creature.wounds) == (1, 0)


def test_k03_a_creature_enters_with_armour_tokens() -> None:
    field = Field()
    creature = field.put("creature", keyword("armour", 2))
    damage.deal_damage(field.position, creature, 2, physical=False)
    assert (creature.armour, creature.wounds) == (0, 0)


def test_s10_2_wounds_ignore_armour_and_durability() -> None:
    field = Field()
    hero = field.put("hero", hero=True, armour=2, health=9)
    plate = field.relic("plate", keyword("durability", 3))
    damage.deal_wounds(field.position, hero, 2)
    assert (plate.armour, hero.armour, hero.wounds) == (3, 2, 2)


def test_s10_3_physical_damage_on_a_hero_hits_durability_armour_wounds() -> None:
    field = Field()
    hero = field.put("hero", hero=True, armour=1, health=9)
    field.relic("plate", keyword("durability", 2))
    damage.deal_damage(field.position, hero, 5, physical=True)
    assert field.position.players[0].relics == []
    assert (hero.armour, hero.wounds) == (0, 2)
    assert field.graveyard(0) == ["plate"]


def test_sr8_damage_of_spells_and_abilities_ignores_durability_only() -> None:
    field = Field()
    hero = field.put("hero", hero=True, armour=1, health=9)
    plate = field.relic("plate", keyword("durability", 2))
    damage.deal_damage(field.position, hero, 3, physical=False)
    assert (plate.armour, hero.armour, hero.wounds) == (2, 0, 2)


def test_k16_durability_does_not_cover_characters() -> None:
    field = Field()
    field.put("hero", hero=True, at=(300, 16))
    squire = field.put("squire")
    plate = field.relic("plate", keyword("durability", 2))
    damage.deal_damage(field.position, squire, 1, physical=True)
    assert (plate.armour, squire.wounds) == (2, 1)


def test_s5_10_one_relic_is_emptied_before_the_next_and_the_owner_chooses_the_order() -> None:
    field = Field()
    field.put("hero", hero=True, health=9)
    hero = field.position.hero(0)
    assert hero is not None
    plate = field.relic("plate", keyword("durability", 2))
    cloak = field.relic("cloak", keyword("durability", 4))
    field.answer(1)
    damage.deal_damage(field.position, hero, 5, physical=True)
    assert field.position.players[0].relics == [plate]
    assert cloak.armour == 0
    assert (plate.armour, hero.wounds) == (1, 0)


def test_s5_10_worked_example_4_heavy_plate_and_5_damage_of_one_attack() -> None:
    field = Field()
    hero = field.put("hero", hero=True, health=20)
    field.relic("Heavy Plate", keyword("durability", 4))
    damage.deal_damage(field.position, hero, 5, physical=True)
    assert field.position.players[0].relics == []
    assert hero.wounds == 1


def test_s10_4_a_destroyed_card_goes_to_the_owners_graveyard() -> None:
    log = Log()
    field = Field(log=log)
    creature = field.put("creature", health=3, wounds=2)
    creature.seat = 1  # controlled by the other player, who does not own it
    killer = field.put("killer", at=(100, 100))
    damage.deal_wounds(field.position, creature, 1, source=killer.slot)
    assert not field.lives(creature)
    assert (field.graveyard(0), field.graveyard(1)) == (["creature"], [])
    assert events_of(log, Died) == [Died(creature.slot, killer.slot)]


def test_s10_4_one_wound_less_than_health_does_not_destroy() -> None:
    field = Field()
    creature = field.put("creature", health=3)
    damage.deal_wounds(field.position, creature, 2)
    assert field.lives(creature)


def test_s10_4_destroyed_characters_count_for_the_enemy() -> None:
    field = Field()
    creature = field.put("creature")
    damage.destroy(field.position, [creature], source=field.enemy("killer").slot)
    assert [player.kills for player in field.position.players] == [0, 1]


def test_s10_4_a_destroyed_hero_leaves_the_field() -> None:
    field = Field()
    hero = field.put("hero", hero=True, health=1)
    damage.deal_wounds(field.position, hero, 1)
    assert field.position.hero(0) is None


def test_s10_4_losing_the_health_of_an_aura_can_destroy() -> None:
    field = Field()
    banner = field.put("banner", granting("aura", Grant(stat="health", value=2), distance=80))
    friend = field.put("friend", at=(340, 300), health=2)
    damage.deal_wounds(field.position, friend, 3)
    assert field.lives(friend)
    damage.destroy(field.position, [banner])
    assert not field.lives(friend)


def test_s10_4_losing_the_health_of_an_expired_effect_can_destroy() -> None:
    field = Field()
    creature = field.put("creature", health=2)
    stats.grant(field.position, creature, Grant(stat="health", value=1), field.position.turn)
    damage.deal_wounds(field.position, creature, 2)
    assert field.lives(creature)
    stats.expire(field.position)
    damage.destroy_fallen(field.position)
    assert not field.lives(creature)


def test_s10_5_healing_stops_at_0_wounds() -> None:
    field = Field()
    creature = field.put("creature", wounds=2)
    damage.heal(field.position, creature, 5)
    assert creature.wounds == 0


def test_k25_heal_removes_its_number_of_wounds() -> None:
    field = Field()
    creature = field.put("creature", wounds=2)
    damage.heal(field.position, creature, 1)
    assert creature.wounds == 1


def test_s10_5_healing_an_unwounded_creature_triggers_abilities() -> None:
    grateful = when("is_healed", Effect("grant", to=Target("self"), grants=(plus_strength(1),)))
    field = Field()
    creature = field.put("creature", grateful, strength=2)
    damage.heal(field.position, creature, 1)
    assert stats.strength(field.position, creature) == 3


def test_s15_3_healing_of_0_triggers_nothing() -> None:
    grateful = when("is_healed", Effect("grant", to=Target("self"), grants=(plus_strength(1),)))
    field = Field()
    creature = field.put("creature", grateful, strength=2)
    damage.heal(field.position, creature, 0)
    assert stats.strength(field.position, creature) == 2


def test_s10_6_3_damage_on_3_health_and_2_armour_leaves_1_wound() -> None:
    field = Field()
    creature = field.put("creature", health=3, armour=2)
    damage.deal_damage(field.position, creature, 3, physical=False)
    assert (creature.armour, creature.wounds) == (0, 1)


def test_s10_6_3_wounds_on_3_health_and_2_armour_kill() -> None:
    field = Field()
    creature = field.put("creature", health=3, armour=2)
    damage.deal_wounds(field.position, creature, 3)
    assert not field.lives(creature)


def test_s10_4_simultaneous_deaths_precede_last_words() -> None:
    field = Field()
    last_word = keyword("last_word")
    last_word.options = ((Effect("wounds", amount=1, to=Target("enemy_creature", every=True)),),)
    ana = field.put("ana", last_word, health=1)
    bo = field.enemy("bo", health=1)
    cy = field.enemy("cy", health=2, at=(400, 300))
    first = damage.take_wounds(field.position, ana, 1, source=bo.slot)
    second = damage.take_wounds(field.position, bo, 1, source=ana.slot)
    damage.settle(field.position, [first, second])
    assert (bo.wounds, cy.wounds) == (1, 1)


def test_sr28_the_active_player_s_last_word_resolves_first() -> None:
    log = Log()
    field = Field(log=log)
    last_words = [keyword("last_word"), keyword("last_word")]
    for last_word in last_words:
        last_word.options = ((Effect("prosperity", amount=1, player="you"),),)
    theirs = field.enemy("theirs", last_words[0], health=1)
    own = field.put("own", last_words[1], health=1)
    struck = [damage.take_wounds(field.position, creature, 1, source=-1) for creature in (theirs, own)]
    damage.settle(field.position, struck)
    assert [event.seat for event in log.events if isinstance(event, ProsperityChanged)] == [0, 1]


def test_s10_4_a_death_does_not_affect_wounded_creatures() -> None:
    field = Field()
    hurt = field.put("hurt", at=(100, 100), wounds=2, health=3)
    unhurt = field.put("unhurt", at=(200, 100), health=1)
    damage.destroy(field.position, [field.put("dying")])
    assert field.lives(hurt)
    assert field.lives(unhurt)


def test_s10_3_damage_armour_wounds_and_healing_are_logged() -> None:
    log = Log()
    field = Field(log=log)
    ana = field.put("ana", armour=1, health=9)
    damage.deal_damage(field.position, ana, 3, physical=True, source=7)
    damage.deal_damage(field.position, ana, 0, physical=True, source=7)
    damage.heal(field.position, ana, 5)
    assert log.events == [
        Damaged(ana.slot, 3, 7),
        ArmourLost(ana.slot, 1, 0),
        Wounded(ana.slot, 2, 2),
        Healed(ana.slot, 2, 0),
    ]


def test_s10_1_without_armour_no_armour_loss_is_logged() -> None:
    log = Log()
    field = Field(log=log)
    ana = field.put("ana", health=9)
    damage.deal_damage(field.position, ana, 1, physical=True)
    assert log.events == [Damaged(ana.slot, 1, -1), Wounded(ana.slot, 1, 1)]


def test_s13_1_is_wounded_triggers_only_for_a_survived_wound() -> None:
    angry = when("is_wounded", Effect("grant", to=Target("self"), grants=(plus_strength(1),)))
    field = Field()
    creature = field.put("creature", angry, armour=1, strength=2)
    damage.deal_damage(field.position, creature, 1, physical=True)
    assert stats.strength(field.position, creature) == 2
    damage.deal_damage(field.position, creature, 1, physical=True)
    assert stats.strength(field.position, creature) == 3


def test_s13_2_granted_health_counts_for_death() -> None:
    field = Field()
    creature = field.put("creature", passive(Grant(stat="health", value=1)), health=2)
    stats.grant(field.position, creature, Grant(stat="health", value=1), NEVER)
    damage.deal_wounds(field.position, creature, 3)
    assert field.lives(creature)
    damage.deal_wounds(field.position, creature, 1)
    assert not field.lives(creature)
