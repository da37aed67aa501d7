"""Every verb of card data has a function and occurs in at least one scenario."""

from pathlib import Path

import pytest
import yaml

from simulator.games.signum.cards.abilities import Ability, Effect, Options
from simulator.games.signum.cards.vocabulary import VERBS
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.play.card_effects import next_turn_of
from simulator.games.signum.rules.play.effects import DONE_BY
from simulator.games.signum.scenarios.position import Scenario
from simulator.games.signum.state.actions import USE, Activate, Answer, Play
from simulator.games.signum.state.questions import PickCard, PickPlace
from tests.signum.tables import scene, slot

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios/signum").glob("*.yaml"))


def _verbs(options: Options) -> set[str]:
    verbs = set()
    for option in options:
        for effect in option:
            verbs |= {effect.verb} | _verbs((effect.effects,))
    return verbs


def _verbs_of_abilities(abilities: tuple[Ability, ...]) -> set[str]:
    verbs: set[str] = set()
    for ability in abilities:
        verbs |= _verbs(ability.options) | _verbs(ability.faces)
    return verbs


def played_verbs() -> set[str]:
    verbs: set[str] = set()
    for file in SCENARIOS:
        position = Scenario(yaml.safe_load(file.read_text(encoding="utf-8"))).game.position
        cards = [creature.card for creature in position.creatures]
        for player in position.players:
            cards += player.hand + player.tactics + [relic.card for relic in player.relics]
        for card in cards:
            verbs |= _verbs(card.options) | _verbs_of_abilities(card.abilities)
    return verbs


def test_verbs_and_functions_match() -> None:
    assert set(DONE_BY) == set(VERBS)


def test_every_verb_is_played_in_a_scenario() -> None:
    # These verbs have their own tests below.
    assert set(VERBS) - played_verbs() <= {"concentrate", "control", "remove_armour", "reveal"}


def cast(effect: str, target: str = "", **players: object) -> dict[str, object]:
    spell = {"name": "Spell", "type": "spell", "cost": {}, "effect": effect, "target": target}
    return {"a": {"hand": [spell], **players}}


def test_concentrate_adds_tokens() -> None:
    game = scene(players=cast("concentrate 2", "own hero"))
    game.apply(Play("inline-spell"))
    assert game.position.creatures[0].concentration == 2


def test_a_controlled_creature_can_be_activated_by_its_new_player() -> None:
    bo = {"id": "bo", "at": [300, 300], "activated": True}
    game = scene(players={**cast("control", "enemy character"), "b": {"characters": [bo]}})
    game.apply(Play("inline-spell", target=slot(game, "bo")))
    assert game.position.creatures[-1].seat == 0
    assert any(getattr(action, "slot", -1) == slot(game, "bo") for action in game.legal_actions())


def test_control_does_not_take_heroes() -> None:
    game = scene(players=cast("control", "enemy character"))
    assert game.refusal(Play("inline-spell", target=slot(game, "b.hero"))) is not None


def test_remove_armour_stops_at_zero() -> None:
    game = scene(players={**cast("-3 armour", "enemy hero"), "b": {"hero": {"armour": 2}}})
    game.apply(Play("inline-spell"))
    assert game.position.creatures[1].armour == 0


def test_reveal_removes_the_stealth_token() -> None:
    shade = {"id": "shade", "hidden": True, "at": [300, 300], "abilities": ["Stealth"]}
    game = scene(players={**cast("reveal", "enemy character"), "b": {"characters": [shade]}})
    game.apply(Play("inline-spell", target=slot(game, "shade")))
    assert not game.position.creatures[-1].hidden


def test_recover_offers_each_card_once_latest_first() -> None:
    game = scene(players=cast("recover 1 card", graveyard=["Fireball", "Fireball", "Temple", "Greer the Stubborn"]))
    game.apply(Play("inline-spell"))
    assert isinstance(game.question, PickCard)
    assert len(game.question.codes) == 2
    game.apply(Answer(0))
    assert [card.names.en for card in game.position.players[0].hand] == ["Greer the Stubborn"]


