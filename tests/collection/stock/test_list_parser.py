"""Parsing lists from any source: every row gets a verdict, and nothing raises."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.stock.lists import parser
from collection.stock.lists.resolver import Finder
from simulator import games

SYSTEM = games.system("signum")
FINDER = Finder(
    SYSTEM, {printing.code: number for number, card in enumerate(SYSTEM.catalogue, 1) for printing in card.printings}
)


def parse(text: str | bytes, format: str = "") -> list[parser.ListRow]:
    data = text if isinstance(text, str) else parser.decode(text)
    return list(parser.parse_rows(parser.open_sheet(data, format=format), Finder(SYSTEM, FINDER.printings)))


def valid_rows(text: str | bytes, format: str = "") -> list[tuple[str, dict[str, int]]]:
    return [(row.code, row.amounts) for row in parse(text, format) if row.error is None]


def errors(text: str | bytes, format: str = "") -> list[tuple[int, str]]:
    return [(row.line, row.error.reason) for row in parse(text, format) if row.error]


GREER = [("core-007", {"cards": 2})]


@pytest.mark.parametrize(
    "text",
    [
        "code,cards\ncore-007,2\n",
        "name;count\nGreer the Stubborn;2\n",
        "Card Name\tQty\r\nGreer the Stubborn\t2\r\n",
        'Nombre;Cantidad\n"Greer el Terco";2',
        "NOME|QUANTITÀ\nGreer il Testardo|2",
        "\ufeffcode,cards\ncore-007,2",
        "cards,code,price\n2.0,CORE-007,9.99\n",
        "Greer the Stubborn,2\n",
        "2;Greer the Stubborn;near mint\n",
        "quantity,name,set\n2x,greer the stubborn,core\n",
        "2 Greer the Stubborn\n",
        "Greer the Stubborn x2",
        "// my list\nBattle deck\n2 Greer the Stubborn // signed\n",
        '[{"code": "core-007", "cards": 2}]',
        '{"holdings": [{"name": "Greer the Stubborn", "qty": "2"}]}',
        '{"code": "core-007", "cards": 2}',
    ],
)
def test_dialects_are_detected(text: str) -> None:
    assert valid_rows(text) == GREER
    assert errors(text) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_encodings_are_detected(encoding: str) -> None:
    rows = parse("code;cards;note\ncore-007;2;años\n".encode(encoding))
    assert [(row.code, row.words) for row in rows] == [("core-007", {"note": "años"})]


def test_a_name_with_a_comma_is_not_split() -> None:
    comma = next(card for card in SYSTEM.catalogue if "," in card.name())
    assert valid_rows(f"1 {comma.name()}\n{comma.name()}\n") == [(comma.code, {"cards": 1})] * 2


def test_invalid_rows_are_reported_and_the_others_parsed() -> None:
    text = "code,name,cards,painted\ncore-007,,2,1\n,Gandalf,1,\n,,3,\ncore-081,,lots,\n"
    text += ",Greer the Stubborn,,\ncore-255,,1,2\n"
    assert valid_rows(text) == [("core-007", {"cards": 2, "painted": 1})]
    assert errors(text) == [
        (3, "unknown_card"), (4, "no_name"), (5, "not_a_number"), (6, "no_amounts"), (7, "no_miniature"),
    ]  # fmt: skip


def test_an_unknown_name_has_suggestions_and_keeps_its_amount() -> None:
    (row,) = parse("3 Greer the Stuborn")
    assert row.error is not None
    assert row.error.suggestions[0] == "Greer the Stubborn"
    assert row.amounts == {"cards": 3}


def test_headings_set_what_is_counted() -> None:
    text = "Greer the Stubborn\n\nPainted miniatures:\n2 Greer the Stubborn\nBuscadas\n1 core-007\n"
    assert valid_rows(text) == [("core-007", {"cards": 1}), ("core-007", {"painted": 2}), ("core-007", {"wanted": 1})]


def test_unknown_columns_are_reported() -> None:
    sheet = parser.open_sheet("code,cards,Foil\ncore-007,2,yes\n")
    list(parser.parse_rows(sheet, FINDER))
    assert sheet.unused == ["Foil"]


def test_a_wrong_set_is_reported() -> None:
    assert errors("name,set,cards\nGreer the Stubborn,moon,1\n") == [(2, "not_in_set")]


def test_too_many_rows_are_reported() -> None:
    rows = parse("\n".join(["core-007"] * (parser.MAX_ROWS + 5)), "text")
    assert len(rows) == parser.MAX_ROWS + 1
    assert rows[-1].error is not None
    assert rows[-1].error.reason == "too_many_rows"


@pytest.mark.parametrize(
    "text",
    ["[" * 5000, "{", "[1, null, [], true]", '{"holdings": 3}', '[{"code": {"a": 1}}]', '[{"cards": 1e999}]',
     '[{"code": "core-007", "cards": ' + "9" * 5000 + "}]", '"', 'code,cards\n"core-007', "code\n" + "a" * 200_000,
     "\x00\x00", '[{"name": "\\ud800", "cards": 1}]'],
)  # fmt: skip
def test_nonsense_is_reported(text: str) -> None:
    rows = parse(text)
    assert rows
    assert all(row.error for row in rows)
    json.dumps([row.error.text for row in rows if row.error]).encode()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    data=st.binary(max_size=300)
    | st.text(alphabet=st.sampled_from('core-07,;\t"\n{}[]:2x Greer the'), max_size=200).map(str.encode)
)
def test_any_bytes_are_parsed(data: bytes) -> None:
    for row in parse(data):
        assert bool(row.code) != bool(row.error)
        assert all(0 <= number <= 9999 for number in row.amounts.values())
        # Stored text must suit every database.
        assert "\x00" not in row.text
        row.text.encode()
