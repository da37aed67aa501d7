"""Writes: the catalogue's rows."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from simulator.engine.cards.card import CardSpec as PrintedCard
from simulator.engine.system import GameSystem
from simulator.engine.values import LANGUAGES

from .models import Card, CatalogueState, Printing

ROWS_AT_ONCE = 500
CATALOGUE_COLUMNS = [field.name for field in Card._meta.concrete_fields if field.name not in {"id", "system", "code"}]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load did, as card codes."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    withdrawn: tuple[str, ...]
    unchanged: int


@transaction.atomic
def catalogue_load(*, system: GameSystem) -> Loaded:
    """Make the rows say what the catalogue says. Loading twice changes nothing; no row is ever deleted."""
    rows = {row.code: row for row in Card.objects.filter(system=system.code)}
    added, changed, unchanged = [], [], 0
    for printed in system.catalogue:
        row, wanted = rows.get(printed.code), columns(printed)
        if row is None:
            added.append(Card(system=system.code, code=printed.code, **wanted))
        elif _differs(row, wanted):
            changed.append(row)
        else:
            unchanged += 1
    gone = [row for code, row in rows.items() if code not in system.catalogue and not row.withdrawn]
    for row in gone:
        row.withdrawn = True
    Card.objects.bulk_create(added, batch_size=ROWS_AT_ONCE)
    Card.objects.bulk_update(changed, CATALOGUE_COLUMNS, batch_size=ROWS_AT_ONCE)
    Card.objects.bulk_update(gone, ["withdrawn"], batch_size=ROWS_AT_ONCE)
    printings_load(system=system)
    state_write(system=system)
    return Loaded(
        added=tuple(row.code for row in added),
        changed=tuple(row.code for row in changed),
        withdrawn=tuple(row.code for row in gone),
        unchanged=unchanged,
    )


@transaction.atomic
def printings_load(*, system: GameSystem) -> None:
    """Every printing of every card. One that left the catalogue is withdrawn, for somebody may own it."""
    rows = {row.code: row for row in Printing.objects.filter(system=system.code)}
    cards = dict(Card.objects.filter(system=system.code).values_list("code", "pk"))
    wanted = {printing.code: (cards[card.code], printing) for card in system.catalogue for printing in card.printings}
    added, changed = [], []
    for code, (card_id, printing) in wanted.items():
        values = {"card_id": card_id, "set_code": printing.set_code, "rarity": printing.rarity, "withdrawn": False}
        row = rows.get(code)
        if row is None:
            added.append(Printing(system=system.code, code=code, **values))
        elif _differs(row, values):
            changed.append(row)
    for code, row in rows.items():
        if code not in wanted and not row.withdrawn:
            row.withdrawn = True
            changed.append(row)
    Printing.objects.bulk_create(added, batch_size=ROWS_AT_ONCE)
    Printing.objects.bulk_update(changed, ["card", "set_code", "rarity", "withdrawn"], batch_size=ROWS_AT_ONCE)


def state_write(*, system: GameSystem) -> None:
    """After every change of a game's rows: the digest of what they say, withdrawn cards included."""
    digest = hashlib.sha256()
    for model in (Card, Printing):
        for row in model.objects.filter(system=system.code).order_by("code").values_list():
            digest.update(json.dumps(row, sort_keys=True).encode())
    CatalogueState.objects.update_or_create(system=system.code, defaults={"digest": digest.hexdigest()})


def _differs(row: Card | Printing, values: dict[str, Any]) -> bool:
    """Whether the row said something else; afterwards it says this."""
    differs = any(getattr(row, column) != value for column, value in values.items())
    for column, value in values.items():
        setattr(row, column, value)
    return differs


def columns(card: PrintedCard) -> dict[str, Any]:
    """What a row holds of a printed card."""
    texts = {f"name_{language}": card.name(language) for language in LANGUAGES}
    texts |= {f"text_{language}": card.text(language) for language in LANGUAGES}
    texts |= {f"flavour_{language}": card.flavour[language] if card.flavour else "" for language in LANGUAGES}
    return {
        "set_code": card.set_code,
        "kind": card.kind,
        "rarity": card.rarity,
        "source": card.source,
        "support": card.support,
        "tags": list(card.tags),
        "facts": card.facts.as_json(),
        "withdrawn": False,
        **texts,
    }
