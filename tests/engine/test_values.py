"""Words, facts and folded spelling."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.values import LANGUAGES, Facts, Words, fold, tidy
from tests.engine.properties import repeatable


def test_words_map_languages_to_text() -> None:
    words = Words(en="Torch", es="Antorcha", it="Torcia")
    assert words["es"] == "Antorcha"
    assert tuple(words) == LANGUAGES
    assert words == {"en": "Torch", "es": "Antorcha", "it": "Torcia"}
    assert words.get("de") is None


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(KeyError, match="'de'; the languages are en, es, it"):
        Words.same("Torch")["de"]


def test_words_and_facts_compare_hash_and_survive_pickling() -> None:
    for first, second in [
        (Words.same("Torch"), Words(en="Torch", es="Torch", it="Torch")),
        (Facts({"cost": 2, "size": 1}), Facts({"size": 1, "cost": 2})),
    ]:
        assert first == second
        assert hash(first) == hash(second)
        assert pickle.loads(pickle.dumps(first)) == second
    assert Words.same("Torch") != Words.same("Candle")
    assert Facts({"cost": 2}) != Facts({"cost": 3})


def test_facts_are_sorted_immutable_and_serializable() -> None:
    facts = Facts({"tags": ("b", "a"), "cost": 2})
    assert list(facts) == ["cost", "tags"]
    assert facts.as_json() == {"cost": 2, "tags": ["b", "a"]}
    with pytest.raises(TypeError):
        facts["cost"] = 3  # type: ignore[index]


def test_number_requires_a_number() -> None:
    assert Facts({"cost": 2}).number("cost") == 2
    with pytest.raises(TypeError, match="'cost' is 'two'"):
        Facts({"cost": "two"}).number("cost")


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Luciérnaga", "luciernaga"),
        ("FALÒ", "falo"),
        ("El  niño\tÑoño", "el nino nono"),
        ("Straße", "strasse"),
        ("L\u2019ombra \u2013 nera", "l'ombra - nera"),
        ("e\u0301", "e"),
    ],
)
def test_fold_removes_case_accents_quotes_and_spaces(text: str, folded: str) -> None:
    assert fold(text) == folded


@repeatable
@given(st.text())
def test_fold_and_tidy_are_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert tidy(tidy(text)) == tidy(text)


def test_tidy_removes_unprintable_characters() -> None:
    assert tidy("\ufeff Wa\u200blls\x00 of\n Vallor\u202e\ud800 ") == "Walls of Vallor"
