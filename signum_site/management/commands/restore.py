"""`make restore FILE=…`: the site becomes what a backup says."""

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
            done = backup_restore(file)
        except Exception as fault:  # whatever it is, the operator must know that the site is as it was
            if options["traceback"]:
                raise
            self._refuse(f"{fault_sentence(fault)} Nothing was changed.")
        self.stdout.write(f"Restored {done.rows} rows and {done.files} pictures of {done.made_at}.")
        if done.aside:
            self.stdout.write(f"What was here before is in {done.aside}.")
        try:
            call_command("load_catalogue", verbosity=0, stdout=self.stdout)
        except Exception as fault:
            if options["traceback"]:
                raise
            self._refuse(f"The cards are those of the backup: manage.py load_catalogue failed ({reason(fault)}).")

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(sentence)
        sys.exit(2)
