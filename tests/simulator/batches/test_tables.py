"""Simulations at tables of more than two: request, sums, report, exports, archive."""

import csv
import io
import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import translation

from simulator.batches import runner, services
from simulator.batches.chunks import chunk_finish, load_matchup
from simulator.batches.request import BatchRequestError, drawn_tables
from simulator.batches.request_parser import parse_batch_request
from simulator.batches.runner import MatchupSpec
from simulator.engine.play.options import OptionError, parse_options
from simulator.engine.values import Facts
from simulator.models.batches import Batch
from simulator.models.ratings import RatingRun
from simulator.reports import comparison
from simulator.reports.batch import batch_report
from tests.simulator.batches.playing import TABLE, batch_params, digests, play_all, start_batch
from tests.simulator.test_archive import comparable, export, import_all
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("toy")]

BRIGHT, WINDY = ({"reference": reference.deck.name} for reference in SYSTEM.reference_decks())
FOUR = [BRIGHT, WINDY, WINDY, BRIGHT]


def table_params(**changes: Any) -> dict[str, Any]:
    params: dict[str, Any] = {
        "players": 4,
        "table": FOUR,
        "system": "toy",
        "policy": "random-1",
        "seed": 7,
        "games": 40,
    }
    return params | changes


def refusals(raw: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(BatchRequestError) as caught:
        parse_batch_request(raw, user=AnonymousUser())
    return {refusal.field: refusal.message for refusal in caught.value.refusals}


def test_table_gives_the_same_sums_as_the_runner() -> None:
    batch = play_all(start_batch(table_params(options={"storm": True})))
    assert (batch.state, batch.players, batch.games_per_round) == (Batch.State.DONE, 4, 4)
    (row,) = batch.matchups.all()
    decks = tuple(SYSTEM.reference_deck(deck["reference"]).deck for deck in FOUR)
    spec = MatchupSpec(
        system="toy", decks=decks, policies=("random-1",) * 4, seed=7, pairs=10, options=Facts({"storm": True})
    )
    totals = runner.play(spec).totals
    assert (row.figures, row.cards, row.digest) == (totals.figures, totals.cards, totals.digest)
    assert row.figures["games"] == 40
    assert row.played_pairs == 10


def test_result_does_not_depend_on_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = digests(play_all(start_batch(table_params())))
    Batch.objects.all().delete()
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: 3)
    batch = start_batch(table_params())
    for chunk in reversed(batch.chunks.all()):
        chunk_finish(chunk, totals=load_matchup(chunk).play(chunk.numbers), seconds=0)
    assert digests(batch) == expected


def test_decks_among_the_reference_decks() -> None:
    batch = play_all(start_batch(table_params(table=None, deck=BRIGHT, players=3)))
    assert batch.kind == Batch.Kind.GAUNTLET
    report = batch_report(batch)
    assert [table.decks[0].name for table in report.tables] == [BRIGHT["reference"]]
    assert report.overall is not None
    assert report.overall.even == pytest.approx(1 / 3)


def test_every_reference_deck_is_drawn() -> None:
    tables = drawn_tables(7, players=4, seed=3)
    assert all(len(table) == 4 and table[0] == 0 for table in tables)
    assert {number for table in tables for number in table[1:]} == set(range(1, 8))
    assert tables == drawn_tables(7, players=4, seed=3) != drawn_tables(7, players=4, seed=4)


def test_chosen_tables() -> None:
    others = [[WINDY, WINDY], [BRIGHT, WINDY]]
    batch = play_all(start_batch(table_params(table=None, deck=BRIGHT, players=3, others=others)))
    assert [[entrant.number for entrant in row.entrants] for row in batch.matchups.all()] == [[0, 1, 2], [0, 3, 4]]


def test_a_deck_among_itself_has_exactly_its_share() -> None:
    report = batch_report(play_all(start_batch(table_params(table=[BRIGHT] * 4))))
    assert [deck.score for deck in report.tables[0].decks] == [0.25] * 4
    assert {deck.verdict for deck in report.tables[0].decks} == {"open"}


