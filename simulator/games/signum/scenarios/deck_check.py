"""Checks the deck of a file: its own cards first, then those of the game.

The parts of such a file are engine/check_file.py; the rules are deckbuilding/check.py.
"""

from collections.abc import Mapping
from typing import Final

from simulator.engine.cards.card import CatalogueError
from simulator.engine.check_file import CheckFile, CheckOutcome, FileCatalogue, deck_of
from simulator.engine.play.scenario import ScenarioError
from simulator.games.signum.cardfile.inline import inline_card, inline_creature
from simulator.games.signum.cardfile.loader import find_cards
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.deckbuilding.check import check_deck
from simulator.games.signum.deckbuilding.contents import KINDS
from simulator.games.signum.deckbuilding.formats import BASIC, FORMATS, format_of

_HERO_FIELDS: Final = ("type", "name")


def check_deck_file(file: CheckFile) -> CheckOutcome:
    """All problems of the file's deck; `errors` may come in any order."""
    if file.kind != "deck":
        raise ScenarioError(file.kind, "a game of Signum is prepared with a deck")
    file.verify_further()
    code = BASIC.code if file.format is None else file.format
    format = format_of(code) if isinstance(code, str) else None
    if format is None:
        known = ", ".join(known.code for known in FORMATS)
        raise ScenarioError("format", f"there is no format {code!r}; those there are: {known}")
    catalogue = FileCatalogue({id: _inline(id, data) for id, data in file.cards.items()}, find=find_cards)
    deck, problems = deck_of(file, system="signum", format=format.code, sections=KINDS, find=catalogue.find)
    own = {card.code: card for card in catalogue.inline.values()}
    return CheckOutcome(report=check_deck(deck, own=own).after(problems))


def _inline(id: str, data: Mapping[str, object]) -> SignumCard:
    try:
        if data.get("type") == "hero":
            fields = {name: value for name, value in data.items() if name not in _HERO_FIELDS}
            return inline_creature(fields, name=str(data.get("name", id)), is_hero=True)
        return inline_card({"name": id, **data})
    except CatalogueError as error:
        raise ScenarioError(f"cards.{id}", str(error)) from error
