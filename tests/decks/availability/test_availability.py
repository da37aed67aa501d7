"""Built decks, badges, build plans and buildable public decks."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from collection.models import Printing
from collection.search import search
from collection.stock.models import Holding, LedgerBatch
from collection.stock.services import StockChange, main_collection, stock_enter
from decks.availability.build_plan import build_plan
from decks.availability.models import Built, Requirement
from decks.availability.public_matches import card_numbers, nearly_buildable, requirements_fill
from decks.availability.requirements import lacking
from decks.availability.selectors import badges, free_of, needs_of, owned
from decks.availability.services import deck_build, deck_take_apart
from decks.models import Deck
from decks.services import deck_create, version_save
from signum_site.accounts.models import User
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem

pytestmark = pytest.mark.django_db


def lances(system: GameSystem) -> DeckList:
    return system.reference_deck("Lances at Dawn").deck


def deck_of(user: User, decklist: DeckList, *, public: bool = False) -> Deck:
    deck = deck_create(owner=user, decklist=decklist)
    if public:
        Deck.objects.filter(pk=deck.pk).update(visibility="public")
    return Deck.objects.select_related("current").get(pk=deck.pk)


def enter(user: User, code: str, what: str = "cards", by: int = 1) -> None:
    collection = main_collection(owner=user, system="signum")
    printing = Printing.objects.get(code=code)
    stock_enter(collection=collection, changes=[StockChange(printing.pk, what, by=by)], kind=LedgerBatch.Kind.HAND)


def test_starter_deck_is_buildable_and_table_ready(owner: User, system: GameSystem) -> None:
    deck = deck_of(owner, lances(system))
    badge = badges(owner, [deck])[deck.pk]
    assert badge.buildable
    assert badge.table_ready
    enter(owner, "core-002", "unpainted", by=-1)
    badge = badges(owner, [deck])[deck.pk]
    assert (badge.buildable, badge.table_ready, badge.missing_miniatures) == (True, False, 1)
    enter(owner, "core-002", by=-1)
    assert badges(owner, [deck])[deck.pk].missing == 1


def test_painted_miniatures_count(owner: User, system: GameSystem) -> None:
    deck = deck_of(owner, lances(system))
    enter(owner, "core-002", "unpainted", by=-1)
    enter(owner, "core-002", "painted")
    assert badges(owner, [deck])[deck.pk].table_ready


def test_built_deck_reserves_its_cards_until_taken_apart(owner: User, system: GameSystem) -> None:
    deck, twin = deck_of(owner, lances(system)), deck_of(owner, replace(lances(system), name="Twin"))
    deck_build(owner=owner, version=deck.current)
    deck_build(owner=owner, version=deck.current)
    assert Built.objects.count() == 1
    result = badges(owner, [deck, twin])
    assert result[deck.pk].built
    assert result[deck.pk].taken == 0
    assert result[twin.pk].buildable
    assert result[twin.pk].taken == sum(count for _, lines in lances(system).sections for _, count in lines)
    assert not any(free_of(owner, "signum").values())
    assert search(system=system, text="free>0", user=owner, language="en").total == 0
    assert deck_take_apart(owner=owner, deck_id=deck.pk)
    assert search(system=system, text="free>0", user=owner, language="en").total > 30


def test_newer_version_may_use_the_cards_of_the_built_one(owner: User, system: GameSystem) -> None:
    deck = deck_of(owner, lances(system))
    deck_build(owner=owner, version=deck.current)
    sections = {section: dict(lines) for section, lines in lances(system).sections}
    sections["terrain"] = {}
    smaller = DeckList.of(sections, system="signum", format="basic", name="Lances")
    version_save(deck=deck, author=owner, decklist=smaller, parent=1)
    deck = Deck.objects.select_related("current").get(pk=deck.pk)
    badge = badges(owner, [deck])[deck.pk]
    assert (badge.taken, badge.built) == (0, False)
    deck_build(owner=owner, version=deck.current)
    assert Built.objects.get().version == deck.current


def test_two_copies_of_a_deck_conflict(owner: User, system: GameSystem) -> None:
    decks = [deck_of(owner, lances(system)), deck_of(owner, lances(system))]
    plan = build_plan(owner, [deck.current for deck in decks], system=system)
    assert not plan.answer.buildable
    assert all(short.is_conflict for short in plan.answer.cards)
    assert [version.deck for version in plan.answer.fitting] == decks[:1]
    assert plan.shopping == dict(owned(owner, "signum").cards)


def test_swaps_are_free_cards_without_new_problems(owner: User, system: GameSystem) -> None:
    enter(owner, "core-007", by=-1)
    enter(owner, "core-008")
    deck = deck_of(owner, lances(system))
    plan = build_plan(owner, [deck.current], system=system)
    assert [(swap.out, swap.into) for _, swap in plan.swaps] == [("core-007", "core-008")]


def test_plan_for_ten_decks_takes_few_queries(owner: User, system: GameSystem, django_assert_max_num_queries) -> None:
    decks = [deck_of(owner, reference.deck) for reference in system.reference_decks()]
    deck_build(owner=owner, version=decks[0].current)
    with django_assert_max_num_queries(6):
        build_plan(owner, [deck.current for deck in decks], system=system)
    with django_assert_max_num_queries(3):
        badges(owner, decks)


@pytest.mark.both_databases
def test_nearly_buildable_decks_are_sorted_by_missing_cards(owner: User, stranger: User, system: GameSystem) -> None:
    for reference in system.reference_decks():
        deck_of(stranger, reference.deck, public=True)
    private = deck_of(stranger, lances(system))
    enter(owner, "core-007", by=-1)
    stock = owned(owner, "signum")
    public = Deck.objects.public().filter(system="signum")
    matches = nearly_buildable(public, stock=stock, system="signum", most=999)
    assert private.current_id not in {match.version for match in matches}
    assert [match.missing for match in matches] == sorted(match.missing for match in matches)
    assert matches[0].missing == 1
    needs = needs_of([deck.current_id for deck in public], system)
    for match in matches:
        assert match.missing == sum(lacking(needs[match.version].cards, stock.cards).values())
    assert [match.missing for match in nearly_buildable(public, stock=stock, system="signum", most=0)] == []
    assert Requirement.objects.count() == public.count()
    assert requirements_fill(public, system="signum", numbers=card_numbers("signum")) == 0


def test_decks_with_many_copies_and_unknown_cards_are_counted(owner: User, stranger: User, system: GameSystem) -> None:
    odd = DeckList.of({"battle": {"core-007": 9, "no-such-card": 2}}, system="signum", format="basic")
    deck = deck_of(stranger, odd, public=True)
    matches = nearly_buildable(Deck.objects.public(), stock=owned(owner, "signum"), system="signum", most=99)
    assert [(match.version, match.missing) for match in matches] == [(deck.current_id, 10)]


# --- pages


@pytest.mark.parametrize("name", ["reserve", "buildable"])
@pytest.mark.parametrize("query", ["", "?deck=x&deck=99999999999999999999&deck=-1&most=7&page=x"])
def test_pages_ignore_invalid_parameters(reader: Client, name: str, query: str) -> None:
    assert reader.get(reverse(name) + query).status_code == 200


@pytest.mark.parametrize("name", ["reserve", "buildable"])
def test_pages_require_login(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 302


def test_page_shows_conflicts_and_shopping_list(reader: Client, owner: User, system: GameSystem) -> None:
    decks = [deck_of(owner, lances(system)), deck_of(owner, replace(lances(system), name="Twin"))]
    page = reader.get(reverse("reserve"), {"deck": [deck.pk for deck in decks]}).content.decode()
    assert "Wanted by several" in page
    assert "These go together:" in page
    assert "1 Herrick" in page
    form = {"deck": [deck.pk for deck in decks], "system": "signum", "key": "k"}
    reader.post(reverse("wish_missing"), form)
    reader.post(reverse("wish_missing"), form | {"key": "again"})
    assert Holding.objects.get(printing__code="core-002").wanted == 1
    assert LedgerBatch.objects.filter(kind=LedgerBatch.Kind.LIST).count() == 1


def test_building_and_taking_apart_by_button(reader: Client, owner: User, stranger: User, system: GameSystem) -> None:
    deck = deck_of(owner, lances(system))
    hidden = deck_of(stranger, lances(system))
    reader.post(reverse("built_set"), {"deck": deck.pk, "act": "build"})
    assert Built.objects.get().owner == owner
    assert "Built" in reader.get(reverse("reserve")).content.decode()
    reader.post(reverse("built_set"), {"deck": deck.pk, "act": "apart"})
    assert not Built.objects.exists()
    for value in (hidden.pk, "", "x", 10**20):
        assert reader.post(reverse("built_set"), {"deck": value, "act": "build"}).status_code == 404
    assert str(hidden.pk) not in reader.get(reverse("reserve"), {"deck": hidden.pk}).context["chosen"]


def test_built_deck_hidden_by_its_owner_can_be_taken_apart(
    reader: Client, owner: User, stranger: User, system: GameSystem
) -> None:
    deck = deck_of(stranger, lances(system), public=True)
    reader.post(reverse("built_set"), {"deck": deck.pk, "act": "build"})
    version_save(deck=deck, author=stranger, decklist=replace(lances(system), name="My secret"), parent=1)
    Deck.objects.filter(pk=deck.pk).update(visibility="private")
    page = reader.get(reverse("reserve")).content.decode()
    assert "Lances at Dawn" in page
    assert "My secret" not in page
    assert "My secret" not in reader.get(reverse("api_reserve")).content.decode()
    answer = reader.post(reverse("built_set"), {"deck": deck.pk, "act": "apart"}, follow=True).content.decode()
    assert "“Lances at Dawn” is taken apart" in answer
    assert "My secret" not in answer
    assert not Built.objects.exists()
    assert reader.post(reverse("built_set"), {"deck": deck.pk, "act": "apart"}).status_code == 404


def test_buildable_page_lists_public_and_ready_made_decks(reader: Client, stranger: User, system: GameSystem) -> None:
    for reference in system.reference_decks():
        deck_of(stranger, reference.deck, public=True)
    page = reader.get(reverse("buildable"), {"most": "0"}).content.decode()
    assert "Lances at Dawn" in page
    assert page.count('class="deck-choice"') == 2, "the public deck and the ready-made one"


def test_starter_owner_can_build_its_ready_made_deck(
    reader: Client, system: GameSystem, django_assert_max_num_queries
) -> None:
    reader.get(reverse("buildable"))  # fills the caches
    with django_assert_max_num_queries(14):
        page = reader.get(reverse("buildable"), {"most": "0"}).content.decode()
    assert "Ready-made decks" in page
    assert page.count('class="deck-choice"') == 1
    assert reverse("deck_of_code", args=[encode(lances(system), system=system)]) in page
    assert "Buildable" in page
    assert "Table-ready" in page


def test_ready_made_deck_counts_cards_in_built_decks(reader: Client, owner: User, system: GameSystem) -> None:
    deck_build(owner=owner, version=deck_of(owner, lances(system)).current)
    everything = reader.get(reverse("buildable"), {"most": "0"}).content.decode()
    assert "cards in other decks" in everything
    assert "Lances at Dawn" not in reader.get(reverse("buildable"), {"most": "0", "free": "1"}).content.decode()
