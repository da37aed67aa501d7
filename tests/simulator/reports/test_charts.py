"""Charts and card figures of a report: computed from sums, with few queries."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from simulator.batches.chunks import chunk_play_next
from simulator.batches.services import batch_cancel
from simulator.models.batches import Batch, MatchUp
from simulator.reports.batch import batch_report
from simulator.reports.cards import MIN_GAMES, deck_card_report
from simulator.reports.charts import advantages, heat_map, turns_chart
from tests.simulator.batches.playing import BRIGHT, TABLE, WINDY, batch_params, play_all, start_batch

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def multiply_results(batch: Batch, *, times: int) -> Batch:
    """Multiplies all sums, as if the games had been played that many times."""
    for row in batch.matchups.all():
        row.figures, row.cards = _multiply(row.figures, times), _multiply(row.cards, times)
        row.played_pairs *= times
        row.planned_pairs *= times
        row.outcomes *= times
        row.save()
    return batch


def hide_card_in_half_the_games(batch: Batch) -> str:
    """Changes the sums as if a card had been seen in one game of each pair.

    Returns the code of the card. In the toy game, every card is seen in every game.
    """
    for row in batch.matchups.all():
        book, pairs = row.cards["decks"][0], sum(row.figures["pairs"])
        code = next(iter(book))
        use = {name: [pairs, pairs] for name in ("opening", "drawn", "played")}
        # One game with it and one without: won and lost, lost and won, both won.
        book[code] = use | {"pairs": {"120": pairs // 2, "102": pairs // 4, "122": pairs - pairs // 2 - pairs // 4}}
        row.save()
    return code


def _multiply(tree: Any, times: int) -> Any:
    if isinstance(tree, dict):
        return {key: _multiply(value, times) for key, value in tree.items()}
    return [_multiply(value, times) for value in tree] if isinstance(tree, list) else tree * times


def test_heat_map_shows_both_sides_best_first() -> None:
    report = batch_report(play_all(start_batch(batch_params(table=TABLE))))
    heat = heat_map(report)
    assert len(heat) == len(TABLE)
    assert [row.mean for row in heat] == sorted((row.mean for row in heat), reverse=True)
    for number, row in enumerate(heat):
        assert row.cells[number] is None, "no deck plays itself"
        for other, cell in enumerate(row.cells):
            if cell is not None:
                assert cell.opponent == heat[other].entrant
                assert cell.score + heat[other].cells[number].score == 1
                assert cell.interval.low <= cell.score <= cell.interval.high


def test_turns_chart_counts_every_game_once() -> None:
    batch = play_all(start_batch())
    totals = batch_report(batch).together.totals
    chart = turns_chart(totals, batch=batch)
    assert chart is not None
    assert chart.total == sum(totals.won_drawn_lost)
    assert len(chart.series) == len(totals.reasons)


def test_seat_advantage_counts_both_decks() -> None:
    report = batch_report(play_all(start_batch()))
    totals = report.together.totals
    name, seat, number = advantages(report)[0]
    (first, second) = totals.figures["seats"]
    points = first[0] + second[2] + (first[1] + second[1]) / 2
    assert "first seat" in name
    assert number == totals.games
    assert seat.score == pytest.approx(points / totals.games)
    assert seat.interval.low <= seat.score <= seat.interval.high


def test_few_games_give_no_card_figures(client: Client) -> None:
    batch = play_all(start_batch())
    assert "told from 200 games on; so far there are 80" in client.get(f"/simulations/{batch.token}/").content.decode()
    figures = deck_card_report(batch.entrants.get(number=0), batch=batch)
    assert all(card.impact is None for card in figures.cards)


def test_many_games_give_card_figures(client: Client) -> None:
    batch = multiply_results(play_all(start_batch()), times=20)
    code = hide_card_in_half_the_games(batch)
    figures = deck_card_report(batch.entrants.get(number=0), batch=batch)
    assert figures.games == 1600
    (rated,) = [card for card in figures.cards if card.impact is not None]
    assert rated.code == code
    for card in figures.cards:
        assert card.opening <= card.drawn <= card.games
        assert card.played <= card.drawn
        assert (card.impact is None) == (card.games_compared < MIN_GAMES)
    assert rated.impact.value == pytest.approx(0.25)
    assert 0.15 < rated.impact.interval.low < 0.25 < rated.impact.interval.high < 0.35
    page = client.get(f"/simulations/{batch.token}/").content.decode()
    assert rated.name in page
    assert "+25.0" in page
    assert "is-thin" in page, "fewer than 1,000 games with or without the card"


def test_every_deck_of_a_table_has_a_card_page(client: Client) -> None:
    batch = multiply_results(play_all(start_batch(batch_params(table=TABLE))), times=10)
    page = client.get(f"/simulations/{batch.token}/").content.decode()
    assert f"/simulations/{batch.token}/cards/2/" in page
    assert "Moonstone" in client.get(f"/simulations/{batch.token}/cards/2/").content.decode()
    assert client.get(f"/simulations/{batch.token}/cards/3/").status_code == 404
    assert client.get(f"/simulations/{batch.token}/cards/99999999999999999999/").status_code == 404


@pytest.mark.parametrize("raw", [{}, {"table": TABLE}])
def test_number_of_queries_does_not_depend_on_games(
    client: Client, raw: dict[str, Any], django_assert_max_num_queries: Any
) -> None:
    batch = multiply_results(play_all(start_batch(batch_params(**raw))), times=10_000)
    assert sum(2 * row.played_pairs for row in MatchUp.objects.all()) >= 800_000
    with django_assert_max_num_queries(9):
        assert client.get(f"/simulations/{batch.token}/").status_code == 200


def test_exports_include_card_figures(client: Client) -> None:
    batch = multiply_results(play_all(start_batch()), times=20)
    hide_card_in_half_the_games(batch)
    rows = list(csv.reader(io.StringIO(client.get(f"/simulations/{batch.token}/results.csv").content.decode())))
    start = next(number for number, row in enumerate(rows) if row[:3] == ["deck", "code", "name"])
    decks = {row[0] for row in rows[start + 1 :] if len(row) == len(rows[start])}
    assert decks == {BRIGHT, WINDY}
    exported = client.get(f"/simulations/{batch.token}/results.json").json()["card_figures"]
    api = client.get(f"/api/v1/simulations/{batch.token}/results/").json()["card_figures"]
    assert exported == api
    assert exported[0]["games"] == 1600
    assert any(card["impact"] is not None for card in exported[0]["cards"])


def test_early_stop_is_marked_everywhere(client: Client) -> None:
    batch = multiply_results(play_all(start_batch(batch_params(table=TABLE))), times=20)
    address, api = f"/simulations/{batch.token}/", f"/api/v1/simulations/{batch.token}/"
    assert client.get(api).json()["fixed_sample"]
    assert "stopped" not in client.get(address).content.decode()
    Batch.objects.update(until=0.05)
    assert "stopped at" not in batch_report(Batch.objects.get()).citation, "none did"
    MatchUp.objects.filter(number=0).update(stopped_early=True)
    assert not client.get(api).json()["fixed_sample"]
    page = client.get(address).content.decode()
    assert page.count("*</td>") == 2, "one match-up, from both sides"
    assert "counts in no rating" in page
    assert "stopped at ±5 points" in page
    assert "Some match-ups stopped early" in client.get(f"{address}cards/0/").content.decode()
    gauntlet = play_all(start_batch(batch_params(seed=8)))
    gauntlet.matchups.filter(number=0).update(stopped_early=True)
    assert client.get(f"/simulations/{gauntlet.token}/").content.decode().count(">stopped</span>") == 2, "and the mean"


def test_cancelled_simulation_is_marked(client: Client) -> None:
    batch = start_batch(batch_params(games=400))
    chunk_play_next()
    batch_cancel(batch)
    page = client.get(f"/simulations/{batch.token}/").content.decode()
    assert "count in no rating" in page
    assert "cancelled before the end" in page
    assert not client.get(f"/api/v1/simulations/{batch.token}/").json()["fixed_sample"]
