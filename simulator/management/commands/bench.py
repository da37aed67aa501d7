"""Measures the engine on this machine: games, clones, cold start, memory.

The digest in the report proves that two measurements played the same games.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches import match
from simulator.engine.matches.match import Result
from simulator.engine.play.chance import Chance, seed_of
from simulator.engine.play.protocols import State
from simulator.management.arguments import MAX_GAMES, SimulationCommand, whole_number

SEED = 1
CLONES = 2_000
COLD_START = """
import time
started = time.perf_counter()
from simulator import games
cards = len(games.system({code!r}).catalogue)
print(time.perf_counter() - started, cards)
"""


class Command(SimulationCommand):
    help = "Measure the engine on one core: games a second, clone time, cold start, memory."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=whole_number(2, MAX_GAMES), default=100, metavar="N",
                            help="whole games, in pairs over the reference decks (%(default)s)")  # fmt: skip
        parser.add_argument("--policy", default="", help="who plays (the game's default)")
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def handle(self, **options: Any) -> None:
        system = self.game_system(options["system"])
        decks = [reference.deck for reference in system.reference_decks()]
        if len(decks) < 2:
            self.refuse(f"{system.name.en} has no two reference decks to play with.")
        try:
            policy = system.policy_name(options["policy"] or system.standard_policy)
        except LookupError as unknown:
            self.refuse(str(unknown))
        report = measure(system, decks=decks, policy=policy, pairs=(options["games"] + 1) // 2)
        if options["json"]:
            self.stdout.write(json.dumps(report))
        else:
            self.print_report(report)

    def print_report(self, report: dict[str, Any]) -> None:
        first, last = report["flatness"]["first_tenth"], report["flatness"]["last_tenth"]
        engine = "compiled" if report["compiled"] else "interpreted"
        self.stdout.write(f"{report['games_per_second']} games a second ({report['games']} games, {engine}, one core)")
        self.stdout.write(f"  {report['games_per_cpu_second']} a second of processor time")
        self.stdout.write(f"  first tenth {first}, last tenth {last} games a second")
        self.stdout.write(f"  a clone takes {report['clone_us']} microseconds")
        self.stdout.write(f"  cold start {report['cold_start_seconds']} s for {report['cards']} cards")
        self.stdout.write(f"  memory {report['memory_mb']} MB after these games")
        self.stdout.write(f"  policy {report['policy']}, rules {report['rules_version']}, seed {report['seed']}")
        self.stdout.write(f"  digest {report['digest']}")
        if report["errors"]:
            self.stdout.write(f"  {report['errors']} games broke down")


def measure(system: GameSystem, *, decks: Sequence[DeckList], policy: str, pairs: int) -> dict[str, Any]:
    results, ends, cpu_seconds = play(system, decks=decks, policy=policy, pairs=pairs)
    cold_start, cards = start_cold(system.code)
    tenth = max(1, pairs // 10)
    return {
        "games": len(results),
        "games_per_second": round(len(results) / ends[-1], 2),
        "games_per_cpu_second": round(len(results) / cpu_seconds, 2),
        "flatness": {
            "first_tenth": round(2 * tenth / ends[tenth - 1], 2),
            "last_tenth": round(2 * tenth / (ends[-1] - ([0.0, *ends])[pairs - tenth]), 2),
        },
        "clone_us": round(1e6 * clone_seconds(full_state(system, decks=decks)), 1),
        "cold_start_seconds": round(cold_start, 3),
        "cards": cards,
        "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        "mean_turns": round(sum(result.turns for result in results) / len(results), 2),
        "mean_decisions": round(sum(result.decisions for result in results) / len(results), 1),
        "errors": len([result for result in results if result.outcome is None]),
        "digest": match.digest(results),
        "rules_version": system.rules_version,
        "policy": policy,
        "seed": SEED,
        "compiled": is_compiled(system.code),
    }


def play(
    system: GameSystem, *, decks: Sequence[DeckList], policy: str, pairs: int
) -> tuple[list[Result], list[float], float]:
    """Plays pairs over all match-ups in turn.

    Returns the results, the end time of each pair, and the total processor time.
    """
    results: list[Result] = []
    ends: list[float] = []
    started, cpu_started = time.perf_counter(), time.process_time()
    for number in range(pairs):
        chosen = matchup(decks, number)
        seed = seed_of(batch=SEED, number=number)
        results += match.play_round(system=system, decks=chosen, policies=[policy] * 2, seed=seed)
        ends.append(time.perf_counter() - started)
    return results, ends, time.process_time() - cpu_started


def matchup(decks: Sequence[DeckList], number: int) -> list[DeckList]:
    """Each deck against the next, then against the next but one, and so on."""
    first = number % len(decks)
    apart = 1 + number // len(decks) % (len(decks) - 1)
    return [decks[first], decks[(first + apart) % len(decks)]]


def full_state(system: GameSystem, *, decks: Sequence[DeckList]) -> State[Any]:
    """The game's own full position for measuring, or a game about to begin."""
    if system.benchmark is not None:
        return system.benchmark(decks[:2])
    seats = min(system.seats)
    return system.new_game(decks=[decks[seat % len(decks)] for seat in range(seats)], chance=Chance(SEED))


def clone_seconds(state: State[Any]) -> float:
    """The best of five rounds, to reduce the effect of other programs."""
    rounds = []
    for _ in range(5):
        started = time.perf_counter()
        for _ in range(CLONES // 5):
            state.clone()
        rounds.append((time.perf_counter() - started) / (CLONES // 5))
    return min(rounds)


def start_cold(code: str) -> tuple[float, int]:
    """Seconds to load the game in a new process, and the number of its cards."""
    command = [sys.executable, "-c", COLD_START.format(code=code)]
    process = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)  # noqa: S603
    if process.returncode != 0:
        return 0.0, 0  # a system that exists only in tests
    seconds, cards = process.stdout.split()
    return float(seconds), int(cards)


def is_compiled(code: str) -> bool:
    """Whether modules of the game were loaded as compiled extensions."""
    files = [getattr(module, "__file__", "") or "" for name, module in sys.modules.items() if f".games.{code}" in name]
    return any(file.endswith((".so", ".pyd")) for file in files)
