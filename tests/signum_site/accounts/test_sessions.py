"""The list of a user's sessions, and ending one or all of them."""

import json
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from signum_site.accounts import sessions
from signum_site.accounts.archive.exporter import serialize_profile
from signum_site.accounts.models import Login, User
from tests.decks.samples import person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PASSWORD = "a long pass phrase"
LIST, OTHERS = reverse("login_list"), reverse("logins_end")
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 "
    "Mobile/15E148 Safari/604.1"
)


def browser(agent: str = FIREFOX, *, name: str = "brissa") -> Client:
    """A browser that is logged in and reauthenticated."""
    client = Client(headers={"User-Agent": agent})
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.get(reverse("account_page"))
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("account_page")).status_code == 200


def row(client: Client) -> Login:
    return Login.objects.get(session_key=client.session.session_key)


@pytest.fixture
def user() -> User:
    return person()


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox · Linux"),
        (PHONE, "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Safari/537.36 Edg/140",
         "Edge · Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Mobile Safari/537.36",
         "Chrome · Android"),
        ("curl/8.1", ""),
        ("", ""),
        ("<script>" * 500, ""),
    ],
)  # fmt: skip
def test_device_name(agent: str, name: str) -> None:
    assert sessions.device_name(agent) == name


def test_list_shows_devices_and_marks_the_current(user: User) -> None:
    here, phone = browser(), browser(PHONE)
    page = here.get(LIST).content.decode()
    assert "Firefox · Linux" in page
    assert "Safari · iPhone" in page
    marked = [line for line in page.split('<li class="token">')[1:] if "this one" in line]
    assert len(marked) == 1
    assert "Firefox · Linux" in marked[0].split("</strong>")[0]
    assert here.session.session_key not in page
    assert phone.session.session_key not in page


def test_ending_one_session_keeps_the_others(user: User) -> None:
    here, phone, tablet = browser(), browser(PHONE), browser(PHONE)
    response = here.post(reverse("login_end", args=[row(phone).pk]), follow=True)
    assert "That session is ended." in response.content.decode()
    assert (is_in(here), is_in(phone), is_in(tablet)) == (True, False, True)
    assert not Session.objects.filter(session_key=phone.session.session_key).exists()


def test_ending_all_other_sessions(user: User) -> None:
    here, others = browser(), [browser(PHONE) for _ in range(3)]
    response = here.post(OTHERS, follow=True)
    assert "3 other sessions are ended." in response.content.decode()
    assert is_in(here)
    assert not any(is_in(other) for other in others)


def test_ending_the_current_session_logs_out(user: User) -> None:
    here = browser()
    assert here.post(reverse("login_end", args=[row(here).pk])).headers["Location"] == reverse("home")
    assert not is_in(here)


def test_session_of_another_user_cannot_be_ended(user: User) -> None:
    person("herrick")
    mine, theirs = browser(), browser(name="herrick")
    assert mine.post(reverse("login_end", args=[row(theirs).pk])).status_code == 404
    mine.post(OTHERS)
    assert is_in(theirs)


def test_ending_needs_reauthentication(user: User) -> None:
    here, phone = Client(), browser(PHONE)
    here.post(reverse("account_login"), {"login": "brissa", "password": PASSWORD})
    here.get(LIST)
    end = reverse("login_end", args=[row(phone).pk])
    redirect = here.post(end)
    assert redirect.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert is_in(phone)
    here.post(redirect.headers["Location"], {"password": PASSWORD, "next": end})
    assert not is_in(phone)


def test_last_seen_is_updated_every_few_minutes(user: User) -> None:
    here = browser()
    long_ago = timezone.now() - timedelta(hours=1)
    Login.objects.update(seen_at=long_ago)
    here.get(LIST)
    assert row(here).seen_at == long_ago
    caches["seen"].clear()  # as after five minutes
    here.get(LIST)
    assert timezone.now() - row(here).seen_at < timedelta(minutes=1)


def test_session_ends_after_thirty_days(user: User) -> None:
    here = browser()
    Login.objects.update(created_at=timezone.now() - sessions.MAX_AGE - timedelta(minutes=1))
    caches["seen"].clear()
    assert not is_in(here)
    assert not Login.objects.exists()


def test_sessions_of_an_old_password_are_not_listed(user: User) -> None:
    browser(PHONE)
    user.set_password("another long phrase")  # as staff do it in the admin pages
    user.save()
    assert sessions.list_logins(user) == []
    assert not Login.objects.exists()


def test_oldest_session_ends_beyond_the_limit(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MAX_LOGINS", 2)
    first, second, third = browser(), browser(), browser()
    assert [is_in(client) for client in (first, second, third)] == [False, True, True]


def test_account_archive_lists_sessions_without_keys(user: User) -> None:
    here = browser()
    listed = serialize_profile(user)["sessions"]
    assert [session["device"] for session in listed] == ["Firefox · Linux"]
    assert here.session.session_key not in json.dumps(listed, default=str)


def test_sessions_end_with_the_account(user: User) -> None:
    here = browser()
    key = here.session.session_key
    here.post(reverse("account_delete"), {"username": "brissa"})
    assert not Login.objects.exists()
    assert not Session.objects.filter(session_key=key).exists()


def test_staff_end_sessions_in_the_admin_pages(user: User) -> None:
    person("warden", is_staff=True, is_superuser=True)
    staff, phone, tablet = browser(name="warden"), browser(PHONE), browser(PHONE)
    staff.post(f"/admin/accounts/login/{row(phone).pk}/delete/", {"post": "yes"})
    assert (is_in(phone), is_in(tablet)) == (False, True)
    chosen = {"action": "delete_selected", "_selected_action": [row(tablet).pk], "post": "yes"}
    staff.post("/admin/accounts/login/", chosen)
    assert not is_in(tablet)
    assert is_in(staff)


def test_times_use_the_24_hour_clock(user: User) -> None:
    here = browser()
    early = timezone.now().replace(hour=9, minute=30)
    Login.objects.update(seen_at=early, created_at=early)
    page = here.get(LIST).content.decode()
    assert page.count(", 09:30") == 2
    assert "a.m." not in page
