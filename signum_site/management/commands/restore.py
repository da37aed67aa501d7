"""`make restore FILE=…`: replace the site's data by a backup."""

import sys
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from signum_site.backup.faults import fault_sentence, reason
from signum_site.backup.services import backup_restore


class Command(BaseCommand):
    help = "Replace all rows and the art of cards by those of a backup. What is there now is backed up first."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that backup wrote, on SQLite or on PostgreSQL")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            result = backup_restore(file)
        except Exception as fault:  # in any case, tell the operator that nothing changed
            if options["traceback"]:
                raise
            self._refuse(f"{fault_sentence(fault)} Nothing was changed.")
        self.stdout.write(f"Restored {result.rows} rows and {result.files} pictures of {result.made_at}.")
        if result.aside:
            self.stdout.write(f"What was here before is in {result.aside}.")
        try:
            call_command("load_catalogue", verbosity=0, stdout=self.stdout)
        except Exception as fault:
            if options["traceback"]:
                raise
            self._refuse(f"The cards are those of the backup: manage.py load_catalogue failed ({reason(fault)}).")

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(sentence)
        sys.exit(2)
