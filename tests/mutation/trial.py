"""Runs checks, which are scenarios or tests, in forks: to record which lines they reach, and with a mutant in place.

A fork costs a few milliseconds, and its caches and changes vanish with it. ENGINE_PURE=1 must be set before import.
"""

import ast
import functools
import gc
import importlib
import os
import pickle
import resource
import signal
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from simulator.games.signum.cardfile.loader import find_cards, signum_cards
from simulator.games.signum.scenarios.runner import run
from tests.mutation.mutants import ROOT, RULES, Mutant

FOLDER = ROOT / "tests/scenarios/signum"
CPU_S = 2.0
"""No check takes a tenth of it."""
MEMORY = 2 << 30
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
Line = tuple[str, int]
Check = Callable[[], bool]
"""Tells whether the rules are not as it expects; may raise instead."""


def load_scenarios() -> dict[str, Check]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    texts = {file.stem: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.yaml"))}
    return {name: _check(yaml.load(text, loader)) for name, text in texts.items()}


def _check(data: object) -> Check:
    return lambda: bool(run(data).differences)


def in_fork(work: Callable[[], object]) -> Any:
    """What the work returned in a fork; None if it was stopped."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            os.write(writing, pickle.dumps(work()))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        payload = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(payload) if payload else None


def rule_files() -> list[Path]:
    return sorted(file for file in RULES.rglob("*.py") if file.stat().st_size)


def module_name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


def import_rules() -> None:
    for file in rule_files():
        loaded = importlib.import_module(module_name(file))
        assert loaded.__file__ is not None
        assert loaded.__file__.endswith(".py"), "mutants need the interpreted engine: ENGINE_PURE=1"
    signum_cards()  # read once, for all forks
    find_cards("")
    gc.freeze()


# --- reach


def record_reach(checks: dict[str, Check]) -> dict[Line, list[str]]:
    """The checks that reach each line of the rules, those that reach the fewest lines first."""
    lines = {name: in_fork(functools.partial(_traced, check)) for name, check in checks.items()}
    if failing := [name for name, reached in lines.items() if reached is None]:
        raise RuntimeError(f"these fail without any mutant: {failing}")
    reach: dict[Line, list[str]] = {}
    for name in sorted(lines, key=lambda name: len(lines[name])):
        for line in lines[name]:
            reach.setdefault(line, []).append(name)
    return reach


def _traced(check: Check) -> list[Line] | None:
    reached: set[Line] = set()
    files = {str(file): file.relative_to(RULES).as_posix() for file in rule_files()}

    def trace(frame: types.FrameType, event: str, _: object) -> Any:
        name = files.get(frame.f_code.co_filename)
        if name is None:
            return None
        if event == "line":
            reached.add((name, frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        is_failing = _notices(check)
    finally:
        sys.settrace(None)
    # Written at once, so it must fit a pipe.
    return None if is_failing else sorted(reached)


# --- mutants


def try_mutant(mutant: Mutant, names: list[str], checks: dict[str, Check]) -> tuple[str, str]:
    """What became of the mutant, and the check that killed it."""
    outcome = in_fork(lambda: _first_to_notice(mutant, names, checks))
    return outcome if outcome is not None else (TIMEOUT, "")


def _first_to_notice(mutant: Mutant, names: list[str], checks: dict[str, Check]) -> tuple[str, str]:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    install(mutant)
    for name in names:
        signal.setitimer(signal.ITIMER_VIRTUAL, CPU_S)
        if _notices(checks[name]):
            return KILLED, name
    return SURVIVED, ""


def _notices(check: Check) -> bool:
    try:
        return check()
    except (Exception, pytest.fail.Exception):
        return True


def install(mutant: Mutant) -> None:
    """Replaces the code of the function in its module; who has imported it runs the mutant, too."""
    mutant.swap()
    code = _code_of(compile(ast.fix_missing_locations(mutant.tree), str(mutant.file), "exec"), mutant.function)
    assert code is not None, f"{mutant.function} is not compiled"
    _function_of(mutant).__code__ = code


def _code_of(code: types.CodeType, name: str) -> types.CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if constant.co_qualname == name:
                return constant
            if name.startswith(f"{constant.co_qualname}."):
                return _code_of(constant, name)
    return None


def _function_of(mutant: Mutant) -> types.FunctionType:
    owner: Any = sys.modules[module_name(mutant.file)]
    for part in mutant.function.split("."):
        owner = vars(owner)[part]
    while not isinstance(owner, types.FunctionType):  # a property, a static method, a cache
        owner = getattr(owner, "fget", None) or owner.__wrapped__
    return owner


def processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
