"""Ask a worker to answer, and say how long it took: the whole way there and back, database and broker included."""

import argparse
import json
import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from signum_site.health import services
from signum_site.health.models import Ping

LOOK_EVERY_S = 0.05
LONGEST_S = 600


def seconds(given: str) -> float:
    """Also refuses what float() takes and nobody can wait for: nan, inf."""
    try:
        if 0 <= float(given) <= LONGEST_S:
            return float(given)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{given!r} is not a number of seconds from 0 to {LONGEST_S}")


class Command(BaseCommand):
    help = "Queue the smallest task there is and wait until a worker has done it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--wait", type=seconds, default=10.0, metavar="SECONDS", help="give up after this (10)")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *, wait: float, **options: Any) -> None:
        ping = services.ping_ask()
        give_up = time.monotonic() + wait
        while ping.answered_at is None and time.monotonic() < give_up:
            time.sleep(LOOK_EVERY_S)
            ping = Ping.objects.get(pk=ping.pk)
        if options["json"]:
            answer = {"answered": ping.answered_at is not None, "worker": ping.answered_by, "took_ms": ping.took_ms}
            self.stdout.write(json.dumps(answer))
        elif ping.answered_at:
            self.stdout.write(f"{ping.answered_by} answered after {ping.took_ms} ms.")
        else:
            self.stderr.write(f"No worker answered within {wait:g} seconds: is one running? (make run starts one.)")
        if not ping.answered_at:
            sys.exit(1)
