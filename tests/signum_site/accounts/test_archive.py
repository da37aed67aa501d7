"""Export and import of an account as a zip.

Everything is restored; nothing is overwritten or trusted.
"""

import contextlib
import io
import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.models import Printing
from collection.stock.models import Collection, Entry, Holding, LedgerBatch
from collection.stock.services import StockChange, batch_undo, collection_create, stock_enter
from decks.availability.models import Built
from decks.availability.services import deck_build
from decks.drafts import draft_save
from decks.models import Comment, Deck, DeckVersion, Draft, HouseFormat, Like, ShareLink
from decks.rules.house_formats import house_format_create
from decks.services import deck_describe, version_save
from signum_site.accounts.archive import importer
from signum_site.accounts.archive.exporter import archive_write
from signum_site.accounts.archive.readme import file_descriptions
from signum_site.accounts.models import Parcel, User
from signum_site.core.archive_items import State, Unreadable
from simulator import games
from tests.cards import signum_cards
from tests.decks.samples import battle_cards, person, reference, saved_deck, without

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
ARCHIVE_0_1 = Path(__file__).with_name("account-archive-version-2.zip")
"""Written by release 0.1, for an owner like the one below, with a simulation."""
MANIFEST = {"format": "signum-account", "version": 2}


@pytest.fixture
def cards() -> None:
    signum_cards()


@pytest.fixture
def owner(cards: None) -> User:
    """A user with decks, drafts, collections, a format and preferences."""
    owner = person("brissa", language="it", theme="dark")
    deck = saved_deck(owner)
    deck_describe(deck=deck, notes="Ride left.\n\n**Never** right.", tags=["fast", "cavalry"])
    fewer = without(reference(), battle_cards(reference())[0])
    version_save(deck=deck, author=owner, decklist=fewer, message="Too slow", parent=1)
    saved_deck(owner, reference(1), visibility="public")
    shelf = collection_create(owner=owner, system="signum", name="Shelf")
    collection_create(owner=owner, system="signum", name="Attic")
    first, second = Printing.objects.filter(system="signum", code__in=("core-007", "core-008")).order_by("code")
    changes = [
        StockChange(first.pk, "cards", by=3),
        StockChange(first.pk, "place", text="Box 1"),
        StockChange(second.pk, "trade", by=1),
    ]
    stock_enter(collection=shelf, changes=changes, kind=LedgerBatch.Kind.HAND)
    mistaken = stock_enter(
        collection=shelf, changes=[StockChange(second.pk, "cards", by=9)], kind=LedgerBatch.Kind.LIST, why="Oh"
    )
    assert mistaken is not None
    batch_undo(batch=mistaken)
    deck_build(owner=owner, version=deck.versions.get(number=1))
    draft_save(owner=owner, deck=deck, decklist=reference(2), base=2)
    for number in (3, 4):
        draft_save(owner=owner, decklist=replace(reference(number), name="Never saved"))
    house_format_create(
        owner=owner, system=games.system("signum"), base="basic", name="Small table", params={}, limits={"core-007": 1}
    )
    return owner


def pack(user: User) -> bytes:
    file = io.BytesIO()
    archive_write(user=user, file=file)
    return file.getvalue()


