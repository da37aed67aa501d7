"""Mistakes the greedy policy must not make: wasted dice, relics and cards."""

from typing import Any

import pytest

from simulator.engine.play.chance import Chance
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.game.game import Game
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey
from simulator.games.signum.policies.greedy.evaluation.effects import EffectJudge
from simulator.games.signum.policies.greedy.evaluation.race import Race
from simulator.games.signum.policies.greedy.policy import GreedyPlayer
from simulator.games.signum.rules.player.relics import new_relic
from simulator.games.signum.state.actions import (
    MELEE,
    SEARCH,
    SHOOT,
    USE,
    Activate,
    Answer,
    Play,
    UseAbility,
    UseBuilding,
)
from simulator.games.signum.state.position import Building
from simulator.games.signum.state.questions import (
    NO,
    YES,
    PickOpponent,
    PickTarget,
    RerollSearch,
    SpendConcentration,
    SplitDice,
)
from tests.signum.field import Field, keyword
from tests.signum.tables import scene, slot

STREAM = Chance(1).stream("policy")


def card_named(name: str) -> Any:
    return next(card for card in signum_cards() if card.names.en == name)


def field_with_heroes() -> Field:
    field = Field()
    field.put("a.hero", seat=0, at=(300, 16), strength=2, health=12, hero=True)
    field.put("b.hero", seat=1, at=(300, 584), strength=2, health=12, hero=True)
    for player in field.position.players:
        player.deck = [card_named("Silvane the Duellist")] * 20
    return field


def choice(field: Field, *, seat: int = 0) -> Any:
    return GreedyPlayer(STREAM).choose(Game(field.position).view(seat))


def test_k31_no_defence_dice_against_a_magical_strike() -> None:
    # A magical strike cannot be defended against: a defence die would be wasted.
    for strength, life, other in ((2, 2, 4), (3, 3, 4), (3, 2, 5), (4, 4, 4)):
        field = field_with_heroes()
        mage = field.put("mage", keyword("magical_strike", 3), at=(300, 300), strength=1, health=other)
        guard = field.enemy("guard", at=(332, 300), strength=strength, health=life)
        game = Game(field.position)
        game.apply(Activate(mage.slot, then=MELEE, target=guard.slot, kind="magical_strike"))
        assert isinstance(game.question, SplitDice)
        assert game.question.slot == guard.slot
        answer = GreedyPlayer(STREAM).choose(game.view(1))
        assert answer == Answer(strength), (strength, life, answer)


def test_k45_a_hero_shoots_with_a_weapon_granted_by_a_relic() -> None:
    field = field_with_heroes()
    field.position.players[0].relics.append(new_relic(card_named("Double Crossbow")))
    field.position.forget_in_play()
    field.enemy("bo", at=(300, 150), strength=3, health=1)
    action = choice(field)
    assert isinstance(action, Activate)
    assert action.then == SHOOT


def test_k13_control_is_not_used_on_an_exhausted_creature() -> None:
    field = field_with_heroes()
    field.put("puppeteer", keyword("control", 3), at=(300, 100), strength=1, health=3)
    exhausted = field.enemy("exhausted", at=(200, 300), strength=4, health=5)
    exhausted.exhausted_until = field.position.turn + 1
    fresh = field.enemy("fresh", at=(400, 300), strength=3, health=3)
    action = choice(field)
    assert isinstance(action, Activate)
    assert (action.then, action.kind) == (USE, "control")
    assert action.target == fresh.slot


def test_s1_2_a_recovery_spell_is_not_played_without_targets() -> None:
    field = field_with_heroes()
    player = field.position.players[0]
    player.city = [Building(card_named(name)) for name in ("Temple", "Library", "Barracks", "Smithy")]
    player.city += [Building(card_named("Monastery"))]
    player.prosperity = 9
    player.graveyard = [card_named("Gentle Hands")] * 2
    player.hand = [card_named("Return of the Fallen")]
    field.position.forget_in_play()
    assert not isinstance(choice(field), Play)


