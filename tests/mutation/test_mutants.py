"""Mutants are distinct, are put in place and taken back, and the scenarios notice them."""

import ast

import pytest

from simulator.games.signum.rules.combat import damage
from tests.mutation.mutants import RULES, module_mutants
from tests.mutation.operators import expression_variants
from tests.mutation.rule_tests import load_rule_tests
from tests.mutation.trial import KILLED, load_scenarios, try_mutant


def variants(text: str) -> list[str]:
    node = ast.parse(text, mode="eval").body
    return [ast.unparse(variant) for _, variant in expression_variants(node)]


def test_expressions_are_changed_in_small_ways() -> None:
    assert variants("a < b") == ["a <= b", "a >= b"]
    assert variants("a + b") == ["a - b"]
    assert variants("a and b") == ["a or b"]
    assert variants("not a") == ["a"]
    assert variants("2") == ["3", "1"]
    assert variants("True") == ["False"]
    assert variants("'text'") == []


def test_every_mutant_has_a_key_and_changes_its_function() -> None:
    mutants = module_mutants(RULES / "dice.py")
    original = ast.unparse(mutants[0].tree)
    for mutant in mutants:
        mutant.swap()
        assert ast.unparse(mutant.tree) != original, mutant.key
        mutant.swap()
    assert ast.unparse(mutants[0].tree) == original
    assert len({mutant.key for mutant in mutants}) == len(mutants)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # Python 3.12 warns of forks beside threads
def test_a_scenario_notices_a_mutant_in_a_fork_only() -> None:
    mutant = next(one for one in module_mutants(RULES / "combat/damage.py") if one.function == "take_damage")
    before = damage.take_damage.__code__
    outcome = try_mutant(mutant, ["damage-armour-then-wound"], load_scenarios())
    assert outcome == (KILLED, "damage-armour-then-wound")
    assert damage.take_damage.__code__ is before


def test_rules_tests_are_found_with_their_parameters() -> None:
    tests = load_rule_tests()
    names = [name for name in tests if "s3_1_the_winner_of_the_roll" in name]
    assert [name.rpartition(" ")[2] for name in names] == ["0", "1"]
    assert not any(tests[name]() for name in names)
