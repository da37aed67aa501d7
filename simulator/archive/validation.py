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
from simulator.engine.matches.totals import BROKEN, ENTRANTS, ERRORS_KEPT

MAX_NUMBER = 10**9
LAST_TURN = re.compile(r"[0-9]{1,4}")
CARD_PAIRS = re.compile(r"[0-2][0-4][0-4]")
OUTCOMES = re.compile(r"[0-4-]*")
DIGEST = re.compile(r"[0-9a-f]{1,64}")
SINGLES = re.compile(r"[0-8-]*")
SAMPLES = ("longest", "shortest", "closest", "won_by_0", "won_by_1")
MAX_CODE_LENGTH, MAX_BUILD_LENGTH, MAX_ERROR_LENGTH = 60, 200, 2_000
MAX_REASONS, MAX_CARDS, MAX_BUILDS = 50, 500, 5_000


def parse_sums(data: Any, *, max_pairs: int) -> dict[str, Any]:
    """The fields of a match-up; raises Unreadable for the first invalid value."""
    data = _check_object(data, "matchup")
    planned = _check_number(data.get("planned_pairs"), "planned_pairs", maximum=max_pairs)
    played = _check_number(data.get("played_pairs"), "played_pairs", maximum=planned)
    done, stopped = data.get("done") is True, data.get("stopped_early") is True
    figures = _parse_figures(data.get("figures"), played=played)
    outcomes = _parse_outcomes(data.get("outcomes"), figures) if done else ""
    return {
        "planned_pairs": planned,
        "played_pairs": played,
        "done": done,
        "stopped_early": done and stopped,
        "figures": figures,
        "cards": _parse_cards(data.get("cards"), games=2 * played),
        "errors": _parse_errors(data.get("errors"), played=played),
        "samples": _parse_samples(data.get("samples"), played=played),
        "digest": _check_pattern(data.get("digest"), "digest", DIGEST),
        "outcomes": outcomes,
        "singles": _parse_singles(data.get("singles"), outcomes),
        "seconds": _parse_seconds(data.get("seconds")),
    }


