"""Pages of a second game have no words of the first: hints, examples and exports are by data."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from collection.library.search_help import syntax_examples
from collection.search import search
from collection.services import catalogue_load
from collection.stock.services import collection_create
from simulator import games
from simulator.engine.decks.code import encode
from simulator.engine.game_system import GameSystem
from simulator.games.signum import SYSTEM as SIGNUM
from tests.toy import SYSTEM as TOY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("two_games")]
FORBIDDEN = ("Fireball", "Bola de fuego", "Palla di fuoco", "kw:", "vallor", "t:spell", "t:character", "cost<=2")


def read(client: Client, path: str) -> str:
    response = client.get(path, headers={"Accept-Language": "en"})
    assert response.status_code == 200, path
    return response.content.decode()


def main(page: str) -> str:
    return page.split("<main")[1].split("</main>")[0]


@pytest.fixture
def vera(client: Client, django_user_model: Any) -> Any:
    user = django_user_model.objects.create_user("vera")
    client.force_login(user)
    return user


@pytest.mark.parametrize("path", ["/cards/syntax/?game=toy", "/cards/?game=toy", "/decks/formats/new/toy/short/"])
def test_1_9_hints_are_those_of_the_game(client: Client, vera: Any, path: str) -> None:
    page = main(read(client, path))
    for word in FORBIDDEN:
        assert word not in page, word


def test_1_9_house_format_and_lists_name_a_card_of_the_game(client: Client, vera: Any) -> None:
    assert "“1 Candle”" in read(client, "/decks/formats/new/toy/short/")
    assert "“1 Fireball”" in read(client, "/decks/formats/new/signum/basic/")
    collection = collection_create(owner=vera, name="Night", system="toy")
    page = read(client, f"/collection/{collection.pk}/list/")
    assert "“2 Candle”" in page
    assert "Painted" not in main(page)
    assert "Miniatures" not in main(read(client, f"/collection/{collection.pk}/"))
    assert "“2 Candle”" in read(client, f"/collection/{collection.pk}/import/")


def test_1_9_search_for_odds_has_an_example_of_the_game(client: Client) -> None:
    code = encode(TOY.reference_decks()[0].deck, system=TOY)
    page = main(read(client, f"/decks/build/?game=toy&d={code}"))
    assert "kind:flame light" in page
    assert "kw:shot" not in page


def test_1_9_about_names_every_game(client: Client) -> None:
    page = main(read(client, "/about/"))
    assert "<i>Legends of Signum</i>" in page
    assert "<i>Lanterns</i>" in page


@pytest.mark.parametrize("language", ["en", "es", "it"])
@pytest.mark.parametrize("system", [SIGNUM, TOY], ids=lambda system: system.code)
def test_1_9_every_syntax_example_finds_cards(system: GameSystem, language: str, django_user_model: Any) -> None:
    catalogue_load(system=system)
    examples = syntax_examples(system, language=language)
    user = django_user_model(username="vera")
    for name in ("word", "phrase", "field", "either", "amount", "without", "brackets", "order"):
        query = getattr(examples, name)
        if not query:
            assert (system, name) == (TOY, "amount")
            continue
        results = search(system=system, text=query, user=user)
        assert not results.complaints, query
        assert results.total, query


def test_1_9_export_has_the_fields_of_the_game() -> None:
    out = StringIO()
    call_command("export_catalogue", "--json", "--system", "toy", stdout=out)
    candle = json.loads(out.getvalue())["cards"][0]
    assert candle["light"] == 1
    assert candle.keys() == {
        "code", "name", "names", "type", "text", "texts", "rarity", "set", "source", "support", "light",
    }  # fmt: skip


def test_1_9_example_card_is_the_first_unless_named() -> None:
    assert TOY.example.names.en == "Candle"
    assert games.system("signum").example.names.en == "Fireball"
