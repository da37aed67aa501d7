"""The collection's API: the same ledger, the same refusals, the token's owner alone."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from collection.stock.lists import importer
from collection.stock.models import Collection, Entry, Import, LedgerBatch
from collection.stock.services import collection_create
from signum_site.accounts.models import User
from signum_site.accounts.services import token_create


class Tool:
    def __init__(self, user: User) -> None:
        self.client = Client(headers={"Authorization": f"Bearer {token_create(user=user, name='tool')}"})

    def ask(self, method: str, name: str, *args: Any, data: Any = None, query: str = "", **headers: str) -> Any:
        send = getattr(self.client, method)
        if method == "get":
            return send(reverse(name, args=args) + query, headers=headers)
        return send(reverse(name, args=args), json.dumps(data or {}), content_type="application/json")


@pytest.fixture
def tool(owner: User) -> Tool:
    return Tool(owner)


def change(tool: Tool, collection: Collection, *changes: dict[str, Any], **more: Any) -> Any:
    return tool.ask("post", "api_changes", collection.pk, data={"changes": list(changes), **more})


def test_changes_are_entered_once_and_shown(tool: Tool, collection: Collection) -> None:
    sent = ({"code": "core-007", "what": "cards", "by": 2}, {"code": "core-007", "what": "place", "says": "red box"})
    assert change(tool, collection, *sent, key="a").status_code == 201
    assert change(tool, collection, *sent, key="a").status_code == 201
    answer = tool.ask("get", "api_holdings", collection.pk).json()
    assert answer["count"] == 1
    row = answer["results"][0]
    assert (row["code"], row["cards"], row["place"]) == ("core-007", 2, "red box")
    assert change(tool, collection, {"code": "core-007", "what": "cards", "to": 2}).status_code == 204


@pytest.mark.parametrize(
    "sent",
    [
        [],
        [{"code": "core-007", "what": "cards"}],
        [{"code": "core-007", "what": "cards", "by": 1, "to": 1}],
        [{"code": "core-007", "what": "place", "by": 1}],
        [{"code": "core-007", "what": "place", "says": "x" * 81}],
        [{"code": "core-007", "what": "note", "says": "x" * 301}],
        [{"code": "core-007", "what": "cards", "by": -1}],
        [{"code": "core-007", "what": "cards", "by": 10**30}],
        [{"code": "core-999", "what": "cards", "by": 1}],
        [{"code": "core-007\x00", "what": "cards", "by": 1}],
        [{"code": "core-007", "what": "gold", "by": 1}],
        ["nonsense"],
        {"code": "core-007"},
    ],
)
def test_changes_that_make_no_sense_are_refused_with_a_reason(tool: Tool, collection: Collection, sent: Any) -> None:
    answer = tool.ask("post", "api_changes", collection.pk, data={"changes": sent})
    assert answer.status_code == 400
    assert answer.json()
    assert not Entry.objects.exists()


def test_the_ledger_tells_and_takes_back(tool: Tool, collection: Collection, django_assert_max_num_queries) -> None:
    batch = change(tool, collection, {"code": "core-007", "what": "cards", "by": 2}).json()["id"]
    assert tool.ask("post", "api_undo", collection.pk, batch).status_code == 201
    assert tool.ask("post", "api_undo", collection.pk, batch).status_code == 204
    with django_assert_max_num_queries(6):
        ledger = tool.ask("get", "api_ledger", collection.pk).json()
    assert [one["kind"] for one in ledger["results"]] == ["undo", "tool"]
    assert ledger["results"][1]["entries"][0]["undone"] is True
    assert tool.ask("post", "api_undo", collection.pk, 10**12).status_code == 404


def test_one_entry_is_taken_back_and_the_others_stand(tool: Tool, collection: Collection) -> None:
    made = ({"code": "core-007", "what": "cards", "by": 2}, {"code": "core-007", "what": "wanted", "by": 1})
    first = {one["what"]: one["id"] for one in change(tool, collection, *made).json()["entries"]}["cards"]
    assert tool.ask("post", "api_entry_undo", collection.pk, first).status_code == 201
    assert tool.ask("post", "api_entry_undo", collection.pk, first).status_code == 204
    assert tool.ask("post", "api_entry_undo", collection.pk, 10**12).status_code == 404
    row = tool.ask("get", "api_holdings", collection.pk).json()["results"][0]
    assert (row["cards"], row["wanted"]) == (0, 1)


def test_every_row_has_a_verdict_for_whoever_asks(tool: Tool, collection: Collection) -> None:
    pk = tool.ask("post", "api_imports", collection.pk, data={"text": "2 core-007\n1 Gandalf\n"}).json()["id"]
    good, bad = tool.ask("get", "api_import", pk, query="?verdicts=all").json()["verdicts"]
    assert (good["line"], good["code"], good["cards"], good["reason"]) == (1, "core-007", 2, "")
    assert (bad["line"], bad["reason"]) == (2, "unknown_card")
    assert tool.ask("get", "api_import", pk).json()["verdicts"] == [bad]


@pytest.mark.parametrize(("kind", "begins"), [("csv", "\ufeffcode,name"), ("txt", "//"), ("json", "{")])
def test_a_collection_goes_out_in_the_shape_one_asks_for(
    tool: Tool, collection: Collection, kind: str, begins: str
) -> None:
    assert tool.ask("get", "api_stock_export", collection.pk, query=f"?as={kind}").content.decode().startswith(begins)
    for accepted in ("text/csv", "text/plain", "application/json"):
        answer = tool.ask("get", "api_stock_export", collection.pk, accept=accepted)
        assert answer.headers["Content-Type"].startswith(accepted)
    assert "“xls”" in tool.ask("get", "api_stock_export", collection.pk, query="?as=xls").json()["detail"]


def test_a_list_is_sent_read_and_entered(tool: Tool, collection: Collection) -> None:
    made = tool.ask("post", "api_imports", collection.pk, data={"text": "2 core-007\n1 Gandalf\n"})
    assert made.status_code == 201
    assert (made.json()["good"], made.json()["verdicts"][0]["line"]) == (1, 2)
    pk = made.json()["id"]
    assert tool.ask("post", "api_import_enter", pk, data={"how": "guess"}).status_code == 400
    assert tool.ask("post", "api_import_enter", pk, data={"how": "add"}).json()["state"] == "done"
    export = tool.ask("get", "api_stock_export", collection.pk).json()
    assert [one["code"] for one in export["holdings"]] == ["core-007"]


def test_a_long_list_is_left_to_a_worker(tool: Tool, collection: Collection) -> None:
    made = tool.ask("post", "api_imports", collection.pk, data={"text": "core-007\n" * 600})
    assert made.status_code == 202
    pk = made.json()["id"]
    assert tool.ask("post", "api_import_enter", pk, data={"how": "add"}).status_code == 400
    importer.import_work(import_id=pk)
    assert tool.ask("get", "api_import", pk).json()["state"] == "ready"
    assert tool.ask("post", "api_import_enter", pk, data={"how": "set"}).status_code == 202
    importer.import_work(import_id=pk)
    assert Entry.objects.get().change == 600


@pytest.mark.parametrize("data", [{"text": ""}, {"text": " "}, {"text": "x", "format": "pdf"}, {"text": 3 * ["x"]}, {}])
def test_an_empty_list_is_refused(tool: Tool, collection: Collection, data: dict[str, Any]) -> None:
    assert tool.ask("post", "api_imports", collection.pk, data=data).status_code == 400


def test_collections_are_made_named_and_deleted(tool: Tool, collection: Collection) -> None:
    made = tool.ask("post", "api_collections", data={"name": " Club ", "system": "signum"}).json()
    assert (made["name"], made["main"]) == ("Club", False)
    assert tool.ask("post", "api_collections", data={"name": "Club"}).status_code == 400
    assert tool.ask("post", "api_collections", data={"name": "\u200b"}).status_code == 400
    assert tool.ask("post", "api_collections", data={"name": "X", "system": "chess"}).status_code == 400
    assert tool.ask("patch", "api_collection", made["id"], data={"name": "Shelf"}).status_code == 400
    assert tool.ask("patch", "api_collection", made["id"], data={"name": "Attic"}).json()["name"] == "Attic"
    assert tool.ask("delete", "api_collection", made["id"]).status_code == 204
    assert [one["name"] for one in tool.ask("get", "api_collections").json()] == ["Shelf"]


def test_others_collections_are_not_there(collection: Collection, stranger: User) -> None:
    given = importer.import_create(collection=collection, data="core-007")
    collection_create(owner=stranger, system="signum", name="Mine")
    other = Tool(stranger)
    for name in ("api_collection", "api_holdings", "api_ledger", "api_stock_export"):
        assert other.ask("get", name, collection.pk).status_code == 404
    assert change(other, collection, {"code": "core-007", "what": "cards", "by": 1}).status_code == 404
    assert other.ask("post", "api_imports", collection.pk, data={"text": "x"}).status_code == 404
    assert other.ask("get", "api_import", given.pk).status_code == 404
    assert other.ask("post", "api_import_enter", given.pk, data={"how": "add"}).status_code == 404
    assert other.ask("delete", "api_collection", collection.pk).status_code == 404
    assert Client().get(reverse("api_collections")).status_code == 401
    assert not LedgerBatch.objects.exists()
    assert Import.objects.get().state == "ready"
