"""The pages about sessions and the second factor, in every state they have: a part of the contact sheet."""

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


def plain(client: Client) -> Client:
    return logged_in(client)


def known(client: Client) -> Client:
    """Whose password was asked for again a moment ago."""
    return confirmed(logged_in(client))


def new_codes(client: Client) -> Client:
    secret = known(client).get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    return client


def half_in(client: Client) -> Client:
    set_up(client)
    return logged_in(client)


def secured(client: Client) -> Client:
    secret, _codes = set_up(client)
    logged_in(client).post(CODE, {"code": code_of(secret)})
    return client


def secured_and_known(client: Client) -> Client:
    return confirmed(secured(client))


def travelled(client: Client) -> Client:
    for device in DEVICES:
        logged_in(Client(headers={"User-Agent": device})).get(reverse("account_page"))
    return logged_in(client)


@dataclass(frozen=True)
class State:
    name: str
    way: Callable[[Client], Client]
    page: str
    demanded: str = "offered"
    typed: str = ""
    """Sent as a code, for what is then said."""


STATES = (
    State("one session", plain, "login_list"),
    State("several sessions", travelled, "login_list"),
    State("off", plain, "mfa_index"),
    State("password again", plain, "account_reauthenticate"),
    State("being set up", known, "mfa_activate_totp"),
    State("set up with a wrong code", known, "mfa_activate_totp", typed="000000"),
    State("demanded of everybody", known, "mfa_activate_totp", demanded="everybody"),
    State("new codes", new_codes, "mfa_view_recovery_codes"),
    State("on", secured, "mfa_index"),
    State("code again", secured, "mfa_reauthenticate"),
    State("codes seen before", secured_and_known, "mfa_view_recovery_codes"),
    State("other codes", secured_and_known, "mfa_generate_recovery_codes"),
    State("switched off", secured_and_known, "mfa_deactivate_totp"),
    State("switched off though demanded", secured_and_known, "mfa_deactivate_totp", demanded="everybody"),
    State("asked for a code", half_in, "mfa_authenticate"),
    State("asked again for a code", half_in, "mfa_authenticate", typed="000000"),
    State("staff without one", plain, "house", demanded="staff"),
)


def taken(browser: Browser, site: str, look: Any, *, highest: int, too_wide: list[str]) -> Iterator[Any]:
    """Each state with an account of its own, which is gone afterwards."""
    now = time.time()
    still = mock.patch("allauth.mfa.totp.internal.auth.time", SimpleNamespace(time=lambda: now))
    for state in STATES:
        if reverse(state.page).startswith(ONLY):
            for each in (cache, caches["seen"]):
                each.clear()
            user = person(is_staff=state.demanded == "staff")
            with still, override_settings(SECOND_FACTOR=state.demanded):
                yield f"{state.name}: {reverse(state.page)}", _picture(browser, site, state, look, highest, too_wide)
            User.objects.filter(pk=user.pk).delete()


def _picture(browser: Browser, site: str, state: State, look: Any, highest: int, too_wide: list[str]) -> Image.Image:
    width, scheme, language = look
    cookie = state.way(Client(headers={"User-Agent": DEVICES[0]})).cookies[settings.SESSION_COOKIE_NAME]
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, locale=language)
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])
    page = context.new_page()
    page.goto(site + reverse(state.page))
    if state.typed:
        page.fill("input[name=code]", state.typed)
        page.press("input[name=code]", "Enter")
    page.wait_for_load_state("networkidle")
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        too_wide.append(f"{state.name} in {language} is {wide} pixels wide in a window of {width}")
    high = min(page.evaluate("document.documentElement.scrollHeight"), highest)
    picture = page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": width, "height": high})
    context.close()
    return Image.open(BytesIO(picture))
