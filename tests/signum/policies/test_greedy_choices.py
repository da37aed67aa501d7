"""Mistakes the greedy policy must not make: wasted dice, relics and cards."""

from typing import Any

from simulator.engine.play.chance import Chance
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.game.game import Game
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey
from simulator.games.signum.policies.greedy.evaluation.effects import EffectJudge
from simulator.games.signum.policies.greedy.evaluation.race import Race
from simulator.games.signum.policies.greedy.policy import GreedyPlayer
from simulator.games.signum.rules.player.relics import new_relic
from simulator.games.signum.state.actions import MELEE, SHOOT, USE, Activate, Answer, Play
from simulator.games.signum.state.position import Building
from simulator.games.signum.state.questions import PickOpponent, SplitDice
from tests.signum.field import Field, keyword
from tests.signum.tables import scene

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
