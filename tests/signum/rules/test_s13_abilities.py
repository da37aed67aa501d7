"""Chapter 13: triggers of abilities and their order."""

from simulator.games.signum.cards.keywords import BY_CODE, KEYWORDS
from simulator.games.signum.state.actions import Activate, Answer, Play
from simulator.games.signum.state.questions import PickTarget
from tests.signum.tables import scene, slot

BOLT = {"name": "Bolt", "type": "spell", "cost": {}, "effect": "3 damage", "target": "enemy creature"}


def test_s13_4_the_controller_chooses_even_in_the_opponent_s_turn() -> None:
    two = [{"id": "x", "health": 3, "at": [100, 300]}, {"id": "y", "health": 3, "at": [200, 300]}]
    word = "Last Word: 1 damage to enemy character"
    game = scene(
        players={
            "a": {"hand": [BOLT], "characters": two},
            "b": {"characters": [{"id": "bo", "health": 1, "at": [300, 300], "abilities": [word]}]},
        }
    )
    game.apply(Play("inline-bolt", target=slot(game, "bo")))
    assert isinstance(game.question, PickTarget)
    assert game.to_act == 1
    assert game.question.candidates == (slot(game, "x"), slot(game, "y"))
    game.apply(Answer(1))
    assert [creature.wounds for creature in game.position.creatures if creature.name in "xy"] == [0, 1]


def test_sr28_the_active_player_s_triggers_come_first() -> None:
    """Both Last Words draw the last card of seat 1's deck.

    Only the first one succeeds.
    """
    both = {"id": "bo", "health": 1, "at": [300, 300], "abilities": ["Last Word: draw 1"]}
    mine = {"id": "ana", "health": 1, "at": [300, 200], "abilities": ["Last Word: opponent draws 1"]}
    storm = {"name": "Storm", "type": "spell", "cost": {}, "effect": "1 damage to all characters"}
    game = scene(
        players={
            "a": {"hand": [storm], "characters": [mine], "prosperity": 3},
            "b": {"characters": [both], "deck": 1},
        }
    )
    game.apply(Play("inline-storm"))
    # Seat 0's Last Word drew the card for seat 1. Seat 1's own draw failed and gave seat 0 one prosperity.
    assert len(game.position.players[1].hand) == 1
    assert game.position.players[0].prosperity == 4


def test_sr28_a_creature_that_died_at_the_same_time_is_no_target() -> None:
    dead = [
        {"id": name, "health": 1, "at": [x, 300], "abilities": ["Last Word: +1 armour to own characters"]}
        for name, x in (("bo", 300), ("cy", 400))
    ]
    storm = {"name": "Storm", "type": "spell", "cost": {}, "effect": "1 damage to all characters"}
    game = scene(
        players={
            "a": {"hand": [storm]},
            "b": {"characters": [*dead, {"id": "di", "health": 3, "at": [200, 300]}]},
        }
    )
    game.apply(Play("inline-storm"))
    survivor = game.position.creatures[-1]
    assert (survivor.name, survivor.armour, survivor.wounds) == ("di", 2, 1)


def test_sr31_abilities_that_trigger_each_other_terminate() -> None:
    thorns = ["when is wounded: 1 wound to that creature"]
    game = scene(
        6,
        players={
            "a": {"characters": [{"id": "ana", "strength": 1, "health": 9, "at": [300, 268], "abilities": thorns}]},
            "b": {"characters": [{"id": "bo", "strength": 0, "health": 9, "at": [300, 300], "abilities": thorns}]},
        },
    )
    ana, bo = slot(game, "ana"), slot(game, "bo")
    game.apply(Activate(ana, then="melee", target=bo, splits=((ana, 1, 0),)))
    assert [creature.wounds for creature in game.position.creatures[-2:]] == [1, 2]


def test_s13_1_silenced_creatures_trigger_nothing() -> None:
    hush = {"name": "Hush", "type": "spell", "cost": {}, "effect": "silence", "target": "enemy character"}
    bo = {"id": "bo", "health": 1, "at": [300, 300], "abilities": ["Last Word: draw 1"]}
    game = scene(
        players={
            "a": {"hand": [BOLT, hush]},
            "b": {"characters": [bo], "deck": 2},
        }
    )
    game.apply(Play("inline-hush", target=slot(game, "bo")))
    game.apply(Play("inline-bolt", target=slot(game, "bo")))
    assert game.position.players[1].hand == []


def test_k12_a_contract_is_offered_with_and_without_payment() -> None:
    dog = {"id": "dog", "strength": 1, "at": [300, 268], "abilities": ["Contract: +1 strength"]}
    bo = {"id": "bo", "strength": 0, "health": 5, "at": [300, 300]}
    game = scene(players={"a": {"characters": [dog]}, "b": {"characters": [bo]}})
    melees = [action for action in game.legal_actions() if isinstance(action, Activate) and action.then == "melee"]
    assert sorted(action.contract for action in melees) == [False, True]
    poor = scene(players={"a": {"characters": [dog], "prosperity": 0}, "b": {"characters": [bo]}})
    melees = [action for action in poor.legal_actions() if isinstance(action, Activate) and action.then == "melee"]
    assert [action.contract for action in melees] == [False]


def test_sr29_every_keyword_is_named_in_all_three_languages() -> None:
    assert len(KEYWORDS) == 55
    assert all(keyword.en and keyword.es and keyword.it for keyword in KEYWORDS)
    assert (BY_CODE["surcharge"].es, BY_CODE["howl"].it) == ("Recargo", "Ululato")