def test_allies_share_half_of_the_points() -> None:
    report = batch_report(play_all(start_batch(table_params(table=[BRIGHT] * 4, options={"teams": True}))))
    scores = [deck.score or 0 for deck in report.tables[0].decks]
    assert scores[0] + scores[1] == scores[2] + scores[3] == 0.5


def test_tables_are_not_rated() -> None:
    play_all(start_batch(table_params()))
    assert not RatingRun.objects.exists()


def test_options_make_another_request() -> None:
    plain, same, storm = (
        parse_batch_request(table_params(**changes), user=AnonymousUser()).request_hash
        for changes in ({}, {"options": {"storm": False}}, {"options": {"storm": True}})
    )
    assert plain == same != storm


def test_games_of_two_with_options_are_not_pooled() -> None:
    batch = play_all(start_batch(batch_params(options={"storm": True})))
    assert not batch.matchups.fixed().exists()
    assert play_all(start_batch(batch_params())).matchups.fixed().exists()


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"players": 5}, "players", "5 players: Lanterns is played by 2, 3, 4."),
        ({"players": "many"}, "players", "'many' players"),
        ({"players": True}, "players", "True players"),
        ({"table": [*FOUR, BRIGHT]}, "table", "5 decks, but this table needs 4."),
        ({"table": FOUR[:3]}, "table", "3 decks, but this table needs 4."),
        ({"table": "all"}, "table", "'all' is not a list of decks."),
        ({"table": None, "deck": BRIGHT, "others": []}, "others", "[] is not a list of 1 to 40 lists"),
        ({"table": None, "deck": BRIGHT, "others": [[WINDY]]}, "others[0]", "1 decks, but this table needs 3."),
        ({"table": None, "deck": BRIGHT, "others": [7]}, "others[0]", "7 is not a list of decks."),
        ({"options": {"storm": 3}}, "options.storm", "3 is not allowed for storm: it is true or false."),
        ({"options": {"last_turn": 400}}, "options.last_turn", "a whole number from 6 to 60"),
        ({"options": {"wind": True}}, "options.wind", "There is no option 'wind' for 4 players"),
        ({"options": [1]}, "options", "[1] is not an object of options"),
        ({"options": []}, "options", "[] is not an object of options"),
        ({"table": None, "deck": BRIGHT, "against": [WINDY]}, "against", "name the decks of each table in “others”"),
        ({"players": 2, "table": None, "deck": BRIGHT, "others": [[WINDY]]}, "others", "name opponents in “against”"),
    ],
)
def test_bad_tables_are_refused_with_a_sentence(changes: dict[str, Any], field: str, words: str) -> None:
    messages = refusals(table_params(**changes))
    assert words in messages[field]


def test_decks_that_cannot_sit_at_one_table() -> None:
    long_deck = {"sections": {"charm": {"toy-7": 1}, "bag": {"toy-1": 3, "toy-2": 3, "toy-3": 3, "toy-4": 1}}}
    messages = refusals(table_params(players=3, table=[BRIGHT, WINDY, long_deck | {"format": "long"}]))
    assert "different formats: long, short" in messages["table"]


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_report_page(client: Client, language: str) -> None:
    batch = play_all(start_batch(table_params(games=400)))
    page = client.get(f"/simulations/{batch.token}/", headers={"accept-language": language}).content.decode()
    assert page.count('class="matchup matchup-') >= 4
    assert "heat" not in page
    assert client.get(f"/simulations/{batch.token}/cards/0/").status_code == 200
    assert client.get(f"/simulations/{batch.token}/compare/?before=0&after=1").status_code == 404
    assert "4 players" in batch_report(batch).citation


def test_form_plays_a_table(client: Client) -> None:
    page = client.get("/simulations/new/?system=toy").content.decode()
    assert 'name="players"' in page
    assert 'name="option_storm"' in page
    form = {
        "system": "toy", "deck": "text", "text": TABLE[2]["text"], "kind": "chosen", "games": "free", "free_games": 8,
        "policy": "random-1", "seed": 1, "players": 3, "option_last_turn": 30, "option_storm": "on",
        "others": [f"reference:{WINDY['reference']}", f"reference:{BRIGHT['reference']}"],
    }  # fmt: skip
    assert client.post("/simulations/new/", form).status_code == 302
    batch = Batch.objects.get()
    assert (batch.players, batch.options, batch.games) == (3, {"storm": True}, 9)
    refused = client.post("/simulations/new/", form | {"option_last_turn": 99})
    assert refused.status_code == 400
    assert "60" in refused.content.decode()
    wrong = client.post("/simulations/new/", form | {"others": form["others"][:1]})
    assert "1 decks, but this table needs 2." in wrong.content.decode()