def files(data: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def contents(data: bytes) -> dict[str, Any]:
    """The contents of an archive without dates, visibility and owners."""
    parts = {name: json.loads(text) for name, text in files(data).items() if name.endswith(".json")}
    del parts["others.json"]
    parts["texts"] = {name: text for name, text in files(data).items() if name.startswith("decks/")}
    return dict(_comparable(parts))


def _comparable(data: Any) -> Any:
    ignored = {"created_at", "changed_at", "made_at", "date_joined", "username", "email", "visibility", "links"}
    if isinstance(data, dict):
        return {key: _comparable(value) for key, value in data.items() if key not in ignored}
    return [_comparable(item) for item in data] if isinstance(data, list) else data


def zipped(**parts: Any) -> bytes:
    """A handmade archive; texts are written unchanged."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ({"manifest": MANIFEST} | parts).items():
            archive.writestr(f"{name}.json", data if isinstance(data, str | bytes) else json.dumps(data))
    return file.getvalue()


def store_upload(user: User, data: bytes) -> Parcel:
    return importer.parcel_keep(user=user, file=ContentFile(data))


def import_all(user: User, data: bytes) -> tuple[int, int]:
    return importer.parcel_take_in(parcel=store_upload(user, data))


def verdicts(user: User, code: str, data: bytes) -> list[tuple[str, str, str]]:
    parts = {part.code: part for part in importer.parcel_parts(parcel=store_upload(user, data))}
    return [(item.name, str(item.state), item.sentence) for item in parts[code].items]


def rows() -> tuple[int, ...]:
    counted = (Deck, DeckVersion, Draft, Built, HouseFormat, Collection, Holding, Entry)
    return tuple(model.objects.count() for model in counted)


# --- export


def test_archive_has_a_file_for_each_part_and_deck(owner: User) -> None:
    found = files(pack(owner))
    manifest = json.loads(found["manifest.json"])
    assert (manifest["format"], manifest["version"]) == ("signum-account", 2)
    assert manifest["parts"] == {"formats": 1, "decks": 2, "drafts": 2, "collections": 2, "simulations": 0}
    assert not any(manifest["left_out"].values())
    assert set(found) >= {name for name, _ in file_descriptions() if "*" not in name}
    assert "What is left out" in found["README.txt"]
    assert json.loads(found["profile.json"])["username"] == "brissa"
    first = json.loads(found["decks.json"])["decks"][0]
    assert [version["message"] for version in first["versions"]] == ["", "Too slow"]
    texts = [name for name in found if name.startswith("decks/")]
    assert len(texts) == 2
    assert reference(1).name in found[texts[1]]


def test_archive_holds_no_data_of_others_and_no_secrets(owner: User) -> None:
    other = person("osric", email="osric@signum.example")
    saved_deck(other, reference(2))
    text = "".join(files(pack(owner)).values())
    assert "osric" not in text
    assert owner.password not in text
    assert contents(pack(other))["collections.json"] == {"collections": []}


def test_only_current_versions_are_exported_beyond_the_limit(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.archive.exporter.MAX_ARCHIVED_VERSIONS", 1)
    first, second = json.loads(files(pack(owner))["decks.json"])["decks"]
    assert [version["number"] for version in first["versions"]] == [2]
    assert first["versions_left_out"] == 1
    assert len(second["versions"]) == 1
    before = rows()
    import_all(owner, pack(owner))
    assert rows() == before


def test_number_of_queries_is_bounded(owner: User, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(30):
        pack(owner)


# --- round trip


def test_import_into_a_new_account_restores_everything(owner: User) -> None:
    data, fresh = pack(owner), person("fresh")
    owner.delete()
    assert not any(rows())
    came, waiting = import_all(fresh, data)
    assert (came, waiting) == (9, 0)
    fresh.refresh_from_db()
    assert contents(pack(fresh)) == contents(data)
    assert not Parcel.objects.exists()
    assert set(Deck.objects.owned_by(fresh).values_list("visibility", flat=True)) == {"private"}
    assert Collection.objects.of(fresh).get(main=True).name == "Shelf"


def test_archive_of_release_0_1_is_imported(cards: None) -> None:
    data, fresh = ARCHIVE_0_1.read_bytes(), person("fresh")
    assert import_all(fresh, data) == (10, 0)
    fresh.refresh_from_db()
    old, new = contents(data), contents(pack(fresh))
    (simulation,) = new["simulations.json"]["simulations"]
    assert simulation["state"] == "brought"
    # An imported simulation gets an address of its own and is marked.
    old["simulations.json"]["simulations"][0] |= {key: simulation[key] for key in ("token", "citation", "state")}
    # Release 0.1 knew games of two only, and no tests.
    old["simulations.json"]["simulations"][0] |= {"players": 2, "games_per_round": 2, "options": {}, "test": None}
    # Intervals are derived from the sums, and of few pairs they were too narrow.
    for before, after in zip(
        old["simulations.json"]["simulations"][0]["matchups"], simulation["matchups"], strict=True
    ):
        low, high = before.pop("interval")
        new_low, new_high = after.pop("interval")
        assert new_low <= low <= high <= new_high
    assert new == old


def test_import_restores_the_ledger(owner: User) -> None:
    LedgerBatch.objects.filter(why="Oh", kind="list").update(at=datetime(2020, 2, 2, tzinfo=UTC))
    data, fresh = pack(owner), person("fresh")
    import_all(fresh, data)
    batches = LedgerBatch.objects.filter(collection__owner=fresh).order_by("pk")
    assert [(batch.kind, batch.why) for batch in batches] == [("hand", ""), ("list", "Oh"), ("undo", "Oh")]
    assert batches[1].at.year == 2020
    assert batches[2].entries.get().undoes == batches[1].entries.get()
    assert batch_undo(batch=batches[1]) is None, "it is undone already"


@pytest.mark.parametrize(
    "entry",
    [
        {"code": "core-007", "what": "cards", "change": 1},
        {"code": "core-007", "what": "cards", "change": -4},
        {"code": "nope", "what": "cards", "change": 0},
        {"code": "core-007", "what": "gold", "change": 0},
        {"code": "core-007", "what": "cards", "change": 10**9},
        {"code": "core-007", "what": "cards", "change": 0, "undoes": 99},
        {"code": "core-007", "what": "note", "said": "", "says": "x" * 500},
        7,
    ],
)
def test_inconsistent_ledger_is_restarted(owner: User, entry: Any) -> None:
    collections = json.loads(files(pack(owner))["collections.json"])
    collections["collections"][0]["history"].append({"kind": "hand", "why": "", "entries": [entry]})
    fresh, data = person("fresh"), zipped(collections=collections)
    _, state, sentence = verdicts(fresh, "collections", data)[0]
    assert state == "new"
    assert "history begins anew" in sentence
    import_all(fresh, data)
    assert LedgerBatch.objects.get(collection__owner=fresh).why == "From an archive"
    assert Holding.objects.get(collection__owner=fresh, cards=3)


FORMAT = {"system": "signum", "base": "basic", "name": "Small", "params": {}, "limits": {}, "code": "h-abcdefgh"}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (7, "A format is an object"),
        (FORMAT | {"system": "../x"}, "is not installed"),
        (FORMAT | {"code": "basic"}, "no code of a house format"),
        (FORMAT | {"code": "h-<script>"}, "no code of a house format"),
        (FORMAT | {"limits": {"nope": 1}}, "No card has the code"),
        (FORMAT | {"params": {"is_staff": 1}}, "cannot be changed"),
        (FORMAT | {"params": []}, "each an object"),
        (FORMAT | {"name": ""}, "A format has a name"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_invalid_formats_are_refused(value: Any, message: str, cards: None) -> None:
    items = verdicts(person(), "formats", zipped(formats={"formats": [value]}))
    assert [state for _, state, _ in items] == ["refused"]
    assert message in items[0][2]


DRAFT = {"system": "signum", "name": "A", "format": "basic", "sections": {"battle": {"core-007": 1}}}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (7, "is not installed"),
        (DRAFT | {"system": "../x"}, "is not installed"),
        (DRAFT | {"sections": 7}, "Sections are an object"),
        (DRAFT | {"name": 7}, "a text of at most"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_invalid_drafts_are_refused(value: Any, message: str) -> None:
    items = verdicts(person(), "drafts", zipped(drafts={"drafts": [value]}))
    assert [state for _, state, _ in items] == ["refused"]
    assert message in items[0][2]


def test_number_of_drafts_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.archive.draft_importer.MAX_NEW_DRAFTS", 1)
    user = person()
    assert [state for _, state, _ in verdicts(user, "drafts", zipped(drafts={"drafts": [DRAFT]}))] == ["new"]
    draft_save(owner=user, decklist=reference())
    assert [state for _, state, _ in verdicts(user, "drafts", zipped(drafts={"drafts": [DRAFT]}))] == ["refused"]


def test_existing_format_is_used_unless_it_differs(owner: User) -> None:
    data, fresh = pack(owner), person("fresh")
    assert [state for _, state, _ in verdicts(fresh, "formats", data)] == ["known"]
    HouseFormat.objects.update(limits={})
    assert [state for _, state, _ in verdicts(fresh, "formats", data)] == ["refused"]
    assert [state for _, state, _ in verdicts(owner, "formats", data)] == ["known"]


def test_export_holds_reactions_but_no_secrets(owner: User) -> None:
    other = person("osric")
    deck = saved_deck(other, reference(2), visibility="public")
    hidden = saved_deck(other, reference(3))
    Like.objects.create(deck=deck, user=owner)
    for commented in (deck, hidden):
        Comment.objects.create(deck=commented, author=owner, text="Well ridden")
    deck_build(owner=owner, version=deck.versions.get())
    link = ShareLink.objects.create(deck=Deck.objects.filter(owner=owner).earliest("pk"), token="a-secret-token")
    Collection.objects.filter(owner=owner, main=True).update(trade_token="another-secret")
    found = files(pack(owner))
    others = json.loads(found["others.json"])
    assert [like["deck"]["name"] for like in others["likes"]] == [deck.name]
    assert [(comment["text"], comment["deck"] and comment["deck"]["id"]) for comment in others["comments"]] == [
        ("Well ridden", None),
        ("Well ridden", deck.pk),
    ]
    assert others["built"][0]["version"] == 1
    assert len(json.loads(found["decks.json"])["decks"][0]["links"]) == 1
    text = "".join(found.values())
    assert link.token not in text
    assert "another-secret" not in text
    assert hidden.name not in text


def test_second_import_changes_nothing(owner: User) -> None:
    data, fresh = pack(owner), person("fresh")
    import_all(fresh, data)
    before, expected = rows(), contents(pack(fresh))
    assert import_all(fresh, data) == (0, 0)
    assert import_all(owner, data) == (0, 0)
    assert rows() == before
    assert contents(pack(fresh)) == expected


def test_equal_decks_are_all_imported(owner: User) -> None:
    saved_deck(owner)
    saved_deck(owner)
    fresh = person("fresh")
    data = pack(owner)
    owner.delete()
    import_all(fresh, data)
    fresh.refresh_from_db()
    assert contents(pack(fresh)) == contents(data)
    assert import_all(fresh, data) == (0, 0)


def test_changed_deck_and_collection_are_not_overwritten(owner: User) -> None:
    data = pack(owner)
    deck = Deck.objects.get(owner=owner, current__number=2)
    version_save(deck=deck, author=owner, decklist=reference(), message="Back", parent=2)
    shelf = Collection.objects.get(owner=owner, name="Shelf")
    stock_enter(
        collection=shelf,
        changes=[StockChange(Printing.objects.get(code="core-007").pk, "cards", by=1)],
        kind=LedgerBatch.Kind.HAND,
    )
    before = rows()
    assert [state for _, state, _ in verdicts(owner, "decks", data)] == ["known", "known"]
    refused = verdicts(owner, "collections", data)[0]
    assert (refused[0], refused[1]) == ("Shelf", State.REFUSED)
    assert "other contents" in refused[2]
    import_all(owner, data)
    assert rows() == before


def test_renamed_collection_is_recognized_and_empty_one_filled(owner: User) -> None:
    data, fresh = pack(owner), person("fresh")
    collection_create(owner=fresh, system="signum", name="Shelf")
    assert [state for _, state, _ in verdicts(fresh, "collections", data)] == ["new", "new"]
    import_all(fresh, data)
    assert contents(pack(fresh))["collections.json"] == contents(data)["collections.json"]
    Collection.objects.filter(owner=owner, name="Shelf").update(name="Cellar")
    name, state, sentence = verdicts(owner, "collections", data)[0]
    assert (name, state) == ("Shelf", "known")
    assert "Cellar" in sentence


def test_import_overwrites_no_preferences(owner: User) -> None:
    choosy = person("choosy", language="es", theme="light")
    import_all(choosy, pack(owner))
    choosy.refresh_from_db()
    assert (choosy.language, choosy.theme, choosy.username) == ("es", "light", "choosy")


def test_large_archive_is_imported_in_steps(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "MAX_WEIGHT_PER_RUN", 3)
    data, fresh = pack(owner), person("fresh")
    parcel, steps = store_upload(fresh, data), [1]
    while Parcel.objects.exists():
        came, waiting = importer.parcel_take_in(parcel=parcel)
        steps.append(waiting)
        assert came
    assert len(steps) > 2
    assert contents(pack(fresh))["decks.json"] == contents(data)["decks.json"]


words = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=40)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(notes=words, messages=st.lists(words, min_size=1, max_size=4), names=st.lists(words, min_size=1, max_size=4))
def test_any_text_is_restored(notes: str, messages: list[str], names: list[str]) -> None:
    User.objects.all().delete()
    owner, fresh = person("brissa"), person("fresh")
    deck = saved_deck(owner, notes=notes)
    for number, (message, name) in enumerate(zip(messages, names, strict=False)):
        decklist = replace(reference(number % 2), name=name)
        number_now = Deck.objects.get(pk=deck.pk).current.number  # type: ignore[union-attr]
        version_save(deck=deck, author=owner, decklist=decklist, message=message, parent=number_now)
    data = pack(owner)
    import_all(fresh, data)
    assert contents(pack(fresh)) == contents(data)
    assert import_all(fresh, data) == (0, 0)
    assert import_all(owner, data) == (0, 0)


# --- invalid archives


def many_files() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(importer.MAX_ENTRIES + 1):
            archive.writestr(str(number), "")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no zip"),
        (b"PK\x03\x04 and so on", "no zip"),
        (zipped(manifest={}), "manifest"),
        (zipped(manifest="[]"), "manifest"),
        (zipped(manifest="{"), "no JSON"),
        (zipped(manifest="[" * 200_000), "no JSON"),
        (zipped(manifest=MANIFEST | {"version": 3}), "version 3"),
        (zipped(manifest=MANIFEST | {"version": True}), "version True"),
        (zipped(manifest=b"\xff\xfe\x00"), "no JSON"),
        (many_files(), "5001 files"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_invalid_archive_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        store_upload(person(), data)
    assert not Parcel.objects.exists()


def test_archive_without_manifest_or_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../../manifest.json", json.dumps(MANIFEST))
    with pytest.raises(Unreadable, match=r"no file named “manifest.json”"):
        store_upload(person(), file.getvalue())
    monkeypatch.setattr(importer, "MAX_BYTES", 10)
    with pytest.raises(Unreadable, match="at most 10"):
        store_upload(User.objects.get(), file.getvalue())


def test_unpacked_size_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped(decks=b"[" + b" " * 3_000_000 + b"]")
    assert len(data) < 10_000
    monkeypatch.setattr(importer, "MAX_UNPACKED_BYTES", 100_000)
    ((name, state, sentence),) = verdicts(person(), "decks", data)
    assert (name, state) == ("decks.json", "refused")
    assert "unpacks to more than 100000 bytes" in sentence


DECK = {"system": "signum", "versions": [{"sections": {"battle": {"core-007": 1}}}]}


@pytest.mark.parametrize(
    ("decks", "message"),
    [
        ("NaN", "list named “decks”"),
        ({"decks": {}}, "list named “decks”"),
        ({"decks": [DECK] * 2001}, "2001 entries"),
        ('{"decks": [1' + "0" * 5000 + "]}", "no JSON"),
        ({"decks": [7]}, "object, not 7"),
        ({"decks": [{}]}, "The game “None”"),
        ({"decks": [DECK | {"system": ["signum"]}]}, "is not installed"),
        ({"decks": [DECK | {"versions": []}]}, "at least one version"),
        ({"decks": [DECK | {"versions": [None]}]}, "A version is an object"),
        ({"decks": [DECK | {"versions": [{"sections": {"battle": {"core-007": -1}}}]}]}, "-1 copies"),
        ({"decks": [DECK | {"versions": [{"sections": {"battle": {"core-007": 10**30}}}]}]}, "copies"),
        ({"decks": [DECK | {"versions": [{"sections": {"battle": {"\ud800": 1}}}]}]}, "code of a card"),
        ({"decks": [DECK | {"versions": [{"sections": []}]}]}, "Sections are an object"),
        ({"decks": [DECK | {"notes": "x" * 20_001}]}, "at most 20000 characters"),
        ({"decks": [DECK | {"notes": 3}]}, "a text of at most"),
        ({"decks": [DECK | {"tags": "fast"}]}, "a list of at most"),
        ({"decks": [DECK | {"tags": ["x" * 100]}]}, "too long for a tag"),
        ({"decks": [DECK | {"versions": [DECK["versions"][0] | {"message": "m" * 201}]}]}, "at most 200"),  # type: ignore[index]
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 99 else "",
)
def test_invalid_decks_are_refused(decks: Any, message: str) -> None:
    user = person()
    items = verdicts(user, "decks", zipped(decks=decks))
    assert [state for _, state, _ in items] == ["refused"]
    assert message in items[0][2]
    import_all(user, zipped(decks=decks))
    assert not Deck.objects.exists()


@pytest.mark.parametrize(
    ("collections", "message"),
    [
        ({}, "list named “collections”"),
        ({"collections": [None]}, "object, not None"),
        ({"collections": [{"system": "signum", "name": "", "holdings": []}]}, "has a name"),
        ({"collections": [{"system": "signum", "name": 5, "holdings": []}]}, "a text of at most"),
        ({"collections": [{"system": "../x", "name": "A", "holdings": []}]}, "is not installed"),
        ({"collections": [{"system": "signum", "name": "A", "holdings": 1}]}, "list named “holdings”"),
    ],
)
def test_invalid_collections_are_refused(collections: Any, message: str, cards: None) -> None:
    items = verdicts(person(), "collections", zipped(collections=collections))
    assert [state for _, state, _ in items] == ["refused"]
    assert message in items[0][2]


def test_unreadable_rows_are_skipped_with_a_message(cards: None) -> None:
    user = person()
    holdings = [{"code": "core-007", "cards": 2}, {"code": "nope-1", "cards": 1}, {"code": "core-008", "cards": -4}, 9]
    data = zipped(collections={"collections": [{"system": "signum", "name": "A\u0000\ud800", "holdings": holdings}]})
    name, state, sentence = verdicts(user, "collections", data)[0]
    assert (name, state) == ("A", "new")
    assert "3 rows cannot be read" in sentence
    assert "nope-1" in sentence
    assert import_all(user, data) == (1, 0)
    assert Holding.objects.get().cards == 2
    assert import_all(user, data) == (0, 0)


def test_ids_and_owners_are_ignored(owner: User) -> None:
    thief, deck = person("thief"), Deck.objects.filter(owner=owner).first()
    assert deck is not None
    stolen = DECK | {"id": deck.pk, "pk": deck.pk, "owner": owner.pk, "visibility": "public", "like_count": 99}
    profile = {"username": "brissa", "email": "x@y.example", "is_staff": True, "language": "tlh", "theme": {}}
    import_all(thief, zipped(decks={"decks": [stolen]}, profile=profile))
    mine = Deck.objects.get(owner=thief)
    assert (mine.visibility, mine.like_count) == ("private", 0)
    thief.refresh_from_db()
    assert (thief.username, thief.is_staff, thief.language, thief.theme) == ("thief", False, "", "auto")


def test_damaged_archive_causes_no_server_error(owner: User) -> None:
    data = pack(owner)
    fresh = person("fresh")
    for place in range(0, len(data), max(1, len(data) // 60)):
        changed = bytearray(data)
        changed[place] ^= 0xFF
        with contextlib.suppress(Unreadable):
            importer.parcel_parts(parcel=store_upload(fresh, bytes(changed)))


def test_number_of_decks_is_limited(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    data, fresh = pack(owner), person("fresh")
    monkeypatch.setattr("decks.archive.deck_importer.MAX_DECKS", 1)
    data = zipped(decks={"decks": json.loads(files(data)["decks.json"])["decks"][:1]})
    saved_deck(fresh, reference(3))
    assert [state for _, state, _ in verdicts(fresh, "decks", data)] == ["refused"]


# --- pages and API


@pytest.fixture
def signed_in(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


def upload(client: Client, data: bytes) -> Any:
    return client.post(reverse("archive_send"), {"file": SimpleUploadedFile("account.zip", data)})


def test_export_and_import_pages(signed_in: Client) -> None:
    response = signed_in.get(reverse("archive_out"))
    assert response.headers["Content-Type"] == "application/zip"
    data = b"".join(response.streaming_content)  # type: ignore[attr-defined]
    fresh = Client()
    fresh.force_login(person("fresh"))
    assert upload(fresh, data).headers["Location"] == reverse("archive_look")
    look = fresh.get(reverse("archive_look"))
    page = look.content.decode()
    assert reference(1).name in page
    assert not Deck.objects.filter(owner__username="fresh").exists()
    digest = look.context["parcel"].digest
    assert fresh.post(reverse("archive_take_in"), {"digest": digest}).headers["Location"] == reverse("account_page")
    assert Deck.objects.filter(owner__username="fresh").count() == 2
    again = fresh.post(reverse("archive_take_in"), {"digest": digest}, follow=True)
    assert "non è più qui" in again.content.decode()  # the import set the owner's language


def test_only_the_previewed_archive_is_imported(signed_in: Client) -> None:
    upload(signed_in, zipped(decks={"decks": [DECK]}))
    seen = signed_in.get(reverse("archive_look")).context["parcel"].digest
    upload(signed_in, zipped(decks={"decks": [DECK | {"notes": "other"}]}))
    before = rows()
    signed_in.post(reverse("archive_take_in"), {"digest": seen})
    assert rows() == before
    signed_in.post(reverse("archive_drop"))
    assert not Parcel.objects.exists()


@pytest.mark.parametrize("data", [b"", b"nonsense", zipped(manifest={})])
def test_invalid_upload_shows_an_error(signed_in: Client, data: bytes) -> None:
    response = upload(signed_in, data)
    assert response.status_code == 400
    assert response.context["archive_form"].errors
    assert signed_in.post(reverse("archive_send")).status_code == 400


def test_preview_is_throttled(signed_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signum_site.accounts.archive.exporter.ArchiveImportThrottle.rate", "3/hour")
    upload(signed_in, zipped(decks={"decks": []}))
    assert [signed_in.get(reverse("archive_look")).status_code for _ in range(3)] == [200, 200, 429]


def test_archives_of_other_users_are_not_shown(client: Client, owner: User) -> None:
    store_upload(owner, pack(owner))
    for name in ("archive_out", "archive_look"):
        assert client.get(reverse(name)).status_code == 302
    client.force_login(person("osric"))
    assert client.get(reverse("archive_look")).headers["Location"] == reverse("account_page")


def test_api_export_is_throttled(signed_in: Client, owner: User) -> None:
    address = reverse("api_me_export")
    assert address == "/api/v1/me/export/"
    assert Client().get(address).status_code in (401, 403)
    assert Client().get(address, headers={"Accept": "application/zip"}).status_code in (401, 403)
    response = signed_in.get(address, headers={"Accept": "application/zip"})
    data = b"".join(response.streaming_content)  # type: ignore[attr-defined]
    assert contents(data) == contents(pack(owner))
    assert signed_in.post(address).status_code in (403, 405)
    later = [signed_in.get(address) for _ in range(20)]
    assert {response.status_code for response in later} == {200, 429}
    assert all(response.getvalue() for response in later)
    assert signed_in.get(reverse("archive_out")).status_code == 429
