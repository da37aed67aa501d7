"""Chapter 5: playing cards.

Covers questions and automatic payment; other cases are in scenarios.
"""

import pytest

from simulator.games.signum.board.placement import free_summoning_places
from simulator.games.signum.cards.abilities import Cost
from simulator.games.signum.rules.player.city import payment
from simulator.games.signum.state.actions import Activate, Answer, Play
from simulator.games.signum.state.questions import ChooseOption, DamageRelic, PickCard, ReplaceRelic
from tests.signum.tables import scene, slot

RECRUIT = {"name": "Recruit", "type": "character", "cost": {}, "strength": 1, "movement": "M", "health": 1}


def tapped_for(cost: Cost, city: list[str], *, tapped: list[str] | None = None) -> list[str] | None:
    game = scene(players={"a": {"prosperity": 5, "city": city, "tapped": tapped or []}})
    buildings = payment(game.position, 0, cost)
    return None if buildings is None else [building.card.names.en for building in buildings]


def test_s5_1_a_symbol_is_paid_by_its_own_building() -> None:
    assert tapped_for(Cost(buildings=("arena",)), ["Temple", "Arena"]) == ["Arena"]
    assert tapped_for(Cost(buildings=("arena",)), ["Temple"]) is None


def test_s5_1_any_needs_an_additional_building() -> None:
    cost = Cost(buildings=("temple",), any=1)
    assert tapped_for(cost, ["Temple", "Arena"]) == ["Temple", "Arena"]
    assert tapped_for(cost, ["Temple"]) is None
    assert tapped_for(cost, ["Temple", "Arena", "Smithy"], tapped=["Arena"]) == ["Temple", "Smithy"]


def test_s5_1_any_does_not_tap_a_building_needed_by_a_symbol() -> None:
    assert tapped_for(Cost(buildings=("smithy",), any=2), ["Smithy", "Temple", "Arena"]) == [
        "Smithy",
        "Temple",
        "Arena",
    ]


def test_sr27_unique_does_not_tap_a_building_needed_by_a_symbol() -> None:
    assert tapped_for(Cost(buildings=("unique", "mint")), ["Mint", "Black Market"]) == ["Mint", "Black Market"]
    assert tapped_for(Cost(buildings=("unique", "mint")), ["Mint"]) is None


def test_s5_2_prosperity_is_part_of_the_cost() -> None:
    assert tapped_for(Cost(prosperity=5), []) == []
    assert tapped_for(Cost(prosperity=6), []) is None


def test_s5_3_every_offered_place_is_legal() -> None:
    game = scene(players={"a": {"hand": [RECRUIT]}, "b": {"characters": [{"id": "bo", "at": [200, 90]}]}})
    offered = [action for action in game.legal_actions() if isinstance(action, Play)]
    assert len(offered) > 2
    for action in offered:
        assert game.why_not(action) is None
    assert free_summoning_places(game.position, 0, 16.0)


def test_s5_4_summoning_near_an_enemy_is_refused_if_there_is_room() -> None:
    game = scene(players={"a": {"hand": [RECRUIT]}, "b": {"characters": [{"id": "bo", "at": [100, 60]}]}})
    assert game.refusal(Play("inline-recruit", at=(100.0, 16.0))) is not None


def test_s5_8_the_owner_chooses_which_relic_is_replaced() -> None:
    blade = {"name": "Blade", "type": "relic", "relic": "melee weapon", "cost": {}}
    relics = [{"name": name, "type": "relic", "relic": "melee weapon"} for name in ("Axe", "Club")]
    game = scene(players={"a": {"hero": {"slots": {"melee_weapon": 2}}, "relics": relics, "hand": [blade]}})
    game.apply(Play("inline-blade"))
    assert game.question == ReplaceRelic(card="inline-blade", codes=("inline-axe", "inline-club"))
    game.apply(Answer(1))
    assert [relic.card.names.en for relic in game.position.players[0].relics] == ["Axe", "Blade"]


