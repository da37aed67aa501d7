"""The odds pages: exact chances, or an error message for invalid input."""

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from simulator import games
from simulator.calculators import calculate

MELEE = "/odds/signum/melee/"


def test_start_page_redirects_to_first_calculator(client: Client) -> None:
    assert client.get("/odds/").headers["Location"] == MELEE


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "word"), [("en", "Target destroyed"), ("es", "Objetivo destruido"), ("it", "Bersaglio distrutto")]
)
def test_result_is_in_the_users_language(client: Client, language: str, word: str) -> None:
    client.cookies["django_language"] = language
    page = client.get(MELEE, {"a_strength": 5, "d_life": 1}).content.decode()
    assert word in page
    assert 'value="5"' in page


@pytest.mark.django_db
def test_htmx_request_gets_only_the_result(client: Client) -> None:
    part = client.get(MELEE, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section id="answer"')


@pytest.mark.django_db
def test_history_restore_gets_the_whole_page(client: Client) -> None:
    response = client.get(MELEE, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert response.content.decode().startswith("<!DOCTYPE html>")
    assert "HX-Request" in response["Vary"], "a browser must not cache the fragment for the page"


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["eleven", "11", "-1", "3.5", "9" * 400, "٣٣", "<b>", "--1", "-"])
def test_invalid_input_shows_the_bounds(client: Client, text: str) -> None:
    page = client.get(MELEE, {"a_strength": text}).content.decode()
    assert "a whole number from 0 to 10" in page
    assert "<b>" not in page


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/odds/signum/tarot/", "/odds/chess/melee/"])
def test_unknown_calculator_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_invisible_characters_are_harmless(client: Client) -> None:
    assert client.get(MELEE, {"a_strength": "3\x1f", "d_stamina": " 1\x1c"}).status_code == 200


@given(st.data())
def test_chances_add_up_to_one_for_any_input(data: st.DataObject) -> None:
    for calculator in games.system("signum").calculators:
        texts = {
            spec.code: data.draw(st.one_of(st.integers(spec.lowest, spec.highest).map(str), st.text(max_size=8)))
            for spec in calculator.inputs
        }
        for _, slices in calculate(calculator, texts, language="en").spreads:
            assert sum(part.chance for part in slices) == pytest.approx(1)
