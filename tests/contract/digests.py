"""Plays a few games of one system and prints a digest of them: `python -m tests.contract.digests toy`.

Run as a program by the determinism tests, in a process of its own with another hash seed.
"""

import hashlib
import sys
from functools import cache

from simulator.engine.matches.match import digest, play
from simulator.engine.play.event_log import Log
from simulator.engine.system import GameSystem
from simulator.games import system as system_of
from tests import toy
from tests.contract.found import decks_for


def digest_of(system: GameSystem) -> str:
    """Over the results and over every single event."""
    results, told = [], hashlib.sha256()
    for seed, policy in enumerate(system.policies):
        seats, log = max(system.seats), Log()
        decks = decks_for(system, seats=seats)
        results.append(play(system=system, decks=decks, policies=[policy] * seats, seed=seed, log=log))
        told.update("\n".join(log.lines()).encode())
    return f"{digest(results)} {told.hexdigest()}"


@cache
def known_digest_of(system: GameSystem) -> str:
    """Played once in this process."""
    return digest_of(system)


if __name__ == "__main__":
    sys.stdout.write(digest_of(system_of(sys.argv[1], extra=(toy,))))
