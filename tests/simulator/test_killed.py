"""Whatever is killed at whatever moment: no game is lost, none is counted twice, the digest is that of a quiet run."""

import json
import os
import random
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from simulator import games, matchups
from simulator.matchups import Matchup
from tests.simulator.servers import own_postgres, own_redis
from tests.site.running import Site, eventually, family, running_site

POLICY = "hoarder-1"  # quick: what is tested here is the queue, not the play
GAMES, SEED = 300, 5
KILLS = 22

START = f"""
from django.contrib.auth.models import AnonymousUser
from simulator import services
from simulator.models import Chunk
from simulator.requests import batch_asked
services._chunk_pairs = lambda asked: 3
decks = [{{"reference": one.deck.name}} for one in __import__("simulator.games", fromlist=["x"]).system("signum").reference_decks()[:3]]
asked = batch_asked({{"deck": decks[0], "against": decks[1:], "games": {GAMES}, "policy": "{POLICY}", "seed": {SEED}}}, user=AnonymousUser())
print(services.batch_start(asked=asked, user=AnonymousUser(), visitor="v").token)
"""


class Watched:
    """A batch on a running site, asked about over its own address."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.token = site.python(START)

    def state(self) -> dict:
        status, body = self.site.get(f"/api/v1/simulations/{self.token}/")
        return json.loads(body) if status == 200 else {"state": "unknown", "games_played": -1}

    def played_at_least(self, number: int) -> Callable[[], bool]:
        return lambda: self.state()["games_played"] >= number or self.state()["state"] == "done"

    def finished(self) -> dict:
        return eventually(lambda: (found := self.state())["state"] == "done" and found, within_s=120)

    def comes_to_what_a_quiet_run_comes_to(self) -> None:
        found = self.finished()
        assert [one["digest"] for one in found["matchups"]] == quiet_digests()
        assert [one["games"] for one in found["matchups"]] == [GAMES, GAMES]


def quiet_digests() -> list[str]:
    system = games.system("signum")
    decks = [reference.deck for reference in system.reference_decks()[:3]]
    return [
        matchups.play(
            Matchup(system="signum", decks=(decks[0], other), policies=(POLICY, POLICY), seed=SEED, pairs=GAMES // 2)
        ).totals.digest
        for other in decks[1:]
    ]


def kill_one(pids: list[int], chance: random.Random) -> None:
    with suppress(ProcessLookupError):
        os.kill(chance.choice(pids), signal.SIGKILL)


def test_embedded_killed_more_than_twenty_times(tmp_path: Path) -> None:
    chance = random.Random(1)
    with running_site(tmp_path) as site:
        watched = Watched(site)
        for number in range(KILLS):
            if number in (7, 15):
                # The worker: the whole site goes down with it, and starts again.
                os.kill(site.worker_pid(), signal.SIGKILL)
                site.process.wait(timeout=40)
                site.start()
            else:
                eventually(lambda: len(family(site.worker_pid())) > 1)
                kill_one(family(site.worker_pid())[1:], chance)
            eventually(watched.played_at_least(chance.randrange(1, 12) + watched.state()["games_played"]))
        site.stop(signal.SIGKILL)  # everything at once
        site.start()
        watched.comes_to_what_a_quiet_run_comes_to()
