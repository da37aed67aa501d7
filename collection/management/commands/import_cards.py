"""From a table or a card file to a card folder: judged row by row, written only if every row is right."""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from simulator.engine.cards.card import CatalogueError
from simulator.games.signum.cardfile import importer
from simulator.games.signum.cardfile.importer import CardRow
from simulator.games.signum.cardfile.loader import CATALOGUE, card_files, file_text
from simulator.games.signum.wording import card_text


class Command(BaseCommand):
    help = (
        "Check cards in FILE (.csv with the columns of docs/adding_a_card.md, or .json as the catalogue's own files) "
        "and say for each row what is wrong with it. Nothing is written without --write, and nothing at all unless "
        "every row is right. Exit code 0: all rows are right; 1: some are not; 2: the file cannot be read or written."
    )
    requires_system_checks = ()  # they warn of a folder that is not there; this command makes it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--write", action="store_true", help="write the cards into the first folder of the setting CARD_FOLDERS"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def handle(self, *, file: Path, **options: Any) -> None:
        folders = [Path(folder) for folder in getattr(settings, "CARD_FOLDERS", ())]
        if options["write"] and not folders:
            self.refuse("There is no folder to write to: the setting CARD_FOLDERS names none.")
        target = folders[0] / f"{file.stem}.json" if folders else None
        try:
            rows = self.rows(file)
            # What the same file wrote before is replaced by it, not in its way.
            there = [folder for folder in folders if folder.is_dir()]
            others = [known for known in card_files([CATALOGUE, *there]) if known != target]
            set_code = importer.judge(rows, files=others)
        except CatalogueError as error:
            self.refuse(str(error))
        right = all(not row.faults for row in rows)
        written = ""
        if options["write"] and right and target is not None:
            try:
                write_atomically(target, importer.card_file(rows, set_code=set_code))
            except OSError as fault:
                self.refuse(f"{target} cannot be written: {fault.strerror}. CARD_FOLDERS names the folder.")
            written = str(target)
        if options["json"]:
            verdicts = [verdict(row) for row in rows]
            self.stdout.write(json.dumps({"rows": verdicts, "ok": right, "written": written}, ensure_ascii=False))
        else:
            self.tell(rows, written=written)
        if not right:
            sys.exit(1)

    def rows(self, file: Path) -> list[CardRow]:
        if file.suffix.lower() not in (".csv", ".json"):
            self.refuse(f"{file} is neither a .csv nor a .json file.")
        try:
            file.open("rb").close()
        except OSError as fault:
            self.refuse(f"{file} cannot be read: {fault.strerror}.")
        text = file_text(file).removeprefix("\ufeff")
        if file.suffix.lower() == ".csv":
            rows = importer.read_table(text)
        else:
            rows = importer.read_card_file(text, file=file.name)
        if not rows:
            self.refuse(f"{file} holds no cards.")
        return rows

    def refuse(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(2)

    def tell(self, rows: list[CardRow], *, written: str) -> None:
        for row in rows:
            self.stdout.write(f"row {row.number}: {row.code} {row.name}: {'; '.join(row.faults) or 'right'}")
            if row.card is not None:
                for line in card_text(row.card, "en").splitlines():
                    self.stdout.write(f"    {line}")
        wrong = sum(bool(row.faults) for row in rows)
        if wrong:
            self.stdout.write(f"Rows that are wrong: {wrong} of {len(rows)}. Nothing was written.")
        elif written:
            self.stdout.write(f"Cards written to {written}: {len(rows)}. Now run load_catalogue and restart the site.")
        else:
            self.stdout.write(f"All rows are right: {len(rows)}. Nothing was written (--write does).")


def verdict(row: CardRow) -> dict[str, object]:
    text = card_text(row.card, "en") if row.card is not None else ""
    return {
        "row": row.number,
        "code": row.code,
        "name": row.name,
        "ok": not row.faults,
        "faults": row.faults,
        "text": text,
    }


def write_atomically(target: Path, text: str) -> None:
    """A reader sees the old file or the new one, never half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(text)
    # mkstemp keeps the file to its maker; the web server may run as somebody else.
    Path(temporary).chmod(0o644)
    Path(temporary).replace(target)
