"""Admin actions: a stuck simulation is seen and retried, running ones are cancelled, reports settled."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.models import Complaint
from decks.social.reactions import complaint_add
from signum_site.accounts.models import User
from simulator.batches import services
from simulator.batches.chunks import chunk_claim
from simulator.batches.runner import MatchupSpec
from simulator.batches.services import batch_cancel
from simulator.models.batches import Batch, Chunk
from tests.decks.samples import person, saved_deck
from tests.simulator.batches.playing import batch_params, play_all, start_batch, toy
from tests.toy import SYSTEM

__all__ = ["toy"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
with_toy = pytest.mark.usefixtures("toy")

LIST = "/admin/simulator/batch/"


@pytest.fixture
def chief() -> Client:
    client = Client()
    client.force_login(person("chief", is_staff=True, is_superuser=True))
    return client


def broken_batch(monkeypatch: pytest.MonkeyPatch, **params: Any) -> Batch:
    """A batch whose first chunks failed too often."""

    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError("too much")

    with monkeypatch.context() as broken:
        broken.setattr(MatchupSpec, "play", fail)
        batch = play_all(start_batch(batch_params(**params), user=User.objects.get_or_create(username="anna")[0]))
    assert batch.state == Batch.State.FAILED
    return batch


def run(client: Client, action: str, *rows: Any, page: str = LIST) -> str:
    response = client.post(page, {"action": action, "_selected_action": [row.pk for row in rows]}, follow=True)
    assert response.status_code == 200
    return " ".join(str(message) for message in response.context["messages"])


def page_of(client: Client, batch: Batch) -> str:
    return client.get(f"{LIST}{batch.pk}/change/").content.decode()


@with_toy
def test_failed_chunks_are_retried(chief: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = broken_batch(monkeypatch)
    assert "MemoryError: too much" in page_of(chief, batch)
    assert run(chief, "retry_batches", batch) == "1 simulation goes on, with 2 chunks to play."
    assert play_all(batch).state == Batch.State.DONE


@with_toy
def test_retry_says_what_it_left_alone_and_why(chief: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    failed, outdated = broken_batch(monkeypatch), broken_batch(monkeypatch, seed=10)
    Batch.objects.filter(pk=outdated.pk).update(cards_version="other")
    done = play_all(start_batch(visitor="one"))
    playing = start_batch(batch_params(seed=8), visitor="two")
    cancelled = start_batch(batch_params(seed=9), visitor="three")
    batch_cancel(cancelled)
    brought = start_batch(batch_params(seed=11), visitor="four")
    Batch.objects.filter(pk=brought.pk).update(state=Batch.State.BROUGHT)
    answer = run(chief, "retry_batches", failed, done, playing, cancelled, outdated, brought)
    assert answer.startswith("2 simulations go on, with 4 chunks to play. 4 are left as they were: "), answer
    for reason in ("finished", "still being played", "rules or cards have changed since", "brought in from an archive"):
        assert f"{reason} (1)" in answer
    assert Chunk.objects.filter(batch=outdated).exclude(state=Chunk.State.FAILED).count() == 0


@with_toy
def test_retry_reports_the_limit_of_active_simulations(chief: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = broken_batch(monkeypatch)
    monkeypatch.setitem(services.MAX_ACTIVE, "staff", 0)
    assert "0 simulations go on" in (answer := run(chief, "retry_batches", batch))
    assert "unfinished simulation" in answer


@with_toy
def test_running_simulations_are_cancelled(chief: Client) -> None:
    done, active = play_all(start_batch(visitor="one")), start_batch(batch_params(seed=8), visitor="two")
    answer = run(chief, "cancel_batches", done, active)
    assert answer == "1 simulation is cancelled. 1 is left as it was: finished (1)."
    active.refresh_from_db()
    assert active.state == Batch.State.CANCELLED
    assert set(active.chunks.values_list("state", flat=True)) == {Chunk.State.PAUSED}


@with_toy
@pytest.mark.parametrize("action", ["retry_batches", "cancel_batches"])
def test_actions_need_the_permission_to_change(action: str, monkeypatch: pytest.MonkeyPatch) -> None:
    failed, active = broken_batch(monkeypatch), start_batch(batch_params(seed=8))
    clerk = person("clerk", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_batch"))
    client = Client()
    client.force_login(clerk)
    for batch in (failed, active):
        client.post(LIST, {"action": action, "_selected_action": [batch.pk]})
        assert "_selected_action" not in page_of(client, batch)
    assert [Batch.objects.get(pk=batch.pk).state for batch in (failed, active)] == ["failed", "queued"]
    clerk.user_permissions.add(Permission.objects.get(codename="change_batch"))
    assert run(client, action, failed, active).startswith("1 simulation ")


@with_toy
def test_page_of_a_stuck_simulation(chief: Client) -> None:
    batch = start_batch()
    held, lost = chunk_claim(), chunk_claim()
    assert held is not None
    assert lost is not None
    Chunk.objects.filter(pk=lost.pk).update(lease_until=Now() - timedelta(seconds=90), losses=3, fault="Odd: seed 7")
    page = page_of(chief, batch)
    worker, process, _ = held.claimed_by.split(":")
    assert f"worker {worker[:8]}, process {process}: 30 s left" in page or "29 s left" in page
    assert "expired 90 s ago" in page or "expired 91 s ago" in page
    assert "playing: 2" in page
    assert "Odd: seed 7" in page
    assert 'value="cancel_batches"' in page
    assert 'value="retry_batches"' not in page
    assert held.claimed_by not in page, "the signature of a claim is nobody's business"


@with_toy
@pytest.mark.parametrize("order", ["", "?o=-2"], ids=["by default", "by the column of the simulation"])
def test_chunks_of_the_newest_simulation_come_first(chief: Client, order: str) -> None:
    older, newer = start_batch(visitor="one"), start_batch(batch_params(seed=8), visitor="two")
    rows = chief.get(f"/admin/simulator/chunk/{order}").context["cl"].result_list
    assert [row.batch_id for row in rows] == [newer.pk] * newer.chunks.count() + [older.pk] * older.chunks.count()


@with_toy
def test_leases_are_shown_by_the_database_clock(chief: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = start_batch()
    assert chunk_claim() is not None
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(hours=1))
    assert "s left" in page_of(chief, batch)
    assert "expired" not in page_of(chief, batch)


@with_toy
def test_outdated_simulation_offers_no_retry(chief: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = broken_batch(monkeypatch)
    assert 'value="retry_batches"' in page_of(chief, batch)
    monkeypatch.setattr(type(SYSTEM), "cards_version", property(lambda self: "changed"))
    assert 'value="retry_batches"' not in page_of(chief, batch)


def test_reports_are_settled(chief: Client) -> None:
    deck = saved_deck(person("owner"), visibility="public")
    rows = [complaint_add(deck=deck, reporter=person(f"user {n}"), reason="Copied") for n in range(2)]
    page = reverse("admin:decks_complaint_changelist")
    assert run(chief, "settle", rows[0], page=page) == "1 report is settled."
    first = Complaint.objects.get(pk=rows[0].pk).settled_at
    assert run(chief, "settle", *rows, page=page) == "1 report is settled. 1 report was settled before."
    assert Complaint.objects.get(pk=rows[0].pk).settled_at == first
    assert not Complaint.objects.filter(settled_at=None).exists()
