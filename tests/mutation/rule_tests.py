"""The rules tests that cite a rule in their name, as checks that run without pytest's runner.

Also those of pathfinding, which has no rules to cite.
"""

import importlib
import inspect
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.mutants import ROOT
from tests.mutation.trial import Check, module_name

RULE_TESTS = ROOT / "tests/signum/rules"
CITES = re.compile(r"test_(s|sr|k)\d")
PATH_TESTS = ROOT / "tests/signum/board/test_pathfinding.py"


def load_rule_tests() -> dict[str, Check]:
    """Tests by module and name; those that need fixtures or make up their examples are left out."""
    checks: dict[str, Check] = {}
    for file in [*sorted(RULE_TESTS.rglob("test_*.py")), PATH_TESTS]:
        for name, test in _tests(file):
            for number, values in enumerate(_parameters(test)):
                if inspect.signature(test).parameters.keys() == values.keys():
                    checks[f"{file.stem} {name} {number}"] = _check(test, values)
    return checks


def _tests(file: Path) -> Iterator[tuple[str, Any]]:
    for name, test in vars(importlib.import_module(module_name(file))).items():
        is_wanted = CITES.match(name) or (file == PATH_TESTS and name.startswith("test_"))
        if is_wanted and not hasattr(test, "is_hypothesis_test"):
            yield name, test


def _check(test: Any, values: dict[str, object]) -> Check:
    def fails() -> bool:
        test(**values)
        return False

    return fails


def _parameters(test: Any) -> Iterator[dict[str, object]]:
    """What pytest.mark.parametrize gives the test, one dictionary a run."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    choices = [[_named(mark.args[0], one) for one in mark.args[1]] for mark in marks]
    for chosen in itertools.product(*choices):
        yield {name: value for values in chosen for name, value in values.items()}


def _named(names: str | tuple[str, ...], values: Any) -> dict[str, object]:
    """The values by name; for pytest a text may hold several names, and a value is alone if there is one name."""
    if isinstance(names, str):
        names = tuple(re.split(r"\s*,\s*", names))
    if isinstance(values, type(pytest.param())):
        values = values.values if len(names) > 1 else values.values[0]
    return dict(zip(names, values if len(names) > 1 else (values,), strict=True))
