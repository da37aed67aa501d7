"""A deck with its codes resolved to cards, for the rules and their fixes.

The list of codes is engine/decks/decklist.py; the rules are rules.py.
"""

from collections.abc import Mapping
from typing import Final

from simulator.engine.decks.decklist import DeckList
from simulator.games.signum.cardfile.loader import find_code
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import SUPPORT_TYPES, UNIQUE

HERO: Final = "hero"
BATTLE: Final = "battle"
CITY: Final = "city"
TERRAIN: Final = "terrain"
KINDS: Final[dict[str, tuple[str, ...]]] = {
    HERO: ("hero",),
    BATTLE: ("character", *SUPPORT_TYPES),
    CITY: ("building",),
    TERRAIN: ("terrain",),
}

NO_CARDS: Final[Mapping[str, SignumCard]] = {}


class DeckEntry:
    """One line of a deck: a card, its count and its section."""

    __slots__ = ("card", "count", "section")

    def __init__(self, card: SignumCard, *, count: int, section: str) -> None:
        self.card = card
        self.count = count
        self.section = section

    @property
    def belongs(self) -> bool:
        """Whether the card is in its right section."""
        return self.card.type in KINDS[self.section]


def home_of(card: SignumCard) -> str:
    """The section a card belongs to."""
    for section, kinds in KINDS.items():
        if card.type in kinds:
            return section
    raise ValueError(f"{card.code}: no section is for a {card.type}")


class ResolvedDeck:
    """The cards of a deck by section.

    Unknown codes and unknown sections are kept apart.
    """

    __slots__ = ("_entries", "buildings", "factions", "heroes", "unknown_cards", "unknown_sections")

    def __init__(self, decklist: DeckList, *, own: Mapping[str, SignumCard] = NO_CARDS) -> None:
        self._entries: dict[str, list[DeckEntry]] = {section: [] for section in KINDS}
        self.unknown_cards: list[tuple[str, str]] = []
        self.unknown_sections: list[tuple[str, tuple[str, ...]]] = []
        for section, lines in decklist.sections:
            known = [(own.get(code) or find_code(code), code, count) for code, count in lines]
            self.unknown_cards += [(section, code) for card, code, _ in known if card is None]
            if section in self._entries:
                self._entries[section] += [
                    DeckEntry(card, count=count, section=section) for card, _, count in known if card is not None
                ]
            else:
                self.unknown_sections.append((section, tuple(code for card, code, _ in known if card is not None)))
        self.heroes = [entry.card for entry in self._entries[HERO] if entry.belongs]
        self.factions = tuple(dict.fromkeys(card.faction for card in self.heroes))
        self.buildings = [entry.card for entry in self._entries[CITY] if entry.belongs]

    def entries(self, section: str) -> list[DeckEntry]:
        return self._entries[section]

    def misplaced(self, section: str) -> list[DeckEntry]:
        return [entry for entry in self._entries[section] if not entry.belongs]

    @property
    def size(self) -> int:
        """The size of the battle deck.

        Heroes, buildings and terrain in it do not count (S-2.8).
        """
        return sum(entry.count for entry in self._entries[BATTLE] if entry.belongs)

    @property
    def size_of_city(self) -> int:
        return sum(entry.count for entry in self._entries[CITY] if entry.belongs)

    def of_type(self, card_type: str) -> list[DeckEntry]:
        """The lines of the battle deck with cards of one type."""
        return [entry for entry in self._entries[BATTLE] if entry.card.type == card_type]

    def count_of(self, card_type: str) -> int:
        return sum(entry.count for entry in self.of_type(card_type))

    def has(self, code: str) -> bool:
        return any(entry.card.code == code for entries in self._entries.values() for entry in entries)

    def by_name(self, sections: tuple[str, ...]) -> list[tuple[str, list[DeckEntry]]]:
        """The lines by name and type of their cards.

        Two printings of one card are one card.
        """
        by_name: dict[tuple[str, str], list[DeckEntry]] = {}
        for section in sections:
            for entry in self._entries[section]:
                if entry.belongs:
                    by_name.setdefault((entry.card.names.en, entry.card.type), []).append(entry)
        return [(name, entries) for (name, _), entries in by_name.items()]

    def missing_for(self, card: SignumCard) -> tuple[str, ...]:
        """The parts of a card's cost that the chosen buildings can never pay.

        They are building keys, or `unique`.
        """
        if card.type not in KINDS[BATTLE] and card.type != "terrain":
            return ()
        chosen = {building.key for building in self.buildings}
        missing = [key for key in dict.fromkeys(card.cost.buildings) if key != UNIQUE and key not in chosen]
        # A named building may be unique too, and is then already tapped.
        free = [building for building in self.buildings if building.unique and building.key not in card.cost.buildings]
        if card.cost.buildings.count(UNIQUE) > len(free):
            missing.append(UNIQUE)
        return tuple(missing)
