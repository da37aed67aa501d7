"""The guided tour without scripts: every step has a URL, and nothing is stored."""

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
from tests.simulator.batches.playing import start_batch
from tests.toy import SYSTEM as TOY

pytestmark = pytest.mark.django_db
FIRST = SYSTEM.reference_decks()[0].deck


def bar(page: str) -> str:
    """Return the HTML of the tour bar, or nothing."""
    match = re.search(r'<section id="tour".*?</section>', page, re.DOTALL)
    return match[0] if match else ""


def step(page: str) -> str:
    match = re.search(r'id="tour-title">(.*?)<', bar(page))
    return match[1] if match else ""


def press(client: Client, page: str, value: str) -> str:
    """Press a button of the form that changes the deck, without scripts."""
    form = re.search(r'<form id="change".*?</form>', page, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(.*?)">', form[0]))
    data = {name: unescape(text) for name, text in fields.items()} | {"do": unescape(value)}
    return client.post("/decks/build/", data, follow=True).content.decode()


def test_tour_without_scripts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "TOUR_GAMES", 4)
    catalogue_load(system=games.system("signum"))
    page = client.get("/decks/tour/", follow=True).content.decode()
    assert step(page) == "Guided tour: step 1 of 5"
    assert FIRST.name in bar(page)
    more = re.search(r'id="offer-.*?value="([^"]*)" data-more', page, re.DOTALL)
    assert more is not None
    page = press(client, page, more[1])
    assert step(page) == "Guided tour: step 2 of 5"
    fix = re.search(r'name="do" value="(.*?)"', bar(page))
    assert fix is not None
    page = press(client, page, fix[1])
    assert step(page) == "Guided tour: step 3 of 5"
    form = unescape(re.search(r'href="(/simulations/new/.*?)"', bar(page))[1])  # type: ignore[index]
    page = client.get(form).content.decode()
    assert step(page) == "Guided tour: step 3 of 5"
    code = parse_qs(urlsplit(form).query)["deck"][0]
    opponent = f"reference:{SYSTEM.reference_decks()[-1].deck.name}"
    data = {"deck": "text", "text": code, "kind": "chosen", "others": opponent, "games": "free", "free_games": "4"}
    page = client.post(
        "/simulations/new/", data | {"policy": "greedy-2", "seed": "1", "tour": "1"}, follow=True
    ).content.decode()
    assert step(page) == "Guided tour: step 4 of 5"
    assert Batch.objects.get().games == 4
    shared = re.search(r'href="(/d/.*?)"', bar(page))
    assert shared is not None
    assert shared[1].startswith(f"/d/{code}/")
    page = client.get(shared[1]).content.decode()
    assert step(page) == "Guided tour: step 5 of 5"


@pytest.mark.parametrize("path", ["/decks/build/", "/simulations/new/", "/", "/cards/"])
def test_tour_bar_is_hidden_outside_the_tour(client: Client, path: str) -> None:
    client.get("/decks/tour/", follow=True)
    assert bar(client.get(path).content.decode()) == ""


@pytest.mark.parametrize(("language", "word"), [("es", "paso 1 de 5"), ("it", "passo 1 di 5")])
def test_tour_is_translated(client: Client, language: str, word: str) -> None:
    page = client.get("/decks/tour/", follow=True, headers={"Accept-Language": language}).content.decode()
    assert word in step(page)


def test_unknown_tour_step_is_ignored(client: Client) -> None:
    assert bar(client.get("/decks/build/?tour=%22%3E").content.decode()) == ""


def test_tour_card_breaks_a_rule() -> None:
    section, code = rule_breaking_card(FIRST, SYSTEM)
    assert (section, check(FIRST).legal) == ("battle", True)
    assert code in dict(FIRST.section("battle"))


@pytest.mark.parametrize("path", ["/", "/about/"])
def test_pages_link_to_the_tour(client: Client, path: str) -> None:
    assert 'href="/decks/tour/"' in client.get(path).content.decode().split("<main")[1].split("</main>")[0]


def test_tour_uses_the_first_game(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY, "signum": SYSTEM})
    page = client.get("/decks/tour/", follow=True).content.decode()
    assert FIRST.name in bar(page)


def test_tour_skips_games_without_reference_decks(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(SYSTEM, reference_decks=tuple)
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY, "signum": bare})
    page = client.get("/decks/tour/", follow=True).content.decode()
    assert TOY.reference_decks()[0].deck.name in bar(page)


def test_leaving_the_tour_at_the_form_keeps_the_deck(client: Client) -> None:
    page = client.get("/simulations/new/?deck=Lances+at+Dawn&tour=1").content.decode()
    leave = re.search(r'class="tour-leave" href="(.*?)"', bar(page))
    assert leave is not None
    assert unescape(leave[1]) == "/simulations/new/?deck=Lances+at+Dawn"


def test_reload_link_stays_on_the_tour(client: Client) -> None:
    batch = start_batch({"deck": {"reference": FIRST.name}, "games": 4})
    page = client.get(f"/simulations/{batch.token}/?tour=1").content.decode()
    assert f'href="/simulations/{batch.token}/?tour=1"' in page
    assert "?tour" not in client.get(f"/simulations/{batch.token}/").content.decode()
