"""A batch as a table for spreadsheets: a row a match-up, then a row a card of each deck. As JSON it is batch.py."""

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
    """CSV: match-ups, an empty line, cards, an empty line, the citation; asks for a report with cards."""
    reasons = sorted({reason for one in report.matchups for reason in one.totals.reasons})
    told = io.StringIO()
    writer = csv.writer(told)
    writer.writerow([*COLUMNS, *(f"ended_by_{reason}" for reason in reasons)])
    for one in report.matchups:
        split, interval = one.split, one.interval
        score = "" if one.score is None else f"{one.score:.6f}"
        turns = "" if one.totals.mean_turns is None else f"{one.totals.mean_turns:.3f}"
        ended = [one.totals.reasons.get(reason, 0) for reason in reasons]
        writer.writerow(
            [
                escaped(one.first), escaped(one.second), one.games, split.won, split.drawn, split.lost, score,
                f"{interval.low:.6f}", f"{interval.high:.6f}", int(one.row.stopped_early), *one.totals.figures["pairs"],
                one.seats[0].won, one.seats[1].won, one.order[0].won, one.order[1].won, turns,
                one.totals.figures["errors"], one.totals.digest, *ended,
            ]
        )  # fmt: skip
    writer.writerow([])
    _cards(writer, report)
    writer.writerow([])
    writer.writerow([escaped(report.citation)])
    return told.getvalue()


def _cards(writer: Any, report: BatchReport) -> None:
    names = {entrant.number: escaped(entrant.name) for entrant in report.batch.entrants.all()}
    writer.writerow(CARD_COLUMNS)
    for deck in figures_as_json(report.batch, [one.row for one in report.matchups]):
        for card in deck["cards"]:
            counts = [card[name] for name in CARD_COLUMNS[3:8]]
            ends = [card["impact"], *card["impact_interval"]] if card["impact"] is not None else []
            told = [f"{end:.6f}" for end in ends] or ["", "", ""]
            writer.writerow([names[deck["entrant"]], escaped(card["code"]), escaped(card["name"]), *counts, *told])
