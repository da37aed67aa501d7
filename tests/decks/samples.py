"""Users and decks for tests."""

from typing import Any

from decks.models import Deck
from decks.services import deck_create
from signum_site.accounts.models import User
from simulator.engine.decks.decklist import DeckList
from simulator.games.signum import SYSTEM


def person(name: str = "brissa", **values: Any) -> User:
    return User.objects.create_user(name, password="a long pass phrase", **values)


def reference(number: int = 0) -> DeckList:
    return SYSTEM.reference_decks()[number].deck


def saved_deck(owner: User, decklist: DeckList | None = None, **values: Any) -> Deck:
    """Create a deck and set some of its fields."""
    deck = deck_create(owner=owner, decklist=decklist or reference())
    for field, value in values.items():
        setattr(deck, field, value)
    deck.save()
    return deck


def without(decklist: DeckList, card: str) -> DeckList:
    sections = {section: {c: n for c, n in cards if c != card} for section, cards in decklist.sections}
    return DeckList.of(sections, system=decklist.system, format=decklist.format, name=decklist.name)


def battle_cards(decklist: DeckList) -> list[str]:
    return [card for card, _ in decklist.section("battle")]
