"""Cards of any game, and the catalogue that finds them by code or name.

What a card does belongs to its game; decks are
decks/decklist.py; facets of searches are game_system.py.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from simulator.engine.values import LANGUAGES, Fact, Facts, Words, fold, tidy

Support = Literal["full", "partial", "none"]

# Takes the card's code and a language; for games that generate their texts from card data.
TextMaker = Callable[[str, str], str]

_NUMBER: Final = re.compile(r"[0-9a-z]+(?:_[0-9a-z]+)*")
_MIN_SIMILARITY: Final = 0.6
_MIN_PART_LENGTH: Final = 3
# Comparing spellings takes time proportional to the product of their lengths; no card has a longer name.
_MAX_NAME_LENGTH: Final = 80


class CatalogueError(ValueError):
    """A mistake in a card or game system.

    The message names the card, the wrong value and the expected one.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintingSpec:
    """One printing of a card in a set.

    Rarity and number may differ from other printings.
    """

    code: str
    set_code: str
    rarity: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSpec:
    """A card of any game: a code, names, a kind, and plain facts that its game reads."""

    code: str
    """Set and number, `core-012`; never changes once assigned."""
    names: Words
    kind: str
    """The type of card, in the game's own terms."""
    set_code: str
    source: str = ""
    rarity: str = ""
    support: Support = "full"
    """How much of the card the engine plays."""
    reprints: tuple[PrintingSpec, ...] = ()
    """Later printings; the first printing has the card's own code."""
    tags: tuple[str, ...] = ()
    facts: Facts = field(default_factory=Facts)
    wording: Words | TextMaker | None = field(default=None, compare=False)
    flavour: Words | None = None
    """Flavour text; has no effect on the rules."""

    @property
    def printings(self) -> tuple[PrintingSpec, ...]:
        return (PrintingSpec(code=self.code, set_code=self.set_code, rarity=self.rarity), *self.reprints)

    def name(self, language: str = "en") -> str:
        return self.names[language]

    def text(self, language: str = "en") -> str:
        """The card's text in one language, stored or generated from its data."""
        if self.wording is None:
            return ""
        if isinstance(self.wording, Words):
            return self.wording[language]
        return self.wording(self.code, language)

    def fact(self, name: str) -> Fact | None:
        """A fact by name, including printed fields, for facets and searches.

        None if the card has none.
        """
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
    """Every card of one game in a fixed order; immutable."""

    __slots__ = ("_by_code", "_by_name", "_by_printing", "_printed_names")

    def __init__(self, cards: Iterable[CardSpec]) -> None:
        self._by_code: dict[str, CardSpec] = {}
        self._by_printing: dict[str, CardSpec] = {}
        self._by_name: dict[str, tuple[CardSpec, ...]] = {}
        # Folded spelling -> the name as printed, in the first language that has it.
        self._printed_names: dict[str, str] = {}
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
                self._add_name(card, name=card.names[language])

    def _add_name(self, card: CardSpec, *, name: str) -> None:
        spelling = fold(name)
        known = self._by_name.get(spelling, ())
        if card not in known:
            self._by_name[spelling] = (*known, card)
        self._printed_names.setdefault(spelling, name)

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
        """The cards with this printing code, or this name in any language.

        Several cards may share a name.
        """
        spelling = fold(text)
        by_code = self._by_printing.get(spelling)
        return (by_code,) if by_code else self._by_name.get(spelling, ())

    def nearest(self, text: str, *, limit: int = 3) -> tuple[str, ...]:
        """Printed names similar to a misspelt one, best first.

        Of each card only the nearest name.
        """
        spelling = fold(text)[:_MAX_NAME_LENGTH]
        # Players often use one word of a name, which a comparison of whole names would miss.
        parts = [known for known in self._by_name if spelling in known] if len(spelling) >= _MIN_PART_LENGTH else []
        words = [known for known in parts if f" {spelling} " in f" {known} "]
        similar = difflib.get_close_matches(spelling, self._by_name, n=limit * len(LANGUAGES), cutoff=_MIN_SIMILARITY)
        names: dict[str, str] = {}
        for known in [*words, *similar, *parts]:
            names.setdefault(self._by_name[known][0].code, self._printed_names[known])
        return tuple(names.values())[:limit]


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
