"""The deck builder without a browser: every change leads to another URL."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decks.decklists import of_draft, of_version
from decks.models import Deck, Draft
from decks.rules.fixes import change_of
from decks.services import deck_create, version_save
from signum_site.accounts.models import User
from simulator import games
from simulator.engine.decks.code import decode, encode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Fix
from simulator.games.signum import SYSTEM
from tests.cards import signum_cards

pytestmark = pytest.mark.django_db
BUILD = "/decks/build/"
DECK = SYSTEM.reference_deck("Lances at Dawn").deck
CODE = encode(DECK, system=SYSTEM)
FIELDS = ("game", "format", "name", "in", "q", "page", "all", "deck", "base", "order", "seed")
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def library() -> None:
    """Load the card rows for searches; decks use the game's own catalogue."""
    signum_cards()


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("brenna")


def deck_at(url: str) -> DeckList:
    return decode(parse_qs(urlsplit(url).query)["d"][0], systems=games.systems())


def fields_of(page: str) -> dict[str, str]:
    """Return the hidden fields of the form that sends changes."""
    form = re.search(r'<form id="change".*?</form>', page, re.DOTALL)
    assert form is not None
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="(.*?)">', form[0])
    return {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def press(client: Client, page: HttpResponse, *changes: Fix, **more: Any) -> HttpResponse:
    data = fields_of(page.content.decode()) | {"do": [change_of(change) for change in changes]}
    return client.post(BUILD, data, **more)


def add(card: str, section: str = "battle", count: int = 1) -> Fix:
    return Fix(do="add", card=card, count=count, section=section)


def offered(page: HttpResponse) -> list[str]:
    return re.findall(r'id="offer-([\w-]+)"', page.content.decode())


def test_first_page_offers_only_heroes(client: Client, library: None) -> None:
    page = client.get(BUILD)
    heroes = [card.code for card in SYSTEM.catalogue if card.kind == "hero"]
    assert sorted(offered(page)) == sorted(heroes)


def test_choosing_a_hero_leads_to_fitting_cards(client: Client, library: None) -> None:
    hero = next(card for card in SYSTEM.catalogue if card.kind == "hero")
    answer = press(client, client.get(BUILD), add(hero.code, "hero"))
    assert answer.status_code == 302
    assert deck_at(answer.url).section("hero") == ((hero.code, 1),)
    cards = [SYSTEM.catalogue[code] for code in offered(client.get(answer.url))]
    assert cards
    assert {card.kind for card in cards} <= {"character", "spell", "relic", "tactic"}
    assert {card.fact("faction") for card in cards} <= {hero.fact("faction"), "mercenary"}
    assert {card.fact("hero") for card in cards} <= {None, "", hero.code}


def test_another_hero_replaces_the_first(client: Client, library: None) -> None:
    page = client.get(BUILD, {"d": CODE, "in": "hero"})
    other = next(code for code in offered(page) if code != DECK.section("hero")[0][0])
    button = re.search(rf'id="offer-{other}".*?data-more', page.content.decode(), re.DOTALL)
    assert button is not None
    change = unescape(re.findall(r'name="do" value="(.*?)"', button[0])[-1])
    answer = client.post(BUILD, fields_of(page.content.decode()) | {"do": change})
    assert deck_at(answer.url).section("hero") == ((other, 1),)
    assert deck_at(answer.url).section("battle") == deck_at(f"?d={CODE}").section("battle")


def test_adding_and_removing_restores_the_deck(client: Client) -> None:
    page = client.get(BUILD, {"d": CODE})
    card = DECK.section("battle")[0][0]
    more = press(client, page, add(card), add(card))
    assert dict(deck_at(more.url).section("battle"))[card] == 3
    less = press(client, client.get(more.url), Fix(do="remove", card=card, count=2, section="battle"))
    assert parse_qs(urlsplit(less.url).query)["d"] == [CODE]


def test_change_keeps_search_and_name(client: Client) -> None:
    page = client.get(BUILD, {"d": CODE, "q": "kw:shot", "name": "Walls & <b>Towers</b>", "in": "battle"})
    answer = press(client, page, add("core-001"))
    params = parse_qs(urlsplit(answer.url).query)
    assert (params["q"], params["name"]) == (["kw:shot"], ["Walls & <b>Towers</b>"])
    assert b"<b>Towers" not in client.get(answer.url).content


def test_htmx_change_returns_the_deck_and_its_url(client: Client) -> None:
    answer = press(client, client.get(BUILD, {"d": CODE}), add("core-001"), **HTMX)
    page = answer.content.decode()
    assert "<html" not in page
    url = unescape(re.findall(r'data-url="(.*?)"', page)[0])
    assert "core-001" in dict(deck_at(url).section("battle"))


def test_htmx_results_name_their_query(client: Client) -> None:
    answer = client.get(BUILD, {"d": CODE, "q": 'kw:shot "x'}, HTTP_HX_TARGET="results", **HTMX)
    page = answer.content.decode()
    assert "<html" not in page
    assert 'data-query="kw:shot &quot;x"' in page
    figures = client.get(BUILD, {"d": CODE}, HTTP_HX_TARGET="figures-panel", **HTMX).content.decode()
    assert 'id="figures"' in figures
    assert "<html" not in figures


def test_search_uses_the_library_syntax_within_a_section(client: Client, library: None) -> None:
    page = client.get(BUILD, {"d": CODE, "q": "t:spell or t:relic", "in": "battle"})
    kinds = {SYSTEM.catalogue[code].kind for code in offered(page)}
    assert kinds == {"spell", "relic"}
    city = client.get(BUILD, {"d": CODE, "q": "t:spell or t:building", "in": "city"})
    assert {SYSTEM.catalogue[code].kind for code in offered(city)} == {"building"}


def test_cards_that_do_not_fit_are_shown_on_request(client: Client, library: None) -> None:
    assert "f:grypharim" not in offered(client.get(BUILD, {"d": CODE, "q": "f:grypharim"}))
    assert offered(client.get(BUILD, {"d": CODE, "q": "f:grypharim"})) == []
    assert offered(client.get(BUILD, {"d": CODE, "q": "f:grypharim", "all": "1"}))


def test_every_fix_of_every_problem_can_be_applied(client: Client) -> None:
    broken = DeckList.of(
        {"battle": {"core-001": 2, "core-246": 1, "core-150": 3, "nowhere-1": 1}, "city": {"core-150": 1}},
        system="signum",
        format="house",
    )
    page = client.get(BUILD, {"d": encode(broken, system=SYSTEM)})
    html = page.content.decode()
    changes = [unescape(value) for value in re.findall(r'class="fix" name="do" value="(.*?)"', html)]
    assert len(changes) >= 5
    for change in changes:
        answer = client.post(BUILD, fields_of(html) | {"do": change})
        assert deck_at(answer.url) != deck_at(page.wsgi_request.get_full_path())
        assert client.get(answer.url).status_code == 200


def test_unplayable_card_has_a_warning(client: Client) -> None:
    bare = DeckList.of({"hero": {"core-001": 1}, "battle": {"core-150": 1}}, system="signum", format="basic")
    page = client.get(BUILD, {"d": encode(bare, system=SYSTEM)}).content.decode()
    assert "can never be played" in page
    assert "line-warning" in page


INVALID_CHANGES = (
    "", "{}", "[]", "null", "add", "[" * 300, "\0", '{"do":"steal"}', '{"do":"add","count":1000000000}',
    '{"do":"add","card":7}', '{"do":"add","x":1}', '{"do":"add","count":true}', '{"do":["add"]}',
)  # fmt: skip


@pytest.mark.parametrize("change", INVALID_CHANGES)
def test_invalid_change_is_quoted(client: Client, change: str) -> None:
    answer = client.post(BUILD, {"d": CODE, "do": change})
    assert answer.status_code == 400
    assert "is no change of a deck" in answer.content.decode()


@pytest.mark.parametrize("code", ["x", "äöü", "A" * 5_000, CODE[:-1], CODE[::-1], "\0", "‮" + CODE])
def test_unreadable_deck_shows_an_error(client: Client, code: str) -> None:
    for answer in (
        client.get(BUILD, {"d": code}),
        client.post(BUILD, {"d": code}),
        client.post(BUILD + "save/", {"d": code}),
    ):
        assert answer.status_code == 400
        # A NUL in a URL is refused earlier.
        assert b"cannot be read" in answer.content or "%00" in answer.request["QUERY_STRING"]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=80)))
