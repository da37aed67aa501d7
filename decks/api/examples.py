"""Examples of the decks API, as data."""

from typing import Any, Final

TEXT: Final = "Hero\n1 Herrick\n\nBattle deck\n2 Fireball\n"
SECTIONS: Final = {"hero": {"core-002": 1}, "battle": {"core-146": 2}}
HASH: Final = "5f1d7a84cc0e2b9363d4a1f0e8b75c2d90417be6a3f85d2c1b60e97f4a8d3c52"
SENT: Final = {"text": TEXT, "format": "basic"}
TEXT_SENT: Final = {"text": TEXT}
NEW_DECK: Final = {"name": "First try", "text": TEXT, "notes": "Fire first.", "tags": ["fire"], "visibility": "private"}
PATCH: Final = {"visibility": "public", "tags": ["fire"]}
NEW_VERSION: Final = {
    "sections": {"hero": {"core-002": 1}, "battle": {"core-146": 3}},
    "parent": 1,
    "message": "one more",
}
SUMMARY: Final[dict[str, Any]] = {
    "id": 12,
    "name": "First try",
    "owner": "vera",
    "system": "signum",
    "format": "basic",
    "visibility": "public",
    "version": 1,
    "content_hash": HASH,
    "tags": ["fire"],
    "likes": 3,
    "rating": None,
    "changed_at": "2026-11-18T10:00:00Z",
}
BRIEF: Final = SUMMARY | {"face": "core-002", "colour": "vallor"}
DECK: Final = SUMMARY | {
    "code": "SGN1-AQEBAgIC",
    "sections": SECTIONS,
    "notes": "Fire first.",
    "forked_from": None,
    "created_at": "2026-11-17T09:00:00Z",
}
DECKLIST: Final[dict[str, Any]] = {
    "system": "signum",
    "format": "basic",
    "name": "First try",
    "sections": SECTIONS,
    "code": "SGN1-AQEBAgIC",
    "content_hash": HASH,
}
VERSION: Final[dict[str, Any]] = {
    "number": 2,
    "parent": 1,
    "author": "vera",
    "message": "one more",
    "name": "First try",
    "format": "basic",
    "content_hash": HASH,
    "created_at": "2026-11-18T10:00:00Z",
}
CHANGE: Final = {"section": "battle", "card": "core-146", "before": 2, "after": 3, "kind": "changed"}
PROBLEM: Final = {
    "code": "DECK_TOO_SMALL",
    "severity": "error",
    "rule": "S-2.2",
    "cards": [],
    "params": {"have": 2, "least": 20},
    "message": "2 cards in the battle deck; at least 20 are needed.",
    "fixes": [{"do": "add", "card": "core-007", "count": 1, "section": "battle"}],
}
REPORT: Final = {
    "legal": False,
    "problems": [PROBLEM],
    "rules": [
        {"rule": "S-2.2", "name": "Battle deck", "have": 2, "least": 20, "most": 40, "binding": True, "kept": False}
    ],
    "content_hash": HASH,
    "language": "en",
}
PARSED: Final = DECKLIST | {
    "problems": [
        {
            "code": "UNKNOWN_CARD",
            "severity": "error",
            "rule": "",
            "cards": [],
            "params": {"line": 5, "given": "Fierball"},
            "message": "Line 5: no card is called “Fierball”. Did you mean “Fireball”?",
            "fixes": [{"do": "replace", "line": 5, "text": "2 Fireball"}],
        }
    ]
}
LIKE: Final = {"likes": 4, "liked": True}
NEW_COMMENT: Final = {"text": "Try *three* Fireballs."}
COMMENT: Final = {
    "id": 8,
    "author": "nerissa",
    "text": "Try *three* Fireballs.",
    "html": "<p>Try <em>three</em> Fireballs.</p>",
    "removed": False,
    "created_at": "2026-11-18T11:00:00Z",
}
COMPLAINT: Final = {"reason": "This comment insults the author.", "comment": 8}
NEW_LINK: Final = {"expires_at": "2026-12-24T00:00:00Z"}
LINK: Final = {
    "id": 3,
    "address": "https://signum.example/s/Zk3v9Qe1Lw/",
    "expires_at": "2026-12-24T00:00:00Z",
    "created_at": "2026-11-18T11:00:00Z",
}
NEW_FORMAT: Final = {"base": "basic", "name": "Small decks", "params": {"least": 15}, "limits": {"core-146": 1}}
FORMAT: Final = {
    "system": "signum",
    "code": "house-small-decks",
    "name": "Small decks",
    "base": "basic",
    "params": {"least": 15, "most": 40},
    "limits": {"core-146": 1},
    "version": "8c1d20",
}
EXPORT_TEXT: Final = f"// First try\n// format: basic\n{TEXT}"
EXPORT_MARKDOWN: Final = "# First try\n\n## Hero (1)\n\n- 1 Herrick\n\n## Battle deck (2)\n\n- 2 Fireball\n"
EXPORT_CSV: Final = "section,count,code,name\nhero,1,core-002,Herrick\nbattle,2,core-146,Fireball\n"
