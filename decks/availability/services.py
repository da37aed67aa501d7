"""Write operations: build decks, take them apart, and wish for missing cards."""

from typing import Any

from django.db import transaction

from collection.models import Printing
from collection.stock.models import Holding, LedgerBatch
from collection.stock.services import StockChange, main_collection, stock_enter
from decks.models import DeckVersion
from signum_site.core.locks import lock_account

from .models import Built

MAX_BUILT = 200


class TooManyBuilt(ValueError):
    """Raised when a user has too many built decks."""


@transaction.atomic
def deck_build(*, owner: Any, version: DeckVersion) -> Built:
    """Mark a version as built, replacing other versions of the same deck. Idempotent."""
    lock_account(owner)
    if Built.objects.filter(owner=owner.pk).count() >= MAX_BUILT:
        raise TooManyBuilt(str(MAX_BUILT))
    Built.objects.filter(owner=owner.pk, version__deck=version.deck_id).exclude(version=version).delete()
    return Built.objects.get_or_create(owner_id=owner.pk, version=version)[0]


def deck_take_apart(*, owner: Any, deck_id: int) -> str | None:
    """Mark a deck as taken apart; return the name of the built version, or None.

    This also works for a deck that its owner has hidden since: the cards belong to the builder.
    """
    built = Built.objects.filter(owner=owner.pk, version__deck=deck_id)
    name = built.values_list("version__name", flat=True).first()
    built.delete()
    return name


@transaction.atomic
def wish(*, owner: Any, system: str, missing: dict[str, int], why: str, key: str = "") -> LedgerBatch | None:
    """Raise the wanted counts to at least the missing numbers.

    Cards that are wanted already count.
    """
    collection = main_collection(owner=owner, system=system)
    ids = dict(Printing.objects.filter(system=system, code__in=missing).values_list("code", "pk"))
    wanted = dict(
        Holding.objects.filter(collection=collection, printing__in=ids.values()).values_list("printing_id", "wanted")
    )
    changes = [
        StockChange(ids[code], "wanted", to=max(number, wanted.get(ids[code], 0)))
        for code, number in missing.items()
        if code in ids
    ]
    return stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.LIST, why=why, key=key)