def test_s17_4_of_several_opponents_it_takes_cards_from_the_fullest_hand_and_prosperity_from_the_richest() -> None:
    for effect, chosen in (("opponent discard 1", 2), ("steal 1", 1)):
        spell = {"name": "Toll", "type": "spell", "cost": {}, "effect": effect}
        rivals: dict[str, Any] = {"b": {"prosperity": 9, "hand": 1}, "c": {"prosperity": 2, "hand": 4}, "d": {}}
        game = scene(players={"a": {"hand": [spell]}, **rivals})
        game.apply(Play(game.position.players[0].hand[0].code))
        assert isinstance(game.question, PickOpponent)
        answer = GreedyPlayer(STREAM).choose(game.view(0))
        assert game.question.seats[answer.value] == chosen


def test_s17_2_of_several_heroes_it_plays_against_the_nearest_and_weakest() -> None:
    players: dict[str, Any] = {name: {"hero": {"health": 20}} for name in "abcd"}
    players["d"]["hero"]["at"] = [375, 16]
    survey = Survey(scene(players=players).position, 0)
    assert survey.foe == 3
    players["c"]["hero"]["wounds"] = 18
    survey = Survey(scene(players=players).position, 0)
    assert survey.foe == 2
    assert survey.enemy_hero is not None
    assert survey.enemy_hero.seat == 2


def test_s17_3_it_does_not_harm_its_ally() -> None:
    storm = {"name": "Storm", "type": "spell", "cost": {}, "effect": "3 damage", "target": "all creatures"}
    bo = {"id": "bo", "strength": 3, "health": 3, "at": [300, 300]}
    for teams in (False, True):
        game = scene(
            options={"shoulder_to_shoulder": teams},
            players={"a": {"hand": [storm], "deck": 9}, "b": {"characters": [bo], "deck": 9}, "c": {}, "d": {}},
        )
        survey = Survey(game.position, 0)
        judge = EffectJudge(survey, Race(survey))
        card = game.position.players[0].hand[0]
        points = judge.on_creature(card.options[0][0], game.position.creatures[-1])
        assert (points < 0) == teams


# --- cards and abilities that it once never used


def plays(name: str, *, city: list[str], characters: list[dict[str, Any]], **own: Any) -> bool:
    """Whether it plays the only card of its hand first."""
    enemies = [{"id": "bo", "strength": 3, "health": 3, "at": [300, 250]}]
    mine = {"hand": [name], "city": city, "prosperity": 6, "deck": 20, "characters": characters, **own}
    game = scene(players={"a": mine, "b": {"characters": enemies, "deck": 20, "city": ["Temple"]}})
    action = GreedyPlayer(STREAM).choose(game.view(0))
    return isinstance(action, Play) and action.card == card_named(name).code


def test_several_targets_are_counted_with_the_named_one() -> None:
    pair = [{"id": name, "at": [at, 60], "strength": 1, "health": 2} for name, at in (("ana", 100), ("bea", 500))]
    assert plays("Through the Sewers", city=["Tavern", "Smithy"], characters=pair)


def test_a_step_that_brings_a_fighter_to_an_enemy_is_worth_a_card() -> None:
    near = [{"id": "ana", "at": [300, 90], "strength": 4, "health": 4, "movement": "M"}]
    assert plays("The Legion's Road", city=["Barracks"], characters=near)
    far = [{"id": "ana", "at": [20, 20], "strength": 4, "health": 4, "movement": "S"}]
    assert not plays("The Legion's Road", city=["Barracks"], characters=far)


def test_a_tactic_that_cancels_is_worth_its_prosperity() -> None:
    assert plays("Secret Bribery", city=["Town Hall", "Smithy"], characters=[])


def test_damage_of_a_relic_counts_by_its_amount() -> None:
    assert plays("Hand Mortar", city=["Smithy", "Tavern", "Temple"], characters=[])


def test_k23_hammerblow_counts_by_the_dice_of_the_hero() -> None:
    city = ["Smithy", "Steam Foundry", "Tavern"]
    assert plays("Artificer's Maul", city=city, characters=[], hero={"strength": 3})
    assert not plays("Artificer's Maul", city=city, characters=[], hero={"strength": 1})


