"""House formats, and legality that is computed and cached, never stored on decks."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from decks.models import HouseFormat
from decks.rules import legality
from decks.rules.house_formats import FormatRefused, find_format, house_format_change, house_format_create
from simulator.engine.decks.decklist import DeckList, render
from simulator.engine.decks.report import Report
from simulator.engine.game_system import GameSystem
from simulator.games.signum import SYSTEM
from tests.decks.samples import battle_cards, person, reference

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def create_format(**values: object) -> HouseFormat:
    fields = {"base": "basic", "name": "Thursday night", "params": {"least": 10, "copies": 2}, "limits": {}} | values
    return house_format_create(owner=person(), system=SYSTEM, **fields)  # type: ignore[arg-type]


def test_house_format_is_found_by_code_and_inherits_from_its_base() -> None:
    row = create_format()
    format = find_format(row.code, system=SYSTEM)
    assert format is not None
    assert (format.params["least"], format.params["most"], format.params["copies"]) == (10, 40, 2)
    assert format.names["it"] == "Thursday night"
    assert find_format("h-nothing", system=SYSTEM) is None


def test_house_format_limits_decide_legality() -> None:
    card = battle_cards(reference())[0]
    row = create_format(params={"least": 1, "most": 30}, limits={card: 0})
    report = legality.check(reference(), format=row.code)
    assert {problem.code for problem in report.errors} == {"TOO_MANY_COPIES", "DECK_TOO_LARGE"}
    (banned,) = [problem for problem in report.errors if problem.code == "TOO_MANY_COPIES"]
    assert SYSTEM.problem_text(banned, "es").endswith("está prohibida en este formato.")
    assert legality.check(replace(reference(), format=row.code)).problems == report.problems
    assert legality.check(reference()).legal


def test_verdict_is_computed_once_for_the_same_cards_and_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = []

    def check(deck: DeckList, *, format: object = None) -> Report:
        checked.append(deck.content_hash)
        return SYSTEM.check_deck(deck, format=format)  # type: ignore[arg-type]

    fields = {name: getattr(SYSTEM, name) for name in SYSTEM.__slots__}
    spied = GameSystem(**fields | {"check_deck": check})
    monkeypatch.setattr("simulator.games.systems", lambda **_: {spied.code: spied})
    row = create_format()
    for _ in range(3):
        legality.check(reference(), format=row.code)
        legality.check(replace(reference(), name="Another name"), format=row.code)
    assert len(checked) == 1
    house_format_change(row=row, system=SYSTEM, base="basic", name="Thursday night", params={"least": 11}, limits={})
    legality.check(reference(), format=row.code)
    assert len(checked) == 2, "a changed format is checked again"


@pytest.mark.parametrize(
    "wrong",
    [
        {"base": "casual"},
        {"name": " \u200b"},
        {"params": {"least": 50}},
        {"params": {"most": 10**9}},
        {"params": {"mercenaries": "all"}},
        {"params": {"least": True}},
        {"params": {"least": "20"}},
        {"params": {"rule": "S-1"}},
        {"limits": {"core-999": 1}},
        {"limits": {"core-001": -1}},
        {"limits": {"core-001": None}},
    ],
    ids=str,
)
def test_invalid_house_format_is_refused_with_sentences(wrong: dict[str, object]) -> None:
    with pytest.raises(FormatRefused) as caught:
        create_format(**wrong)
    assert all(sentence.endswith(".") for sentence in caught.value.sentences)
    assert not HouseFormat.objects.exists()


def test_check_deck_command_accepts_house_formats(tmp_path: Path) -> None:
    row = create_format(params={"least": 99, "most": 100})
    named, other = tmp_path / "named.txt", tmp_path / "other.txt"
    named.write_text(render(replace(reference(), format=row.code), system=SYSTEM))
    other.write_text(render(reference(), system=SYSTEM))
    for arguments in ([str(named)], [str(other), "--format", row.code]):
        out = StringIO()
        with pytest.raises(SystemExit):
            call_command("check_deck", *arguments, "--json", stdout=out)
        (answer,) = json.loads(out.getvalue())
        errors = {problem["code"] for problem in answer["problems"] if problem["severity"] == "error"}
        assert errors == {"DECK_TOO_SMALL"}