def test_step_is_chosen_by_the_player_of_the_effect() -> None:
    bo = {"id": "bo", "at": [300, 300]}
    game = scene(players={**cast("step S", "enemy character"), "b": {"characters": [bo]}})
    game.apply(Play("inline-spell", target=slot(game, "bo")))
    assert isinstance(game.question, PickPlace)
    assert game.to_act == 0
    assert game.question.places[0] == (300.0, 300.0)
    place = game.question.places[1]
    game.apply(Answer(1))
    assert (game.position.creatures[-1].x, game.position.creatures[-1].y) == place


def test_sr35_return_to_hand_keeps_the_hand_limit() -> None:
    ana = {"id": "ana", "at": [300, 300]}
    spells = [{"name": "Spell", "type": "spell", "cost": {}, "effect": "return to hand", "target": "own character"}]
    blanks = [{"name": f"Card {number}", "type": "character", "cost": {}} for number in range(10)]
    game = scene(10, players={"a": {"characters": [ana], "hand": [*spells, *blanks]}})
    game.apply(Play("inline-spell", target=slot(game, "ana")))
    assert len(game.position.players[0].hand) == 10


@pytest.mark.parametrize(("seat", "turn"), [(0, 3), (1, 2)])
def test_sr39_the_next_turn_of_a_player_is_not_the_current_one(seat: int, turn: int) -> None:
    assert next_turn_of(scene().position, seat) == turn


def test_effects_stop_when_the_game_is_over() -> None:
    game = scene(players={**cast("+1 prosperity, draw 1", prosperity=50, deck=3)})
    game.apply(Play("inline-spell"))
    assert game.outcome() is not None
    assert game.position.players[0].hand == []


def test_an_effect_without_a_target_affects_no_creature() -> None:
    game = scene()
    source = Source(seat=0, card=game.position.creatures[0].card)
    DONE_BY["damage"](game.position, Effect("damage", amount=3), source)
    assert [creature.wounds for creature in game.position.creatures] == [0, 0]


def test_sr81_the_player_may_stop_before_the_number_is_reached() -> None:
    city = {"b": {"city": ["Temple", "Arena", "Library"]}}
    for answers, blocked in (((3,), 0), ((1, 2), 1), ((0, 0, 0), 3)):
        game = scene(players={**cast("block to up to 3 enemy buildings"), **city})
        game.apply(Play("inline-spell"))
        for answer in answers:
            assert isinstance(game.question, PickCard)
            assert game.legal_actions()[-1] == Answer(len(game.question.codes))
            game.apply(Answer(answer))
        assert game.question is None
        buildings = game.position.players[1].city
        assert len([building for building in buildings if building.blocked_until > game.position.turn]) == blocked


def test_sr81_a_plain_number_of_buildings_leaves_no_choice_of_fewer() -> None:
    game = scene(players={**cast("block to 2 enemy buildings"), "b": {"city": ["Temple", "Arena", "Library"]}})
    game.apply(Play("inline-spell"))
    assert game.legal_actions() == (Answer(0), Answer(1), Answer(2))


def test_sr84_a_chosen_creature_that_hides_stays_chosen() -> None:
    bo = {"id": "bo", "at": [300, 300], "health": 3}
    ana = {"id": "ana", "at": [300, 100], "abilities": ["Activate: hide to enemy character, 1 wounds to chosen"]}
    game = scene(players={"a": {"characters": [ana]}, "b": {"characters": [bo]}})
    game.apply(Activate(slot(game, "ana"), then=USE, kind="activated", target=slot(game, "bo")))
    hidden = next(creature for creature in game.position.creatures if creature.name == "bo")
    assert (hidden.hidden, hidden.wounds) == (True, 1)


def test_sr82_a_contract_with_effects_is_offered_alone_and_only_with_a_target() -> None:
    ana = {"id": "ana", "at": [300, 100], "abilities": ["Contract: 1 damage to enemy character within M"]}
    for place, offered in (([300, 200], True), ([300, 500], False)):
        bo = {"id": "bo", "at": place}
        game = scene(players={"a": {"characters": [ana], "prosperity": 1}, "b": {"characters": [bo]}})
        alone = Activate(slot(game, "ana"), contract=True)
        assert (alone in game.legal_actions()) == offered
        assert (game.refusal(alone) is None) == offered
