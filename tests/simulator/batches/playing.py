"""Batches of the toy game for tests, played here and now instead of by workers."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from simulator import games
from simulator.batches.chunks import chunk_play_next
from simulator.batches.request import parse_batch_request
from simulator.batches.services import batch_start
from simulator.models.batches import Batch
from tests.toy import SYSTEM

BRIGHT, WINDY = (reference.deck.name for reference in SYSTEM.reference_decks())
TABLE = [{"reference": BRIGHT}, {"reference": WINDY}, {"text": "Charm\n1 Moonstone\n\nBag\n3 Candle\n3 Torch\n"}]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is the only one there is."""
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": SYSTEM})


def wish(**changed: Any) -> dict[str, Any]:
    """A small request that can be done."""
    return {"deck": {"reference": BRIGHT}, "games": 40, "policy": "random", "seed": 7} | changed


def started(raw: Mapping[str, Any] | None = None, *, user: Any = None, visitor: str = "") -> Batch:
    user = user or AnonymousUser()
    return batch_start(asked=parse_batch_request(raw or wish(), user=user), user=user, visitor=visitor)


def play_all(batch: Batch) -> Batch:
    """Every chunk there is, of whatever batch."""
    while chunk_play_next():
        pass
    batch.refresh_from_db()
    return batch


def digests(batch: Batch) -> list[str]:
    return list(batch.matchups.order_by("number").values_list("digest", flat=True))
