"""A user's collections in an account archive: export, preview and restore.

The site writes the archive itself, ledger.py handles the ledger, and lists/parser.py parses the rows. A restored
collection is new, or fills an empty one with the same name. A collection with the same name and other contents is left
alone: it is neither overwritten nor counted twice.
"""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from collection.stock.lists import exporter, parser
from collection.stock.lists.resolver import Finder
from collection.stock.models import COUNTS, MAX_NAME_LENGTH, WORDS, Collection, LedgerBatch
from collection.stock.services import MAX_COLLECTIONS, StockChange, collection_create, stock_enter
from signum_site.core.archive_items import ArchiveItem, State, Unreadable, objects_in, quoted, refused, text_in
from simulator import games
from simulator.engine.values import tidy

from .ledger import MAX_ENTRIES, Contents, Ledger, count_entries, ledger_restore, parse_ledger, serialize_history

MAX_QUOTED_ROWS = 3


def serialize_collections(*, owner: Any) -> Iterator[dict[str, Any]]:
    """Yield the collections; main ones first, so that they become main again."""
    entries_left = MAX_ENTRIES
    for collection in Collection.objects.of(owner).order_by("system", "-main", "name", "pk"):
        entries = count_entries(collection)
        is_included = entries <= entries_left
        entries_left -= entries if is_included else 0
        yield exporter.serialize_collection(collection) | {
            "main": collection.main,
            "created_at": collection.created_at,
            "history_left_out": 0 if is_included else entries,
            "history": list(serialize_history(collection)) if is_included else [],
        }


def preview_collections(*, owner: Any, data: Any) -> list[ArchiveItem]:
    """Return an item with a verdict for each collection of an archive, in order."""
    comparison = _Comparison(owner)
    items = []
    for payload in objects_in(data, "collections", most=MAX_COLLECTIONS):
        try:
            items.append(comparison.compare(payload))
        except Unreadable as error:
            items.append(refused(payload.get("name", "") if isinstance(payload, dict) else payload, str(error)))
    return items


class _Comparison:
    """Compares the collections of an archive with those the user has."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner
        self.own = {(row.system, row.name): row for row in Collection.objects.of(owner)}
        self.contents = {key: _load_contents(row) for key, row in self.own.items()}
        self.matched: set[tuple[str, str]] = set()
        self.free_slots = MAX_COLLECTIONS - len(self.own)
        self.finders: dict[str, Finder] = {}
        self.entries_left = MAX_ENTRIES

    def compare(self, payload: Any) -> ArchiveItem:
        if not isinstance(payload, dict):
            raise Unreadable(_("A collection is an object, not %(given)s.") % {"given": quoted(payload)})
        name = tidy(text_in(payload, "name", longest=MAX_NAME_LENGTH))
        if not name:
            raise Unreadable(_("A collection has a name."))
        key = (self._finder(payload).system.code, name)
        contents, row_errors = self._parse_contents(payload)
        same = self._find_same(key, contents)
        if same is not None:
            self.matched.add(same)
            return ArchiveItem(name, State.KNOWN, _("You have it already, as “%(name)s”.") % {"name": same[1]})
        if self.contents.get(key) or key in self.matched:
            return refused(name, _("You have a collection of this name with other contents: it stays as it is."))
        if key not in self.own:
            self.free_slots -= 1
        if self.free_slots < 0:
            return refused(name, _("Nobody can have more than %(most)s collections.") % {"most": MAX_COLLECTIONS})
        self.matched.add(key)
        ledger, ledger_errors = self._parse_ledger(payload, contents)
        restore = partial(collection_restore, owner=self.owner, key=key, contents=contents, ledger=ledger)
        sentences = [_describe(contents), *row_errors, *ledger_errors]
        entries = len(ledger.entries) if ledger else len(contents)
        return ArchiveItem(name, State.NEW, " ".join(sentences), restore, weight=1 + entries // 20)

    def _parse_ledger(self, payload: dict[str, Any], contents: Contents) -> tuple[Ledger | None, list[str]]:
        """Return the ledger, or the reason why the history starts over."""
        if not payload.get("history"):
            return None, []
        try:
            ledger = parse_ledger(payload, finder=self._finder(payload), contents=contents, room=self.entries_left)
        except Unreadable as error:
            return None, [_("Its history begins anew: %(reason)s") % {"reason": error}]
        self.entries_left -= len(ledger.entries)
        return ledger, []

    def _find_same(self, key: tuple[str, str], contents: Contents) -> tuple[str, str] | None:
        """Find the user's collection with these contents, preferably with the same name.

        An empty collection is found only by name.
        """
        candidates = [
            other
            for other, held in self.contents.items()
            if other[0] == key[0] and other not in self.matched and held == contents and (held or other == key)
        ]
        return min(candidates, key=lambda other: other != key, default=None)

    def _finder(self, payload: dict[str, Any]) -> Finder:
        system = payload.get("system")
        if not isinstance(system, str) or system not in games.systems():
            raise Unreadable(_("The game “%(game)s” is not installed.") % {"game": quoted(system)})
        if system not in self.finders:
            self.finders[system] = Finder.of(games.system(system))
        return self.finders[system]

    def _parse_contents(self, payload: dict[str, Any]) -> tuple[Contents, list[str]]:
        """Return the valid rows, and messages about the others."""
        holdings = objects_in(payload, "holdings", most=parser.MAX_ROWS)
        rows = list(parser.parse_rows(parser.open_sheet(json.dumps(holdings), format="json"), self._finder(payload)))
        contents: Contents = {}
        for row in rows:
            if row.error is None:
                counts = (row.amounts.get(field, 0) for field in COUNTS)
                values = (*counts, *(row.words.get(field, "") for field in WORDS))
                if any(values):
                    contents[row.code] = values
        errors = [row.error.sentence for row in rows if row.error is not None]
        if not errors:
            return contents, []
        left_out = ngettext(
            "%(number)s row cannot be read and is left out:",
            "%(number)s rows cannot be read and are left out:",
            len(errors),
        )
        return contents, [left_out % {"number": len(errors)}, *list(dict.fromkeys(errors))[:MAX_QUOTED_ROWS]]


@transaction.atomic
def collection_restore(*, owner: Any, key: tuple[str, str], contents: Contents, ledger: Ledger | None) -> None:
    """Restore contents into a new collection, or into the empty one with this name."""
    system, name = key
    collection = Collection.objects.of(owner).filter(system=system, name=name).first()
    collection = collection or collection_create(owner=owner, system=system, name=name)
    finder = Finder.of(games.system(system))
    if ledger is not None:
        ledger_restore(collection=collection, ledger=ledger, finder=finder)
        return
    changes = [
        StockChange(finder.id_of(code), field, by=number)
        for code, values in contents.items()
        for field, number in zip(COUNTS, values, strict=False)
    ]
    changes += [
        StockChange(finder.id_of(code), field, text=text)
        for code, values in contents.items()
        for field, text in zip(WORDS, values[len(COUNTS) :], strict=True)
    ]
    stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.IMPORT, why=_("From an archive"))


def _load_contents(collection: Collection) -> Contents:
    return {
        row.printing.code: tuple(getattr(row, field) for field in (*COUNTS, *WORDS))
        for row in exporter.load_holdings(collection)
    }


def _describe(contents: Contents) -> str:
    number = len(contents)
    return ngettext("%(number)s kind of card.", "%(number)s kinds of cards.", number) % {"number": number}