FORM = {
    "system": "toy", "deck": f"reference:{BRIGHT['reference']}", "kind": "chosen", "games": "free", "free_games": 6,
    "policy": "random-1", "seed": 1, "players": 3,
}  # fmt: skip


def test_form_leaves_out_the_own_deck_among_the_others(client: Client) -> None:
    both = [f"reference:{deck['reference']}" for deck in (WINDY, BRIGHT)]
    refused = client.post("/simulations/new/", FORM | {"others": both})
    assert refused.status_code == 400
    assert "1 decks, but this table needs 2." in refused.content.decode()


def test_kinds_are_named_for_any_number_of_players(client: Client) -> None:
    page = client.get("/simulations/new/?game=toy").content.decode()
    assert "everybody against everybody" not in page
    assert "every pair of the chosen decks; two players only" in page
    both = [f"reference:{deck['reference']}" for deck in (WINDY, BRIGHT)]
    refused = client.post("/simulations/new/", FORM | {"kind": "table", "others": both})
    assert "Pairs need two players; choose another kind for 3." in refused.content.decode()


@pytest.mark.parametrize(
    ("options", "spanish", "italian"),
    [
        ({"storm": 3}, "3 no se permite para storm: es true o false.", "3 non è permesso per storm: è true o false."),
        ({"last_turn": 99}, "un número entero de 6 a 60", "un numero intero da 6 a 60"),
        (
            {"wind": 1},
            "No hay ninguna opción 'wind' para 4 jugadores",
            "Non c’è nessuna opzione 'wind' per 4 giocatori",
        ),
        ([1], "[1] no es un objeto de opciones", "[1] non è un oggetto di opzioni"),
    ],
)
def test_refused_options_are_named_in_the_language_of_the_user(options: Any, spanish: str, italian: str) -> None:
    for language, sentence in (("es", spanish), ("it", italian)):
        with translation.override(language):
            assert sentence in " ".join(refusals(table_params(options=options)).values())


def test_sentences_of_options_are_those_of_the_engine() -> None:
    for raw in ({"storm": 3}, {"last_turn": 99}, {"wind": 1}, [1], {"storm": "x", "teams": 2}):
        with pytest.raises(OptionError) as fault:
            parse_options(raw, options=SYSTEM.options, seats=4)
        assert list(refusals(table_params(options=raw)).values()) == [text for _, text in fault.value.problems]


def test_staff_see_every_deck_of_a_table(admin_client: Client) -> None:
    batch = start_batch(table_params())
    row = batch.matchups.get()
    for path in ("/admin/simulator/matchup/", f"/admin/simulator/matchup/{row.pk}/change/"):
        page = admin_client.get(path).content.decode()
        assert ", ".join(deck["reference"] for deck in FOUR[2:]) in page


def test_csv_has_one_row_per_deck(client: Client) -> None:
    batch = play_all(start_batch(table_params()))
    rows = list(csv.DictReader(io.StringIO(client.get(f"/simulations/{batch.token}/results.csv").content.decode())))[:4]
    assert [row["deck"] for row in rows] == [deck["reference"] for deck in FOUR]
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1)
    assert all(sum(int(row[f"place_{place}"]) for place in range(1, 5)) == 40 for row in rows)


def test_json_names_every_deck(client: Client) -> None:
    batch = play_all(start_batch(table_params()))
    data = json.loads(client.get(f"/simulations/{batch.token}/results.json").content)
    assert data["players"] == 4
    assert data["matchups"] == []
    (table,) = data["tables"]
    assert [deck["name"] for deck in table["decks"]] == [deck["reference"] for deck in FOUR]
    assert sum(deck["share"] for deck in table["decks"]) == pytest.approx(1)


