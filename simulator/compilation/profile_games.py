"""Plays games so that a profiling build (build.py) records which code runs most.

All game systems, pairs of reference decks, the most used policies. The results are discarded.
"""

from simulator import games
from simulator.engine.matches.match import play_paired

PAIRS = 40


def main() -> None:
    for system in games.systems().values():
        decks = [reference.deck for reference in system.reference_decks()]
        for number in range(PAIRS if len(decks) > 1 else 0):
            first, other = number % len(decks), (number + 1 + number // len(decks)) % len(decks)
            # Games of the random policy are long; more than one pair would dominate the profile.
            policies = [system.policy_name("greedy" if number else "random")] * 2
            play_paired(system=system, decks=[decks[first], decks[other]], policies=policies, seed=number)


if __name__ == "__main__":
    main()
