"""Words, facts and folded spelling."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.values import LANGUAGES, Facts, Words, fold, tidy
from tests.engine.properties import repeatable


def test_words_are_a_mapping_of_the_three_languages() -> None:
    words = Words(en="Torch", es="Antorcha", it="Torcia")
    assert words["es"] == "Antorcha"
    assert tuple(words) == LANGUAGES
    assert words == {"en": "Torch", "es": "Antorcha", "it": "Torcia"}
    assert words.get("de") is None


def test_words_in_an_unknown_language_are_refused_by_name() -> None:
    with pytest.raises(KeyError, match="'de'; the languages are en, es, it"):
        Words.same("Torch")["de"]


def test_words_and_facts_compare_hash_and_survive_pickling() -> None:
    for one, other in [
        (Words.same("Torch"), Words(en="Torch", es="Torch", it="Torch")),
        (Facts({"cost": 2, "size": 1}), Facts({"size": 1, "cost": 2})),
    ]:
        assert one == other
        assert hash(one) == hash(other)
        assert pickle.loads(pickle.dumps(one)) == other
    assert Words.same("Torch") != Words.same("Candle")
    assert Facts({"cost": 2}) != Facts({"cost": 3})


def test_facts_are_sorted_cannot_change_and_turn_into_json() -> None:
    facts = Facts({"tags": ("b", "a"), "cost": 2})
    assert list(facts) == ["cost", "tags"]
    assert facts.as_json() == {"cost": 2, "tags": ["b", "a"]}
    with pytest.raises(TypeError):
        facts["cost"] = 3  # type: ignore[index]


def test_a_number_is_asked_for_by_name_and_must_be_one() -> None:
    assert Facts({"cost": 2}).number("cost") == 2
    with pytest.raises(TypeError, match="'cost' is 'two'"):
        Facts({"cost": "two"}).number("cost")


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Luciérnaga", "luciernaga"),
        ("FALÒ", "falo"),
        ("El  niño\tÑoño", "el nino nono"),
        ("Straße", "strasse"),
        ("L\u2019ombra \u2013 nera", "l'ombra - nera"),
        ("e\u0301", "e"),
    ],
)
def test_folding_forgets_case_accents_quotes_and_spaces(written: str, folded: str) -> None:
    assert fold(written) == folded


@repeatable
@given(st.text())
def test_folding_and_tidying_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert tidy(tidy(text)) == tidy(text)


def test_tidying_takes_out_what_cannot_be_seen_printed_or_stored() -> None:
    assert tidy("\ufeff Wa\u200blls\x00 of\n Vallor\u202e\ud800 ") == "Walls of Vallor"
