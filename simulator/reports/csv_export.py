"""Exports a batch as CSV; batch.py exports JSON.

One row per match-up, then one row per card of each deck.
"""

import csv
import io
from typing import Any

from simulator.engine.decks.csv_tables import escaped

from .batch import BatchReport
from .cards import figures_as_json

COLUMNS = (
    "first", "second", "games", "wins", "draws", "losses", "score", "low", "high", "stopped_early",
    "ll", "ld", "dd_wl", "wd", "ww", "wins_first_seat", "wins_second_seat", "wins_going_first", "wins_going_second",
    "mean_turns", "broken_games", "digest",
)  # fmt: skip
CARD_COLUMNS = ("deck", "code", "name", "games", "opening", "drawn", "played", "never_seen", "impact", "low", "high")


def batch_table(report: BatchReport) -> str:
    """CSV with match-ups, cards and the citation, separated by empty lines.

    Needs a report built with `with_cards`.
    """
    reasons = sorted({reason for matchup in report.matchups for reason in matchup.totals.reasons})
    buffer = io.StringIO()
    writer = csv.writer(buffer)
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
    writer.writerow([])
    _write_cards(writer, report)
    writer.writerow([])
    writer.writerow([escaped(report.citation)])
    return buffer.getvalue()


def _write_cards(writer: Any, report: BatchReport) -> None:
    names = {entrant.number: escaped(entrant.name) for entrant in report.batch.entrants.all()}
    writer.writerow(CARD_COLUMNS)
    for deck in figures_as_json(report.batch, [matchup.row for matchup in report.matchups]):
        for card in deck["cards"]:
            counts = [card[name] for name in CARD_COLUMNS[3:8]]
            ends = [card["impact"], *card["impact_interval"]] if card["impact"] is not None else []
            impact = [f"{end:.6f}" for end in ends] or ["", "", ""]
            writer.writerow([names[deck["entrant"]], escaped(card["code"]), escaped(card["name"]), *counts, *impact])
