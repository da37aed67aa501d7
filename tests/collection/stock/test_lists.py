"""Lists in and out: verdicts first, then added or set; out and in again is the same."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.models import Printing
from collection.stock.lists import exporter, importer
from collection.stock.models import COUNTS, WORDS, Collection, Entry, Holding, Import, LedgerBatch
from collection.stock.services import StockChange, StockError, batch_undo, collection_create, stock_enter
from signum_site.accounts.models import User
from simulator import games
from simulator.engine.values import tidy

SYSTEM = games.system("signum")
CODES = [card.code for card in SYSTEM.catalogue]
BIG = "code,cards\n" + "".join(f"{code},1\n" for code in CODES * 3)


def everything(collection: Collection) -> dict[str, tuple[object, ...]]:
    rows = Holding.objects.held().filter(collection=collection).select_related("printing")
    return {row.printing.code: tuple(getattr(row, what) for what in (*COUNTS, *WORDS)) for row in rows}


def counts(collection: Collection) -> dict[str, int]:
    return {code: int(str(held[0])) for code, held in everything(collection).items()}


def take(collection: Collection, text: str, how: str = "add") -> Import:
    return importer.import_enter(job=importer.import_create(collection=collection, data=text), how=how)


def test_a_list_is_read_before_anything_is_entered(collection: Collection) -> None:
    given_list = importer.import_create(collection=collection, data="2 core-007\n1 Gandalf\n")
    assert (given_list.state, given_list.good, given_list.bad) == ("ready", 1, 1)
    assert not Entry.objects.exists()


def test_numbers_are_added_or_set_as_was_chosen(collection: Collection) -> None:
    take(collection, "code,cards\ncore-007,2\ncore-008,1\n")
    take(collection, "code,cards\ncore-007,2\ncore-007,1\n")
    assert counts(collection) == {"core-007": 5, "core-008": 1}
    take(collection, "code,cards\ncore-007,2\ncore-007,1\n", how="set")
    assert counts(collection) == {"core-007": 3, "core-008": 1}


def test_good_rows_are_taken_and_the_others_stay_to_be_looked_at(collection: Collection) -> None:
    done = take(collection, "2 core-007\n1 Gandalf\n")
    assert done.state == Import.State.DONE
    assert done.text == ""
    assert [verdict["given"] for verdict in done.verdicts] == ["Gandalf"]
    assert counts(collection) == {"core-007": 2}


def test_entering_twice_enters_once_and_a_whole_import_is_taken_back(collection: Collection) -> None:
    done = take(collection, "2 core-007\n3 core-081\n")
    importer.import_enter(job=done, how="add")
    assert counts(collection) == {"core-007": 2, "core-081": 3}
    assert done.batch is not None
    batch_undo(batch=done.batch)
    assert counts(collection) == {}


def test_the_same_form_sent_twice_is_one_import(collection: Collection) -> None:
    first = importer.import_create(collection=collection, data="core-007", key="form-1")
    assert importer.import_create(collection=collection, data="core-007", key="form-1") == first


def test_an_import_that_cannot_be_entered_changes_nothing_and_says_why(collection: Collection) -> None:
    take(collection, "9000 core-007\n")
    failed = take(collection, "9000 core-007\n1 core-081\n")
    assert failed.state == Import.State.FAILED
    assert "core-007" in failed.verdicts[0]["text"]
    assert counts(collection) == {"core-007": 9000}


@pytest.mark.parametrize("data", ["", " \n", "x" * 2_000_001])
def test_empty_and_huge_lists_are_refused(collection: Collection, data: str) -> None:
    with pytest.raises(StockError):
        importer.import_create(collection=collection, data=data)


def test_a_long_list_waits_for_a_worker_who_may_come_twice(collection: Collection) -> None:
    waiting = importer.import_create(collection=collection, data=BIG)
    assert waiting.state == Import.State.READING
    assert list(Import.objects.due()) == [waiting]
    importer.import_work(import_id=waiting.pk)
    importer.import_work(import_id=waiting.pk)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.good, waiting.percent) == ("ready", len(CODES) * 3, 100)
    assert not Import.objects.due().exists()
    importer.import_enter(job=waiting, how="add")
    assert not Entry.objects.exists()
    importer.import_work(import_id=waiting.pk)
    importer.import_work(import_id=waiting.pk)
    assert set(counts(collection).values()) == {3}
    assert LedgerBatch.objects.count() == 1


def test_a_row_is_mended_by_saying_what_it_means(collection: Collection) -> None:
    given_list = importer.import_create(collection=collection, data="3 Greer the Stuborn\n")
    assert not importer.import_resolve_row(job=given_list, line=1, name="nobody")
    assert importer.import_resolve_row(job=given_list, line=1, name="Greer the Stubborn")
    given_list.refresh_from_db()
    assert (given_list.good, given_list.bad) == (1, 0)
    importer.import_enter(job=given_list, how="add")
    assert counts(collection) == {"core-007": 3}


holding = st.fixed_dictionaries(
    {what: st.integers(0, 9999) for what in COUNTS}
    | {
        "place": st.text(max_size=80).map(tidy),
        "note": (st.text(max_size=80) | st.sampled_from(["=1+1", "'=x", '"', "a;b,c"])).map(tidy),
    }
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(held=st.dictionaries(st.sampled_from(CODES), holding, max_size=12), how=st.sampled_from(["add", "set"]))
def test_out_and_in_again_is_the_same(collection: Collection, owner: User, held: dict, how: str) -> None:
    kinds = {card.code: card.kind for card in SYSTEM.catalogue}
    ids = dict(Printing.objects.values_list("code", "pk"))
    for code, values in held.items():
        if kinds[code] not in SYSTEM.miniature_kinds:
            values["unpainted"] = values["painted"] = 0
    Collection.objects.filter(name__startswith="x").delete()
    source = collection_create(owner=owner, system="signum", name="x source")
    changes = [
        StockChange(ids[code], what, **({"text": value} if what in WORDS else {"to": value}))
        for code, values in held.items()
        for what, value in values.items()
    ]
    stock_enter(collection=source, changes=changes, kind=LedgerBatch.Kind.HAND)
    copies = {"csv": exporter.to_csv(source), "json": exporter.to_json(source)}
    for number, text in enumerate(copies.values()):
        copy = collection_create(owner=owner, system="signum", name=f"x copy {number}")
        take(copy, text, how=how)
        assert everything(copy) == everything(source)
    text_copy = collection_create(owner=owner, system="signum", name="x text")
    take(text_copy, exporter.to_text(source, SYSTEM), how=how)
    of_text = {code: held[: len(COUNTS)] for code, held in everything(text_copy).items()}
    assert of_text == {
        code: held[: len(COUNTS)] for code, held in everything(source).items() if any(held[: len(COUNTS)])
    }


# --- pages


def test_from_a_file_to_the_history(signed_in: Client, collection: Collection) -> None:
    file = SimpleUploadedFile("cards.csv", "name;cards\nGreer the Stubborn;2\nGandalf;1\n".encode("utf-16"))
    page = signed_in.post(reverse("import_new", args=[collection.pk]), {"file": file, "key": "k"}, follow=True)
    words = page.content.decode()
    assert "cards.csv" in words
    assert "No card is called “Gandalf”." in words
    given_list = Import.objects.get()
    signed_in.post(reverse("import_enter", args=[given_list.pk]), {"how": "add"})
    assert counts(collection) == {"core-007": 2}
    history = signed_in.get(reverse("stock_history", args=[collection.pk])).content.decode()
    assert "Import: cards.csv" in history
    assert signed_in.get(reverse("import", args=[given_list.pk])).status_code == 200


def test_pasted_nonsense_is_shown_with_its_reasons(signed_in: Client, collection: Collection) -> None:
    address = reverse("import_new", args=[collection.pk])
    assert signed_in.post(address, {"text": "  "}).status_code == 400
    assert signed_in.post(address, {"text": "x\x00"}).status_code == 400
    assert signed_in.post(address, {"text": "x", "format": "docx"}).status_code == 400
    page = signed_in.post(address, {"text": "<script>\u202e"}, follow=True)
    assert page.status_code == 200
    assert "&lt;script&gt;" in page.content.decode()
    given_list = Import.objects.get()
    for form in [{}, {"how": "x"}, {"mend": "x"}, {"mend": "1:core-007"}]:
        assert signed_in.post(reverse("import_enter", args=[given_list.pk]), form).status_code == 302
    signed_in.post(reverse("import_drop", args=[given_list.pk]))
    assert not Import.objects.exists()


def test_a_waiting_import_shows_how_far_it_is_and_then_itself(signed_in: Client, collection: Collection) -> None:
    waiting = importer.import_create(collection=collection, data=BIG)
    address = reverse("import", args=[waiting.pk])
    assert "<progress" in signed_in.get(address).content.decode()
    assert "<progress" in signed_in.get(address, headers={"HX-Request": "true"}).content.decode()
    importer.import_work(import_id=waiting.pk)
    answer = signed_in.get(address, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Refresh"]) == (286, "true")


def test_nobody_sees_another_s_lists(collection: Collection, stranger: User, client: Client) -> None:
    given_list = importer.import_create(collection=collection, data="core-007")
    client.force_login(stranger)
    assert client.get(reverse("import", args=[given_list.pk])).status_code == 404
    for name in ("import_enter", "import_drop"):
        assert client.post(reverse(name, args=[given_list.pk]), {"how": "add"}).status_code == 404
    assert client.get(reverse("import_new", args=[collection.pk])).status_code == 404
    for kind in ("csv", "json", "txt"):
        assert client.get(reverse("stock_export", args=[collection.pk, kind])).status_code == 404


@pytest.mark.parametrize("kind", ["csv", "json", "txt"])
def test_a_collection_can_be_taken_along(signed_in: Client, collection: Collection, kind: str) -> None:
    take(collection, "2 core-007\n")
    answer = signed_in.get(reverse("stock_export", args=[collection.pk, kind]))
    assert "Greer the Stubborn" in answer.content.decode()
    assert answer["Content-Disposition"] == f'attachment; filename="shelf.{kind}"'
