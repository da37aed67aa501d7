"""Chapter 15: the dragon rules."""

import pytest

from simulator.games.signum.state.actions import Play
from tests.signum.tables import scene, slot


@pytest.mark.parametrize(("effects", "hidden"), [(("hide", "reveal"), False), (("reveal", "hide"), True)])
def test_s15_4_the_later_of_two_contradicting_effects_counts(effects: tuple[str, str], hidden: bool) -> None:
    spells = [
        {"name": effect.title(), "type": "spell", "cost": {}, "effect": effect, "target": "own character"}
        for effect in effects
    ]
    game = scene(players={"a": {"hand": spells, "characters": [{"id": "ana", "at": [300, 300]}]}})
    for effect in effects:
        game.apply(Play(f"inline-{effect}", target=slot(game, "ana")))
    assert game.position.creatures[-1].hidden is hidden


def test_s15_1_creature_includes_heroes_and_character_does_not() -> None:
    """The target "creature" includes heroes, the target "character" does not."""
    for noun, allowed in (("enemy creature", True), ("enemy character", False)):
        bolt = {"name": "Bolt", "type": "spell", "cost": {}, "effect": "1 damage", "target": noun}
        game = scene(players={"a": {"hand": [bolt]}, "b": {"characters": [{"id": "bo", "at": [300, 300]}]}})
        assert (game.why_not(Play("inline-bolt", target=slot(game, "b.hero"))) is None) is allowed


def test_s15_3_prosperity_stops_at_zero() -> None:
    tax = {"name": "Tax", "type": "spell", "cost": {}, "effect": "opponent -9 prosperity"}
    game = scene(players={"a": {"hand": [tax]}, "b": {"prosperity": 4}})
    game.apply(Play("inline-tax"))
    assert game.position.players[1].prosperity == 0


def test_s15_5_without_limits_all_available_targets_are_affected() -> None:
    storm = {"name": "Storm", "type": "spell", "cost": {}, "effect": "1 damage to enemy characters"}
    two = [{"id": name, "health": 3, "at": [x, 300]} for name, x in (("bo", 300), ("cy", 400))]
    game = scene(players={"a": {"hand": [storm]}, "b": {"characters": two}})
    game.apply(Play("inline-storm"))
    assert game.question is None
    assert [creature.wounds for creature in game.position.creatures] == [0, 0, 1, 1]
