"""Samples mutants of Signum's rules and runs the scenarios on them, then the rules tests on those that survive.

    python -m tests.mutation --mutants 1000 --seed 1 [--module combat/melee]

Prints what the scenarios leave alive, with file, line and change, and whether a rules test kills it. Then the scores:
the share of mutants that were noticed or that never ended, by scenarios alone and with the tests. Those that no
scenario can reach are counted on their own. `equivalents.yaml` lists mutants that change nothing a player could notice,
with reasons; they are left out.
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
from tests.mutation.rule_tests import load_rule_tests
from tests.mutation.trial import (
    KILLED,
    SURVIVED,
    TIMEOUT,
    Check,
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


class Stage:
    """Checks of one kind, and what they found out so far."""

    def __init__(self, checks: dict[str, Check]) -> None:
        self.checks = checks
        self.reach = record_reach(checks)
        self.kills: Counter[tuple[str, str]] = Counter()
        self.outcomes: Counter[str] = Counter()

    def outcome(self, mutant: Mutant) -> str:
        names = self.reaching(mutant)
        outcome, killer = try_mutant(mutant, names, self.checks) if names else (NOT_REACHED, "")
        if outcome == KILLED:
            self.kills[mutant.function, killer] += 1
        self.outcomes[outcome] += 1
        return outcome

    def reaching(self, mutant: Mutant) -> list[str]:
        """The checks that reach the mutant.

        First those that have killed others in its function, then those that do little else.
        """
        name = mutant.file.relative_to(RULES).as_posix()
        found = {check: None for line in mutant.lines for check in self.reach.get((name, line), ())}
        return sorted(found, key=lambda check: -self.kills[mutant.function, check])

    @property
    def detected(self) -> int:
        return self.outcomes[KILLED] + self.outcomes[TIMEOUT]


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
    scenarios, tests = Stage(load_scenarios()), Stage(load_rule_tests())
    equivalents = read_equivalents(EQUIVALENTS)
    for mutant in sample(args.mutants, seed=args.seed, module=args.module, equivalents=equivalents):
        outcome = scenarios.outcome(mutant)
        if outcome in (SURVIVED, NOT_REACHED):
            second = tests.outcome(mutant)
            describe(mutant, outcome if second in (SURVIVED, NOT_REACHED) else f"{outcome} but for a test")
    report(scenarios, tests)


def report(scenarios: Stage, tests: Stage) -> None:
    outcomes = scenarios.outcomes
    say("\n" + ", ".join(f"{outcomes[name]} {name}" for name in (KILLED, TIMEOUT, SURVIVED, NOT_REACHED)))
    if reached := scenarios.detected + outcomes[SURVIVED]:
        say(f"scenarios: {scenarios.detected / reached:.1%} of those reached, {_share(outcomes, scenarios)} of all")
        say(f"scenarios and rules tests: {_share(outcomes, scenarios, tests)} of all")
    say(f"{processor_time():.0f} s of processor time")


def _share(outcomes: Counter[str], *stages: Stage) -> str:
    return f"{sum(stage.detected for stage in stages) / outcomes.total():.1%}"


if __name__ == "__main__":
    main()
