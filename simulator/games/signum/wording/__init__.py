"""Texts of cards, keywords and deck problems in three languages.

They are generated from data. Abilities are abilities.py, keywords glossary.py, problems problems.py; labels of types,
factions, races and the like are labels.py. Each language is one Language value: en.py, es.py, it.py.
"""

import re
from typing import Final

from simulator.games.signum.cards.abilities import Ability
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.wording.abilities import ability_sentence, card_lines
from simulator.games.signum.wording.effects import keyword_name
from simulator.games.signum.wording.en import ENGLISH
from simulator.games.signum.wording.es import SPANISH
from simulator.games.signum.wording.glossary import keyword_text
from simulator.games.signum.wording.it import ITALIAN
from simulator.games.signum.wording.language import Language
from simulator.games.signum.wording.problems import problem_text
from simulator.games.signum.wording.targets import Context

__all__ = ["ability_text", "card_text", "keyword_name", "keyword_text", "problem_text", "typeset"]

LANGUAGE_BY_CODE: Final[dict[str, Language]] = {"en": ENGLISH, "es": SPANISH, "it": ITALIAN}

_NO_BREAK: Final = "\u00a0"
# A number or length stays with the word before it ("Shot 3", "within L"), an amount with its noun ("2 cards").
_KEPT_TOGETHER: Final = re.compile(r"(?<=\w) (?=(?:[+−]?\d+|S|M|L|XL)\b)|(?<=\d) (?=\w)")


def card_text(card: SignumCard, language: str) -> str:
    """The card's text box, one ability per line; plain keywords share a line."""
    return "\n".join(card_lines(card, LANGUAGE_BY_CODE[language]))


def ability_text(ability: Ability, card: SignumCard, language: str) -> str:
    """One ability of the card as a sentence."""
    return ability_sentence(ability, Context(LANGUAGE_BY_CODE[language], card))


def typeset(text: str) -> str:
    """The text for a page, with no-break spaces around numbers.

    Searches use the plain text.
    """
    return _KEPT_TOGETHER.sub(_NO_BREAK, text)
