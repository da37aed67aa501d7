"""Examples of the collections API, as data."""

from typing import Any, Final

COUNTS: Final = {"cards": 3, "unpainted": 0, "painted": 1, "wanted": 4, "trade": 0}
WORDS: Final = {"place": "Binder 2", "note": ""}
COLLECTION: Final[dict[str, Any]] = {
    "id": 7,
    "system": "signum",
    "name": "Shelf",
    "main": True,
    "created_at": "2026-11-18T10:00:00Z",
}
NEW_COLLECTION: Final = {"name": "Shelf", "system": "signum"}
HOLDING: Final = {"code": "core-146", "card": "core-146", "name": "Fireball"} | COUNTS | WORDS
BATCH: Final = {
    "id": 31,
    "kind": "tool",
    "why": "a box",
    "at": "2026-11-18T10:05:00Z",
    "entries": [{"id": 90, "code": "core-146", "what": "cards", "change": 3, "said": "", "says": "", "undone": False}],
}
CHANGES: Final = {
    "changes": [
        {"code": "core-146", "what": "cards", "by": 3},
        {"code": "core-146", "what": "wanted", "to": 4},
        {"code": "core-146", "what": "place", "says": "Binder 2"},
    ],
    "why": "a box",
    "key": "box-1",
}
LIST: Final = {"text": "2 Fireball\n1 Fierball\n", "name": "box.txt"}
IMPORT: Final = {
    "id": 5,
    "name": "box.txt",
    "format": "text",
    "state": "ready",
    "how": "",
    "done": 2,
    "total": 2,
    "good": 1,
    "bad": 1,
    "unused": [],
    "batch": None,
    "verdicts": [
        {
            "line": 2,
            "text": "1 Fierball",
            "code": "",
            "cards": 1,
            "reason": "unknown",
            "sentence": "No card is called “Fierball”.",
            "suggestions": ["Fireball"],
        }
    ],
}
HOW: Final = {"how": "add"}
EXPORT: Final = {
    "format": "signum-collection",
    "version": 1,
    "system": "signum",
    "name": "Shelf",
    "holdings": [{"code": "core-146", "name": "Fireball", "set": "core"} | COUNTS | WORDS],
}
EXPORT_CSV: Final = (
    "code,name,set,cards,unpainted,painted,wanted,trade,place,note\ncore-146,Fireball,core,3,0,1,4,0,Binder 2,\n"
)
EXPORT_TEXT: Final = "Cards\n3 Fireball\n\nPainted miniatures\n1 Fireball\n\nWanted\n4 Fireball\n"
