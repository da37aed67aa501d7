"""Export of a collection: CSV and JSON contain everything, text only the counts."""

import csv
import io
import json
from typing import Any

from django.http import HttpResponse
from django.utils.text import slugify

from collection.stock.models import COUNTS, WORDS, Collection, Holding
from simulator import games
from simulator.engine.decks.csv_tables import escaped
from simulator.engine.game_system import GameSystem

from .resolver import Finder

VERSION = 1
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
}
PIECES = "Miniatures"
"""The heading of parts of other cards, which have one count."""
HEADINGS = {
    "cards": "Cards",
    "unpainted": "Unpainted miniatures",
    "painted": "Painted miniatures",
    "wanted": "Wanted",
    "trade": "For trade",
}


def load_holdings(collection: Collection) -> list[Holding]:
    rows = Holding.objects.held().filter(collection=collection).select_related("printing__card")
    return list(rows.order_by("printing__code"))


def serialize_holding(row: Holding) -> dict[str, Any]:
    card = row.printing.card
    return {
        "code": row.printing.code,
        "name": card.name_en,
        "set": row.printing.set_code,
        **{field: getattr(row, field) for field in (*COUNTS, *WORDS)},
    }


def to_csv(collection: Collection) -> str:
    """Export as CSV, with a byte order mark so that spreadsheets detect UTF-8."""
    out = io.StringIO()
    table = csv.DictWriter(out, fieldnames=["code", "name", "set", *COUNTS, *WORDS])
    table.writeheader()
    for row in load_holdings(collection):
        record = serialize_holding(row)
        table.writerow(record | {field: escaped(record[field]) for field in (*WORDS, "name")})
    return "\ufeff" + out.getvalue()


def serialize_collection(collection: Collection) -> dict[str, Any]:
    """Return a collection as JSON data."""
    return {
        "format": "signum-collection",
        "version": VERSION,
        "system": collection.system,
        "name": collection.name,
        "holdings": [serialize_holding(row) for row in load_holdings(collection)],
    }


def to_json(collection: Collection) -> str:
    return json.dumps(serialize_collection(collection), ensure_ascii=False, indent=1)


def export_response(collection: Collection, kind: str) -> HttpResponse:
    """Return the export as a download. Text needs the game's names: without it, JSON."""
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
    """Export as a list in players' notation, with a heading for each count."""
    finder, rows, lines = Finder.of(system), load_holdings(collection), [f"// {collection.name}"]
    for field in COUNTS:
        headings: dict[str, list[str]] = {}
        for row in rows:
            if count := getattr(row, field):
                heading = PIECES if field == "cards" and row.printing.code in finder.pieces else HEADINGS[field]
                headings.setdefault(heading, []).append(_format_line(row, count, finder))
        for heading in sorted(headings):
            lines += ["", heading, *headings[heading]]
    return "\n".join(lines) + "\n"


def _format_line(row: Holding, count: int, finder: Finder) -> str:
    by_name = f"{count} {row.printing.card.name_en}"
    # An ambiguous name, or one that means another printing, is replaced by the code.
    return by_name if finder.parse_line(by_name) == (row.printing.code, count) else f"{count} {row.printing.code}"
