"""A site with one of everything a user can own, and four kinds of visitor."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from collection.models import Printing
from collection.stock.lists.importer import import_create
from collection.stock.models import Collection, LedgerBatch
from collection.stock.services import StockChange, collection_create, stock_enter, trade_list_share
from decks.drafts import draft_save
from decks.models import Deck, Draft
from decks.rules.house_formats import house_format_create
from decks.social.reactions import comment_add, like_set
from decks.social.share_links import link_create, visibility_set
from signum_site.accounts.models import ApiToken, Login, User
from signum_site.accounts.services import token_create
from simulator import games
from simulator.batches.request_parser import parse_batch_request
from simulator.batches.services import batch_start
from simulator.engine.decks.code import encode
from tests.cards import signum_cards
from tests.decks.samples import person, reference, saved_deck
from tests.signum_site.permissions import SHARED

SECRET = "Xyzzyx"
"""The start of the name and the notes of the private deck."""


@dataclass(frozen=True)
class House:
    people: dict[str, User]
    cookies: dict[str, str]
    """Session cookies of the logged-in visitors."""
    fixed: dict[str, Any]
    """Values of placeholders in addresses that do not depend on a deck."""
    decks: dict[str, dict[str, Any]]
    """Values of placeholders that belong to a deck, by its visibility."""

    def filled(self, text: str, shared: str = "private") -> str:
        """An address or a body with its {placeholders} replaced."""
        for name, value in {**self.fixed, **self.decks[shared]}.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def client(self, visitor: str, **options: Any) -> Client:
        """A new browser, because an earlier one may have been logged out."""
        client = Client(**options)
        if visitor in self.cookies:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.cookies[visitor]
        return client

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Rolls back all changes of the requests in the block."""
        cache.clear()
        with transaction.atomic():
            yield
            transaction.set_rollback(True)


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: Any) -> Iterator[House]:
    """Built once per module; each request is rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_house()
        transaction.set_rollback(True)


def build_house() -> House:
    signum_cards()
    people = {"owner": person("owner"), "second": person("second"), "staff": person("staff", is_staff=True)}
    owner = people["owner"]
    decks = {shared: _deck(owner, shared) for shared in SHARED}
    token_create(user=owner, name="tool")
    login = Login.objects.create(user=owner, session_key="elsewhere", device="Firefox")
    return House(
        people,
        {name: _session(user) for name, user in people.items()},
        _belongings(owner) | {"api_token": ApiToken.objects.get(user=owner).pk, "login": login.pk},
        decks,
    )


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _deck(owner: User, shared: str) -> dict[str, Any]:
    words = {"name": f"{SECRET} name", "notes": f"{SECRET} notes"} if shared == SHARED[0] else {}
    deck = saved_deck(owner, **words)
    visibility_set(deck=deck, visibility=Deck.Visibility.PUBLIC)
    like_set(deck=deck, user=owner, likes=True)
    comment = comment_add(deck=deck, author=owner, text="A remark")
    link = link_create(deck=deck)
    visibility_set(deck=deck, visibility=shared)
    return {"deck": deck.pk, "comment": comment.pk, "link": link.pk, "link_token": link.token,
            "version": deck.current_id}  # fmt: skip


def _draft(owner: User) -> Draft:
    draft = draft_save(owner=owner, decklist=reference())
    assert draft is not None
    return draft


def _belongings(owner: User) -> dict[str, Any]:
    signum = games.system("signum")
    collection = collection_create(owner=owner, system="signum", name="Shelf")
    printing = Printing.objects.filter(system="signum").order_by("pk")[0]
    batch = stock_enter(
        collection=collection, changes=[StockChange(printing.pk, "cards", by=2)], kind=LedgerBatch.Kind.HAND, why="mine"
    )
    assert batch is not None
    trade_list_share(collection=collection, shared=True)
    raw = {"deck": {"reference": reference().name}, "games": 2, "policy": "random", "seed": 7}
    simulation = batch_start(request=parse_batch_request(raw, user=owner), user=owner)
    format = house_format_create(
        owner=owner, system=signum, base=signum.formats[0].code, name="Ours", params={}, limits={}
    )
    return {
        "collection": collection.pk,
        "trade": Collection.objects.get(pk=collection.pk).trade_token,
        "batch": batch.pk,
        "entry": batch.entries.get().pk,
        "printing": printing.code,
        "import": import_create(collection=collection, data="2 Fireball").pk,
        "simulation": simulation.token,
        "format": format.code,
        "base": signum.formats[0].code,
        "code": encode(replace(reference(), sections=reference().sections[:1]), system=signum),
        "card": reference().section("battle")[0][0],
        "draft": _draft(owner).pk,
    }
