"""The collections API."""

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


class ApiClient:
    def __init__(self, user: User) -> None:
        self.client = Client(headers={"Authorization": f"Bearer {token_create(user=user, name='tool')}"})

    def request(self, method: str, name: str, *args: Any, data: Any = None, query: str = "", **headers: str) -> Any:
        send = getattr(self.client, method)
        if method == "get":
            return send(reverse(name, args=args) + query, headers=headers)
        return send(reverse(name, args=args), json.dumps(data or {}), content_type="application/json")


@pytest.fixture
def api(owner: User) -> ApiClient:
    return ApiClient(owner)


def change(api: ApiClient, collection: Collection, *changes: dict[str, Any], **more: Any) -> Any:
    return api.request("post", "api_changes", collection.pk, data={"changes": list(changes), **more})


def test_changes_are_entered_once(api: ApiClient, collection: Collection) -> None:
    changes = ({"code": "core-007", "what": "cards", "by": 2}, {"code": "core-007", "what": "place", "says": "red box"})
    assert change(api, collection, *changes, key="a").status_code == 201
    assert change(api, collection, *changes, key="a").status_code == 201
    holdings = api.request("get", "api_holdings", collection.pk).json()
    assert holdings["count"] == 1
    row = holdings["results"][0]
    assert (row["code"], row["cards"], row["place"]) == ("core-007", 2, "red box")
    assert change(api, collection, {"code": "core-007", "what": "cards", "to": 2}).status_code == 204


