"""The art of cards: the files of `MEDIA_ROOT`, out of the folder and back into it."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from .archive import PIECE_BYTES, Archive
from .faults import BackupRefused


def art_files() -> list[Path]:
    found: Iterator[Path] = Path(settings.MEDIA_ROOT).rglob("*")
    return sorted(path for path in found if path.is_file() and not path.is_symlink())


def art_pieces(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while piece := file.read(PIECE_BYTES):
                yield piece
    except OSError as fault:
        raise BackupRefused(f"The picture {path} cannot be read: {fault.strerror}.") from fault


@contextmanager
def replaced(found: Archive) -> Iterator[Callable[[], None]]:
    """All files are written beside the folder first; the function changes the two over.

    If the block fails afterwards, the folder is what it was.
    """
    media = Path(settings.MEDIA_ROOT).resolve()
    fresh, old = media.with_name(f"{media.name}.restoring"), media.with_name(f"{media.name}.old")
    if old.exists() and not media.exists():
        old.rename(media)  # a restore was killed between its two renames
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)
    had_folder = media.exists()

    def change_over() -> None:
        if had_folder:
            media.rename(old)
        fresh.rename(media)

    try:
        _write(found, fresh)
        yield change_over
    except BaseException:
        if old.exists() or not had_folder:
            shutil.rmtree(media, ignore_errors=True)
        if old.exists():
            old.rename(media)
        raise
    else:
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _write(found: Archive, folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in found.under("media"):
        path = folder / name.removeprefix("media/")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.writelines(found.pieces(name))
