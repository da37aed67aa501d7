"""Collection pages: only the owner sees and changes them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from collection.models import Card, Printing
from collection.stock.models import Collection, Entry, Holding, LedgerBatch
from collection.stock.services import StockChange, collection_create, stock_enter, trade_list_share
from signum_site.accounts.models import User
from tests.collection.stock.conftest import printing

HTMX = {"HX-Request": "true"}


def held(collection: Collection, code: str, what: str = "cards") -> int:
    row = Holding.objects.filter(collection=collection, printing__code=code).first()
    return int(getattr(row, what)) if row else 0


def add(collection: Collection, code: str, what: str = "cards", by: int = 1) -> LedgerBatch:
    changes = [StockChange(printing(code).pk, what, by=by)]
    batch = stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND)
    assert batch is not None
    return batch


def click(client: Client, code: str = "core-007", by: object = 1, **more: object):
    form = {"system": "signum", "printing": code, "what": "cards", "by": by, "key": "k1"} | more
    return client.post(reverse("stock_change"), form, headers=HTMX)


PAGES = ["stock", "stock_boxes", "stock_list", "stock_history", "stock_settings"]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_private(collection: Collection, stranger: User, client: Client, name: str) -> None:
    url = reverse(name, args=[collection.pk])
    assert client.get(url).status_code == 302
    client.force_login(stranger)
    assert client.get(url).status_code == 404
    client.force_login(collection.owner)
    page = client.get(url)
    assert page.status_code == 200
    assert "Shelf" in page.content.decode()


def test_other_users_cannot_change_a_collection(collection: Collection, stranger: User, client: Client) -> None:
    batch = add(collection, "core-007", by=3)
    entry = Entry.objects.get()
    client.force_login(stranger)
    assert click(client, collection=collection.pk).status_code == 404
    for name, number in [("batch_undo", batch.pk), ("entry_undo", entry.pk)]:
        assert client.post(reverse(name, args=[collection.pk, number])).status_code == 404
    own = collection_create(owner=stranger, system="signum", name="Mine")
    assert client.post(reverse("batch_undo", args=[own.pk, batch.pk])).status_code == 404
    assert client.post(reverse("entry_undo", args=[own.pk, entry.pk])).status_code == 404
    assert held(collection, "core-007") == 3


def test_a_click_returns_the_new_count_and_a_new_key(signed_in: Client, collection: Collection) -> None:
    response = click(signed_in).content.decode()
    assert ">1<" in response
    assert "k1" not in response
    assert ">1<" in click(signed_in).content.decode(), "the same form sent twice counts once"
    assert ">2<" in click(signed_in, key="k2").content.decode()
    assert held(collection, "core-007") == 2


def test_without_script_a_click_redirects_back(signed_in: Client, collection: Collection) -> None:
    form = {"system": "signum", "printing": "core-007", "what": "painted", "by": 1, "next": "/cards/"}
    assert signed_in.post(reverse("stock_change"), form)["Location"] == "/cards/"
    external = signed_in.post(reverse("stock_change"), form | {"next": "https://elsewhere.example/"})
    assert external["Location"] == reverse("stock", args=[collection.pk])
    assert held(collection, "core-007", "painted") == 2


def test_the_first_click_creates_a_collection(cards: None, signed_in: Client, owner: User) -> None:
    assert click(signed_in).status_code == 200
    assert Collection.objects.of(owner).get().main


@pytest.mark.parametrize(
    "more",
    [
        {"by": "many"},
        {"by": 10**30},
        {"by": -1},
        {"what": "gold"},
        {"printing": "x" * 500},
        {"printing": "core-007\x00"},
        {"key": "k" * 500},
        {"collection": "x"},
        {"collection": 10**30},
    ],
)
def test_an_invalid_click_is_rejected_with_a_message(
    signed_in: Client, collection: Collection, more: dict[str, object]
) -> None:
    response = click(signed_in, **more)
    assert response.status_code == 400
    assert response.content.decode().strip()
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "query", ["page=-1", "page=x", "page=99999999999999999999", "q=%01", "show=x", "q=" + "a" * 3000]
)
@pytest.mark.parametrize("name", ["stock", "stock_list", "stock_history"])
def test_strange_parameters_still_show_the_page(
    signed_in: Client, collection: Collection, name: str, query: str
) -> None:
    assert signed_in.get(f"{reverse(name, args=[collection.pk])}?{query}").status_code == 200


def test_holdings_are_filtered_by_text_and_count(signed_in: Client, collection: Collection) -> None:
    add(collection, "core-007")
    add(collection, "core-081", what="wanted")
    changes = [StockChange(printing("core-007").pk, "place", text="red box")]
    stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND)
    url = reverse("stock", args=[collection.pk])

    def codes(**query: str) -> set[str]:
        page = signed_in.get(url, query, headers=HTMX).content.decode()
        return {code for code in ("core-007", "core-081") if f'value="{code}"' in page}

    assert codes() == {"core-007", "core-081"}
    assert codes(q="stubborn") == codes(q="testardo") == codes(q="RED BOX") == {"core-007"}
    assert codes(show="wanted") == {"core-081"}
    assert codes(q="nothing at all") == set()


def test_large_collections_take_few_queries(
    signed_in: Client, collection: Collection, django_assert_max_num_queries
) -> None:
    cards = Card.objects.bulk_create(
        Card(system="signum", code=f"x-{n}", set_code="x", kind="character", support="full", name_en=f"Card {n}")
        for n in range(2000)
    )
    printings = Printing.objects.bulk_create(
        Printing(card=card, system="signum", code=card.code, set_code="x") for card in cards
    )
    changes = [StockChange(row.pk, "cards", by=1) for row in printings]
    stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.IMPORT)
    signed_in.get("/about/")  # the first request of a session is recorded
    with django_assert_max_num_queries(8):
        page = signed_in.get(reverse("stock", args=[collection.pk])).content.decode()
    assert page.count('class="tile ') == 48
    with django_assert_max_num_queries(6):
        signed_in.get(reverse("stock_history", args=[collection.pk]))


def test_a_box_is_entered_once_and_undone(signed_in: Client, collection: Collection) -> None:
    url = reverse("stock_boxes", args=[collection.pk])
    page = signed_in.get(url).content.decode()
    assert "A box of our own making" in page
    form = {"product": "starter-lances-at-dawn", "boxes": 1, "key": "box-1"}
    signed_in.post(url, form)
    signed_in.post(url, form)
    batch = LedgerBatch.objects.get()
    assert held(collection, "core-002") == 1
    assert batch.why == "Starter: Lances at Dawn"
    signed_in.post(reverse("batch_undo", args=[collection.pk, batch.pk]))
    assert not Holding.objects.held().exists()


@pytest.mark.parametrize(
    "form", [{"product": "none", "boxes": 1}, {"product": "starter-lances-at-dawn", "boxes": 0}, {}]
)
def test_an_invalid_box_enters_nothing(signed_in: Client, collection: Collection, form: dict) -> None:
    response = signed_in.post(reverse("stock_boxes", args=[collection.pk]), form, follow=True)
    assert 'class="note note-error"' in response.content.decode()
    assert not LedgerBatch.objects.exists()


def test_a_typed_line_is_entered_or_gets_suggestions(signed_in: Client, collection: Collection) -> None:
    url = reverse("stock_line", args=[collection.pk])

    def enter_line(line: str, what: str = "cards") -> str:
        return signed_in.post(url, {"line": line, "what": what}, headers=HTMX).content.decode()

    assert "+2, now 2" in enter_line("2x greer the stubborn")
    assert "now 3" in enter_line("Greer il Testardo")
    assert "now 2" in enter_line("-1 core-007")
    assert "Did you mean" in enter_line("2 Greer the Stuborn")
    assert "at least 0" in enter_line("-9 core-007")
    for nonsense in ["", "\x00", "7", "x" * 5000]:
        assert "entered-bad" in enter_line(nonsense)
    assert held(collection, "core-007") == 2


def test_a_table_enters_differences_so_that_tabs_add_up(signed_in: Client, collection: Collection) -> None:
    url, greer = reverse("stock_list", args=[collection.pk]), printing("core-007").pk
    tab = {f"n-{greer}-cards": "3", f"was-n-{greer}-cards": "0"}
    signed_in.post(url, tab | {"key": "tab-1"})
    signed_in.post(url, tab | {"key": "tab-2"})
    signed_in.post(url, tab | {"key": "tab-2"})
    assert held(collection, "core-007") == 6
    invalid = {f"n-{greer}-cards": "lots", "n-999999999-cards": "3", f"n-{greer}-gold": "3", "n-1": ""}
    response = signed_in.post(url, invalid, follow=True).content.decode()
    assert "lots" in response
    assert held(collection, "core-007") == 6


def test_place_and_note_are_saved_in_the_ledger(signed_in: Client, collection: Collection) -> None:
    url = reverse("holding", args=[collection.pk, "core-007"])
    signed_in.post(url, {"place": " red\u200b box ", "note": "bent"})
    row = Holding.objects.get()
    assert (row.place, row.note) == ("red box", "bent")
    assert signed_in.post(url, {"place": "x" * 500}).status_code == 400
    signed_in.post(reverse("entry_undo", args=[collection.pk, Entry.objects.get(what="note").pk]))
    assert Holding.objects.get().note == ""
    assert signed_in.get(reverse("holding", args=[collection.pk, "core-999"])).status_code == 404


def test_an_impossible_undo_is_explained(signed_in: Client, collection: Collection) -> None:
    batch = add(collection, "core-007", by=2)
    add(collection, "core-007", by=-1)
    response = signed_in.post(reverse("batch_undo", args=[collection.pk, batch.pk]), follow=True)
    assert "nothing was changed, because of core-007" in response.content.decode()


def test_collections_are_created_renamed_and_deleted(signed_in: Client, collection: Collection, owner: User) -> None:
    assert signed_in.post(reverse("stock_home"), {"name": "Shelf"}).status_code == 400
    assert signed_in.post(reverse("stock_home"), {"name": "\x00"}).status_code == 400
    signed_in.post(reverse("stock_home"), {"name": "Club"})
    club = Collection.objects.get(name="Club")
    settings = reverse("stock_settings", args=[club.pk])
    assert signed_in.post(settings, {"act": "rename", "name": "Shelf"}).status_code == 400
    signed_in.post(settings, {"act": "rename", "name": "Cupboard"})
    signed_in.post(settings, {"act": "main"})
    club.refresh_from_db()
    assert (club.name, club.main) == ("Cupboard", True)
    signed_in.post(settings, {"act": "delete", "name": "wrong"})
    assert Collection.objects.filter(pk=club.pk).exists()
    signed_in.post(settings, {"act": "delete", "name": "Cupboard"})
    assert not Collection.objects.filter(pk=club.pk).exists()


def test_a_trade_list_is_visible_while_shared(collection: Collection, client: Client) -> None:
    add(collection, "core-007", by=1)
    add(collection, "core-007", what="trade", by=3)
    add(collection, "core-012", what="wanted", by=2)
    add(collection, "core-011", by=2)
    url = reverse("trade_list", args=[trade_list_share(collection=collection, shared=True)])
    page = client.get(url).content.decode()
    assert "Greer the Stubborn" in page
    assert '<span class="trade-count">1</span>' in page, "no more is given than is owned"
    assert printing("core-012").card.name_en in page
    assert printing("core-011").card.name_en not in page
    trade_list_share(collection=collection, shared=False)
    assert client.get(url).status_code == 404


def test_list_of_collections_takes_as_many_queries_for_one_as_for_many(
    collection: Collection, client: Client, django_assert_num_queries
) -> None:
    add(collection, "core-007", by=3)
    client.force_login(collection.owner)
    client.get(reverse("stock_home"))
    with CaptureQueriesContext(connection) as one:
        client.get(reverse("stock_home"))
    for number in range(5):
        other = collection_create(owner=collection.owner, system="signum", name=f"Box {number}")
        add(other, "core-008", by=number + 1)
    with django_assert_num_queries(len(one)):
        page = client.get(reverse("stock_home"))
    figures = {
        row.name: (totals.cards, totals.kinds, share.owned) for row, totals, share in page.context["collections"]
    }
    assert figures["Shelf"] == (3, 1, 1)
    assert figures["Box 4"] == (5, 1, 1)
