"""Play the golden games and write their event logs: `make playthroughs`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches.match import play
from simulator.engine.play.event_log import Log
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.values import Facts

FOLDER = Path(__file__).parent
SYSTEM, POLICY, GAMES = "signum", "greedy", 6
# Larger tables by seed, in which a player leaves the game.
LARGER = {6: (3, NO_OPTIONS), 7: (4, Facts({"shoulder_to_shoulder": True}))}


def playthroughs() -> Iterator[tuple[Path, str]]:
    """Yield the path and the expected text of every golden game."""
    decks = [reference.deck for reference in games.system(SYSTEM).reference_decks()]
    for number in range(GAMES):
        # Decks are sorted by faction: each deck of the first half plays one of the second half.
        pair = [decks[number % len(decks)], decks[(number + len(decks) // 2) % len(decks)]]
        yield FOLDER / f"{SYSTEM}-{number}.txt", playthrough(pair, seed=number, options=NO_OPTIONS)
    for seed, (seats, options) in LARGER.items():
        table = [decks[(seed + 3 * seat) % len(decks)] for seat in range(seats)]
        yield FOLDER / f"{SYSTEM}-{seed}.txt", playthrough(table, seed=seed, options=options)


def playthrough(decks: list[DeckList], *, seed: int, options: Facts) -> str:
    system, log = games.system(SYSTEM), Log()
    policy = system.policy_name(POLICY)
    result = play(system=system, decks=decks, policies=[policy] * len(decks), seed=seed, options=options, log=log)
    header = [
        f"# {SYSTEM}, rules {system.rules_version}, {policy}, seed {seed}",
        f"# {' / '.join(deck.name for deck in decks)}",
        f"# {result.line()}",
    ]
    return "\n".join([*header, *log.lines()]) + "\n"


if __name__ == "__main__":
    for path, text in playthroughs():
        path.write_text(text)
        sys.stdout.write(f"{path.name}: {len(text.splitlines())} lines\n")
