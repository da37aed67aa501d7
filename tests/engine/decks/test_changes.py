"""Deck differences, fixes, and three-way merges."""

from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.decks.changes import apply_fix, apply_fix_to_text, changes, common, counts, merged
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.report import Fix

cards = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 9))
decks = st.fixed_dictionaries({"one": cards, "two": cards}).map(
    lambda sections: DeckList.of(sections, system="toy", format="short")
)


def deck(**sections: dict[str, int]) -> DeckList:
    return DeckList.of(sections, system="toy", format="short")


def test_changes_list_added_removed_and_changed_cards() -> None:
    differences = changes(deck(bag={"a": 1, "b": 2}), deck(bag={"b": 3, "c": 1}))
    assert {(change.card, change.before, change.after, change.kind) for change in differences} == {
        ("b", 2, 3, "changed"),
        ("c", 0, 1, "in"),
        ("a", 1, 0, "out"),
    }


@given(decks, decks)
def test_applying_changes_gives_the_other_deck(before: DeckList, after: DeckList) -> None:
    result = counts(before)
    for change in changes(before, after):
        assert result.get((change.section, change.card), 0) == change.before
        result[change.section, change.card] = change.after
    assert {place: count for place, count in result.items() if count} == counts(after)


@given(decks, decks)
def test_merging_with_an_unchanged_deck_gives_the_changed_one(base: DeckList, mine: DeckList) -> None:
    for result in (merged(base=base, theirs=base, mine=mine), merged(base=base, theirs=mine, mine=base)):
        assert result.content_hash == mine.content_hash


@given(decks, decks)
def test_the_same_change_on_both_sides_is_applied_once(base: DeckList, both: DeckList) -> None:
    assert merged(base=base, theirs=both, mine=both).content_hash == both.content_hash


def test_a_merge_keeps_additions_and_removals_of_both_sides() -> None:
    base = deck(bag={"a": 1, "b": 2})
    result = merged(base=base, theirs=deck(bag={"b": 2, "c": 1}), mine=deck(bag={"a": 1, "b": 3}))
    assert counts(result) == {("bag", "b"): 3, ("bag", "c"): 1}


def test_merging_over_the_common_cards_loses_nothing() -> None:
    first, second = deck(bag={"a": 2, "b": 1}), deck(bag={"a": 1, "c": 1})
    assert counts(common(first, second)) == {("bag", "a"): 1}
    both = merged(base=common(first, second), theirs=first, mine=second)
    assert counts(both) == {("bag", "a"): 2, ("bag", "b"): 1, ("bag", "c"): 1}


def test_fixes_add_remove_move_and_replace() -> None:
    start = deck(bag={"a": 3, "b": 1})
    assert counts(apply_fix(start, Fix(do="add", card="c", count=1, section="bag")))["bag", "c"] == 1
    assert counts(apply_fix(start, Fix(do="remove", card="a", count=2, section="bag")))["bag", "a"] == 1
    assert ("bag", "a") not in counts(apply_fix(start, Fix(do="remove", card="a", section="bag")))
    assert counts(apply_fix(start, Fix(do="move", card="a", count=2, section="charm"))) == {
        ("bag", "a"): 1,
        ("bag", "b"): 1,
        ("charm", "a"): 2,
    }
    assert counts(apply_fix(start, Fix(do="replace", card="a", text="b", section="bag"))) == {("bag", "b"): 4}
    assert apply_fix(start, Fix(do="replace", text="// format: long")).format == "long"
    assert apply_fix(start, Fix(do="remove", card="z", section="bag")) == start


def test_a_line_of_text_is_replaced() -> None:
    assert apply_fix_to_text("one\r\ntwo\rthree", Fix(do="replace", line=2, text="2 Torch")) == "one\n2 Torch\nthree"
    assert apply_fix_to_text("one", Fix(do="replace", line=7, text="2 Torch")) == "one"
