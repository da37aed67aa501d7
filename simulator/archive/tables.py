"""Validates the sums of an imported table of more than two decks.

As for match-ups of two (validation.py): sums that no games can have are rejected.
"""

from typing import Any

from django.utils.translation import gettext as _

from signum_site.core.archive_items import Unreadable
from simulator.batches.request import Table
from simulator.engine.matches.rounds import POINT
from simulator.engine.matches.totals import ENTRANTS
from simulator.models.batches import Batch

from .validation import (
    DIGEST,
    LAST_TURN,
    MAX_NUMBER,
    MAX_REASONS,
    check_list,
    check_number,
    check_numbers,
    check_object,
    check_pattern,
    check_text,
    parse_cards,
    parse_errors,
    parse_measures,
    parse_samples,
    parse_seconds,
)

MAX_PLAYERS = 8
MAX_GAMES_PER_ROUND = 120
MAX_OPTIONS = 40


def parse_table_fields(data: dict[str, Any]) -> dict[str, Any]:
    """The number of players and the options; archives of release 0.1 have none and are of games of two."""
    players = check_number(data.get("players", ENTRANTS), "players", maximum=MAX_PLAYERS)
    games = check_number(data.get("games_per_round", players), "games_per_round", maximum=MAX_GAMES_PER_ROUND)
    if players < ENTRANTS or games < 1 or (players == ENTRANTS and games != ENTRANTS):
        raise Unreadable(_("The numbers of games do not add up."))
    options = check_object(data.get("options", {}), "options", maximum=MAX_OPTIONS)
    return {
        "players": players,
        "games_per_round": games,
        "options": {check_text(name, "options"): _check_option(value) for name, value in options.items()},
    }


def _check_option(value: Any) -> str | int | bool | list[str]:
    if isinstance(value, bool):
        return value
    if isinstance(value, list):
        return [check_text(part, "options") for part in check_list(value, "options", maximum=MAX_OPTIONS)]
    if isinstance(value, str):
        return check_text(value, "options")
    check_number(abs(value) if isinstance(value, int) else value, "options")
    return int(value)


def parse_table(data: Any, *, players: int, entrants: int) -> Table:
    """The numbers of the entrants that play together."""
    data = check_object(data, "matchup")
    others = check_list(data.get("others"), "others", length=players - ENTRANTS)
    return tuple(
        check_number(number, "others", maximum=entrants - 1)
        for number in (data.get("first"), data.get("second"), *others)
    )


def parse_table_sums(data: Any, *, batch: Batch) -> dict[str, Any]:
    """The fields of a table; raises Unreadable for the first invalid value."""
    data = check_object(data, "matchup")
    planned = check_number(data.get("planned_pairs"), "planned_pairs", maximum=batch.rounds)
    played = check_number(data.get("played_pairs"), "played_pairs", maximum=planned)
    games = batch.games_per_round * played
    done = data.get("done") is True
    return {
        "planned_pairs": planned,
        "played_pairs": played,
        "done": done,
        "stopped_early": done and data.get("stopped_early") is True,
        "figures": _parse_figures(data.get("figures"), batch=batch, played=played),
        "cards": parse_cards(data.get("cards"), games=games, entrants=batch.players, point=POINT),
        "errors": parse_errors(data.get("errors"), played=played, games=batch.games_per_round),
        "samples": parse_samples(
            data.get("samples"), played=played, entrants=batch.players, games=batch.games_per_round
        ),
        "digest": check_pattern(data.get("digest"), "digest", DIGEST),
        "seconds": parse_seconds(data.get("seconds")),
    }


def _parse_figures(data: Any, *, batch: Batch, played: int) -> dict[str, Any]:
    data, players = check_object(data, "figures"), batch.players
    games = batch.games_per_round * played
    figures: dict[str, Any] = {
        "games": check_number(data.get("games"), "games", maximum=games),
        "rounds": check_number(data.get("rounds"), "rounds", maximum=played),
        "broken": check_number(data.get("broken"), "broken", maximum=played),
        "errors": check_number(data.get("errors"), "errors", maximum=games),
        "shares": [_check_share(row) for row in check_list(data.get("shares"), "shares", length=players)],
        "places": _rows(data.get("places"), "places", rows=players, length=players),
        "seats": [
            _rows(seats, "seats", rows=players, length=2)
            for seats in check_list(data.get("seats"), "seats", length=players)
        ],
        "order": _rows(data.get("order"), "order", rows=players, length=2),
        "endings": {
            check_text(reason, "endings"): {
                check_pattern(turn, "endings", LAST_TURN): check_number(number, "endings", maximum=games)
                for turn, number in check_object(turns, "endings").items()
            }
            for reason, turns in check_object(data.get("endings"), "endings", maximum=MAX_REASONS).items()
        },
        "length": check_numbers(data.get("length"), "length", length=2),
        **parse_measures(data, entrants=players),
    }
    if not _adds_up(figures, played=played, games=games, full=POINT * batch.games_per_round):
        raise Unreadable(_("The numbers of games do not add up."))
    return figures


def _check_share(value: Any) -> list[int]:
    """The points of all rounds, and the sum of their squares, which is larger than any count."""
    total, squares = check_list(value, "shares", length=2)
    return [check_number(total, "shares"), check_number(squares, "shares", maximum=MAX_NUMBER**2)]


def _adds_up(figures: dict[str, Any], *, played: int, games: int, full: int) -> bool:
    """Whether the counts of all kinds are of the same games."""
    ended = sum(sum(turns.values()) for turns in figures["endings"].values())
    return (
        figures["games"] == games
        and figures["rounds"] + figures["broken"] == played
        and ended + figures["errors"] == games
        and all(sum(places) == ended for places in figures["places"])
        and all(sum(number for number, _points in seats) == ended for seats in figures["seats"])
        and all(points <= POINT * number for seats in figures["seats"] for number, points in seats)
        and all(points <= POINT * number for number, points in figures["order"])
        and sum(number for number, _points in figures["order"]) <= ended
        and sum(total for total, _squares in figures["shares"]) == full * figures["rounds"]
        and all(total <= squares <= full * total for total, squares in figures["shares"])
    )


def _rows(value: Any, where: str, *, rows: int, length: int) -> list[list[int]]:
    return [check_numbers(row, where, length=length) for row in check_list(value, where, length=rows)]
