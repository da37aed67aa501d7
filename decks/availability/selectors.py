"""Queries for owned and reserved cards, requirements of decks, and deck badges."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum

from collection.stock.models import Holding
from decks.models import Deck, DeckLine, DeckVersion
from simulator import games
from simulator.engine.game_system import GameSystem

from .models import Built
from .requirements import NOTHING, Counts, Stock, lacking, together, with_parts


def owned(user: Any, system: str) -> Stock:
    """Return the user's stock of a game, summed over collections and printings.

    Takes one query.
    """
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
    for code, number, unpainted, painted in rows:
        cards[code], miniatures[code] = number, unpainted + painted
    return Stock(cards, miniatures)


def needs_of(versions: Sequence[int], system: GameSystem | None) -> dict[int, Stock]:
    """Return the requirements of versions by id, parts of cards included; one query."""
    cards: dict[int, dict[str, int]] = {version: {} for version in versions}
    lines = DeckLine.objects.filter(version__in=versions).order_by().values_list("version_id", "card", "count")
    for version, code, count in lines:
        cards[version][code] = cards[version].get(code, 0) + count
    return {version: need_of(counts, system) for version, counts in cards.items()}


def need_of(cards: Counts, system: GameSystem | None) -> Stock:
    """Return what the cards of a deck require."""
    needs = with_parts(cards, system)
    return Stock(needs, miniatures_of(needs, system))


def miniatures_of(needs: Mapping[str, int], system: GameSystem | None) -> dict[str, int]:
    """Return the miniatures needed: one for each card of a kind that has miniatures."""
    if system is None or not system.miniature_kinds:
        return {}
    known = system.catalogue
    return {code: n for code, n in needs.items() if (card := known.get(code)) and card.kind in system.miniature_kinds}


def built_versions(user: Any, system: str) -> dict[int, int]:
    """Return the deck id of each version the user has built, by version id."""
    if not user.is_authenticated:
        return {}
    built = Built.objects.filter(owner=user.pk, version__deck__system=system)
    return dict(built.values_list("version_id", "version__deck_id"))


def built_of_others(user: Any, system: str) -> tuple[list[Deck], list[Built]]:
    """Return other users' decks that the user has built.

    The first list holds the decks the user may see, the second what was built from decks that are hidden now.
    """
    built = Built.objects.filter(owner=user.pk, version__deck__system=system).exclude(version__deck__owner=user.pk)
    visible = Deck.objects.visible_to(user).filter(pk__in=built.values("version__deck")).exclude(current=None)
    decks = list(visible.select_related("current", "owner"))
    hidden = built.exclude(version__deck__in=[deck.pk for deck in decks]).select_related("version")
    return decks, list(hidden)


def reserved(user: Any, system: str, *, excluding: Iterable[int] = ()) -> Stock:
    """Return the cards and miniatures in built decks, excluding some decks."""
    excluded = set(excluding)
    versions = [version for version, deck in built_versions(user, system).items() if deck not in excluded]
    return together(needs_of(versions, games.systems().get(system)).values()) if versions else NOTHING


def free_of(user: Any, system: str) -> dict[str, int]:
    """Return the copies of each card in no built deck, for the `free` search field."""
    return dict(owned(user, system).without(reserved(user, system)).cards)


@dataclass(frozen=True, slots=True)
class Badges:
    """What a user's stock says about a deck. Legality is a separate badge."""

    missing: int
    missing_miniatures: int
    taken: int
    """How many of its cards are in other built decks."""
    built: bool

    @property
    def buildable(self) -> bool:
        return not self.missing

    @property
    def table_ready(self) -> bool:
        return not self.missing and not self.missing_miniatures


def badges(user: Any, decks: Sequence[Deck]) -> dict[int, Badges]:
    """Return badges for the current version of each deck, by deck id.

    Empty for a user who owns no cards. Takes a few queries per game, however many decks.
    """
    result: dict[int, Badges] = {}
    for system in {deck.system for deck in decks}:
        stock = owned(user, system)
        if not any(stock.cards.values()):
            continue
        versions = {deck.pk: deck.current_id for deck in decks if deck.system == system and deck.current_id}
        built = built_versions(user, system)
        game = games.systems().get(system)
        needs = needs_of(list({*versions.values(), *built}), game)
        built_by_deck = {deck: version for version, deck in built.items()}
        in_built = together(needs[version] for version in built)
        for deck, version in versions.items():
            others = in_built.without(needs[built_by_deck[deck]]) if deck in built_by_deck else in_built
            result[deck] = badges_of(needs[version], stock=stock, reserved=others, built=version in built)
    return result


def badges_of(need: Stock, *, stock: Stock, reserved: Stock, built: bool = False) -> Badges:
    """Compare a need with a stock, part of which is reserved for other built decks."""
    missing = sum(lacking(need.cards, stock.cards).values())
    return Badges(
        missing=missing,
        missing_miniatures=sum(lacking(need.miniatures, stock.miniatures).values()),
        taken=sum(lacking(need.cards, stock.without(reserved).cards).values()) - missing,
        built=built,
    )


def visible_versions(user: Any, deck_ids: Sequence[int]) -> list[DeckVersion]:
    """Return the current versions of the visible decks, in the order of `deck_ids`."""
    decks = {
        deck.pk: deck
        for deck in Deck.objects.visible_to(user).filter(pk__in=deck_ids).select_related("current__deck", "owner")
    }
    return [deck.current for pk in dict.fromkeys(deck_ids) if (deck := decks.get(pk)) and deck.current]
