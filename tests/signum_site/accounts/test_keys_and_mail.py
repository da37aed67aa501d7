"""Key rotation, secrets from files, and verified email addresses."""

import re
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as current
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from signum_site.accounts.models import User
from signum_site.config import environment
from signum_site.config.environment import FILE_VARIABLES, VARIABLES
from tests.decks.samples import person
from tests.signum_site.config.test_environment import manage

PASSWORD = "a long pass phrase"

# --- keys


@pytest.mark.django_db
def test_changed_key_with_fallback_keeps_sessions(client: Client) -> None:
    person()
    client.post(reverse("account_login"), {"login": "brissa", "password": PASSWORD})
    before = current.SECRET_KEY
    with override_settings(SECRET_KEY="n" * 60, SECRET_KEY_FALLBACKS=[before]):
        assert client.get(reverse("account_page")).status_code == 200
    with override_settings(SECRET_KEY="n" * 60, SECRET_KEY_FALLBACKS=[]):  # the session goes on under the new key
        assert client.get(reverse("account_page")).status_code == 200


@pytest.mark.django_db
def test_changed_key_without_fallback_ends_sessions(client: Client) -> None:
    person()
    client.post(reverse("account_login"), {"login": "brissa", "password": PASSWORD})
    with override_settings(SECRET_KEY="n" * 60):
        assert client.get(reverse("account_page")).status_code == 302


def test_fallbacks_are_read_from_the_environment() -> None:
    assert environment.read({"SECRET_KEY_FALLBACKS": "one, two"})["SECRET_KEY_FALLBACKS"] == ["one", "two"]


# --- files


def test_every_secret_may_come_from_a_file(tmp_path: Path) -> None:
    variables = {"SECRET_KEY": "k" * 60, "SECRET_KEY_FALLBACKS": "old", "DATABASE_URL": "postgres://me:x@127.0.0.1/signum",
             "BROKER_URL": "redis://:x@127.0.0.1/0", "CACHE_URL": "redis://:x@127.0.0.1/1",
             "EMAIL_URL": "smtp+tls://me:x@mail.example:587"}  # fmt: skip
    assert set(variables) == set(FILE_VARIABLES) <= {variable.name for variable in VARIABLES}
    for name, value in variables.items():
        (tmp_path / name).write_text(value + "\n")
    read = environment.read({f"{name}_FILE": str(tmp_path / name) for name in variables})
    assert {name: read[name] for name in variables} == variables | {"SECRET_KEY_FALLBACKS": ["old"]}


@pytest.mark.parametrize("kind", ["missing", "empty", "folder", "binary", "both"])
def test_invalid_secret_file_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "key"
    if kind == "folder":
        path.mkdir()
    elif kind != "missing":
        path.write_bytes({"empty": b" \n", "binary": b"\xff\xfe", "both": b"from the file"}[kind])
    variables = {"SECRET_KEY_FILE": str(path)} | ({"SECRET_KEY": "from the environment"} if kind == "both" else {})
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.read(variables)
    message = str(refused.value)
    assert message == "SECRET_KEY and SECRET_KEY_FILE are both given; give one of them." or str(path) in message
    assert "from the" not in message


def test_password_in_an_invalid_address_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("mysql://me:hunter2@127.0.0.1/signum")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is 'mysql://…@") as refused:
        environment.read({"DATABASE_URL_FILE": str(tmp_path / "url")})
    assert "hunter2" not in str(refused.value)


@pytest.mark.processes
def test_public_site_starts_with_its_key_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("k" * 60)
    variables = {"SITE_URL": "https://signum.example", "VAR_DIR": str(tmp_path), "DATABASE_URL": "", "SECRET_KEY": ""}
    assert manage("check", **variables).returncode != 0
    assert manage("check", **variables, SECRET_KEY_FILE=str(tmp_path / "key")).returncode == 0


# --- mail

SHOW = "from django.conf import settings as s; print(s.ACCOUNT_EMAIL_VERIFICATION, s.ACCOUNT_EMAIL_NOTIFICATIONS)"


@pytest.mark.parametrize(
    ("address", "expected"), [("consolemail://", "optional False"), ("smtp://127.0.0.1:25", "mandatory True")]
)
@pytest.mark.processes
def test_site_with_email_verifies_addresses(tmp_path: Path, address: str, expected: str) -> None:
    done = manage("shell", "--verbosity", "0", "--command", SHOW, EMAIL_URL=address, VAR_DIR=str(tmp_path))
    assert done.stdout.strip() == expected


@pytest.fixture
def sends_mail(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    settings.SENDS_MAIL = True


def confirm_by_mail(client: Client) -> None:
    link = re.search(rf"{current.SITE_URL}(/account/confirm-email/\S+)", mail.outbox[-1].body)
    assert link
    client.post(link[1])


@pytest.mark.django_db
def test_printed_email_is_not_reported_as_sent(client: Client, settings: Any) -> None:
    settings.SENDS_MAIL = False
    form = {"username": "brenna", "email": "b@signum.example", "password1": PASSWORD, "password2": PASSWORD}
    page = client.post(reverse("account_signup"), form, follow=True).content.decode()
    assert "the message to b@signum.example was only printed where the site runs" in page
    assert "email sent" not in page
    client.logout()
    page = client.post(reverse("account_reset_password"), {"email": "b@signum.example"}, follow=True).content.decode()
    assert "a link was printed where the site runs" in page
    assert "We have sent" not in page


@pytest.mark.django_db
def test_sent_email_is_reported_as_sent(client: Client, sends_mail: None) -> None:
    person(email="brissa@signum.example")
    response = client.post(reverse("account_login"), {"login": "brissa", "password": PASSWORD}, follow=True)
    assert "email sent to brissa@signum.example" in response.content.decode()
    form = {"email": "brissa@signum.example"}
    assert "We have sent" in client.post(reverse("account_reset_password"), form, follow=True).content.decode()


@pytest.mark.django_db
def test_login_needs_a_verified_address(client: Client, sends_mail: None) -> None:
    form = {"username": "brenna", "email": "b@signum.example", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post(reverse("account_signup"), form, follow=True)
    assert response.request["PATH_INFO"] == reverse("account_email_verification_sent")
    assert "_auth_user_id" not in client.session
    client.post(reverse("account_login"), {"login": "brenna", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    confirm_by_mail(client)
    client.post(reverse("account_login"), {"login": "brenna", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(User.objects.get().pk)


@pytest.mark.django_db
def test_account_created_by_command_verifies_at_first_login(client: Client, sends_mail: None) -> None:
    person(email="brissa@signum.example", is_staff=True)
    client.post(reverse("account_login"), {"login": "brissa", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    confirm_by_mail(client)
    client.post(reverse("account_login"), {"login": "brissa", "password": PASSWORD})
    assert "_auth_user_id" in client.session


@pytest.mark.django_db
def test_changed_password_is_notified_by_email(client: Client, sends_mail: None) -> None:
    user = person(email="brissa@signum.example")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.post(reverse("account_login"), {"login": "brissa", "password": PASSWORD})
    new = "another long phrase"
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert [message.to for message in mail.outbox] == [["brissa@signum.example"]]
    assert new not in mail.outbox[0].body


@pytest.mark.django_db
def test_account_without_address_cannot_log_in(client: Client, sends_mail: None) -> None:
    person()
    response = client.post(reverse("account_login"), {"login": "brissa", "password": PASSWORD}, follow=True)
    assert response.status_code == 200
    assert "_auth_user_id" not in client.session
