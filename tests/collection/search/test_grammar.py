"""Parsing the query language: valid queries, and any other text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.search.grammar import (
    MAX_DEPTH,
    MAX_QUERY_LENGTH,
    MAX_TERMS,
    All,
    ComparisonTerm,
    Either,
    Node,
    Not,
    WordTerm,
    parse,
    quote_value,
)


def without_positions(node: Node) -> Node:
    """Return the node without its positions in the text."""
    if isinstance(node, ComparisonTerm):
        return ComparisonTerm(node.name, node.operator, node.value, node.then, node.amount)
    if isinstance(node, Not):
        return Not(without_positions(node.part))
    if isinstance(node, All | Either):
        return type(node)(tuple(without_positions(part) for part in node.parts))
    return node


A, B, C = WordTerm("fire"), WordTerm("ice"), WordTerm("wind")
HERO = ComparisonTerm("t", ":", "hero")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("", All()),
        ("fire", A),
        ("fire ice", All((A, B))),
        ("fire and ice", All((A, B))),
        ("fire y ice", All((A, B))),
        ("fire or ice", Either((A, B))),
        ("fire o ice oppure wind", Either((A, B, C))),
        ("fire ice or wind", Either((All((A, B)), C))),
        ("fire (ice or wind)", All((A, Either((B, C))))),
        ("-fire", Not(A)),
        ("not fire", Not(A)),
        ("non fire no ice", All((Not(A), Not(B)))),
        ("--fire", A),
        ("-(fire or ice)", Not(Either((A, B)))),
        ('"two words"', WordTerm("two words")),
        ("t:hero", HERO),
        ("t : hero", HERO),
        ("-t:hero", Not(HERO)),
        ("str>=3", ComparisonTerm("str", ">=", "3")),
        ("str >= 3 ice", All((ComparisonTerm("str", ">=", "3"), B))),
        ("kw:shot>=2", ComparisonTerm("kw", ":", "shot", ">=", "2")),
        ('in:"my deck"', ComparisonTerm("in", ":", "my deck")),
        ("sort:-cost,name", ComparisonTerm("sort", ":", "-cost,name")),
        ("re-roll", WordTerm("re-roll")),
    ],
)
def test_valid_queries(text: str, tree: Node) -> None:
    assert without_positions(parse(text).tree) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("(fire", A),
        ("fire)", A),
        ("((((", All()),
        ("()", All()),
        ("or fire or or ice or", Either((A, B))),
        ("and", All()),
        ('"fire', A),
        ('("fire', A),
        ('""', All()),
        ("str>=", WordTerm("str>=")),
        ("- fire", All((WordTerm("-"), A))),
        ("fire\x00 \u202eice\u200b", All((A, B))),
    ],
)
def test_invalid_queries_are_parsed_as_far_as_possible(text: str, tree: Node) -> None:
    assert without_positions(parse(text).tree) == tree


def test_a_comparison_knows_its_position() -> None:
    parsed = parse('  fire   in:"my deck"  ')
    term = next(parsed.comparisons())
    assert parsed.text[term.start : term.end] == 'in:"my deck"'


@pytest.mark.parametrize("text", ["fire )", ") fire", "fire ) ice", "f" * (MAX_QUERY_LENGTH - 1) + " ice"])
def test_what_is_left_out_leaves_no_spaces(text: str) -> None:
    parsed = parse(text)
    assert parsed.text == " ".join(parsed.text.split())


@pytest.mark.parametrize(
    "text", ["x" * (MAX_QUERY_LENGTH + 1), "a " * (MAX_TERMS + 1), "(" * (MAX_DEPTH + 1) + "a", 'a"b"' * MAX_TERMS]
)
def test_too_long_a_query_is_cut(text: str) -> None:
    parsed = parse(text)
    assert parsed.cut
    assert len(parsed.text) <= MAX_QUERY_LENGTH + MAX_DEPTH + 1


@given(st.text() | st.text(alphabet='()": =<>!-,aoyé\u202e\x00not or0*', max_size=60))
def test_any_text_is_parsed_and_its_own_text_parses_alike(text: str) -> None:
    parsed = parse(text)
    assert without_positions(parse(parsed.text).tree) == without_positions(parsed.tree)


@given(st.text(alphabet=st.characters(exclude_characters='"', exclude_categories=["C", "Z"]), min_size=1, max_size=30))
def test_quoted_values_round_trip(value: str) -> None:
    term = next(parse(f"in:{quote_value(value)}").comparisons())
    assert term.value == value
