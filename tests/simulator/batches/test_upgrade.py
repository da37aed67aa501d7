"""A simulation that is stopped in its middle and goes on with another version: nothing is lost, nothing is mixed."""

import json
import sqlite3
from pathlib import Path

import pytest

from simulator import games
from simulator.engine.matches.totals import Totals
from tests.signum_site.worker.running import eventually
from tests.simulator.batches.workers import PATIENCE_S, Workers, matchups_asked, workers

FEW = 60
OLDER = "0009"  # what is played does not need the migration after it

NEW_CARD = {
    "code": "later-001",
    "name": {"en": "Latecomer", "es": "Rezagado", "it": "Ritardatario"},
    "type": "character",
    "faction": "vallor",
    "rarity": "common",
    "source": "playtest",
    "cost": {"any": 1},
    "strength": 1,
    "movement": "M",
    "health": 2,
    "race": "human",
}


def stopped_in_the_middle(running: Workers) -> None:
    running.plays_on(2)
    running.stop()
    assert not running.is_done(), "it was stopped in the middle"


def test_a_pending_migration_loses_no_game(tmp_path: Path) -> None:
    with workers(tmp_path, games=FEW, migrated_to=OLDER) as running:
        stopped_in_the_middle(running)
        assert running.manage("migrate", "--check").returncode == 1, "a migration must be pending"
        running.upgrade()
        assert running.manage("migrate", "--check").returncode == 0
        running.start()
        running.came_to_what_a_quiet_run_comes_to()
        with pytest.raises(sqlite3.IntegrityError, match="no_more_pairs_played_than_planned"):
            running.asks("UPDATE simulator_matchup SET played_pairs = planned_pairs + 1")


def test_other_cards_after_the_restart_are_not_mixed_with_what_was_played(tmp_path: Path) -> None:
    with workers(tmp_path, games=FEW) as running:
        stopped_in_the_middle(running)
        kept = what_was_played(running)
        (tmp_path / "later.json").write_text(json.dumps({"set": "later", "cards": [NEW_CARD]}))
        running.env["CARD_FOLDERS"] = str(tmp_path)
        running.upgrade()
        running.start()
        eventually(lambda: running.asks("SELECT state FROM simulator_batch") == [("failed",)], within_s=PATIENCE_S)
        assert what_was_played(running) == kept, "kept as it was"
        assert [digest for _, digest in kept] == digests_of_chunks_done(running), "and of the old cards alone"
        faults = running.asks("SELECT DISTINCT fault FROM simulator_chunk WHERE state = 'failed'")
        assert [fault.split(":")[0] for (fault,) in faults] == ["RulesChanged"]
        assert games.system("signum").cards_version in faults[0][0]
        assert says_that_it_is_outdated(running)


def what_was_played(running: Workers) -> list[tuple[int, str]]:
    return [
        (pairs, digest)
        for pairs, digest in running.asks("SELECT played_pairs, digest FROM simulator_matchup ORDER BY number")
    ]


def digests_of_chunks_done(running: Workers) -> list[str]:
    """Played here once more: exactly the pairs that are said to be done."""
    digests = []
    for number, matchup in enumerate(matchups_asked(FEW)):
        totals = Totals()
        for first, pairs in running.asks(
            "SELECT first_pair, pairs FROM simulator_chunk JOIN simulator_matchup ON matchup_id = simulator_matchup.id "
            f"WHERE number = {number} AND state = 'done'"
        ):
            totals.add(matchup.play(range(first, first + pairs)))
        digests.append(totals.digest)
    return digests


def says_that_it_is_outdated(running: Workers) -> bool:
    """What its page goes by."""
    ask = "from simulator.models.batches import Batch; print(Batch.objects.get().is_outdated)"
    return running.manage("shell", "--verbosity", "0", "--command", ask).stdout.strip() == "True"
