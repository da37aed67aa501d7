"""Some games for a compiled engine that watches itself play (build.py): which ways through the rules are taken.

Every game found, every pair of neighbouring reference decks, the players people ask for most. Nothing is kept of them.
"""

from simulator import games
from simulator.engine.matches.match import play_paired

PAIRS = 40


def main() -> None:
    for system in games.systems().values():
        decks = [reference.deck for reference in system.reference_decks()]
        for number in range(PAIRS if len(decks) > 1 else 0):
            first, other = number % len(decks), (number + 1 + number // len(decks)) % len(decks)
            # A random player's games are long: one pair shows its ways, more would crowd out those of the others.
            policies = [system.policy_name("greedy" if number else "random")] * 2
            play_paired(system=system, decks=[decks[first], decks[other]], policies=policies, seed=number)


if __name__ == "__main__":
    main()
