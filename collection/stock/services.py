"""Writes: collections, and the ledger. Every change of a count goes through `stock_enter`, and nothing else writes one
but a whole ledger that comes back out of an archive (archive/ledger.py).

What a form, file or tool said is turned into `Change` values before it comes here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from collection.models import Printing
from signum_site.core.locks import lock_account
from simulator.engine.system import GameSystem, Product

from .models import COUNTS, MINIATURES, MOST_OF_ONE, WORDS, Collection, Entry, Holding, LedgerBatch, share_token

MOST_COLLECTIONS = 50
ROWS_AT_ONCE = 500


class StockError(ValueError):
    """What was asked cannot be done; the sentence is for the person who asked."""


@dataclass(frozen=True, slots=True)
class StockChange:
    """What somebody wants of one printing: so many more, exactly so many, or these words."""

    printing_id: int
    what: str
    by: int = 0
    to: int | None = None
    says: str = ""


# --- collections


@transaction.atomic
def collection_create(*, owner: Any, system: str, name: str) -> Collection:
    lock_account(owner)  # two tabs must not make two main collections, or one too many
    others = Collection.objects.of(owner)
    if others.count() >= MOST_COLLECTIONS:
        raise StockError(_("You have %(most)s collections, the most there may be.") % {"most": MOST_COLLECTIONS})
    same_game = others.filter(system=system)
    if same_game.filter(name=name).exists():
        raise StockError(_("You already have a collection named “%(name)s”.") % {"name": name})
    return Collection.objects.create(
        owner_id=owner.pk, system=system, name=name, main=not same_game.filter(main=True).exists()
    )


def main_collection(*, owner: Any, system: str) -> Collection:
    """The collection the library's buttons write to; made when it is first needed."""
    own = Collection.objects.of(owner).filter(system=system)
    found = own.order_by("-main", "pk").first()
    if found is not None:
        return found
    try:
        return collection_create(owner=owner, system=system, name=_("My collection"))
    except StockError:
        # Another tab was quicker.
        return own.get(main=True)


def collection_rename(*, collection: Collection, name: str) -> None:
    try:
        with transaction.atomic():
            Collection.objects.filter(pk=collection.pk).update(name=name)
    except IntegrityError as clash:
        raise StockError(_("You already have a collection named “%(name)s”.") % {"name": name}) from clash


@transaction.atomic
def collection_make_main(*, collection: Collection) -> None:
    own = Collection.objects.select_for_update().filter(owner=collection.owner_id, system=collection.system)
    list(own.order_by("pk").values_list("pk", flat=True))
    own.filter(main=True).update(main=False)
    own.filter(pk=collection.pk).update(main=True)


@transaction.atomic
def collection_delete(*, collection: Collection) -> None:
    """With its whole ledger; the next one becomes the main collection."""
    owner_id, system = collection.owner_id, collection.system
    collection.delete()
    heir = Collection.objects.filter(owner=owner_id, system=system).order_by("-main", "pk").first()
    if heir is not None and not heir.main:
        collection_make_main(collection=heir)


def trade_list_share(*, collection: Collection, shared: bool) -> str:
    """A new address for the trade list, or none any more; an old address never works again."""
    token = share_token() if shared else ""
    Collection.objects.filter(pk=collection.pk).update(trade_token=token)
    return token


# --- the ledger


@transaction.atomic
def stock_enter(
    *,
    collection: Collection,
    changes: Iterable[StockChange],
    kind: str,
    why: str = "",
    key: str = "",
    undoes: Mapping[tuple[int, str], int] | None = None,
) -> LedgerBatch | None:
    """Enter the changes as one batch: all of them or, if one is impossible, none. None if nothing changed.

    The collection's row is the lock, so two writers come one after the other. A key that was entered before is a
    repeated request: its first batch is the answer, and nothing is counted again.
    """
    Collection.objects.select_for_update().get(pk=collection.pk)
    key = key.replace("\0", "")  # PostgreSQL cannot even look for one
    if key and (earlier := LedgerBatch.objects.filter(collection=collection, key=key).first()):
        return earlier
    changes = list(changes)
    holdings = _holdings(collection, {change.printing_id for change in changes})
    before: dict[tuple[int, str], Any] = {}
    for change in changes:
        holding = holdings.setdefault(
            change.printing_id, Holding(collection=collection, printing_id=change.printing_id)
        )
        before.setdefault((change.printing_id, change.what), getattr(holding, change.what))
        _apply(change, holding)
    _refuse_what_is_out_of_bounds(holdings)
    # One entry for each thing that changed, however many lines of a list spoke of it.
    changed = [(place, said) for place, said in before.items() if getattr(holdings[place[0]], place[1]) != said]
    if not changed:
        return None
    batch = LedgerBatch.objects.create(collection=collection, kind=kind, why=why[:200], key=key)
    entries = [_entry(batch, holdings[place[0]], place[1], said) for place, said in changed]
    for entry in entries:
        entry.undoes_id = (undoes or {}).get((entry.printing_id, entry.what))
    Entry.objects.bulk_create(entries, batch_size=ROWS_AT_ONCE)
    touched = {entry.printing_id for entry in entries}
    Holding.objects.bulk_create(
        [holdings[printing_id] for printing_id in touched],
        batch_size=ROWS_AT_ONCE,
        update_conflicts=True,
        unique_fields=["collection", "printing"],
        update_fields=[*COUNTS, *WORDS],
    )
    return batch


