"""A person's collections as plain data, and back. The zip around it is the site's; what a row means is parser.py, and
the ledger that comes along ledger.py.

A collection that comes back is a new one, or fills an empty one of its name. One of the same name that holds other
things is left alone: neither overwritten nor counted twice.
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
from collection.stock.models import COUNTS, LONGEST_NAME, WORDS, Collection, LedgerBatch
from collection.stock.services import MOST_COLLECTIONS, StockChange, collection_create, stock_enter
from signum_site.core.archive_items import ArchiveItem, State, Unreadable, objects_in, quoted, refused, text_in
from simulator import games
from simulator.engine.values import tidy

from .ledger import MOST_ENTRIES, Contents, Ledger, entries_there, ledger_read, ledger_take_in, serialize_history

LINES_QUOTED = 3


def serialize_collections(*, owner: Any) -> Iterator[dict[str, Any]]:
    """The main one of a game first, so that it is the main one again where there was none."""
    room = MOST_ENTRIES
    for collection in Collection.objects.of(owner).order_by("system", "-main", "name", "pk"):
        entries = entries_there(collection)
        goes_along = entries <= room
        room -= entries if goes_along else 0
        yield exporter.as_data(collection) | {
            "main": collection.main,
            "created_at": collection.created_at,
            "history_left_out": 0 if goes_along else entries,
            "history": list(serialize_history(collection)) if goes_along else [],
        }


def preview_collections(*, owner: Any, data: Any) -> list[ArchiveItem]:
    """A verdict for each collection of an archive, in its order."""
    shelf = _Shelf(owner)
    arrivals = []
    for one in objects_in(data, "collections", most=MOST_COLLECTIONS):
        try:
            arrivals.append(shelf.arrival(one))
        except Unreadable as wrong:
            arrivals.append(refused(one.get("name", "") if isinstance(one, dict) else one, str(wrong)))
    return arrivals


class _Shelf:
    """What somebody has, while an archive is compared with it."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner
        self.own = {(row.system, row.name): row for row in Collection.objects.of(owner)}
        self.contents = {key: _contents_of(row) for key, row in self.own.items()}
        self.stands_for: set[tuple[str, str]] = set()
        self.free = MOST_COLLECTIONS - len(self.own)
        self.finders: dict[str, Finder] = {}
        self.room = MOST_ENTRIES

    def arrival(self, given: Any) -> ArchiveItem:
        if not isinstance(given, dict):
            raise Unreadable(_("A collection is an object, not %(given)s.") % {"given": quoted(given)})
        name = tidy(text_in(given, "name", longest=LONGEST_NAME))
        if not name:
            raise Unreadable(_("A collection has a name."))
        key = (self._finder(given).system.code, name)
        contents, unread = self._read(given)
        same = self._same(key, contents)
        if same is not None:
            self.stands_for.add(same)
            return ArchiveItem(name, State.KNOWN, _("You have it already, as “%(name)s”.") % {"name": same[1]})
        if self.contents.get(key) or key in self.stands_for:
            return refused(name, _("You have a collection of this name with other contents: it stays as it is."))
        if key not in self.own:
            self.free -= 1
        if self.free < 0:
            return refused(name, _("Nobody can have more than %(most)s collections.") % {"most": MOST_COLLECTIONS})
        self.stands_for.add(key)
        ledger, lost = self._ledger(given, contents)
        take_in = partial(collection_take_in, owner=self.owner, key=key, contents=contents, ledger=ledger)
        sentences = [_brings(contents), *unread, *lost]
        entries = len(ledger.entries) if ledger else len(contents)
        return ArchiveItem(name, State.NEW, " ".join(sentences), take_in, weight=1 + entries // 20)

    def _ledger(self, given: dict[str, Any], contents: Contents) -> tuple[Ledger | None, list[str]]:
        """Its history, or a sentence why it begins anew."""
        if not given.get("history"):
            return None, []
        try:
            ledger = ledger_read(given, finder=self._finder(given), contents=contents, room=self.room)
        except Unreadable as wrong:
            return None, [_("Its history begins anew: %(reason)s") % {"reason": wrong}]
        self.room -= len(ledger.entries)
        return ledger, []

    def _same(self, key: tuple[str, str], contents: Contents) -> tuple[str, str] | None:
        """The own collection with these contents, that of the same name before others; an empty one only by name."""
        alike = [
            other
            for other, held in self.contents.items()
            if other[0] == key[0] and other not in self.stands_for and held == contents and (held or other == key)
        ]
        return min(alike, key=lambda other: other != key, default=None)

    def _finder(self, given: dict[str, Any]) -> Finder:
        system = given.get("system")
        if not isinstance(system, str) or system not in games.systems():
            raise Unreadable(_("The game “%(game)s” is not installed.") % {"game": quoted(system)})
        if system not in self.finders:
            self.finders[system] = Finder.of(games.system(system))
        return self.finders[system]

    def _read(self, given: dict[str, Any]) -> tuple[Contents, list[str]]:
        """The rows that can be read, and sentences about the others."""
        holdings = objects_in(given, "holdings", most=parser.MOST_ROWS)
        rows = list(parser.rows(parser.sheet(json.dumps(holdings), format="json"), self._finder(given)))
        contents: Contents = {}
        for row in rows:
            if row.misread is None:
                said = (*(row.amounts.get(what, 0) for what in COUNTS), *(row.words.get(what, "") for what in WORDS))
                if any(said):
                    contents[row.code] = said
        wrong = [row.misread.sentence for row in rows if row.misread is not None]
        if not wrong:
            return contents, []
        left_out = ngettext(
            "%(number)s row cannot be read and is left out:",
            "%(number)s rows cannot be read and are left out:",
            len(wrong),
        )
        return contents, [left_out % {"number": len(wrong)}, *list(dict.fromkeys(wrong))[:LINES_QUOTED]]


@transaction.atomic
def collection_take_in(*, owner: Any, key: tuple[str, str], contents: Contents, ledger: Ledger | None) -> None:
    """These contents in a collection of this name: a new one, or the empty one that is there."""
    system, name = key
    collection = Collection.objects.of(owner).filter(system=system, name=name).first()
    collection = collection or collection_create(owner=owner, system=system, name=name)
    finder = Finder.of(games.system(system))
    if ledger is not None:
        ledger_take_in(collection=collection, ledger=ledger, finder=finder)
        return
    changes = [
        StockChange(finder.id_of(code), what, by=number)
        for code, said in contents.items()
        for what, number in zip(COUNTS, said, strict=False)
    ]
    changes += [
        StockChange(finder.id_of(code), what, says=words)
        for code, said in contents.items()
        for what, words in zip(WORDS, said[len(COUNTS) :], strict=True)
    ]
    stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.IMPORT, why=_("From an archive"))


def _contents_of(collection: Collection) -> Contents:
    return {
        row.printing.code: tuple(getattr(row, what) for what in (*COUNTS, *WORDS))
        for row in exporter.holdings(collection)
    }


def _brings(contents: Contents) -> str:
    number = len(contents)
    return ngettext("%(number)s kind of card.", "%(number)s kinds of cards.", number) % {"number": number}
