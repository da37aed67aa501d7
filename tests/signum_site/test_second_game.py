"""A second game on the pages: its address, the switch, its front, and lists of several games."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from collection.stock.services import collection_create
from decks.services import deck_create
from simulator import games
from simulator.batches import selectors
from simulator.engine.decks.code import encode
from simulator.games.signum import SYSTEM
from simulator.models.ratings import RatingRun
from tests.simulator.batches.playing import BRIGHT, WINDY, batch_params, start_batch
from tests.toy import SYSTEM as TOY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("two_games")]
BAG = TOY.reference_decks()[0].deck
LIST_PAGES = (
    "/", "/cards/", "/cards/syntax/", "/glossary/", "/decks/build/", "/decks/new/", "/decks/tour/", "/decks/public/",
    "/decks/formats/", "/simulations/new/", "/ratings/", "/odds/",
)  # fmt: skip
OWN_PAGES = ("/decks/", "/simulations/", "/collection/", "/reserve/", "/reserve/buildable/")


def read(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path, follow=True)
    assert response.status_code == status, path
    return response.content.decode()


def game_of(page: str) -> str:
    """The game that a page is about."""
    match = re.search(r'<html[^>]*data-game="([^"]*)"', page)
    return match[1] if match else ""


def main(page: str) -> str:
    return page.split("<main")[1].split("</main>")[0]


@pytest.fixture
def vera(client: Client, django_user_model: Any) -> Any:
    user = django_user_model.objects.create_user("vera")
    client.force_login(user)
    return user


@pytest.mark.parametrize("path", [*LIST_PAGES, *OWN_PAGES, "/about/", "/rules/", "/decks/import/"])
@pytest.mark.parametrize("name", ["game", "system"])
def test_1_6_unknown_game_is_not_found_everywhere(client: Client, vera: Any, path: str, name: str) -> None:
    page = read(client, f"{path}?{name}=nonsense", status=404)
    assert "Legends of Signum" in main(page)
    assert 'href="/?game=toy"' in main(page)


@pytest.mark.parametrize("path", ["/cards/nonsense/x/", "/odds/nonsense/melee/", "/decks/formats/new/nonsense/basic/"])
def test_1_6_unknown_game_in_a_path_is_not_found_alike(client: Client, vera: Any, path: str) -> None:
    assert 'href="/?game=toy"' in main(read(client, path, status=404))


@pytest.mark.parametrize("path", ["/account/", "/api/"])
def test_pages_without_a_game_ignore_the_parameter(client: Client, vera: Any, path: str) -> None:
    assert game_of(read(client, f"{path}?game=nonsense")) == ""


def test_rules_of_a_game_open_from_the_list(client: Client) -> None:
    assert client.get("/rules/?game=signum")["Location"] == "/rules/signum/"


def test_other_missing_pages_list_no_games(client: Client) -> None:
    assert 'href="/?game=toy"' not in main(read(client, "/nothing/", status=404))


@pytest.mark.parametrize("path", [path for path in (*LIST_PAGES, *OWN_PAGES) if path != "/odds/"])
@pytest.mark.parametrize("name", ["game", "system"])
def test_1_7_pages_accept_both_names_of_the_parameter(client: Client, vera: Any, path: str, name: str) -> None:
    page = read(client, f"{path}?{name}=toy")
    assert game_of(page) == "toy"
    assert "system=toy" not in main(page)
    assert 'name="system"' not in main(page) or path == "/collection/"


@pytest.mark.parametrize("path", LIST_PAGES)
def test_address_without_a_game_is_the_first_game_whatever_was_chosen(client: Client, path: str) -> None:
    client.post("/game/", {"game": "toy"})
    assert game_of(read(client, path)) == "signum"


def test_switch_opens_the_same_page_for_the_game(client: Client) -> None:
    assert client.post("/game/", {"game": "toy", "page": "cards"})["Location"] == "/cards/?game=toy"
    assert client.post("/game/", {"game": "signum", "page": "cards"})["Location"] == "/cards/"
    assert client.post("/game/", {"game": "toy", "page": "card"})["Location"] == "/?game=toy"
    assert client.post("/game/", {"game": "toy", "page": "odds"})["Location"] == "/?game=toy"
    assert client.post("/game/", {"game": "signum", "page": "odds"})["Location"] == "/odds/"
    assert client.post("/game/", {"game": "toy", "page": "//evil.example"})["Location"] == "/?game=toy"
    assert client.post("/game/", {"game": "nonsense"}).status_code == 404


def nav(page: str) -> str:
    return page.split('class="nav"')[1].split("</ul>")[0]


def test_last_game_is_remembered_for_the_menu_only(client: Client) -> None:
    assert 'href="/cards/"' in nav(read(client, "/about/"))
    client.post("/game/", {"game": "toy", "page": "cards"})
    assert 'href="/cards/?game=toy"' in nav(read(client, "/about/"))
    assert 'href="/cards/?game=toy"' in nav(read(client, "/"))
    assert 'href="/cards/"' in nav(read(client, "/cards/"))
    client.cookies["game"] = "nonsense"
    assert 'href="/cards/"' in nav(read(client, "/about/"))


def brand(page: str) -> tuple[str, str, list[str]]:
    """Where the brand leads, which game it names, and which the switch shows as chosen."""
    block = page.split('class="brand-block"')[1].split("<nav")[0]
    link = re.search(r'class="brand" href="([^"]*)"', block)
    name = re.search(r'class="brand-kind brand-room[^"]*">([^<]*)<', block)
    assert link
    assert name
    return link[1], name[1], re.findall(r'value="(\w+)" aria-pressed="true"', block)


def test_brand_is_that_of_the_page_whatever_was_chosen(client: Client, vera: Any) -> None:
    client.post("/game/", {"game": "toy", "page": "cards"})
    for path in ("/", "/account/", "/about/", "/cards/"):
        assert brand(read(client, path)) == ("/", "Legends of Signum", ["signum"]), path
    for path in ("/?game=toy", "/about/?game=toy"):
        assert brand(read(client, path)) == ("/?game=toy", "Lanterns", ["toy"]), path


def test_footer_and_about_name_no_single_game_of_several(client: Client, vera: Any) -> None:
    foot = read(client, "/account/").split('class="foot"')[1]
    assert "the publishers of the games" in foot
    assert "Signum" not in foot
    assert "Legends of Signum" in read(client, "/cards/").split('class="foot"')[1]
    unofficial = read(client, "/about/").split('id="unofficial"')[1].split("<h2")[0]
    assert "the publishers of these games" in unofficial
    assert "Signum" not in unofficial


def test_footer_and_about_name_the_only_game(client: Client, vera: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"signum": SYSTEM})
    assert "Legends of Signum" in read(client, "/account/").split('class="foot"')[1]
    assert "Legends of Signum" in read(client, "/about/").split('id="unofficial"')[1].split("<h2")[0]


def test_menu_of_a_game_leads_to_this_game(client: Client) -> None:
    links = re.findall(r'href="([^"]*)"', nav(read(client, "/glossary/?game=toy")))
    assert links
    assert all(link.endswith("?game=toy") for link in links)
    assert "/odds/?game=toy" not in links


def test_switch_names_every_game_with_its_emblem(client: Client) -> None:
    switch = read(client, "/").split('class="drop game-switch"')[1].split("</details>")[0]
    assert re.findall(r'name="game" value="(\w+)" aria-pressed="(\w+)"', switch) == [
        ("signum", "true"),
        ("toy", "false"),
    ]
    assert "#sun" in switch
    assert "Lanterns" in switch


def test_single_game_shows_no_switch(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"signum": SYSTEM})
    page = read(client, "/")
    assert 'name="game"' not in page
    assert "Lanterns" not in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Light your lantern.", "Gusts", "Ten lights win.", "Fill a bag")),
        ("es", ("Enciende tu farol.", "Soplos", "Con diez luces se gana.", "Llena una bolsa")),
        ("it", ("Accendi la tua lanterna.", "Soffi", "Con dieci luci si vince.", "Riempi un sacchetto")),
    ],
)
def test_front_of_the_second_game(client: Client, language: str, words: tuple[str, ...]) -> None:
    page = client.get("/?game=toy", headers={"Accept-Language": language}).content.decode()
    assert all(word in page for word in (*words, "Night Owl Games"))
    assert 'data-palette="ember"' in page
    for word in ("Vallor", "Grypharim", "miniatur"):
        assert word not in main(page).split('class="game-tiles"')[0]


def test_home_has_tiles_to_other_games_the_last_one_first(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    third = replace(TOY, code="arcane", rank=5)
    monkeypatch.setattr(games, "systems", lambda **_: {"arcane": third, "signum": SYSTEM, "toy": TOY})
    tiles = re.compile(r'href="/\?game=(\w+)"')
    assert tiles.findall(main(read(client, "/"))) == ["arcane", "toy"]
    client.post("/game/", {"game": "toy"})
    assert tiles.findall(main(read(client, "/"))) == ["toy", "arcane"]
    assert 'class="game-tile" data-palette="harbour"' in read(client, "/?game=toy")


def test_1_8_home_counts_cards_of_its_game_only(client: Client, toy_cards: None) -> None:
    assert "figure" not in main(read(client, "/")).split("<dl")[0]
    assert client.get("/").context["figures"] == []
    assert [figure.number for figure in client.get("/?game=toy").context["figures"]] == [8]


def test_1_4_odds_are_those_of_the_first_game(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(TOY, code="arcane", calculators=SYSTEM.calculators)
    monkeypatch.setattr(games, "systems", lambda **_: {"arcane": other, "signum": SYSTEM})
    assert client.get("/odds/")["Location"] == "/odds/signum/melee/"
    assert client.get("/odds/?game=arcane")["Location"] == "/odds/arcane/melee/"
    assert client.post("/game/", {"game": "arcane", "page": "odds"})["Location"] == "/odds/?game=arcane"
    assert 'href="/odds/?game=arcane"' in nav(read(client, "/cards/?game=arcane"))


@pytest.mark.parametrize("query", ["", "&game=signum"])
def test_1_2_deck_decides_the_game_of_a_simulation(client: Client, vera: Any, query: str) -> None:
    deck = deck_create(owner=vera, decklist=BAG)
    for named in (deck.current_id, encode(BAG, system=TOY), "Bright+Night"):
        page = read(client, f"/simulations/new/?deck={named}{query}")
        assert game_of(page) == "toy", named
        assert '<input type="hidden" name="game" value="toy">' in page


def test_1_2_unknown_deck_keeps_the_game_of_the_address(client: Client) -> None:
    assert game_of(read(client, "/simulations/new/?deck=999999&game=toy")) == "toy"
    assert game_of(read(client, "/simulations/new/?deck=No+such+deck")) == "signum"


def test_1_2_form_of_the_deck_can_be_sent(client: Client) -> None:
    data = {"deck": f"reference:{BRIGHT}", "kind": "chosen", "others": f"reference:{WINDY}", "games": "free"}
    data |= {"free_games": "4", "policy": "random-1", "seed": "1", "game": "toy"}
    response = client.post("/simulations/new/", data)
    assert response.status_code == 302
    assert game_of(read(client, response["Location"])) == "toy"


def test_1_8_formats_are_those_of_one_game(client: Client) -> None:
    names = {game.code: {format.names.en for format in game.formats} for game in (SYSTEM, TOY)}
    for path, code in (("/decks/formats/", "signum"), ("/decks/formats/?game=toy", "toy")):
        page = main(read(client, path))
        assert set(re.findall(r'<h2><a href="[^"]*">(.*?)</a>', page)) == names[code]
        assert games.system(code).name.en in page


def test_1_8_format_of_the_same_code_in_two_games(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = replace(TOY.formats[0], code=SYSTEM.formats[0].code)
    other = replace(TOY, code="arcane", formats=(shared,))
    monkeypatch.setattr(games, "systems", lambda **_: {"arcane": other, "signum": SYSTEM})
    path = f"/decks/formats/{shared.code}/"
    assert game_of(read(client, path)) == "signum"
    assert game_of(read(client, f"{path}?game=arcane")) == "arcane"


def test_lists_of_one_game_have_no_further_control(client: Client, vera: Any) -> None:
    deck_create(owner=vera, decklist=BAG)
    collection_create(owner=vera, system="toy", name="Box")
    start_batch(batch_params(system="toy"), user=vera)
    for path in OWN_PAGES:
        assert "game-filter" not in read(client, f"{path}?game=toy")
    for path in ("/decks/", "/simulations/", "/collection/"):
        page = read(client, path)
        assert "game-filter" not in page
        assert game_of(page) == "toy"
        assert "<select" not in main(page)


def test_1_8_lists_of_several_games_name_them_and_filter(client: Client, vera: Any) -> None:
    deck_create(owner=vera, decklist=BAG)
    deck_create(owner=vera, decklist=SYSTEM.reference_decks()[0].deck)
    collection_create(owner=vera, system="toy", name="Box")
    collection_create(owner=vera, system="signum", name="Shelf")
    start_batch(batch_params(system="toy"), user=vera)
    start_batch({"deck": {"reference": SYSTEM.reference_decks()[0].deck.name}, "games": 4}, user=vera)
    for path, ours, theirs in (
        ("/decks/", BAG.name, SYSTEM.reference_decks()[0].deck.name),
        ("/collection/", ">Box<", ">Shelf<"),
        ("/simulations/", BAG.name, SYSTEM.reference_decks()[0].deck.name),
    ):
        page = main(read(client, path))
        filter, rest = page.split('class="game-filter"')[1].split("</nav>", 1)
        assert f'href="{path}?game=toy"' in filter
        assert f'href="{path}?game=signum"' in filter
        assert all(text in rest for text in (ours, theirs, "Lanterns", "Legends of Signum"))
        rest = main(read(client, f"{path}?game=toy")).split('class="game-filter"')[1].split("</nav>", 1)[1]
        assert ours in rest
        assert theirs not in rest
    assert 'href="/reserve/?game=signum"' in read(client, "/reserve/?game=toy")


def test_filter_keeps_the_other_parameters(client: Client, vera: Any) -> None:
    for decklist in (BAG, SYSTEM.reference_decks()[0].deck):
        deck_create(owner=vera, decklist=decklist)
    page = read(client, "/decks/?game=toy&format=a%26b&page=2&tag=x")
    filter = main(page).split('class="game-filter"')[1].split("</nav>")[0]
    assert re.findall(r'<a href="([^"]*)"', filter) == [
        "/decks/?format=a%26b&amp;tag=x",
        "/decks/?format=a%26b&amp;tag=x&amp;game=signum",
        "/decks/?format=a%26b&amp;tag=x&amp;game=toy",
    ]


def test_filter_finds_simulations_older_than_the_newest(
    client: Client, vera: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "MAX_LISTED_BATCHES", 1)
    start_batch(batch_params(system="toy"), user=vera)
    start_batch({"deck": {"reference": SYSTEM.reference_decks()[0].deck.name}, "games": 4}, user=vera)
    assert BAG.name not in main(read(client, "/simulations/"))
    assert 'href="/simulations/?game=toy"' in main(read(client, "/simulations/"))
    assert BAG.name in main(read(client, "/simulations/?game=toy"))


def test_ratings_of_several_games_can_be_chosen(client: Client) -> None:
    assert "game-filter" not in read(client, "/ratings/")
    RatingRun.objects.create(system="signum", policy="greedy-2", wanted_at=timezone.now())
    assert "game-filter" not in read(client, "/ratings/")
    RatingRun.objects.create(system="toy", policy="random-1", wanted_at=timezone.now())
    page = main(read(client, "/ratings/"))
    assert 'href="/ratings/?game=toy"' in page.split('class="game-filter"')[1].split("</nav>")[0]


def test_deck_decides_the_game_of_tonight(client: Client, vera: Any) -> None:
    deck = deck_create(owner=vera, decklist=BAG)
    page = read(client, f"/reserve/?deck={deck.pk}")
    assert game_of(page) == "toy"
    assert 'id="answer"' in page


def test_new_collection_is_of_the_game_of_the_page(client: Client, vera: Any) -> None:
    page = read(client, "/collection/?game=toy")
    assert '<input type="hidden" name="system" value="toy"' in page
    client.post("/collection/?game=toy", {"name": "Box", "system": "toy"})
    assert vera.collections.get().system == "toy"


def test_1_6_links_of_a_card_keep_the_game(client: Client, toy_cards: None) -> None:
    page = main(read(client, "/cards/toy/toy-1/"))
    for start in ("/cards/?q=", "/glossary/", "/simulations/new/"):
        links = [link for link in re.findall(r'href="([^"]*)"', page) if link.startswith(start)]
        assert links
        assert all("game=toy" in link for link in links), start


def test_1_6_links_of_the_library_keep_the_game(client: Client, vera: Any, toy_cards: None) -> None:
    page = main(read(client, "/cards/?game=toy&view=table"))
    for link in re.findall(r'href="(/cards/(?:syntax/|\?)[^"]*)"', page):
        assert "game=toy" in link
    for name in ("only-mine", "view-faces", "view-table"):
        assert "game=toy" in page.split(f'id="{name}"')[1].split(">")[0]


def test_search_box_has_an_example_of_the_game(client: Client, toy_cards: None) -> None:
    for path in ("/cards/?game=toy", "/decks/build/?game=toy"):
        assert "Name, text or kind:flame light&gt;=2" in read(client, path)


BAG_TEXT = "Charm\n1 Moonstone\n\nBag\n3 Candle\n3 Torch\n"


@pytest.mark.parametrize("name", ["toy", "Lanterns", "FAROLES", "lanterne"])
@pytest.mark.parametrize("word", ["// game", "# juego", "//Gioco "])
def test_1_5_import_reads_the_game_of_a_list(client: Client, name: str, word: str) -> None:
    response = client.post("/decks/import/", {"given": f"// My bag\n{word}: {name}\n{BAG_TEXT}"})
    shown = response.context["shown"]
    assert (shown.system, shown.decklist.name, response.context["unread"]) == (TOY, "My bag", [])
    assert "read_as" not in response.content.decode() or shown.system is TOY


def test_1_5_import_takes_the_game_that_reads_more_lines(client: Client) -> None:
    response = client.post("/decks/import/", {"given": BAG_TEXT})
    assert response.context["shown"].system is TOY
    page = main(response.content.decode())
    assert "This list was read as one of Lanterns." in page
    assert 'name="read_as" value="signum"' in page
    response = client.post("/decks/import/", {"given": BAG_TEXT, "read_as": "signum"})
    assert response.context["shown"].system is SYSTEM
    assert 'name="read_as" value="toy"' in response.content.decode()


def test_1_5_import_prefers_the_first_game(client: Client) -> None:
    for text in ("1 Herrick\n", "no such card\n", "no such card\n1 Herrick\n1 Moonstone\n"):
        assert client.post("/decks/import/", {"given": text}).context["shown"].system is SYSTEM
    response = client.post("/decks/import/", {"given": "1 Herrick\n"})
    assert "other_games" not in response.context


def test_1_5_import_on_the_page_of_a_game_prefers_this_game(client: Client) -> None:
    assert client.post("/decks/import/?game=toy", {"given": "no such card\n"}).context["shown"].system is TOY
    assert client.post("/decks/import/?game=toy", {"given": "1 Herrick\n"}).context["shown"].system is SYSTEM


def test_1_5_unknown_game_of_a_list_is_its_name_as_before(client: Client) -> None:
    response = client.post("/decks/import/", {"given": "// game: over\n1 Herrick\n"})
    assert response.context["shown"].decklist.name == "game: over"
    assert client.post("/decks/import/", {"given": BAG_TEXT, "read_as": "nonsense"}).status_code == 404


def test_1_5_exported_list_names_its_game(client: Client) -> None:
    text = client.get(f"/d/{encode(BAG, system=TOY)}/text/").content.decode()
    assert text.startswith("// game: toy\n")
    response = client.post("/decks/import/", {"given": text})
    assert response.context["shown"].decklist.content_hash == BAG.content_hash
    hero = SYSTEM.reference_decks()[0].deck
    assert "game:" not in client.get(f"/d/{encode(hero, system=SYSTEM)}/text/").content.decode()


def test_unknown_game_on_a_site_with_one_game_names_that_game(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"signum": SYSTEM})
    page = client.get("/cards/?game=nope")
    assert page.status_code == 404
    assert "<code>signum</code>" in page.content.decode()
