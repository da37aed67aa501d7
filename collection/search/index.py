"""A game's catalogue in memory, ready to be searched; made anew when the rows' digest says they changed."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from collection.models import Card, CatalogueState, Printing
from simulator.engine.system import GameSystem
from simulator.engine.values import LANGUAGES, Words

from .fields import IS, LEGAL, WITHDRAWN
from .words import Vocabulary, mask_of

_GAMES_KEPT: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEntry:
    """A card as search results show it: answers what the row answers, without the row."""

    pk: int
    system: str
    code: str
    kind: str
    set_code: str
    sets: tuple[str, ...]
    rarity: str
    source: str
    support: str
    names: Words
    texts: Words
    flavours: Words
    tags: tuple[str, ...]
    facts: dict[str, Any]
    withdrawn: bool

    def name(self, language: str) -> str:
        return self.names[language]

    def text(self, language: str) -> str:
        return self.texts[language]

    def flavour(self, language: str) -> str:
        return self.flavours[language]

    def fact(self, name: str) -> Any:
        """As the printed card's `fact`."""
        columns = {"kind": self.kind, "set": self.set_code, "source": self.source, "rarity": self.rarity}
        return columns[name] if name in columns else self.facts.get(name)


class CatalogueIndex:
    """Every card of one game, and for everything a search may ask the set of cards it is true of."""

    def __init__(self, system: GameSystem, entries: list[CardEntry], digest: str) -> None:
        self.system = system
        self.entries = entries
        self.digest = digest
        self.number_of = {entry.code: number for number, entry in enumerate(entries)}
        self.everything = (1 << len(entries)) - 1
        self.withdrawn = mask_of(number for number, entry in enumerate(entries) if entry.withdrawn)
        # field -> value -> set of cards; the values of number fields are integers
        self.values: dict[str, dict[Any, int]] = {}
        # field, value -> amount -> set of cards: how much Shot
        self.amounts: dict[tuple[str, str], dict[int, int]] = {}
        for facet in system.facets:
            self.values[facet.code] = self._by_value(facet.code)
            if facet.amounts:
                for value in self.values[facet.code]:
                    self.amounts[facet.code, value] = self._by_value(f"{facet.amounts}{value}")
        self.values[IS] = {
            facet.code: self.values[facet.code].get(True, 0) for facet in system.facets if facet.kind == "flag"
        } | {WITHDRAWN: self.withdrawn}
        current = self.everything & ~self.withdrawn
        # Formats limit how many cards a deck holds, not which of the current ones.
        self.values[LEGAL] = {known.code: current for known in system.formats}
        self.names = Vocabulary([tuple(entry.names.values()) for entry in entries])
        self.texts = Vocabulary([tuple(entry.texts.values()) for entry in entries])
        self.flavours = Vocabulary([tuple(entry.flavours.values()) for entry in entries])
        self._name_ranks: dict[str, list[int]] = {}

    def name_ranks(self, language: str) -> list[int]:
        """For every card its place in the alphabet; cards of one name share it."""
        if language not in self._name_ranks:
            names = self.names.folded(LANGUAGES.index(language))
            places = {name: place for place, name in enumerate(sorted(set(names)))}
            self._name_ranks[language] = [places[name] for name in names]
        return self._name_ranks[language]

    def mask_of_codes(self, codes: Any) -> int:
        return mask_of(self.number_of[code] for code in codes if code in self.number_of)

    def _by_value(self, fact: str) -> dict[Any, int]:
        numbers: dict[Any, list[int]] = defaultdict(list)
        for number, entry in enumerate(self.entries):
            value = entry.sets if fact == "set" else entry.fact(fact)
            for single in value if isinstance(value, list | tuple) else (value,):
                if single is not None and single != "":
                    numbers[single].append(number)
        return {value: mask_of(found) for value, found in numbers.items()}


def catalogue_index(system: GameSystem) -> CatalogueIndex:
    """One small query when nothing changed."""
    state = CatalogueState.objects.filter(system=system.code).values_list("digest", flat=True).first()
    return _index(system, state or "")


@lru_cache(maxsize=_GAMES_KEPT)
def _index(system: GameSystem, digest: str) -> CatalogueIndex:
    sets: dict[int, list[str]] = defaultdict(list)
    for card, set_code in Printing.objects.filter(system=system.code).values_list("card_id", "set_code"):
        sets[card].append(set_code)
    rows = Card.objects.filter(system=system.code).order_by("code") if digest else Card.objects.none()
    return CatalogueIndex(system, [_entry(row, tuple(dict.fromkeys(sets[row.pk]))) for row in rows], digest)


def _entry(row: Card, sets: tuple[str, ...]) -> CardEntry:
    return CardEntry(
        pk=row.pk,
        system=row.system,
        code=row.code,
        kind=row.kind,
        set_code=row.set_code,
        sets=sets or (row.set_code,),
        rarity=row.rarity,
        source=row.source,
        support=row.support,
        names=Words(**{language: row.name(language) for language in LANGUAGES}),
        texts=Words(**{language: row.text(language) for language in LANGUAGES}),
        flavours=Words(**{language: row.flavour(language) for language in LANGUAGES}),
        tags=tuple(row.tags),
        facts=row.facts,
        withdrawn=row.withdrawn,
    )
