"""The guided first visit without scripts: every step is a page with an address, and nothing is remembered."""

import re
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from collection.services import catalogue_load
from decks.builder.tour import rule_breaking_card
from decks.rules.legality import check
from simulator import games
from simulator.games.signum import SYSTEM
from simulator.models.batches import Batch
from simulator.views import batches
from tests.simulator.batches.playing import started
from tests.toy import SYSTEM as TOY

pytestmark = pytest.mark.django_db
FIRST = SYSTEM.reference_decks()[0].deck


def bar(page: str) -> str:
    """The bar of the tour, or nothing."""
    found = re.search(r'<section id="tour".*?</section>', page, re.DOTALL)
    return found[0] if found else ""


def step(page: str) -> str:
    found = re.search(r'id="tour-title">(.*?)<', bar(page))
    return found[1] if found else ""


def pressed(client: Client, page: str, value: str) -> str:
    """A button of the form that changes the deck, without a script."""
    form = re.search(r'<form id="change".*?</form>', page, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(.*?)">', form[0]))
    sent = {name: unescape(given) for name, given in fields.items()} | {"do": unescape(value)}
    return client.post("/decks/build/", sent, follow=True).content.decode()


def test_the_tour_without_scripts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "GAMES_OF_THE_TOUR", 4)
    catalogue_load(system=games.system("signum"))
    page = client.get("/decks/tour/", follow=True).content.decode()
    assert step(page) == "Guided tour: step 1 of 5"
    assert FIRST.name in bar(page)
    more = re.search(r'id="offer-.*?value="([^"]*)" data-more', page, re.DOTALL)
    assert more is not None
    page = pressed(client, page, more[1])
    assert step(page) == "Guided tour: step 2 of 5"
    fix = re.search(r'name="do" value="(.*?)"', bar(page))
    assert fix is not None
    page = pressed(client, page, fix[1])
    assert step(page) == "Guided tour: step 3 of 5"
    form = unescape(re.search(r'href="(/simulations/new/.*?)"', bar(page))[1])  # type: ignore[index]
    page = client.get(form).content.decode()
    assert step(page) == "Guided tour: step 3 of 5"
    code = parse_qs(urlsplit(form).query)["deck"][0]
    opponent = f"reference:{SYSTEM.reference_decks()[-1].deck.name}"
    sent = {"deck": "text", "text": code, "kind": "chosen", "others": opponent, "games": "free", "free_games": "4"}
    page = client.post(
        "/simulations/new/", sent | {"policy": "greedy-1", "seed": "1", "tour": "1"}, follow=True
    ).content.decode()
    assert step(page) == "Guided tour: step 4 of 5"
    assert Batch.objects.get().games == 4
    shared = re.search(r'href="(/d/.*?)"', bar(page))
    assert shared is not None
    assert shared[1].startswith(f"/d/{code}/")
    page = client.get(shared[1]).content.decode()
    assert step(page) == "Guided tour: step 5 of 5"


@pytest.mark.parametrize("path", ["/decks/build/", "/simulations/new/", "/", "/cards/"])
def test_who_is_not_on_the_tour_sees_nothing_of_it(client: Client, path: str) -> None:
    client.get("/decks/tour/", follow=True)
    assert bar(client.get(path).content.decode()) == ""


@pytest.mark.parametrize(("language", "word"), [("es", "paso 1 de 5"), ("it", "passo 1 di 5")])
def test_the_tour_speaks_the_reader_s_language(client: Client, language: str, word: str) -> None:
    page = client.get("/decks/tour/", follow=True, headers={"Accept-Language": language}).content.decode()
    assert word in step(page)


def test_a_tour_nobody_knows_is_none(client: Client) -> None:
    assert bar(client.get("/decks/build/?tour=%22%3E").content.decode()) == ""


def test_the_card_to_press_is_one_the_check_speaks_about() -> None:
    section, code = rule_breaking_card(FIRST, SYSTEM)
    assert (section, check(FIRST).legal) == ("battle", True)
    assert code in dict(FIRST.section("battle"))


@pytest.mark.parametrize("path", ["/", "/about/"])
def test_the_tour_can_be_taken_again(client: Client, path: str) -> None:
    assert 'href="/decks/tour/"' in client.get(path).content.decode().split("<main")[1].split("</main>")[0]


def test_with_a_second_game_it_is_still_signum_s_deck(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY, "signum": SYSTEM})
    page = client.get("/decks/tour/", follow=True).content.decode()
    assert FIRST.name in bar(page)


def test_a_first_game_without_decks_of_its_own_leaves_the_tour_to_another(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(SYSTEM, reference_decks=tuple)
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY, "signum": bare})
    page = client.get("/decks/tour/", follow=True).content.decode()
    assert TOY.reference_decks()[0].deck.name in bar(page)


def test_leaving_at_the_form_keeps_the_deck(client: Client) -> None:
    page = client.get("/simulations/new/?deck=Lances+at+Dawn&tour=1").content.decode()
    leave = re.search(r'class="tour-leave" href="(.*?)"', bar(page))
    assert leave is not None
    assert unescape(leave[1]) == "/simulations/new/?deck=Lances+at+Dawn"


def test_looking_again_without_scripts_stays_on_the_tour(client: Client) -> None:
    batch = started({"deck": {"reference": FIRST.name}, "games": 4})
    page = client.get(f"/simulations/{batch.token}/?tour=1").content.decode()
    assert f'href="/simulations/{batch.token}/?tour=1"' in page
    assert "?tour" not in client.get(f"/simulations/{batch.token}/").content.decode()
