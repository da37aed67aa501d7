"""The pages of a collection: its owner sees and changes it, nobody else does, and no input breaks them."""

import pytest
from django.test import Client
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


def give(collection: Collection, code: str, what: str = "cards", by: int = 1) -> LedgerBatch:
    changes = [StockChange(printing(code).pk, what, by=by)]
    batch = stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND)
    assert batch is not None
    return batch


def press(client: Client, code: str = "core-007", by: object = 1, **more: object):
    form = {"system": "signum", "printing": code, "what": "cards", "by": by, "key": "k1"} | more
    return client.post(reverse("stock_change"), form, headers=HTMX)


PAGES = ["stock", "stock_boxes", "stock_list", "stock_history", "stock_settings"]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_its_owner_s_alone(collection: Collection, stranger: User, client: Client, name: str) -> None:
    address = reverse(name, args=[collection.pk])
    assert client.get(address).status_code == 302
    client.force_login(stranger)
    assert client.get(address).status_code == 404
    client.force_login(collection.owner)
    page = client.get(address)
    assert page.status_code == 200
    assert "Shelf" in page.content.decode()


def test_nobody_changes_what_is_not_theirs(collection: Collection, stranger: User, client: Client) -> None:
    batch = give(collection, "core-007", by=3)
    entry = Entry.objects.get()
    client.force_login(stranger)
    assert press(client, collection=collection.pk).status_code == 404
    for name, number in [("batch_undo", batch.pk), ("entry_undo", entry.pk)]:
        assert client.post(reverse(name, args=[collection.pk, number])).status_code == 404
    own = collection_create(owner=stranger, system="signum", name="Mine")
    assert client.post(reverse("batch_undo", args=[own.pk, batch.pk])).status_code == 404
    assert client.post(reverse("entry_undo", args=[own.pk, entry.pk])).status_code == 404
    assert held(collection, "core-007") == 3


def test_a_press_answers_with_the_new_count_and_a_fresh_key(signed_in: Client, collection: Collection) -> None:
    answer = press(signed_in).content.decode()
    assert ">1<" in answer
    assert "k1" not in answer
    assert ">1<" in press(signed_in).content.decode(), "the same form sent twice counts once"
    assert ">2<" in press(signed_in, key="k2").content.decode()
    assert held(collection, "core-007") == 2


def test_without_script_a_press_leads_back_to_the_page(signed_in: Client, collection: Collection) -> None:
    form = {"system": "signum", "printing": "core-007", "what": "painted", "by": 1, "next": "/cards/"}
    assert signed_in.post(reverse("stock_change"), form)["Location"] == "/cards/"
    away = signed_in.post(reverse("stock_change"), form | {"next": "https://elsewhere.example/"})
    assert away["Location"] == reverse("stock", args=[collection.pk])
    assert held(collection, "core-007", "painted") == 2


def test_the_first_press_makes_a_collection(cards: None, signed_in: Client, owner: User) -> None:
    assert press(signed_in).status_code == 200
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
def test_a_press_that_makes_no_sense_is_answered_with_a_sentence(
    signed_in: Client, collection: Collection, more: dict[str, object]
) -> None:
    answer = press(signed_in, **more)
    assert answer.status_code == 400
    assert answer.content.decode().strip()
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "query", ["page=-1", "page=x", "page=99999999999999999999", "q=%01", "show=x", "q=" + "a" * 3000]
)
@pytest.mark.parametrize("name", ["stock", "stock_list", "stock_history"])
def test_strange_addresses_still_show_the_page(
    signed_in: Client, collection: Collection, name: str, query: str
) -> None:
    assert signed_in.get(f"{reverse(name, args=[collection.pk])}?{query}").status_code == 200


def test_cards_are_found_by_name_place_and_kind_of_count(signed_in: Client, collection: Collection) -> None:
    give(collection, "core-007")
    give(collection, "core-081", what="wanted")
    changes = [StockChange(printing("core-007").pk, "place", text="red box")]
    stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND)
    address = reverse("stock", args=[collection.pk])

    def codes(**query: str) -> set[str]:
        page = signed_in.get(address, query, headers=HTMX).content.decode()
        return {code for code in ("core-007", "core-081") if f'value="{code}"' in page}

    assert codes() == {"core-007", "core-081"}
    assert codes(q="stubborn") == codes(q="testardo") == codes(q="RED BOX") == {"core-007"}
    assert codes(show="wanted") == {"core-081"}
    assert codes(q="nothing at all") == set()


def test_two_thousand_entries_cost_no_more_queries_than_one(
    signed_in: Client, collection: Collection, django_assert_max_num_queries
) -> None:
    cards = Card.objects.bulk_create(
        Card(system="signum", code=f"x-{n}", set_code="x", kind="character", support="full", name_en=f"Card {n}")
        for n in range(2000)
    )
    printings = Printing.objects.bulk_create(
        Printing(card=card, system="signum", code=card.code, set_code="x") for card in cards
    )
    changes = [StockChange(one.pk, "cards", by=1) for one in printings]
    stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.IMPORT)
    signed_in.get("/about/")  # the first request of a session is written down
    with django_assert_max_num_queries(8):
        page = signed_in.get(reverse("stock", args=[collection.pk])).content.decode()
    assert page.count('class="tile ') == 48
    with django_assert_max_num_queries(6):
        signed_in.get(reverse("stock_history", args=[collection.pk]))


