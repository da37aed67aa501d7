"""Validates the sums of an imported match-up.

Sums that no games can have are rejected before a page divides by them. Sums do not prove that the games were played.
That is why imported ones count in no rating (simulations.py).
"""

import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from signum_site.core.archive_items import Unreadable, quoted, storable
from simulator.engine.matches.sums import ERRORS_KEPT
from simulator.engine.matches.totals import BROKEN, ENTRANTS
from simulator.engine.play.event_log import DRAWN, OPENING, PLAYED

MAX_NUMBER = 10**9
LAST_TURN = re.compile(r"[0-9]{1,4}")
CARD_PAIRS = re.compile(r"[0-2][0-4][0-4]")
OUTCOMES = re.compile(r"[0-4-]*")
DIGEST = re.compile(r"[0-9a-f]{1,64}")
SINGLES = re.compile(r"[0-8-]*")
SAMPLES = ("longest", "shortest", "closest")
MAX_CODE_LENGTH, MAX_BUILD_LENGTH, MAX_ERROR_LENGTH = 60, 200, 2_000
MAX_REASONS, MAX_CARDS, MAX_BUILDS, MAX_MEASURES, MAX_USES = 50, 500, 5_000, 20, 20
HALVES = 2
"""The points of a game of two: half points."""


def parse_sums(data: Any, *, max_pairs: int) -> dict[str, Any]:
    """The fields of a match-up; raises Unreadable for the first invalid value."""
    data = check_object(data, "matchup")
    planned = check_number(data.get("planned_pairs"), "planned_pairs", maximum=max_pairs)
    played = check_number(data.get("played_pairs"), "played_pairs", maximum=planned)
    done, stopped = data.get("done") is True, data.get("stopped_early") is True
    figures = _parse_figures(data.get("figures"), played=played)
    outcomes = _parse_outcomes(data.get("outcomes"), figures) if done else ""
    return {
        "planned_pairs": planned,
        "played_pairs": played,
        "done": done,
        "stopped_early": done and stopped,
        "figures": figures,
        "cards": parse_cards(data.get("cards"), games=2 * played, entrants=ENTRANTS, point=HALVES),
        "errors": parse_errors(data.get("errors"), played=played, games=ENTRANTS),
        "samples": parse_samples(data.get("samples"), played=played, entrants=ENTRANTS, games=ENTRANTS),
        "digest": check_pattern(data.get("digest"), "digest", DIGEST),
        "outcomes": outcomes,
        "singles": _parse_singles(data.get("singles"), outcomes),
        "seconds": parse_seconds(data.get("seconds")),
    }


