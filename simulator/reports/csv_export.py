"""Exports a batch as CSV; as JSON, it is an answer of the API.

One row per match-up, then one row per card of each deck.
"""

import csv
import io
from typing import Any

from simulator.engine.decks.csv_tables import escaped

from .batch import BatchReport

COLUMNS = (
    "first", "second", "games", "wins", "draws", "losses", "score", "low", "high", "stopped_early",
    "ll", "ld", "dd_wl", "wd", "ww", "wins_first_seat", "wins_second_seat", "wins_going_first", "wins_going_second",
    "mean_turns", "broken_games", "digest",
)  # fmt: skip
TABLE_COLUMNS = ("table", "deck", "games", "rounds", "share", "low", "high", "stopped_early")
CARD_COLUMNS = ("deck", "code", "name", "games", "opening", "drawn", "played", "never_seen", "impact", "low", "high")


def batch_table(report: BatchReport) -> str:
    """CSV with match-ups, cards and the citation, separated by empty lines.

    Needs a report built with `with_cards`.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    if report.batch.is_duel:
        _write_matchups(writer, report)
    else:
        _write_tables(writer, report)
    writer.writerow([])
    _write_cards(writer, report)
    writer.writerow([])
    writer.writerow([escaped(report.citation)])
    return buffer.getvalue()


def _write_matchups(writer: Any, report: BatchReport) -> None:
    reasons = sorted({reason for matchup in report.matchups for reason in matchup.totals.reasons})
    writer.writerow([*COLUMNS, *(f"ended_by_{reason}" for reason in reasons)])
    for matchup in report.matchups:
        split, interval, totals = matchup.split, matchup.interval, matchup.totals
        score = "" if matchup.score is None else f"{matchup.score:.6f}"
        turns = "" if totals.mean_turns is None else f"{totals.mean_turns:.3f}"
        ended_by = [totals.reasons.get(reason, 0) for reason in reasons]
        writer.writerow(
            [
                escaped(matchup.first), escaped(matchup.second), matchup.games, split.won, split.drawn, split.lost,
                score, f"{interval.low:.6f}", f"{interval.high:.6f}", int(matchup.row.stopped_early),
                *totals.figures["pairs"], *(seat.won for seat in matchup.seats), *(turn.won for turn in matchup.order),
                turns, totals.figures["errors"], totals.digest, *ended_by,
            ]
        )  # fmt: skip


def _write_tables(writer: Any, report: BatchReport) -> None:
    """One row per deck of each table."""
    players = range(1, report.batch.players + 1)
    places, seats = [f"place_{number}" for number in players], [f"share_in_seat_{number}" for number in players]
    writer.writerow([*TABLE_COLUMNS, *places, *seats, "broken_games", "digest"])
    for table in report.tables:
        for deck in table.decks:
            share = "" if deck.score is None else f"{deck.score:.6f}"
            by_seat = ["" if seat is None else f"{seat:.6f}" for seat in deck.seats]
            writer.writerow(
                [
                    table.row.number, escaped(deck.name), table.games, table.totals.rounds, share,
                    f"{deck.interval.low:.6f}", f"{deck.interval.high:.6f}", int(table.row.stopped_early),
                    *deck.places, *by_seat, table.totals.figures["errors"], table.totals.digest,
                ]
            )  # fmt: skip


def _write_cards(writer: Any, report: BatchReport) -> None:
    writer.writerow(CARD_COLUMNS)
    for deck in report.card_reports:
        for card in deck.cards:
            counts = [getattr(card, name) for name in CARD_COLUMNS[3:8]]
            estimate = card.impact
            ends = [estimate.value, estimate.interval.low, estimate.interval.high] if estimate else []
            impact = [f"{end:.6f}" for end in ends] or ["", "", ""]
            writer.writerow([escaped(deck.entrant.name), escaped(card.code), escaped(card.name), *counts, *impact])
