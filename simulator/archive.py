"""A person's simulations as plain data: what was asked for, the decks as they were, and what came out.

They only go out. Figures that a file could bring back would count in nobody's ratings, and prove nothing; whoever has
the seed and the decks can have the games played again.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .models import Batch
from .reports import batch_report

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MOST_KEPT = 500
"""The latest ones; each is a handful of queries."""


def simulations_as_data(*, owner: "User") -> Iterator[dict[str, Any]]:
    """The latest simulations, newest first."""
    for batch in Batch.objects.filter(owner_id=owner.pk).order_by("-pk")[:MOST_KEPT]:
        report = batch_report(batch)
        entrants = batch.entrants.order_by("number")
        yield report.as_json() | {
            "citation": report.citation,
            "entrants": list(entrants.values("number", "name", "content_hash", "text", "is_reference")),
        }
