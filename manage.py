#!/usr/bin/env python
"""The door to every command: `manage.py help` lists them."""

import os
import sys
from difflib import get_close_matches
from typing import NoReturn

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, ManagementUtility, get_commands
from django.db.utils import OperationalError, ProgrammingError

from signum_site.database_faults import database_fault
from simulator.engine.card import CatalogueError


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
