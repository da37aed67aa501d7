"""From the games' catalogue files to the database."""

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from collection.services import catalogue_load
from simulator import games
from simulator.engine.cards.card import CatalogueError


class Command(BaseCommand):
    help = "Bring the card rows up to date with the catalogue of every game. Safe to repeat; deletes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, **options: Any) -> None:
        try:
            loaded = {code: catalogue_load(system=system) for code, system in games.systems().items()}
        except CatalogueError as faults:
            self.stderr.write(f"Nothing was loaded.\n{faults}")
            sys.exit(2)
        if options["json"]:
            self.stdout.write(json.dumps({code: asdict(one) for code, one in loaded.items()}))
            return
        for code, one in loaded.items():
            self.stdout.write(
                f"{code}: {len(one.added)} cards added, {len(one.changed)} changed, "
                f"{len(one.withdrawn)} withdrawn, {one.unchanged} as they were."
            )
        if not loaded:
            self.stdout.write("No game is installed yet: nothing to load.")
