"""Backups with one error each.

Their checksums are right, so that they reach the later checks.
"""

import hashlib
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from signum_site.backup.archive import MANIFEST

Entries = dict[str, bytes]
Change = Callable[[Entries, Any], Any]
CARDS, USERS, PARCELS, BATCHES = (
    f"tables/{table}.jsonl" for table in ("collection_card", "accounts_user", "accounts_parcel", "simulator_batch")
)
DEEP = 100_000


def rebuilt(path: Path, target: Path, change: Change) -> Path:
    """Writes a changed copy of the archive.

    `change` edits entries and manifest in place, or returns another manifest.
    """
    with zipfile.ZipFile(path) as source:
        entries = {name: source.read(name) for name in source.namelist() if name != MANIFEST}
        manifest = json.loads(source.read(MANIFEST))
    changed = change(entries, manifest)
    manifest = manifest if changed is None else changed
    if isinstance(manifest, dict) and isinstance(manifest.get("sums"), dict):
        manifest["sums"] |= {name: hashlib.sha256(data).hexdigest() for name, data in entries.items()}
        manifest["sums"] = {name: known for name, known in manifest["sums"].items() if name in entries}
    with zipfile.ZipFile(target, "w") as made:
        for name, data in entries.items():
            made.writestr(name, data)
        made.writestr(MANIFEST, manifest if isinstance(manifest, str | bytes) else json.dumps(manifest))
    return target


def row(table: str, edit: Callable[[list[Any], dict[str, int]], Any]) -> Change:
    """Changes the first row; `edit` gets its values and the position of each column."""

    def change(entries: Entries, manifest: Any) -> None:
        columns = manifest["tables"][table.removeprefix("tables/").removesuffix(".jsonl")]["columns"]
        first, *others = entries[table].splitlines(keepends=True)
        values = json.loads(first)
        edited = edit(values, {name: place for place, name in enumerate(columns)})
        line = json.dumps(values if edited is None else edited).encode()
        entries[table] = b"".join([line + b"\n", *others])

    return change


def cell(table: str, column: str, value: Any) -> Change:
    def edit(values: list[Any], places: dict[str, int]) -> None:
        values[places[column]] = value

    return row(table, edit)


def line(table: str, data: bytes) -> Change:
    def change(entries: Entries, manifest: Any) -> None:
        entries[table] = data + b"\n" + entries[table].split(b"\n", 1)[1]

    return change


def in_manifest(*keys: str, value: Any) -> Change:
    """Changes a value in the manifest."""

    def change(entries: Entries, manifest: Any) -> None:
        for key in keys[:-1]:
            manifest = manifest[key]
        manifest[keys[-1]] = value

    return change


def without(*keys: str) -> Change:
    def change(entries: Entries, manifest: Any) -> None:
        for key in keys[:-1]:
            manifest = manifest[key]
        del manifest[keys[-1]]

    return change


def entry(name: str, data: bytes = b"x") -> Change:
    return lambda entries, manifest: entries.update({name: data})


def other_manifest(document: Any) -> Change:
    return lambda entries, manifest: document


