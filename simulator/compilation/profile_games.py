"""Plays games so that a profiling build (build.py) records which code runs most.

`python -m simulator.compilation.profile_games GAME PAIRS`: pairs of reference decks. Only this game is imported: others
may be in the middle of a build. The results are discarded.
"""

import importlib
import sys

from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import play_round

PAIRS = 40


def main(name: str, pairs: int) -> None:
    play_pairs(importlib.import_module(f"simulator.games.{name}").SYSTEM, pairs)


def play_pairs(system: GameSystem, pairs: int) -> None:
    """Plays the default policy, and each other policy once.

    Games of random policies are long: more than one pair would dominate the profile.
    """
    decks = [reference.deck for reference in system.reference_decks()]
    others = [policy for policy in system.policies if policy != system.standard_policy]
    for number in range(pairs if decks else 0):
        first, other = number % len(decks), (number + 1 + number // len(decks)) % len(decks)
        policy = others[number] if number < len(others) else system.standard_policy
        play_round(system=system, decks=[decks[first], decks[other]], policies=[policy] * 2, seed=number)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
