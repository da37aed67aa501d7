"""The decks that come with the game.

They are decklists in decks/, with a summary in each language.

// Walls of Vallor
// format: basic
// summary: …
// resumen: …
// riassunto: …
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

from simulator.engine.cards.card import CatalogueError
from simulator.engine.decks.decklist import read
from simulator.engine.game_system import GameSystem, ReferenceDeck
from simulator.engine.values import Words
from simulator.games.signum.cardfile.loader import file_text

DECKS: Final = Path(__file__).parents[1] / "decks"
_SUMMARY: Final = re.compile(r"^//\s*(summary|resumen|riassunto)\s*:\s*(.+?)\s*$", re.MULTILINE)


@cache
def reference_decks(system: GameSystem) -> tuple[ReferenceDeck, ...]:
    """Every deck of the folder, sorted by file name.

    Raises CatalogueError if one has a fault.
    """
    return tuple(_deck(file, system=system) for file in sorted(DECKS.glob("*.txt")))


def _deck(file: Path, *, system: GameSystem) -> ReferenceDeck:
    text = file_text(file)
    deck, problems = read(text, system=system)
    summaries = dict(_SUMMARY.findall(text))
    missing = [word for word in ("summary", "resumen", "riassunto") if word not in summaries]
    faults = [problem.message for problem in problems] + [f"missing '// {word}: …'" for word in missing]
    if faults:
        raise CatalogueError("\n".join(f"{file.name}: {fault}" for fault in faults))
    summary = Words(en=summaries["summary"], es=summaries["resumen"], it=summaries["riassunto"])
    return ReferenceDeck(deck=deck, summary=summary)
