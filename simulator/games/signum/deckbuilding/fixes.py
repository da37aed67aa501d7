"""Fixes for the problems of a deck.

Each problem has a few, precise enough for a button. Each fix improves the deck and, where possible, breaks no other
rule. The problems are rules.py.
"""

from collections.abc import Iterator
from typing import Final

from simulator.engine.decks.report import Fix
from simulator.games.signum.cardfile.loader import find_code, signum_cards
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import SUPPORT_TYPES, UNIQUE
from simulator.games.signum.deckbuilding.contents import BATTLE, CITY, HERO, DeckEntry, ResolvedDeck, home_of

MAX_FIXES: Final = 3


def remove(entry: DeckEntry, *, count: int = 0) -> Fix:
    """Removes the line, or `count` copies of it."""
    return Fix(do="remove", card=entry.card.code, count=count or entry.count, section=entry.section)


def move_home(entry: DeckEntry) -> Fix:
    return Fix(do="move", card=entry.card.code, count=entry.count, section=home_of(entry.card))


def move_card_home(code: str) -> Fix:
    card = find_code(code)
    return Fix(do="move", card=code, section=home_of(card) if card is not None else BATTLE)


def without_section(deck: ResolvedDeck, *, section: str) -> tuple[Fix, ...]:
    """Removes the unknown cards of an unknown section."""
    return tuple(Fix(do="remove", card=code, section=section) for other, code in deck.unknown_cards if other == section)


def for_a_missing_hero(deck: ResolvedDeck) -> tuple[Fix, ...]:
    """Moves a hero from the battle deck.

    Otherwise adds heroes of the most frequent faction.
    """
    misplaced = [entry for entry in deck.misplaced(BATTLE) if entry.card.type == "hero"]
    if misplaced:
        return tuple(Fix(do="move", card=entry.card.code, count=1, section=HERO) for entry in misplaced[:MAX_FIXES])
    counts: dict[str, int] = {}
    for entry in deck.entries(BATTLE):
        counts[entry.card.faction] = counts.get(entry.card.faction, 0) + entry.count
    heroes = [card for card in signum_cards() if card.type == "hero"]
    heroes.sort(key=lambda card: -counts.get(card.faction, 0))
    return tuple(Fix(do="add", card=card.code, count=1, section=HERO) for card in heroes[:MAX_FIXES])


def for_too_many_heroes(deck: ResolvedDeck) -> tuple[Fix, ...]:
    entries = deck.entries(HERO)
    if any(not entry.belongs for entry in entries):
        return tuple(move_home(entry) for entry in entries if not entry.belongs)
    if len(entries) == 1:
        return (remove(entries[0], count=entries[0].count - 1),)
    return tuple(remove(entry) for entry in entries)


def for_missing_cards(deck: ResolvedDeck, *, count: int) -> tuple[Fix, ...]:
    """Adds up to three characters that the chosen city can pay for."""
    addable = list(_addable(deck))
    preferred = [card for card in addable if card.type == "character"] or addable
    return _added(preferred[: min(count, MAX_FIXES)])


def for_surplus_cards(deck: ResolvedDeck, *, count: int) -> tuple[Fix, ...]:
    """Removes cards that can never be played first, then those with the most copies."""
    lines = [entry for entry in deck.entries(BATTLE) if entry.belongs]
    lines.sort(key=lambda entry: (not deck.missing_for(entry.card), entry.card.type == "character", -entry.count))
    return tuple(remove(entry, count=min(count, entry.count)) for entry in lines[:MAX_FIXES])


def for_missing_characters(deck: ResolvedDeck) -> tuple[Fix, ...]:
    """Adds a character, or removes support cards.

    Removing size - 2 x characters cards is enough (S-2.4).
    """
    surplus = deck.size - 2 * deck.count_of("character")
    support = [entry for entry in deck.entries(BATTLE) if entry.card.type in SUPPORT_TYPES]
    support.sort(key=lambda entry: -entry.count)
    fewer = tuple(remove(entry, count=min(surplus, entry.count)) for entry in support[:MAX_FIXES])
    return (*for_missing_cards(deck, count=1), *fewer)


def for_too_many_mercenaries(deck: ResolvedDeck, *, hired: list[DeckEntry]) -> tuple[Fix, ...]:
    """Removes a mercenary, or adds a character of the faction."""
    dismissed = tuple(remove(entry, count=1) for entry in hired[:MAX_FIXES])
    own = [card for card in _addable(deck) if card.type == "character" and not card.is_mercenary]
    return (*dismissed, *_added(own[:1]))


def down_to(entries: list[DeckEntry], *, allowed: int) -> tuple[Fix, ...]:
    """Removes copies, the last line first, until `allowed` are left."""
    surplus = sum(entry.count for entry in entries) - allowed
    fixes: list[Fix] = []
    for entry in reversed(entries):
        if surplus > 0:
            fixes.append(remove(entry, count=min(surplus, entry.count)))
            surplus -= entry.count
    return tuple(fixes)


def for_another_hero(deck: ResolvedDeck, entry: DeckEntry) -> tuple[Fix, ...]:
    """Removes the card, or replaces the hero by the card's hero of the same faction."""
    wanted = find_code(entry.card.hero)
    if wanted is not None and wanted.faction in deck.factions:
        return remove(entry), Fix(do="replace", card=deck.heroes[0].code, text=wanted.code, count=1, section=HERO)
    return (remove(entry),)


def for_a_missing_building(deck: ResolvedDeck, entry: DeckEntry, *, missing: tuple[str, ...]) -> tuple[Fix, ...]:
    """Adds the building, or removes the card."""
    fixes: list[Fix] = []
    for card in signum_cards():
        wanted = card.key in missing or (UNIQUE in missing and card.unique and not deck.has(card.code))
        if card.type == "building" and wanted and card.faction in ("basic", *deck.factions):
            fixes.append(Fix(do="add", card=card.code, count=1, section=CITY))
    return (*fixes[:MAX_FIXES], remove(entry))


def for_a_large_city(deck: ResolvedDeck) -> tuple[Fix, ...]:
    """Removes buildings that no card of the deck needs, otherwise the last ones."""
    needed = {key for entry in deck.entries(BATTLE) for key in entry.card.cost.buildings}
    lines = [entry for entry in deck.entries(CITY) if entry.belongs]
    idle = [entry for entry in lines if entry.card.key not in needed]
    return tuple(remove(entry, count=1) for entry in (idle or lines[::-1])[:MAX_FIXES])


def building_name(key: str) -> str:
    for card in signum_cards():
        if card.key == key:
            return card.names.en
    return "a unique building" if key == UNIQUE else key


def hero_name(code: str) -> str:
    card = find_code(code)
    return card.names.en if card is not None else code


def _added(cards: list[SignumCard]) -> tuple[Fix, ...]:
    return tuple(Fix(do="add", card=card.code, count=1, section=BATTLE) for card in cards)


def _addable(deck: ResolvedDeck) -> Iterator[SignumCard]:
    """Legal cards that are not in the battle deck, payable ones first."""
    heroes = ("", *(card.code for card in deck.heroes))
    fitting = [
        card
        for card in signum_cards()
        if card.type in ("character", *SUPPORT_TYPES)
        and card.faction in (deck.factions or ("vallor", "grypharim"))
        and card.hero in heroes
        and not deck.has(card.code)
    ]
    yield from [card for card in fitting if not deck.missing_for(card)]
    yield from [card for card in fitting if deck.missing_for(card)]