def test_any_url_with_a_deck_is_answered(client: Client, params: dict[str, str]) -> None:
    expected = 400 if any("\0" in value for value in params.values()) else 200
    assert client.get(BUILD, params | {"d": CODE}).status_code == expected


def test_saving_without_login_redirects_to_login_and_back(client: Client) -> None:
    answer = client.post(BUILD + "save/", {"d": CODE, "name": "Mine"})
    assert answer.status_code == 302
    back = parse_qs(urlsplit(answer.url).query)["next"][0]
    assert (deck_at(back).content_hash, parse_qs(urlsplit(back).query)["name"]) == (DECK.content_hash, ["Mine"])


def test_illegal_deck_can_be_saved(client: Client, owner: User) -> None:
    client.force_login(owner)
    small = DeckList.of({"battle": {"core-150": 1}}, system="signum", format="basic")
    client.post(BUILD + "save/", {"d": encode(small, system=SYSTEM), "name": "Small"})
    deck = Deck.objects.get()
    assert (deck.name, deck.owner, of_version(deck.current).section("battle")) == ("Small", owner, (("core-150", 1),))


def test_unnamed_deck_is_named_after_its_hero(client: Client, owner: User) -> None:
    client.force_login(owner)
    client.post(BUILD + "save/", {"d": CODE})
    assert Deck.objects.get().name == "Herrick"


