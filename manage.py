#!/usr/bin/env python
"""The door to every command: `manage.py help` lists them."""

import os
import sys
from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db.utils import OperationalError, ProgrammingError

from signum_site.database_faults import database_fault
from simulator.engine.card import CatalogueError


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "signum_site.settings")
    try:
        execute_from_command_line(sys.argv)
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
