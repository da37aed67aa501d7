"""Passwords made of the site's own words are refused; those that only hold one are not."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from signum_site.accounts.models import User
from signum_site.accounts.passwords import SiteWordsValidator, site_words


@pytest.mark.parametrize(
    "password",
    ["signumsignum", "Signum2026!!", "LegendsOfSignum1", "vallor-vallor-1", "Grypharim99", "SÍGNUM-VÁLLOR",
     "ciudad libre de vallor", "imperogrypharim"],
)  # fmt: skip
def test_words_of_the_site_are_no_password(password: str) -> None:
    with pytest.raises(ValidationError) as refused:
        SiteWordsValidator().validate(password)
    assert password not in refused.value.messages[0]
    assert "is a word of this site" in refused.value.messages[0]


@pytest.mark.parametrize(
    "password", ["correct horse battery", "signum correct horse", "my dog eats vallor cards", "x8Kw92mPqLz"]
)
def test_a_word_of_the_site_among_others_is_fine(password: str) -> None:
    SiteWordsValidator().validate(password)


def test_the_names_of_factions_come_from_the_games() -> None:
    assert {"signum", "legends", "vallor", "grypharim", "imperio", "impero", "empire"} <= set(site_words())


@pytest.mark.django_db
def test_signing_up_with_one_is_answered_with_the_sentence(client: Client) -> None:
    form = {
        "username": "brenna",
        "email": "b@signum.example",
        "password1": "signumvallor1",
        "password2": "signumvallor1",
    }
    answer = client.post(reverse("account_signup"), form)
    assert "“signum” is a word of this site" in answer.content.decode()
    assert not User.objects.exists()
