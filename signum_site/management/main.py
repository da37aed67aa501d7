"""Runs the commands: `manage.py` in the repository, `signum` where the site is installed."""

import os
import sys
from difflib import get_close_matches
from typing import NoReturn

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, ManagementUtility, base, get_commands
from django.db.utils import OperationalError, ProgrammingError

from signum_site.management.database_errors import database_fault
from simulator.engine.cards.card import CatalogueError


class PlainParser(base.CommandParser):
    """Reports a wrong option in one sentence, without listing all options."""

    def error(self, message: str) -> NoReturn:
        if not self.called_from_command_line:
            super().error(message)
        # Only this message contains the words as typed; others have an option with a colon after it.
        words = message.removeprefix("unrecognized arguments: ").split() if message.startswith("unrec") else []
        near = [option for word in words for option in get_close_matches(word, self._option_string_actions, n=1)]
        hint = f" Did you mean {' and '.join(near)}?" if near else ""
        name = self.prog.rpartition(" ")[2]
        refuse(f"{name}: {message}.{hint} manage.py help {name} lists what it takes.")


class Commands(ManagementUtility):
    """Reports an unknown command with exit code 2, like all bad input."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        if subcommand not in get_commands():
            _ = settings.INSTALLED_APPS  # raises if a setting is wrong, which would hide our commands
            near = get_close_matches(subcommand, get_commands(), n=3)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            refuse(f"There is no command {subcommand!r}.{hint} manage.py help lists those there are.")
        return super().fetch_command(subcommand)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "signum_site.settings")
    base.CommandParser = PlainParser  # type: ignore[misc]  # every command creates its parser from this class
    try:
        Commands(sys.argv).execute()
        sys.stdout.flush()  # here, where a closed pipe can be handled
    except (ImproperlyConfigured, CatalogueError) as error:
        # For the operator or the author of the card data to fix: a sentence, no trace.
        refuse(f"{error}")
    except (OperationalError, ProgrammingError):
        fault = database_fault()
        if fault is None:
            raise
        refuse(fault)
    except BrokenPipeError:
        # The reader has closed the pipe (`… | head`): write nothing more, not at the exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def refuse(sentence: str) -> NoReturn:
    sys.stderr.write(f"{sentence}\n")
    sys.exit(2)