def _parse_figures(data: Any, *, played: int) -> dict[str, Any]:
    data = check_object(data, "figures")
    figures: dict[str, Any] = {
        "games": check_number(data.get("games"), "games", maximum=2 * played),
        "pairs": check_numbers(data.get("pairs"), "pairs", length=5),
        "broken": check_number(data.get("broken"), "broken", maximum=played),
        "errors": check_number(data.get("errors"), "errors", maximum=2 * played),
        "endings": {
            check_text(reason, "endings"): {
                check_pattern(turn, "endings", LAST_TURN): check_numbers(row, "endings", length=3)
                for turn, row in check_object(turns, "endings").items()
            }
            for reason, turns in check_object(data.get("endings"), "endings", maximum=MAX_REASONS).items()
        },
        "seats": _check_rows(data.get("seats"), "seats"),
        "order": _check_rows(data.get("order"), "order"),
        "length": check_numbers(data.get("length"), "length", length=2),
        **parse_measures(data, entrants=ENTRANTS),
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


def parse_measures(data: Mapping[str, Any], *, entrants: int) -> dict[str, Any]:
    """What players ended with: sums and sums of squares; nothing if the game measures nothing."""
    if "measures" not in data:
        return {}
    measures = check_object(data["measures"], "measures", maximum=MAX_MEASURES)
    return {
        "measures": {
            check_text(code, "measures"): [_check_squares(row) for row in check_list(rows, "measures", length=entrants)]
            for code, rows in measures.items()
        }
    }


def _check_squares(value: Any) -> list[int]:
    """A sum, which may be negative, and the sum of squares."""
    total, squares = check_list(value, "measures", length=2)
    check_number(squares, "measures", maximum=MAX_NUMBER**2)
    check_number(abs(total) if isinstance(total, int) and not isinstance(total, bool) else total, "measures")
    return [total, squares]


def parse_cards(data: Any, *, games: int, entrants: int, point: int) -> dict[str, Any]:
    """The use of cards and build orders; `point` is what a won game counts."""
    data = check_object(data, "cards")
    decks, builds = (check_list(data.get(name), name, length=entrants) for name in ("decks", "builds"))
    return {
        "decks": [
            {
                check_text(code, "cards"): _parse_use(use, games, point=point)
                for code, use in check_object(book, "cards", maximum=MAX_CARDS).items()
            }
            for book in decks
        ],
        "builds": [
            {
                check_text(order, "builds", max_length=MAX_BUILD_LENGTH): _parse_met(row, "builds", games, point=point)
                for order, row in check_object(book, "builds", maximum=MAX_BUILDS).items()
            }
            for book in builds
        ],
    }


def _parse_use(data: Any, games: int, *, point: int) -> dict[str, Any]:
    data = check_object(data, "cards", maximum=MAX_USES)
    met = {
        check_text(name, "cards"): _parse_met(row, name, games, point=point)
        for name, row in data.items()
        if name != "pairs"
    }
    needed = {OPENING, DRAWN, PLAYED} if point == HALVES else {DRAWN}
    if not needed <= met.keys() or (point == HALVES and "pairs" not in data):
        raise Unreadable(_invalid("cards", data))
    if "pairs" not in data:
        return met
    pairs = {
        check_pattern(key, "pairs", CARD_PAIRS): check_number(number, "pairs", maximum=games)
        for key, number in check_object(data["pairs"], "pairs").items()
    }
    return met | {"pairs": pairs}


def _parse_met(value: Any, where: str, games: int, *, point: int) -> list[int]:
    """Games and points; a game gives at most one whole point."""
    number, points = check_numbers(value, where, length=2)
    if number > games or points > point * number:
        raise Unreadable(_("The numbers of games do not add up."))
    return [number, points]


def parse_errors(errors: Any, *, played: int, games: int) -> list[dict[str, Any]]:
    return [
        {
            "number": check_number(check_object(error, "errors").get("number"), "errors", maximum=played),
            "game": check_number(error.get("game"), "errors", maximum=games - 1),
            "seed": check_number(error.get("seed"), "errors", maximum=2**64),
            "error": check_text(error.get("error"), "errors", max_length=MAX_ERROR_LENGTH),
        }
        for error in check_list(errors, "errors", maximum=ERRORS_KEPT)
    ]


def parse_samples(data: Any, *, played: int, entrants: int, games: int) -> dict[str, list[int]]:
    known = {*SAMPLES, *(f"won_by_{entrant}" for entrant in range(entrants))}
    samples = {}
    for name, sample in check_object(data, "samples", maximum=len(known)).items():
        turns, number, game = check_numbers(sample, "samples", length=3)
        if name not in known or number >= played or game >= games:
            raise Unreadable(_invalid("samples", name))
        samples[name] = [turns, number, game]
    return samples


def _parse_outcomes(value: Any, figures: Mapping[str, Any]) -> str:
    """One digit per pair; must match the counted pairs."""
    outcomes = check_pattern(value, "outcomes", OUTCOMES)
    counts = Counter(outcomes)
    if [counts[str(points)] for points in range(5)] != figures["pairs"] or counts[BROKEN] != figures["broken"]:
        raise Unreadable(_("The numbers of games do not add up."))
    return outcomes


def _parse_singles(value: Any, outcomes: str) -> str:
    """One digit per game; empty in old simulations."""
    singles = check_pattern(value, "singles", SINGLES)
    pairs = [_combine(first, second) for first, second in zip(singles[::2], singles[1::2], strict=False)]
    if singles and pairs != [*outcomes]:
        raise Unreadable(_("The numbers of games do not add up."))
    return singles


def _combine(first: str, second: str) -> str:
    """Two games as one digit of `outcomes`.

    A game's digit is its half points plus a multiple of three for the starting player.
    """
    return BROKEN if BROKEN in (first, second) else str(int(first) % 3 + int(second) % 3)


def parse_seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise Unreadable(_invalid("seconds", value))
    return min(float(value), float(MAX_NUMBER))


# --- shapes


def check_object(value: Any, where: str, *, maximum: int = MAX_NUMBER) -> dict[str, Any]:
    if not isinstance(value, dict) or len(value) > maximum:
        raise Unreadable(_invalid(where, value))
    return value


def check_list(value: Any, where: str, *, length: int | None = None, maximum: int = MAX_NUMBER) -> list[Any]:
    if not isinstance(value, list) or len(value) > maximum or length not in (None, len(value)):
        raise Unreadable(_invalid(where, value))
    return value


def check_number(value: Any, where: str, *, maximum: int = MAX_NUMBER) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= maximum:
        raise Unreadable(_invalid(where, value))
    return value


def check_numbers(value: Any, where: str, *, length: int) -> list[int]:
    return [check_number(number, where) for number in check_list(value, where, length=length)]


def _check_rows(value: Any, where: str) -> list[list[int]]:
    return [check_numbers(row, where, length=3) for row in check_list(value, where, length=ENTRANTS)]


def check_text(value: Any, where: str, *, max_length: int = MAX_CODE_LENGTH) -> str:
    if not isinstance(value, str) or len(value) > max_length or storable(value) != value:
        raise Unreadable(_invalid(where, value))
    return value


def check_pattern(value: Any, where: str, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise Unreadable(_invalid(where, value))
    return value


def _invalid(where: str, value: Any) -> str:
    return _("“%(where)s”: %(given)s is not what games come to.") % {"where": where, "given": quoted(value)}
