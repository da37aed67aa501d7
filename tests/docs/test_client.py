"""docs/examples/signum_client.py against a live server."""

import importlib.util
import re
import sys
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings

from collection.services import catalogue_load
from signum_site.accounts.models import User
from signum_site.accounts.services import token_create
from simulator import games
from simulator.models.batches import Batch
from tests.simulator.batches.playing import play_all

pytestmark = pytest.mark.django_db(transaction=True)
DECK = "Hero\n1 Herrick\n\nBattle deck\n2 Fireball\n"


def load_client() -> ModuleType:
    path = settings.BASE_DIR / "docs/examples/signum_client.py"
    spec = importlib.util.spec_from_file_location("signum_client", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["signum_client"] = module
    spec.loader.exec_module(module)
    return module


client = load_client()


@pytest.fixture
def site(live_server: Any) -> Any:
    """The client of a user with a token, and a catalogue on the server."""
    catalogue_load(system=games.system("signum"))
    token = token_create(user=User.objects.create_user("brissa"), name="client")
    return client.Signum(live_server.url, token=token)


def test_cards_are_found_page_by_page(site: Any) -> None:
    codes = [card["code"] for card in site.cards("f:vallor", limit=10)]
    assert len(codes) == len(set(codes)) > 20
    assert site.card("core-146")["name"] == "Fireball"


def test_names_come_in_the_language_of_the_client(site: Any, live_server: Any) -> None:
    assert client.Signum(live_server.url, language="es").card("core-146")["name"] == "Bola de fuego"


def test_a_deck_is_validated_saved_changed_and_exported(site: Any) -> None:
    assert not site.validate(DECK)["legal"]
    assert site.parse("Battle deck\n2x Fierball\n")["problems"][0]["code"] == "UNKNOWN_CARD"
    deck = site.save_deck(DECK, name="First try")
    assert site.save_version(deck["id"], DECK.replace("2 F", "3 F"), parent=1)["number"] == 2
    assert "3 Fireball" in site.export_deck(deck["id"])
    with pytest.raises(client.SignumError) as conflict:
        site.save_version(deck["id"], DECK, parent=1)
    assert conflict.value.status == 409
    assert conflict.value.answer["current"]["number"] == 2
    assert conflict.value.request_id


def test_a_collection_is_changed_once_for_each_key(site: Any) -> None:
    shelf = site.post("collection/", {"name": "Shelf"})["id"]
    for _ in range(2):
        site.change_holdings(shelf, [{"code": "core-146", "what": "cards", "by": 3}], key="box-1")
    assert [(row["code"], row["cards"]) for row in site.holdings(shelf)] == [("core-146", 3)]
    assert site.change_holdings(shelf, [{"code": "core-146", "what": "cards", "to": 3}]) is None, "nothing changes"


def test_every_list_is_read_page_by_page(site: Any) -> None:
    assert [entry["code"] for entry in site.pages("sets/")] == ["core"]


def test_a_simulation_is_started_awaited_and_watched(site: Any) -> None:
    references = [{"reference": "Lances at Dawn"}, {"reference": "Knives in the Fog"}]
    started = site.simulate(references[0], against=references[1:], games=2, seed=7)
    with pytest.raises(TimeoutError, match="is queued after 0 s"):
        site.wait(started["token"], every_s=0, timeout_s=0)
    play_all(Batch.objects.get())
    assert site.wait(started["token"])["games_played"] == 2
    assert site.results(started["token"])["matchups"]
    assert site.replay(started["token"])["seats"] == ["Lances at Dawn", "Knives in the Fog"]


def test_errors_say_what_the_site_says(site: Any, live_server: Any) -> None:
    with pytest.raises(client.SignumError, match="400: 1 is not a whole number from 2 to 100000"):
        site.simulate({"reference": "Lances at Dawn"}, games=1)
    with pytest.raises(client.SignumError, match="401: This needs an API token"):
        client.Signum(live_server.url).get("me/")


def test_a_redirect_is_not_followed(site: Any) -> None:
    with pytest.raises(client.SignumError, match=r"^301"):
        site.get("me")


def test_the_example_of_the_documentation_runs(
    site: Any, live_server: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```python\n(.+?)```", (settings.BASE_DIR / "docs/api.md").read_text(), re.DOTALL)
    token = site.headers["Authorization"].removeprefix("Bearer ")
    monkeypatch.setattr(client.time, "sleep", lambda seconds: play_all(Batch.objects.get()))  # a worker plays
    exec(example.replace("http://127.0.0.1:8000", live_server.url).replace("signum_…", token), {})
    printed = capsys.readouterr().out
    assert "S-2.2 2 cards in the battle deck; at least 20 are needed." in printed
    assert re.search(r"^Lances at Dawn: \d+ % of 4 games", printed, re.MULTILINE)


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'example\.org' is not the address of a site"):
        client.Signum("example.org")
