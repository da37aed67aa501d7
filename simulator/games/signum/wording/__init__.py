"""What cards, keywords and deck problems say, in English, Spanish and Italian, generated from data.

card_text and ability_text go from abilities.py down; keyword_text is glossary.py, problem_text problems.py; labels.py
has the words for types, factions, races and the like. A language is one Language value: en.py, es.py, it.py.
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

TONGUES: Final[dict[str, Language]] = {"en": ENGLISH, "es": SPANISH, "it": ITALIAN}

_NO_BREAK: Final = "\u00a0"
# A number or length stays with the word before it ("Shot 3", "within L"), an amount with its noun ("2 cards").
_KEPT_TOGETHER: Final = re.compile(r"(?<=\w) (?=(?:[+−]?\d+|S|M|L|XL)\b)|(?<=\d) (?=\w)")


def card_text(card: SignumCard, language: str) -> str:
    """Everything the card's text box says, an ability a line; keywords without more to say share one."""
    return "\n".join(card_lines(card, TONGUES[language]))


def ability_text(ability: Ability, card: SignumCard, language: str) -> str:
    """One ability of the card as a sentence."""
    return ability_sentence(ability, Context(TONGUES[language], card))


def typeset(text: str) -> str:
    """The same text for a page: no line ends between a number and what it counts. Searches want the plain text."""
    return _KEPT_TOGETHER.sub(_NO_BREAK, text)
