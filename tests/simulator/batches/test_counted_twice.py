"""Games counted twice by older versions are played again after the upgrade.

They never stop the upgrade itself.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import connection
from django.db.models import F

from simulator.batches.services import batch_resume
from simulator.models.batches import Batch
from simulator.models.ratings import RatingRun
from tests.signum_site.backup.own_databases import another_database, default_database
from tests.simulator.batches.playing import digests, play_all, start_batch

__all__ = ["another_database"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("toy")]
BEFORE = "0008"


def test_sums_counted_twice_are_reset_and_played_again(
    django_db_blocker: Any, another_database: Callable[[], dict[str, Any]]
) -> None:
    with django_db_blocker.unblock(), default_database(**another_database()):
        played = play_all(start_batch())
        expected = digests(played)
        RatingRun.objects.update(fitted_at=F("wanted_at"))
        copied = start_batch(visitor="another")
        assert not copied.chunks.exists()
        imported = start_batch(visitor="a third")
        Batch.objects.filter(pk=imported.pk).update(state=Batch.State.BROUGHT)
        call_command("migrate", "simulator", BEFORE, verbosity=0)
        # As older versions did; the model of now has columns that these tables do not have.
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE simulator_matchup SET played_pairs = planned_pairs + 4, digest = 'f' WHERE number = 0"
            )

        call_command("migrate", verbosity=0)
        for batch in (played, copied):
            batch.refresh_from_db()
            assert batch.state == Batch.State.FAILED
            first, second = batch.matchups.all()
            assert (first.played_pairs, first.digest, first.done) == (0, "0", False)
            assert second.digest == expected[1], "correct sums stay"
            assert batch_resume(batch, user=AnonymousUser(), visitor=batch.visitor)
            assert play_all(batch).state == Batch.State.DONE
            assert digests(batch) == expected
            assert {row.figures["games"] for row in batch.matchups.all()} == {40}
        assert RatingRun.objects.due().exists(), "ratings were based on wrong sums"
        imported.refresh_from_db()
        assert imported.state == Batch.State.BROUGHT
        assert imported.matchups.first().digest == "f"
