"""Examples of the reserve API, as data."""

from typing import Final

BUILT: Final = {"deck": 12, "version": 2, "name": "First try", "at": "2026-11-18T10:10:00Z"}
QUESTION: Final = {"decks": [12, 15], "use_built": False}
ANSWER: Final = {
    "decks": [12, 15],
    "buildable": False,
    "table_ready": False,
    "cards": [
        {
            "card": "core-146",
            "there": 3,
            "needed": 5,
            "missing": 2,
            "conflict": True,
            "by": [{"deck": 12, "count": 3}, {"deck": 15, "count": 2}],
        }
    ],
    "miniatures": [],
    "together": [12],
    "swaps": [{"deck": 15, "out": "core-146", "into": "core-150"}],
}
NEAR: Final = {"deck": 40, "missing": 1}
