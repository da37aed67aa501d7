"""Session and second-factor pages in all their states, for the contact sheet."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from unittest import mock

from django.conf import settings
from django.core.cache import cache, caches
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Browser

from signum_site.accounts.models import User
from tests.decks.samples import person
from tests.signum_site.accounts.mfa.test_second_factor import CODE, code_of, confirmed, logged_in, set_up

ONLY = os.environ.get("LOOK", "")
DEVICES = (
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1 Version/18.5 Mobile Safari/604.1",
    "curl/8.14",
)


def signed_in(client: Client) -> Client:
    return logged_in(client)


def reauthenticated(client: Client) -> Client:
    """A user who has just entered the password again."""
    return confirmed(logged_in(client))


def with_new_codes(client: Client) -> Client:
    secret = reauthenticated(client).get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    return client


def before_second_factor(client: Client) -> Client:
    set_up(client)
    return logged_in(client)


def with_second_factor(client: Client) -> Client:
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    return client


def with_second_factor_reauthenticated(client: Client) -> Client:
    return confirmed(with_second_factor(client))


def on_several_devices(client: Client) -> Client:
    for device in DEVICES:
        logged_in(Client(headers={"User-Agent": device})).get(reverse("account_page"))
    return logged_in(client)


@dataclass(frozen=True)
class State:
    name: str
    prepare: Callable[[Client], Client]
    page: str
    second_factor: str = "offered"
    code: str = ""
    """Code to submit, for the page with its error message."""


STATES = (
    State("one session", signed_in, "login_list"),
    State("several sessions", on_several_devices, "login_list"),
    State("off", signed_in, "mfa_index"),
    State("password again", signed_in, "account_reauthenticate"),
    State("being set up", reauthenticated, "mfa_activate_totp"),
    State("set up with a wrong code", reauthenticated, "mfa_activate_totp", code="000000"),
    State("demanded of everybody", reauthenticated, "mfa_activate_totp", second_factor="everybody"),
    State("new codes", with_new_codes, "mfa_view_recovery_codes"),
    State("on", with_second_factor, "mfa_index"),
    State("code again", with_second_factor, "mfa_reauthenticate"),
    State("codes seen before", with_second_factor_reauthenticated, "mfa_view_recovery_codes"),
    State("other codes", with_second_factor_reauthenticated, "mfa_generate_recovery_codes"),
    State("switched off", with_second_factor_reauthenticated, "mfa_deactivate_totp"),
    State(
        "switched off though demanded",
        with_second_factor_reauthenticated,
        "mfa_deactivate_totp",
        second_factor="everybody",
    ),
    State("asked for a code", before_second_factor, "mfa_authenticate"),
    State("asked again for a code", before_second_factor, "mfa_authenticate", code="000000"),
    State("staff without one", signed_in, "house", second_factor="staff"),
)


def take_pictures(browser: Browser, site: str, look: Any, *, max_height: int, too_wide: list[str]) -> Iterator[Any]:
    """Yield title and picture of each state.

    Each state has its own account, deleted afterwards.
    """
    now = time.time()
    frozen_clock = mock.patch("allauth.mfa.totp.internal.auth.time", SimpleNamespace(time=lambda: now))
    for state in STATES:
        if reverse(state.page).startswith(ONLY):
            for backend in (cache, caches["seen"]):
                backend.clear()
            user = person(is_staff=state.second_factor == "staff")
            with frozen_clock, override_settings(SECOND_FACTOR=state.second_factor):
                yield (
                    f"{state.name}: {reverse(state.page)}",
                    _screenshot(browser, site, state, look, max_height, too_wide),
                )
            User.objects.filter(pk=user.pk).delete()


def _screenshot(
    browser: Browser, site: str, state: State, look: Any, max_height: int, too_wide: list[str]
) -> Image.Image:
    width, scheme, language = look
    cookie = state.prepare(Client(headers={"User-Agent": DEVICES[0]})).cookies[settings.SESSION_COOKIE_NAME]
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, locale=language)
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])
    page = context.new_page()
    page.goto(site + reverse(state.page))
    if state.code:
        page.fill("input[name=code]", state.code)
        page.press("input[name=code]", "Enter")
    page.wait_for_load_state("networkidle")
    page_width = page.evaluate("document.documentElement.scrollWidth")
    if page_width > width:
        too_wide.append(f"{state.name} in {language} is {page_width} pixels wide in a window of {width}")
    height = min(page.evaluate("document.documentElement.scrollHeight"), max_height)
    picture = page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height})
    context.close()
    return Image.open(BytesIO(picture))
