"""SECOND_FACTOR: what staff and users cannot do without a required second factor."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse

from decks.models import Deck
from decks.social.reactions import comment_add
from signum_site.accounts.mfa.adapter import UNLOCK_VIEWS
from signum_site.accounts.models import User
from signum_site.accounts.services import token_create
from signum_site.config import environment
from tests.decks.samples import person, saved_deck
from tests.signum_site.accounts.mfa.test_second_factor import (
    CODE,
    LOGIN,
    PASSWORD,
    code_of,
    confirmed,
    frozen_clock,
    logged_in,
    set_up,
)
from tests.signum_site.permissions import lines

__all__ = ["frozen_clock"]

pytestmark = pytest.mark.django_db
SET_UP = reverse("mfa_activate_totp")


@pytest.mark.parametrize(
    ("value", "site", "expected"),
    [
        ("", "http://signum.example", "offered"),
        ("", "https://signum.example", "staff"),
        ("offered", "https://signum.example", "offered"),
        ("Everybody", "http://signum.example", "everybody"),
    ],
)
def test_setting_has_three_values_and_a_default(value: str, site: str, expected: str) -> None:
    read = environment.read({"SECOND_FACTOR": value, "SITE_URL": site, "SECRET_KEY": "x" * 60})
    assert (read["SECOND_FACTOR"] or ("staff" if site.startswith("https:") else "offered")) == expected


def test_unknown_value_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="SECOND_FACTOR is 'all'; allowed: offered, staff or everybody"):
        environment.read({"SECOND_FACTOR": "all"})


# --- required of everybody


@pytest.fixture
def brissa(settings: Any) -> User:
    settings.SECOND_FACTOR = "everybody"
    return person()


def final_address(client: Client, address: str) -> str:
    """The address after all redirects."""
    response = client.get(address, follow=True)
    return response.redirect_chain[-1][0] if response.redirect_chain else address  # type: ignore[attr-defined]


@pytest.mark.parametrize("next_address", ["", "/cards/"])
def test_login_without_one_redirects_to_activation(brissa: User, next_address: str) -> None:
    client = Client()
    response = client.post(
        f"{LOGIN}?next={next_address}", {"login": "brissa", "password": PASSWORD, "next": next_address}, follow=True
    )
    assert response.redirect_chain[-1][0] == SET_UP
    page = response.content.decode()
    assert "This site asks every account for one." in page
    assert "Not now" not in page


def test_account_is_closed_until_activation(brissa: User) -> None:
    """Checks every listed page that needs an account, and a private deck."""
    client, deck = logged_in(Client()), saved_deck(brissa)
    guarded = [line.address for line in lines() if line.method == "GET" and line.expected[2] == "login"]
    plain = [address for address in guarded if "{" not in address and resolve(address).url_name not in UNLOCK_VIEWS]
    assert len(plain) > 10
    assert {address: final_address(client, address) for address in plain} == dict.fromkeys(plain, SET_UP)
    assert client.get(reverse("deck", args=[deck.pk])).status_code == 404
    assert client.get("/api/v1/me/").status_code == 401
    assert client.post(reverse("token_new"), {"name": "tool"}).headers["Location"].startswith(LOGIN)
    assert not brissa.api_tokens.exists()


def test_public_pages_language_and_logout_stay_open(brissa: User) -> None:
    client = logged_in(Client())
    assert client.get("/about/").status_code == 200
    assert client.get(reverse("public_decks")).status_code == 200
    client.post(reverse("set_language"), {"language": "es"})
    assert 'lang="es"' in client.get(SET_UP).content.decode()
    client.post(reverse("account_logout"))
    assert "_auth_user_id" not in client.session


def test_account_opens_after_activation(brissa: User) -> None:
    client = Client()
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    assert client.get(reverse("account_page")).status_code == 200
    off = confirmed(client).get(reverse("mfa_deactivate_totp")).content.decode()
    assert "set up the next right after" in off
    client.post(reverse("mfa_deactivate_totp"))
    assert final_address(client, reverse("account_page")) == SET_UP


def test_token_of_a_closed_account_is_refused(brissa: User, settings: Any) -> None:
    headers = {"Authorization": f"Bearer {token_create(user=brissa, name='tool')}"}
    response = Client(headers=headers).get("/api/v1/me/")
    assert (response.status_code, "second factor" in response.json()["detail"]) == (401, True)
    settings.SECOND_FACTOR = "staff"
    assert Client(headers=headers).get("/api/v1/me/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_activation_ends_other_sessions(brissa: User) -> None:
    elsewhere = logged_in(Client())
    elsewhere.get(SET_UP)
    set_up(Client())
    assert "_auth_user_id" not in elsewhere.session
    assert final_address(elsewhere, reverse("account_page")).startswith(LOGIN)


# --- required of staff


@pytest.fixture
def public(settings: Any) -> SimpleNamespace:
    """A public deck with a comment by another user, and a staff member."""
    settings.SECOND_FACTOR = "staff"
    deck = saved_deck(person("vera"), visibility="public")
    comment = comment_add(deck=deck, author=person("odo"), text="Rude")
    return SimpleNamespace(deck=deck, comment=comment, warden=person(is_staff=True))


def refused(response: HttpResponse) -> bool:
    return response.status_code == 403 and "This door needs a second factor" in response.content.decode()


def test_moderation_needs_a_second_factor(public: SimpleNamespace) -> None:
    client, deck, comment = Client(), public.deck, public.comment
    take_down = reverse("deck_take_down", args=[deck.pk])
    remove = reverse("deck_comment_remove", args=[deck.pk, comment.pk])
    assert all(refused(logged_in(client).post(address)) for address in (take_down, remove))
    assert Deck.objects.get(pk=deck.pk).removed_at is None
    client.post(reverse("account_logout"))
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    assert client.post(remove).status_code == client.post(take_down).status_code == 302
    comment.refresh_from_db()
    assert comment.removed_at is not None
    assert Deck.objects.get(pk=deck.pk).removed_at is not None


def test_moderation_by_api_needs_a_second_factor(public: SimpleNamespace) -> None:
    headers = {"Authorization": f"Bearer {token_create(user=public.warden, name='tool')}"}
    response = Client(headers=headers).delete(f"/api/v1/decks/{public.deck.pk}/comments/{public.comment.pk}/")
    assert response.status_code == 403
    assert re.search("asks for a second factor", response.json()["detail"])


def test_staff_remove_own_comments_without_a_second_factor(public: SimpleNamespace) -> None:
    own = comment_add(deck=public.deck, author=public.warden, text="Mine")
    assert logged_in(Client()).post(reverse("deck_comment_remove", args=[public.deck.pk, own.pk])).status_code == 302
