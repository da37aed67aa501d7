"""Imports of lists.

A list is parsed into verdicts, the user reviews them, then the valid rows are entered. The same functions run in a
worker or in the request. Both steps are idempotent. parser.py parses the files.
"""

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from collection.stock import tasks
from collection.stock.models import Collection, Import, LedgerBatch
from collection.stock.services import StockChange, StockError, stock_enter
from signum_site.core.leases import RELEASED, LeaseLost, Renewal
from simulator import games
from simulator.engine.decks.normalization import is_document
from simulator.engine.values import tidy

from . import parser
from .resolver import Finder, LineError

AT_ONCE = 500
"""Lists up to this many rows are processed in the request, without a worker."""
REPORT_EVERY = 1_000
MAX_PENDING = 20


def import_create(
    *, collection: Collection, data: bytes | str, name: str = "", format: str = "", key: str = ""
) -> Import:
    """Create an import; a short list is parsed at once."""
    if len(data) > parser.MAX_BYTES:
        raise StockError(
            _("The list has %(size)s bytes; at most %(most)s are taken.")
            % {"size": len(data), "most": parser.MAX_BYTES}
        )
    if isinstance(data, bytes) and is_document(data):
        raise StockError(
            _("This is a file of a spreadsheet or document, not a list: save it as CSV or text, and choose that.")
        )
    text = parser.decode(data) if isinstance(data, bytes) else parser.decode(data.encode("utf-8", "replace"))
    if not text.strip():
        raise StockError(_("The list is empty."))
    sheet = parser.open_sheet(text, format=format)
    with transaction.atomic():
        Collection.objects.select_for_update().get(pk=collection.pk)
        if key and (earlier := Import.objects.filter(collection=collection, key=key).first()):
            return earlier
        _delete_oldest(collection)
        job = Import.objects.create(
            collection=collection,
            name=tidy(name)[:120],
            format=sheet.format,
            text=text,
            total=sheet.size,
            key=key,
        )
    _run(job)
    job.refresh_from_db()
    return job


def _delete_oldest(collection: Collection) -> None:
    """Delete the oldest unfinished imports, so that at most MAX_PENDING are left."""
    waiting = collection.imports.exclude(state=Import.State.DONE).order_by("-pk").values_list("pk", flat=True)
    Import.objects.filter(pk__in=list(waiting[MAX_PENDING - 1 :])).delete()


def import_enter(*, job: Import, how: str) -> Import:
    """Enter the valid rows. Idempotent."""
    ready = Import.objects.filter(pk=job.pk, state=Import.State.READY, good__gt=0)
    if ready.update(state=Import.State.ENTERING, how=how, attempts=0, done=0, **RELEASED):
        _run(job)
    job.refresh_from_db()
    return job


def _run(job: Import) -> None:
    if job.total <= AT_ONCE:
        import_work(import_id=job.pk)
    else:
        transaction.on_commit(lambda: tasks.import_work.delay(job.pk))


def import_work(*, import_id: int) -> None:
    """Run the next step of an import, if it is due and not claimed."""
    claimed = Import.objects.due().claim(import_id, attempts=F("attempts") + 1)
    job = Import.objects.select_related("collection").filter(pk=import_id, claimed_by=claimed).first()
    if not claimed or job is None:
        return
    try:
        if job.state == Import.State.READING:
            _parse(job)
        else:
            _enter(job)
    except LeaseLost:
        return  # another process has taken over
    except StockError as refusal:
        verdicts = [{"line": 0, "text": str(refusal), "reason": "refused"}]
        Import.objects.held(job).update(state=Import.State.FAILED, verdicts=verdicts, text="", **RELEASED)


def _parse(job: Import) -> None:
    sheet = parser.open_sheet(job.text, format=job.format)
    finder = _finder(job.collection)
    verdicts: list[dict[str, Any]] = []
    renew = Renewal(job)
    for row in parser.parse_rows(sheet, finder):
        verdicts.append(build_verdict(row))
        if len(verdicts) % REPORT_EVERY == 0:
            _report_progress(job, len(verdicts))
            renew()
    good = sum(not verdict["reason"] for verdict in verdicts)
    Import.objects.held(job).update(
        state=Import.State.READY,
        verdicts=verdicts,
        good=good,
        bad=len(verdicts) - good,
        unused=sheet.unused[:20],
        done=len(verdicts),
        total=len(verdicts),
        attempts=0,
        **RELEASED,
    )


def _report_progress(job: Import, done: int) -> None:
    Import.objects.held(job).update(done=done, total=max(done, job.total))


@transaction.atomic
def _enter(job: Import) -> None:
    finder = _finder(job.collection)
    batch = stock_enter(
        collection=job.collection,
        changes=_changes(job, finder),
        kind=LedgerBatch.Kind.IMPORT,
        why=job.name,
        key=f"import-{job.pk}",
    )
    # The valid rows are in the ledger now; the others stay for review.
    rejected = [verdict for verdict in job.verdicts if verdict["reason"]]
    Import.objects.held(job).update(
        state=Import.State.DONE, batch=batch, verdicts=rejected, text="", done=job.total, **RELEASED
    )


def _changes(job: Import, finder: Finder) -> Iterator[StockChange]:
    """Yield the changes of the valid rows.

    Counts of rows about the same card are added up, also when a count is set. For texts, the last one wins.
    """
    amounts: dict[tuple[str, str], int] = {}
    texts: dict[tuple[str, str], str] = {}
    for verdict in job.verdicts:
        if verdict["reason"]:
            continue
        for field, number in verdict["amounts"].items():
            amounts[verdict["code"], field] = amounts.get((verdict["code"], field), 0) + number
        for field, text in verdict["words"].items():
            if text or job.how == Import.How.SET:
                texts[verdict["code"], field] = text or texts.get((verdict["code"], field), "")
    for (code, field), number in amounts.items():
        is_adding = job.how == Import.How.ADD
        yield StockChange(finder.id_of(code), field, by=number if is_adding else 0, to=None if is_adding else number)
    for (code, field), text in texts.items():
        yield StockChange(finder.id_of(code), field, text=text)


def import_resolve_row(*, job: Import, line: int, name: str) -> bool:
    """Resolve a row that was not understood, by the name of its card."""
    finder = _finder(job.collection)
    with transaction.atomic():
        locked = Import.objects.select_for_update().get(pk=job.pk)
        if locked.state != Import.State.READY:
            return False
        for index, verdict in enumerate(locked.verdicts):
            if verdict["line"] == line and verdict["reason"] in ("unknown_card", "several_cards"):
                row = parser.ListRow(line, verdict["text"], amounts=verdict["amounts"], words=verdict["words"])
                row = parser.resolve_row(row, code="", name=name, set_code="", finder=finder)
                locked.verdicts[index] = build_verdict(row)
                is_resolved = row.error is None
                locked.good, locked.bad = locked.good + is_resolved, locked.bad - is_resolved
                locked.save(update_fields=["verdicts", "good", "bad"])
                return is_resolved
    return False


def build_verdict(row: parser.ListRow) -> dict[str, Any]:
    """Return a row as it is stored with an import and returned by the API."""
    error = row.error or LineError("")
    return {
        "line": row.line,
        "text": row.text,
        "code": row.code,
        "amounts": row.amounts,
        "words": row.words,
        "reason": error.reason,
        "given": error.text,
        "near": list(error.suggestions),
    }


def _finder(collection: Collection) -> Finder:
    system = games.systems().get(collection.system)
    if system is None:
        raise StockError(_("The game “%(game)s” is not installed.") % {"game": collection.system})
    return Finder.of(system)
