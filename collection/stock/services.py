"""Changes to collections and their ledger.

Every change of a count goes through `stock_enter`. The only exception is a whole ledger restored from an archive
(archive/ledger.py). Callers turn forms, files and API requests into `StockChange` values.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from collection.models import Printing
from signum_site.core.locks import lock_account
from simulator import games
from simulator.engine.game_system import GameSystem, Product

from .counts import piece_kinds
from .models import COUNTS, MAX_COPIES, MINIATURES, WORDS, Collection, Entry, Holding, LedgerBatch, share_token

MAX_COLLECTIONS = 50
ROWS_AT_ONCE = 500


class StockError(ValueError):
    """The request cannot be carried out; the message is for the user."""


@dataclass(frozen=True, slots=True)
class StockChange:
    """A change of one field of a printing: add `by`, set to `to`, or set the text."""

    printing_id: int
    field: str
    by: int = 0
    to: int | None = None
    text: str = ""


# --- collections


@transaction.atomic
def collection_create(*, owner: Any, system: str, name: str) -> Collection:
    lock_account(owner)  # two tabs must not create two main collections, or exceed the limit
    others = Collection.objects.of(owner)
    if others.count() >= MAX_COLLECTIONS:
        raise StockError(_("You have %(most)s collections, the most there may be.") % {"most": MAX_COLLECTIONS})
    same_game = others.filter(system=system)
    if same_game.filter(name=name).exists():
        raise StockError(_("You already have a collection named “%(name)s”.") % {"name": name})
    return Collection.objects.create(
        owner_id=owner.pk, system=system, name=name, main=not same_game.filter(main=True).exists()
    )


def main_collection(*, owner: Any, system: str) -> Collection:
    """Return the collection that the library's buttons change, or create it."""
    own = Collection.objects.of(owner).filter(system=system)
    collection = own.order_by("-main", "pk").first()
    if collection is not None:
        return collection
    try:
        return collection_create(owner=owner, system=system, name=_("My collection"))
    except StockError:
        # Another tab created it first.
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
    """Delete a collection with its ledger; the next one becomes the main collection."""
    owner_id, system = collection.owner_id, collection.system
    collection.delete()
    successor = Collection.objects.filter(owner=owner_id, system=system).order_by("-main", "pk").first()
    if successor is not None and not successor.main:
        collection_make_main(collection=successor)


def trade_list_share(*, collection: Collection, shared: bool) -> str:
    """Share the trade list under a new URL, or stop sharing it.

    Old URLs never work again.
    """
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
    """Enter the changes as one batch: all of them or, if one is impossible, none.

    Returns the batch; None if nothing changed. The collection's row is the lock, so that writers take turns. A key
    that was used before marks a repeated request: its first batch is returned, and nothing is counted again.
    """
    Collection.objects.select_for_update().get(pk=collection.pk)
    key = key.replace("\0", "")  # PostgreSQL rejects it even in a lookup
    if key and (earlier := LedgerBatch.objects.filter(collection=collection, key=key).first()):
        return earlier
    changes = list(changes)
    holdings = _load_holdings(collection, {change.printing_id for change in changes})
    before: dict[tuple[int, str], Any] = {}
    for change in changes:
        holding = holdings.setdefault(
            change.printing_id, Holding(collection=collection, printing_id=change.printing_id)
        )
        before.setdefault((change.printing_id, change.field), getattr(holding, change.field))
        _apply(change, holding)
    _check_bounds(holdings)
    _check_pieces(collection, holdings, before)
    # One entry for each changed field, however many lines of a list changed it.
    changed = [
        (printing_id, field, old)
        for (printing_id, field), old in before.items()
        if getattr(holdings[printing_id], field) != old
    ]
    if not changed:
        return None
    batch = LedgerBatch.objects.create(collection=collection, kind=kind, why=why[:200], key=key)
    entries = [_build_entry(batch, holdings[printing_id], field, old) for printing_id, field, old in changed]
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


def _load_holdings(collection: Collection, printing_ids: set[int]) -> dict[int, Holding]:
    rows = Holding.objects.filter(collection=collection)
    if len(printing_ids) <= ROWS_AT_ONCE:
        rows = rows.filter(printing_id__in=printing_ids)
    return {row.printing_id: row for row in rows}


def _apply(change: StockChange, holding: Holding) -> None:
    if change.field in WORDS:
        setattr(holding, change.field, change.text)
    else:
        setattr(holding, change.field, getattr(holding, change.field) + change.by if change.to is None else change.to)


def _build_entry(batch: LedgerBatch, holding: Holding, field: str, old: Any) -> Entry:
    new = getattr(holding, field)
    if field in WORDS:
        return Entry(batch=batch, printing_id=holding.printing_id, what=field, said=old, says=new)
    return Entry(batch=batch, printing_id=holding.printing_id, what=field, change=new - old)


def _check_bounds(holdings: dict[int, Holding]) -> None:
    invalid = [row for row in holdings.values() if any(not 0 <= getattr(row, field) <= MAX_COPIES for field in COUNTS)]
    if not invalid:
        return
    codes = Printing.objects.filter(pk__in=[row.printing_id for row in invalid[:5]]).values_list("code", flat=True)
    raise StockError(
        _("Of a card there are at least 0 and at most %(most)s: nothing was changed, because of %(cards)s.")
        % {"most": MAX_COPIES, "cards": ", ".join(codes)}
    )


def _check_pieces(collection: Collection, holdings: dict[int, Holding], before: dict[tuple[int, str], Any]) -> None:
    """A piece has one count: see counts.py."""
    kinds = piece_kinds(collection.system)
    raised = [
        printing_id
        for (printing_id, field), old in before.items()
        if kinds and field in MINIATURES and getattr(holdings[printing_id], field) > old
    ]
    if not raised:
        return
    pieces = Printing.objects.filter(pk__in=raised, card__kind__in=kinds).order_by("code")
    if codes := list(pieces.values_list("code", flat=True)[:5]):
        raise StockError(
            _("A piece has one count, “cards”, painted or not: nothing was changed, because of %(cards)s.")
            % {"cards": ", ".join(codes)}
        )


# --- undo


def batch_undo(*, batch: LedgerBatch, key: str = "") -> LedgerBatch | None:
    """Undo the entries of a batch that are not undone yet: all of them, or none."""
    return _undo(batch=batch, entries=batch.entries.all(), key=key)


def entry_undo(*, entry: Entry, key: str = "") -> LedgerBatch | None:
    return _undo(batch=entry.batch, entries=Entry.objects.filter(pk=entry.pk), key=key)


@transaction.atomic
def _undo(*, batch: LedgerBatch, entries: QuerySet[Entry], key: str) -> LedgerBatch | None:
    collection = Collection.objects.select_for_update().get(pk=batch.collection_id)
    standing = list(entries.filter(undone_by=None).order_by("pk"))
    changes = [
        StockChange(entry.printing_id, entry.what, by=-entry.change, text=entry.said if entry.what in WORDS else "")
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
    """Enter a number of boxes, with a miniature for each card that comes with one."""
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


def pieces_in(product: Product, *, system: str) -> int:
    """Return how many things in a box are pieces."""
    kinds = piece_kinds(system)
    cards = games.system(system).catalogue if kinds else None
    return sum(count for code, count in product.cards if cards and any(card.kind in kinds for card in cards.find(code)))


def has_miniature(system: GameSystem, code: str) -> bool:
    return any(card.kind in system.miniature_kinds for card in system.catalogue.find(code))
