"""Rate limits and their headers, with a fake clock."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from redis.exceptions import RedisError
from rest_framework.throttling import SimpleRateThrottle

from collection.stock.models import Collection
from signum_site.accounts.models import User
from signum_site.accounts.services import token_create
from signum_site.core.throttling import ImportThrottle
from tests.decks.samples import person

pytestmark = pytest.mark.django_db
ME, FORMATS = "/api/v1/me/", "/api/v1/formats/"


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(SimpleRateThrottle, "timer", clock)
    return clock


@pytest.fixture
def user() -> User:
    return person()


def tool(user: User, name: str = "tool") -> Client:
    return Client(headers={"Authorization": f"Bearer {token_create(user=user, name=name)}"})


def limits(response: Any) -> tuple[str, ...]:
    return tuple(response.headers[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset"))


def test_visitor_has_sixty_requests_a_minute(clock: Clock) -> None:
    client = Client()
    assert limits(client.get(FORMATS)) == ("60", "59", "60")
    clock.now += 20
    responses = [client.get(FORMATS) for _ in range(60)]
    assert [response.status_code for response in responses] == [200] * 59 + [429]
    assert limits(responses[-1]) == ("60", "0", "40")
    assert responses[-1].headers["Retry-After"] == "40"
    assert responses[-1].json().keys() == {"detail"}
    clock.now += 41
    assert client.get(FORMATS).status_code == 200


def test_token_has_three_hundred_requests_a_minute(clock: Clock, user: User) -> None:
    first, second = tool(user), tool(user, "other")
    assert [first.get(ME).status_code for _ in range(301)] == [200] * 300 + [429]
    assert limits(second.get(ME)) == ("300", "299", "60")
    clock.now += 61
    assert limits(first.get(ME)) == ("300", "299", "60")


def test_unknown_token_is_counted(clock: Clock) -> None:
    client = Client(headers={"Authorization": "Bearer signum_guessed"})
    assert [client.get(ME).status_code for _ in range(61)] == [401] * 60 + [429]


def test_headers_report_the_tightest_limit(clock: Clock, user: User) -> None:
    collection = Collection.objects.create(owner=user, system="signum", name="Shelf")
    response = tool(user).post(f"/api/v1/collection/{collection.pk}/imports/", {"text": ""}, "application/json")
    assert limits(response) == ("30", "29", "60")


def test_imports_of_pages_and_api_count_together(clock: Clock, user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImportThrottle, "rate", "3/min")
    collection = Collection.objects.create(owner=user, system="signum", name="Shelf")
    page = Client()
    page.force_login(user)
    assert tool(user).post(f"/api/v1/collection/{collection.pk}/imports/", {}, "application/json").status_code == 400
    address = f"/collection/{collection.pk}/import/"
    file = SimpleUploadedFile("list.txt", b"")
    assert page.post(address, {"file": file}).status_code == 400
    assert page.post("/decks/import/", {"given": "§"}).status_code in (200, 400)
    refused = page.post("/decks/import/", {"given": "§"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert "guessed passwords" not in refused.content.decode(), "this is no login"
    assert page.get("/decks/import/").status_code == 200
    clock.now += 61
    assert page.post(address, {"file": file}).status_code == 400


class UnreachableCache:
    """A cache whose server does not respond."""

    def __getattr__(self, name: str) -> Any:
        raise RedisError("nothing answers")


def test_requests_are_refused_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "cache", UnreachableCache())
    client = Client(raise_request_exception=False)
    tool, page = client.get(FORMATS), client.post("/decks/import/", {"given": "1 Fireball"})
    assert (tool.status_code, page.status_code) == (503, 503)
    assert "cannot count requests now" in tool.json()["detail"]
    assert "Requests cannot be counted" in page.content.decode()
    assert client.get("/about/").status_code == 200


class RacingCache:
    """A cache that provokes a race.

    Two concurrent readers both read before either writes, unless a lock prevents it.
    """

    def __init__(self) -> None:
        self.both = Barrier(2)

    def get(self, key: str, default: Any) -> Any:
        value = cache.get(key, default)
        with suppress(BrokenBarrierError):
            self.both.wait(timeout=0.5)
        return value

    def __getattr__(self, name: str) -> Any:
        return getattr(cache, name)


def test_concurrent_requests_do_not_exceed_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImportThrottle, "rate", "1/min")
    monkeypatch.setattr(ImportThrottle, "cache", RacingCache())
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    with ThreadPoolExecutor(2) as pool:
        allowed = list(pool.map(lambda _: ImportThrottle().allow_request(request, None), range(2)))
    assert sorted(allowed) == [False, True]


def test_ipv6_network_counts_as_one_visitor() -> None:
    addresses = [f"2001:db8:0:1::{number:x}" for number in range(61)]
    assert [Client(REMOTE_ADDR=address).get(FORMATS).status_code for address in addresses] == [200] * 60 + [429]
    assert Client(REMOTE_ADDR="2001:db8:0:2::1").get(FORMATS).status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.1").get(FORMATS).status_code == 200


@pytest.mark.parametrize("page", ["/account/login/", "/account/signup/", "/account/password/reset/"])
def test_throttled_account_page_has_retry_after(page: str) -> None:
    client = Client()
    responses = [
        client.post(page, {"email": f"n{n}@example.org", "login": f"name{n}", "password": "x"}) for n in range(31)
    ]
    assert responses[-1].status_code == 429
    assert responses[-1].headers["Retry-After"] == "60"
    assert "Wait a few minutes" in responses[-1].content.decode()
