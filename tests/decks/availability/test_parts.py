"""Cards that need others to be fielded, in a toy game whose gusts need candles."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from collection.models import Printing
from collection.services import catalogue_load
from collection.stock.models import LedgerBatch
from collection.stock.services import StockChange, main_collection, stock_enter
from decks.availability.build_plan import build_plan
from decks.availability.models import Requirement
from decks.availability.public_matches import nearly_buildable, ready_made_near
from decks.availability.requirements import NOTHING, Stock, with_parts
from decks.availability.selectors import badges, needs_of, owned
from decks.models import Deck
from decks.services import deck_create
from simulator import games
from simulator.engine.cards.card import CardSpec, Catalogue
from simulator.engine.game_system import GameSystem
from tests.pieces import WICK
from tests.toy import SYSTEM

pytestmark = pytest.mark.django_db
BRIGHT = SYSTEM.reference_decks()[0].deck
CARDS = {"toy-7": 1, "toy-3": 3, "toy-2": 2, "toy-5": 1}
"""The cards of the deck: its one gust is toy-5."""


def candles(card: CardSpec) -> Mapping[str, int]:
    return {"toy-1": 2} if card.kind == "gust" else {}


@pytest.fixture
def system(two_games: None, monkeypatch: pytest.MonkeyPatch) -> GameSystem:
    game = replace(SYSTEM, parts=candles)
    installed = {**games.systems(), "toy": game}
    monkeypatch.setattr(games, "systems", lambda **_: installed)
    catalogue_load(system=game)
    return game


@pytest.fixture
def vera(system: GameSystem, django_user_model: Any) -> Any:
    """A user who owns the cards of the deck and no parts."""
    user = django_user_model.objects.create_user("vera")
    enter(user, CARDS)
    return user


def enter(user: Any, cards: Mapping[str, int]) -> None:
    ids = dict(Printing.objects.filter(system="toy", code__in=cards).values_list("code", "pk"))
    changes = [StockChange(ids[code], "cards", by=count) for code, count in cards.items()]
    stock_enter(collection=main_collection(owner=user, system="toy"), changes=changes, kind=LedgerBatch.Kind.HAND)


def public_deck(user: Any) -> Deck:
    deck = deck_create(owner=user, decklist=BRIGHT)
    Deck.objects.filter(pk=deck.pk).update(visibility="public")
    return Deck.objects.select_related("current").get(pk=deck.pk)


def test_each_copy_needs_its_parts(system: GameSystem) -> None:
    assert with_parts({"toy-5": 2, "toy-1": 1, "no-card": 1}, system) == {"toy-5": 2, "toy-1": 5, "no-card": 1}


def test_a_game_without_parts_needs_the_cards_themselves() -> None:
    cards = {"toy-5": 2}
    assert with_parts(cards, SYSTEM) is cards
    assert with_parts(cards, None) is cards


def test_missing_parts_are_counted_and_listed(vera: Any, system: GameSystem) -> None:
    deck = public_deck(vera)
    assert needs_of([deck.current_id], system)[deck.current_id].cards == {**CARDS, "toy-1": 2}
    assert badges(vera, [deck])[deck.pk].missing == 2
    plan = build_plan(vera, [deck.current], system=system)
    assert not plan.answer.buildable
    assert plan.shopping == {"toy-1": 2}
    enter(vera, {"toy-1": 2})
    assert badges(vera, [deck])[deck.pk].buildable
    assert build_plan(vera, [deck.current], system=system).answer.buildable


def test_two_decks_may_not_share_parts(vera: Any, system: GameSystem) -> None:
    enter(vera, {**CARDS, "toy-1": 3})
    decks = [public_deck(vera), public_deck(vera)]
    plan = build_plan(vera, [deck.current for deck in decks], system=system)
    (short,) = plan.answer.cards
    assert (short.code, short.missing, short.is_conflict) == ("toy-1", 1, True)


def test_public_and_ready_made_decks_count_parts(vera: Any, system: GameSystem) -> None:
    public_deck(vera)
    stock = owned(vera, "toy")
    assert [match.missing for match in nearly_buildable(Deck.objects.public(), stock=stock, system="toy")] == [2]
    (near,) = ready_made_near(system, stock=stock, reserved=NOTHING, most=3, only_free=False)
    assert (near[0].name, near[1].missing) == ("Bright Night", 2)
    full = Stock({**stock.cards, "toy-1": 2})
    assert [match.missing for match in nearly_buildable(Deck.objects.public(), stock=full, system="toy")] == [0]


def test_stored_needs_follow_the_parts(vera: Any, system: GameSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other data of the game, then a part that is not in the database until the catalogue is loaded."""
    public_deck(vera)
    stock, public = owned(vera, "toy"), Deck.objects.public()

    def missing() -> list[int]:
        return [match.missing for match in nearly_buildable(public, stock=stock, system="toy", most=9)]

    def install(parts: Mapping[str, int], *, cards: tuple[CardSpec, ...] = ()) -> GameSystem:
        game = replace(
            SYSTEM,
            catalogue=Catalogue([*SYSTEM.catalogue, *cards]),
            parts=lambda card: parts if card.kind == "gust" else {},
        )
        monkeypatch.setitem(games.systems(), "toy", game)
        return game

    assert missing() == [2]
    install({"toy-1": 3})
    assert missing() == [3]
    install({})
    assert missing() == [0]
    game = install({"toy-9": 4}, cards=(WICK,))
    stock = Stock({**stock.cards, "toy-9": 3})
    assert missing() == [4]
    catalogue_load(system=game)
    assert missing() == [1]
    assert Requirement.objects.count() == 1


def test_stored_needs_are_read_and_not_written_again(
    vera: Any, system: GameSystem, django_assert_num_queries: Any
) -> None:
    public_deck(vera)
    stock = owned(vera, "toy")
    nearly_buildable(Deck.objects.public(), stock=stock, system="toy")
    with django_assert_num_queries(3):
        nearly_buildable(Deck.objects.public(), stock=stock, system="toy")


def test_swaps_need_free_parts_and_never_replace_a_part(vera: Any, system: GameSystem) -> None:
    """The gust is missing. Two candles are planned for it, and the other gust needs two more."""
    enter(vera, {"toy-5": -1, "toy-6": 1, "toy-4": 2})
    deck = public_deck(vera)
    assert build_plan(vera, [deck.current], system=system).swaps == ()
    enter(vera, {"toy-1": 4})
    plan = build_plan(vera, [deck.current], system=system)
    assert [(swap.out, swap.into) for _, swap in plan.swaps] == [("toy-5", "toy-6")]
