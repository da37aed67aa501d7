"""Replaces Django's command of this name, which needs GNU gettext."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from signum_site import translations


class Command(BaseCommand):
    help = (
        "Compile the translations (locale/<language>/LC_MESSAGES/django.po) into the .mo files that the site reads. "
        "Files that are up to date are left alone. GNU gettext is not needed."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "-l", "--locale", action="append", choices=translations.LANGUAGES, help="only this language (repeatable)"
        )

    def handle(self, *, verbosity: int, locale: list[str] | None = None, **options: Any) -> None:
        for language in locale or translations.LANGUAGES:
            try:
                written = translations.compile(language)
            except translations.BrokenFileError as fault:
                self._refuse(f"{fault}")
            except OSError as fault:
                self._refuse(f"The translations cannot be compiled: {fault.filename}: {fault.strerror}.")
            if verbosity:
                self.stdout.write(f"{language}: {f'compiled to {written}' if written else 'up to date'}.")

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(sentence)
        sys.exit(2)
