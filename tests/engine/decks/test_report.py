"""Problems, fixes and reports."""

import json

from simulator.engine.decks.report import Fix, Problem, Report
from simulator.engine.values import Facts

ERROR = Problem(
    "TOO_MANY_COPIES",
    rule="S-2.11",
    cards=("core-1",),
    params=Facts({"found": 3, "most": 2}),
    message="Three.",
    fixes=(Fix(do="remove", card="core-1", count=1),),
)
WARNING = Problem("CITY_OVER_TWELVE", severity="warning")


def test_warnings_alone_leave_a_deck_legal() -> None:
    assert Report().legal
    assert Report((WARNING,)).legal
    assert not Report((WARNING, ERROR)).legal


def test_a_report_separates_errors_and_warnings() -> None:
    report = Report((WARNING, ERROR))
    assert report.errors == (ERROR,)
    assert report.warnings == (WARNING,)


def test_parse_problems_come_before_rule_problems() -> None:
    assert Report((ERROR,)).after([WARNING]).problems == (WARNING, ERROR)


def test_a_report_serializes_to_json() -> None:
    payload = json.loads(json.dumps(Report((ERROR,)).as_json()))
    assert payload == {
        "legal": False,
        "problems": [
            {
                "code": "TOO_MANY_COPIES",
                "severity": "error",
                "rule": "S-2.11",
                "cards": ["core-1"],
                "params": {"found": 3, "most": 2},
                "message": "Three.",
                "fixes": [{"do": "remove", "card": "core-1", "count": 1}],
            }
        ],
    }


def test_the_wording_of_messages_can_be_replaced() -> None:
    payload = Report((ERROR,)).as_json(wording=lambda problem: f"Demasiadas: {problem.params['found']}")
    assert payload["problems"][0]["message"] == "Demasiadas: 3"  # type: ignore[index]


def test_problems_are_values() -> None:
    assert len({ERROR, ERROR, WARNING}) == 2
