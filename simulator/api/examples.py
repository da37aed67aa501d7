"""Examples of the simulations, ratings and replays API, as data."""

from typing import Any, Final

BATCH_ID: Final = "Zk3v9Qe1Lw"
URL: Final = f"https://signum.example/simulations/{BATCH_ID}/"
HASHES: Final = ("5f1d7a84cc0e2b93", "90417be6a3f85d2c")
ASKED: Final = {
    "deck": {"reference": "Lances at Dawn"},
    "against": [{"reference": "Knives in the Fog"}],
    "games": 4,
    "policy": "greedy-2",
    "seed": 7,
}
BRIEF: Final = {
    "token": BATCH_ID,
    "system": "signum",
    "url": URL,
    "state": "done",
    "kind": "gauntlet",
    "created_at": "2026-11-18T10:00:00Z",
    "finished_at": "2026-11-18T10:00:02Z",
}
MATCHUP: Final[dict[str, Any]] = {
    "number": 0,
    "first": {"name": "Lances at Dawn", "content_hash": HASHES[0]},
    "second": {"name": "Knives in the Fog", "content_hash": HASHES[1]},
    "games": 4,
    "wins": 2,
    "draws": 0,
    "losses": 2,
    "score": 0.5,
    "interval": [0.15, 0.85],
    "pairs": [0, 0, 2, 0, 0],
    "done": True,
    "stopped_early": False,
    "digest": "3b9a61c0",
}
BATCH: Final[dict[str, Any]] = BRIEF | {
    "system": "signum",
    "rules_version": "1.4",
    "cards_version": "9d2c41f0",
    "policy": "greedy-2",
    "seed": 7,
    "players": 2,
    "options": {},
    "games": 4,
    "until": None,
    "test": None,
    "verdict": None,
    "started_at": "2026-11-18T10:00:00Z",
    "games_played": 4,
    "games_planned": 4,
    "games_per_second": 210.5,
    "seconds_left": None,
    "batches_ahead": 0,
    "broken_games": 0,
    "chunks_failed": 0,
    "fixed_sample": True,
    "overall": {"score": 0.5, "interval": [0.15, 0.85]},
    "digest": "71e0b4",
    "matchups": [MATCHUP],
    "tables": [],
}
EVEN: Final = {"wins": 1, "draws": 0, "losses": 1}
USE: Final = {"core-146": {"opening": [1, 2], "drawn": [3, 4], "played": [2, 4], "pairs": {"120": 1, "222": 1}}}
RESULTS: Final = BATCH | {
    "citation": f"Legends of Signum, simulation {BATCH_ID}, 4 games, policy greedy-2, rules 1.4, seed 7",
    "seat_intervals": {"first_seat": [0.1, 0.9], "second_seat": [0.1, 0.9]},
    "entrants": [
        {
            "number": 0,
            "name": "Lances at Dawn",
            "content_hash": HASHES[0],
            "text": "Hero\n1 Brissa de Molforn\n",
            "is_reference": True,
        }
    ],
    "matchups": [
        MATCHUP
        | {
            "first_seat": EVEN,
            "second_seat": EVEN,
            "went_first": EVEN,
            "went_second": EVEN,
            "reasons": {"hero_killed": 4},
            "endings": {"hero_killed": {"9": [1, 0, 2], "11": [1, 0, 0]}},
            "mean_turns": 9.5,
            "broken_games": 0,
            "errors": [],
            "samples": {"longest": [11, 1, 0], "shortest": [9, 0, 0]},
            "outcomes": "22",
            "cards": {"first": USE, "second": {}},
            "build_orders": {"first": {"core-201>core-204": [2, 4]}, "second": {}},
            "engine_seconds": 0.019,
        }
    ],
    "card_figures": [
        {
            "entrant": 0,
            "games": 4,
            "cards": [
                {
                    "code": "core-146",
                    "name": "Fireball",
                    "games": 4,
                    "opening": 1,
                    "drawn": 3,
                    "played": 2,
                    "never_seen": 1,
                    "impact": None,
                    "impact_interval": None,
                    "games_compared": 1,
                }
            ],
        }
    ],
}
RATED: Final[dict[str, Any]] = {
    "rating": 1512.4,
    "interval": [1488.0, 1536.9],
    "games": 2000,
    "status": "usable",
    "rules_version": "1.4",
    "cards_version": "9d2c41f0",
}
RATING: Final = RATED | {
    "name": "Lances at Dawn",
    "content_hash": HASHES[0],
    "face": "core-001",
    "is_reference": True,
    "opponents": 11,
    "policy": "greedy-2",
    "misfit": 10.9,
    "matchups": [
        {"opponent": "Knives in the Fog", "score": 65.1, "interval": [63.0, 67.2], "expected": 53.2},
        {"opponent": "Bolts over the Wall", "score": 31.4, "interval": [29.4, 33.5], "expected": 41.9},
    ],
}
LEADER: Final = RATED | {"code": "core-001", "name": "Brissa de Molforn", "decks": 3, "policy": "greedy-2"}
HISTORY: Final = {
    "version": 2,
    "id": 31,
    "content_hash": HASHES[0],
    "history": [RATED | {"day": "2026-11-18"}],
}
REPLAY: Final = {
    "seats": ["Knives in the Fog", "Lances at Dawn"],
    "seed": 88123,
    "turns": 9,
    "winner": 1,
    "winners": [1],
    "reason": "hero_killed",
    "steps": [{"turn": 0, "said": [{"text": "Lances at Dawn goes first.", "dice": []}], "chances": [0.48, 0.52]}],
}
