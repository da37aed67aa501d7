"""The second factor: activation, login, recovery codes, deactivation, and staff."""

import html
import json
import re
import time
import zipfile
from importlib import import_module
from io import BytesIO, StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from signum_site.accounts.mfa.adapter import SecondFactorAdapter, secrets_rewrap
from signum_site.accounts.mfa.recovery_codes import CodeHasher, HashedRecoveryCodes
from signum_site.accounts.models import User
from signum_site.accounts.services import account_delete
from signum_site.backup import rows
from tests.decks.samples import person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PASSWORD = "a long pass phrase"
SEALED = re.compile(r"[\"']2\.[\w=-]{60,}")
LOGIN, CODE = reverse("account_login"), reverse("mfa_authenticate")


@pytest.fixture(autouse=True)
def frozen_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops the clock, so that no code expires between creation and use."""
    now = time.time()
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", SimpleNamespace(time=lambda: now))


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def wrong_code(secret: str) -> str:
    return f"{(int(code_of(secret)) + 1) % 10**6:06}"


def logged_in(client: Client) -> Client:
    client.post(LOGIN, {"login": "brissa", "password": PASSWORD})
    return client


def confirmed(client: Client) -> Client:
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


@pytest.fixture
def user() -> User:
    return person()


def set_up(client: Client) -> tuple[str, list[str]]:
    """Activates the second factor; returns secret and recovery codes."""
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp")).content.decode()
    secret = re.search(r'id="totp-key" type="text" value="(\w+)"', page)
    assert secret
    response = client.post(reverse("mfa_activate_totp"), {"code": code_of(secret[1])}, follow=True)
    codes = re.search(r"<textarea[^>]*>([\d\s]+)</textarea>", response.content.decode())
    assert codes
    client.post(reverse("account_logout"))
    cache.clear()  # a code works once; forget that this one was used
    return secret[1], codes[1].split()


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# --- activation


def test_activation_page_has_qr_code_key_and_link(client: Client, user: User) -> None:
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp"))
    page_text = page.content.decode()
    address = html.unescape(re.search(r'href="(otpauth://[^"]+)"', page_text)[1])  # type: ignore[index]
    assert address.startswith("otpauth://totp/brissa%40127.0.0.1?secret=")
    assert 'src="data:image/svg+xml;base64,' in page_text
    assert "data:" in page.headers["Content-Security-Policy"]


def test_changes_need_reauthentication(client: Client, user: User) -> None:
    logged_in(client)
    for name in ("mfa_activate_totp", "mfa_generate_recovery_codes"):
        response = client.post(reverse(name), {"code": "123456"})
        assert response.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert not Authenticator.objects.exists()


def test_wrong_first_code_activates_nothing(client: Client, user: User) -> None:
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    response = client.post(reverse("mfa_activate_totp"), {"code": wrong_code(secret)})
    assert "That code does not fit." in response.content.decode()
    assert not Authenticator.objects.exists()


def test_recovery_codes_are_shown_once(client: Client, user: User) -> None:
    _secret, codes = set_up(client)
    assert len(set(codes)) == 10
    logged_in(client).post(CODE, {"code": codes[0]})
    again = confirmed(client).get(reverse("mfa_view_recovery_codes")).content.decode()
    assert "9 codes are left." in again
    assert not any(code in again for code in codes)
    assert client.get(reverse("mfa_download_recovery_codes")).status_code == 403


# --- login


def test_login_needs_the_code(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    assert logged_in(client).get(reverse("account_page")).status_code == 302
    assert not is_in(client)
    client.post(CODE, {"code": wrong_code(secret)})
    assert not is_in(client)
    client.post(CODE, {"code": code_of(secret)})
    assert is_in(client)


def test_code_works_once(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    counter = iter(yield_hotp_counters_from_time())
    code = format_hotp_value(hotp_value(secret, next(counter)))
    logged_in(client).post(CODE, {"code": code})
    assert is_in(client)
    other = logged_in(Client())
    other.post(CODE, {"code": code})
    assert not is_in(other)


def test_recovery_code_works_once(client: Client, user: User) -> None:
    _secret, codes = set_up(client)
    logged_in(client).post(CODE, {"code": codes[3]})
    assert is_in(client)
    other = logged_in(Client())
    other.post(CODE, {"code": codes[3]})
    assert not is_in(other)


def test_code_guessing_is_throttled(client: Client, user: User) -> None:
    secret, codes = set_up(client)
    logged_in(client)
    for _guess in range(6):
        client.post(CODE, {"code": wrong_code(secret)})
    client.post(CODE, {"code": codes[0]})  # not even a right one, until the limit expires
    assert not is_in(client)


def test_password_reset_does_not_bypass_the_second_factor(client: Client, user: User) -> None:
    set_up(client)
    user.set_password("another long phrase")
    user.save()
    client.post(LOGIN, {"login": "brissa", "password": "another long phrase"})
    assert not is_in(client)


@pytest.mark.parametrize("code", ["", "abc", "1" * 5000, "²²²²²²", "12345\x00", "<script>"])
def test_invalid_code_shows_the_form(client: Client, user: User, code: str) -> None:
    set_up(client)
    response = logged_in(client).post(CODE, {"code": code})
    assert response.status_code == 200
    assert response.context["form"].errors
    assert not is_in(client)


# --- deactivation


def test_deactivation_needs_reauthentication_and_removes_recovery_codes(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    off = reverse("mfa_deactivate_totp")
    assert client.post(off).headers["Location"].startswith(reverse("account_reauthenticate"))
    assert Authenticator.objects.count() == 2
    confirmed(client).post(off)
    assert not Authenticator.objects.exists()
    client.post(reverse("account_logout"))
    assert is_in(logged_in(client))


def test_command_removes_the_second_factor(client: Client, user: User) -> None:
    set_up(client)
    out = StringIO()
    call_command("remove_second_factor", "brissa", stdout=out)
    assert out.getvalue() == "The second factor of 'brissa' is gone.\n"
    assert is_in(logged_in(client))
    for name, code, message in (
        ("brissa", 1, "has no second factor"),
        ("nobody", 2, "There is no account named 'nobody'"),
    ):
        wrong = StringIO()
        with pytest.raises(SystemExit) as exit_info:
            call_command("remove_second_factor", name, stderr=wrong)
        assert exit_info.value.code == code
        assert message in wrong.getvalue()


# --- secrets at rest


def test_secrets_are_stored_encrypted(client: Client, user: User) -> None:
    secret, codes = set_up(client)
    stored = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert not any(code in stored for code in codes)
    assert len(SEALED.findall(stored)) == 2


def test_recovery_codes_are_stored_as_encrypted_hashes(client: Client, user: User) -> None:
    _secret, codes = set_up(client)
    stored = Authenticator.objects.get(type="recovery_codes")
    hashes = json.loads(SecondFactorAdapter().decrypt(stored.data["hashes"]))
    assert list(stored.data) == ["hashes"]
    assert len({code_hash.split("$")[4] for code_hash in hashes}) == 10  # different salts
    assert all(code_hash.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$") for code_hash in hashes)
    assert [CodeHasher().verify(*pair) for pair in zip(codes, hashes, strict=True)] == [True] * 10


def test_session_holds_no_readable_secrets(client: Client, user: User) -> None:
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    assert secret not in json.dumps(dict(client.session))
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    waiting = json.dumps(dict(client.session))
    codes = client.get(reverse("mfa_view_recovery_codes")).context["unused_codes"]
    assert len(codes) == 10
    assert not any(code in waiting for code in codes)
    assert not any("recovery_codes" in name for name in client.session.keys())  # noqa: SIM118 (no dict)


def test_unseen_recovery_codes_are_not_shown_in_another_session(client: Client, user: User) -> None:
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    cache.clear()
    other = logged_in(Client())
    other.post(CODE, {"code": code_of(secret)})
    page_text = confirmed(other).get(reverse("mfa_view_recovery_codes")).content.decode()
    assert "10 codes are left." in page_text
    assert "cannot be shown again" in page_text


def test_codes_from_a_seed_work_after_the_migration(user: User, client: Client) -> None:
    set_up(client)
    seed = {"seed": SecondFactorAdapter().encrypt("ab" * 40), "used_mask": 0b11, "viewed_at": 1.0}
    Authenticator.objects.filter(type="recovery_codes").update(data=seed)
    row = Authenticator.objects.get(type="recovery_codes")
    before = super(HashedRecoveryCodes, HashedRecoveryCodes(row)).get_unused_codes()
    migration = import_module("signum_site.accounts.migrations.0004_recovery_codes_hashed")
    migration.hash_codes(apps, SimpleNamespace(connection=connection))
    row.refresh_from_db()
    assert list(row.data) == ["hashes"]
    assert len(before) == 8
    logged_in(client).post(CODE, {"code": before[7]})
    assert is_in(client)


def test_secrets_are_rewrapped_after_a_key_change(user: User, client: Client) -> None:
    secret, _codes = set_up(client)
    before = settings.SECRET_KEY
    with override_settings(SECRET_KEY="n" * 60):
        assert SecondFactorAdapter().decrypt(Authenticator.objects.get(type="totp").data["secret"]) != secret
        assert secrets_rewrap() == (0, 2)
    with override_settings(SECRET_KEY="n" * 60, SECRET_KEY_FALLBACKS=[before]):
        assert SecondFactorAdapter().decrypt(Authenticator.objects.get(type="totp").data["secret"]) == secret
        call_command("rewrap_secrets", stdout=StringIO())
    with override_settings(SECRET_KEY="n" * 60):
        assert SecondFactorAdapter().decrypt(Authenticator.objects.get(type="totp").data["secret"]) == secret


def test_undecryptable_secret_refuses_the_code(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    for stored in Authenticator.objects.all():
        stored.data = {
            name: "gAAAAAnothing" if isinstance(value, str) else value for name, value in stored.data.items()
        }
        stored.save()
    response = logged_in(client).post(CODE, {"code": code_of(secret)})
    assert response.status_code == 200
    assert not is_in(client)


def test_account_archive_holds_no_secret(client: Client, user: User) -> None:
    secret, codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    body = b"".join(client.get(reverse("archive_out")))  # type: ignore[arg-type]
    files = zipfile.ZipFile(BytesIO(body))
    everything = b"".join(files.read(name) for name in files.namelist()).decode()
    assert "secret of your second factor" in everything
    assert [factor["type"] for factor in json.loads(files.read("profile.json"))["second_factor"]] == [
        "totp",
        "recovery_codes",
    ]
    assert not any(word in everything for word in (secret, *codes))
    assert not SEALED.search(everything)


def test_second_factor_is_deleted_with_the_account(client: Client, user: User) -> None:
    set_up(client)
    account_delete(user=user)
    assert not Authenticator.objects.exists()


def test_backup_holds_encrypted_secrets(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    by_table = {model._meta.db_table: model for model in rows.models_at(rows.applied_migrations_by_app("default"))}
    written = b"".join(rows.dump_rows(by_table["mfa_authenticator"], alias="default")).decode()
    assert len(SEALED.findall(written)) == 2
    assert secret not in written


# --- staff


@pytest.fixture
def staff(settings: Any) -> User:
    settings.SECOND_FACTOR = "staff"
    return person(is_staff=True, is_superuser=True)


STAFF_PAGES = ("/admin/", "/admin/accounts/user/", "/admin/mfa/authenticator/", "/health/")


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_staff_without_second_factor_are_refused(client: Client, staff: User, page: str) -> None:
    response = logged_in(client).get(page, follow=True)
    assert response.status_code == 403
    assert "This door needs a second factor" in response.content.decode()
    assert reverse("mfa_activate_totp") in response.content.decode()


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_staff_with_second_factor_get_in(client: Client, staff: User, page: str) -> None:
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    assert client.get(page).status_code == 200


def test_staff_get_in_without_where_it_is_optional(client: Client, staff: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "offered"
    assert logged_in(client).get("/admin/").status_code == 200
    assert client.get("/admin/login/?next=//evil.example").headers["Location"] == "/admin/"


def test_admin_pages_show_no_secret(client: Client, staff: User) -> None:
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    stored = Authenticator.objects.get(type="totp")
    page = client.get(f"/admin/mfa/authenticator/{stored.pk}/change/").content.decode()
    assert "brissa" in page
    assert stored.data["secret"] not in page