@pytest.mark.parametrize(
    "changes",
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
def test_invalid_changes_are_rejected_with_a_reason(api: ApiClient, collection: Collection, changes: Any) -> None:
    response = api.request("post", "api_changes", collection.pk, data={"changes": changes})
    assert response.status_code == 400
    assert response.json()
    assert not Entry.objects.exists()


def test_ledger_and_undo(api: ApiClient, collection: Collection, django_assert_max_num_queries) -> None:
    batch_id = change(api, collection, {"code": "core-007", "what": "cards", "by": 2}).json()["id"]
    assert api.request("post", "api_undo", collection.pk, batch_id).status_code == 201
    assert api.request("post", "api_undo", collection.pk, batch_id).status_code == 204
    with django_assert_max_num_queries(6):
        ledger = api.request("get", "api_ledger", collection.pk).json()
    assert [batch["kind"] for batch in ledger["results"]] == ["undo", "tool"]
    assert ledger["results"][1]["entries"][0]["undone"] is True
    assert api.request("post", "api_undo", collection.pk, 10**12).status_code == 404


def test_undo_of_one_entry(api: ApiClient, collection: Collection) -> None:
    changes = ({"code": "core-007", "what": "cards", "by": 2}, {"code": "core-007", "what": "wanted", "by": 1})
    entry_id = {entry["what"]: entry["id"] for entry in change(api, collection, *changes).json()["entries"]}["cards"]
    assert api.request("post", "api_entry_undo", collection.pk, entry_id).status_code == 201
    assert api.request("post", "api_entry_undo", collection.pk, entry_id).status_code == 204
    assert api.request("post", "api_entry_undo", collection.pk, 10**12).status_code == 404
    row = api.request("get", "api_holdings", collection.pk).json()["results"][0]
    assert (row["cards"], row["wanted"]) == (0, 1)


def test_verdicts_of_all_rows(api: ApiClient, collection: Collection) -> None:
    pk = api.request("post", "api_imports", collection.pk, data={"text": "2 core-007\n1 Gandalf\n"}).json()["id"]
    good, bad = api.request("get", "api_import", pk, query="?verdicts=all").json()["verdicts"]
    assert (good["line"], good["code"], good["cards"], good["reason"]) == (1, "core-007", 2, "")
    assert (bad["line"], bad["reason"]) == (2, "unknown_card")
    assert api.request("get", "api_import", pk).json()["verdicts"] == [bad]


@pytest.mark.parametrize(("kind", "prefix"), [("csv", "\ufeffcode,name"), ("txt", "//"), ("json", "{")])
def test_export_formats(api: ApiClient, collection: Collection, kind: str, prefix: str) -> None:
    assert (
        api.request("get", "api_stock_export", collection.pk, query=f"?as={kind}").content.decode().startswith(prefix)
    )
    for content_type in ("text/csv", "text/plain", "application/json"):
        response = api.request("get", "api_stock_export", collection.pk, accept=content_type)
        assert response.headers["Content-Type"].startswith(content_type)
    assert "“xls”" in api.request("get", "api_stock_export", collection.pk, query="?as=xls").json()["detail"]


def test_import_of_a_list(api: ApiClient, collection: Collection) -> None:
    response = api.request("post", "api_imports", collection.pk, data={"text": "2 core-007\n1 Gandalf\n"})
    assert response.status_code == 201
    assert (response.json()["good"], response.json()["verdicts"][0]["line"]) == (1, 2)
    pk = response.json()["id"]
    assert api.request("post", "api_import_enter", pk, data={"how": "guess"}).status_code == 400
    assert api.request("post", "api_import_enter", pk, data={"how": "add"}).json()["state"] == "done"
    export = api.request("get", "api_stock_export", collection.pk).json()
    assert [holding["code"] for holding in export["holdings"]] == ["core-007"]


def test_a_long_list_is_processed_by_a_worker(api: ApiClient, collection: Collection) -> None:
    response = api.request("post", "api_imports", collection.pk, data={"text": "core-007\n" * 600})
    assert response.status_code == 202
    pk = response.json()["id"]
    assert api.request("post", "api_import_enter", pk, data={"how": "add"}).status_code == 400
    importer.import_work(import_id=pk)
    assert api.request("get", "api_import", pk).json()["state"] == "ready"
    assert api.request("post", "api_import_enter", pk, data={"how": "set"}).status_code == 202
    importer.import_work(import_id=pk)
    assert Entry.objects.get().change == 600


@pytest.mark.parametrize("data", [{"text": ""}, {"text": " "}, {"text": "x", "format": "pdf"}, {"text": 3 * ["x"]}, {}])
def test_an_invalid_list_is_rejected(api: ApiClient, collection: Collection, data: dict[str, Any]) -> None:
    assert api.request("post", "api_imports", collection.pk, data=data).status_code == 400


def test_collections_are_created_renamed_and_deleted(api: ApiClient, collection: Collection) -> None:
    created = api.request("post", "api_collections", data={"name": " Club ", "system": "signum"}).json()
    assert (created["name"], created["main"]) == ("Club", False)
    assert api.request("post", "api_collections", data={"name": "Club"}).status_code == 400
    assert api.request("post", "api_collections", data={"name": "\u200b"}).status_code == 400
    assert api.request("post", "api_collections", data={"name": "X", "system": "chess"}).status_code == 400
    assert api.request("patch", "api_collection", created["id"], data={"name": "Shelf"}).status_code == 400
    assert api.request("patch", "api_collection", created["id"], data={"name": "Attic"}).json()["name"] == "Attic"
    assert api.request("delete", "api_collection", created["id"]).status_code == 204
    assert [row["name"] for row in api.request("get", "api_collections").json()] == ["Shelf"]


def test_collections_of_other_users_are_404(collection: Collection, stranger: User) -> None:
    job = importer.import_create(collection=collection, data="core-007")
    collection_create(owner=stranger, system="signum", name="Mine")
    other = ApiClient(stranger)
    for name in ("api_collection", "api_holdings", "api_ledger", "api_stock_export"):
        assert other.request("get", name, collection.pk).status_code == 404
    assert change(other, collection, {"code": "core-007", "what": "cards", "by": 1}).status_code == 404
    assert other.request("post", "api_imports", collection.pk, data={"text": "x"}).status_code == 404
    assert other.request("get", "api_import", job.pk).status_code == 404
    assert other.request("post", "api_import_enter", job.pk, data={"how": "add"}).status_code == 404
    assert other.request("delete", "api_collection", collection.pk).status_code == 404
    assert Client().get(reverse("api_collections")).status_code == 401
    assert not LedgerBatch.objects.exists()
    assert Import.objects.get().state == "ready"
