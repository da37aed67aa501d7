"""Recovery codes, kept as hashes: whoever has the database and even the key must still guess each of them.

allauth keeps a seed from which all codes follow. This stands in for its class; pages, forms and limits stay allauth's.
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
    """Ten are hashed at once, so each is a fifth of a password's work: the least that OWASP recommends."""

    memory_cost = 19 * 1024
    parallelism = 1

    def hashed(self, codes: list[str]) -> list[str]:
        return [self.encode(code, self.salt()) for code in codes]


class HashedRecoveryCodes(auth.RecoveryCodes):
    """Until they have been shown, once, the codes wait in the session of whoever made them, encrypted."""

    instance: Authenticator
    shown: list[str] | None = None

    @classmethod
    def activate(cls, user: Any) -> "HashedRecoveryCodes":
        mine = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.RECOVERY_CODES).first()
        if mine is not None:
            return cls(mine)
        digits = app_settings.RECOVERY_CODE_DIGITS
        codes = [f"{secrets.randbelow(10**digits):0{digits}}" for _each in range(app_settings.RECOVERY_CODE_COUNT)]
        made = cls(Authenticator(user=user, type=Authenticator.Type.RECOVERY_CODES))
        made.keep(CodeHasher().hashed(codes))
        made.instance.save()
        context.request.session[made._waiting] = encrypt(json.dumps(codes))
        return made

    @property
    def _waiting(self) -> str:
        return f"recovery_codes_{self.instance.pk}"

    @property
    def hashes(self) -> list[str]:
        """Of the codes that still open; none if they were written under a key that is gone."""
        try:
            return list(json.loads(decrypt(self.instance.data["hashes"])))
        except ValueError:
            return []

    def keep(self, hashes: list[str]) -> None:
        # Eight digits are soon guessed, even against Argon2: without the key there must be nothing to guess against.
        self.instance.data = {"hashes": encrypt(json.dumps(hashes))}

    def validate_code(self, code: str) -> bool:
        typed = normalize_user_code(code)
        if len(typed) != app_settings.RECOVERY_CODE_DIGITS:  # an app's code: ten slow hashes are saved
            return False
        fitting = next((each for each in self.hashes if CodeHasher().verify(typed, each)), None)
        return fitting is not None and self._use_up(fitting)

    @transaction.atomic
    def _use_up(self, used: str) -> bool:
        """Whether nobody was faster with the same code."""
        row = Authenticator.objects.select_for_update().filter(pk=self.instance.pk).first()
        left = HashedRecoveryCodes(row).hashes if row else []
        if row is None or used not in left:
            return False
        self.instance = row
        self.keep([each for each in left if each != used])
        row.save(update_fields=["data"])
        return True

    def get_unused_codes(self) -> list[str]:
        """The codes on the page that shows them; elsewhere as many blanks, which allauth counts."""
        return self.shown or ["*" * app_settings.RECOVERY_CODE_DIGITS] * len(self.hashes)

    @property
    def did_view(self) -> bool:
        return self._waiting not in context.request.session

    def mark_as_viewed(self) -> None:
        self.shown = json.loads(decrypt(context.request.session.pop(self._waiting)))


def stand_in() -> None:
    """The two places where allauth looks its class up."""
    auth.RecoveryCodes = flows.RecoveryCodes = HashedRecoveryCodes  # type: ignore[misc]
