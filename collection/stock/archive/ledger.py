"""The ledger of a collection in an account archive: export and restore.

A ledger is restored only if its entries add up to the collection's contents, and no count is negative on the way.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from collection.stock.lists.resolver import Finder
from collection.stock.models import (
    COUNTS,
    MAX_COPIES,
    MAX_NOTE_LENGTH,
    MAX_PLACE_LENGTH,
    WORDS,
    Collection,
    Entry,
    Holding,
    LedgerBatch,
)
from collection.stock.services import ROWS_AT_ONCE, StockError
from signum_site.core.archive_items import Unreadable, objects_in, quoted, text_in

MAX_ENTRIES = 20_000
"""Limit for all collections of an archive; beyond it, only contents are exported."""
MAX_LENGTHS = {"place": MAX_PLACE_LENGTH, "note": MAX_NOTE_LENGTH}
Contents = dict[str, tuple[Any, ...]]
"""Counts and texts by printing code."""


# --- export


def serialize_history(collection: Collection) -> Iterator[dict[str, Any]]:
    """Yield the batches, oldest first.

    Entries are numbered consecutively; `undoes` is the number of the entry that was undone.
    """
    numbers: dict[int, int] = {}
    entries = Entry.objects.filter(batch__collection=collection).select_related("printing").order_by("batch_id", "pk")
    by_batch: dict[int, list[dict[str, Any]]] = {}
    for number, entry in enumerate(entries):
        numbers[entry.pk] = number
        data = {"number": number, "code": entry.printing.code, "what": entry.what}
        data |= {"said": entry.said, "says": entry.says} if entry.what in WORDS else {"change": entry.change}
        by_batch.setdefault(entry.batch_id, []).append(data | {"undoes": numbers.get(entry.undoes_id or 0)})
    for batch in collection.batches.order_by("pk"):
        yield {"kind": batch.kind, "why": batch.why, "at": batch.at, "entries": by_batch.get(batch.pk, [])}


def count_entries(collection: Collection) -> int:
    return Entry.objects.filter(batch__collection=collection).count()


# --- restore


@dataclass(slots=True)
class Ledger:
    """A ledger whose entries add up."""

    batches: list[tuple[str, str, datetime]] = field(default_factory=list)
    entries: list[tuple[int, str, str, int, str, str, int | None]] = field(default_factory=list)
    """Batch, code, what, change, said, says, and the index of the entry it undoes."""
    sums: dict[tuple[str, str], Any] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)


def parse_ledger(data: Any, *, finder: Finder, contents: Contents, room: int) -> Ledger:
    """Parse the ledger of an archive.

    Raises Unreadable if it is invalid, or does not add up to the contents.
    """
    ledger = Ledger()
    for batch in objects_in(data, "history", most=room):
        if not isinstance(batch, dict) or batch.get("kind") not in LedgerBatch.Kind.values:
            raise Unreadable(_entry_error(batch))
        ledger.batches.append((batch["kind"], text_in(batch, "why", longest=200), _parse_date(batch.get("at"))))
        touched = {
            _parse_entry(ledger, entry, finder)
            for entry in objects_in(batch, "entries", most=room - len(ledger.entries))
        }
        for code, what in touched:
            value = ledger.sums[code, what]
            if what in COUNTS and not 0 <= value <= MAX_COPIES:
                raise Unreadable(_("%(code)s comes to %(number)s on the way.") % {"code": code, "number": value})
    if _sum_contents(ledger) != contents:
        raise Unreadable(_("Its entries do not add up to what it holds."))
    return ledger


def _parse_entry(ledger: Ledger, data: Any, finder: Finder) -> tuple[str, str]:
    """Add an entry to the ledger; return the printing and the field it changes."""
    if not isinstance(data, dict) or not isinstance(data.get("code"), str):
        raise Unreadable(_entry_error(data))
    code, what, undoes = data["code"], data.get("what"), data.get("undoes")
    if what not in (*COUNTS, *WORDS) or code not in finder.printings:
        raise Unreadable(_entry_error(data))
    if undoes is not None:
        is_number = isinstance(undoes, int) and not isinstance(undoes, bool)
        if not is_number or not 0 <= undoes < len(ledger.entries) or undoes in ledger.undone:
            raise Unreadable(_entry_error(data))
        ledger.undone.add(undoes)
    change: Any = 0
    if what in WORDS:
        said, says = (text_in(data, key, longest=MAX_LENGTHS[what]) for key in ("said", "says"))
        ledger.sums[code, what] = says
    else:
        change, said, says = data.get("change"), "", ""
        if isinstance(change, bool) or not isinstance(change, int) or abs(change) > MAX_COPIES:
            raise Unreadable(_entry_error(data))
        ledger.sums[code, what] = ledger.sums.get((code, what), 0) + change
    ledger.entries.append((len(ledger.batches) - 1, code, what, change, said, says, undoes))
    return code, what


def _sum_contents(ledger: Ledger) -> Contents:
    contents = {}
    for code in {code for code, _what in ledger.sums}:
        counts = tuple(ledger.sums.get((code, field), 0) for field in COUNTS)
        words = tuple(ledger.sums.get((code, field), "") for field in WORDS)
        if any(counts) or any(words):
            contents[code] = (*counts, *words)
    return contents


def _parse_date(raw: Any) -> datetime:
    now = timezone.now()
    try:
        date = parse_datetime(raw) if isinstance(raw, str) else None
    except ValueError:
        date = None
    return date if date is not None and timezone.is_aware(date) and date <= now else now


def _entry_error(data: Any) -> str:
    return _("%(given)s is no entry of a ledger.") % {"given": quoted(data)}


@transaction.atomic
def ledger_restore(*, collection: Collection, ledger: Ledger, finder: Finder) -> None:
    """Restore a whole ledger into an empty collection."""
    Collection.objects.select_for_update().get(pk=collection.pk)
    if Holding.objects.held().filter(collection=collection).exists():
        raise StockError(_("You have a collection of this name with other contents: it stays as it is."))
    batches = LedgerBatch.objects.bulk_create(
        [LedgerBatch(collection=collection, kind=kind, why=why) for kind, why, _at in ledger.batches], ROWS_AT_ONCE
    )
    for batch, (_kind, _why, at) in zip(batches, ledger.batches, strict=True):
        batch.at = at  # auto_now_add set the current time
    LedgerBatch.objects.bulk_update(batches, ["at"], ROWS_AT_ONCE)
    entries = Entry.objects.bulk_create(
        [
            Entry(batch=batches[number], printing_id=finder.id_of(code), what=what, change=change, said=said, says=says)
            for number, code, what, change, said, says, _undoes in ledger.entries
        ],
        ROWS_AT_ONCE,
    )
    undoing = [(entry, data[-1]) for entry, data in zip(entries, ledger.entries, strict=True) if data[-1] is not None]
    for entry, undone in undoing:
        entry.undoes = entries[undone or 0]
    Entry.objects.bulk_update([entry for entry, _undone in undoing], ["undoes"], ROWS_AT_ONCE)
    _write_holdings(collection, ledger, finder)


def _write_holdings(collection: Collection, ledger: Ledger, finder: Finder) -> None:
    holdings: dict[str, Holding] = {}
    for (code, what), value in ledger.sums.items():
        if code not in holdings:
            holdings[code] = Holding(collection=collection, printing_id=finder.id_of(code))
        setattr(holdings[code], what, value)
    Holding.objects.bulk_create(
        holdings.values(),
        batch_size=ROWS_AT_ONCE,
        update_conflicts=True,
        unique_fields=["collection", "printing"],
        update_fields=[*COUNTS, *WORDS],
    )
