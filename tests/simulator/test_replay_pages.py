"""Replays of games: pages, text file and API."""

from dataclasses import replace

import pytest
from django.test import Client

from simulator import games
from simulator.engine.decks.changes import apply_fix
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import render
from simulator.engine.decks.report import Fix
from simulator.games.signum import SYSTEM
from simulator.models.batches import Batch
from simulator.replays import GameSpec, narrate_game, present_step
from tests.simulator.batches.playing import batch_params, play_all, start_batch

pytestmark = pytest.mark.django_db

DECKS = tuple(reference.deck for reference in games.system("signum").reference_decks()[:2])
GAME = GameSpec(system="signum", decks=DECKS, policies=("greedy", "greedy"), seed=5, seating=(1, 0))


@pytest.fixture
def batch() -> Batch:
    """Two games with the greedy policy: random games take ten times as long."""
    decks = {"deck": {"reference": DECKS[0].name}, "against": [{"reference": DECKS[1].name}]}
    raw = batch_params(system="signum", games=2, policy="greedy", **decks)
    return play_all(start_batch(raw))


def address(batch: Batch, *, pair: int = 0, game: int = 0, matchup: int = 0) -> str:
    return f"/simulations/{batch.token}/games/{batch.matchups.get().number + matchup}/{pair}/{game}/"


