"""The boxes of Signum that a user can add to a collection as a whole.

There is no public list of the publisher's products, so these boxes are invented and say so: a starter for each
reference deck, with all its cards and a miniature for each hero and character.
"""

import re
from functools import cache
from typing import Final

from simulator.engine.game_system import Product, ReferenceDeck
from simulator.engine.values import Words, fold

_NOT_IN_CODES: Final = re.compile(r"[^a-z0-9]+")


@cache
def starters(decks: tuple[ReferenceDeck, ...]) -> tuple[Product, ...]:
    return tuple(_starter(reference) for reference in decks)


def _starter(reference: ReferenceDeck) -> Product:
    name = reference.deck.name
    cards: dict[str, int] = {}
    for _, card_lines in reference.deck.sections:
        for code, count in card_lines:
            cards[code] = cards.get(code, 0) + count
    return Product(
        code="starter-" + _NOT_IN_CODES.sub("-", fold(name)).strip("-"),
        names=Words(en=f"Starter: {name}", es=f"Caja de inicio: {name}", it=f"Scatola base: {name}"),
        summary=Words(
            en="A box of our own making: the cards of this tool’s deck of that name, with their miniatures.",
            es="Una caja hecha por nosotros: las cartas del mazo de esta herramienta así llamado, con sus miniaturas.",
            it="Una scatola fatta da noi: le carte del mazo di questo strumento con quel nome, con le loro miniature.",
        ),
        cards=tuple(cards.items()),
    )
