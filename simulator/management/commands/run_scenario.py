"""Runs scenario files and reports differences from what they expect."""

import json
import sys
from typing import Any

from django.core.management.base import CommandParser

from simulator.management.arguments import SimulationCommand
from simulator.management.scenario_files import UnreadableScenario, run_file


class Command(SimulationCommand):
    help = (
        "Play scenario files, and check files of decks, plans, armies and set-ups; "
        "prints one JSON object a file, with --json a list of them. "
        "Exit 1 if one differs, 2 if one cannot be read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario or a check in YAML")
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document, a list, and nothing else")

    def handle(self, **options: Any) -> None:
        system = self.game_system(options["system"])
        status = 0
        results = []
        for name in options["files"]:
            try:
                result = run_file(name, system=system)
            except UnreadableScenario as fault:
                self.stderr.write(str(fault))
                status = 2
                continue
            results.append(result.as_json())
            if not options["json"]:
                self.stdout.write(json.dumps(results[-1], ensure_ascii=False))
            if not result.ok:
                status = max(status, 1)
        if options["json"]:
            self.stdout.write(json.dumps(results, ensure_ascii=False))
        if status:
            sys.exit(status)
