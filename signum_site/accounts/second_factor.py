"""The second factor: its secrets are kept encrypted, its QR code is drawn here, and staff may need one.

Setting up, logging in with it and recovery codes are allauth's.
"""

import base64
import io
from typing import Any
from urllib.parse import urlsplit

import segno
import structlog
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from .models import User

PURPOSE = b"signum second factor, 1"
SECRETS = ("secret", "seed")
"""Where allauth keeps them: of an app, and of recovery codes."""

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
        return _keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _keys().decrypt(encrypted_text).decode()
        except InvalidToken:
            # Written under a SECRET_KEY that is gone. Nobody knows the secret any more, so no code may fit it.
            log.error("second_factor_unreadable")
            return generate_totp_secret()


def _keys() -> MultiFernet:
    """The key of today first; those of the fallbacks can still be read."""
    return MultiFernet([_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived))


def has_second_factor(user: User) -> bool:
    """Recovery codes alone are none: they go with what they stand in for."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()


def second_factor_as_data(user: User) -> list[dict[str, Any]]:
    """Since when, and when last used; never what opens the door."""
    mine = Authenticator.objects.filter(user=user).order_by("pk")
    return list(mine.values("type", "created_at", "last_used_at"))


class SecondFactorNeeded(PermissionDenied):
    """Answered with a page that says how to set one up."""


def staff_prove(user: User) -> None:
    """At the doors of staff."""
    if settings.STAFF_SECOND_FACTOR and not has_second_factor(user):
        raise SecondFactorNeeded


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
                    authenticator.data[name] = _keys().rotate(authenticator.data[name]).decode()
                    done += 1
                except InvalidToken:
                    lost += 1
        authenticator.save(update_fields=["data"])
    return done, lost