def _holdings(collection: Collection, printing_ids: set[int]) -> dict[int, Holding]:
    rows = Holding.objects.filter(collection=collection)
    if len(printing_ids) <= ROWS_AT_ONCE:
        rows = rows.filter(printing_id__in=printing_ids)
    return {row.printing_id: row for row in rows}


def _apply(change: StockChange, holding: Holding) -> None:
    if change.what in WORDS:
        setattr(holding, change.what, change.says)
    else:
        setattr(holding, change.what, getattr(holding, change.what) + change.by if change.to is None else change.to)


def _entry(batch: LedgerBatch, holding: Holding, what: str, before: Any) -> Entry:
    after = getattr(holding, what)
    if what in WORDS:
        return Entry(batch=batch, printing_id=holding.printing_id, what=what, said=before, says=after)
    return Entry(batch=batch, printing_id=holding.printing_id, what=what, change=after - before)


def _refuse_what_is_out_of_bounds(holdings: dict[int, Holding]) -> None:
    wrong = [row for row in holdings.values() if any(not 0 <= getattr(row, what) <= MOST_OF_ONE for what in COUNTS)]
    if not wrong:
        return
    codes = Printing.objects.filter(pk__in=[row.printing_id for row in wrong[:5]]).values_list("code", flat=True)
    raise StockError(
        _("Of a card there are at least 0 and at most %(most)s: nothing was changed, because of %(cards)s.")
        % {"most": MOST_OF_ONE, "cards": ", ".join(codes)}
    )


# --- undoing


def batch_undo(*, batch: LedgerBatch, key: str = "") -> LedgerBatch | None:
    """Take back what is still standing of a batch, all of it or nothing."""
    return _undo(batch=batch, entries=batch.entries.all(), key=key)


def entry_undo(*, entry: Entry, key: str = "") -> LedgerBatch | None:
    return _undo(batch=entry.batch, entries=Entry.objects.filter(pk=entry.pk), key=key)


@transaction.atomic
def _undo(*, batch: LedgerBatch, entries: QuerySet[Entry], key: str) -> LedgerBatch | None:
    collection = Collection.objects.select_for_update().get(pk=batch.collection_id)
    standing = list(entries.filter(undone_by=None).order_by("pk"))
    changes = [
        StockChange(entry.printing_id, entry.what, by=-entry.change, says=entry.said if entry.what in WORDS else "")
        for entry in standing
    ]
    undoes = {(entry.printing_id, entry.what): entry.pk for entry in standing}
    why = batch.why or batch.get_kind_display()
    return stock_enter(
        collection=collection, changes=changes, kind=LedgerBatch.Kind.UNDO, why=why, key=key, undoes=undoes
    )


# --- whole boxes


def product_enter(
    *, collection: Collection, product: Product, system: GameSystem, boxes: int, why: str, key: str = ""
) -> LedgerBatch | None:
    """So many of a box, with a miniature for every card that has one and comes with it."""
    ids = dict(Printing.objects.filter(system=system.code).values_list("code", "pk"))
    missing = [code for code, _count in product.cards if code not in ids]
    if missing:
        raise StockError(_("These cards of the box are not loaded: %(cards)s.") % {"cards": ", ".join(missing[:5])})
    changes: list[StockChange] = []
    for code, count in product.cards:
        changes.append(StockChange(ids[code], "cards", by=count * boxes))
        if product.with_miniatures and has_miniature(system, code):
            changes.append(StockChange(ids[code], "unpainted", by=count * boxes))
    return stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.BOX, why=why, key=key)


def has_miniature(system: GameSystem, code: str) -> bool:
    return any(card.kind in system.miniature_kinds for card in system.catalogue.find(code))


def counts_for(system: GameSystem, kind: str) -> Sequence[str]:
    """What is counted of a kind of card."""
    return COUNTS if kind in system.miniature_kinds else tuple(what for what in COUNTS if what not in MINIATURES)
