"""Common passwords and words of the site are refused, also in variations.

Among other words they are allowed.
"""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from signum_site.accounts.models import User
from signum_site.accounts.password_validation import CommonVariantsValidator, SiteWordsValidator, site_words


@pytest.mark.parametrize(
    "password",
    ["Password12!", "passwordpassword", "1234512345", "aaaaaaaaaaaa", "qwertyuiop12", "0987654321", "abcdefghijkl",
     "!!sunshine99", "1234567890123", "xyxyxyxyxyxy"],
)  # fmt: skip
def test_variation_of_a_common_password_is_refused(password: str) -> None:
    with pytest.raises(ValidationError, match="too common"):
        CommonVariantsValidator().validate(password)


@pytest.mark.parametrize(
    "password", ["83501927465128", "a long pass phrase", "zebra-kettle-41", "ñandú y ombú", "…!…?…;…:…«»"]
)
def test_any_characters_are_allowed(password: str) -> None:
    validate_password(password)


@pytest.mark.parametrize(
    "password",
    ["signumsignum", "Signum2026!!", "LegendsOfSignum1", "vallor-vallor-1", "Grypharim99", "SÍGNUM-VÁLLOR",
     "ciudad libre de vallor", "imperogrypharim"],
)  # fmt: skip
def test_words_of_the_site_are_refused(password: str) -> None:
    with pytest.raises(ValidationError) as refused:
        SiteWordsValidator().validate(password)
    assert password not in refused.value.messages[0]
    assert "is a word of this site" in refused.value.messages[0]


@pytest.mark.parametrize(
    "password", ["correct horse battery", "signum correct horse", "my dog eats vallor cards", "x8Kw92mPqLz"]
)
def test_word_of_the_site_among_others_is_allowed(password: str) -> None:
    SiteWordsValidator().validate(password)


def test_site_words_include_faction_names() -> None:
    assert {"signum", "legends", "vallor", "grypharim", "imperio", "impero", "empire"} <= set(site_words())


@pytest.mark.django_db
def test_sign_up_with_a_word_of_the_site_shows_the_error(client: Client) -> None:
    form = {
        "username": "brenna",
        "email": "b@signum.example",
        "password1": "signumvallor1",
        "password2": "signumvallor1",
    }
    response = client.post(reverse("account_signup"), form)
    assert "“signum” is a word of this site" in response.content.decode()
    assert not User.objects.exists()
