"""Security events in the log name accounts by number and hold no secrets."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from signum_site.accounts.models import ApiToken, Login, User
from signum_site.accounts.services import token_create
from signum_site.config import logging_config
from tests.decks.samples import person
from tests.signum_site.accounts.mfa import test_second_factor
from tests.signum_site.accounts.mfa.test_second_factor import frozen_clock

__all__ = ["frozen_clock"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PASSWORD = "a long pass phrase"
NEW = "another long phrase"
ADDRESS = "brissa@signum.example"


class SecurityLog:
    """All log lines since the test started."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def events(self, name: str = "") -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self.text.splitlines()]
        ours = [line for line in lines if line["logger"] == "signum_site.security"]
        return [line for line in ours if not name or line["event"] == name]


@pytest.fixture
def security_log() -> Iterator[SecurityLog]:
    log = SecurityLog()
    handler = logging.StreamHandler(log.stream)
    shape = logging_config.config(level="DEBUG", shape="json")["formatters"]["structured"]
    handler.setFormatter(
        shape["()"](foreign_pre_chain=logging_config.SHARED_PROCESSORS, processors=shape["processors"])
    )
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield log
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
def user() -> User:
    return person(email=ADDRESS)


def log_in(client: Client, password: str = PASSWORD, login: str = "brissa") -> None:
    client.post(reverse("account_login"), {"login": login, "password": password})


def confirm(client: Client) -> None:
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


@pytest.mark.parametrize("login", ["brissa", ADDRESS])
def test_refused_login_names_account_and_request(
    client: Client, user: User, security_log: SecurityLog, login: str, settings: Any
) -> None:
    settings.PROXIES = 1
    client.post(
        reverse("account_login"), {"login": login, "password": "wrong"}, headers={"X-Request-ID": "abcdef123456"}
    )
    assert [(line["account"], line["request_id"], line["level"]) for line in security_log.events("login_refused")] == [
        (user.pk, "abcdef123456", "warning")
    ]


def test_login_to_an_unknown_account_names_none(client: Client, security_log: SecurityLog) -> None:
    log_in(client, login="nobody")
    assert [line["account"] for line in security_log.events("login_refused")] == [None]
    assert "nobody" not in security_log.text


def test_throttled_login_is_logged(client: Client, user: User, security_log: SecurityLog) -> None:
    for _guess in range(7):
        log_in(client, password="wrong")
    assert {line["account"] for line in security_log.events("login_throttled")} == {user.pk}


def test_failed_reauthentication_is_logged(client: Client, user: User, security_log: SecurityLog) -> None:
    log_in(client)
    client.post(reverse("account_reauthenticate"), {"password": "wrong"})
    assert [line["account"] for line in security_log.events("login_refused")] == [user.pk]


def test_refused_access_is_logged(user: User, security_log: SecurityLog) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    client.post("/theme/", {"theme": "dark"})
    client.get("/admin/login/")
    Client().get("/api/v1/me/", headers={"Authorization": "Bearer signum_unknown"})
    events = [(line["account"], line["status"], line["path"]) for line in security_log.events("access_refused")]
    assert events == [(user.pk, 403, "/theme/"), (user.pk, 403, "/admin/login/"), (None, 401, "/api/v1/me/")]


def test_throttled_request_is_logged_with_its_account(
    user: User, security_log: SecurityLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signum_site.core.throttling.TokenThrottle.rate", "1/min", raising=False)
    client = Client(headers={"Authorization": f"Bearer {token_create(user=user, name='tool')}"})
    assert [client.get("/api/v1/me/").status_code for _ in range(2)] == [200, 429]
    assert [(line["account"], line["status"]) for line in security_log.events("request_throttled")] == [(user.pk, 429)]


def test_login_and_logout_are_logged(client: Client, user: User, security_log: SecurityLog) -> None:
    log_in(client)
    client.post(reverse("account_logout"))
    assert [(line["event"], line["account"]) for line in security_log.events()] == [
        ("login", user.pk),
        ("logout", user.pk),
    ]


def test_new_password_is_logged_and_ends_other_sessions(client: Client, user: User, security_log: SecurityLog) -> None:
    other = Client()
    for browser in (client, other):
        log_in(browser)
        browser.get("/account/")
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert [line["account"] for line in security_log.events("password_changed")] == [user.pk]
    assert [line["number"] for line in security_log.events("sessions_ended")] == [
        2
    ]  # the current one continues under a new key
    assert not Login.objects.exists()
    assert (client.get("/account/").status_code, other.get("/account/").status_code) == (200, 302)


def test_tokens_are_logged_by_number(client: Client, user: User, security_log: SecurityLog) -> None:
    log_in(client)
    client.post(reverse("token_new"), {"name": "a name of mine"})
    token = ApiToken.objects.get()
    client.post(reverse("token_revoke", args=[token.pk]))
    assert [line["token"] for line in security_log.events("token_made")] == [token.pk]
    assert [(line["token"], line["account"]) for line in security_log.events("token_revoked")] == [(token.pk, user.pk)]
    assert "a name of mine" not in security_log.text


@pytest.mark.django_db(transaction=True)
def test_second_factor_is_logged(client: Client, user: User, security_log: SecurityLog) -> None:
    secret, codes = test_second_factor.set_up(client)
    log_in(client)
    client.post(reverse("mfa_authenticate"), {"code": test_second_factor.wrong_code(secret)})
    client.post(reverse("mfa_authenticate"), {"code": codes[0]})
    confirm(client)
    client.post(reverse("mfa_generate_recovery_codes"))
    client.post(reverse("mfa_deactivate_totp"))
    events = [(line["event"], line["type"]) for line in security_log.events() if "second_factor" in line["event"]]
    assert sorted(events) == [
        ("second_factor_added", "recovery_codes"),
        ("second_factor_added", "totp"),
        ("second_factor_refused", "totp"),
        ("second_factor_removed", "recovery_codes"),
        ("second_factor_removed", "totp"),
        ("second_factor_renewed", "recovery_codes"),
    ]
    assert {line["account"] for line in security_log.events()} == {user.pk}
    for hidden in (secret, *codes, PASSWORD, ADDRESS, "brissa"):
        assert hidden not in security_log.text, hidden


def test_events_hold_no_secret_name_or_address(client: Client, user: User, security_log: SecurityLog) -> None:
    log_in(client, password="a wrong pass phrase")
    log_in(client, login=ADDRESS)
    page = client.post(reverse("token_new"), {"name": "tool"})
    key = page.context["new_key"]
    Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {key}x"})
    confirm(client)
    client.post(reverse("account_email"), {"action_add": "", "email": "second@signum.example"})
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    session = client.session.session_key
    client.post(reverse("account_logout"))
    text = json.dumps(security_log.events())
    assert {"login", "login_refused", "token_made", "access_refused", "mail_address_added", "password_changed"} <= {
        line["event"] for line in security_log.events()
    }
    for hidden in ("a wrong pass phrase", PASSWORD, NEW, key, session, ADDRESS, "second@signum.example", "brissa"):
        assert hidden not in text, hidden
