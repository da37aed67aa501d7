"""Play the golden games and write their event logs: `make playthroughs`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from simulator import games
from simulator.engine.matches.match import play
from simulator.engine.play.event_log import Log

FOLDER = Path(__file__).parent
SYSTEM, POLICY, GAMES = "signum", "greedy", 6


def playthroughs() -> Iterator[tuple[Path, str]]:
    """Yield the path and the expected text of every golden game."""
    system = games.system(SYSTEM)
    decks = [reference.deck for reference in system.reference_decks()]
    policy = system.policy_name(POLICY)
    for number in range(GAMES):
        # Decks are sorted by faction: each deck of the first half plays one of the second half.
        pair = [decks[number % len(decks)], decks[(number + len(decks) // 2) % len(decks)]]
        log = Log()
        result = play(system=system, decks=pair, policies=[policy, policy], seed=number, log=log)
        header = [
            f"# {SYSTEM}, rules {system.rules_version}, {policy}, seed {number}",
            f"# {pair[0].name} / {pair[1].name}",
            f"# {result.line()}",
        ]
        yield FOLDER / f"{SYSTEM}-{number}.txt", "\n".join([*header, *log.lines()]) + "\n"


if __name__ == "__main__":
    for path, text in playthroughs():
        path.write_text(text)
        sys.stdout.write(f"{path.name}: {len(text.splitlines())} lines\n")
