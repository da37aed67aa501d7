"""Decks as players send them, three for each rule and side: at the edge of it, against it, and against others too.

The head of each file says what is to be found: all errors, and the warnings the deck was written for.
"""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.decks.changes import apply_fix, counts
from simulator.engine.decks.decklist import DeckList, read
from simulator.engine.decks.report import Problem, Report
from simulator.engine.values import LANGUAGES
from simulator.games.signum import SYSTEM

FIXTURES = sorted((Path(__file__).parents[1] / "fixtures").glob("*.txt"))
CODES = {
    "HERO_MISSING", "HERO_TOO_MANY", "DECK_TOO_SMALL", "DECK_TOO_LARGE", "TOO_FEW_CHARACTERS", "TOO_MANY_MERCENARIES",
    "DUPLICATE_CHARACTER", "WRONG_FACTION", "HERO_CARD_MISMATCH", "NOT_A_BATTLE_CARD", "NOT_A_CITY_CARD",
    "DUPLICATE_CITY_CARD", "TOO_MANY_COPIES", "UNKNOWN_CARD", "BAD_LINE", "UNPLAYABLE_WITHOUT_BUILDING",
    "CITY_OVER_TWELVE", "SEVERAL_CLASS_BUILDINGS",
}  # fmt: skip


def told(text: str, what: str) -> set[str]:
    found = re.search(rf"^# {what}: (.*)$", text, re.MULTILINE)
    return set(found[1].split(", ")) - {"none"} if found else set()


def checked(text: str) -> tuple[DeckList, Report]:
    deck, unread = read(text, system=SYSTEM)
    return deck, SYSTEM.check_deck(deck).after(unread)


def test_there_are_three_for_every_problem_and_a_hundred_in_all() -> None:
    assert len(FIXTURES) >= 100
    found = {code for file in FIXTURES for what in ("errors", "warnings") for code in told(file.read_text(), what)}
    assert found == CODES
    for code in CODES:
        kinds = {
            file.stem.removeprefix(f"{code.lower()}_").split("_")[0] for file in FIXTURES if code.lower() in str(file)
        }
        assert kinds >= {"edge", "broken", "mixed"}, code


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: file.stem)
def test_a_fixture_has_the_problems_it_says(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    deck, report = checked(text)
    assert {problem.code for problem in report.errors} == told(text, "errors")
    assert told(text, "warnings") <= {problem.code for problem in report.warnings}
    assert not told(text, "not") & {problem.code for problem in report.problems}
    for problem in report.problems:
        complete(problem, deck)


def complete(problem: Problem, deck: DeckList) -> None:
    """Code, severity, rule, numbers, a sentence in each language, and a fix that does something."""
    assert problem.code in CODES
    assert problem.severity in ("error", "warning")
    assert problem.rule or problem.code in ("BAD_LINE", "UNKNOWN_CARD"), problem.code
    assert problem.params
    for language in LANGUAGES:
        sentence = SYSTEM.problem_text(problem, language)
        assert re.search(r"[.?]$", sentence), sentence
        assert "{" not in sentence
    assert problem.fixes, problem
    assert all(fix.line or apply_fix(deck, fix) != deck for fix in problem.fixes), problem


def mend_all(deck: DeckList, *, steps: int) -> tuple[DeckList, int]:
    """Presses the first button of the first error, again and again."""
    for step in range(steps):
        errors = SYSTEM.check_deck(deck).errors
        if not errors:
            return deck, step
        deck = apply_fix(deck, errors[0].fixes[0])
    return deck, steps


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: file.stem)
def test_pressing_the_first_fix_again_and_again_makes_every_fixture_legal(file: Path) -> None:
    deck, _ = checked(file.read_text(encoding="utf-8"))
    mended_deck, _ = mend_all(deck, steps=60)
    assert SYSTEM.check_deck(mended_deck).legal


cards = st.sampled_from([card.code for card in SYSTEM.catalogue]) | st.just("nowhere-1")
sections = st.sampled_from(["hero", "battle", "city", "terrain", "attic"])
decks = st.dictionaries(sections, st.dictionaries(cards, st.integers(1, 5), max_size=30)).map(
    lambda found: DeckList.of(found, system="signum", format="basic")
)


@given(decks)
def test_whatever_the_deck_every_problem_is_complete(deck: DeckList) -> None:
    for problem in SYSTEM.check_deck(deck).problems:
        complete(problem, deck)


@given(decks)
def test_a_deck_is_legal_exactly_when_every_binding_rule_is_kept(deck: DeckList) -> None:
    report = SYSTEM.check_deck(deck)
    strange = {code for section, code in counts(deck) if section == "attic" or code == "nowhere-1"}
    if not strange:
        assert report.legal == all(value.kept for value in report.rules if value.binding)


def test_forty_cards_are_checked_in_less_than_ten_milliseconds_of_processor_time() -> None:
    """Processor time, the best of a few: other work on the machine does not count."""
    deck, _ = checked(next(file for file in FIXTURES if file.stem == "deck_too_large_edge_vallor").read_text())
    assert deck.size("battle") == 40
    took = []
    for _ in range(5):
        start = time.process_time()
        SYSTEM.check_deck(deck)
        took.append(time.process_time() - start)
    assert min(took) < 0.010
