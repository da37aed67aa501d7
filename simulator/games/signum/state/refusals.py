"""Why an action is refused: a code for tools and a sentence for players.

The codes are those of the scenario format. Rules code returns or raises `IllegalMove` before it changes anything; the
game turns it into the sentence of `why_not`.
"""

from typing import Final

CANNOT_PAY: Final = "CANNOT_PAY"
ILLEGAL_PLACEMENT: Final = "ILLEGAL_PLACEMENT"
NO_PLACE: Final = "NO_PLACE"
OUT_OF_RANGE: Final = "OUT_OF_RANGE"
NO_LINE_OF_SIGHT: Final = "NO_LINE_OF_SIGHT"
IN_CONTACT: Final = "IN_CONTACT"
NOT_IN_CONTACT: Final = "NOT_IN_CONTACT"
HAS_MOVED: Final = "HAS_MOVED"
CANNOT_RUN: Final = "CANNOT_RUN"
CANNOT_MOVE: Final = "CANNOT_MOVE"
ALREADY_ACTIVATED: Final = "ALREADY_ACTIVATED"
ALREADY_USED: Final = "ALREADY_USED"
SUMMONED_THIS_TURN: Final = "SUMMONED_THIS_TURN"
TOO_FAR: Final = "TOO_FAR"
PATH_BLOCKED: Final = "PATH_BLOCKED"
HIDDEN_TARGET: Final = "HIDDEN_TARGET"
PROTECTED_TARGET: Final = "PROTECTED_TARGET"
MUST_ATTACK_DEFENDER: Final = "MUST_ATTACK_DEFENDER"
NO_DICE: Final = "NO_DICE"
BAD_SPLIT: Final = "BAD_SPLIT"
TOO_MANY_CHARACTERS: Final = "TOO_MANY_CHARACTERS"
DUPLICATE_BUILDING: Final = "DUPLICATE_BUILDING"
CITY_FULL: Final = "CITY_FULL"
CLASS_BUILDING_LIMIT: Final = "CLASS_BUILDING_LIMIT"
UNIQUE_ALREADY_BUILT: Final = "UNIQUE_ALREADY_BUILT"
TERRAIN_LIMIT: Final = "TERRAIN_LIMIT"
UNIQUE_ALREADY_PLAYED: Final = "UNIQUE_ALREADY_PLAYED"
NO_SLOT: Final = "NO_SLOT"
WRONG_PHASE: Final = "WRONG_PHASE"
NOT_YOUR_TURN: Final = "NOT_YOUR_TURN"
NO_SUCH_CARD: Final = "NO_SUCH_CARD"
NO_SUCH_CREATURE: Final = "NO_SUCH_CREATURE"
NO_ABILITY: Final = "NO_ABILITY"
ALREADY_SEARCHED: Final = "ALREADY_SEARCHED"
BAD_TARGET: Final = "BAD_TARGET"


class IllegalMove(Exception):
    """An action the rules refuse.

    Raised before anything has changed, or inside an action that the game then takes back.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
