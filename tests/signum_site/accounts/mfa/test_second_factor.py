"""The second factor: setup, login, recovery codes, removal, and staff access."""

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
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the clock, so that a code does not expire before it is sent."""
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
    """Set it up and return the app's secret and the recovery codes."""
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp")).content.decode()
    secret = re.search(r'id="totp-key" type="text" value="(\w+)"', page)
    assert secret
    page = client.post(reverse("mfa_activate_totp"), {"code": code_of(secret[1])}, follow=True)
    codes = re.search(r"<textarea[^>]*>([\d\s]+)</textarea>", page.content.decode())
    assert codes
    client.post(reverse("account_logout"))
    cache.clear()  # a code works once; do not wait for the next
    return secret[1], codes[1].split()


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# --- setup


def test_setup_shows_a_qr_code_a_key_and_a_link(client: Client, user: User) -> None:
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp"))
    html_text = page.content.decode()
    address = html.unescape(re.search(r'href="(otpauth://[^"]+)"', html_text)[1])  # type: ignore[index]
    assert address.startswith("otpauth://totp/brissa%40127.0.0.1?secret=")
    assert 'src="data:image/svg+xml;base64,' in html_text
    assert "data:" in page.headers["Content-Security-Policy"]


def test_changes_require_the_password_again(client: Client, user: User) -> None:
    logged_in(client)
    for name in ("mfa_activate_totp", "mfa_generate_recovery_codes"):
        answer = client.post(reverse(name), {"code": "123456"})
        assert answer.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert not Authenticator.objects.exists()


def test_a_wrong_first_code_activates_nothing(client: Client, user: User) -> None:
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    answer = client.post(reverse("mfa_activate_totp"), {"code": wrong_code(secret)})
    assert "That code does not fit." in answer.content.decode()
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


