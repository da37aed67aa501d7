"""The ledger of a collection as plain data, and back as a whole: who did what when, and what took back what.

A ledger comes back only if its entries add up to what the collection holds, and never to less than nothing on the way.
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
    LONGEST_NOTE,
    LONGEST_PLACE,
    MOST_OF_ONE,
    WORDS,
    Collection,
    Entry,
    Holding,
    LedgerBatch,
)
from collection.stock.services import ROWS_AT_ONCE, StockError
from signum_site.core.archive_items import Unreadable, objects_in, quoted, text_in

MOST_ENTRIES = 20_000
"""Of all collections of an archive together; of those beyond only what they hold goes along."""
LONGEST = {"place": LONGEST_PLACE, "note": LONGEST_NOTE}
Contents = dict[str, tuple[Any, ...]]
"""By the code of a printing: its counts and words."""


# --- out


def serialize_history(collection: Collection) -> Iterator[dict[str, Any]]:
    """What was done, oldest first. Entries are numbered through: `undoes` is the number of the one taken back."""
    numbers: dict[int, int] = {}
    entries = Entry.objects.filter(batch__collection=collection).select_related("printing").order_by("batch_id", "pk")
    by_batch: dict[int, list[dict[str, Any]]] = {}
    for number, entry in enumerate(entries):
        numbers[entry.pk] = number
        told = {"number": number, "code": entry.printing.code, "what": entry.what}
        told |= {"said": entry.said, "says": entry.says} if entry.what in WORDS else {"change": entry.change}
        by_batch.setdefault(entry.batch_id, []).append(told | {"undoes": numbers.get(entry.undoes_id or 0)})
    for batch in collection.batches.order_by("pk"):
        yield {"kind": batch.kind, "why": batch.why, "at": batch.at, "entries": by_batch.get(batch.pk, [])}


def entries_there(collection: Collection) -> int:
    return Entry.objects.filter(batch__collection=collection).count()


# --- in


@dataclass(slots=True)
class Ledger:
    """A history that adds up."""

    batches: list[tuple[str, str, datetime]] = field(default_factory=list)
    entries: list[tuple[int, str, str, int, str, str, int | None]] = field(default_factory=list)
    """Batch, code, what, change, said, says, and the entry it takes back."""
    sums: dict[tuple[str, str], Any] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)


def ledger_read(given: Any, *, finder: Finder, contents: Contents, room: int) -> Ledger:
    """The history of an archive; Unreadable if it is none, or none of these contents."""
    ledger = Ledger()
    for one in objects_in(given, "history", most=room):
        if not isinstance(one, dict) or one.get("kind") not in LedgerBatch.Kind.values:
            raise Unreadable(_wrong(one))
        ledger.batches.append((one["kind"], text_in(one, "why", longest=200), _date(one.get("at"))))
        touched = {
            _enter(ledger, entry, finder) for entry in objects_in(one, "entries", most=room - len(ledger.entries))
        }
        for code, what in touched:
            value = ledger.sums[code, what]
            if what in COUNTS and not 0 <= value <= MOST_OF_ONE:
                raise Unreadable(_("%(code)s comes to %(number)s on the way.") % {"code": code, "number": value})
    if _contents(ledger) != contents:
        raise Unreadable(_("Its entries do not add up to what it holds."))
    return ledger


def _enter(ledger: Ledger, given: Any, finder: Finder) -> tuple[str, str]:
    """Add an entry; which count or word of which printing it changes."""
    if not isinstance(given, dict) or not isinstance(given.get("code"), str):
        raise Unreadable(_wrong(given))
    code, what, undoes = given["code"], given.get("what"), given.get("undoes")
    if what not in (*COUNTS, *WORDS) or code not in finder.printings:
        raise Unreadable(_wrong(given))
    if undoes is not None:
        is_number = isinstance(undoes, int) and not isinstance(undoes, bool)
        if not is_number or not 0 <= undoes < len(ledger.entries) or undoes in ledger.undone:
            raise Unreadable(_wrong(given))
        ledger.undone.add(undoes)
    change: Any = 0
    if what in WORDS:
        said, says = (text_in(given, key, longest=LONGEST[what]) for key in ("said", "says"))
        ledger.sums[code, what] = says
    else:
        change, said, says = given.get("change"), "", ""
        if isinstance(change, bool) or not isinstance(change, int) or abs(change) > MOST_OF_ONE:
            raise Unreadable(_wrong(given))
        ledger.sums[code, what] = ledger.sums.get((code, what), 0) + change
    ledger.entries.append((len(ledger.batches) - 1, code, what, change, said, says, undoes))
    return code, what


def _contents(ledger: Ledger) -> Contents:
    found = {}
    for code in {code for code, _what in ledger.sums}:
        counts = tuple(ledger.sums.get((code, what), 0) for what in COUNTS)
        words = tuple(ledger.sums.get((code, what), "") for what in WORDS)
        if any(counts) or any(words):
            found[code] = (*counts, *words)
    return found


def _date(given: Any) -> datetime:
    now = timezone.now()
    try:
        found = parse_datetime(given) if isinstance(given, str) else None
    except ValueError:
        found = None
    return found if found is not None and timezone.is_aware(found) and found <= now else now


def _wrong(given: Any) -> str:
    return _("%(given)s is no entry of a ledger.") % {"given": quoted(given)}


@transaction.atomic
def ledger_take_in(*, collection: Collection, ledger: Ledger, finder: Finder) -> None:
    """The whole history, as it was; only where the collection is empty."""
    Collection.objects.select_for_update().get(pk=collection.pk)
    if Holding.objects.held().filter(collection=collection).exists():
        raise StockError(_("You have a collection of this name with other contents: it stays as it is."))
    batches = LedgerBatch.objects.bulk_create(
        [LedgerBatch(collection=collection, kind=kind, why=why) for kind, why, _at in ledger.batches], ROWS_AT_ONCE
    )
    for batch, (_kind, _why, at) in zip(batches, ledger.batches, strict=True):
        batch.at = at  # the database's own clock wrote another
    LedgerBatch.objects.bulk_update(batches, ["at"], ROWS_AT_ONCE)
    entries = Entry.objects.bulk_create(
        [
            Entry(batch=batches[place], printing_id=finder.id_of(code), what=what, change=change, said=said, says=says)
            for place, code, what, change, said, says, _undoes in ledger.entries
        ],
        ROWS_AT_ONCE,
    )
    undoing = [(entry, told[-1]) for entry, told in zip(entries, ledger.entries, strict=True) if told[-1] is not None]
    for entry, undone in undoing:
        entry.undoes = entries[undone or 0]
    Entry.objects.bulk_update([entry for entry, _undone in undoing], ["undoes"], ROWS_AT_ONCE)
    _hold(collection, ledger, finder)


def _hold(collection: Collection, ledger: Ledger, finder: Finder) -> None:
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
