"""Reading a deck from any text: which kind it is, and that nothing is lost."""

import json
import time
from typing import Any

import pytest

from simulator.engine.decks.code import DeckCodeError, encode
from simulator.engine.decks.decklist import DeckList, read, render
from simulator.engine.decks.plain_data import DeckDataError, from_sections
from simulator.engine.decks.reader import DeckReading, read_deck
from tests.toy import SYSTEM

DECK = DeckList.of({"charm": {"toy-7": 1}, "bag": {"toy-3": 2, "toy-5": 1}}, system="toy", format="long", name="Night")
CODE = encode(DECK, system=SYSTEM)
DATA = {"system": "toy", "format": "long", "name": "Night", "sections": {"charm": {"toy-7": 1}, "bag": {"toy-3": 2}}}


def reading(text: str) -> DeckReading:
    return read_deck(text, system=SYSTEM, systems={"toy": SYSTEM})


def problems(text: str) -> list[tuple[Any, Any, Any]]:
    return [
        (problem.params["line"], problem.params["reason"], problem.params["text"]) for problem in reading(text).problems
    ]


@pytest.mark.parametrize(
    ("text", "is_list"),
    [
        (render(DECK, system=SYSTEM), True),
        ("\ufeffcharm:\r\n* Moonstone\r\nbag:\r\n1. 2 Bonfire\r\n2. Breeze (1)\r\n", True),
        ("| Count | Card |\n|---|:-:|\n| 1 | Moonstone |\n| 2 | Bonfire |\n| 1 | Breeze |\n", True),
        (CODE, False),
        (f"  {CODE[:9]}\r\n{CODE[9:]}\n", False),
        (json.dumps(DATA | {"sections": {"charm": {"toy-7": 1}, "bag": {"toy-3": 2, "toy-5": "1"}}}), False),
        ("section,count,code,name\ncharm,1,toy-7,\nbag,2,toy-3,\nbag,1,,Breeze\n", False),
        ('\ufeff\n"Section";"Count";"Code"\r;1;toy-7\r\rbag;2;toy-3\rbag;;toy-5', False),
    ],
    ids=["own", "marks", "table", "code", "broken code", "JSON", "CSV", "spreadsheet"],
)
def test_every_kind_of_text_is_the_same_deck(text: str, is_list: bool) -> None:
    result = reading(text)
    assert result.deck.content_hash == DECK.content_hash
    assert [problem for problem in result.problems if problem.severity == "error"] == []
    assert result.is_list is is_list


def test_the_notation_of_other_tools_needs_no_site() -> None:
    assert dict(read("Bag\n- 2 Torch 🔥\nCandle, 3", system=SYSTEM)[0].section("bag")) == {"toy-2": 2, "toy-1": 3}


def test_counts_below_markdown_headings_are_kept() -> None:
    deck, unread = read("# Night\n## ✨ Charm\n- Moonstone\n### Bag (2)\n- Bonfire (2)\n", system=SYSTEM)
    assert (deck.name, deck.section("bag"), unread) == ("Night", (("toy-3", 2),), ())


def test_two_hashes_before_other_words_are_a_comment() -> None:
    assert read("## hot ones\n2 Bonfire", system=SYSTEM)[0].name == "hot ones"


def test_an_unknown_markdown_heading_with_a_size_is_reported() -> None:
    assert problems("## Charm (1)\n- 1 Moonstone\n\n## Sideboard (2)\n- 2 Torch") == [
        (4, "unknown_heading", "Sideboard")
    ]


def test_cards_below_an_unknown_heading_go_to_their_home_section() -> None:
    result = reading("Charm\n1 Moonstone\nSideboard [2]\n2 Torch")
    assert dict(result.deck.section("bag")) == {"toy-2": 2}
    assert [problem.params["text"] for problem in result.problems] == ["Sideboard"]


def test_a_misspelt_name_behind_a_bullet_gets_suggestions() -> None:
    (problem,) = reading("- 2x Bonfirre").problems
    assert [fix.text for fix in problem.fixes] == ["2 Bonfire"]


