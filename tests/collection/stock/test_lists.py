"""Import and export of lists: verdicts, adding or setting counts, round trips."""

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


def contents(collection: Collection) -> dict[str, tuple[object, ...]]:
    rows = Holding.objects.held().filter(collection=collection).select_related("printing")
    return {row.printing.code: tuple(getattr(row, field) for field in (*COUNTS, *WORDS)) for row in rows}


def counts(collection: Collection) -> dict[str, int]:
    return {code: int(str(held[0])) for code, held in contents(collection).items()}


def import_list(collection: Collection, text: str, how: str = "add") -> Import:
    return importer.import_enter(job=importer.import_create(collection=collection, data=text), how=how)


def test_a_list_is_parsed_before_it_is_entered(collection: Collection) -> None:
    job = importer.import_create(collection=collection, data="2 core-007\n1 Gandalf\n")
    assert (job.state, job.good, job.bad) == ("ready", 1, 1)
    assert not Entry.objects.exists()


def test_counts_are_added_or_set(collection: Collection) -> None:
    import_list(collection, "code,cards\ncore-007,2\ncore-008,1\n")
    import_list(collection, "code,cards\ncore-007,2\ncore-007,1\n")
    assert counts(collection) == {"core-007": 5, "core-008": 1}
    import_list(collection, "code,cards\ncore-007,2\ncore-007,1\n", how="set")
    assert counts(collection) == {"core-007": 3, "core-008": 1}


def test_valid_rows_are_entered_and_the_others_kept(collection: Collection) -> None:
    done = import_list(collection, "2 core-007\n1 Gandalf\n")
    assert done.state == Import.State.DONE
    assert done.text == ""
    assert [verdict["given"] for verdict in done.verdicts] == ["Gandalf"]
    assert counts(collection) == {"core-007": 2}


def test_an_import_is_entered_once_and_can_be_undone(collection: Collection) -> None:
    done = import_list(collection, "2 core-007\n3 core-081\n")
    importer.import_enter(job=done, how="add")
    assert counts(collection) == {"core-007": 2, "core-081": 3}
    assert done.batch is not None
    batch_undo(batch=done.batch)
    assert counts(collection) == {}


def test_a_repeated_form_creates_one_import(collection: Collection) -> None:
    first = importer.import_create(collection=collection, data="core-007", key="form-1")
    assert importer.import_create(collection=collection, data="core-007", key="form-1") == first


def test_an_impossible_import_changes_nothing_and_is_reported(collection: Collection) -> None:
    import_list(collection, "9000 core-007\n")
    failed = import_list(collection, "9000 core-007\n1 core-081\n")
    assert failed.state == Import.State.FAILED
    assert "core-007" in failed.verdicts[0]["text"]
    assert counts(collection) == {"core-007": 9000}


@pytest.mark.parametrize("data", ["", " \n", "x" * 2_000_001])
def test_empty_and_huge_lists_are_rejected(collection: Collection, data: str) -> None:
    with pytest.raises(StockError):
        importer.import_create(collection=collection, data=data)


def test_a_long_list_waits_for_a_worker(collection: Collection) -> None:
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


def test_a_row_is_resolved_by_its_card_name(collection: Collection) -> None:
    job = importer.import_create(collection=collection, data="3 Greer the Stuborn\n")
    assert not importer.import_resolve_row(job=job, line=1, name="nobody")
    assert importer.import_resolve_row(job=job, line=1, name="Greer the Stubborn")
    job.refresh_from_db()
    assert (job.good, job.bad) == (1, 0)
    importer.import_enter(job=job, how="add")
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
def test_export_and_import_round_trip(collection: Collection, owner: User, held: dict, how: str) -> None:
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
        import_list(copy, text, how=how)
        assert contents(copy) == contents(source)
    text_copy = collection_create(owner=owner, system="signum", name="x text")
    import_list(text_copy, exporter.to_text(source, SYSTEM), how=how)
    of_text = {code: held[: len(COUNTS)] for code, held in contents(text_copy).items()}
    assert of_text == {code: held[: len(COUNTS)] for code, held in contents(source).items() if any(held[: len(COUNTS)])}


# --- pages


def test_import_of_a_file_appears_in_the_history(signed_in: Client, collection: Collection) -> None:
    file = SimpleUploadedFile("cards.csv", "name;cards\nGreer the Stubborn;2\nGandalf;1\n".encode("utf-16"))
    page = signed_in.post(reverse("import_new", args=[collection.pk]), {"file": file, "key": "k"}, follow=True)
    html = page.content.decode()
    assert "cards.csv" in html
    assert "No card is called “Gandalf”." in html
    job = Import.objects.get()
    signed_in.post(reverse("import_enter", args=[job.pk]), {"how": "add"})
    assert counts(collection) == {"core-007": 2}
    history = signed_in.get(reverse("stock_history", args=[collection.pk])).content.decode()
    assert "Import: cards.csv" in history
    assert signed_in.get(reverse("import", args=[job.pk])).status_code == 200


def test_pasted_nonsense_is_handled(signed_in: Client, collection: Collection) -> None:
    url = reverse("import_new", args=[collection.pk])
    assert signed_in.post(url, {"text": "  "}).status_code == 400
    assert signed_in.post(url, {"text": "x\x00"}).status_code == 400
    assert signed_in.post(url, {"text": "x", "format": "docx"}).status_code == 400
    page = signed_in.post(url, {"text": "<script>\u202e"}, follow=True)
    assert page.status_code == 200
    assert "&lt;script&gt;" in page.content.decode()
    job = Import.objects.get()
    for form in [{}, {"how": "x"}, {"mend": "x"}, {"mend": "1:core-007"}]:
        assert signed_in.post(reverse("import_enter", args=[job.pk]), form).status_code == 302
    signed_in.post(reverse("import_drop", args=[job.pk]))
    assert not Import.objects.exists()


def test_a_waiting_import_shows_its_progress(signed_in: Client, collection: Collection) -> None:
    waiting = importer.import_create(collection=collection, data=BIG)
    url = reverse("import", args=[waiting.pk])
    assert "<progress" in signed_in.get(url).content.decode()
    assert "<progress" in signed_in.get(url, headers={"HX-Request": "true"}).content.decode()
    importer.import_work(import_id=waiting.pk)
    response = signed_in.get(url, headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Refresh"]) == (286, "true")


def test_lists_of_other_users_are_404(collection: Collection, stranger: User, client: Client) -> None:
    job = importer.import_create(collection=collection, data="core-007")
    client.force_login(stranger)
    assert client.get(reverse("import", args=[job.pk])).status_code == 404
    for name in ("import_enter", "import_drop"):
        assert client.post(reverse(name, args=[job.pk]), {"how": "add"}).status_code == 404
    assert client.get(reverse("import_new", args=[collection.pk])).status_code == 404
    for kind in ("csv", "json", "txt"):
        assert client.get(reverse("stock_export", args=[collection.pk, kind])).status_code == 404


@pytest.mark.parametrize("kind", ["csv", "json", "txt"])
def test_a_collection_can_be_exported(signed_in: Client, collection: Collection, kind: str) -> None:
    import_list(collection, "2 core-007\n")
    response = signed_in.get(reverse("stock_export", args=[collection.pk, kind]))
    assert "Greer the Stubborn" in response.content.decode()
    assert response["Content-Disposition"] == f'attachment; filename="shelf.{kind}"'
