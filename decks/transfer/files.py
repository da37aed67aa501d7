"""Reading decklist files for commands, up to a maximum size."""

from pathlib import Path

MAX_BYTES = 1_000_000


class FileNotUsable(ValueError):
    """Raised for a file that is not a decklist; the message names it and says why."""


def read_text_file(file: str) -> str:
    """Read a decklist file.

    It may be a pipe or device, whose size is unknown and which may never end: the read is limited.
    """
    name = file or "''"
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileNotUsable(f"{name} cannot be read: {error.strerror}.") from error
    if len(content) > MAX_BYTES:
        raise FileNotUsable(f"{name} is larger than {MAX_BYTES} bytes: that is no decklist.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileNotUsable(f"{name} is not text in UTF-8 (byte {error.start}).") from error
