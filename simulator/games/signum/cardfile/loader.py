"""Loads the card files of all card folders once, and finds cards by code or name.

The schema of a file is schema/files.py; the engine's CardSpec of a card is library/card_facts.py.
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

_further_folders: tuple[Path, ...] = ()


def use_folders(folders: Iterable[str | Path]) -> None:
    """Sets the folders of further cards.

    Call it when a process starts, before any card is used.
    """
    global _further_folders
    _further_folders = tuple(Path(folder) for folder in folders)
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
    """The cards of these files; raises CatalogueError if any of them has a fault."""
    return read_files([(file.name, file_text(file)) for file in files])


def file_text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{file.name}: cannot be read: {error}") from error


@cache
def signum_cards() -> tuple[SignumCard, ...]:
    """Every card, sorted by code: those of the game and those of the further folders."""
    return load_files(card_files((CATALOGUE, *_further_folders)))


@cache
def cards_by_code() -> dict[str, SignumCard]:
    """The cards by code; not to be changed."""
    return {card.code: card for card in signum_cards()}


@cache
def _by_name() -> dict[str, tuple[SignumCard, ...]]:
    by_name: dict[str, tuple[SignumCard, ...]] = {}
    for card in signum_cards():
        for spelling in dict.fromkeys(fold(name) for name in card.names.values()):
            by_name[spelling] = (*by_name.get(spelling, ()), card)
    return by_name


def find_code(code: str) -> SignumCard | None:
    return cards_by_code().get(code)


def nearest_codes(code: str) -> list[str]:
    """Codes similar to a mistyped one."""
    return difflib.get_close_matches(code, cards_by_code(), n=2)


def signum_card(code: str) -> SignumCard:
    """The card with this code; LookupError if there is none."""
    card = cards_by_code().get(code)
    if card is None:
        raise LookupError(f"No card has the code {code!r}.")
    return card


def find_cards(text: str, *, types: tuple[str, ...] = ()) -> tuple[SignumCard, ...]:
    """The cards with this code, or this name in any language.

    With `types`, only of those types.
    """
    by_code = cards_by_code().get(fold(text))
    cards = (by_code,) if by_code is not None else _by_name().get(fold(text), ())
    return tuple(card for card in cards if not types or card.type in types)


def known_names(*, types: tuple[str, ...] = ()) -> list[str]:
    """The English names of the cards, for suggestions."""
    return [card.names.en for card in signum_cards() if not types or card.type in types]
