"""Account archives: export and import lose, overwrite and trust nothing."""

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
"""Written by release 0.1, for an owner such as the one below with a simulation on top."""
MANIFEST = {"format": "signum-account", "version": 2}


@pytest.fixture
def cards() -> None:
    signum_cards()


@pytest.fixture
def owner(cards: None) -> User:
    """A user with decks, a draft, collections, a format and preferences."""
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


def packed(user: User) -> bytes:
    file = io.BytesIO()
    archive_write(user=user, file=file)
    return file.getvalue()


def files(data: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def contents(data: bytes) -> dict[str, Any]:
    """The parts that two archives of the same data share.

    Dates, visibility and owners differ.
    """
    parts = {name: json.loads(text) for name, text in files(data).items() if name.endswith(".json")}
    del parts["others.json"]
    parts["texts"] = {name: text for name, text in files(data).items() if name.startswith("decks/")}
    return dict(_timeless(parts))


def _timeless(data: Any) -> Any:
    apart = {"created_at", "changed_at", "made_at", "date_joined", "username", "email", "visibility", "links"}
    if isinstance(data, dict):
        return {key: _timeless(value) for key, value in data.items() if key not in apart}
    return [_timeless(one) for one in data] if isinstance(data, list) else data


def zipped(**parts: Any) -> bytes:
    """An archive made by hand; text is written as it is."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ({"manifest": MANIFEST} | parts).items():
            archive.writestr(f"{name}.json", data if isinstance(data, str | bytes) else json.dumps(data))
    return file.getvalue()


def sent(user: User, data: bytes) -> Parcel:
    return importer.parcel_keep(user=user, file=ContentFile(data))


def taken_in(user: User, data: bytes) -> tuple[int, int]:
    return importer.parcel_take_in(parcel=sent(user, data))


def verdicts(user: User, code: str, data: bytes) -> list[tuple[str, str, str]]:
    parts = {part.code: part for part in importer.parcel_parts(parcel=sent(user, data))}
    return [(item.name, str(item.state), item.sentence) for item in parts[code].items]


def rows() -> tuple[int, ...]:
    counted = (Deck, DeckVersion, Draft, Built, HouseFormat, Collection, Holding, Entry)
    return tuple(model.objects.count() for model in counted)


# --- export


def test_an_archive_has_a_json_file_per_part_and_decks_as_text(owner: User) -> None:
    entries = files(packed(owner))
    manifest = json.loads(entries["manifest.json"])
    assert (manifest["format"], manifest["version"]) == ("signum-account", 2)
    assert manifest["parts"] == {"formats": 1, "decks": 2, "drafts": 2, "collections": 2, "simulations": 0}
    assert not any(manifest["left_out"].values())
    assert set(entries) >= {name for name, _ in file_descriptions() if "*" not in name}
    assert "What is left out" in entries["README.txt"]
    assert json.loads(entries["profile.json"])["username"] == "brissa"
    first = json.loads(entries["decks.json"])["decks"][0]
    assert [version["message"] for version in first["versions"]] == ["", "Too slow"]
    texts = [name for name in entries if name.startswith("decks/")]
    assert len(texts) == 2
    assert reference(1).name in entries[texts[1]]


def test_an_archive_has_no_secrets_and_nothing_of_other_users(owner: User) -> None:
    other = person("osric", email="osric@signum.example")
    saved_deck(other, reference(2))
    text = "".join(files(packed(owner)).values())
    assert "osric" not in text
    assert owner.password not in text
    assert contents(packed(other))["collections.json"] == {"collections": []}


def test_too_many_versions_are_reduced_to_the_current_ones(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.archive.exporter.MAX_ARCHIVED_VERSIONS", 1)
    first, second = json.loads(files(packed(owner))["decks.json"])["decks"]
    assert [version["number"] for version in first["versions"]] == [2]
    assert first["versions_left_out"] == 1
    assert len(second["versions"]) == 1
    before = rows()
    taken_in(owner, packed(owner))
    assert rows() == before


def test_the_number_of_queries_is_bounded(owner: User, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(30):
        packed(owner)


# --- round trips


def test_an_export_survives_the_round_trip(owner: User) -> None:
    data, fresh = packed(owner), person("fresh")
    owner.delete()
    assert not any(rows())
    came, waiting = taken_in(fresh, data)
    assert (came, waiting) == (9, 0)
    fresh.refresh_from_db()
    assert contents(packed(fresh)) == contents(data)
    assert not Parcel.objects.exists()
    assert set(Deck.objects.owned_by(fresh).values_list("visibility", flat=True)) == {"private"}
    assert Collection.objects.of(fresh).get(main=True).name == "Shelf"


def test_an_archive_of_release_0_1_comes_back_in(cards: None) -> None:
    data, fresh = ARCHIVE_0_1.read_bytes(), person("fresh")
    assert taken_in(fresh, data) == (10, 0)
    fresh.refresh_from_db()
    old, new = contents(data), contents(packed(fresh))
    (simulation,) = new["simulations.json"]["simulations"]
    assert simulation["state"] == "brought"
    # An imported simulation gets an address of its own and is marked.
    old["simulations.json"]["simulations"][0] |= {key: simulation[key] for key in ("token", "citation", "state")}
    assert new == old


def test_the_ledger_is_restored_with_dates_reasons_and_undone_entries(owner: User) -> None:
    LedgerBatch.objects.filter(why="Oh", kind="list").update(at=datetime(2020, 2, 2, tzinfo=UTC))
    data, fresh = packed(owner), person("fresh")
    taken_in(fresh, data)
    mine = LedgerBatch.objects.filter(collection__owner=fresh).order_by("pk")
    assert [(batch.kind, batch.why) for batch in mine] == [("hand", ""), ("list", "Oh"), ("undo", "Oh")]
    assert mine[1].at.year == 2020
    assert mine[2].entries.get().undoes == mine[1].entries.get()
    assert batch_undo(batch=mine[1]) is None, "it is taken back already"


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
def test_a_ledger_that_does_not_add_up_starts_anew(owner: User, entry: Any) -> None:
    collections = json.loads(files(packed(owner))["collections.json"])
    collections["collections"][0]["history"].append({"kind": "hand", "why": "", "entries": [entry]})
    fresh, data = person("fresh"), zipped(collections=collections)
    _, state, sentence = verdicts(fresh, "collections", data)[0]
    assert state == "new"
    assert "history begins anew" in sentence
    taken_in(fresh, data)
    assert LedgerBatch.objects.get(collection__owner=fresh).why == "From an archive"
    assert Holding.objects.get(collection__owner=fresh, cards=3)


FORMAT = {"system": "signum", "base": "basic", "name": "Small", "params": {}, "limits": {}, "code": "h-abcdefgh"}


@pytest.mark.parametrize(
    ("given", "says"),
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
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_invalid_formats_are_rejected(given: Any, says: str, cards: None) -> None:
    told = verdicts(person(), "formats", zipped(formats={"formats": [given]}))
    assert [state for _, state, _ in told] == ["refused"]
    assert says in told[0][2]


DRAFT = {"system": "signum", "name": "A", "format": "basic", "sections": {"battle": {"core-007": 1}}}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (7, "is not installed"),
        (DRAFT | {"system": "../x"}, "is not installed"),
        (DRAFT | {"sections": 7}, "Sections are an object"),
        (DRAFT | {"name": 7}, "a text of at most"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_invalid_drafts_are_rejected(given: Any, says: str) -> None:
    told = verdicts(person(), "drafts", zipped(drafts={"drafts": [given]}))
    assert [state for _, state, _ in told] == ["refused"]
    assert says in told[0][2]


def test_the_limit_of_drafts_applies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.archive.draft_importer.MAX_NEW_DRAFTS", 1)
    user = person()
    assert [state for _, state, _ in verdicts(user, "drafts", zipped(drafts={"drafts": [DRAFT]}))] == ["new"]
    draft_save(owner=user, decklist=reference())
    assert [state for _, state, _ in verdicts(user, "drafts", zipped(drafts={"drafts": [DRAFT]}))] == ["refused"]


def test_a_known_format_is_used_and_a_different_one_rejected(owner: User) -> None:
    data, fresh = packed(owner), person("fresh")
    assert [state for _, state, _ in verdicts(fresh, "formats", data)] == ["known"]
    HouseFormat.objects.update(limits={})
    assert [state for _, state, _ in verdicts(fresh, "formats", data)] == ["refused"]
    assert [state for _, state, _ in verdicts(owner, "formats", data)] == ["known"]


def test_reactions_are_exported_without_secrets(owner: User) -> None:
    other = person("osric")
    deck = saved_deck(other, reference(2), visibility="public")
    hidden = saved_deck(other, reference(3))
    Like.objects.create(deck=deck, user=owner)
    for about in (deck, hidden):
        Comment.objects.create(deck=about, author=owner, text="Well ridden")
    deck_build(owner=owner, version=deck.versions.get())
    link = ShareLink.objects.create(deck=Deck.objects.filter(owner=owner).earliest("pk"), token="a-secret-token")
    Collection.objects.filter(owner=owner, main=True).update(trade_token="another-secret")
    found = files(packed(owner))
    others = json.loads(found["others.json"])
    assert [like["deck"]["name"] for like in others["likes"]] == [deck.name]
    assert [(one["text"], one["deck"] and one["deck"]["id"]) for one in others["comments"]] == [
        ("Well ridden", None),
        ("Well ridden", deck.pk),
    ]
    assert others["built"][0]["version"] == 1
    assert len(json.loads(found["decks.json"])["decks"][0]["links"]) == 1
    told = "".join(found.values())
    assert link.token not in told
    assert "another-secret" not in told
    assert hidden.name not in told


def test_importing_twice_changes_nothing(owner: User) -> None:
    data, fresh = packed(owner), person("fresh")
    taken_in(fresh, data)
    before, told = rows(), contents(packed(fresh))
    assert taken_in(fresh, data) == (0, 0)
    assert taken_in(owner, data) == (0, 0)
    assert rows() == before
    assert contents(packed(fresh)) == told


def test_equal_decks_keep_their_number(owner: User) -> None:
    saved_deck(owner)
    saved_deck(owner)
    fresh = person("fresh")
    data = packed(owner)
    owner.delete()
    taken_in(fresh, data)
    fresh.refresh_from_db()
    assert contents(packed(fresh)) == contents(data)
    assert taken_in(fresh, data) == (0, 0)


def test_changed_items_are_neither_overwritten_nor_duplicated(owner: User) -> None:
    data = packed(owner)
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
    taken_in(owner, data)
    assert rows() == before


def test_a_renamed_collection_is_recognised_by_its_content(owner: User) -> None:
    data, fresh = packed(owner), person("fresh")
    collection_create(owner=fresh, system="signum", name="Shelf")
    assert [state for _, state, _ in verdicts(fresh, "collections", data)] == ["new", "new"]
    taken_in(fresh, data)
    assert contents(packed(fresh))["collections.json"] == contents(data)["collections.json"]
    Collection.objects.filter(owner=owner, name="Shelf").update(name="Cellar")
    name, state, sentence = verdicts(owner, "collections", data)[0]
    assert (name, state) == ("Shelf", "known")
    assert "Cellar" in sentence


def test_preferences_replace_defaults_only(owner: User) -> None:
    choosy = person("choosy", language="es", theme="light")
    taken_in(choosy, packed(owner))
    choosy.refresh_from_db()
    assert (choosy.language, choosy.theme, choosy.username) == ("es", "light", "choosy")


def test_a_large_archive_is_imported_in_steps(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "MAX_WEIGHT_PER_RUN", 3)
    data, fresh = packed(owner), person("fresh")
    parcel, steps = sent(fresh, data), [1]
    while Parcel.objects.exists():
        came, waiting = importer.parcel_take_in(parcel=parcel)
        steps.append(waiting)
        assert came
    assert len(steps) > 2
    assert contents(packed(fresh))["decks.json"] == contents(data)["decks.json"]


words = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=40)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(notes=words, messages=st.lists(words, min_size=1, max_size=4), names=st.lists(words, min_size=1, max_size=4))
def test_user_texts_survive_the_round_trip(notes: str, messages: list[str], names: list[str]) -> None:
    User.objects.all().delete()
    owner, fresh = person("brissa"), person("fresh")
    deck = saved_deck(owner, notes=notes)
    for number, (message, name) in enumerate(zip(messages, names, strict=False)):
        decklist = replace(reference(number % 2), name=name)
        number_now = Deck.objects.get(pk=deck.pk).current.number  # type: ignore[union-attr]
        version_save(deck=deck, author=owner, decklist=decklist, message=message, parent=number_now)
    data = packed(owner)
    taken_in(fresh, data)
    assert contents(packed(fresh)) == contents(data)
    assert taken_in(fresh, data) == (0, 0)
    assert taken_in(owner, data) == (0, 0)


# --- untrusted input


def many_files() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(importer.MAX_ENTRIES + 1):
            archive.writestr(str(number), "")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
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
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_a_file_that_is_not_an_archive_is_rejected(data: bytes, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        sent(person(), data)
    assert not Parcel.objects.exists()


def test_archives_without_manifest_or_too_large_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../../manifest.json", json.dumps(MANIFEST))
    with pytest.raises(Unreadable, match=r"no file named “manifest.json”"):
        sent(person(), file.getvalue())
    monkeypatch.setattr(importer, "MAX_BYTES", 10)
    with pytest.raises(Unreadable, match="at most 10"):
        sent(User.objects.get(), file.getvalue())


def test_unpacking_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped(decks=b"[" + b" " * 3_000_000 + b"]")
    assert len(data) < 10_000
    monkeypatch.setattr(importer, "MAX_UNPACKED_BYTES", 100_000)
    ((name, state, sentence),) = verdicts(person(), "decks", data)
    assert (name, state) == ("decks.json", "refused")
    assert "unpacks to more than 100000 bytes" in sentence


DECK = {"system": "signum", "versions": [{"sections": {"battle": {"core-007": 1}}}]}


@pytest.mark.parametrize(
    ("decks", "says"),
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
    ids=lambda given: given if isinstance(given, str) and len(given) < 99 else "",
)
def test_invalid_decks_are_rejected(decks: Any, says: str) -> None:
    user = person()
    told = verdicts(user, "decks", zipped(decks=decks))
    assert [state for _, state, _ in told] == ["refused"]
    assert says in told[0][2]
    taken_in(user, zipped(decks=decks))
    assert not Deck.objects.exists()


@pytest.mark.parametrize(
    ("collections", "says"),
    [
        ({}, "list named “collections”"),
        ({"collections": [None]}, "object, not None"),
        ({"collections": [{"system": "signum", "name": "", "holdings": []}]}, "has a name"),
        ({"collections": [{"system": "signum", "name": 5, "holdings": []}]}, "a text of at most"),
        ({"collections": [{"system": "../x", "name": "A", "holdings": []}]}, "is not installed"),
        ({"collections": [{"system": "signum", "name": "A", "holdings": 1}]}, "list named “holdings”"),
    ],
)
def test_invalid_collections_are_rejected(collections: Any, says: str, cards: None) -> None:
    told = verdicts(person(), "collections", zipped(collections=collections))
    assert [state for _, state, _ in told] == ["refused"]
    assert says in told[0][2]


def test_invalid_rows_are_skipped_with_a_message(cards: None) -> None:
    user = person()
    holdings = [{"code": "core-007", "cards": 2}, {"code": "nope-1", "cards": 1}, {"code": "core-008", "cards": -4}, 9]
    data = zipped(collections={"collections": [{"system": "signum", "name": "A\u0000\ud800", "holdings": holdings}]})
    name, state, sentence = verdicts(user, "collections", data)[0]
    assert (name, state) == ("A", "new")
    assert "3 rows cannot be read" in sentence
    assert "nope-1" in sentence
    assert taken_in(user, data) == (1, 0)
    assert Holding.objects.get().cards == 2
    assert taken_in(user, data) == (0, 0)


def test_ids_and_owners_in_an_archive_are_ignored(owner: User) -> None:
    thief, deck = person("thief"), Deck.objects.filter(owner=owner).first()
    assert deck is not None
    stolen = DECK | {"id": deck.pk, "pk": deck.pk, "owner": owner.pk, "visibility": "public", "like_count": 99}
    profile = {"username": "brissa", "email": "x@y.example", "is_staff": True, "language": "tlh", "theme": {}}
    taken_in(thief, zipped(decks={"decks": [stolen]}, profile=profile))
    mine = Deck.objects.get(owner=thief)
    assert (mine.visibility, mine.like_count) == ("private", 0)
    thief.refresh_from_db()
    assert (thief.username, thief.is_staff, thief.language, thief.theme) == ("thief", False, "", "auto")


def test_a_damaged_file_never_crashes(owner: User) -> None:
    data = packed(owner)
    fresh = person("fresh")
    for place in range(0, len(data), max(1, len(data) // 60)):
        changed = bytearray(data)
        changed[place] ^= 0xFF
        with contextlib.suppress(Unreadable):
            importer.parcel_parts(parcel=sent(fresh, bytes(changed)))


def test_the_limit_of_decks_applies(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    data, fresh = packed(owner), person("fresh")
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


def test_the_pages_move_data_to_another_account(signed_in: Client) -> None:
    answer = signed_in.get(reverse("archive_out"))
    assert answer.headers["Content-Type"] == "application/zip"
    data = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
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
    assert "non è più qui" in again.content.decode()  # the archive also set the language


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
def test_the_page_shows_the_error_of_a_bad_file(signed_in: Client, data: bytes) -> None:
    answer = upload(signed_in, data)
    assert answer.status_code == 400
    assert answer.context["archive_form"].errors
    assert signed_in.post(reverse("archive_send")).status_code == 400


def test_previews_are_throttled(signed_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signum_site.accounts.archive.exporter.ArchiveImportThrottle.rate", "3/hour")
    upload(signed_in, zipped(decks={"decks": []}))
    assert [signed_in.get(reverse("archive_look")).status_code for _ in range(3)] == [200, 200, 429]


def test_archives_are_private(client: Client, owner: User) -> None:
    sent(owner, packed(owner))
    for name in ("archive_out", "archive_look"):
        assert client.get(reverse(name)).status_code == 302
    client.force_login(person("osric"))
    assert client.get(reverse("archive_look")).headers["Location"] == reverse("account_page")


def test_the_api_exports_the_archive_with_a_rate_limit(signed_in: Client, owner: User) -> None:
    address = reverse("api_me_export")
    assert address == "/api/v1/me/export/"
    assert Client().get(address).status_code in (401, 403)
    assert Client().get(address, headers={"Accept": "application/zip"}).status_code in (401, 403)
    answer = signed_in.get(address, headers={"Accept": "application/zip"})
    data = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert contents(data) == contents(packed(owner))
    assert signed_in.post(address).status_code in (403, 405)
    later = [signed_in.get(address) for _ in range(20)]
    assert {one.status_code for one in later} == {200, 429}
    assert all(one.getvalue() for one in later)
    assert signed_in.get(reverse("archive_out")).status_code == 429
