"""The melee calculator describes completely how it rates the best split."""

from simulator.games.signum.calculators.melee import MELEE
from simulator.games.signum.odds.attacks import exchange
from simulator.games.signum.odds.exchange import Fighter


def described_worth(attack: int, strike_back: int) -> float:
    """The described rating: 4 for a destroyed creature, 1 for each wound."""
    fight = exchange(attack, Fighter(1, 0, 1, 1, armour=1), strike_back, Fighter(1, 0, 1, 2))
    return 4 * (fight.kills - fight.dies) + fight.wounds_dealt - fight.wounds_taken


def test_s9_3_the_rating_of_the_best_split_is_described_completely() -> None:
    inputs = {"a_strength": 1, "a_life": 1, "a_armour": 1, "d_strength": 1, "d_life": 2}
    grid = MELEE.compute(MELEE.filled(inputs)).grid
    assert grid is not None
    answers = [max(described_worth(attack, back) for attack in range(2)) for back in range(2)]
    # An armour token counts half a point. The description must mention it, or the best split must not depend on it.
    assert "armour" in grid.shown.en or grid.best[0] == answers.index(min(answers))