def open_builder(client: Client, deck: Deck) -> HttpResponse:
    """Open a deck in the builder."""
    return client.get(f"/decks/{deck.pk}/edit/", follow=True)


def test_changes_are_stored_as_draft_and_saved_as_version(client: Client, owner: User) -> None:
    client.force_login(owner)
    deck = deck_create(owner=owner, decklist=DECK)
    changed = press(client, open_builder(client, deck), add("core-150"))
    assert dict(of_draft(Draft.objects.get()).section("battle"))["core-150"] == 1
    # The unsaved changes are there after reopening.
    again = open_builder(client, deck)
    assert fields_of(again.content.decode())["d"] == parse_qs(urlsplit(changed.url).query)["d"][0]
    client.post(BUILD + "save/", fields_of(again.content.decode()) | {"message": "one more"})
    deck.refresh_from_db()
    assert (deck.current.number, deck.current.message, Draft.objects.count()) == (2, "one more", 0)


def test_unreadable_deck_error_is_translated(client: Client) -> None:
    page = client.get(BUILD, {"d": CODE[:-1] + "é"}, HTTP_ACCEPT_LANGUAGE="es").content.decode()
    assert "This is no deck code" not in page
    assert 'lang="es"' in page


def test_unsaved_changes_can_be_discarded(client: Client, owner: User) -> None:
    client.force_login(owner)
    deck = deck_create(owner=owner, decklist=DECK)
    press(client, open_builder(client, deck), add("core-150"))
    client.post(f"/decks/{deck.pk}/edit/")
    assert not Draft.objects.exists()


def test_second_save_offers_a_choice(client: Client, owner: User) -> None:
    client.force_login(owner)
    deck = deck_create(owner=owner, decklist=DECK)
    tab = open_builder(client, deck)
    theirs = DeckList.of(
        {part: dict(lines) for part, lines in DECK.sections} | {"terrain": {}}, system="signum", format="basic"
    )
    version_save(deck=deck, author=owner, decklist=theirs, parent=1)
    mine = press(client, tab, add("core-150"))
    answer = client.post(BUILD + "save/", fields_of(client.get(mine.url).content.decode()))
    assert answer.status_code == 409
    options = conflict_options(answer)
    both, own, saved = (decode(option["d"], systems=games.systems()) for option in options)
    assert (both.section("terrain"), dict(both.section("battle"))["core-150"]) == ((), 1)
    assert (own.section("terrain"), dict(own.section("battle"))["core-150"]) == (DECK.section("terrain"), 1)
    assert saved.content_hash == theirs.content_hash
    chosen = client.post(BUILD, options[0], follow=True)
    assert of_draft(Draft.objects.get()).content_hash == both.content_hash
    client.post(BUILD + "save/", fields_of(chosen.content.decode()))
    deck.refresh_from_db()
    assert (deck.current.content_hash, Draft.objects.count()) == (both.content_hash, 0)


