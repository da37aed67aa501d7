"""Plays scenario files and says whether everything came out as they expect."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from simulator.scenario_files import UnreadableScenario, run_file


class Command(BaseCommand):
    help = "Play scenario files; prints one JSON object a file. Exit 1 if one differs, 2 if one cannot be read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario in YAML")

    def handle(self, **options: Any) -> None:
        status = 0
        for name in options["files"]:
            try:
                result = run_file(name)
            except UnreadableScenario as fault:
                self.stderr.write(str(fault))
                status = 2
                continue
            self.stdout.write(json.dumps(result.as_json(), ensure_ascii=False))
            if not result.ok:
                status = max(status, 1)
        if status:
            sys.exit(status)
