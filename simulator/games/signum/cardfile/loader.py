"""The card files: which folders are read, and the cards they hold, read once and kept.

What a file may say is files.py; how a card looks to the rest of the house, the engine's Card, is card_facts.py.
"""

import difflib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from simulator.engine.cards.card import CatalogueError
from simulator.engine.values import fold
from simulator.games.signum.cardfile.schema.files import read_files
from simulator.games.signum.cards.card import SignumCard

CATALOGUE: Final = Path(__file__).parents[1] / "catalogue"

_further: tuple[Path, ...] = ()


def use_folders(folders: Iterable[str | Path]) -> None:
    """Names folders of further cards. To be called when a process starts, before anybody asks for a card."""
    global _further
    _further = tuple(Path(folder) for folder in folders)
    signum_cards.cache_clear()
    cards_by_code.cache_clear()
    _by_name.cache_clear()


def card_files(folders: Iterable[Path]) -> list[Path]:
    """Every card file of these folders, in a fixed order."""
    files: list[Path] = []
    for folder in folders:
        if not folder.is_dir():
            raise CatalogueError(f"{folder}: there is no such folder of card files")
        files += sorted(folder.glob("*.json"))
    return files


def load_files(files: Iterable[Path]) -> tuple[SignumCard, ...]:
    """The cards of these files, all of them or none."""
    return read_files([(file.name, file_text(file)) for file in files])


def file_text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{file.name}: cannot be read: {error}") from error


@cache
def signum_cards() -> tuple[SignumCard, ...]:
    """Every card, in the order of codes: those that come with the game and those of the further folders."""
    return load_files(card_files((CATALOGUE, *_further)))


@cache
def cards_by_code() -> dict[str, SignumCard]:
    """The cards by code; not to be changed."""
    return {card.code: card for card in signum_cards()}


@cache
def _by_name() -> dict[str, tuple[SignumCard, ...]]:
    found: dict[str, tuple[SignumCard, ...]] = {}
    for card in signum_cards():
        for spelling in dict.fromkeys(fold(name) for name in card.names.values()):
            found[spelling] = (*found.get(spelling, ()), card)
    return found


def find_code(code: str) -> SignumCard | None:
    return cards_by_code().get(code)


def nearest_codes(code: str) -> list[str]:
    """Codes a mistyped one may have meant."""
    return difflib.get_close_matches(code, cards_by_code(), n=2)


def signum_card(code: str) -> SignumCard:
    """The card with this code; LookupError if there is none."""
    card = cards_by_code().get(code)
    if card is None:
        raise LookupError(f"No card has the code {code!r}.")
    return card


def find_cards(text: str, *, types: tuple[str, ...] = ()) -> tuple[SignumCard, ...]:
    """The cards a code, or a name in any language, can mean; with `types`, only those."""
    by_code = cards_by_code().get(fold(text))
    found = (by_code,) if by_code is not None else _by_name().get(fold(text), ())
    return tuple(card for card in found if not types or card.type in types)


def known_names(*, types: tuple[str, ...] = ()) -> list[str]:
    """The English names of the cards, for suggestions."""
    return [card.names.en for card in signum_cards() if not types or card.type in types]
