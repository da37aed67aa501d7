"""Samples mutants of Signum's rules and runs the scenarios on them.

    python -m tests.mutation --mutants 1000 --seed 1 [--module combat/melee]

Prints the survivors with file, line and change, then the score: the share of mutants that a scenario noticed or that
never ended. Those that no scenario can reach are counted on their own. `equivalents.yaml` lists mutants that change
nothing a player could notice, with reasons; they are left out.
"""

import os

os.environ["ENGINE_PURE"] = "1"

import argparse
import sys
from collections import Counter
from pathlib import Path

import yaml

from simulator.engine.play.splitmix import hashed
from tests.mutation.mutants import ROOT, RULES, Mutant, module_mutants
from tests.mutation.trial import (
    KILLED,
    SURVIVED,
    TIMEOUT,
    Line,
    import_rules,
    load_scenarios,
    processor_time,
    record_reach,
    rule_files,
    try_mutant,
)

EQUIVALENTS = Path(__file__).parent / "equivalents.yaml"
NOT_REACHED = "not reached"


def read_equivalents(file: Path) -> dict[str, str]:
    """Reasons by the key of the mutant."""
    groups = yaml.safe_load(file.read_text(encoding="utf-8")) or []
    return {key: group["reason"] for group in groups for key in group["mutants"]}


def sample(number: int, *, seed: int, module: str, equivalents: dict[str, str]) -> list[Mutant]:
    mutants = [mutant for file in rule_files() for mutant in module_mutants(file)]
    unknown = sorted(equivalents.keys() - {mutant.key for mutant in mutants})
    for key in unknown:
        say(f"no such mutant any more: {key}")
    mutants = [one for one in mutants if module in one.file.as_posix() and one.key not in equivalents]
    say(f"{len(mutants)} mutants, {len(equivalents) - len(unknown)} equivalent ones left out")
    # By a key of their own, so that a mutant more or less leaves the rest of the sample as it is.
    return sorted(mutants, key=lambda mutant: hashed(f"{seed}|{mutant.key}"))[:number]


def reaching(mutant: Mutant, reach: dict[Line, list[str]], kills: Counter[tuple[str, str]]) -> list[str]:
    """The scenarios that reach the mutant.

    First those that have killed others in its function, then those that do little else.
    """
    name = mutant.file.relative_to(RULES).as_posix()
    found = {scenario: None for line in mutant.lines for scenario in reach.get((name, line), ())}
    return sorted(found, key=lambda scenario: -kills[mutant.function, scenario])


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def describe(mutant: Mutant, outcome: str) -> None:
    place = f"{mutant.file.relative_to(ROOT)}:{mutant.lines.start}"
    say(f"\n{outcome}: {place} {mutant.function}, {mutant.operator}\n- {mutant.before}\n+ {mutant.after}")
    say(f"  {mutant.key}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("--mutants", type=int, default=1000, help="the size of the sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", default="", help="a part of the path, such as combat/melee")
    args = parser.parse_args()

    import_rules()
    scenarios = load_scenarios()
    reach = record_reach(scenarios)
    outcomes: Counter[str] = Counter()
    kills: Counter[tuple[str, str]] = Counter()
    equivalents = read_equivalents(EQUIVALENTS)
    for mutant in sample(args.mutants, seed=args.seed, module=args.module, equivalents=equivalents):
        names = reaching(mutant, reach, kills)
        outcome, killer = try_mutant(mutant, names, scenarios) if names else (NOT_REACHED, "")
        outcomes[outcome] += 1
        if outcome == KILLED:
            kills[mutant.function, killer] += 1
        elif outcome != TIMEOUT:
            describe(mutant, outcome)
    report(outcomes)


def report(outcomes: Counter[str]) -> None:
    say("\n" + ", ".join(f"{outcomes[name]} {name}" for name in (KILLED, TIMEOUT, SURVIVED, NOT_REACHED)))
    detected = outcomes[KILLED] + outcomes[TIMEOUT]
    if reached := detected + outcomes[SURVIVED]:
        say(f"score {detected / reached:.1%} of those reached, {detected / outcomes.total():.1%} of all")
    say(f"{processor_time():.0f} s of processor time")


if __name__ == "__main__":
    main()
