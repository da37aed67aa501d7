"""Parsing of decklists as players write them, and problems of invalid lines."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.cards.card import CardSpec, Catalogue
from simulator.engine.decks.decklist import DeckList, read, render
from simulator.engine.decks.report import Problem
from simulator.engine.game_system import GameSystem
from simulator.engine.values import Words
from tests.engine.properties import repeatable
from tests.toy import SYSTEM


def cards(text: str, *, section: str = "bag", system: GameSystem = SYSTEM) -> dict[str, int]:
    """The cards of one section of a text that parses without problems."""
    deck, problems = read(text, system=system)
    assert problems == ()
    return dict(deck.section(section))


def only_problem(text: str, *, system: GameSystem = SYSTEM) -> Problem:
    problems = read(text, system=system)[1]
    assert len(problems) == 1
    return problems[0]


def system_with(*names: str, kind: str = "flame") -> GameSystem:
    """The toy system with cards toy-1, toy-2 and so on with these names."""
    specs = [
        CardSpec(code=f"toy-{number}", names=Words.same(name), kind=kind, set_code="toy")
        for number, name in enumerate(names, start=1)
    ]
    return replace(SYSTEM, catalogue=Catalogue(specs))


def test_a_complete_decklist_is_parsed() -> None:
    text = "// Bright Night\n// format: long\nCharm\n1 Moonstone\n\nBag\n2 Bonfire\n1 Breeze\n"
    deck = DeckList.of(
        {"charm": {"toy-7": 1}, "bag": {"toy-3": 2, "toy-5": 1}}, system="toy", format="long", name="Bright Night"
    )
    assert read(text, system=SYSTEM) == (deck, ())


@pytest.mark.parametrize(
    "line",
    [
        "2 Bonfire",
        "2x Bonfire",
        "2X bonfire",
        "2 x Bonfire",
        "2xBonfire",
        "2\u00d7 Bonfire",
        "Bonfire x2",
        "Bonfire X 2",
        "BONFIRE \u00d72",
        "  2   bonfire  ",
        "2\tBonfire",
        "2 Hoguera",
        "falo x2",
        "2 Falò",
        "2 toy-3",
        "TOY-3 x2",
        "2 Bonfire // the best",
        "2 Bonfire # the best",
        "Bonfire\nBonfire",
        "2 Bon\u200bfire",
        "\ufeff2 Bonfire",
        "02 Bonfire",
    ],
)
def test_all_notations_of_a_card_line_are_parsed(line: str) -> None:
    assert cards(f"Bag\n{line}") == {"toy-3": 2}


@pytest.mark.parametrize("line", ["Bonfire", "hoguera", "toy-3", "1 Bonfire"])
def test_a_bare_name_is_one_card(line: str) -> None:
    assert cards(f"Bag\n{line}") == {"toy-3": 1}


@pytest.mark.parametrize("heading", ["Bag", "BAG:", "bolsa", "Sacchetto", "pouch", "bag // mine", "Bag:"])
def test_headings_are_recognized_in_any_language_and_case(heading: str) -> None:
    # A charm under the wrong heading stays there: legality is not checked by the parser.
    assert cards(f"{heading}\n1 Moonstone") == {"toy-7": 1}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending_is_accepted(ending: str) -> None:
    assert cards(ending.join(["Bag", "1 Torch", "", "2 Candle"])) == {"toy-2": 1, "toy-1": 2}


def test_without_headings_cards_go_to_their_home_section() -> None:
    text = "1 Moonstone\n2 Bonfire"
    assert cards(text, section="charm") == {"toy-7": 1}
    assert cards(text) == {"toy-3": 2}


def test_counts_of_the_same_card_add_up_in_any_language() -> None:
    assert cards("2 Bonfire\nHoguera x3\nfalò") == {"toy-3": 6}


@pytest.mark.parametrize("text", ["", "\n\n", "//", "# \n//", "\u200b"])
def test_an_empty_text_is_an_empty_deck_in_the_first_format(text: str) -> None:
    assert read(text, system=SYSTEM) == (DeckList(system="toy", format="short"), ())


@pytest.mark.parametrize(
    ("text", "name", "format"),
    [
        ("// Night\n# by me\n1 Torch", "Night", "short"),
        ("# format: long\n# Night\n1 Torch", "Night", "long"),
        ("// Formato: LARGO\n// Night", "Night", "long"),
        ("1 Torch\n// the rest is a joke", "", "short"),
        ("Bag\n### Night\n1 Torch\n//format:long", "Night", "long"),
        ("// name: format: long", "format: long", "short"),
    ],
)
def test_comments_set_the_name_and_the_format(text: str, name: str, format: str) -> None:
    deck, problems = read(text, system=SYSTEM)
    assert (deck.name, deck.format, problems) == (name, format, ())


def test_an_unknown_card_is_reported_with_its_line_and_suggestions() -> None:
    deck, problems = read("Bag\n1 Torch\n\n2x Bonfirre // hot\n", system=SYSTEM)
    assert dict(deck.section("bag")) == {"toy-2": 1}
    (problem,) = problems
    assert (problem.code, problem.severity) == ("UNKNOWN_CARD", "error")
    assert problem.params["line"] == 4
    assert problem.params["text"] == "Bonfirre"
    assert problem.params["suggestions"] == ("Bonfire",)
    assert problem.message == "Line 4: no card is called 'Bonfirre'. Did you mean 'Bonfire'?"
    assert problem.fixes[0].as_json() == {"do": "replace", "line": 4, "count": 2, "text": "2 Bonfire"}


def test_every_bad_line_is_reported_and_the_good_ones_are_kept() -> None:
    text = "Bag\n0 Torch\n-1 Torch\n1000000000 Torch\n2\nx2\n---\n1 Torch\n1 Lava\n3x\n" + "9" * 250 + " Torch"
    deck, problems = read(text, system=SYSTEM)
    assert dict(deck.section("bag")) == {"toy-2": 1}
    assert [(problem.params["line"], problem.params["reason"]) for problem in problems] == [
        (2, "bad_count"),
        (3, "bad_count"),
        (4, "bad_count"),
        (5, "no_name"),
        (6, "no_name"),
        (7, "no_name"),
        (9, "unknown_card"),
        (10, "no_name"),
        (11, "bad_count"),
    ]


def test_an_absurd_count_of_an_unknown_card_suggests_one_copy() -> None:
    assert only_problem("1000000000 Torhc").fixes[0].text == "1 Torch"


def test_the_sum_of_counts_is_limited() -> None:
    deck, problems = read("999 Torch\n1 Torch", system=SYSTEM)
    assert deck.size("bag") == 999
    assert problems[0].params["reason"] == "bad_count"


@pytest.mark.parametrize("char", ["\x00", "\x07", "\x1b", "\ud800"])
def test_a_line_with_unprintable_characters_is_reported_without_them(char: str) -> None:
    problem = only_problem(f"1 Torch\n1 Bon{char}fire")
    assert (problem.code, problem.params["reason"], problem.params["line"]) == ("BAD_LINE", "control_character", 2)
    assert problem.params["text"] == "1 Bon\ufffdfire"


def test_a_too_long_line_is_reported_and_cut() -> None:
    problem = only_problem("1 Torch\n" + "a" * 5000)
    assert (problem.params["reason"], problem.params["line"]) == ("line_too_long", 2)
    assert len(str(problem.params["text"])) == 300


def test_lines_beyond_the_limit_are_reported() -> None:
    deck, problems = read("Bag\n" + "\n" * 998 + "1 Torch\n1 Torch\n1 Candle", system=SYSTEM)
    assert deck.size("bag") == 1
    assert [(problem.params["reason"], problem.params["line"]) for problem in problems] == [("text_too_long", 1001)]


def test_empty_lines_at_the_end_are_ignored() -> None:
    assert cards("1 Torch" + "\n" * 5000) == {"toy-2": 1}


def test_a_huge_text_is_reported_where_parsing_stopped() -> None:
    deck, problems = read("1 Torch\n" + "x" * 10_000_000, system=SYSTEM)
    assert deck.size("bag") == 1
    assert [(problem.code, problem.params["line"]) for problem in problems] == [("BAD_LINE", 2)]


def test_suggestions_are_limited_to_the_first_bad_lines() -> None:
    deck, problems = read("\n".join(f"Torcch {number}a" for number in range(900)), system=SYSTEM)
    assert deck.sections == ()
    assert len(problems) == 900
    assert sum(bool(problem.params["suggestions"]) for problem in problems) == 30


def test_an_unknown_format_is_reported_with_the_known_ones() -> None:
    problem = only_problem("// format: medium")
    assert (problem.code, problem.params["reason"]) == ("BAD_LINE", "unknown_format")
    assert problem.params["suggestions"] == ("// format: short", "// format: long")


def test_two_different_formats_are_reported() -> None:
    deck, problems = read("// format: long\n// format: long\n// format: short", system=SYSTEM)
    assert deck.format == "long"
    assert [(problem.params["reason"], problem.params["line"]) for problem in problems] == [("second_format", 3)]


def test_a_name_that_is_too_long_is_cut_with_a_warning() -> None:
    deck, problems = read("// " + "a" * 150, system=SYSTEM)
    assert deck.name == "a" * 100
    assert [(problem.severity, problem.params["reason"]) for problem in problems] == [("warning", "name_too_long")]


def test_after_a_misspelt_heading_cards_go_to_their_home_section() -> None:
    deck, problems = read("Charm\n1 Moonstone\nSachetto\n2 Bonfire", system=SYSTEM)
    assert dict(deck.section("bag")) == {"toy-3": 2}
    assert [(problem.code, problem.params["suggestions"]) for problem in problems] == [("BAD_LINE", ("Sacchetto",))]


def test_an_ambiguous_name_is_reported_with_the_codes() -> None:
    problem = only_problem("2 Torch", system=system_with("Torch", "Torch"))
    assert problem.params["reason"] == "several_cards"
    assert problem.params["suggestions"] == ("2 toy-1", "2 toy-2")


def test_an_ambiguous_name_is_resolved_by_the_section() -> None:
    flame, charm = (
        CardSpec(code=f"toy-{number}", names=Words.same("Spark"), kind=kind, set_code="toy")
        for number, kind in [(1, "flame"), (2, "charm")]
    )
    system = replace(SYSTEM, catalogue=Catalogue([flame, charm]))
    assert cards("Charm\n1 Spark", section="charm", system=system) == {"toy-2": 1}
    assert cards("Bag\n1 Spark", system=system) == {"toy-1": 1}


def test_a_card_without_home_section_needs_a_heading() -> None:
    system = system_with("Rope", kind="tool")
    assert only_problem("1 Rope", system=system).params["reason"] == "no_section"
    assert cards("Bag\n1 Rope", system=system) == {"toy-1": 1}


def test_a_card_that_lies_on_the_table_is_refused_under_every_heading() -> None:
    system = replace(system_with("Rope", kind="tool"), table_kinds=("tool",))
    for text in ("1 Rope", "Bag\n1 Rope", "Charm\n1 Rope"):
        problem = only_problem(text, system=system)
        assert (problem.code, problem.params["reason"]) == ("BAD_LINE", "no_section")
        assert problem.message.endswith("no part of the deck is made for 'Rope'.")


AWKWARD = (
    "7 Sparks",
    "Sparks",
    "x Sparks",
    "Sparks x2",
    "Fire // Ice",
    "#1",
    "Bag",
    "toy-1",
    "format: x",
    "1 1",
    "Twin",
    "Twin",
)


def test_cards_with_awkward_names_round_trip() -> None:
    system = system_with(*AWKWARD)
    deck = DeckList.of(
        {"bag": {card.code: 7 for card in system.catalogue}, "charm": {card.code: 1 for card in system.catalogue}},
        system="toy",
        format="short",
    )
    assert read(render(deck, system=system), system=system) == (deck, ())


@pytest.mark.parametrize(
    ("line", "code", "count"),
    [("7 Sparks", "toy-2", 7), ("1 7 Sparks", "toy-1", 1), ("Fire // Ice", "toy-5", 1), ("Sparks x2", "toy-2", 2)],
)
def test_an_ambiguous_line_is_read_as_count_and_name_first(line: str, code: str, count: int) -> None:
    assert cards(f"Bag\n{line}", system=system_with(*AWKWARD)) == {code: count}


@repeatable
@given(st.text(max_size=400))
def test_any_text_is_parsed(text: str) -> None:
    deck, problems = read(text, system=SYSTEM)
    assert read(render(deck, system=SYSTEM), system=SYSTEM) == (deck, ())
    assert all(problem.message and problem.code in ("BAD_LINE", "UNKNOWN_CARD") for problem in problems)


LINES = st.sampled_from(
    ["1 Torch", "Bonfire x2", "Lava", "Bag", "Amuleto", "", "# x", "0 Torch", "2", "toy-5", "B\x00g"]
)


@repeatable
@given(st.lists(LINES, max_size=30))
def test_no_line_is_dropped_silently(chosen: list[str]) -> None:
    deck, problems = read("\n".join(chosen), system=SYSTEM)
    copies = sum(deck.size(section.code) for section in SYSTEM.sections)
    assert copies == sum({"1 Torch": 1, "Bonfire x2": 2, "toy-5": 1}.get(line, 0) for line in chosen)
    bad = [number for number, line in enumerate(chosen, start=1) if line in ("Lava", "0 Torch", "2", "B\x00g")]
    assert [problem.params["line"] for problem in problems] == bad
