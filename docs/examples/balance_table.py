"""Plays the table of docs/balance.md with the engine alone, without Django.

    python docs/examples/balance_table.py --games 4000 --seed 2027

Every reference deck plays every other one. A number is the share of games that the deck of the row wins against the
deck of the column, in percent. With 4,000 games a match-up and seed 2027 the digest is the one in docs/balance.md.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path

try:
    import simulator.engine  # noqa: F401 - installed as signum-engine
except ImportError:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from simulator import games
from simulator.engine.matches.match import count_pairs, digest_text, fingerprint, play_run
from simulator.engine.statistics.intervals import PairCounts

Matchup = tuple[int, int, str, int, int]


def play(matchup: Matchup) -> tuple[PairCounts, int]:
    """The counts of one match-up, and the sum of its games' fingerprints."""
    first, second, policy, pairs, seed = matchup
    system = games.system("signum")
    decks = [system.reference_decks()[number].deck for number in (first, second)]
    played = list(
        play_run(system=system, decks=decks, policies=[policy, policy], batch_seed=seed, numbers=range(pairs))
    )
    return count_pairs(played), sum(fingerprint(result) for pair in played for result in pair)


def show(names: Sequence[str], counts: dict[tuple[int, int], PairCounts]) -> None:
    """Prints the table, strongest deck first."""
    cells = counts | {(second, first): one.turned for (first, second), one in counts.items()}
    rows = {
        number: {other: cells[number, other].score for other in range(len(names)) if other != number}
        for number in range(len(names))
    }
    overall = {number: sum(score or 0 for score in row.values()) / len(row) for number, row in rows.items()}
    order = sorted(rows, key=lambda number: -overall[number])
    print("| deck | " + " | ".join(str(place + 1) for place in range(len(order))) + " | overall |")
    print("| --- |" + " --: |" * (len(order) + 1))
    for place, number in enumerate(order):
        scores = ["–" if other == number else f"{rows[number][other]:.0%}"[:-1] for other in order]
        print(f"| {place + 1} {names[number]} | " + " | ".join(scores) + f" | {overall[number] * 100:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4_000, help="for each match-up; an even number")
    parser.add_argument("--seed", type=int, default=2027)
    parser.add_argument("--policy", default="greedy")
    parser.add_argument("--decks", type=int, default=10, help="only so many of the reference decks")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.games < 2 or options.games % 2:
        parser.error(f"--games: {options.games} is not an even number of at least 2")
    if options.jobs < 1:
        parser.error(f"--jobs: {options.jobs} is not a number of processes, 1 or more")
    names = [reference.deck.name for reference in games.system("signum").reference_decks()]
    if not 2 <= options.decks <= len(names):
        parser.error(f"--decks: {options.decks} is not a number from 2 to {len(names)}")
    names = names[: options.decks]
    fixtures = list(combinations(range(len(names)), 2))
    matchups = [(*pair, options.policy, options.games // 2, options.seed) for pair in fixtures]
    with ProcessPoolExecutor(options.jobs) as pool:
        played = list(pool.map(play, matchups))
    show(names, dict(zip(fixtures, (counts for counts, _ in played), strict=True)))
    print(f"\ndigest {digest_text(sum(total for _, total in played))}")


if __name__ == "__main__":
    main()
