"""Options of a table: what a request may say, and what is kept of it."""

import pytest

from simulator.engine.play.options import Option, OptionError, all_options, parse_options
from simulator.engine.values import Facts, Words

NAMES = Words.same("x")
LABELS = {"base": NAMES, "sea": NAMES, "sky": NAMES}
OPTIONS = (
    Option(code="storm", names=NAMES, kind="flag", default=False),
    Option(code="turns", names=NAMES, kind="number", default=30, least=6, most=60),
    Option(code="mode", names=NAMES, kind="choice", default="base", labels=LABELS),
    Option(code="boxes", names=NAMES, kind="set", default=("base",), labels=LABELS),
    Option(code="teams", names=NAMES, kind="flag", default=False, seats=(4,)),
)


def parse(raw: object, *, seats: int = 2) -> Facts:
    return parse_options(raw, options=OPTIONS, seats=seats)


def test_only_what_differs_from_the_default_is_kept() -> None:
    assert parse({"storm": False, "turns": 30, "mode": "base", "boxes": ["base"]}) == Facts()
    assert parse({"storm": True, "turns": 6}) == Facts({"storm": True, "turns": 6})


def test_a_set_does_not_depend_on_its_order() -> None:
    assert (
        parse({"boxes": ["sky", "base"]})
        == parse({"boxes": ["base", "sky", "sky"]})
        == Facts({"boxes": ("base", "sky")})
    )


def test_an_option_of_other_tables_is_refused() -> None:
    assert parse({"teams": True}, seats=4) == Facts({"teams": True})
    with pytest.raises(OptionError, match=r"'teams' for 2 players; allowed: storm, turns, mode, boxes\."):
        parse({"teams": True})


@pytest.mark.parametrize(
    ("raw", "allowed"),
    [
        ({"storm": 1}, "true or false"),
        ({"turns": 61}, "from 6 to 60"),
        ({"turns": True}, "from 6 to 60"),
        ({"turns": "30"}, "from 6 to 60"),
        ({"mode": "land"}, "one of base, sea, sky"),
        ({"mode": ["base"]}, "one of base, sea, sky"),
        ({"boxes": "base"}, "a list of base, sea, sky"),
        ({"boxes": ["base", 7]}, "a list of base, sea, sky"),
        ({"boxes": [["base"]]}, "a list of base, sea, sky"),
    ],
)
def test_a_value_that_is_not_allowed_is_quoted(raw: dict[str, object], allowed: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse(raw)
    ((code, sentence),) = caught.value.problems
    assert code in raw
    assert repr(raw[code]) in sentence
    assert allowed in sentence


def test_every_problem_is_reported() -> None:
    with pytest.raises(OptionError) as caught:
        parse({"storm": 2, "turns": 0, "wind": True})
    assert [code for code, _ in caught.value.problems] == ["storm", "turns", "wind"]


def test_a_game_gets_every_option() -> None:
    assert all_options(Facts({"turns": 7}), options=OPTIONS) == Facts(
        {"storm": False, "turns": 7, "mode": "base", "boxes": ("base",), "teams": False}
    )
