"""A collection as a file that can be read back as it was: CSV and JSON hold everything, text the counts."""

import csv
import io
import json
from typing import Any

from django.http import HttpResponse
from django.utils.text import slugify

from collection.stock.models import COUNTS, WORDS, Collection, Holding
from simulator import games
from simulator.engine.decks.csv_tables import escaped
from simulator.engine.system import GameSystem

from .resolver import Finder

VERSION = 1
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
}
HEADINGS = {
    "cards": "Cards",
    "unpainted": "Unpainted miniatures",
    "painted": "Painted miniatures",
    "wanted": "Wanted",
    "trade": "For trade",
}


def holdings(collection: Collection) -> list[Holding]:
    rows = Holding.objects.held().filter(collection=collection).select_related("printing__card")
    return list(rows.order_by("printing__code"))


def as_record(row: Holding) -> dict[str, Any]:
    card = row.printing.card
    return {
        "code": row.printing.code,
        "name": card.name_en,
        "set": row.printing.set_code,
        **{what: getattr(row, what) for what in (*COUNTS, *WORDS)},
    }


def to_csv(collection: Collection) -> str:
    """With a byte order mark: spreadsheets then know that it is UTF-8."""
    out = io.StringIO()
    table = csv.DictWriter(out, fieldnames=["code", "name", "set", *COUNTS, *WORDS])
    table.writeheader()
    for row in holdings(collection):
        record = as_record(row)
        table.writerow(record | {what: escaped(record[what]) for what in (*WORDS, "name")})
    return "\ufeff" + out.getvalue()


def as_data(collection: Collection) -> dict[str, Any]:
    """What JSON says of a collection."""
    return {
        "format": "signum-collection",
        "version": VERSION,
        "system": collection.system,
        "name": collection.name,
        "holdings": [as_record(row) for row in holdings(collection)],
    }


def to_json(collection: Collection) -> str:
    return json.dumps(as_data(collection), ensure_ascii=False, indent=1)


def response(collection: Collection, kind: str) -> HttpResponse:
    """The collection as a file to keep; as JSON if its game is not here to say names."""
    system = games.systems().get(collection.system)
    if kind == "csv":
        text = to_csv(collection)
    elif kind == "json" or system is None:
        text = to_json(collection)
    else:
        text = to_text(collection, system)
    name = f"{slugify(collection.name) or 'collection'}.{kind}"
    return HttpResponse(
        text, content_type=TYPES[kind], headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def to_text(collection: Collection, system: GameSystem) -> str:
    """As players write lists, under a heading for each thing that is counted."""
    finder, rows, written = Finder.of(system), holdings(collection), [f"// {collection.name}"]
    for what in COUNTS:
        counted = [row for row in rows if getattr(row, what)]
        if counted:
            written += ["", HEADINGS[what]]
            written += [_line(row, getattr(row, what), finder) for row in counted]
    return "\n".join(written) + "\n"


def _line(row: Holding, count: int, finder: Finder) -> str:
    by_name = f"{count} {row.printing.card.name_en}"
    # A name that means several cards, or another printing, is written as a code.
    return by_name if finder.line(by_name) == (row.printing.code, count) else f"{count} {row.printing.code}"
