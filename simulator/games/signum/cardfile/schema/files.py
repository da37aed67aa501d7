"""The schema of card files: JSON text in, cards out, or one CatalogueError that lists every fault of every file.

How one card is read is cards.py; which files there are, cardfile/loader.py; what an author may write,
docs/adding_a_card.md.
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
    """One card of a file, before it is read."""

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
    def called(self) -> str:
        """What a fault calls it: its code, or its place in the file."""
        return self.text("code") or f"cards[{self.number}]"


class _Pairs:
    """Notes fields that stand twice in one object, of which JSON would silently keep the last."""

    __slots__ = ("twice",)

    def __init__(self) -> None:
        self.twice: list[str] = []

    def once(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            where = found.get("code") or found.get("do") or found.get("keyword") or "an object"
            self.twice += [f"{name!r} stands twice in {where}" for name in found if names.count(name) > 1]
        return found


def read_files(files: Iterable[tuple[str, str]]) -> tuple[SignumCard, ...]:
    """The cards of all files, given as (name, text), in the order of their codes. All or nothing."""
    faults: list[str] = []
    data: list[CardData] = []
    for file, text in files:
        data += unpacked(text, file=file, faults=faults)
    cards = read_cards(data, faults=faults)
    if faults:
        raise CatalogueError("\n".join(faults))
    return cards


def unpacked(text: str, *, file: str, faults: list[str]) -> list[CardData]:
    """The cards of one file, not yet looked into."""
    pairs = _Pairs()
    try:
        content = json.loads(text, object_pairs_hook=pairs.once)
    except (ValueError, RecursionError) as error:
        faults.append(f"{file}: not JSON: {error}")
        return []
    reading = SchemaContext(buildings={}, heroes={})
    reading.file = file
    for fault in pairs.twice:
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
    """Reads every card; what is wrong is added to `faults`, and then the cards are not to be used."""
    reading = SchemaContext(
        buildings={card.text("key"): card.text("faction") for card in data if card.text("type") == "building"},
        heroes={card.text("code"): card.text("faction") for card in data if card.text("type") == "hero"},
    )
    cards: list[SignumCard] = []
    claims: dict[tuple[str, str], tuple[int, str]] = {}
    for number, one in enumerate(data):
        reading.file, reading.card = one.file, one.called
        card = read_card(one.data, set_code=one.set_code, reading=reading)
        if card is not None:
            _claim(card, number=number, claims=claims, reading=reading)
            cards.append(card)
    faults += reading.faults
    return tuple(sorted(cards, key=_by_code))


def _by_code(card: SignumCard) -> str:
    return card.code


def _claim(
    card: SignumCard, *, number: int, claims: dict[tuple[str, str], tuple[int, str]], reading: SchemaContext
) -> None:
    """Codes and building keys are given once; within a type no two cards share a name in any language."""
    names = dict.fromkeys(fold(name) for name in card.names.values())
    for path, kind, claim in [
        ("code", "", card.code),
        *(("reprints", "", printing.code) for printing in card.reprints),
        ("key", "key", card.key),
        *(("name", card.type, n) for n in names),
    ]:
        owner, called = claims.setdefault((kind, claim), (number, f"{reading.card} in {reading.file}"))
        if claim and owner != number:
            reading.fault(path, f"{claim!r} is already taken by {called}")
