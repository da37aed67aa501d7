"""How complete a collection is: by set, and by the other facts the game names."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.game_system import GameSystem
from simulator.engine.values import Fact

from .models import Collection, Holding


@dataclass(frozen=True, slots=True)
class Share:
    """The number of different cards owned, of a total.

    The label is in the user's language.
    """

    code: str
    label: str
    owned: int
    total: int
    hue: str = ""

    @property
    def percent(self) -> int:
        # Rounded down, so that 100 means complete.
        return self.owned * 100 // self.total


@dataclass(frozen=True, slots=True)
class Measure:
    """The shares by one fact, in the game's order of its values.

    Without such an order, in the order of the catalogue.
    """

    code: str
    label: str
    shares: tuple[Share, ...]


def completion(*, collection: Collection, system: GameSystem) -> tuple[Share, list[Measure]]:
    """Return the overall share, and each measure; one query.

    A reprint counts in its own set. In all other measures a card counts once.
    """
    printings = _owned_printings([collection])[collection.pk]
    cards = _owned_cards(printings, system=system)
    whole = Share("", "", len(cards), len(system.catalogue))
    return whole, [
        _build_measure(fact, system=system, printings=printings, cards=cards) for fact in system.collected_by
    ]


def overall_shares(collections: Sequence[Collection]) -> dict[int, Share]:
    """Return the overall share of each collection whose game is installed, by its id; one query."""
    systems, shares = games.systems(), {}
    owned = _owned_printings(collections)
    for collection in collections:
        system = systems.get(collection.system)
        if system is not None:
            cards = _owned_cards(owned[collection.pk], system=system)
            shares[collection.pk] = Share("", "", len(cards), len(system.catalogue))
    return shares


def _owned_printings(collections: Sequence[Collection]) -> dict[int, set[str]]:
    held = Holding.objects.filter(collection__in=collections, cards__gt=0)
    printings: dict[int, set[str]] = defaultdict(set)
    for collection_id, code in held.values_list("collection_id", "printing__code"):
        printings[collection_id].add(code)
    return printings


def _owned_cards(printings: set[str], *, system: GameSystem) -> set[str]:
    return {card.code for card in system.catalogue if any(printing.code in printings for printing in card.printings)}


def _build_measure(fact: str, *, system: GameSystem, printings: set[str], cards: set[str]) -> Measure:
    language = current_language()
    facet = next((facet for facet in system.facets if facet.code == fact), None)
    owned: dict[str, int] = {}
    total: dict[str, int] = {}
    for card in system.catalogue:
        if fact == "set":
            for printing in card.printings:
                total[printing.set_code] = total.get(printing.set_code, 0) + 1
                owned[printing.set_code] = owned.get(printing.set_code, 0) + (printing.code in printings)
            continue
        for value in _fact_values(card.fact(fact)):
            total[value] = total.get(value, 0) + 1
            owned[value] = owned.get(value, 0) + (card.code in cards)
    ranks = {value: rank for rank, value in enumerate(facet.labels if facet else ())}
    return Measure(
        code=fact,
        label=facet.names[language] if facet else fact,
        shares=tuple(
            Share(
                code=value,
                label=facet.label(value, language=language) if facet else value,
                owned=owned[value],
                total=total[value],
                hue=system.hue(value, facet=fact),
            )
            for value in sorted(total, key=lambda value: ranks.get(value, len(ranks)))
        ),
    )


def _fact_values(fact: Fact | None) -> tuple[str, ...]:
    if isinstance(fact, tuple):
        return fact
    return (str(fact),) if fact not in (None, "", False) else ()
