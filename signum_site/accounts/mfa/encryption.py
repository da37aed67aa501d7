"""Encrypts secrets with AES-256-GCM and a key derived from SECRET_KEY.

SECRET_KEY_FALLBACKS still decrypt them.
"""

import base64
import os
from collections.abc import Iterator

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PREFIX = "2."
"""Prefix of secrets in this format. The earlier format, Fernet, had none."""
PURPOSE, LEGACY_PURPOSE = b"signum second factor, 2", b"signum second factor, 1"
NONCE_BYTES = 12


class Unsealable(ValueError):
    """The text was encrypted with a key that is gone, or not by this site."""


def seal(text: str) -> str:
    nonce = os.urandom(NONCE_BYTES)
    key = next(_derive_keys(PURPOSE))
    return (
        PREFIX + base64.urlsafe_b64encode(nonce + AESGCM(key).encrypt(nonce, text.encode(), PREFIX.encode())).decode()
    )


def unseal(sealed: str) -> str:
    if not sealed.startswith(PREFIX):
        return _unseal_legacy(sealed)
    try:
        raw = base64.urlsafe_b64decode(sealed.removeprefix(PREFIX))
    except ValueError as error:
        raise Unsealable from error
    for key in _derive_keys(PURPOSE):
        try:
            return AESGCM(key).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], PREFIX.encode()).decode()
        except (InvalidTag, ValueError):
            continue
    raise Unsealable


def _unseal_legacy(sealed: str) -> str:
    """Decrypt the earlier format, for sites that have not run rewrap_secrets since."""
    keys = [Fernet(base64.urlsafe_b64encode(key)) for key in _derive_keys(LEGACY_PURPOSE)]
    try:
        return MultiFernet(keys).decrypt(sealed).decode()
    except InvalidToken as error:
        raise Unsealable from error


def _derive_keys(purpose: bytes) -> Iterator[bytes]:
    """The current key first, then the fallbacks."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret.encode())
