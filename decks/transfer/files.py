"""The text of a decklist file that a command was given; never more of it is read than a decklist can have."""

from pathlib import Path

MOST_BYTES = 1_000_000


class FileNotUsable(ValueError):
    """A file no decklist can be read from; the sentence names it and says why."""


def text_in(file: str) -> str:
    """Also of a pipe or a device, which tell no size before and may never end."""
    name = file or "''"
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as fault:
        raise FileNotUsable(f"{name} cannot be read: {fault.strerror}.") from fault
    if len(content) > MOST_BYTES:
        raise FileNotUsable(f"{name} is larger than {MOST_BYTES} bytes: that is no decklist.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise FileNotUsable(f"{name} is not text in UTF-8 (byte {fault.start}).") from fault
