"""Whether decks are legal, and everything that is wrong with them."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from decks import legality
from decks.formats import is_format
from simulator import games
from simulator.engine.decklist import read
from simulator.engine.report import Report
from simulator.engine.system import GameSystem

MOST_BYTES = 1_000_000


class Command(BaseCommand):
    help = (
        "Check decklist files and report every problem, not only the first. "
        "Exit code 0: all are legal; 1: some are not; 2: a file cannot be read or the format is unknown."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a decklist as text")
        parser.add_argument(
            "--format",
            default="",
            help="check in this format, of the game or of a house, instead of the one the deck names",
        )
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def handle(self, *, files: list[Path], **options: Any) -> None:
        try:
            system = games.system(options["system"])
            if options["format"] and not is_format(options["format"], system=system):
                system.format(options["format"])
        except LookupError as unknown:
            self.refuse(str(unknown))
        texts = [self.text(file) for file in files]
        reports = [checked(text, system=system, format=options["format"]) for text in texts]
        if options["json"]:
            answers = [{"file": str(file), **report.as_json()} for file, report in zip(files, reports, strict=True)]
            self.stdout.write(json.dumps(answers, ensure_ascii=False))
        else:
            for file, report in zip(files, reports, strict=True):
                self.tell(file, report)
        if not all(report.legal for report in reports):
            sys.exit(1)

    def text(self, file: Path) -> str:
        try:
            if file.stat().st_size > MOST_BYTES:
                self.refuse(f"{file} is larger than {MOST_BYTES} bytes: that is no decklist.")
            return file.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            self.refuse(f"{file} is not text in UTF-8 (byte {fault.start}).")
        except OSError as fault:
            self.refuse(f"{file} cannot be read: {fault.strerror}.")

    def refuse(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(2)

    def tell(self, file: Path, report: Report) -> None:
        self.stdout.write(f"{file}: {'legal' if report.legal else 'not legal'}")
        for problem in report.problems:
            rule = f" ({problem.rule})" if problem.rule else ""
            self.stdout.write(f"  {problem.severity}: {problem.message}{rule}")
        for value in report.rules if report.legal else ():
            bounds = " to ".join(str(bound) for bound in (value.least, value.most) if bound is not None)
            self.stdout.write(f"  {value.rule} {value.names.en}: {value.have}" + (f" ({bounds})" if bounds else ""))


def checked(text: str, *, system: GameSystem, format: str = "") -> Report:
    """What reading the text found, then what the rules found."""
    deck, unread = read(text, system=system, further=partial(is_format, system=system))
    return legality.check(deck, format=format).after(unread)
