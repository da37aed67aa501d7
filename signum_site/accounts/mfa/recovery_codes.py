"""Recovery codes, stored as hashes.

Even with the database and the key, each code must still be guessed. allauth stores a seed from which all codes are
derived. This module replaces its class; pages, forms and limits remain allauth's.
"""

import json
import secrets
from typing import Any

from allauth.core import context
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal import auth, flows
from allauth.mfa.utils import decrypt, encrypt
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import transaction


class CodeHasher(Argon2PasswordHasher):
    """Hashes codes at a fifth of the cost of a password: ten are hashed at once.

    The parameters are the minimum that OWASP recommends.
    """

    memory_cost = 19 * 1024
    parallelism = 1

    def hashed(self, codes: list[str]) -> list[str]:
        return [self.encode(code, self.salt()) for code in codes]


class HashedRecoveryCodes(auth.RecoveryCodes):
    """Recovery codes of one user.

    New codes are shown once. Until then they are kept, encrypted, in the session that created them.
    """

    instance: Authenticator
    visible_codes: list[str] | None = None

    @classmethod
    def activate(cls, user: Any) -> "HashedRecoveryCodes":
        existing = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.RECOVERY_CODES).first()
        if existing is not None:
            return cls(existing)
        digits = app_settings.RECOVERY_CODE_DIGITS
        codes = [f"{secrets.randbelow(10**digits):0{digits}}" for _ in range(app_settings.RECOVERY_CODE_COUNT)]
        new = cls(Authenticator(user=user, type=Authenticator.Type.RECOVERY_CODES))
        new.keep(CodeHasher().hashed(codes))
        new.instance.save()
        context.request.session[new._session_key] = encrypt(json.dumps(codes))
        return new

    @property
    def _session_key(self) -> str:
        return f"recovery_codes_{self.instance.pk}"

    @property
    def hashes(self) -> list[str]:
        """Hashes of the unused codes; empty if the key that encrypted them is gone."""
        try:
            return list(json.loads(decrypt(self.instance.data["hashes"])))
        except ValueError:
            return []

    def keep(self, hashes: list[str]) -> None:
        # Eight digits can be brute-forced even with Argon2, so the hashes themselves are encrypted.
        self.instance.data = {"hashes": encrypt(json.dumps(hashes))}

    def validate_code(self, code: str) -> bool:
        typed = normalize_user_code(code)
        if len(typed) != app_settings.RECOVERY_CODE_DIGITS:  # a code of an app: skip ten slow hashes
            return False
        match = next((known for known in self.hashes if CodeHasher().verify(typed, known)), None)
        return match is not None and self._use_up(match)

    @transaction.atomic
    def _use_up(self, used: str) -> bool:
        """Remove a used code. Return False if another request has used it first."""
        row = Authenticator.objects.select_for_update().filter(pk=self.instance.pk).first()
        left = HashedRecoveryCodes(row).hashes if row else []
        if row is None or used not in left:
            return False
        self.instance = row
        self.keep([unused for unused in left if unused != used])
        row.save(update_fields=["data"])
        return True

    def get_unused_codes(self) -> list[str]:
        """The codes on the page that shows them, else placeholders.

        allauth counts them.
        """
        return self.visible_codes or ["*" * app_settings.RECOVERY_CODE_DIGITS] * len(self.hashes)

    @property
    def did_view(self) -> bool:
        return self._session_key not in context.request.session

    def mark_as_viewed(self) -> None:
        self.visible_codes = json.loads(decrypt(context.request.session.pop(self._session_key)))


def replace_recovery_codes() -> None:
    """Replace allauth's class in both modules that look it up."""
    auth.RecoveryCodes = flows.RecoveryCodes = HashedRecoveryCodes  # type: ignore[misc]
