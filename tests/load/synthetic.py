"""A synthetic catalogue of any size for measurements.

Signum's cards are repeated with other numbers and longer names.
"""

from collections.abc import Iterator
from dataclasses import replace

from simulator import games
from simulator.engine.cards.card import CardSpec, Catalogue
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES, Facts, Words

SYLLABLES = (
    "ka",
    "ro",
    "lin",
    "dur",
    "mae",
    "ves",
    "tor",
    "ashi",
    "bel",
    "gun",
    "fyr",
    "osk",
    "un",
    "hal",
    "mir",
    "zed",
)


def synthetic(system: GameSystem | None = None, *, cards: int) -> GameSystem:
    """The same game with this many cards; always the same ones."""
    system = system or games.system("signum")
    return replace(system, catalogue=Catalogue(_build_cards(list(system.catalogue), cards)))


def _build_cards(originals: list[CardSpec], count: int) -> Iterator[CardSpec]:
    for number in range(count):
        card = originals[number % len(originals)]
        surname = _surname(number)
        facts = {
            name: (fact + number // len(originals) % 5 if type(fact) is int else fact)
            for name, fact in card.facts.items()
        }
        yield replace(
            card,
            code=f"core-{number + 1:05}",
            names=Words(**{language: f"{card.names[language]} {surname}" for language in LANGUAGES}),
            facts=Facts(facts),
            wording=Words(**{language: card.text(language) for language in LANGUAGES}),
        )


def _surname(number: int) -> str:
    parts = []
    for _ in range(4):
        number, index = divmod(number, len(SYLLABLES))
        parts.append(SYLLABLES[index])
    return "".join(parts).capitalize()
