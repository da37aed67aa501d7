"""The odds pages: whole numbers in, exact chances out, and a sentence for anything else."""

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from simulator import games
from simulator.calculators import calculation

MELEE = "/odds/signum/melee/"


def test_the_first_calculator_is_the_way_in(client: Client) -> None:
    assert client.get("/odds/").headers["Location"] == MELEE


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "word"), [("en", "Target destroyed"), ("es", "Objetivo destruido"), ("it", "Bersaglio distrutto")]
)
def test_a_melee_is_answered_in_the_readers_language(client: Client, language: str, word: str) -> None:
    client.cookies["django_language"] = language
    page = client.get(MELEE, {"a_strength": 5, "d_life": 1}).content.decode()
    assert word in page
    assert 'value="5"' in page


@pytest.mark.django_db
def test_an_htmx_request_gets_the_answer_alone(client: Client) -> None:
    part = client.get(MELEE, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section id="answer"')


@pytest.mark.django_db
def test_who_goes_back_gets_the_whole_page_and_no_browser_keeps_the_part_for_it(client: Client) -> None:
    again = client.get(MELEE, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert again.content.decode().startswith("<!DOCTYPE html>")
    assert "HX-Request" in again["Vary"]


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["eleven", "11", "-1", "3.5", "9" * 400, "٣٣", "<b>", "--1", "-"])
def test_what_cannot_be_used_is_quoted_and_the_bounds_are_said(client: Client, typed: str) -> None:
    page = client.get(MELEE, {"a_strength": typed}).content.decode()
    assert "a whole number from 0 to 10" in page
    assert "<b>" not in page


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/odds/signum/tarot/", "/odds/chess/melee/"])
def test_an_unknown_calculator_is_not_there(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_signs_that_are_not_seen_do_no_harm(client: Client) -> None:
    assert client.get(MELEE, {"a_strength": "3\x1f", "d_stamina": " 1\x1c"}).status_code == 200


@given(st.data())
def test_whatever_is_typed_the_chances_add_up_to_one(data: st.DataObject) -> None:
    for calculator in games.system("signum").calculators:
        typed = {
            each.code: data.draw(st.one_of(st.integers(each.lowest, each.highest).map(str), st.text(max_size=8)))
            for each in calculator.inputs
        }
        for _, slices in calculation(calculator, typed, language="en").spreads:
            assert sum(part.chance for part in slices) == pytest.approx(1)
