"""Reads: what somebody has, what lies in built decks, what decks need, and the badges of a list of decks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum

from collection.stock.models import Holding
from decks.models import Deck, DeckLine, DeckVersion
from simulator import games
from simulator.engine.system import GameSystem

from .models import Built
from .requirements import NOTHING, Stock, lacking, together


def owned(user: Any, system: str) -> Stock:
    """All printings of a card in all collections of one game, added up; one query."""
    if not user.is_authenticated:
        return NOTHING
    rows = (
        Holding.objects.filter(collection__owner=user.pk, collection__system=system)
        .values_list("printing__card__code")
        .annotate(all_cards=Sum("cards"), bare=Sum("unpainted"), done=Sum("painted"))
        .order_by()
    )
    cards: dict[str, int] = {}
    miniatures: dict[str, int] = {}
    for code, number, bare, done in rows:
        cards[code], miniatures[code] = number, bare + done
    return Stock(cards, miniatures)


def needs_of(versions: Sequence[int], system: GameSystem | None) -> dict[int, Stock]:
    """What each version needs, by its id; one query."""
    cards: dict[int, dict[str, int]] = {version: {} for version in versions}
    lines = DeckLine.objects.filter(version__in=versions).order_by().values_list("version_id", "card", "count")
    for version, code, count in lines:
        cards[version][code] = cards[version].get(code, 0) + count
    return {version: Stock(needs, miniatures_of(needs, system)) for version, needs in cards.items()}


def miniatures_of(needs: Mapping[str, int], system: GameSystem | None) -> dict[str, int]:
    """A miniature for every card of a kind that has one."""
    if system is None or not system.miniature_kinds:
        return {}
    known = system.catalogue
    return {code: n for code, n in needs.items() if (card := known.get(code)) and card.kind in system.miniature_kinds}


def built_versions(user: Any, system: str) -> dict[int, int]:
    """The versions somebody has built, and the deck of each."""
    if not user.is_authenticated:
        return {}
    built = Built.objects.filter(owner=user.pk, version__deck__system=system)
    return dict(built.values_list("version_id", "version__deck_id"))


def built_of_others(user: Any, system: str) -> tuple[list[Deck], list[Built]]:
    """Decks of others that somebody has built: those they may see, and what was built of decks that are hidden now."""
    built = Built.objects.filter(owner=user.pk, version__deck__system=system).exclude(version__deck__owner=user.pk)
    visible = Deck.objects.visible_to(user).filter(pk__in=built.values("version__deck")).exclude(current=None)
    decks = list(visible.select_related("current", "owner"))
    hidden = built.exclude(version__deck__in=[deck.pk for deck in decks]).select_related("version")
    return decks, list(hidden)


def reserved(user: Any, system: str, *, but: Iterable[int] = ()) -> Stock:
    """What lies in built decks, leaving some decks out."""
    left_out = set(but)
    versions = [version for version, deck in built_versions(user, system).items() if deck not in left_out]
    return together(needs_of(versions, games.systems().get(system)).values()) if versions else NOTHING


def free_of(user: Any, system: str) -> dict[str, int]:
    """How many of each card are in no built deck: the search's `free`."""
    return dict(owned(user, system).without(reserved(user, system)).cards)


@dataclass(frozen=True, slots=True)
class Badges:
    """What a reader's own things say about a deck; legality is the deck's own badge."""

    missing: int
    missing_miniatures: int
    taken: int
    """How many of its cards lie in other built decks."""
    built: bool

    @property
    def buildable(self) -> bool:
        return not self.missing

    @property
    def table_ready(self) -> bool:
        return not self.missing and not self.missing_miniatures


def badges(user: Any, decks: Sequence[Deck]) -> dict[int, Badges]:
    """For the current version of each deck, by the deck's id; nothing for somebody who owns nothing.

    A few queries for each game, however many decks.
    """
    found: dict[int, Badges] = {}
    for system in {deck.system for deck in decks}:
        there = owned(user, system)
        if not any(there.cards.values()):
            continue
        versions = {deck.pk: deck.current_id for deck in decks if deck.system == system and deck.current_id}
        built = built_versions(user, system)
        game = games.systems().get(system)
        needs = needs_of(list({*versions.values(), *built}), game)
        of_deck = {deck: version for version, deck in built.items()}
        aside = together(needs[version] for version in built)
        for deck, version in versions.items():
            others = aside.without(needs[of_deck[deck]]) if deck in of_deck else aside
            found[deck] = badges_of(needs[version], there=there, aside=others, built=version in built)
    return found


def badges_of(need: Stock, *, there: Stock, aside: Stock, built: bool = False) -> Badges:
    """What a stock says about a need, if a part of it lies aside in built decks."""
    missing = sum(lacking(need.cards, there.cards).values())
    return Badges(
        missing=missing,
        missing_miniatures=sum(lacking(need.miniatures, there.miniatures).values()),
        taken=sum(lacking(need.cards, there.without(aside).cards).values()) - missing,
        built=built,
    )


def visible_versions(user: Any, deck_ids: Sequence[int]) -> list[DeckVersion]:
    """The current versions of decks the reader may see, in the order they were asked for."""
    decks = {
        deck.pk: deck
        for deck in Deck.objects.visible_to(user).filter(pk__in=deck_ids).select_related("current__deck", "owner")
    }
    return [deck.current for pk in dict.fromkeys(deck_ids) if (deck := decks.get(pk)) and deck.current]