# A change, and a part of the expected error message.
BROKEN: dict[str, tuple[Change, str]] = {
    "manifest: no JSON": (other_manifest("{"), "no readable manifest"),
    "manifest: no UTF-8": (other_manifest(b"\xff\xfe{}"), "no readable manifest"),
    "manifest: a list": (other_manifest([]), "no readable manifest"),
    "manifest: nested too deep": (other_manifest("[" * DEEP), "no readable manifest"),
    "manifest: a number of too many digits": (other_manifest("9" * 5000), "no readable manifest"),
    "another format": (in_manifest("format", value="zip"), "no readable manifest"),
    "version: a text": (in_manifest("version", value="2"), "no readable manifest"),
    "version: endless": (in_manifest("version", value=float("inf")), "no readable manifest"),
    "version: 0": (in_manifest("version", value=0), "no readable manifest"),
    "version: to come": (in_manifest("version", value=99), "newer program (backup format 99"),
    "no date": (without("made_at"), "no readable manifest"),
    "no sums": (without("sums"), "no readable manifest"),
    "sums: a list": (in_manifest("sums", value=[]), "no readable manifest"),
    "tables: null": (in_manifest("tables", value=None), "no readable manifest"),
    "a table: a list": (in_manifest("tables", "collection_card", value=[]), "no readable manifest"),
    "columns: a text": (in_manifest("tables", "collection_card", "columns", value="id"), "no readable manifest"),
    "columns: numbers": (in_manifest("tables", "collection_card", "columns", value=[1]), "no readable manifest"),
    "rows: a text": (in_manifest("tables", "collection_card", "rows", value="3"), "no readable manifest"),
    "migrations: a list": (in_manifest("migrations", value=[]), "no readable manifest"),
    "migrations: none": (in_manifest("migrations", value={}), "of an empty database"),
    "migrations: numbers": (in_manifest("migrations", "decks", value=5), "no readable manifest"),
    "migrations: nested": (in_manifest("migrations", "decks", value=[["0001_initial"]]), "no readable manifest"),
    "migrations: unknown": (
        in_manifest("migrations", "dice", value=["0001_initial"]),
        "the migration dice 0001_initial",
    ),
    "migrations: a gap": (without("migrations", "collection"), "It lacks the migration"),
    "an unknown table": (in_manifest("tables", "dice", value={"columns": [], "rows": 0}), "migrations: 'dice'"),
    "an unknown table's rows": (entry("tables/dice.jsonl"), "migrations: 'dice'"),
    "a table too few": (without("tables", "collection_card"), "migrations: 'collection_card'"),
    "an unknown column": (in_manifest("tables", "health_ping", "columns", value=["id", "dice"]), "'health_ping."),
    "too many rows told": (in_manifest("tables", "collection_card", "rows", value=4), "should have 4 rows and has 3"),
    "a path to the root": (entry("/etc/x"), "would lead out"),
    "a path upwards": (entry("media/../../x"), "would lead out"),
    "a path with two strokes": (entry("media//etc/x"), "would lead out"),
    "a path for Windows": (entry("media/..\\x"), "would lead out"),
    "a folder": (entry("media/x/", b""), "would lead out"),
    "a file in a file": (entry("media/empty.png/x"), "empty.png"),
    "a long name": (entry(f"media/{'x' * 300}"), "File name too long"),
    "a line: no JSON": (line(CARDS, b"[1,"), "Line 1 of collection_card cannot be read"),
    "a line: empty": (line(CARDS, b""), "Line 1 of collection_card cannot be read"),
    "a line: no UTF-8": (line(CARDS, b'["\xff"]'), "Line 1 of collection_card cannot be read"),
    "a line: nested too deep": (line(CARDS, b"[" * DEEP), "Line 1 of collection_card cannot be read"),
    "a line: an object": (line(CARDS, b"{}"), "it is no list of"),
    "a value too few": (row(CARDS, lambda values, _: values[:-1]), "it is no list of"),
    "a value too many": (row(CARDS, lambda values, _: [*values, 1]), "it is no list of"),
    "a key: a text": (cell(USERS, "id", "x"), "int expected, str found"),
    "a key: true": (cell(USERS, "id", True), "int expected, bool found"),
    "a key: half": (cell(USERS, "id", 1.5), "int expected, float found"),
    "a key: too large": (cell(USERS, "id", 2**200), "accounts_user cannot hold one"),
    "a key: NULL": (cell(USERS, "username", None), "username"),
    "a key: twice": (cell(USERS, "id", 30_002), "accounts_user cannot hold one"),
    "a text: a list": (cell(USERS, "username", ["x"]), "str expected, list found"),
    "a text: half a character": (cell(USERS, "username", "\ud800"), "accounts_user cannot hold one"),
    "a truth: 2": (cell(USERS, "is_active", 2), "bool expected, int found"),
    "a date: none": (cell(USERS, "date_joined", "31 June"), "“31 June”"),
    "a date: no such day": (cell(USERS, "date_joined", "2026-02-30T00:00:00Z"), "invalid date"),
    "a date: a number": (cell(USERS, "date_joined", 0), "str expected, int found"),
    "bytes: not base64": (cell(PARCELS, "data", "@@@@"), "Line 1 of accounts_parcel cannot be read"),
    "bytes: cut off": (cell(PARCELS, "data", "AAA"), "Line 1 of accounts_parcel cannot be read"),
    "bytes: no ASCII": (cell(PARCELS, "data", "è"), "Line 1 of accounts_parcel cannot be read"),
    "bytes: a number": (cell(PARCELS, "data", 5), "str expected, int found"),
    "a document: not as text": (cell(BATCHES, "seats", {}), "str expected, dict found"),
    "a document: no JSON": (cell(BATCHES, "seats", "{"), "simulator_batch cannot hold one"),
    "a reference to nothing": (cell(PARCELS, "user_id", 77), ""),
    "too few for a rule": (cell("tables/stock_holding.jsonl", "cards", -5), "stock_holding cannot hold one"),
}


def random_change(source: random.Random) -> Change:
    """Changes some bytes in a table or the manifest."""

    def change(entries: Entries, manifest: Any) -> Any:
        names = [name for name, data in sorted(entries.items()) if data]
        name = source.choice([*names, MANIFEST])
        data = bytearray(json.dumps(manifest).encode() if name == MANIFEST else entries[name])
        start = source.randrange(len(data))
        end = start + source.choice([0, 1, 1, 2, 20])
        data[start:end] = source.choice([b"", b"null", b"-1", b"[", b"]", b'"', b",", b"\n", b"{}", b"1e999", b"\xff"])
        if name == MANIFEST:
            return bytes(data)
        entries[name] = bytes(data)
        return None

    return change
