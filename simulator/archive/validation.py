"""Sums out of a file, read with suspicion: what no games can have come to is refused before a page divides by it.

Whether the games were ever played nobody can see from them. That is why such sums count in no rating (simulations.py).
"""

import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from signum_site.core.archive_items import Unreadable, quoted, storable
from simulator.engine.matches.totals import BROKEN, ENTRANTS, ERRORS_KEPT

LARGEST = 10**9
LAST_TURN = re.compile(r"[0-9]{1,4}")
CARD_PAIRS = re.compile(r"[0-2][0-4][0-4]")
OUTCOMES = re.compile(r"[0-4-]*")
DIGEST = re.compile(r"[0-9a-f]{1,64}")
SINGLES = re.compile(r"[0-8-]*")
SAMPLES = ("longest", "shortest", "closest", "won_by_0", "won_by_1")
LONGEST_CODE, LONGEST_BUILD, LONGEST_ERROR = 60, 200, 2_000
MOST_REASONS, MOST_CARDS, MOST_BUILDS = 50, 500, 5_000


def sums_read(given: Any, *, most_pairs: int) -> dict[str, Any]:
    """The fields of a match-up; Unreadable for the first thing that cannot be."""
    given = _object(given, "matchup")
    planned = _number(given.get("planned_pairs"), "planned_pairs", most=most_pairs)
    played = _number(given.get("played_pairs"), "played_pairs", most=planned)
    done, stopped = given.get("done") is True, given.get("stopped_early") is True
    figures = _figures(given.get("figures"), played=played)
    outcomes = _outcomes(given.get("outcomes"), figures) if done else ""
    return {
        "planned_pairs": planned,
        "played_pairs": played,
        "done": done,
        "stopped_early": done and stopped,
        "figures": figures,
        "cards": _cards(given.get("cards"), games=2 * played),
        "errors": _errors(given.get("errors"), played=played),
        "samples": _samples(given.get("samples"), played=played),
        "digest": _matching(given.get("digest"), "digest", DIGEST),
        "outcomes": outcomes,
        "singles": _singles(given.get("singles"), outcomes),
        "seconds": seconds_read(given.get("seconds")),
    }


def _figures(given: Any, *, played: int) -> dict[str, Any]:
    given = _object(given, "figures")
    figures: dict[str, Any] = {
        "games": _number(given.get("games"), "games", most=2 * played),
        "pairs": _numbers(given.get("pairs"), "pairs", length=5),
        "broken": _number(given.get("broken"), "broken", most=played),
        "errors": _number(given.get("errors"), "errors", most=2 * played),
        "endings": {
            _short(reason, "endings"): {
                _matching(turn, "endings", LAST_TURN): _numbers(row, "endings", length=3)
                for turn, row in _object(turns, "endings").items()
            }
            for reason, turns in _object(given.get("endings"), "endings", most=MOST_REASONS).items()
        },
        "seats": _rows(given.get("seats"), "seats"),
        "order": _rows(given.get("order"), "order"),
        "length": _numbers(given.get("length"), "length", length=2),
    }
    ended = sum(sum(row) for turns in figures["endings"].values() for row in turns.values())
    adds_up = (
        figures["games"] == 2 * played
        and sum(figures["pairs"]) + figures["broken"] == played
        and ended + figures["errors"] == figures["games"]
        and sum(map(sum, figures["seats"])) == ended
        and sum(map(sum, figures["order"])) <= ended
    )
    if not adds_up:
        raise Unreadable(_("The numbers of games do not add up."))
    return figures


def _cards(given: Any, *, games: int) -> dict[str, Any]:
    given = _object(given, "cards")
    decks, builds = (_list(given.get(name), name, length=ENTRANTS) for name in ("decks", "builds"))
    return {
        "decks": [
            {_short(code, "cards"): _use(use, games) for code, use in _object(book, "cards", most=MOST_CARDS).items()}
            for book in decks
        ],
        "builds": [
            {
                _short(order, "builds", longest=LONGEST_BUILD): _met(row, "builds", games)
                for order, row in _object(book, "builds", most=MOST_BUILDS).items()
            }
            for book in builds
        ],
    }