def test_rows_are_reported_by_their_line() -> None:
    text = 'section,count,code,name\nbag,1,toy-2,"a\nb"\nattic,1,toy-1,\nbag,0,toy-1,\nbag,1,,Lava\nTorch,1,toy-1,\n'
    assert problems(text) == [
        (4, "unknown_heading", "attic"),
        (5, "bad_count", "0 toy-1"),
        (6, "unknown_card", "Lava"),
        (7, "unknown_heading", "Torch"),
    ]
    assert reading(text).deck.sections == (("bag", (("toy-2", 1),)),)


def test_a_row_with_a_section_that_cannot_be_read_is_reported() -> None:
    text = f"section,count,code\n{'x' * 400},1,toy-1\nb\x07g,1,toy-1\nbag,1,{'x' * 400}\n"
    assert [problem[:2] for problem in problems(text)] == [
        (2, "line_too_long"),
        (3, "control_character"),
        (4, "line_too_long"),
    ]


def test_a_long_table_is_read_up_to_the_limit() -> None:
    text = "section,count,code\n" + "bag,1,toy-1\n" * 1_001 + f'bag,1,"{"x" * 200_000}"'
    assert reading(text).deck.size("bag") == 999
    assert problems(text)[-1][:2] == (1002, "text_too_long")


@pytest.mark.parametrize("word", ["A" * 30, CODE[:-1], f"{CODE[:-1]}{'A' if CODE[-1] != 'A' else 'B'}"])
def test_a_long_word_is_meant_as_a_code(word: str) -> None:
    with pytest.raises(DeckCodeError):
        reading(word)


@pytest.mark.parametrize("text", ["Torch", "Bonfire", "x" * 5_000])
def test_other_words_are_lines(text: str) -> None:
    assert reading(text).is_list


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ('{"sections": ', "no_json"),
        ("{" * 5_000, "no_json"),
        ('{"a": ' * 5_000, "no_json"),
        ('{"system": "chess"}', "no_game"),
        ('{"name": 5, "sections": {}}', "no_texts"),
        ('{"format": ["long"], "sections": {}}', "no_texts"),
        ('{"sections": []}', "no_sections"),
        ('{"sections": {"bag": []}}', "no_cards"),
        ('{"sections": {"": {}}}', "no_code"),
        ('{"sections": {"bag": {"toy-1": "many"}}}', "bad_count"),
    ],
)
def test_json_without_a_deck_is_refused_with_a_reason(data: str, reason: str) -> None:
    with pytest.raises(DeckDataError) as caught:
        reading(data)
    assert caught.value.reason == reason
    assert str(caught.value).endswith(".")


def test_a_deck_of_data_has_a_limit() -> None:
    with pytest.raises(DeckDataError, match="at most 500 different cards"):
        from_sections({"bag": {f"toy-{number}": 1 for number in range(501)}}, system="toy", format="long")


@pytest.mark.parametrize(
    "text",
    ["|" + "-" * 99_990 + "x", ("a(" + "\t" * 116 + "1b\n") * 200, "|-" * 49_000, ("a" + "\t " * 58 + "1b\n") * 200],
    ids=["long ruler", "tabs", "ruler and bars", "tabs and spaces"],
)
def test_hostile_text_is_read_quickly(text: str) -> None:
    started = time.process_time()
    assert reading(text).problems
    assert time.process_time() - started < 10


def test_a_section_of_another_game_in_markdown_is_reported() -> None:
    text = "## Bag (2)\n2 Bonfire\n## Sideboard\n3 Bonfire\n"
    assert ("unknown_heading", "Sideboard") in [(reason, words) for _, reason, words in problems(text)]


def test_a_table_may_begin_with_a_blank_line() -> None:
    assert reading("  \nsection,count,code,name\nbag,2,toy-3,x\n").deck.section("bag") == (("toy-3", 2),)


def test_an_unknown_game_is_quoted_without_broken_characters() -> None:
    with pytest.raises(DeckDataError) as error:
        reading('{"system": "\\ud800x"}')
    assert error.value.params["given"] == "x"
