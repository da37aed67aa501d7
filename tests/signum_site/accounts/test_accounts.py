"""Accounts: sign-up, login, preferences, tokens, deletion."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse

from signum_site.accounts import services
from signum_site.accounts.models import ApiToken, User

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PASSWORD = "correct horse battery"


@pytest.fixture
def user() -> User:
    return User.objects.create_user("brenna", "brenna@signum.example", PASSWORD)


@pytest.fixture
def logged_in(client: Client, user: User) -> Client:
    client.post(reverse("account_login"), {"login": "brenna", "password": PASSWORD})
    assert client.session.get("_auth_user_id") == str(user.pk)
    return client


def sign_up(client: Client, **changes: str) -> Any:
    form = {"username": "brenna", "email": "brenna@signum.example", "password1": PASSWORD, "password2": PASSWORD}
    return client.post(reverse("account_signup"), form | changes)


def test_sign_up_logs_in_and_redirects_to_decks(client: Client) -> None:
    assert sign_up(client).headers["Location"] == reverse("deck_list")
    assert User.objects.get().check_password(PASSWORD)
    assert "brenna" in client.get(reverse("account_page")).content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [("username", ""), ("username", "admin"), ("email", "not-an-address"), ("password2", "something else"),
     ("username", "a\x00b"), ("username", "x" * 5000)],
)  # fmt: skip
def test_invalid_sign_up_shows_the_form(client: Client, field: str, value: str) -> None:
    response = sign_up(client, **{field: value})
    assert response.status_code == 200
    assert response.context["form"].errors
    assert not User.objects.exists()


def test_common_password_is_refused(client: Client) -> None:
    response = sign_up(client, password1="password123", password2="password123")
    assert "password1" in response.context["form"].errors


def test_login_by_name_or_email_and_logout(client: Client, user: User) -> None:
    for login in ("brenna", "brenna@signum.example"):
        client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
        assert "_auth_user_id" in client.session
        client.post(reverse("account_logout"))
        assert "_auth_user_id" not in client.session


def test_password_guessing_is_throttled(client: Client, user: User) -> None:
    responses = [
        client.post(reverse("account_login"), {"login": "brenna", "password": f"guess {number}"}).status_code
        for number in range(40)
    ]
    assert responses[0] == 200
    assert (
        429 in responses
        or "Too many failed"
        in client.post(reverse("account_login"), {"login": "brenna", "password": "guess"}).content.decode()
    )
    client.post(reverse("account_login"), {"login": "brenna", "password": PASSWORD})
    assert "_auth_user_id" not in client.session  # not even with the right one, until the limit expires


def test_sign_up_is_throttled(client: Client) -> None:
    responses = [sign_up(client, username=f"name{number}", password2="differs").status_code for number in range(30)]
    assert responses[-1] == 429


def test_password_reset_by_email(client: Client, user: User) -> None:
    client.post(reverse("account_reset_password"), {"email": user.email})
    link = re.search(rf"{settings.SITE_URL}(/account/password/reset/key/\S+)", mail.outbox[0].body)
    assert link
    form = client.get(link[1], follow=True)
    new = "another good one 7"
    client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    user.refresh_from_db()
    assert user.check_password(new)
    assert client.get(link[1], follow=True).context.get("token_fail") is True  # the link works once


def test_password_reset_does_not_reveal_accounts(client: Client, user: User) -> None:
    known = client.post(reverse("account_reset_password"), {"email": user.email})
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@signum.example"})
    assert known.headers["Location"] == unknown.headers["Location"]


def test_password_can_be_changed(logged_in: Client, user: User) -> None:
    new = "another good one 7"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    logged_in.post(reverse("account_change_password"), form)
    user.refresh_from_db()
    assert user.check_password(new)


def test_language_and_theme_are_stored_with_the_account(logged_in: Client) -> None:
    logged_in.post(reverse("account_page"), {"language": "it", "theme": "dark"})
    page = logged_in.get(reverse("account_page"), headers={"Accept-Language": "es"}).content.decode()
    assert '<html lang="it"' in page
    assert 'data-theme="dark"' in page


def test_unknown_language_is_refused(logged_in: Client, user: User) -> None:
    response = logged_in.post(reverse("account_page"), {"language": "tlh", "theme": "dark"})
    assert response.status_code == 400
    user.refresh_from_db()
    assert (user.language, user.theme) == ("", "auto")


def test_token_is_shown_once_and_works(logged_in: Client, client: Client) -> None:
    page = logged_in.post(reverse("token_new"), {"name": "my script"}).content.decode()
    key = re.search(r"signum_[\w-]{43}", page)
    assert key
    assert key[0] not in logged_in.get(reverse("account_page")).content.decode()
    assert key[0] not in str(ApiToken.objects.values().get())
    response = Client().get(reverse("api_me"), headers={"Authorization": f"Bearer {key[0]}"})
    assert response.json()["username"] == "brenna"
    assert ApiToken.objects.get().used_at is not None


def test_revoked_token_is_refused(logged_in: Client, user: User) -> None:
    key = services.token_create(user=user, name="old laptop")
    logged_in.post(reverse("token_revoke", args=[user.api_tokens.get().pk]))
    response = Client().get(reverse("api_me"), headers={"Authorization": f"Bearer {key}"})
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer nonsense", "Bearer \xff\xfe", "Basic YTpi", "x" * 9000]
)
def test_invalid_authorization_header_gets_401(header: str) -> None:
    assert Client().get(reverse("api_me"), headers={"Authorization": header}).status_code == 401


def test_token_may_change_preferences_but_not_the_name(user: User) -> None:
    key = services.token_create(user=user, name="script")
    response = Client().patch(
        reverse("api_me"), {"language": "es", "username": "root"}, "application/json",
        headers={"Authorization": f"Bearer {key}"},
    )  # fmt: skip
    assert response.status_code == 200
    user.refresh_from_db()
    assert (user.language, user.username) == ("es", "brenna")


def test_second_token_of_the_same_name_is_refused(logged_in: Client, user: User) -> None:
    services.token_create(user=user, name="phone")
    response = logged_in.post(reverse("token_new"), {"name": "phone"})
    assert response.status_code == 400
    assert "You already have a token named “phone”." in response.content.decode()


def test_number_of_tokens_is_limited(logged_in: Client, user: User) -> None:
    for number in range(services.MAX_TOKENS):
        services.token_create(user=user, name=f"token {number}")
    assert logged_in.post(reverse("token_new"), {"name": "one more"}).status_code == 400


def test_token_of_another_user_cannot_be_revoked(logged_in: Client) -> None:
    other = User.objects.create_user("mara")
    services.token_create(user=other, name="hers")
    assert logged_in.post(reverse("token_revoke", args=[other.api_tokens.get().pk])).status_code == 404
    assert other.api_tokens.count() == 1


def test_deletion_needs_the_user_name(logged_in: Client, user: User) -> None:
    services.token_create(user=user, name="script")
    logged_in.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    wrong = logged_in.post(reverse("account_delete"), {"username": "Brenna"})
    assert wrong.status_code == 400
    assert "“Brenna” is not your user name" in wrong.content.decode()
    assert User.objects.exists()
    logged_in.post(reverse("account_delete"), {"username": "brenna"})
    assert not User.objects.exists()
    assert not ApiToken.objects.exists()
    assert "_auth_user_id" not in logged_in.session


def test_deletion_needs_reauthentication(logged_in: Client, user: User) -> None:
    response = logged_in.post(reverse("account_delete"), {"username": "brenna"})
    assert response.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert User.objects.exists()


@pytest.mark.parametrize(
    "name", ["account_page", "account_delete", "account_change_password", "account_email", "house"]
)
def test_visitor_is_redirected_to_the_login(client: Client, name: str) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response.headers["Location"].startswith(reverse("account_login"))
