"""Sample decks for deck construction tests, built from the catalogue."""

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Problem
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.deckbuilding.check import check_deck


def cards(card_type: str, faction: str = "vallor", *, hero: str = "") -> list[SignumCard]:
    """Cards of a type and faction, unrestricted or restricted to this hero."""
    matching = [card for card in signum_cards() if card.type == card_type and card.faction == faction]
    return [card for card in matching if card.hero == hero]


HERO, OTHER_HERO = cards("hero")[:2]
FOE = cards("hero", "grypharim")[0]
OWN = cards("character")
HIRED = cards("character", "mercenary")
SPELLS = cards("spell")
BUILDINGS = [*cards("building", "basic"), *[card for card in cards("building") if not card.class_building]]
GUILDS = [card for card in cards("building") if card.class_building]
TERRAIN = cards("terrain", "basic")


def deck(
    battle: dict[str, int],
    *,
    hero: dict[str, int] | None = None,
    city: dict[str, int] | None = None,
    terrain: dict[str, int] | None = None,
    fmt: str = "basic",
) -> DeckList:
    """A Vallor deck. Defaults: a hero, twelve buildings, and a forest."""
    sections = {
        "hero": {HERO.code: 1} if hero is None else hero,
        "battle": battle,
        "city": {card.code: 1 for card in BUILDINGS[:12]} if city is None else city,
        "terrain": {TERRAIN[0].code: 1} if terrain is None else terrain,
    }
    return DeckList.of({name: counts for name, counts in sections.items() if counts}, system="signum", format=fmt)


def battle(*, own: int = 0, hired: int = 0, spells: int = 0, copies: int = 1) -> dict[str, int]:
    """Card counts of a battle deck. Each spell has `copies` copies."""
    counts = {card.code: 1 for card in [*OWN[:own], *HIRED[:hired]]}
    left = spells
    for card in SPELLS * 9:
        if left > 0:
            counts[card.code] = counts.get(card.code, 0) + min(copies, left)
            left -= copies
    return counts


def problems_of(decklist: DeckList, code: str = "") -> list[Problem]:
    """The problems with this code, or all of them."""
    return [problem for problem in check_deck(decklist).problems if code in ("", problem.code)]


def error_codes(decklist: DeckList) -> list[str]:
    """The codes of all errors. Warnings are not included."""
    return sorted({problem.code for problem in check_deck(decklist).errors})
