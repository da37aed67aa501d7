"""The second factor: encryption, QR code, and accounts locked without one.

allauth provides setup, login and recovery codes.
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

SECRET_FIELDS = ("secret", "hashes")
"""Encrypted fields of an authenticator: of an app, and of recovery codes (recovery_codes.py)."""

UNLOCK_VIEWS = ("mfa_activate_totp", "account_reauthenticate", "account_logout", "set_language", "set_theme")
"""Views that stay available to a locked account."""
LOGIN_VIEWS = ("account_login", "account_signup")
"""Views to which pages redirect visitors who have to log in."""

log = structlog.get_logger("signum_site.security")


class SecondFactorAdapter(DefaultMFAAdapter):
    """Site-specific parts of allauth's second factor."""

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
        svg = io.BytesIO()
        segno.make(url, error="m", micro=False).save(svg, kind="svg", scale=4, dark="#16252b", light="#ffffff")
        return svg.getvalue().decode()

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return unseal(encrypted_text)
        except Unsealable:
            # Encrypted with a SECRET_KEY that is gone: the secret is lost, so no code may match.
            log.error("second_factor_unreadable")
            return generate_totp_secret()


def serialize_second_factor(user: User) -> list[dict[str, Any]]:
    """When each second factor was created and last used, without its secret."""
    authenticators = Authenticator.objects.filter(user=user).order_by("pk")
    return list(authenticators.values("type", "created_at", "last_used_at"))


def enforce_second_factor(request: HttpRequest) -> HttpResponse | None:
    """Treat a locked account as anonymous, except on the pages that unlock it.

    This protects every page of the account without a list of them, and public pages stay available.
    """
    url_name = request.resolver_match.url_name if request.resolver_match else ""
    if url_name in UNLOCK_VIEWS or not request.user.is_authenticated or not request.user.is_locked:
        return None
    if url_name in LOGIN_VIEWS:
        return redirect("mfa_activate_totp")
    request.user = AnonymousUser()
    return None


def second_factor_remove(*, user: User) -> bool:
    """Remove the second factor of a user who lost both phone and recovery codes.

    Return whether there was one.
    """
    removed, _per_model = Authenticator.objects.filter(user=user).delete()
    log.warning("second_factor_removed", account=user.pk, by="operator")
    return removed > 0


@transaction.atomic
def secrets_rewrap() -> tuple[int, int]:
    """Encrypt all secrets with the current key, so that fallback keys can be removed.

    Return how many were encrypted and how many cannot be decrypted any more.
    """
    done, lost = 0, 0
    for authenticator in Authenticator.objects.select_for_update().order_by("pk"):
        for name in SECRET_FIELDS:
            if name in authenticator.data:
                try:
                    authenticator.data[name] = seal(unseal(authenticator.data[name]))
                    done += 1
                except Unsealable:
                    lost += 1
        authenticator.save(update_fields=["data"])
    return done, lost
