"""How much of a game a collection has: by set, and by whatever else the game says collections are told by."""

from dataclasses import dataclass

from signum_site.core.i18n import current_language
from simulator.engine.system import GameSystem
from simulator.engine.values import Fact

from .models import Collection, Holding


@dataclass(frozen=True, slots=True)
class Share:
    """So many different cards of so many; the code is the game's word, the label the reader's."""

    code: str
    label: str
    owned: int
    total: int

    @property
    def percent(self) -> int:
        # Rounded down: a hundred is kept for what is really complete.
        return self.owned * 100 // self.total


@dataclass(frozen=True, slots=True)
class Measure:
    """The shares by one fact, in the order the game lists its values, else in that of the catalogue."""

    code: str
    label: str
    shares: tuple[Share, ...]


def completion(*, collection: Collection, system: GameSystem) -> tuple[Share, list[Measure]]:
    """The whole, and each measure; one query. A reprint counts in its own set, elsewhere a card counts once."""
    held = Holding.objects.filter(collection=collection, cards__gt=0)
    printings = set(held.values_list("printing__code", flat=True))
    cards = {card.code for card in system.catalogue if any(one.code in printings for one in card.printings)}
    whole = Share("", "", len(cards), len(system.catalogue))
    return whole, [_measure(fact, system=system, printings=printings, cards=cards) for fact in system.collected_by]


def _measure(fact: str, *, system: GameSystem, printings: set[str], cards: set[str]) -> Measure:
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
        for value in _values(card.fact(fact)):
            total[value] = total.get(value, 0) + 1
            owned[value] = owned.get(value, 0) + (card.code in cards)
    places = {value: place for place, value in enumerate(facet.labels if facet else ())}
    return Measure(
        code=fact,
        label=facet.names[language] if facet else fact,
        shares=tuple(
            Share(value, facet.label(value, language=language) if facet else value, owned[value], total[value])
            for value in sorted(total, key=lambda value: places.get(value, len(places)))
        ),
    )


def _values(fact: Fact | None) -> tuple[str, ...]:
    if isinstance(fact, tuple):
        return fact
    return (str(fact),) if fact not in (None, "", False) else ()
