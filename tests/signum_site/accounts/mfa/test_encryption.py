"""Encryption of second-factor secrets: key change, tampering, old format."""

import base64
from typing import Any

import pytest
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from signum_site.accounts.mfa.encryption import Unsealable, seal, unseal


def test_sealing_is_reversible_and_randomized() -> None:
    first, second = seal("geheimnis"), seal("geheimnis")
    assert first != second
    assert "geheimnis" not in first
    assert unseal(first) == unseal(second) == "geheimnis"


def test_only_current_and_fallback_keys_unseal(settings: Any) -> None:
    sealed, before = seal("secret"), settings.SECRET_KEY
    settings.SECRET_KEY = "another" * 10
    with pytest.raises(Unsealable):
        unseal(sealed)
    settings.SECRET_KEY_FALLBACKS = [before]
    assert unseal(sealed) == "secret"


def test_changed_data_is_refused() -> None:
    sealed = seal("secret")
    middle = len(sealed) // 2
    changed = sealed[:middle] + ("A" if sealed[middle] != "A" else "B") + sealed[middle + 1 :]
    for broken in (changed, sealed[:-4], "2.", "2.é", "2.AAAA", "", "gAAAA"):
        with pytest.raises(Unsealable):
            unseal(broken)


def test_old_format_is_still_read(settings: Any) -> None:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"signum second factor, 1").derive
    key = base64.urlsafe_b64encode(derive(settings.SECRET_KEY.encode()))
    first = Fernet(key).encrypt(b"old secret").decode()
    assert unseal(first) == "old secret"
    assert seal(unseal(first)).startswith("2.")