def test_untapping_is_worth_more_for_a_card_that_waits_for_it() -> None:
    for cost, waits in (({"any": 3}, True), ({"any": 6}, False)):
        waiting = {"name": "Giant", "cost": cost, "strength": 5, "health": 5, "movement": "M"}
        city = ["Temple", "Arena", "Library"]
        mine = {"hand": ["Overtime Pay", waiting], "city": city, "tapped": city, "prosperity": 6, "deck": 20}
        game = scene(players={"a": mine, "b": {"deck": 20}})
        action = GreedyPlayer(STREAM).choose(game.view(0))
        assert (isinstance(action, Play) and action.card == card_named("Overtime Pay").code) == waits


def test_blast_of_steam_is_played_against_enemies_near_the_hero() -> None:
    near = [{"id": name, "at": [at, 80], "strength": 2, "health": 1} for name, at in (("bo", 240), ("cy", 360))]
    mine = {"hand": ["Blast of Steam"], "city": ["Smithy", "Tavern"], "prosperity": 6, "deck": 20}
    game = scene(players={"a": mine, "b": {"characters": near, "deck": 20}})
    assert GreedyPlayer(STREAM).choose(game.view(0)) == Play(card_named("Blast of Steam").code)


def test_sr81_it_blocks_every_building_it_may_but_none_twice() -> None:
    blocking = {"name": "Siege", "type": "spell", "cost": {}, "effect": "block to up to 2 enemy buildings"}
    game = scene(players={"a": {"hand": [blocking], "deck": 20}, "b": {"city": ["Temple", "Arena"], "deck": 20}})
    _, arena = game.position.players[1].city
    arena.blocked_until = game.position.turn + 1
    game.apply(Play("inline-siege"))
    assert GreedyPlayer(STREAM).choose(game.view(0)) == Answer(0)  # the Temple
    game.apply(Answer(0))
    assert GreedyPlayer(STREAM).choose(game.view(0)) == Answer(1)  # not the Arena


def test_sr82_it_pays_a_contract_for_effects_that_are_worth_it() -> None:
    for wounds in (0, 3):
        dog = {"id": "dog", "at": [300, 100], "strength": 4, "health": 5, "wounds": wounds}
        dog["abilities"] = ["Contract: heal 3"]
        players = {"a": {"characters": [dog], "prosperity": 3, "deck": 20}, "b": {"deck": 20}}
        game = scene(players=players)
        action = GreedyPlayer(STREAM).choose(game.view(0))
        assert isinstance(action, Activate)
        assert action.contract == (wounds > 0)


def test_sr83_it_howls_for_effects() -> None:
    wolf = {"id": "wolf", "at": [300, 60], "strength": 0, "health": 3, "movement": "S"}
    wolf["abilities"] = ["Howl L: heal 2 to all own characters"]
    hurt = {"id": "hurt", "at": [300, 120], "strength": 4, "health": 5, "wounds": 4}
    game = scene(players={"a": {"characters": [wolf, hurt], "deck": 20}, "b": {"deck": 20}})
    action = GreedyPlayer(STREAM).choose(game.view(0))
    assert isinstance(action, Activate)
    assert (action.then, action.kind) == (USE, "howl")


def test_sr84_it_chooses_the_creature_for_all_effects_together() -> None:
    # The damage alone would kill the weak one; destroying the chosen one is better on the strong one.
    both = {"name": "Doom", "type": "spell", "cost": {}, "effect": "1 damage to enemy character, destroy to chosen"}
    weak = {"id": "weak", "strength": 1, "health": 1, "at": [200, 400]}
    strong = {"id": "strong", "strength": 5, "health": 6, "at": [400, 400]}
    game = scene(players={"a": {"hand": [both], "deck": 20}, "b": {"characters": [weak, strong], "deck": 20}})
    action = GreedyPlayer(STREAM).choose(game.view(0))
    assert action == Play("inline-doom", target=slot(game, "strong"))
    game.apply(Play("inline-doom"))
    assert isinstance(game.question, PickTarget)
    answer = GreedyPlayer(STREAM).choose(game.view(0))
    assert game.question.candidates[answer.value] == slot(game, "strong")


def test_sr76_an_ability_that_needs_no_activation_is_used_before_activations() -> None:
    toffo = {"id": "toffo", "card": "Toffo the Trap Setter", "at": [300, 100]}
    bo = {"id": "bo", "strength": 3, "at": [300, 200]}
    game = scene(players={"a": {"city": ["Tavern"], "characters": [toffo]}, "b": {"characters": [bo]}})
    action = GreedyPlayer(STREAM).choose(game.view(0))
    assert action == UseAbility(slot(game, "toffo"), ability=2, target=slot(game, "bo"))
    game.apply(action)
    assert not isinstance(GreedyPlayer(STREAM).choose(game.view(0)), UseAbility)


