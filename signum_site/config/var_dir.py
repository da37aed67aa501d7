"""The folder `var/`: whether it is usable, and the secret key in it."""

import os
import secrets
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

MIN_FREE_BYTES = 20 * 1024 * 1024


def folder_problem(folder: Path) -> str | None:
    """A sentence why the folder cannot be used, or None."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-"):
            pass
    except OSError as fault:
        return (
            f"The folder {folder} cannot be written ({fault.strerror}): make it writable, or name another in VAR_DIR."
        )
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        return (
            f"The disk of {folder} is full ({free // 1024} kB free, {MIN_FREE_BYTES // 1024} kB needed): "
            "make room, or name another folder in VAR_DIR."
        )
    return None


def secret_key(folder: Path) -> str:
    """The secret key of a site that sets none: created once, readable by its owner."""
    path = folder / "secret_key"
    try:
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            # The link is atomic: of two processes that start together, both read the same key.
            with tempfile.NamedTemporaryFile("w", dir=folder, prefix=".secret-") as file, suppress(FileExistsError):
                file.write(secrets.token_urlsafe(48))
                file.flush()
                os.link(file.name, path)
        return path.read_text()
    except OSError as fault:
        raise ImproperlyConfigured(
            f"VAR_DIR: the folder {folder} cannot be written ({fault.strerror}): make it writable, or name another."
        ) from fault