def test_report_links_to_replay(client: Client, batch: Batch) -> None:
    report = client.get(f"/simulations/{batch.token}/").content.decode()
    assert address(batch) in report or address(batch, game=1) in report
    page = client.get(address(batch), {"step": "20"}).content.decode()
    assert DECKS[0].name in page
    assert 'class="piece piece-0 piece-leader' in page
    assert "held-back" in page, "hands are face down"
    last = client.get(address(batch), {"step": "999999999", "open": "1"}).content.decode()
    assert "data-replay-end" in last
    assert "held-back" not in last
    part = client.get(address(batch), {"step": "3"}, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="replay"')
    text = client.get(f"{address(batch)}game.txt")
    assert text.headers["Content-Disposition"].startswith("attachment")
    assert "Turn 1: " in text.content.decode()


def test_decks_from_code_and_text_have_names(client: Client) -> None:
    pasted = replace(DECKS[1], name="Friday")
    changed = apply_fix(DECKS[0], Fix(do="remove", card=DECKS[0].section("battle")[0][0], count=1, section="battle"))
    raw = batch_params(
        system="signum",
        games=2,
        policy="greedy",
        deck={"text": encode(changed, system=SYSTEM)},
        against=[{"text": render(pasted, system=SYSTEM)}],
    )
    batch = play_all(start_batch(raw))
    hero = SYSTEM.catalogue.get(changed.section("hero")[0][0])
    assert hero is not None
    assert [entrant.name for entrant in batch.entrants.all()] == [hero.names.en, "Friday"]
    replay_data = client.get(f"/api/v1/simulations/{batch.token}/replays/0/0/0/").json()
    assert replay_data["winners"] == [replay_data["winner"]]
    assert replay_data["seats"] == [hero.names.en, "Friday"]


def test_invalid_step_shows_the_first(client: Client, batch: Batch) -> None:
    for step in ["-1", "x", "9" * 500, "²", ""]:
        page = client.get(address(batch), {"step": step})
        assert page.status_code == 200
        assert '<span class="replay-count">1 /' in page.content.decode()


def test_game_outside_the_batch_is_not_found(client: Client, batch: Batch) -> None:
    for wrong in [{"pair": 1}, {"game": 2}, {"matchup": 1}]:
        assert client.get(address(batch, **wrong)).status_code == 404
        assert client.get(f"{address(batch, **wrong)}game.txt").status_code == 404


def test_a_batch_of_a_retired_policy_stays_readable_but_is_not_played_again(client: Client, batch: Batch) -> None:
    Batch.objects.update(rules_version="3", policy="greedy-1")
    report = client.get(f"/simulations/{batch.token}/")
    assert report.status_code == 200
    assert "greedy-1" in report.content.decode()
    assert address(batch) not in report.content.decode()
    assert client.get(f"/api/v1/simulations/{batch.token}/results/").status_code == 200
    page = client.get(address(batch))
    assert page.status_code == 410
    assert "The cards or rules have changed since it was played (with rules 3)." in page.content.decode()
    answer = client.get(f"/api/v1/simulations/{batch.token}/replays/0/0/0/")
    assert answer.status_code == 410
    assert answer.json()["detail"] == "The rules or the cards have changed since: this game cannot be played again."


def test_a_request_for_a_retired_policy_is_refused_with_a_sentence(client: Client) -> None:
    decks = {"deck": {"reference": DECKS[0].name}, "against": [{"reference": DECKS[1].name}]}
    raw = batch_params(system="signum", games=2, policy="greedy-1", **decks)
    answer = client.post("/api/v1/simulations/", raw, content_type="application/json")
    assert answer.status_code == 400
    (problem,) = answer.json()["problems"]
    assert problem["field"] == "policy"
    assert problem["message"].startswith("The policy 'greedy-1' belongs to rules 3 and does not play with rules 4;")
    assert SYSTEM.policy_name("greedy") == SYSTEM.standard_policy == "greedy-2"


def test_game_is_gone_after_cards_changed(client: Client, batch: Batch) -> None:
    Batch.objects.update(cards_version="older")
    assert client.get(address(batch)).status_code == 410
    assert client.get(f"{address(batch)}game.txt").status_code == 410
    assert address(batch) not in client.get(f"/simulations/{batch.token}/").content.decode()


def test_svg_numbers_have_decimal_points(client: Client, batch: Batch) -> None:
    client.cookies["django_language"] = "es"
    page = client.get(address(batch), {"step": "40"}).content.decode()
    picture = page[page.index('<svg class="field"') : page.index("</svg>", page.index('<svg class="field"'))]
    assert "," not in "".join(part.split('"')[0] for part in picture.split('cx="')[1:])


def test_step_knows_its_turn_and_the_next() -> None:
    step = present_step(GAME, 30, language="en")
    assert step.board is not None
    first_steps = dict(step.turns)
    assert first_steps[step.turn] <= 30
    assert step.turn_before < 30 < step.turn_after
    assert step.turn_after in first_steps.values()
    assert [seat.name for seat in step.board.seats] == [DECKS[1].name, DECKS[0].name]


def test_every_turn_has_one_heading() -> None:
    headings = [sentence.text for step in narrate_game(GAME, language="it") for sentence in step if sentence.is_heading]
    turns = [turn for turn, _ in present_step(GAME, 0, language="it").turns if turn > 0]
    assert [heading.partition(":")[0] for heading in headings] == [f"Turno {turn}" for turn in turns]


def test_api_serves_a_game_step_by_step(client: Client, batch: Batch) -> None:
    first, second = (client.get(f"/api/v1/simulations/{batch.token}/replays/0/0/{game}/").json() for game in (0, 1))
    assert first["seats"] == [deck.name for deck in DECKS]
    assert second["seats"] == first["seats"][::-1]
    assert first["seed"] == second["seed"]
    text = client.get(f"{address(batch)}game.txt").content.decode()
    for step in first["steps"]:
        assert all(sentence["text"] in text for sentence in step["said"])
    assert first["steps"][-1]["turn"] == first["turns"]


@pytest.mark.parametrize("place", ["0/0/2", "0/1/0", "1/0/0", "99999999999999999999/0/0"])
def test_api_reports_a_missing_game(client: Client, batch: Batch, place: str) -> None:
    answer = client.get(f"/api/v1/simulations/{batch.token}/replays/{place}/")
    assert answer.status_code == 404
    assert batch.token in answer.json()["detail"]


def test_api_refuses_a_game_of_other_cards(client: Client, batch: Batch) -> None:
    Batch.objects.update(cards_version="other")
    answer = client.get(f"/api/v1/simulations/{batch.token}/replays/0/0/0/")
    assert answer.status_code == 410
    assert "have changed" in answer.json()["detail"]
