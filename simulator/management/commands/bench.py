"""How fast the engine is here: games, clones, a cold start, memory; and a digest that proves the same was played."""

import importlib
import json
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches import match
from simulator.engine.matches.match import Result
from simulator.engine.play.chance import Chance, seed_of
from simulator.engine.play.event_log import SilentLog
from simulator.engine.play.protocols import State
from simulator.engine.system import GameSystem
from simulator.management.arguments import MOST_GAMES, SimulationCommand, whole_number

SEED = 1
CLONES = 2_000
COLD_START = """
import time
begun = time.perf_counter()
from simulator import games
cards = len(games.system({code!r}).catalogue)
print(time.perf_counter() - begun, cards)
"""


class Command(SimulationCommand):
    help = "Measure the engine on one core: games a second, clone time, cold start, memory."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=whole_number(2, MOST_GAMES), default=100, metavar="N",
                            help="whole games, in pairs over the reference decks (%(default)s)")  # fmt: skip
        parser.add_argument("--policy", default="greedy", help="who plays (%(default)s)")
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def handle(self, **options: Any) -> None:
        system = self.game_system(options["system"])
        decks = [reference.deck for reference in system.reference_decks()]
        if len(decks) < 2:
            self.refuse(f"{system.name.en} has no two reference decks to play with.")
        try:
            policy = system.policy_name(options["policy"])
        except LookupError as unknown:
            self.refuse(str(unknown))
        report = measure(system, decks=decks, policy=policy, pairs=(options["games"] + 1) // 2)
        if options["json"]:
            self.stdout.write(json.dumps(report))
        else:
            self.tell(report)

    def tell(self, report: dict[str, Any]) -> None:
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
    results, ends, used = play(system, decks=decks, policy=policy, pairs=pairs)
    cold_start, cards = start_cold(system.code)
    tenth = max(1, pairs // 10)
    return {
        "games": len(results),
        "games_per_second": round(len(results) / ends[-1], 2),
        "games_per_cpu_second": round(len(results) / used, 2),
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
    """Pairs over all match-ups in turn: the results, when each pair was over, and the processor time of all."""
    results: list[Result] = []
    ends: list[float] = []
    begun, used = time.perf_counter(), time.process_time()
    for number in range(pairs):
        chosen = matchup(decks, number)
        seed = seed_of(batch=SEED, number=number)
        results += match.play_paired(system=system, decks=chosen, policies=[policy] * 2, seed=seed)
        ends.append(time.perf_counter() - begun)
    return results, ends, time.process_time() - used


def matchup(decks: Sequence[DeckList], number: int) -> list[DeckList]:
    """Each deck against the next, then against the next but one, and so on."""
    first = number % len(decks)
    apart = 1 + number // len(decks) % (len(decks) - 1)
    return [decks[first], decks[(first + apart) % len(decks)]]


def full_state(system: GameSystem, *, decks: Sequence[DeckList]) -> State[Any]:
    """The fullest position of a game that has made one for measuring (`crowded.py`), else a game about to begin."""
    name = f"simulator.games.{system.code}.crowded"
    if find_spec(f"simulator.games.{system.code}") is not None and find_spec(name) is not None:
        state: State[Any] = importlib.import_module(name).crowded_state(decks[:2])
        return state
    seats = min(system.seats)
    return system.start(decks=[decks[seat % len(decks)] for seat in range(seats)], chance=Chance(SEED), log=SilentLog())


def clone_seconds(state: State[Any]) -> float:
    """The best of five rounds: what a busy machine adds is not the engine's."""
    rounds = []
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(CLONES // 5):
            state.clone()
        rounds.append((time.perf_counter() - begun) / (CLONES // 5))
    return min(rounds)


def start_cold(code: str) -> tuple[float, int]:
    """Seconds to import the game and read all its cards in a process of its own, and how many cards there are."""
    command = [sys.executable, "-c", COLD_START.format(code=code)]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        return 0.0, 0  # a system that only tests know
    seconds, cards = done.stdout.split()
    return float(seconds), int(cards)


def is_compiled(code: str) -> bool:
    """Whether modules of the game were loaded as compiled extensions."""
    files = [getattr(module, "__file__", "") or "" for name, module in sys.modules.items() if f".games.{code}" in name]
    return any(file.endswith((".so", ".pyd")) for file in files)
