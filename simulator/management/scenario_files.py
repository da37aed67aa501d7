"""Reads scenario files in YAML and runs them; errors contain file and line.

The meaning of a scenario is the game's (`GameSystem.run_scenario`), and so are the rules for decks, plans, armies and
set-ups (`GameSystem.check_file`); this module knows only files and YAML.
"""

import re
from pathlib import Path

import yaml

from simulator.engine.check_file import is_check, run_check
from simulator.engine.game_system import GameSystem
from simulator.engine.play.scenario import ScenarioError, ScenarioResult

_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


class UnreadableScenario(Exception):
    """A file that is no valid scenario: `file:line: reason`."""


def run_file(name: str | Path, *, system: GameSystem) -> ScenarioResult:
    try:
        text = Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableScenario(f"{name}:1: not text in UTF-8 (byte {error.start}).") from error
    except OSError as error:
        raise UnreadableScenario(f"{name}:1: cannot be read: {error.strerror}.") from error
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        raise UnreadableScenario(f"{name}:{line}: not YAML: {getattr(error, 'problem', None) or error}") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableScenario(f"{name}:1: a number is too long, or lists stand too deep in each other.") from error
    try:
        return _run(data, name=name, system=system)
    except ScenarioError as error:
        raise UnreadableScenario(f"{name}:{line_of(text, error.path)}: {error}") from error


def _run(data: object, *, name: str | Path, system: GameSystem) -> ScenarioResult:
    """Runs a scenario or a check; raises ScenarioError, or UnreadableScenario if the game has no such files."""
    if is_check(data):
        if system.check_file is None:
            raise UnreadableScenario(f"{name}:1: {system.name.en} checks no files of decks, plans, armies or set-ups.")
        return run_check(data, check=system.check_file)
    if system.run_scenario is None:
        raise UnreadableScenario(f"{name}:1: {system.name.en} reads no scenarios.")
    return system.run_scenario(data)


def line_of(text: str, path: str) -> int:
    """The line of a path such as `players.a.characters[0].at`, or of its parent."""
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    line = 1
    for number, name in _STEP.findall(path):
        if isinstance(node, yaml.SequenceNode) and number and int(number) < len(node.value):
            node = node.value[int(number)]
        elif isinstance(node, yaml.MappingNode):
            pairs = [pair for pair in node.value if pair[0].value == name]
            if not pairs:
                break
            key, node = pairs[0]
            line = key.start_mark.line + 1
            continue
        else:
            break
        line = node.start_mark.line + 1
    return line
