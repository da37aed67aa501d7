"""What the melee calculator says about its best split is what it counts."""

from simulator.games.signum.calculators.melee import MELEE
from simulator.games.signum.odds.attacks import exchange
from simulator.games.signum.odds.exchange import Fighter


def as_told(attack: int, strike_back: int) -> float:
    """A creature destroyed counts 4 and each wound 1, as the page says."""
    fight = exchange(attack, Fighter(1, 0, 1, 1, armour=1), strike_back, Fighter(1, 0, 1, 2))
    return 4 * (fight.kills - fight.dies) + fight.wounds_dealt - fight.wounds_taken


def test_s9_3_the_measure_of_the_best_split_is_told_in_full() -> None:
    given = {"a_strength": 1, "a_life": 1, "a_armour": 1, "d_strength": 1, "d_life": 2}
    grid = MELEE.compute(MELEE.filled(given)).grid
    assert grid is not None
    answers = [max(as_told(attack, back) for attack in range(2)) for back in range(2)]
    # Half a point for an armour token is counted too. Then it must be told; or else this is not the best split.
    assert "armour" in grid.shown.en or grid.best[0] == answers.index(min(answers))
