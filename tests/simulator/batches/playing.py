"""Batches of the toy game, played in the test process."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from simulator import games
from simulator.batches.chunks import chunk_play_next
from simulator.batches.request_parser import parse_batch_request
from simulator.batches.services import batch_start
from simulator.models.batches import Batch
from tests.toy import SYSTEM

BRIGHT, WINDY = (reference.deck.name for reference in SYSTEM.reference_decks())
TABLE = [{"reference": BRIGHT}, {"reference": WINDY}, {"text": "Charm\n1 Moonstone\n\nBag\n3 Candle\n3 Torch\n"}]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the toy game the only game."""
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": SYSTEM})


def batch_params(**changes: Any) -> dict[str, Any]:
    """The parameters of a small valid request."""
    return {"deck": {"reference": BRIGHT}, "games": 40, "policy": "random", "seed": 7} | changes


def start_batch(raw: Mapping[str, Any] | None = None, *, user: Any = None, visitor: str = "") -> Batch:
    user = user or AnonymousUser()
    return batch_start(request=parse_batch_request(raw or batch_params(), user=user), user=user, visitor=visitor)


def play_all(batch: Batch) -> Batch:
    """Plays all due chunks of all batches."""
    while chunk_play_next():
        pass
    batch.refresh_from_db()
    return batch


def digests(batch: Batch) -> list[str]:
    return list(batch.matchups.order_by("number").values_list("digest", flat=True))
