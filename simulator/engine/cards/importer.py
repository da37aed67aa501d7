"""The report of a game about a file of new cards, as plain data.

Reading and checking the file is the game's own code; the
command `import_cards` prints the report and writes the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRow:
    """One card of an import, and what is wrong with it."""

    number: int
    """The line of a table, or the place in a list, from 1."""
    code: str
    name: str
    faults: tuple[str, ...]
    text: str
    """The card's rules text in English; empty if the row has a fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardImport:
    """The cards of one file, checked together."""

    rows: tuple[ImportedRow, ...]
    card_file: str
    """The text of the card file to write; empty if there is nothing to write or a row has a fault."""

    @property
    def ok(self) -> bool:
        return all(not row.faults for row in self.rows)


class CardImporter(Protocol):
    """Reads a .csv table or a .json card file and checks its cards.

    They are checked together with the game's cards and those in `folders`. `replaces` is the card file an earlier
    import wrote: its cards are ignored. Raises CatalogueError if a file cannot be read.
    """

    def __call__(self, file: Path, *, folders: Sequence[Path], replaces: Path | None) -> CardImport: ...
