"""Imports: a list is read into verdicts, somebody looks at them, then the good rows are entered.

Both steps can be done by a worker or at once, by the same functions; a step done twice is done once. What a file
means is parser.py.
"""

from collections.abc import Iterator
from dataclasses import asdict
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
from .resolver import Finder, Misread

AT_ONCE = 500
"""Lists up to this many rows are not worth a worker."""
TELL_EVERY = 1_000
MOST_WAITING = 20


def import_create(
    *, collection: Collection, data: bytes | str, name: str = "", format: str = "", key: str = ""
) -> Import:
    """Take a list in; a short one is read at once."""
    if len(data) > parser.MOST_BYTES:
        raise StockError(
            _("The list has %(size)s bytes; at most %(most)s are taken.")
            % {"size": len(data), "most": parser.MOST_BYTES}
        )
    if isinstance(data, bytes) and is_document(data):
        raise StockError(
            _("This is a file of a spreadsheet or document, not a list: save it as CSV or text, and choose that.")
        )
    text = parser.decoded(data) if isinstance(data, bytes) else parser.decoded(data.encode("utf-8", "replace"))
    if not text.strip():
        raise StockError(_("The list is empty."))
    given = parser.sheet(text, format=format)
    with transaction.atomic():
        Collection.objects.select_for_update().get(pk=collection.pk)
        if key and (earlier := Import.objects.filter(collection=collection, key=key).first()):
            return earlier
        _make_room(collection)
        made = Import.objects.create(
            collection=collection,
            name=tidy(name)[:120],
            format=given.format,
            text=text,
            total=given.size,
            key=key,
        )
    _work(made)
    made.refresh_from_db()
    return made


def _make_room(collection: Collection) -> None:
    """Nobody needs more lists to look at than this: the oldest make room."""
    waiting = collection.imports.exclude(state=Import.State.DONE).order_by("-pk").values_list("pk", flat=True)
    Import.objects.filter(pk__in=list(waiting[MOST_WAITING - 1 :])).delete()


def import_enter(*, given: Import, how: str) -> Import:
    """Enter the good rows. Asking twice enters once."""
    ready = Import.objects.filter(pk=given.pk, state=Import.State.READY, good__gt=0)
    if ready.update(state=Import.State.ENTERING, how=how, attempts=0, done=0, **RELEASED):
        _work(given)
    given.refresh_from_db()
    return given


def _work(given: Import) -> None:
    if given.total <= AT_ONCE:
        import_work(import_id=given.pk)
    else:
        transaction.on_commit(lambda: tasks.import_work.delay(given.pk))


def import_work(*, import_id: int) -> None:
    """The next step of an import, if it is due and nobody else is at it."""
    claimed = Import.objects.due().claim(import_id, attempts=F("attempts") + 1)
    given = Import.objects.select_related("collection").filter(pk=import_id, claimed_by=claimed).first()
    if not claimed or given is None:
        return
    try:
        if given.state == Import.State.READING:
            _read(given)
        else:
            _enter(given)
    except LeaseLost:
        return  # another process does it
    except StockError as refusal:
        verdicts = [{"line": 0, "text": str(refusal), "reason": "refused"}]
        Import.objects.held(given).update(state=Import.State.FAILED, verdicts=verdicts, text="", **RELEASED)


def _read(given: Import) -> None:
    sheet = parser.sheet(given.text, format=given.format)
    finder = _finder(given.collection)
    verdicts: list[dict[str, Any]] = []
    renew = Renewal(given)
    for row in parser.rows(sheet, finder):
        verdicts.append(as_verdict(row))
        if len(verdicts) % TELL_EVERY == 0:
            _tell(given, len(verdicts))
            renew()
    good = sum(not verdict["reason"] for verdict in verdicts)
    Import.objects.held(given).update(
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


def _tell(given: Import, done: int) -> None:
    Import.objects.held(given).update(done=done, total=max(done, given.total))


@transaction.atomic
def _enter(given: Import) -> None:
    finder = _finder(given.collection)
    batch = stock_enter(
        collection=given.collection,
        changes=_changes(given, finder),
        kind=LedgerBatch.Kind.IMPORT,
        why=given.name,
        key=f"import-{given.pk}",
    )
    # The good rows are in the ledger now; what could not be taken stays to be looked at.
    left = [verdict for verdict in given.verdicts if verdict["reason"]]
    Import.objects.held(given).update(
        state=Import.State.DONE, batch=batch, verdicts=left, text="", done=given.total, **RELEASED
    )


def _changes(given: Import, finder: Finder) -> Iterator[StockChange]:
    """Rows about one card add up, also when the sum is what a count is set to; of words the last ones stay."""
    amounts: dict[tuple[str, str], int] = {}
    words: dict[tuple[str, str], str] = {}
    for verdict in given.verdicts:
        if verdict["reason"]:
            continue
        for what, number in verdict["amounts"].items():
            amounts[verdict["code"], what] = amounts.get((verdict["code"], what), 0) + number
        for what, says in verdict["words"].items():
            if says or given.how == Import.How.SET:
                words[verdict["code"], what] = says or words.get((verdict["code"], what), "")
    for (code, what), number in amounts.items():
        adding = given.how == Import.How.ADD
        yield StockChange(finder.id_of(code), what, by=number if adding else 0, to=None if adding else number)
    for (code, what), says in words.items():
        yield StockChange(finder.id_of(code), what, says=says)


def import_mend(*, given: Import, line: int, name: str) -> bool:
    """Say which card a row means that could not be understood."""
    finder = _finder(given.collection)
    with transaction.atomic():
        locked = Import.objects.select_for_update().get(pk=given.pk)
        if locked.state != Import.State.READY:
            return False
        for place, verdict in enumerate(locked.verdicts):
            if verdict["line"] == line and verdict["reason"] in ("unknown_card", "several_cards"):
                row = parser.ListRow(line, verdict["text"], amounts=verdict["amounts"], words=verdict["words"])
                row = parser.resolved(row, code="", name=name, set_code="", finder=finder)
                locked.verdicts[place] = as_verdict(row)
                mended = row.misread is None
                locked.good, locked.bad = locked.good + mended, locked.bad - mended
                locked.save(update_fields=["verdicts", "good", "bad"])
                return mended
    return False


def as_verdict(row: parser.ListRow) -> dict[str, Any]:
    """A row as it is stored with an import, and told by the API."""
    fault = asdict(row.misread or Misread(""))
    return {
        "line": row.line,
        "text": row.text,
        "code": row.code,
        "amounts": row.amounts,
        "words": row.words,
        "reason": fault["reason"],
        "given": fault["given"],
        "near": list(fault["near"]),
    }


def _finder(collection: Collection) -> Finder:
    system = games.systems().get(collection.system)
    if system is None:
        raise StockError(_("The game “%(game)s” is not installed.") % {"game": collection.system})
    return Finder.of(system)
