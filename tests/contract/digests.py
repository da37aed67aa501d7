"""Play a few games of one system and print their digest.

Usage: `python -m tests.contract.digests toy`. The determinism tests run it in a separate process with another hash
seed.
"""

import hashlib
import sys
from functools import cache

from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import digest, play
from simulator.engine.play.event_log import Log
from simulator.games import system as system_of
from tests import toy
from tests.contract.systems import decks_for, policies_at


def digest_of(system: GameSystem) -> str:
    """Digest of the results and of every event."""
    results, events = [], hashlib.sha256()
    for seed, policy in enumerate(system.policies):
        log = Log()
        seats = max(seats for seats in system.seats if policy in policies_at(system, seats=seats))
        decks = decks_for(system, seats=seats)
        results.append(play(system=system, decks=decks, policies=[policy] * seats, seed=seed, log=log))
        events.update("\n".join(log.lines()).encode())
    return f"{digest(results)} {events.hexdigest()}"


@cache
def cached_digest_of(system: GameSystem) -> str:
    """The digest, computed once per process."""
    return digest_of(system)


if __name__ == "__main__":
    sys.stdout.write(digest_of(system_of(sys.argv[1], extra=(toy,))))
