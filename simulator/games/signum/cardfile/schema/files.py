"""Reads card files.

The result is cards, or one CatalogueError that lists all faults. Reading one card is cards.py; finding the files
is cardfile/loader.py; docs/adding_a_card.md describes the format.
"""

import json
import re
from collections.abc import Iterable
from typing import Final

from simulator.engine.cards.card import CatalogueError
from simulator.engine.values import fold
from simulator.games.signum.cardfile.schema.cards import read_card
from simulator.games.signum.cardfile.schema.fields import SchemaContext, SchemaFields
from simulator.games.signum.cards.card import SignumCard

_SET: Final = re.compile(r"[a-z][a-z0-9]*")


class CardData:
    """The raw data of one card in a file."""

    __slots__ = ("data", "file", "number", "set_code")

    def __init__(self, data: object, *, file: str, number: int, set_code: str) -> None:
        self.data = data
        self.file = file
        self.number = number
        self.set_code = set_code

    def text(self, name: str) -> str:
        value = self.data.get(name) if isinstance(self.data, dict) else None
        return value if isinstance(value, str) else ""

    @property
    def label(self) -> str:
        """The card in messages: its code, or its position in the file."""
        return self.text("code") or f"cards[{self.number}]"


class _DuplicateFields:
    """Collects repeated fields of JSON objects; `json` would keep the last."""

    __slots__ = ("faults",)

    def __init__(self) -> None:
        self.faults: list[str] = []

    def to_dict(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            names = [name for name, _ in pairs]
            where = fields.get("code") or fields.get("do") or fields.get("keyword") or "an object"
            self.faults += [f"{name!r} stands twice in {where}" for name in fields if names.count(name) > 1]
        return fields


def read_files(files: Iterable[tuple[str, str]]) -> tuple[SignumCard, ...]:
    """The cards of all files, given as (name, text), sorted by code.

    Raises CatalogueError on any fault.
    """
    faults: list[str] = []
    data: list[CardData] = []
    for file, text in files:
        data += split_cards(text, file=file, faults=faults)
    cards = read_cards(data, faults=faults)
    if faults:
        raise CatalogueError("\n".join(faults))
    return cards


def split_cards(text: str, *, file: str, faults: list[str]) -> list[CardData]:
    """The raw cards of one file."""
    duplicates = _DuplicateFields()
    try:
        content = json.loads(text, object_pairs_hook=duplicates.to_dict)
    except (ValueError, RecursionError) as error:
        faults.append(f"{file}: not JSON: {error}")
        return []
    reading = SchemaContext(buildings={}, heroes={})
    reading.file = file
    for fault in duplicates.faults:
        reading.fault("", fault)
    fields = SchemaFields(content, path="", reading=reading)
    cards: list[object] = []
    set_code = ""
    if isinstance(content, dict):
        set_code = fields.text("set")
        cards = fields.items("cards")
        if set_code and not _SET.fullmatch(set_code):
            reading.fault("set", f"expected lower case letters and digits, found {set_code!r}")
    fields.finish()
    faults += reading.faults
    return [CardData(card, file=file, number=number, set_code=set_code) for number, card in enumerate(cards)]


def read_cards(data: list[CardData], *, faults: list[str]) -> tuple[SignumCard, ...]:
    """Reads every card and adds to `faults`; do not use the cards if there are any."""
    reading = SchemaContext(
        buildings={card.text("key"): card.text("faction") for card in data if card.text("type") == "building"},
        heroes={card.text("code"): card.text("faction") for card in data if card.text("type") == "hero"},
    )
    cards: list[SignumCard] = []
    claims: dict[tuple[str, str], tuple[int, str]] = {}
    for number, raw_card in enumerate(data):
        reading.file, reading.card = raw_card.file, raw_card.label
        card = read_card(raw_card.data, set_code=raw_card.set_code, reading=reading)
        if card is not None:
            _check_unique(card, number=number, claims=claims, reading=reading)
            cards.append(card)
    faults += reading.faults
    return tuple(sorted(cards, key=_by_code))


def _by_code(card: SignumCard) -> str:
    return card.code


def _check_unique(
    card: SignumCard, *, number: int, claims: dict[tuple[str, str], tuple[int, str]], reading: SchemaContext
) -> None:
    """Checks that codes and building keys are unique, and names within a card type."""
    names = dict.fromkeys(fold(name) for name in card.names.values())
    for path, kind, claim in [
        ("code", "", card.code),
        *(("reprints", "", printing.code) for printing in card.reprints),
        ("key", "key", card.key),
        *(("name", card.type, n) for n in names),
    ]:
        owner, label = claims.setdefault((kind, claim), (number, f"{reading.card} in {reading.file}"))
        if claim and owner != number:
            reading.fault(path, f"{claim!r} is already taken by {label}")