def test_a_box_is_entered_once_and_taken_back_in_the_history(signed_in: Client, collection: Collection) -> None:
    address = reverse("stock_boxes", args=[collection.pk])
    page = signed_in.get(address).content.decode()
    assert "A box of our own making" in page
    form = {"product": "starter-lances-at-dawn", "boxes": 1, "key": "box-1"}
    signed_in.post(address, form)
    signed_in.post(address, form)
    batch = LedgerBatch.objects.get()
    assert held(collection, "core-002") == 1
    assert batch.why == "Starter: Lances at Dawn"
    signed_in.post(reverse("batch_undo", args=[collection.pk, batch.pk]))
    assert not Holding.objects.held().exists()


@pytest.mark.parametrize(
    "form", [{"product": "none", "boxes": 1}, {"product": "starter-lances-at-dawn", "boxes": 0}, {}]
)
def test_a_box_that_is_not_there_enters_nothing(signed_in: Client, collection: Collection, form: dict) -> None:
    answer = signed_in.post(reverse("stock_boxes", args=[collection.pk]), form, follow=True)
    assert 'class="note note-error"' in answer.content.decode()
    assert not LedgerBatch.objects.exists()


def test_a_typed_line_is_entered_or_told_what_it_may_have_meant(signed_in: Client, collection: Collection) -> None:
    address = reverse("stock_line", args=[collection.pk])

    def typed(line: str, what: str = "cards") -> str:
        return signed_in.post(address, {"line": line, "what": what}, headers=HTMX).content.decode()

    assert "+2, now 2" in typed("2x greer the stubborn")
    assert "now 3" in typed("Greer il Testardo")
    assert "now 2" in typed("-1 core-007")
    assert "Did you mean" in typed("2 Greer the Stuborn")
    assert "at least 0" in typed("-9 core-007")
    for nonsense in ["", "\x00", "7", "x" * 5000]:
        assert "entered-bad" in typed(nonsense)
    assert held(collection, "core-007") == 2


def test_a_table_enters_differences_so_two_tabs_add_up(signed_in: Client, collection: Collection) -> None:
    address, greer = reverse("stock_list", args=[collection.pk]), printing("core-007").pk
    tab = {f"n-{greer}-cards": "3", f"was-n-{greer}-cards": "0"}
    signed_in.post(address, tab | {"key": "tab-1"})
    signed_in.post(address, tab | {"key": "tab-2"})
    signed_in.post(address, tab | {"key": "tab-2"})
    assert held(collection, "core-007") == 6
    wrong = {f"n-{greer}-cards": "lots", "n-999999999-cards": "3", f"n-{greer}-gold": "3", "n-1": ""}
    answer = signed_in.post(address, wrong, follow=True).content.decode()
    assert "lots" in answer
    assert held(collection, "core-007") == 6


def test_place_and_note_are_saved_and_written_down(signed_in: Client, collection: Collection) -> None:
    address = reverse("holding", args=[collection.pk, "core-007"])
    signed_in.post(address, {"place": " red\u200b box ", "note": "bent"})
    row = Holding.objects.get()
    assert (row.place, row.note) == ("red box", "bent")
    assert signed_in.post(address, {"place": "x" * 500}).status_code == 400
    signed_in.post(reverse("entry_undo", args=[collection.pk, Entry.objects.get(what="note").pk]))
    assert Holding.objects.get().note == ""
    assert signed_in.get(reverse("holding", args=[collection.pk, "core-999"])).status_code == 404


def test_taking_back_what_is_gone_says_why_not(signed_in: Client, collection: Collection) -> None:
    batch = give(collection, "core-007", by=2)
    give(collection, "core-007", by=-1)
    answer = signed_in.post(reverse("batch_undo", args=[collection.pk, batch.pk]), follow=True)
    assert "nothing was changed, because of core-007" in answer.content.decode()


def test_collections_are_made_renamed_chosen_and_deleted(
    signed_in: Client, collection: Collection, owner: User
) -> None:
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


def test_a_trade_list_shows_what_is_given_and_sought_until_it_is_no_longer_shared(
    collection: Collection, client: Client
) -> None:
    give(collection, "core-007", by=1)
    give(collection, "core-007", what="trade", by=3)
    give(collection, "core-012", what="wanted", by=2)
    give(collection, "core-011", by=2)
    address = reverse("trade_list", args=[trade_list_share(collection=collection, shared=True)])
    page = client.get(address).content.decode()
    assert "Greer the Stubborn" in page
    assert '<span class="trade-count">1</span>' in page, "no more is given than is owned"
    assert printing("core-012").card.name_en in page
    assert printing("core-011").card.name_en not in page
    trade_list_share(collection=collection, shared=False)
    assert client.get(address).status_code == 404
