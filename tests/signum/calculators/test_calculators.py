"""The calculators pass the right values to the odds module."""

import pytest

from simulator.games.signum.calculators.melee import MELEE
from simulator.games.signum.calculators.ranged import RANGED
from simulator.games.signum.odds.attacks import melee_table, shot_table
from simulator.games.signum.odds.exchange import Fighter


def test_s9_3_the_best_cell_is_the_optimal_plan_of_both_sides() -> None:
    answer = MELEE.compute(MELEE.filled({"a_strength": 4, "a_life": 3, "d_strength": 3, "d_life": 2}))
    plan = melee_table(Fighter(4, 0, 4, 3), Fighter(3, 0, 3, 2))
    assert answer.grid is not None
    row, column = answer.grid.best
    assert (answer.grid.rows[row], answer.grid.columns[column]) == (
        f"{plan.strike_back} + {3 - plan.strike_back}",
        f"{plan.attack} + {4 - plan.attack}",
    )
    assert answer.figures[0].value == plan.exchange.kills
    # The defender chooses the row with the worst best answer for the attacker.
    worths = [max(cell.worth for cell in cells) for cells in answer.grid.cells]
    assert answer.grid.cells[row][column].worth == min(worths)


def test_s9_4_an_earlier_attack_leaves_the_defender_one_row_and_k48_stamina_all() -> None:
    tired = MELEE.compute(MELEE.filled({"d_attacked": 1})).grid
    tough = MELEE.compute(MELEE.filled({"d_attacked": 1, "d_stamina": 1})).grid
    assert tired is not None
    assert tough is not None
    assert tired.rows == ("0 + 3",)
    assert len(tough.rows) == 4


def test_s9_5_strength_0_cannot_attack_without_k31_magical_strike() -> None:
    assert MELEE.compute(MELEE.filled({"a_strength": 0})).note is not None
    magical = MELEE.compute(MELEE.filled({"a_strength": 0, "a_magical_strike": 2}))
    assert magical.grid is not None
    assert magical.grid.columns == ("2 + 0",)


def test_sr13_reckless_takes_precedence_over_cautious() -> None:
    grid = MELEE.compute(MELEE.filled({"a_strength": 3, "a_reckless": 2, "a_cautious": 2})).grid
    assert grid is not None
    assert grid.columns == ("2 + 1",)


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({}, (3, 1, 0, 0, 0, 1, 1, 0, 0, 2)),
        ({"kind": 1, "cover": 1, "armour": 2}, (3, 2, 0, 0, 0, 2, 1, 0, 2, 2)),
        ({"kind": 2, "armour": 2, "minus_from_attacks": 1, "sniper": 1}, (3, 1, 0, 0, 0, 0, 1, 0, 0, 2)),
        ({"kind": 2, "cover": 1}, (3, 1, 0, 0, 0, 1, 1, 0, 0, 2)),
        ({"sniper": 1, "difficult_target": 1, "master": 2}, (3, 1, 1, 1, 2, 1, 2, 0, 0, 2)),
    ],
)
def test_s11_4_to_s11_6_each_kind_of_shot_has_its_own_dice(inputs: dict[str, int], expected: tuple[int, ...]) -> None:
    assert RANGED.compute(RANGED.filled(inputs)).spreads[0].chances == shot_table(*expected)
