"""Secrets that must be read again: AES-256-GCM under a key derived from SECRET_KEY. Fallbacks still open them."""

import base64
import os
from collections.abc import Iterator

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

MARK = "2."
"""What stands before a secret sealed in this way; there was another before it."""
PURPOSE, PURPOSE_BEFORE = b"signum second factor, 2", b"signum second factor, 1"
NONCE_BYTES = 12


class Unsealable(ValueError):
    """Sealed under a key that is gone, or not by this site."""


def seal(text: str) -> str:
    nonce = os.urandom(NONCE_BYTES)
    key = next(_keys(PURPOSE))
    return MARK + base64.urlsafe_b64encode(nonce + AESGCM(key).encrypt(nonce, text.encode(), MARK.encode())).decode()


def unseal(sealed: str) -> str:
    if not sealed.startswith(MARK):
        return _unseal_before(sealed)
    try:
        raw = base64.urlsafe_b64decode(sealed.removeprefix(MARK))
    except ValueError as broken:
        raise Unsealable from broken
    for key in _keys(PURPOSE):
        try:
            return AESGCM(key).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], MARK.encode()).decode()
        except (InvalidTag, ValueError):
            continue
    raise Unsealable


def _unseal_before(sealed: str) -> str:
    """Fernet's, of sites that have not run rewrap_secrets since."""
    keys = [Fernet(base64.urlsafe_b64encode(key)) for key in _keys(PURPOSE_BEFORE)]
    try:
        return MultiFernet(keys).decrypt(sealed).decode()
    except InvalidToken as foreign:
        raise Unsealable from foreign


def _keys(purpose: bytes) -> Iterator[bytes]:
    """That of today first, then those of the fallbacks."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret.encode())
