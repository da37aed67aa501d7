"""Load the games' catalogues into the database."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from simulator.engine.cards.card import CardSpec as PrintedCard
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES

from .models import Card, CatalogueState, Printing

ROWS_AT_ONCE = 500
CATALOGUE_COLUMNS = [field.name for field in Card._meta.concrete_fields if field.name not in {"id", "system", "code"}]


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The result of a load, as card codes."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    withdrawn: tuple[str, ...]
    unchanged: int


@transaction.atomic
def catalogue_load(*, system: GameSystem) -> LoadResult:
    """Bring the card rows up to date with the catalogue. Idempotent; deletes no row."""
    rows = {row.code: row for row in Card.objects.filter(system=system.code)}
    added, changed, unchanged = [], [], 0
    for printed in system.catalogue:
        row, values = rows.get(printed.code), card_columns(printed)
        if row is None:
            added.append(Card(system=system.code, code=printed.code, **values))
        elif _update_row(row, values):
            changed.append(row)
        else:
            unchanged += 1
    withdrawn = [row for code, row in rows.items() if code not in system.catalogue and not row.withdrawn]
    for row in withdrawn:
        row.withdrawn = True
    Card.objects.bulk_create(added, batch_size=ROWS_AT_ONCE)
    Card.objects.bulk_update(changed, CATALOGUE_COLUMNS, batch_size=ROWS_AT_ONCE)
    Card.objects.bulk_update(withdrawn, ["withdrawn"], batch_size=ROWS_AT_ONCE)
    printings_load(system=system)
    state_write(system=system)
    return LoadResult(
        added=tuple(row.code for row in added),
        changed=tuple(row.code for row in changed),
        withdrawn=tuple(row.code for row in withdrawn),
        unchanged=unchanged,
    )


@transaction.atomic
def printings_load(*, system: GameSystem) -> None:
    """Bring the printing rows up to date with the catalogue.

    A printing that left the catalogue is marked withdrawn, never deleted: users may own it.
    """
    rows = {row.code: row for row in Printing.objects.filter(system=system.code)}
    cards = dict(Card.objects.filter(system=system.code).values_list("code", "pk"))
    current = {printing.code: (cards[card.code], printing) for card in system.catalogue for printing in card.printings}
    added, changed = [], []
    for code, (card_id, printing) in current.items():
        values = {"card_id": card_id, "set_code": printing.set_code, "rarity": printing.rarity, "withdrawn": False}
        row = rows.get(code)
        if row is None:
            added.append(Printing(system=system.code, code=code, **values))
        elif _update_row(row, values):
            changed.append(row)
    for code, row in rows.items():
        if code not in current and not row.withdrawn:
            row.withdrawn = True
            changed.append(row)
    Printing.objects.bulk_create(added, batch_size=ROWS_AT_ONCE)
    Printing.objects.bulk_update(changed, ["card", "set_code", "rarity", "withdrawn"], batch_size=ROWS_AT_ONCE)


def state_write(*, system: GameSystem) -> None:
    """Store the digest of a game's rows; call it after every change."""
    digest = hashlib.sha256()
    for model in (Card, Printing):
        for row in model.objects.filter(system=system.code).order_by("code").values_list():
            digest.update(json.dumps(row, sort_keys=True).encode())
    CatalogueState.objects.update_or_create(system=system.code, defaults={"digest": digest.hexdigest()})


def _update_row(row: Card | Printing, values: dict[str, Any]) -> bool:
    """Assign values to a row without saving it; return whether any changed."""
    is_changed = any(getattr(row, column) != value for column, value in values.items())
    for column, value in values.items():
        setattr(row, column, value)
    return is_changed


def card_columns(card: PrintedCard) -> dict[str, Any]:
    """Return the column values for a printed card."""
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
