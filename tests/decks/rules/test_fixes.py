"""Problems prepared for display, and changes sent by forms."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from decks.rules.fixes import MAX_COPIES_PER_CHANGE, NotAChange, change_of, fix_label, parse_change, present_problems
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Fix
from simulator.games.signum import SYSTEM

WORDS = st.text(max_size=60)
FIXES = st.builds(
    Fix,
    do=st.sampled_from(["add", "remove", "move", "replace"]),
    card=WORDS,
    section=WORDS,
    text=WORDS,
    count=st.integers(0, MAX_COPIES_PER_CHANGE),
)


@given(FIXES)
def test_changes_survive_a_round_trip_unless_too_long(fix: Fix) -> None:
    try:
        assert parse_change(change_of(fix)) == fix
    except NotAChange:
        assert len(change_of(fix)) > 400


@given(st.text(max_size=500).filter(lambda text: not text.strip().startswith("{")))
def test_other_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(NotAChange, match="is no change of a deck"):
        parse_change(text)


@pytest.mark.parametrize(
    ("fix", "words"),
    [
        (Fix(do="add", card="core-246", count=1, section="city"), "Add Town Hall"),
        (Fix(do="add", card="core-246", count=2, section="city"), "Add 2 × Town Hall"),
        (Fix(do="remove", card="core-246", section="battle"), "Remove Town Hall"),
        (Fix(do="move", card="core-246", section="city"), "Move Town Hall to: City"),
        (Fix(do="replace", card="core-246", text="core-247", section="city"), "Replace Town Hall by Temple"),
        (Fix(do="replace", text="// format: online"), "Use the format Current online"),
        (Fix(do="remove", card="nowhere-1"), "Remove nowhere-1"),
    ],
)
def test_fix_label(fix: Fix, words: str) -> None:
    assert fix_label(fix, system=SYSTEM) == words


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_problems_are_translated_and_errors_come_first(language: str) -> None:
    broken = DeckList.of({"battle": {"core-001": 2, "core-150": 1}}, system="signum", format="basic")
    with translation.override(language):
        displays = present_problems(SYSTEM.check_deck(broken), system=SYSTEM)
    severities = [display.problem.severity for display in displays]
    assert severities == sorted(severities)
    assert all(display.sentence == SYSTEM.problem_text(display.problem, language) for display in displays)
    assert all(parse_change(fix.change) in display.problem.fixes for display in displays for fix in display.fixes)
