"""Card art: reads and replaces the files in `MEDIA_ROOT`."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from .archive import PIECE_BYTES, Archive
from .faults import BackupRefused


def art_files() -> list[Path]:
    paths: Iterator[Path] = Path(settings.MEDIA_ROOT).rglob("*")
    return sorted(path for path in paths if path.is_file() and not path.is_symlink())


def art_pieces(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while piece := file.read(PIECE_BYTES):
                yield piece
    except OSError as fault:
        raise BackupRefused(f"The picture {path} cannot be read: {fault.strerror}.") from fault


@contextmanager
def replace_art(archive: Archive) -> Iterator[Callable[[], None]]:
    """Write the files to a new folder, and yield a function that swaps it in.

    If the block fails afterwards, the old folder is put back.
    """
    media = Path(settings.MEDIA_ROOT).resolve()
    new, old = media.with_name(f"{media.name}.restoring"), media.with_name(f"{media.name}.old")
    if old.exists() and not media.exists():
        old.rename(media)  # a restore was killed between its two renames
    shutil.rmtree(new, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)
    had_folder = media.exists()

    def swap() -> None:
        if had_folder:
            media.rename(old)
        new.rename(media)

    try:
        _write(archive, new)
        yield swap
    except BaseException:
        if old.exists() or not had_folder:
            shutil.rmtree(media, ignore_errors=True)
        if old.exists():
            old.rename(media)
        raise
    else:
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _write(archive: Archive, folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in archive.under("media"):
        path = folder / name.removeprefix("media/")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.writelines(archive.pieces(name))