def test_login_needs_the_code_besides_the_password(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    assert logged_in(client).get(reverse("account_page")).status_code == 302
    assert not is_in(client)
    client.post(CODE, {"code": wrong_code(secret)})
    assert not is_in(client)
    client.post(CODE, {"code": code_of(secret)})
    assert is_in(client)


def test_a_code_works_once(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    counter = iter(yield_hotp_counters_from_time())
    code = format_hotp_value(hotp_value(secret, next(counter)))
    logged_in(client).post(CODE, {"code": code})
    assert is_in(client)
    other = logged_in(Client())
    other.post(CODE, {"code": code})
    assert not is_in(other)


def test_a_recovery_code_works_once(client: Client, user: User) -> None:
    _secret, codes = set_up(client)
    logged_in(client).post(CODE, {"code": codes[3]})
    assert is_in(client)
    other = logged_in(Client())
    other.post(CODE, {"code": codes[3]})
    assert not is_in(other)


def test_guessing_codes_is_throttled(client: Client, user: User) -> None:
    secret, codes = set_up(client)
    logged_in(client)
    for _guess in range(6):
        client.post(CODE, {"code": wrong_code(secret)})
    client.post(CODE, {"code": codes[0]})  # even a correct one, until the limit is over
    assert not is_in(client)


def test_a_password_reset_does_not_bypass_the_second_factor(client: Client, user: User) -> None:
    set_up(client)
    user.set_password("another long phrase")
    user.save()
    client.post(LOGIN, {"login": "brissa", "password": "another long phrase"})
    assert not is_in(client)


@pytest.mark.parametrize("code", ["", "abc", "1" * 5000, "²²²²²²", "12345\x00", "<script>"])
def test_an_invalid_code_shows_the_form_again(client: Client, user: User, code: str) -> None:
    set_up(client)
    answer = logged_in(client).post(CODE, {"code": code})
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not is_in(client)


# --- removal


def test_removal_requires_the_password_and_removes_recovery_codes(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    off = reverse("mfa_deactivate_totp")
    assert client.post(off).headers["Location"].startswith(reverse("account_reauthenticate"))
    assert Authenticator.objects.count() == 2
    confirmed(client).post(off)
    assert not Authenticator.objects.exists()
    client.post(reverse("account_logout"))
    assert is_in(logged_in(client))


def test_the_operator_can_remove_it_by_command(client: Client, user: User) -> None:
    set_up(client)
    out = StringIO()
    call_command("remove_second_factor", "brissa", stdout=out)
    assert out.getvalue() == "The second factor of 'brissa' is gone.\n"
    assert is_in(logged_in(client))
    for name, code, said in (
        ("brissa", 1, "has no second factor"),
        ("nobody", 2, "There is no account named 'nobody'"),
    ):
        wrong = StringIO()
        with pytest.raises(SystemExit) as ended:
            call_command("remove_second_factor", name, stderr=wrong)
        assert ended.value.code == code
        assert said in wrong.getvalue()


# --- secrets at rest


def test_nothing_is_stored_in_plain_text(client: Client, user: User) -> None:
    secret, codes = set_up(client)
    kept = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in kept
    assert not any(code in kept for code in codes)
    assert len(SEALED.findall(kept)) == 2


def test_recovery_codes_are_stored_as_encrypted_hashes(client: Client, user: User) -> None:
    _secret, codes = set_up(client)
    kept = Authenticator.objects.get(type="recovery_codes")
    hashes = json.loads(SecondFactorAdapter().decrypt(kept.data["hashes"]))
    assert list(kept.data) == ["hashes"]
    assert len({code_hash.split("$")[4] for code_hash in hashes}) == 10  # each with its own salt
    assert all(code_hash.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$") for code_hash in hashes)
    assert [CodeHasher().verify(*pair) for pair in zip(codes, hashes, strict=True)] == [True] * 10


def test_secrets_in_the_session_are_encrypted(client: Client, user: User) -> None:
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    assert secret not in json.dumps(dict(client.session))
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    waiting = json.dumps(dict(client.session))
    codes = client.get(reverse("mfa_view_recovery_codes")).context["unused_codes"]
    assert len(codes) == 10
    assert not any(code in waiting for code in codes)
    assert not any("recovery_codes" in name for name in client.session.keys())  # noqa: SIM118 (no dict)


def test_unseen_codes_are_not_shown_in_another_session(client: Client, user: User) -> None:
    page = confirmed(logged_in(client)).get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    cache.clear()
    other = logged_in(Client())
    other.post(CODE, {"code": code_of(secret)})
    shown = confirmed(other).get(reverse("mfa_view_recovery_codes")).content.decode()
    assert "10 codes are left." in shown
    assert "cannot be shown again" in shown


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


def test_fallback_keys_decrypt_until_secrets_are_rewrapped(user: User, client: Client) -> None:
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


def test_an_undecryptable_secret_matches_no_code(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    for kept in Authenticator.objects.all():
        kept.data = {name: "gAAAAAnothing" if isinstance(value, str) else value for name, value in kept.data.items()}
        kept.save()
    answer = logged_in(client).post(CODE, {"code": code_of(secret)})
    assert answer.status_code == 200
    assert not is_in(client)


def test_the_account_archive_lists_it_without_the_secret(client: Client, user: User) -> None:
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


def test_it_is_deleted_with_the_account(client: Client, user: User) -> None:
    set_up(client)
    account_delete(user=user)
    assert not Authenticator.objects.exists()


def test_a_backup_contains_it_encrypted(client: Client, user: User) -> None:
    secret, _codes = set_up(client)
    models = {model._meta.db_table: model for model in rows.models_at(rows.applied_migrations_by_app("default"))}
    lines = b"".join(rows.dump_rows(models["mfa_authenticator"], alias="default")).decode()
    assert len(SEALED.findall(lines)) == 2
    assert secret not in lines


# --- staff


@pytest.fixture
def staff(settings: Any) -> User:
    settings.SECOND_FACTOR = "staff"
    return person(is_staff=True, is_superuser=True)


STAFF_PAGES = ("/admin/", "/admin/accounts/user/", "/admin/mfa/authenticator/", "/health/")


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_staff_without_one_see_how_to_set_it_up(client: Client, staff: User, page: str) -> None:
    answer = logged_in(client).get(page, follow=True)
    assert answer.status_code == 403
    assert "This door needs a second factor" in answer.content.decode()
    assert reverse("mfa_activate_totp") in answer.content.decode()


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_staff_with_one_have_access(client: Client, staff: User, page: str) -> None:
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    assert client.get(page).status_code == 200


def test_staff_need_none_where_it_is_not_required(client: Client, staff: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "offered"
    assert logged_in(client).get("/admin/").status_code == 200
    assert client.get("/admin/login/?next=//evil.example").headers["Location"] == "/admin/"


def test_the_admin_pages_show_no_secret(client: Client, staff: User) -> None:
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    kept = Authenticator.objects.get(type="totp")
    page = client.get(f"/admin/mfa/authenticator/{kept.pk}/change/").content.decode()
    assert "brissa" in page
    assert kept.data["secret"] not in page