def test_archive_keeps_tables_and_options() -> None:
    anna, bruno = (get_user_model().objects.create_user(name) for name in ("anna", "bruno"))
    play_all(start_batch(table_params(options={"storm": True}), user=anna))
    data = export(anna)
    assert import_all(bruno, data) == ["new"]
    assert comparable(export(bruno)) == comparable(data)
    assert import_all(bruno, data) == ["known"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda row: row.update(players=1),
        lambda row: row.update(players=3),
        lambda row: row.update(games_per_round=0),
        lambda row: row.update(options=[]),
        lambda row: row.update(options={"x": None}),
        lambda row: row["matchups"][0].update(others=[9, 9]),
        lambda row: row["matchups"][0].update(others="ab"),
        lambda row: row["matchups"][0]["figures"].update(rounds=3),
        lambda row: row["matchups"][0]["figures"]["shares"][0].__setitem__(0, 10**6),
        lambda row: row["matchups"][0]["figures"]["places"][0].__setitem__(0, 99),
        lambda row: row["matchups"][0]["figures"]["seats"].pop(),
        lambda row: row["matchups"][0]["figures"]["measures"]["light"].pop(),
        lambda row: row["matchups"][0].update(samples={"longest": [9, 9, 9]}),
        lambda row: row["matchups"].clear(),
    ],
)
def test_spoiled_archive_is_refused(spoil: Any) -> None:
    anna, bruno = (get_user_model().objects.create_user(name) for name in ("anna", "bruno"))
    play_all(start_batch(table_params(), user=anna))
    data = export(anna)
    spoil(data["simulations"][0])
    assert import_all(bruno, data) == ["refused"]
    assert not Batch.objects.filter(owner=bruno).exists()


def test_deck_that_is_drawn_twice_has_an_entrant_for_each_seat() -> None:
    batch = play_all(start_batch(table_params(table=None, deck=BRIGHT)))
    (row,) = batch.matchups.all()
    numbers = [entrant.number for entrant in row.entrants]
    assert len(set(numbers)) == 4


def test_reference_decks_that_do_not_fit_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    long_deck = {"sections": {"charm": {"toy-7": 1}, "bag": {"toy-1": 3, "toy-2": 3, "toy-3": 3, "toy-4": 1}}}
    messages = refusals(table_params(table=None, deck=long_deck | {"format": "long"}))
    assert "choose at least one deck" in messages["against"]


def test_most_games_are_rounded_down_to_whole_rounds() -> None:
    request = parse_batch_request(table_params(players=3, table=FOUR[:3], games=2_500), user=AnonymousUser())
    assert request.games == 2_499


def test_same_table_asked_for_in_another_way_has_its_own_overall_share() -> None:
    play_all(start_batch(table_params(), visitor="one"))
    copied = start_batch(table_params(table=None, deck=FOUR[0], others=[FOUR[1:]]), visitor="two")
    assert copied.state == Batch.State.DONE
    assert batch_report(copied).overall is not None


def test_largest_table_is_imported_again() -> None:
    anna, bruno = (get_user_model().objects.create_user(name) for name in ("anna", "bruno"))
    play_all(start_batch(table_params(players=3, table=FOUR[:3], games=3), user=anna))
    data = export(anna)
    (simulation,) = data["simulations"]
    simulation["games"] = 100_002
    figures = simulation["matchups"][0]["figures"]
    rounds, full = 33_334, 180
    simulation["matchups"][0] |= {"planned_pairs": rounds, "played_pairs": rounds, "samples": {}, "errors": []}
    games = 3 * rounds
    figures |= {
        "games": games,
        "rounds": rounds,
        "shares": [[full * rounds, full * full * rounds], [0, 0], [0, 0]],
        "places": [[games, 0, 0]] * 3,
        "seats": [[[rounds, 60 * rounds]] * 3] * 3,
        "order": [[rounds, 60 * rounds]] * 3,
        "endings": {"bright": {"9": games}},
    }
    assert import_all(bruno, data) == ["new"]


def test_versions_are_compared_on_games_with_the_usual_options_only() -> None:
    usual = play_all(start_batch(batch_params()))
    play_all(start_batch(batch_params(options={"storm": True}, games=80)))
    version = usual.entrants.get(number=0)
    runs, _fixed = comparison._load_runs(version, system="toy")
    assert {len(run) for run in runs.values()} == {20}
