"""Import cards into a card folder; writes only if all rows are valid."""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from simulator import games
from simulator.engine.cards.card import CatalogueError
from simulator.engine.cards.importer import CardImport, ImportedRow
from simulator.engine.game_system import GameSystem


class Command(BaseCommand):
    help = (
        "Check cards in FILE (.csv with the columns of docs/adding_a_card.md, or .json as the catalogue's own files) "
        "and say for each row what is wrong with it. Nothing is written without --write, and nothing at all unless "
        "every row is right. Exit code 0: all rows are right; 1: some are not; 2: the file cannot be read or written."
    )
    requires_system_checks = ()  # they warn of a missing folder, which this command creates

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--write", action="store_true", help="write the cards into the first folder of the setting CARD_FOLDERS"
        )
        parser.add_argument("--system", default="", metavar="CODE", help="the game (the first one)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def handle(self, *, file: Path, **options: Any) -> None:
        folders = [Path(folder) for folder in getattr(settings, "CARD_FOLDERS", ())]
        if options["write"] and not folders:
            self.refuse("There is no folder to write to: the setting CARD_FOLDERS names none.")
        target = folders[0] / f"{file.stem}.json" if folders else None
        imported = self.read(file, code=options["system"], folders=folders, target=target)
        written = ""
        if options["write"] and imported.ok and target is not None:
            try:
                write_atomically(target, imported.card_file)
            except OSError as fault:
                self.refuse(f"{target} cannot be written: {fault.strerror}. CARD_FOLDERS names the folder.")
            written = str(target)
        if options["json"]:
            rows = [serialize_row(row) for row in imported.rows]
            self.stdout.write(json.dumps({"rows": rows, "ok": imported.ok, "written": written}, ensure_ascii=False))
        else:
            self.print_report(imported, written=written)
        if not imported.ok:
            sys.exit(1)

    def read(self, file: Path, *, code: str, folders: list[Path], target: Path | None) -> CardImport:
        try:
            system = load_system(code)
        except (LookupError, CatalogueError) as error:
            self.refuse(str(error))
        if system.card_importer is None:
            self.refuse(f"{system.name.en} imports no card files.")
        if file.suffix.lower() not in (".csv", ".json"):
            self.refuse(f"{file} is neither a .csv nor a .json file.")
        try:
            file.open("rb").close()
        except OSError as fault:
            self.refuse(f"{file} cannot be read: {fault.strerror}.")
        try:
            existing = [folder for folder in folders if folder.is_dir()]
            imported = system.card_importer(file, folders=existing, replaces=target)
        except CatalogueError as error:
            self.refuse(str(error))
        if not imported.rows:
            self.refuse(f"{file} holds no cards.")
        return imported

    def refuse(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(2)

    def print_report(self, imported: CardImport, *, written: str) -> None:
        rows = imported.rows
        for row in rows:
            self.stdout.write(f"row {row.number}: {row.code} {row.name}: {'; '.join(row.faults) or 'right'}")
            for line in row.text.splitlines():
                self.stdout.write(f"    {line}")
        invalid = sum(bool(row.faults) for row in rows)
        if invalid:
            self.stdout.write(f"Rows that are wrong: {invalid} of {len(rows)}. Nothing was written.")
        elif written:
            self.stdout.write(f"Cards written to {written}: {len(rows)}. Now run load_catalogue and restart the site.")
        else:
            self.stdout.write(f"All rows are right: {len(rows)}. Nothing was written (--write does).")


def load_system(code: str) -> GameSystem:
    """Return the game with this code, or the first one.

    If the additional card folders cannot be read, the game is loaded without them: the broken file may be the one
    this import replaces. The importer reads the folders again and reports any other broken file.
    """
    try:
        return games.system(code) if code else next(iter(games.systems().values()))
    except CatalogueError:
        games.use_card_folders(())
        return games.system(code) if code else next(iter(games.systems().values()))


def serialize_row(row: ImportedRow) -> dict[str, object]:
    return {
        "row": row.number,
        "code": row.code,
        "name": row.name,
        "ok": not row.faults,
        "faults": list(row.faults),
        "text": row.text,
    }


def write_atomically(target: Path, text: str) -> None:
    """Replace the file atomically: readers see the old or the new one, never a part."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(text)
    # mkstemp gives access to the owner only; the web server may run as another user.
    Path(temporary).chmod(0o644)
    Path(temporary).replace(target)
