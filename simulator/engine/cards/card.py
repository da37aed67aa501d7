"""Cards and the catalogue that holds them: what any game's card has, and how one is found by code or by name.

What a card does is its game's business; the deck it lies in is decklist.py; what a search may ask is system.py.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from simulator.engine.values import LANGUAGES, Fact, Facts, Words, fold, tidy

Support = Literal["full", "partial", "none"]

# Asked with the card's code and the language; for games that make their texts from the card's data.
TextMaker = Callable[[str, str], str]

_NUMBER: Final = re.compile(r"[0-9a-z]+(?:_[0-9a-z]+)*")
_NEAR_ENOUGH: Final = 0.6
_SHORTEST_PART: Final = 3
# Comparing spellings takes time that grows with their product; no card's name is longer than this.
_LONGEST_NAME: Final = 80


class CatalogueError(ValueError):
    """The author of a card or a game system made a mistake: says which card, what was given and what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintingSpec:
    """One appearance of a card in a set. The card stays the same; its rarity and number may differ."""

    code: str
    set_code: str
    rarity: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSpec:
    """A card, alike in every game: a code, names, a kind, and plain facts that its game can read."""

    code: str
    """Set and number, `core-012`; frozen once given."""
    names: Words
    kind: str
    """The game's own word for what sort of card it is."""
    set_code: str
    source: str = ""
    rarity: str = ""
    support: Support = "full"
    """How much of the card the engine plays."""
    reprints: tuple[PrintingSpec, ...] = ()
    """Where it was printed again; its first printing has the card's own code."""
    tags: tuple[str, ...] = ()
    facts: Facts = field(default_factory=Facts)
    wording: Words | TextMaker | None = field(default=None, compare=False)
    flavour: Words | None = None
    """A line of atmosphere; no rule."""

    @property
    def printings(self) -> tuple[PrintingSpec, ...]:
        return (PrintingSpec(code=self.code, set_code=self.set_code, rarity=self.rarity), *self.reprints)

    def name(self, language: str = "en") -> str:
        return self.names[language]

    def text(self, language: str = "en") -> str:
        """The card's text in one language, stored or made from its data."""
        if self.wording is None:
            return ""
        if isinstance(self.wording, Words):
            return self.wording[language]
        return self.wording(self.code, language)

    def fact(self, name: str) -> Fact | None:
        """A fact by name, the printed fields included: what facets and searches ask; None if the card has none."""
        if name == "kind":
            return self.kind
        if name == "set":
            return self.set_code
        if name == "source":
            return self.source
        if name == "rarity":
            return self.rarity
        if name == "support":
            return self.support
        if name == "tags":
            return self.tags
        return self.facts.get(name)


class Catalogue:
    """Every card of one game in a fixed order; never changes once made."""

    __slots__ = ("_by_code", "_by_name", "_by_printing", "_spelt")

    def __init__(self, cards: Iterable[CardSpec]) -> None:
        self._by_code: dict[str, CardSpec] = {}
        self._by_printing: dict[str, CardSpec] = {}
        self._by_name: dict[str, tuple[CardSpec, ...]] = {}
        # Folded spelling -> the name as printed, in the first language that has it.
        self._spelt: dict[str, str] = {}
        for card in cards:
            _verify(card)
            for printing in card.printings:
                if printing.code in self._by_printing:
                    other = self._by_printing[printing.code].names.en
                    raise CatalogueError(
                        f"{printing.code}: given to both {other!r} and {card.names.en!r}; codes are unique"
                    )
                self._by_printing[printing.code] = card
            self._by_code[card.code] = card
            for language in LANGUAGES:
                self._enter(card, name=card.names[language])

    def _enter(self, card: CardSpec, *, name: str) -> None:
        spelling = fold(name)
        known = self._by_name.get(spelling, ())
        if card not in known:
            self._by_name[spelling] = (*known, card)
        self._spelt.setdefault(spelling, name)

    def __iter__(self) -> Iterator[CardSpec]:
        return iter(self._by_code.values())

    def __len__(self) -> int:
        return len(self._by_code)

    def __contains__(self, code: object) -> bool:
        return code in self._by_code

    def __getitem__(self, code: str) -> CardSpec:
        card = self._by_code.get(code)
        if card is None:
            near = difflib.get_close_matches(code, self._by_code, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise KeyError(f"no card has the code {code!r}{hint}")
        return card

    def get(self, code: str) -> CardSpec | None:
        return self._by_code.get(code)

    def find(self, text: str) -> tuple[CardSpec, ...]:
        """The cards meant by the code of a printing, or by a name in any language; several cards may share a name."""
        spelling = fold(text)
        by_code = self._by_printing.get(spelling)
        return (by_code,) if by_code else self._by_name.get(spelling, ())

    def nearest(self, text: str, *, limit: int = 3) -> tuple[str, ...]:
        """Names, as printed, a misspelt one may have meant, best first; of one card only the nearest name."""
        spelling = fold(text)[:_LONGEST_NAME]
        # Players often call a card by one word of its name, which similarity of the whole would miss.
        parts = [known for known in self._by_name if spelling in known] if len(spelling) >= _SHORTEST_PART else []
        words = [known for known in parts if f" {spelling} " in f" {known} "]
        similar = difflib.get_close_matches(spelling, self._by_name, n=limit * len(LANGUAGES), cutoff=_NEAR_ENOUGH)
        found: dict[str, str] = {}
        for known in [*words, *similar, *parts]:
            found.setdefault(self._by_name[known][0].code, self._spelt[known])
        return tuple(found.values())[:limit]


def _verify(card: CardSpec) -> None:
    number = card.code.removeprefix(f"{card.set_code}-")
    if not card.set_code or number == card.code or not _NUMBER.fullmatch(number) or card.code != fold(card.code):
        expected = f"'{card.set_code or 'set'}-' and a number"
        raise CatalogueError(f"{card.code}: the code of a card is its set and number, here {expected}, in lower case")
    for language in LANGUAGES:
        name = card.names[language]
        if not fold(name) or name != tidy(name):
            expected = "a name in each language, on one line, without unseen characters"
            raise CatalogueError(f"{card.code}: names[{language!r}] is {name!r}; expected {expected}")
    if not card.kind:
        raise CatalogueError(f"{card.code}: kind is empty")
