"""Whether decks are legal, and everything that is wrong with them."""

import json
import sys
from functools import partial
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from decks.rules import legality
from decks.rules.fixes import fix_label
from decks.rules.house_formats import is_format
from decks.transfer.files import FileNotUsable, text_in
from simulator import games
from simulator.engine.decks.decklist import read
from simulator.engine.decks.report import Report, RuleValue
from simulator.engine.system import GameSystem


class Command(BaseCommand):
    help = (
        "Check decklist files and report every problem, not only the first. "
        "Exit code 0: all are legal; 1: some are not; 2: a file cannot be read or the format is unknown."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a decklist as text")
        parser.add_argument(
            "--format",
            default="",
            help="check in this format, of the game or of a house, instead of the one the deck names",
        )
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def handle(self, *, files: list[str], **options: Any) -> None:
        try:
            system = games.system(options["system"])
            if options["format"] and not is_format(options["format"], system=system):
                system.format(options["format"])
        except LookupError as unknown:
            self.refuse(str(unknown))
        try:
            texts = [text_in(str(file)) for file in files]
        except FileNotUsable as fault:
            self.refuse(str(fault))
        reports = [checked(text, system=system, format=options["format"]) for text in texts]
        if options["json"]:
            answers = [{"file": str(file), **report.as_json()} for file, report in zip(files, reports, strict=True)]
            self.stdout.write(json.dumps(answers, ensure_ascii=False))
        else:
            for file, report in zip(files, reports, strict=True):
                self.tell(file, report, system=system)
        if not all(report.legal for report in reports):
            sys.exit(1)

    def refuse(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(2)

    def tell(self, file: str, report: Report, *, system: GameSystem) -> None:
        self.stdout.write(f"{file}: {'legal' if report.legal else 'not legal'}")
        for problem in report.problems:
            rule = f" ({problem.rule})" if problem.rule else ""
            self.stdout.write(f"  {problem.severity}: {problem.message}{rule}")
            # What would do instead of a line, its sentence says.
            ways = [fix_label(fix, system=system) for fix in problem.fixes if not fix.line]
            if ways:
                self.stdout.write(f"    to mend it: {'; or: '.join(ways)}")
        for value in report.rules if report.legal else ():
            self.stdout.write(f"  {value.rule} {value.names.en}: {value.have}{allowed(value)}")


def allowed(value: RuleValue) -> str:
    """Between which numbers a rule wants to see what it counts, in brackets."""
    if value.least is None and value.most is None:
        return ""
    if value.least is None:
        return f" (at most {value.most})" if value.most else " (none allowed)"
    if value.most is None:
        return f" (at least {value.least})"
    return f" ({value.least} to {value.most})" if value.least != value.most else f" (exactly {value.least})"


def checked(text: str, *, system: GameSystem, format: str = "") -> Report:
    """What reading the text found, then what the rules found."""
    deck, unread = read(text, system=system, further=partial(is_format, system=system))
    return legality.check(deck, format=format).after(unread)
