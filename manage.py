#!/usr/bin/env python
"""The door to every command: `manage.py help` lists them."""

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
    """Django's, but for what it says of options it cannot use: one sentence, without the list of all there are."""

    def error(self, message: str) -> NoReturn:
        if not self.called_from_command_line:
            super().error(message)
        # Of what is told, only this is words as they were given; elsewhere an option stands with a colon after it.
        given = message.removeprefix("unrecognized arguments: ").split() if message.startswith("unrec") else []
        near = [option for word in given for option in get_close_matches(word, self._option_string_actions, n=1)]
        meant = f" Did you mean {' and '.join(near)}?" if near else ""
        name = self.prog.rpartition(" ")[2]
        refuse(f"{name}: {message}.{meant} manage.py help {name} lists what it takes.")


class Commands(ManagementUtility):
    """Django's, but for a command that is not there: bad input ends with 2, as everywhere here."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        if subcommand not in get_commands():
            _ = settings.INSTALLED_APPS  # a wrong setting hides our commands: then that is what is wrong
            near = get_close_matches(subcommand, get_commands(), n=3)
            meant = f" Did you mean {' or '.join(near)}?" if near else ""
            refuse(f"There is no command {subcommand!r}.{meant} manage.py help lists those there are.")
        return super().fetch_command(subcommand)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "signum_site.settings")
    base.CommandParser = PlainParser  # type: ignore[misc]  # what every command makes its parser of
    try:
        Commands(sys.argv).execute()
        sys.stdout.flush()  # here, where it can be told that nobody reads any more
    except (ImproperlyConfigured, CatalogueError) as wrong:
        # A wrong setting is the operator's to mend, wrong card data its author's: a sentence, no trace.
        refuse(f"{wrong}")
    except (OperationalError, ProgrammingError):
        fault = database_fault()
        if fault is None:
            raise
        refuse(fault)
    except BrokenPipeError:
        # Whoever read the output has had enough of it (`… | head`). Nothing is left to say, not at the exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def refuse(sentence: str) -> NoReturn:
    sys.stderr.write(f"{sentence}\n")
    sys.exit(2)


if __name__ == "__main__":
    main()
