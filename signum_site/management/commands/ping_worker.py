"""Measures the round trip of a task through database, broker and worker."""

import argparse
import json
import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from signum_site.health import services
from signum_site.health.models import Ping

POLL_INTERVAL_S = 0.05
MAX_WAIT_S = 600


def parse_seconds(text: str) -> float:
    """Parse the number of seconds. Unlike float(), it rejects nan and inf."""
    try:
        if 0 <= float(text) <= MAX_WAIT_S:
            return float(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to {MAX_WAIT_S}")


class Command(BaseCommand):
    help = "Queue the smallest task there is and wait until a worker has done it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--wait", type=parse_seconds, default=10.0, metavar="SECONDS", help="give up after this (10)"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *, wait: float, **options: Any) -> None:
        ping = services.ping_ask()
        deadline = time.monotonic() + wait
        while ping.answered_at is None and time.monotonic() < deadline:
            time.sleep(POLL_INTERVAL_S)
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