def conflict_options(page: HttpResponse) -> list[dict[str, str]]:
    """Return the fields of the buttons after a conflict: both, mine, theirs."""
    forms = re.findall(r"<li><form.*?</form></li>", page.content.decode(), re.DOTALL)
    return [
        {name: unescape(value) for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="(.*?)">', form)}
        for form in forms
    ]


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("saved", [True, False])
def test_two_tabs_changing_one_draft(client: Client, owner: User, saved: bool, htmx: bool) -> None:
    """The second tab gets a choice, and the chosen deck is stored."""
    client.force_login(owner)
    if saved:
        tab = open_builder(client, deck_create(owner=owner, decklist=DECK))
    else:
        tab = client.get(press(client, client.get(BUILD, {"d": CODE}), add("core-151")).url)
    first = press(client, tab, add("core-150"))
    second = press(client, tab, add("core-001"), **(HTMX if htmx else {}))
    choice = client.get(second.headers["HX-Redirect"] if htmx else second.url)
    assert choice.status_code == 200
    stored = Draft.objects.get()
    assert of_draft(stored).content_hash == deck_at(first.url).content_hash, "nothing is overwritten before the choice"
    both, mine, theirs = conflict_options(choice)
    battles = [dict(decode(option["d"], systems=games.systems()).section("battle")) for option in (both, mine, theirs)]
    assert [(battle.get("core-150", 0), battle.get("core-001", 0)) for battle in battles] == [(1, 1), (0, 1), (1, 0)]
    chosen = client.post(BUILD, both, follow=True)
    assert of_draft(Draft.objects.get()).content_hash == decode(both["d"], systems=games.systems()).content_hash
    assert press(client, chosen, add("core-002")).url.startswith(BUILD + "?"), "editing goes on"
    assert client.get(choice.wsgi_request.get_full_path()).status_code == 200


def test_saving_over_an_unseen_draft_asks_first(client: Client, owner: User) -> None:
    client.force_login(owner)
    deck = deck_create(owner=owner, decklist=DECK)
    tab = open_builder(client, deck)
    press(client, tab, add("core-150"))
    mine = fields_of(tab.content.decode()) | {"name": "Mine"}
    other = encode(DeckList.of({"battle": {"core-001": 1}}, system="signum", format="basic"), system=SYSTEM)
    answer = client.post(BUILD + "save/", mine | {"d": other})
    assert answer.url.startswith(BUILD + "choose/?")
    assert (deck.versions.count(), Draft.objects.count()) == (1, 1)
    saved = client.post(BUILD + "save/", conflict_options(client.get(answer.url))[1])
    assert saved.url == f"/decks/{deck.pk}/edit/"
    assert (deck.versions.count(), Draft.objects.count()) == (2, 0)


def test_new_deck_of_a_logged_in_user_is_autosaved(client: Client, owner: User) -> None:
    assert "draft" not in parse_qs(urlsplit(press(client, client.get(BUILD, {"d": CODE}), add("core-150")).url).query)
    client.force_login(owner)
    changed = press(client, client.get(BUILD, {"d": CODE}), add("core-150"))
    press(client, client.get(changed.url), add("core-151"))
    draft = Draft.objects.get()
    assert dict(of_draft(draft).section("battle")).keys() >= {"core-150", "core-151"}
    page = client.get("/decks/").content.decode()
    assert f'href="/decks/drafts/{draft.pk}/"' in page
    again = client.get(f"/decks/drafts/{draft.pk}/", follow=True)
    client.post(BUILD + "save/", fields_of(again.content.decode()))
    assert (Draft.objects.count(), dict(of_version(Deck.objects.get().current).section("battle"))["core-151"]) == (0, 1)


def test_draft_of_a_new_deck_can_be_discarded_by_its_owner_only(client: Client, owner: User) -> None:
    client.force_login(owner)
    press(client, client.get(BUILD, {"d": CODE}), add("core-150"))
    path = f"/decks/drafts/{Draft.objects.get().pk}/"
    stranger = Client()
    stranger.force_login(User.objects.create_user("other"))
    assert [stranger.get(path).status_code, stranger.post(path).status_code] == [404, 404]
    assert "other" not in client.post(path, follow=True).content.decode()
    assert not Draft.objects.exists()


def test_deck_of_another_user_is_not_found(client: Client, owner: User) -> None:
    deck = deck_create(owner=owner, decklist=DECK)
    client.force_login(User.objects.create_user("other"))
    assert client.get(f"/decks/{deck.pk}/edit/").status_code == 404
    page = client.get(BUILD, {"d": CODE, "deck": deck.pk, "base": 1})
    assert page.context["saved"] is None
    press(client, page, add("core-150"))
    assert not Draft.objects.exists()


def test_editing_requires_login(client: Client, owner: User) -> None:
    deck = deck_create(owner=owner, decklist=DECK)
    assert client.get(f"/decks/{deck.pk}/edit/").status_code == 302
    assert client.get("/decks/new/").url == BUILD


def test_builder_takes_few_queries(client: Client, owner: User, django_assert_max_num_queries) -> None:
    client.force_login(owner)
    deck = deck_create(owner=owner, decklist=DECK)
    fields = fields_of(open_builder(client, deck).content.decode())
    with django_assert_max_num_queries(6):
        assert client.get(BUILD, fields).status_code == 200
    with django_assert_max_num_queries(20):
        client.post(BUILD, fields | {"do": change_of(add("core-150"))}, **HTMX)
