"""Writes: a deck is built or taken apart; and what is missing goes onto the wish list."""

from typing import Any

from django.db import transaction

from collection.models import Printing
from collection.stock.models import Holding, LedgerBatch
from collection.stock.services import StockChange, main_collection, stock_enter
from decks.models import DeckVersion
from signum_site.core.locks import lock_account

from .models import Built

MOST_BUILT = 200


class TooManyBuilt(ValueError):
    """Nobody has that many decks on the shelf."""


@transaction.atomic
def deck_build(*, owner: Any, version: DeckVersion) -> Built:
    """This version is put together now, in place of another version of the same deck. Twice is once."""
    lock_account(owner)
    if Built.objects.filter(owner=owner.pk).count() >= MOST_BUILT:
        raise TooManyBuilt(str(MOST_BUILT))
    Built.objects.filter(owner=owner.pk, version__deck=version.deck_id).exclude(version=version).delete()
    return Built.objects.get_or_create(owner_id=owner.pk, version=version)[0]


def deck_take_apart(*, owner: Any, deck_id: int) -> str | None:
    """The name of what was built, as it was then; None if nothing of this deck was.

    Also of a deck that its owner has hidden since: the cards in it are the builder's own.
    """
    built = Built.objects.filter(owner=owner.pk, version__deck=deck_id)
    name = built.values_list("version__name", flat=True).first()
    built.delete()
    return name


@transaction.atomic
def wish(*, owner: Any, system: str, missing: dict[str, int], why: str, key: str = "") -> LedgerBatch | None:
    """See to it that at least so many of each are wanted; what is wanted already counts."""
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
