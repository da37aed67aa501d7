"""`make restore FILE=…`: the site becomes what a backup says."""

import sys
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import Error

from signum_site.backup.archive import BackupRefused
from signum_site.backup.services import backup_restore


class Command(BaseCommand):
    help = "Replace all rows and the art of cards by those of a backup. What is there now is backed up first."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that backup wrote, on SQLite or on PostgreSQL")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            done = backup_restore(file)
        except BackupRefused as refused:
            self._refuse(str(refused))
        except (Error, OSError, ValueError, ValidationError) as fault:
            self._refuse(f"Nothing was changed: {str(fault).strip()}.")
        call_command("load_catalogue", verbosity=0, stdout=self.stdout)
        self.stdout.write(f"Restored {done.rows} rows and {done.files} pictures of {done.made_at}.")
        if done.aside:
            self.stdout.write(f"What was here before is in {done.aside}.")

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(sentence)
        sys.exit(2)
