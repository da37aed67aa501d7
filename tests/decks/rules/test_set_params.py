"""House formats with a parameter that is a set of values, in a toy game with boxes."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from decks.models import HouseFormat
from decks.rules.house_formats import FormatRefused, find_format, house_format_create
from simulator import games
from simulator.engine.decks.formats import FormatParam
from simulator.engine.game_system import GameSystem
from simulator.engine.values import Facts, Words
from tests.toy import SYSTEM

pytestmark = pytest.mark.django_db
BOXES = FormatParam(
    code="boxes",
    names=Words.same("Boxes"),
    kind="set",
    least=1,
    choices={code: Words.same(f"The {code} box") for code in ("first", "second", "third")},
)
PLACE = FormatParam(code="place", names=Words.same("Place"), kind="choice", choices={"inn": Words.same("Inn")})


@pytest.fixture(autouse=True)
def system(two_games: None, monkeypatch: pytest.MonkeyPatch) -> GameSystem:
    formats = tuple(
        replace(known, params=Facts({**known.params, "boxes": ("first",), "place": "inn"})) for known in SYSTEM.formats
    )
    game = replace(SYSTEM, formats=formats, format_params=(*SYSTEM.format_params, BOXES, PLACE))
    installed = {**games.systems(), "toy": game}
    monkeypatch.setattr(games, "systems", lambda **_: installed)
    return game


@pytest.fixture
def vera(client: Client, django_user_model: Any) -> Any:
    user = django_user_model.objects.create_user("vera")
    client.force_login(user)
    return user


def create(owner: Any, system: GameSystem, **params: Any) -> HouseFormat:
    return house_format_create(owner=owner, system=system, base="short", name="Ours", params=params, limits={})


def test_set_is_kept_in_the_order_of_its_choices(vera: Any, system: GameSystem) -> None:
    row = create(vera, system, boxes=["third", "first", "third"])
    row.refresh_from_db()
    assert row.params == {"boxes": ["first", "third"]}
    format = find_format(row.code, system=system)
    assert format is not None
    assert format.params["boxes"] == ("first", "third")
    assert hash(format.params)
    assert create(vera, system, boxes=["first"]).params == {}


@pytest.mark.parametrize("value", [[], ["fourth"], "first", 1, None, [["first"]], {"first": 1}, [None]])
def test_anything_else_is_refused_with_the_choices(vera: Any, system: GameSystem, value: Any) -> None:
    with pytest.raises(FormatRefused, match="choose at least 1 of first, second, third"):
        create(vera, system, boxes=value)
    assert not HouseFormat.objects.exists()


@pytest.mark.parametrize("value", [["inn"], {"inn": 1}, None])
def test_choice_refuses_lists_and_objects(vera: Any, system: GameSystem, value: Any) -> None:
    with pytest.raises(FormatRefused, match="is none of inn"):
        create(vera, system, place=value)


def test_form_has_a_checkbox_for_each_value(client: Client, vera: Any) -> None:
    page = client.get("/decks/formats/new/toy/short/").content.decode()
    assert page.count('type="checkbox"') == 3
    data = {"name": "Ours", "least": "6", "most": "8", "place": "inn", "limits": ""}
    refused = client.post("/decks/formats/new/toy/short/", data)
    assert refused.status_code == 400
    assert "checked" not in refused.content.decode()
    answer = client.post("/decks/formats/new/toy/short/", data | {"boxes": ["second", "third"]}, follow=True)
    assert "The second box, The third box" in answer.content.decode()
    code = HouseFormat.objects.get().code
    form = " ".join(client.get(f"/decks/formats/{code}/edit/").content.decode().split())
    assert 'value="first" >' in form
    assert 'value="second" checked>' in form


def test_api_takes_and_returns_lists(client: Client, vera: Any) -> None:
    data = {"system": "toy", "base": "short", "name": "Ours", "params": {"boxes": ["second", "first"]}}
    answer = client.post("/api/v1/formats/", json.dumps(data), content_type="application/json")
    assert answer.status_code == 201
    assert answer.json()["params"]["boxes"] == ["first", "second"]
    bad = json.dumps(data | {"params": {"boxes": ["fourth"]}})
    assert client.post("/api/v1/formats/", bad, content_type="application/json").status_code == 400
