"""Load the games' catalogue files into the database."""

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
            results = {code: catalogue_load(system=system) for code, system in games.systems().items()}
        except CatalogueError as errors:
            self.stderr.write(f"Nothing was loaded.\n{errors}")
            sys.exit(2)
        if options["json"]:
            self.stdout.write(json.dumps({code: asdict(result) for code, result in results.items()}))
            return
        for code, result in results.items():
            self.stdout.write(
                f"{code}: {len(result.added)} cards added, {len(result.changed)} changed, "
                f"{len(result.withdrawn)} withdrawn, {result.unchanged} as they were."
            )
        if not results:
            self.stdout.write("No game is installed yet: nothing to load.")
