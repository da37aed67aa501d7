"""Every admin page opens with data in it, stays fast with many rows, and shows no secret."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from collection.models import Card, CardArt
from collection.stock.models import Collection, Entry, LedgerBatch
from decks.models import Comment, Complaint, Deck, DeckVersion, HouseFormat, ShareLink
from decks.social.reactions import complaint_add
from signum_site.accounts.models import ApiToken, Login, User
from simulator.models import Batch, Chunk, LeaderRating, MatchUp, Rating, RatingRun
from tests.decks.samples import person
from tests.signum_site.visitors import House, build_house

pytestmark = pytest.mark.django_db

NUMBERS = count(1000)
UNIQUE: dict[type[Model], dict[str, Any]] = {
    Deck: {},
    DeckVersion: {"number": lambda n: n},
    Comment: {},
    Complaint: {},
    ShareLink: {"token": str},
    HouseFormat: {"code": str},
    Collection: {"name": str, "main": lambda n: False, "trade_token": str},
    LedgerBatch: {"key": str},
    Entry: {},
    Batch: {"token": str},
    MatchUp: {"number": lambda n: n},
    Chunk: {"index": lambda n: n},
    RatingRun: {"policy": str},
    Rating: {"content_hash": str},
    LeaderRating: {"code": str},
    Card: {"code": str},
    ApiToken: {"name": str, "digest": str},
    Login: {"session_key": str},
    User: {"username": str},
}
"""Our models and what differs between copies of a row."""
SEARCHES = {
    Deck: "Xyzzyx", DeckVersion: "owner", Comment: "A remark", Complaint: "Copied", ShareLink: "owner",
    HouseFormat: "Ours", Collection: "Shelf", LedgerBatch: "mine", Entry: "Shelf", MatchUp: "{simulation}",
    Batch: "{simulation}", Chunk: "too much", RatingRun: "random", Rating: "abc", LeaderRating: "core-001",
}  # fmt: skip
READ_ONLY = (
    Deck, DeckVersion, Comment, Complaint, ShareLink, HouseFormat, Collection, LedgerBatch, Entry, Batch, MatchUp,
    Chunk, RatingRun, Rating, LeaderRating,
)  # fmt: skip


def names(model: type[Model]) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}"


def list_page(model: type[Model], query: str = "") -> str:
    return f"{reverse(f'{names(model)}_changelist')}{query}"


def row_page(row: Model) -> str:
    return reverse(f"{names(type(row))}_change", args=[row.pk])


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: Any) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        house = build_house()
        add_staff_rows(house)
        yield house
        transaction.set_rollback(True)


def add_staff_rows(house: House) -> None:
    """What only staff and workers see."""
    deck = Deck.objects.get(pk=house.decks["public"]["deck"])
    complaint_add(deck=deck, reporter=house.people["second"], reason="Copied", comment=deck.comments.get())
    Chunk.objects.update(state="failed", fault="MemoryError: too much", attempts=3, losses=2)
    held = Chunk.objects.order_by("pk")[0]
    Chunk.objects.filter(pk=held.pk).update(state="running", claimed_by="f" * 32 + ":77:1", lease_until=timezone.now())
    RatingRun.objects.create(system="signum", policy="random-1", wanted_at=timezone.now())
    rated = {"system": "signum", "policy": "random-1", "rules_version": "1", "cards_version": "1", "points": 1500,
             "low": 1400, "high": 1600, "games": 40}  # fmt: skip
    Rating.objects.create(content_hash="abc", opponents=2, **rated)
    LeaderRating.objects.create(code="core-001", decks=1, **rated)
    CardArt.objects.create(card=Card.objects.all()[0], digest="1", credit="Her", licence="CC BY 4.0")
    Authenticator.objects.create(user=deck.owner, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    person("chief", is_staff=True, is_superuser=True)


@pytest.fixture
def chief(house: House) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="chief"))
    return client


def registered() -> list[type[Model]]:
    return [model for model in admin.site._registry if model._meta.app_label not in ("auth", "account")]


def test_all_our_models_are_covered() -> None:
    assert {*registered()} - {*UNIQUE} == {CardArt, Authenticator}


@pytest.mark.parametrize("model", registered(), ids=lambda model: model.__name__)
@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_pages_open(chief: Client, model: type[Model], language: str) -> None:
    rows = list(model._default_manager.all()[:3])
    assert rows
    for page in (list_page(model), *map(row_page, rows)):
        response = chief.get(page, headers={"Accept-Language": language})
        assert response.status_code == 200, page


@pytest.mark.parametrize("model", UNIQUE, ids=lambda model: model.__name__)
def test_many_rows_need_no_more_queries(chief: Client, house: House, model: type[Model]) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            response = chief.get(list_page(model, "?all=1"))
        assert response.status_code == 200
        return len(captured)

    with transaction.atomic():
        copy_rows(model, 3)
        queries()
        few = queries()
        copy_rows(model, 40)
        many = queries()
        transaction.set_rollback(True)
    assert many <= few <= 25


def copy_rows(model: type[Model], number: int) -> None:
    source = model._default_manager.order_by("-pk")[0]
    copies = []
    for _ in range(number):
        fields = {field.attname: getattr(source, field.attname) for field in model._meta.concrete_fields}
        fields |= {name: value(next(NUMBERS)) for name, value in UNIQUE[model].items()} | {"id": None}
        copies.append(model(**fields))
    model._default_manager.bulk_create(copies)


@pytest.mark.parametrize("model", SEARCHES, ids=lambda model: model.__name__)
def test_search(chief: Client, house: House, model: type[Model]) -> None:
    query = house.filled(SEARCHES[model])
    assert chief.get(list_page(model), {"q": query}).context["cl"].result_count > 0
    assert chief.get(list_page(model), {"q": "nobody is called so"}).context["cl"].result_count == 0


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model.__name__)
def test_filters(chief: Client, model: type[Model]) -> None:
    """Every choice of every filter opens."""
    page = chief.get(list_page(model)).context["cl"]
    for spec in page.filter_specs:
        for choice in spec.choices(page):
            assert chief.get(list_page(model, choice["query_string"])).status_code == 200, choice


def found(client: Client, model: type[Model], **query: str) -> int:
    return int(client.get(list_page(model), query).context["cl"].result_count)


def test_filters_of_trouble(chief: Client, house: House) -> None:
    chunks = Chunk.objects.count()
    assert found(chief, Chunk, trouble="failed") == found(chief, Chunk, state__exact="failed") == chunks - 1
    assert found(chief, Chunk, trouble="expired") == 1
    assert found(chief, Batch, trouble="lost") == found(chief, Batch, trouble="failed") == 1
    Chunk.objects.filter(losses=2).update(losses=0)
    assert found(chief, Batch, trouble="lost") == 0
    Chunk.objects.update(losses=2)
    assert found(chief, Complaint, settled_at__isempty="1") == 1
    assert found(chief, Complaint, settled_at__isempty="0") == 0


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model.__name__)
def test_nothing_is_added_edited_or_deleted_by_hand(chief: Client, model: type[Model]) -> None:
    row = model._default_manager.all()[0]
    assert chief.get(reverse(f"{names(model)}_add")).status_code == 403
    assert chief.post(reverse(f"{names(model)}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert chief.post(row_page(row), {"name": "changed", "state": "done"}).status_code == 403
    page = chief.get(row_page(row)).content.decode()
    assert 'name="_save"' not in page
    assert "delete_selected" not in chief.get(list_page(model)).content.decode()


def test_no_page_shows_a_secret(chief: Client, house: House) -> None:
    secrets = [
        *ShareLink.objects.values_list("token", flat=True),
        *ApiToken.objects.values_list("digest", flat=True),
        *Login.objects.values_list("session_key", flat=True),
        *User.objects.values_list("password", flat=True),
        house.fixed["trade"],
        "JBSWY3DPEHPK3PXP",
    ]
    for model in registered():
        for page in (list_page(model), *map(row_page, model._default_manager.all()[:3])):
            text = chief.get(page).content.decode()
            assert not [secret for secret in secrets if secret in text], page


@pytest.mark.parametrize(
    ("model", "field"),
    [
        (ShareLink, "token"),
        (Collection, "trade_token"),
        (ApiToken, "digest"),
        (Login, "session_key"),
        (Authenticator, "data"),
        (Batch, "visitor"),
        (User, "password"),
    ],
)
def test_secrets_cannot_be_searched_for(chief: Client, house: House, model: type[Model], field: str) -> None:
    """Neither with the search, nor letter by letter in the address of a list."""
    secret = str(model._default_manager.values_list(field, flat=True).order_by("-pk")[0])
    assert chief.get(list_page(model), {f"{field}__startswith": secret[:1]}).status_code == 400
    assert not [name for name in admin.site._registry[model].search_fields if field in name]


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model.__name__)
@pytest.mark.parametrize("visitor", ["owner", "second", "anonymous"])
def test_others_get_nowhere(house: House, model: type[Model], visitor: str) -> None:
    row = model._default_manager.all()[0]
    for page in (list_page(model), row_page(row)):
        response = house.client(visitor).get(page)
        assert response.status_code in (302, 403, 404), page
        assert response.status_code != 302 or "login" in response.headers["Location"]


def test_staff_see_only_what_they_may(house: House) -> None:
    clerk = person("clerk", is_staff=True)
    client = Client()
    client.force_login(clerk)
    assert client.get(list_page(Batch)).status_code == 403
    clerk.user_permissions.add(Permission.objects.get(codename="view_batch"))
    page = client.get(list_page(Batch))
    assert page.status_code == 200
    assert "retry_batches" not in page.content.decode()
    assert client.get(row_page(Batch.objects.all()[0])).status_code == 200
    assert client.get(list_page(Chunk)).status_code == 403


def test_pages_link_to_related_rows(chief: Client, house: House) -> None:
    batch = Batch.objects.get()
    chunk = batch.chunks.all()[0]
    deck = Deck.objects.get(pk=house.decks["public"]["deck"])
    links = {
        row_page(batch): [f"?batch__id__exact={batch.pk}&amp;state__exact=failed", f"/simulations/{batch.token}/"],
        row_page(chunk): [row_page(batch), row_page(chunk.matchup)],
        list_page(Chunk): [row_page(batch)],
        row_page(deck): [row_page(deck.current), row_page(deck.owner), f"?deck__id__exact={deck.pk}"],
        list_page(Deck): [row_page(deck.owner)],
        list_page(Rating): ["?q=abc"],
    }
    for page, addresses in links.items():
        text = chief.get(page).content.decode()
        assert not [address for address in addresses if address not in text], page
    for address in ("state__exact=failed", "state__exact=running"):
        assert chief.get(list_page(Chunk, f"?batch__id__exact={batch.pk}&{address}")).status_code == 200
