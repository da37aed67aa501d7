"""Replaces Django's command of this name, which needs GNU gettext."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from signum_site import translations


class Command(BaseCommand):
    help = (
        "Bring the translations (locale/<language>/LC_MESSAGES/django.po) up to date with templates and code: new "
        "strings are added, to be translated by hand, and those no longer used are removed. GNU gettext is not needed."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "-l", "--locale", action="append", choices=translations.LANGUAGES, help="only this language (repeatable)"
        )
        parser.add_argument(
            "--check", action="store_true", help="change nothing; list what is not well translated, and exit 1 if any"
        )

    def handle(
        self, *, check: bool = False, locale: list[str] | None = None, verbosity: int = 1, **options: Any
    ) -> None:
        languages = locale or list(translations.LANGUAGES)
        try:
            messages = translations.extract()
            if check:
                self._check(languages, messages, verbosity=verbosity)
            else:
                self._update(languages, messages, verbosity=verbosity)
        except translations.BrokenFileError as fault:
            self.stderr.write(f"{fault}")
            sys.exit(2)

    def _check(self, languages: list[str], messages: list[translations.Message], *, verbosity: int) -> None:
        problems = [problem for language in languages for problem in translations.problems(language, messages=messages)]
        for problem in problems:
            self.stdout.write(problem)
        if problems:
            sys.exit(1)
        if verbosity:
            self.stdout.write(f"{', '.join(languages)}: all {len(messages)} strings are translated.")

    def _update(self, languages: list[str], messages: list[translations.Message], *, verbosity: int) -> None:
        for language in languages:
            added, removed = translations.update(language, messages=messages)
            problems = translations.problems(language, messages=messages)
            if verbosity:
                self.stdout.write(
                    f"{language}: {len(messages)} strings, {len(added)} new, {len(removed)} removed; "
                    f"{len(problems)} problems{': --check lists them' if problems else ''}."
                )
