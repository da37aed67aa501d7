"""A simulation interrupted by an upgrade loses no game and mixes no versions."""

import json
import sqlite3
from pathlib import Path

import pytest

from simulator import games
from simulator.engine.matches.totals import Totals
from tests.signum_site.worker.running import eventually
from tests.simulator.batches.workers import PATIENCE_S, Workers, expected_matchups, workers

pytestmark = pytest.mark.processes

FEW = 60
OLDER = "0009"

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


def stop_halfway(running: Workers) -> None:
    running.plays_on(2)
    running.stop()
    assert not running.is_done(), "the batch must not be finished yet"


def test_migration_loses_no_game(tmp_path: Path) -> None:
    with workers(tmp_path, games=FEW) as running:
        stop_halfway(running)
        # The tables as an older version left them: it had played the same games.
        assert running.manage("migrate", "simulator", OLDER).returncode == 0
        assert running.manage("migrate", "--check").returncode == 1, "a migration must be pending"
        running.upgrade()
        assert running.manage("migrate", "--check").returncode == 0
        running.start()
        running.assert_undisturbed_result()
        with pytest.raises(sqlite3.IntegrityError, match="no_more_pairs_played_than_planned"):
            running.query("UPDATE simulator_matchup SET played_pairs = planned_pairs + 1")


def test_results_are_not_mixed_with_other_cards(tmp_path: Path) -> None:
    with workers(tmp_path, games=FEW) as running:
        stop_halfway(running)
        kept = load_sums(running)
        (tmp_path / "later.json").write_text(json.dumps({"set": "later", "cards": [NEW_CARD]}))
        running.env["CARD_FOLDERS"] = str(tmp_path)
        running.upgrade()
        running.start()
        eventually(lambda: running.query("SELECT state FROM simulator_batch") == [("failed",)], within_s=PATIENCE_S)
        assert load_sums(running) == kept, "unchanged"
        assert [digest for _, digest in kept] == replay_finished_chunks(running), "and only with the old cards"
        faults = running.query("SELECT DISTINCT fault FROM simulator_chunk WHERE state = 'failed'")
        assert [fault.split(":")[0] for (fault,) in faults] == ["RulesChanged"]
        assert games.system("signum").cards_version in faults[0][0]
        assert is_outdated(running)


def load_sums(running: Workers) -> list[tuple[int, str]]:
    return [
        (pairs, digest)
        for pairs, digest in running.query("SELECT played_pairs, digest FROM simulator_matchup ORDER BY number")
    ]


def replay_finished_chunks(running: Workers) -> list[str]:
    """Plays the pairs of all finished chunks again and returns their digests."""
    digests = []
    for number, matchup in enumerate(expected_matchups(FEW)):
        totals = Totals()
        for first, pairs in running.query(
            "SELECT first_pair, pairs FROM simulator_chunk JOIN simulator_matchup ON matchup_id = simulator_matchup.id "
            f"WHERE number = {number} AND state = 'done'"
        ):
            totals.add(matchup.play(range(first, first + pairs)))
        digests.append(totals.digest)
    return digests


def is_outdated(running: Workers) -> bool:
    """Whether the batch's page shows it as outdated."""
    ask = "from simulator.models.batches import Batch; print(Batch.objects.get().is_outdated)"
    return running.manage("shell", "--verbosity", "0", "--command", ask).stdout.strip() == "True"
