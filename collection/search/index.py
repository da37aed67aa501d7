"""A game's catalogue in memory, rebuilt when the digest of its rows changes."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from collection.models import Card, CatalogueState, Printing
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES, Words

from .fields import IS, LEGAL, WITHDRAWN
from .words import Vocabulary, mask_of

_CACHED_GAMES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEntry:
    """A card as a search result: has the interface of the row without being one."""

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
        """Return a column or one of the game's own facts, like `Card.fact`."""
        columns = {"kind": self.kind, "set": self.set_code, "source": self.source, "rarity": self.rarity}
        return columns[name] if name in columns else self.facts.get(name)


class CatalogueIndex:
    """Every card of one game, and for each field and value the set of matching cards."""

    def __init__(self, system: GameSystem, entries: list[CardEntry], digest: str) -> None:
        self.system = system
        self.entries = entries
        self.digest = digest
        self.number_of = {entry.code: number for number, entry in enumerate(entries)}
        self.everything = (1 << len(entries)) - 1
        self.withdrawn = mask_of(number for number, entry in enumerate(entries) if entry.withdrawn)
        # field -> value -> set of cards; the values of number fields are integers
        self.values: dict[str, dict[Any, int]] = {}
        # field, value -> amount -> set of cards, such as the cards with Shot 3
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
        # Formats limit the number of copies in a deck, not which current cards it may contain.
        self.values[LEGAL] = {deck_format.code: current for deck_format in system.formats}
        self.names = Vocabulary([tuple(entry.names.values()) for entry in entries])
        self.texts = Vocabulary([tuple(entry.texts.values()) for entry in entries])
        self.flavours = Vocabulary([tuple(entry.flavours.values()) for entry in entries])
        self._name_ranks: dict[str, list[int]] = {}

    def name_ranks(self, language: str) -> list[int]:
        """Return each card's alphabetical rank; cards with the same name share one."""
        if language not in self._name_ranks:
            names = self.names.folded(LANGUAGES.index(language))
            ranks = {name: rank for rank, name in enumerate(sorted(set(names)))}
            self._name_ranks[language] = [ranks[name] for name in names]
        return self._name_ranks[language]

    def mask_of_codes(self, codes: Any) -> int:
        return mask_of(self.number_of[code] for code in codes if code in self.number_of)

    def _by_value(self, fact: str) -> dict[Any, int]:
        numbers: dict[Any, list[int]] = defaultdict(list)
        for number, entry in enumerate(self.entries):
            value = entry.sets if fact == "set" else entry.fact(fact)
            for item in value if isinstance(value, list | tuple) else (value,):
                if item is not None and item != "":
                    numbers[item].append(number)
        return {value: mask_of(matches) for value, matches in numbers.items()}


def catalogue_index(system: GameSystem) -> CatalogueIndex:
    """Return the index of a game; one small query if nothing changed."""
    digests = CatalogueState.objects.filter(system=system.code).values_list("digest", flat=True)
    return _build_index(system, next(iter(digests[:1]), ""))  # first() would sort


@lru_cache(maxsize=_CACHED_GAMES)
def _build_index(system: GameSystem, digest: str) -> CatalogueIndex:
    sets: dict[int, list[str]] = defaultdict(list)
    for card, set_code in Printing.objects.filter(system=system.code).values_list("card_id", "set_code"):
        sets[card].append(set_code)
    rows = Card.objects.filter(system=system.code).order_by("code") if digest else Card.objects.none()
    return CatalogueIndex(system, [_build_entry(row, tuple(dict.fromkeys(sets[row.pk]))) for row in rows], digest)


def _build_entry(row: Card, sets: tuple[str, ...]) -> CardEntry:
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
