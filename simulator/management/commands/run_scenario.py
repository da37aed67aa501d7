"""Plays scenario files and says whether everything came out as they expect."""

import json
import sys
from typing import Any

from django.core.management.base import CommandParser

from simulator.management.arguments import SimulationCommand
from simulator.scenario_files import UnreadableScenario, run_file


class Command(SimulationCommand):
    help = "Play scenario files; prints one JSON object a file. Exit 1 if one differs, 2 if one cannot be read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario in YAML")
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")

    def handle(self, **options: Any) -> None:
        system = self.game_system(options["system"])
        status = 0
        for name in options["files"]:
            try:
                result = run_file(name, system=system)
            except UnreadableScenario as fault:
                self.stderr.write(str(fault))
                status = 2
                continue
            self.stdout.write(json.dumps(result.as_json(), ensure_ascii=False))
            if not result.ok:
                status = max(status, 1)
        if status:
            sys.exit(status)