def test_sr76_an_ability_is_not_used_for_less_than_its_cost() -> None:
    dear = {"id": "ana", "at": [300, 100], "abilities": ["use 5 prosperity: 1 damage to enemy character"]}
    game = scene(
        players={
            "a": {"prosperity": 9, "characters": [dear]},
            "b": {"characters": [{"id": "bo", "health": 9, "at": [300, 300]}]},
        }
    )
    assert any(isinstance(action, UseAbility) for action in game.legal_actions())
    assert not isinstance(GreedyPlayer(STREAM).choose(game.view(0)), UseAbility)


def test_sr77_nothing_is_spent_on_a_creature_that_cannot_move_already() -> None:
    toffo = {"id": "toffo", "card": "Toffo the Trap Setter", "at": [300, 100]}
    bo = {"id": "bo", "strength": 3, "at": [300, 200], "abilities": ["Immobile"]}
    game = scene(players={"a": {"city": ["Tavern"], "characters": [toffo]}, "b": {"characters": [bo]}})
    assert not isinstance(GreedyPlayer(STREAM).choose(game.view(0)), UseAbility)


@pytest.mark.parametrize(("ability", "walks"), [("Agile", True), ("Immobile", False)])
def test_sr77_a_creature_that_cannot_move_is_sent_nowhere(ability: str, walks: bool) -> None:
    ana = {"id": "ana", "strength": 3, "at": [300, 100], "abilities": [ability]}
    game = scene(players={"a": {"characters": [ana]}, "b": {"characters": [{"id": "bo", "at": [300, 200]}]}})
    offered = [action for action in game.legal_actions() if isinstance(action, Activate)]
    assert any(action.slot == slot(game, "ana") and action.path for action in offered) == walks
    action = GreedyPlayer(STREAM).choose(game.view(0))
    assert (isinstance(action, Activate) and action.slot == slot(game, "ana")) == walks


@pytest.mark.parametrize(("roll", "expected"), [(1, NO), (6, YES)])
def test_sr78_a_search_is_rolled_again_if_the_face_is_worth_less_than_the_average(roll: int, expected: int) -> None:
    # Bullseye is a card, axe 1 prosperity, shield 1 armour.
    game = scene(
        roll,
        players={"a": {"deck": 20, "characters": [{"id": "ana", "at": [100, 244], "abilities": ["Searcher"]}]}},
        terrain=[{"id": "tomb", "name": "Ruins", "polygon": [[60, 260], [140, 260], [140, 340], [60, 340]]}],
    )
    game.apply(Activate(slot(game, "ana"), then=SEARCH, target=game.position.templates[0].slot))
    assert isinstance(game.question, RerollSearch)
    assert GreedyPlayer(STREAM).choose(game.view(0)) == Answer(expected)


def test_sr30_no_more_concentration_is_spent_than_the_wounds_call_for() -> None:
    healer = {"id": "ana", "at": [300, 100], "concentration": 5, "abilities": ["Healer 1"]}
    wounded = {"id": "bo", "health": 4, "wounds": 2, "at": [300, 132]}
    game = scene(players={"a": {"characters": [healer, wounded]}})
    game.apply(Activate(slot(game, "ana"), then=USE, kind="healer", target=slot(game, "bo")))
    assert isinstance(game.question, SpendConcentration)
    assert (game.question.lowest, game.question.highest, game.question.default) == (0, 5, 5)
    # Two wounds, and two faces of three heal: three dice.
    assert GreedyPlayer(STREAM).choose(game.view(0)) == Answer(2)


def test_sr80_the_ability_of_a_basic_building_is_used_once_the_cards_are_played() -> None:
    resting = {"id": "ana", "health": 5, "wounds": 3, "at": [300, 60], "activated": True}
    game = scene(players={"a": {"city": ["Temple", "Barracks"], "hero": {"activated": True}, "characters": [resting]}})
    action = GreedyPlayer(STREAM).choose(game.view(0))
    assert isinstance(action, UseBuilding)
    assert action.target == slot(game, "ana")
