"""The second factor: its secrets are kept encrypted, its QR code is drawn here, and an account may be shut without one.

Setting up, logging in with it and recovery codes are allauth's.
"""

import io
from typing import Any
from urllib.parse import urlsplit

import segno
import structlog
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from signum_site.accounts.models import User

from .encryption import Unsealable, seal, unseal

SECRETS = ("secret", "hashes")
"""Where they are kept: of an app, and of recovery codes (recovery_codes.py)."""

WAY_OUT = ("mfa_activate_totp", "account_reauthenticate", "account_logout", "set_language", "set_theme")
"""What the owner of a shut account may do."""
DOORS = ("account_login", "account_signup")
"""Where every page that needs an account sends a stranger."""

log = structlog.get_logger("signum_site.security")


class SecondFactorAdapter(DefaultMFAAdapter):
    """What allauth leaves to the site."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _(
            "That code does not fit. Each works once and for 30 seconds: type the one your app shows now, "
            "and look whether the clock of your phone is right."
        )
    }

    def get_totp_issuer(self) -> str:
        return "Signum"

    def get_totp_label(self, user: Any) -> str:
        return f"{user.get_username()}@{urlsplit(settings.SITE_URL).hostname}"

    def build_totp_svg(self, url: str) -> str:
        drawn = io.BytesIO()
        segno.make(url, error="m", micro=False).save(drawn, kind="svg", scale=4, dark="#16252b", light="#ffffff")
        return drawn.getvalue().decode()

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return unseal(encrypted_text)
        except Unsealable:
            # Written under a SECRET_KEY that is gone. Nobody knows the secret any more, so no code may fit it.
            log.error("second_factor_unreadable")
            return generate_totp_secret()


def second_factor_as_data(user: User) -> list[dict[str, Any]]:
    """Since when, and when last used; never what opens the door."""
    mine = Authenticator.objects.filter(user=user).order_by("pk")
    return list(mine.values("type", "created_at", "last_used_at"))


def set_up_first(request: HttpRequest) -> HttpResponse | None:
    """Whoever owns an account that is shut is a stranger on every page, save where it is opened.

    So nothing of the account can be forgotten here, and public pages stay open.
    """
    place = request.resolver_match.url_name if request.resolver_match else ""
    if place in WAY_OUT or not request.user.is_authenticated or not request.user.is_shut:
        return None
    if place in DOORS:
        return redirect("mfa_activate_totp")
    request.user = AnonymousUser()
    return None


def second_factor_remove(*, user: User) -> bool:
    """For somebody who lost both phone and recovery codes. Whether there was anything to remove."""
    removed, _each = Authenticator.objects.filter(user=user).delete()
    log.warning("second_factor_removed", account=user.pk, by="operator")
    return removed > 0


@transaction.atomic
def secrets_rewrap() -> tuple[int, int]:
    """All secrets under the key of today, so that a fallback can go. How many were done, and how many are lost."""
    done, lost = 0, 0
    for authenticator in Authenticator.objects.select_for_update().order_by("pk"):
        for name in SECRETS:
            if name in authenticator.data:
                try:
                    authenticator.data[name] = seal(unseal(authenticator.data[name]))
                    done += 1
                except Unsealable:
                    lost += 1
        authenticator.save(update_fields=["data"])
    return done, lost
