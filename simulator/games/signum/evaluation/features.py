"""What describes a seat of Signum in an evaluation: public numbers, each around 1."""

from collections.abc import Sequence
from typing import Final

from simulator.games.signum.game.game import Game
from simulator.games.signum.rules.player.victory import PROSPERITY_TO_WIN
from simulator.games.signum.state.position import Position

NAMES: Final = (
    "prosperity", "prosperity_squared", "hero_health", "hero_nearly_dead", "characters", "strength", "health", "hand",
    "deck", "city", "relics", "active",
)  # fmt: skip
"""In the order of the weights."""
NEARLY_DEAD: Final = 3


def features(state: Game) -> list[Sequence[float]]:
    """The numbers of every seat."""
    return [seat_features(state.position, player.seat) for player in state.position.players]


def seat_features(position: Position, seat: int) -> tuple[float, ...]:
    player, hero = position.players[seat], position.hero(seat)
    characters = [creature for creature in position.creatures if creature.seat == seat and not creature.is_hero]
    left = hero.health - hero.wounds if hero is not None else 0
    prosperity = player.prosperity / PROSPERITY_TO_WIN
    return (
        prosperity,
        prosperity * prosperity,
        left / 10,
        1.0 if left <= NEARLY_DEAD else 0.0,
        len(characters) / 3,
        sum(creature.strength for creature in characters) / 6,
        sum(creature.health - creature.wounds for creature in characters) / 6,
        len(player.hand) / 5,
        len(player.deck) / 20,
        sum(building.card.price for building in player.city) / 10,
        float(len(player.relics)),
        1.0 if position.active == seat else 0.0,
    )