@pytest.mark.parametrize(("first", "left"), [(0, ("Helm", 1)), (1, ("Plate", 1))])
def test_s5_10_the_owner_chooses_the_relic_that_takes_the_damage_first(first: int, left: tuple[str, int]) -> None:
    relics = [
        {"name": "Plate", "type": "relic", "relic": "armour", "abilities": ["Durability 2"]},
        {"name": "Helm", "type": "relic", "relic": "helmet", "abilities": ["Durability 2"]},
    ]
    game = scene(
        6, 6, 6,
        players={
            "a": {"characters": [{"id": "ogre", "strength": 3, "health": 9, "at": [300, 268]}]},
            "b": {"hero": {"strength": 0, "at": [300, 300]}, "relics": relics},
        },
    )  # fmt: skip
    ogre, hero = slot(game, "ogre"), slot(game, "b.hero")
    game.apply(Activate(ogre, then="melee", target=hero, splits=((ogre, 3, 0),)))
    assert isinstance(game.question, DamageRelic)
    assert game.to_act == 1
    game.apply(Answer(first))
    relics_left = [(relic.card.names.en, relic.armour) for relic in game.position.players[1].relics]
    assert relics_left == [left]
    assert game.position.players[1].graveyard
    wounded = game.position.hero(1)
    assert wounded is not None
    assert wounded.wounds == 0


def test_s5_12_the_player_chooses_the_option_of_a_first_word() -> None:
    ruphus = {**RECRUIT, "abilities": ["First Word: (+1 strength to own hero) or (+2 armour to own hero)"]}
    game = scene(players={"a": {"hand": [ruphus]}})
    game.apply(Play("inline-recruit", at=(100.0, 16.0)))
    assert isinstance(game.question, ChooseOption)
    game.apply(Answer(1))
    hero = game.position.hero(0)
    assert hero is not None
    assert (hero.armour, hero.strength) == (2, 1)


def test_sr34_first_word_resolves_even_if_the_character_dies_at_once() -> None:
    fragile = {**RECRUIT, "abilities": ["First Word: draw 1"]}
    trap = {"name": "Pit", "type": "tactic", "when": "enemy_summons", "effect": "3 damage"}
    game = scene(players={"a": {"hand": [fragile], "deck": 3}, "b": {"tactics": [trap]}})
    game.apply(Play("inline-recruit", at=(100.0, 16.0)))
    assert [creature.name for creature in game.position.creatures] == ["a.hero", "b.hero"]
    assert len(game.position.players[0].hand) == 1


def test_s5_11_a_face_down_tactic_is_hidden_from_the_opponent() -> None:
    trap = {"name": "Pit", "type": "tactic", "when": "enemy_summons", "effect": "3 damage"}
    game = scene(players={"b": {"tactics": [trap]}})
    assert [card.code for card in game.view(0).position.players[1].tactics] == [""]
    assert [card.code for card in game.view(1).position.players[1].tactics] == ["inline-pit"]


def test_sr72_the_owner_chooses_which_of_two_tactics_springs() -> None:
    tactics = [
        {"name": name, "type": "tactic", "when": "enemy_attacks", "effect": f"{wounds} wounds to that creature"}
        for name, wounds in (("Pit", 1), ("Trap", 2))
    ]
    bo = {"id": "bo", "strength": 0, "health": 9, "at": [300, 300]}
    ana = {"id": "ana", "strength": 1, "health": 9, "at": [300, 268]}
    game = scene(1, players={"a": {"characters": [ana]}, "b": {"characters": [bo], "tactics": tactics}})
    game.apply(Activate(slot(game, "ana"), then="melee", target=slot(game, "bo")))
    assert game.to_act == 1
    assert isinstance(game.question, PickCard)
    assert game.question.codes == tuple(card.code for card in game.position.players[1].tactics)
    game.apply(Answer(1))
    creature = game.position.creature(slot(game, "ana"))
    assert creature is not None
    assert creature.wounds == 2
    assert [card.names.en for card in game.position.players[1].tactics] == ["Pit"]


def test_sr72_two_copies_of_one_tactic_ask_nothing() -> None:
    tactic = {"name": "Pit", "type": "tactic", "when": "enemy_attacks", "effect": "1 wounds to that creature"}
    bo = {"id": "bo", "strength": 0, "health": 9, "at": [300, 300]}
    ana = {"id": "ana", "strength": 1, "health": 9, "at": [300, 268]}
    game = scene(1, players={"a": {"characters": [ana]}, "b": {"characters": [bo], "tactics": [tactic, tactic]}})
    game.apply(Activate(slot(game, "ana"), then="melee", target=slot(game, "bo")))
    assert not isinstance(game.question, PickCard)
    assert len(game.position.players[1].tactics) == 1
