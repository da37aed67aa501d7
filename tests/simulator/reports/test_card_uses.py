"""The uses of a card in the report: how often it was drawn, if it may also begin in play."""

from simulator.engine.play.event_log import DRAWN, OPENING, PLAYED, STARTED
from simulator.reports.cards import _count_use


def test_card_in_play_from_the_start_was_not_drawn() -> None:
    assert _count_use([{DRAWN: [10, 5], STARTED: [10, 5], OPENING: [0, 0]}], DRAWN) == 0
    assert _count_use([{DRAWN: [10, 5]}], DRAWN) == 10


def test_card_that_begins_in_play_and_is_drawn_counts_as_drawn() -> None:
    uses = [{DRAWN: [10, 5], STARTED: [10, 5], OPENING: [4, 2], PLAYED: [3, 1]}, {DRAWN: [8, 5], STARTED: [2, 1]}]
    assert _count_use(uses, DRAWN) == 4 + 6
    assert _count_use(uses, PLAYED) == 3
