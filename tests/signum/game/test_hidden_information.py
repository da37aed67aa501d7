"""Legality checks and imagined positions reveal no hidden information.

This covers face-down tactics, future dice, hands and decks.
"""

from collections import Counter
from typing import Any

from simulator.engine.play.chance import Chance
from simulator.games.signum.game.game import Game
from simulator.games.signum.game.view import position_parts
from simulator.games.signum.state.actions import Activate, Answer
from simulator.games.signum.state.questions import YES, BackstabFromHiding, Question
from tests.signum.tables import new_game, plain_deck, scene, slot, spell

ANA = {"id": "ana", "strength": 3, "health": 6, "at": [300, 268]}
BO = {"id": "bo", "strength": 2, "health": 6, "at": [300, 300]}
TRIP = {"name": "Trip", "type": "tactic", "when": "enemy_attacks", "effect": "-1 strength to that creature"}
ALARM = {"name": "Alarm", "type": "tactic", "when": "enemy_runs", "effect": "draw 1"}


def duel(*, ana: dict[str, Any], b: dict[str, Any], seed: int = 1) -> Game:
    game = scene(players={"a": {"characters": [{**ANA, **ana}]}, "b": {"characters": [BO], **b}})
    game.position.chance = Chance(seed)
    return game


def attack_with_all(game: Game, **movement: Any) -> Activate:
    ana = slot(game, "ana")
    return Activate(ana, then="melee", target=slot(game, "bo"), splits=((ana, 3, 0),), **movement)


def test_legality_of_a_split_does_not_reveal_a_face_down_tactic() -> None:
    answers = []
    for tactic in (TRIP, ALARM):
        game = duel(ana={}, b={"tactics": [tactic], "deck": 3})
        answers.append(game.why_not(attack_with_all(game)))
    assert answers[0] == answers[1]


def test_legality_of_a_split_does_not_reveal_future_dice() -> None:
    engine = ["Steam Engine melee: bullseye (+1 strength)"]
    answers = set()
    for seed in range(10):
        game = duel(ana={"abilities": engine}, b={}, seed=seed)
        answers.add(game.why_not(attack_with_all(game)))
    assert len(answers) == 1


def test_sr55_a_legal_action_completes_for_any_answer() -> None:
    """S-8.4: a Backstab from hiding wounds the Berserker.

    Then the Berserker has one die more than the split.
    """
    shade = {"id": "cy", "strength": 0, "health": 6, "at": [300, 236], "hidden": True, "abilities": ["Stealth"]}
    for seed in range(20):
        game = duel(ana={"abilities": ["Berserk 1"]}, b={"characters": [{**BO, "at": [340, 300]}, shade]}, seed=seed)
        game.consult = _always_backstab
        action = attack_with_all(game, path=((308.1, 298.0),))
        before = position_parts(game.position)
        if game.why_not(action) is not None:
            assert position_parts(game.position) == before
            continue
        game.apply(action)


def _always_backstab(seat: int, question: Question) -> int:
    return YES if isinstance(question, BackstabFromHiding) else question.default


def test_imagining_during_a_question_redeals_the_opponent_s_hand() -> None:
    spells = [{"name": f"C{number}", "type": "spell", "cost": {}, "effect": "draw 1"} for number in range(8)]
    game = duel(ana={}, b={"hand": 3, "deck": spells}, seed=3)
    game.apply(Activate(slot(game, "ana"), then="melee", target=slot(game, "bo")))
    assert game.question is not None
    hands = set()
    for number in range(10):
        imagined = game.imagine(0, chance=Chance(50 + number))
        while imagined.question is not None:
            imagined.apply(Answer(imagined.question.default))
        hands.add(tuple(card.code for card in imagined.position.players[1].hand))
    assert len(hands) > 1


def test_imagined_games_deal_hidden_cards_uniformly() -> None:
    names = "ABCDEFGHIJKLMNOPQRST"
    cards = [spell(name, "draw 1") for name in names]
    game = new_game(chance=Chance(1), decks=[plain_deck(*cards), plain_deck(*cards)])
    tops: list[Counter[str]] = [Counter(), Counter()]
    for seed in range(800):
        for player, top in zip(game.imagine(0, chance=Chance(seed)).position.players, tops, strict=True):
            top[player.deck[-1].names.en] += 1
    for top in tops:
        assert sorted(top) == list(names)
        # 19 degrees of freedom, one in a thousand.
        assert sum((count - 40) ** 2 / 40 for count in top.values()) < 43.8
