"""Checks decklist files and reports every problem."""

import json
import sys
from typing import Any, NoReturn

from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand, CommandParser

from decks.rules import legality
from decks.rules.fixes import fix_label
from decks.rules.house_formats import is_format
from decks.transfer.files import FileNotUsable, read_text_file
from decks.transfer.importer import ImportRefused, deck_import
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.reader import DeckReading
from simulator.engine.decks.report import Report, RuleValue
from simulator.engine.game_system import GameSystem


class Command(BaseCommand):
    help = (
        "Check decklist files and report every problem, not only the first. "
        "Exit code 0: all are legal; 1: some are not; 2: a file cannot be read or the format is unknown."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a decklist: text, an export of any kind, or a deck code"
        )
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
            readings = [read_file(str(file), system=system) for file in files]
        except FileNotUsable as error:
            self.refuse(str(error))
        reports = [
            legality.check(reading.deck, format=options["format"]).after(reading.problems) for reading in readings
        ]
        if options["json"]:
            answers = [{"file": str(file), **report.as_json()} for file, report in zip(files, reports, strict=True)]
            self.stdout.write(json.dumps(answers, ensure_ascii=False))
        else:
            for file, report in zip(files, reports, strict=True):
                self.print_report(file, report, system=system)
        if not all(report.legal for report in reports):
            sys.exit(1)

    def refuse(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(2)

    def print_report(self, file: str, report: Report, *, system: GameSystem) -> None:
        self.stdout.write(f"{file}: {'legal' if report.legal else 'not legal'}")
        for problem in report.problems:
            rule = f" ({problem.rule})" if problem.rule else ""
            self.stdout.write(f"  {problem.severity}: {problem.message}{rule}")
            # Fixes of single lines are left out: the message suggests them already.
            labels = [fix_label(fix, system=system) for fix in problem.fixes if not fix.line]
            if labels:
                self.stdout.write(f"    to mend it: {'; or: '.join(labels)}")
        for value in report.rules if report.legal else ():
            self.stdout.write(f"  {value.rule} {value.names.en}: {value.have}{format_bounds(value)}")


def format_bounds(value: RuleValue) -> str:
    """Return the bounds of a rule in parentheses."""
    if value.least is None and value.most is None:
        return ""
    if value.least is None:
        return f" (at most {value.most})" if value.most else " (none allowed)"
    if value.most is None:
        return f" (at least {value.least})"
    return f" ({value.least} to {value.most})" if value.least != value.most else f" (exactly {value.least})"


def read_file(file: str, *, system: GameSystem) -> DeckReading:
    """Return the deck of a file; an empty file is an empty deck."""
    text = read_text_file(file)
    if not text.strip():
        return DeckReading(DeckList(system=system.code, format=system.formats[0].code))
    try:
        reading = deck_import(text, user=AnonymousUser(), system=system)
    except ImportRefused as refused:
        raise FileNotUsable(f"{file}: {refused}") from refused
    if reading.deck.system != system.code:
        raise FileNotUsable(f"{file} is a deck for the game {reading.deck.system!r}: say --system.")
    return reading
