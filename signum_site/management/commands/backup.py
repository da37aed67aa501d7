"""`make backup`: back up the site's data into one file."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from signum_site.backup.faults import fault_sentence, reason
from signum_site.backup.services import backup_folder, backup_make


def parse_count(text: str) -> int:
    if not text.removeprefix("-").isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of backups, 1 or more")
    return int(text)


def _sentence(fault: Exception, folder: Path) -> str:
    if isinstance(fault, OSError):
        return f"The backup could not be written into {folder}: {fault.strerror or reason(fault)}."
    return fault_sentence(fault)


class Command(BaseCommand):
    help = "Write all rows and the art of cards into one file, from SQLite or PostgreSQL, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--folder", type=Path, help="where to (backups in VAR_DIR)")
        parser.add_argument(
            "--keep", type=parse_count, metavar="N", help="afterwards remove all but the last N (all stay)"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *, folder: Path | None, keep: int | None, **options: Any) -> None:
        if keep is not None and keep < 1:
            self._refuse(f"--keep is {keep}; allowed: how many backups stay, 1 or more. Without --keep all stay.")
        try:
            backup = backup_make(folder=folder, keep=keep)
        except Exception as fault:
            if options["traceback"]:
                raise
            self._refuse(_sentence(fault, folder or backup_folder()))
        if options["json"]:
            self.stdout.write(json.dumps({"file": str(backup.path), "rows": backup.rows, "files": backup.files}))
        else:
            size = backup.path.stat().st_size / 1024
            self.stdout.write(f"{backup.path}: {backup.rows} rows and {backup.files} pictures in {size:.0f} kB.")

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(sentence)
        sys.exit(2)