def _parse_figures(data: Any, *, played: int) -> dict[str, Any]:
    data = _check_object(data, "figures")
    figures: dict[str, Any] = {
        "games": _check_number(data.get("games"), "games", maximum=2 * played),
        "pairs": _check_numbers(data.get("pairs"), "pairs", length=5),
        "broken": _check_number(data.get("broken"), "broken", maximum=played),
        "errors": _check_number(data.get("errors"), "errors", maximum=2 * played),
        "endings": {
            _check_text(reason, "endings"): {
                _check_pattern(turn, "endings", LAST_TURN): _check_numbers(row, "endings", length=3)
                for turn, row in _check_object(turns, "endings").items()
            }
            for reason, turns in _check_object(data.get("endings"), "endings", maximum=MAX_REASONS).items()
        },
        "seats": _check_rows(data.get("seats"), "seats"),
        "order": _check_rows(data.get("order"), "order"),
        "length": _check_numbers(data.get("length"), "length", length=2),
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


def _parse_cards(data: Any, *, games: int) -> dict[str, Any]:
    data = _check_object(data, "cards")
    decks, builds = (_check_list(data.get(name), name, length=ENTRANTS) for name in ("decks", "builds"))
    return {
        "decks": [
            {
                _check_text(code, "cards"): _parse_use(use, games)
                for code, use in _check_object(book, "cards", maximum=MAX_CARDS).items()
            }
            for book in decks
        ],
        "builds": [
            {
                _check_text(order, "builds", max_length=MAX_BUILD_LENGTH): _parse_met(row, "builds", games)
                for order, row in _check_object(book, "builds", maximum=MAX_BUILDS).items()
            }
            for book in builds
        ],
    }


def _parse_use(data: Any, games: int) -> dict[str, Any]:
    data = _check_object(data, "cards")
    met = {name: _parse_met(data.get(name), name, games) for name in ("opening", "drawn", "played")}
    pairs = {
        _check_pattern(key, "pairs", CARD_PAIRS): _check_number(number, "pairs", maximum=games)
        for key, number in _check_object(data.get("pairs"), "pairs").items()
    }
    return met | {"pairs": pairs}


def _parse_met(value: Any, where: str, games: int) -> list[int]:
    """Games and half points; a game gives at most two half points."""
    number, halves = _check_numbers(value, where, length=2)
    if number > games or halves > 2 * number:
        raise Unreadable(_("The numbers of games do not add up."))
    return [number, halves]


def _parse_errors(errors: Any, *, played: int) -> list[dict[str, Any]]:
    return [
        {
            "number": _check_number(_check_object(error, "errors").get("number"), "errors", maximum=played),
            "game": _check_number(error.get("game"), "errors", maximum=ENTRANTS - 1),
            "seed": _check_number(error.get("seed"), "errors", maximum=2**64),
            "error": _check_text(error.get("error"), "errors", max_length=MAX_ERROR_LENGTH),
        }
        for error in _check_list(errors, "errors", maximum=ERRORS_KEPT)
    ]


def _parse_samples(data: Any, *, played: int) -> dict[str, list[int]]:
    samples = {}
    for name, sample in _check_object(data, "samples", maximum=len(SAMPLES)).items():
        turns, number, game = _check_numbers(sample, "samples", length=3)
        if name not in SAMPLES or number >= played or game >= ENTRANTS:
            raise Unreadable(_invalid("samples", name))
        samples[name] = [turns, number, game]
    return samples


def _parse_outcomes(value: Any, figures: Mapping[str, Any]) -> str:
    """One digit per pair; must match the counted pairs."""
    outcomes = _check_pattern(value, "outcomes", OUTCOMES)
    counts = Counter(outcomes)
    if [counts[str(points)] for points in range(5)] != figures["pairs"] or counts[BROKEN] != figures["broken"]:
        raise Unreadable(_("The numbers of games do not add up."))
    return outcomes


def _parse_singles(value: Any, outcomes: str) -> str:
    """One digit per game; empty in old simulations."""
    singles = _check_pattern(value, "singles", SINGLES)
    pairs = [_combine(first, second) for first, second in zip(singles[::2], singles[1::2], strict=False)]
    if singles and pairs != [*outcomes]:
        raise Unreadable(_("The numbers of games do not add up."))
    return singles


def _combine(first: str, second: str) -> str:
    """Two games as one digit of `outcomes`.

    A game's digit is its half points plus a multiple of three for the starting player.
    """
    return BROKEN if BROKEN in (first, second) else str(int(first) % 3 + int(second) % 3)


def _parse_seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise Unreadable(_invalid("seconds", value))
    return min(float(value), float(MAX_NUMBER))


# --- shapes


def _check_object(value: Any, where: str, *, maximum: int = MAX_NUMBER) -> dict[str, Any]:
    if not isinstance(value, dict) or len(value) > maximum:
        raise Unreadable(_invalid(where, value))
    return value


def _check_list(value: Any, where: str, *, length: int | None = None, maximum: int = MAX_NUMBER) -> list[Any]:
    if not isinstance(value, list) or len(value) > maximum or length not in (None, len(value)):
        raise Unreadable(_invalid(where, value))
    return value


def _check_number(value: Any, where: str, *, maximum: int = MAX_NUMBER) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= maximum:
        raise Unreadable(_invalid(where, value))
    return value


def _check_numbers(value: Any, where: str, *, length: int) -> list[int]:
    return [_check_number(number, where) for number in _check_list(value, where, length=length)]


def _check_rows(value: Any, where: str) -> list[list[int]]:
    return [_check_numbers(row, where, length=3) for row in _check_list(value, where, length=ENTRANTS)]


def _check_text(value: Any, where: str, *, max_length: int = MAX_CODE_LENGTH) -> str:
    if not isinstance(value, str) or len(value) > max_length or storable(value) != value:
        raise Unreadable(_invalid(where, value))
    return value


def _check_pattern(value: Any, where: str, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise Unreadable(_invalid(where, value))
    return value


def _invalid(where: str, value: Any) -> str:
    return _("“%(where)s”: %(given)s is not what games come to.") % {"where": where, "given": quoted(value)}
