"""The graph of who leads in a replay."""

import re

import pytest
from django.test import Client

from simulator import games
from simulator.engine.matches.replay import record
from simulator.lead_graph import HEIGHT, WIDTH, lead_graph
from tests.simulator.batches.playing import play_all, start_batch
from tests.simulator.guests import DRAWN
from tests.toy import SYSTEM

DECKS = [reference.deck for reference in SYSTEM.reference_decks()]
TABLE = [DECKS[0], DECKS[1], DECKS[0], DECKS[1]]


def test_lines_end_with_the_result() -> None:
    for seed in range(6):
        game = record(system=SYSTEM, decks=TABLE, policies=["random-1"] * 4, seed=seed, seating=range(4))
        graph = lead_graph(game.steps, number=len(game.steps) - 1, names=["a", "b", "c", "d"])
        assert graph is not None
        assert game.result.outcome is not None
        for line in graph.lines:
            share = float(game.result.outcome.score(line.seat, seats=4))
            assert line.percent == 100 * share
            x, y = line.points.split()[-1].split(",")
            assert (float(x), float(y)) == pytest.approx((WIDTH, HEIGHT * (1 - share)), abs=0.1)
        assert sum(line.percent for line in graph.lines) == pytest.approx(100)


def test_turns_cover_the_graph() -> None:
    game = record(system=SYSTEM, decks=DECKS, policies=["random-1"] * 2, seed=1, seating=(0, 1))
    graph = lead_graph(game.steps, number=0, names=["a", "b"])
    assert graph is not None
    assert graph.even == f"{HEIGHT / 2:.1f}"
    assert [turn.step for turn in graph.turns] == sorted({turn.step for turn in graph.turns})
    assert float(graph.turns[0].x) == 0


@pytest.mark.django_db
def test_replay_page_shows_the_chance_of_every_seat(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": DRAWN})
    batch = play_all(start_batch({"table": [{"reference": deck.name} for deck in TABLE], "players": 4, "games": 4}))
    page = client.get(f"/simulations/{batch.token}/games/0/0/0/").content.decode()
    percents = [int(percent) for percent in re.findall(r"<strong>(\d+) %</strong>", page)]
    assert len(percents) == 4
    assert 98 <= sum(percents) <= 102
    assert page.count("lead-line trace-") == 4