def _use(given: Any, games: int) -> dict[str, Any]:
    given = _object(given, "cards")
    met = {what: _met(given.get(what), what, games) for what in ("opening", "drawn", "played")}
    pairs = {
        _matching(key, "pairs", CARD_PAIRS): _number(number, "pairs", most=games)
        for key, number in _object(given.get("pairs"), "pairs").items()
    }
    return met | {"pairs": pairs}


def _met(given: Any, where: str, games: int) -> list[int]:
    """Games and half points: no game gives more than two."""
    number, halves = _numbers(given, where, length=2)
    if number > games or halves > 2 * number:
        raise Unreadable(_("The numbers of games do not add up."))
    return [number, halves]


def _errors(given: Any, *, played: int) -> list[dict[str, Any]]:
    return [
        {
            "number": _number(_object(error, "errors").get("number"), "errors", most=played),
            "game": _number(error.get("game"), "errors", most=ENTRANTS - 1),
            "seed": _number(error.get("seed"), "errors", most=2**64),
            "error": _short(error.get("error"), "errors", longest=LONGEST_ERROR),
        }
        for error in _list(given, "errors", most=ERRORS_KEPT)
    ]


def _samples(given: Any, *, played: int) -> dict[str, list[int]]:
    found = {}
    for name, sample in _object(given, "samples", most=len(SAMPLES)).items():
        turns, number, game = _numbers(sample, "samples", length=3)
        if name not in SAMPLES or number >= played or game >= ENTRANTS:
            raise Unreadable(_not_what_it_should_be("samples", name))
        found[name] = [turns, number, game]
    return found


def _outcomes(given: Any, figures: Mapping[str, Any]) -> str:
    """A digit a pair: they must be the pairs that were counted."""
    outcomes = _matching(given, "outcomes", OUTCOMES)
    counts = Counter(outcomes)
    if [counts[str(points)] for points in range(5)] != figures["pairs"] or counts[BROKEN] != figures["broken"]:
        raise Unreadable(_("The numbers of games do not add up."))
    return outcomes


def _singles(given: Any, outcomes: str) -> str:
    """The same game by game; simulations of long ago do not have it."""
    singles = _matching(given, "singles", SINGLES)
    if singles and [_pair(one, other) for one, other in zip(singles[::2], singles[1::2], strict=False)] != [*outcomes]:
        raise Unreadable(_("The numbers of games do not add up."))
    return singles


def _pair(one: str, other: str) -> str:
    """Two games as one digit of `outcomes`; what says who began is a multiple of three."""
    return BROKEN if BROKEN in (one, other) else str(int(one) % 3 + int(other) % 3)


def seconds_read(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not math.isfinite(given) or given < 0:
        raise Unreadable(_not_what_it_should_be("seconds", given))
    return min(float(given), float(LARGEST))


# --- shapes


def _object(given: Any, where: str, *, most: int = LARGEST) -> dict[str, Any]:
    if not isinstance(given, dict) or len(given) > most:
        raise Unreadable(_not_what_it_should_be(where, given))
    return given


def _list(given: Any, where: str, *, length: int | None = None, most: int = LARGEST) -> list[Any]:
    if not isinstance(given, list) or len(given) > most or length not in (None, len(given)):
        raise Unreadable(_not_what_it_should_be(where, given))
    return given


def _number(given: Any, where: str, *, most: int = LARGEST) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= most:
        raise Unreadable(_not_what_it_should_be(where, given))
    return given


def _numbers(given: Any, where: str, *, length: int) -> list[int]:
    return [_number(one, where) for one in _list(given, where, length=length)]


def _rows(given: Any, where: str) -> list[list[int]]:
    return [_numbers(row, where, length=3) for row in _list(given, where, length=ENTRANTS)]


def _short(given: Any, where: str, *, longest: int = LONGEST_CODE) -> str:
    if not isinstance(given, str) or len(given) > longest or storable(given) != given:
        raise Unreadable(_not_what_it_should_be(where, given))
    return given


def _matching(given: Any, where: str, pattern: re.Pattern[str]) -> str:
    if not isinstance(given, str) or not pattern.fullmatch(given):
        raise Unreadable(_not_what_it_should_be(where, given))
    return given


def _not_what_it_should_be(where: str, given: Any) -> str:
    return _("“%(where)s”: %(given)s is not what games come to.") % {"where": where, "given": quoted(given)}
