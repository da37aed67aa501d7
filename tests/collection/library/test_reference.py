"""Glossary and rules: what players look up."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from collection.library.glossary import pieces
from collection.library.rulebook import rules_reference
from simulator import games
from tests import toy

pytestmark = pytest.mark.django_db


def page(client: Client, address: str, *, language: str = "en", **asked: str) -> str:
    response = client.get(address, asked, headers={"Accept-Language": language})
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_the_glossary_has_every_keyword_in_three_languages(client: Client) -> None:
    shown = page(client, reverse("glossary"), language="es")
    for group in games.system("signum").glossary:
        for term in group.terms:
            for name in term.names.values():
                assert name in shown
    assert len(games.system("signum").glossary[0].terms) == 53


def test_the_glossary_is_searched_in_any_language(client: Client) -> None:
    shown = page(client, reverse("glossary"), q="DISPARO MAGICO")
    assert "Magical Shot" in shown
    assert 'id="agile"' not in shown
    assert "Nothing in the glossary has “xyzzy”." in page(client, reverse("glossary"), q="xyzzy")


def test_a_word_that_two_printings_share_is_told_once(client: Client) -> None:
    terms = [term for group in games.system("signum").glossary for term in group.terms]
    shared = next(term for term in terms if set(term.also) & set(term.names.values()))
    shown = page(client, reverse("glossary"), q=shared.names["en"])
    entry = shown.split(f'id="{shared.code}"')[1].split("</article>")[0]
    for name in shared.also:
        assert entry.count(f">{name}<") == 1


def test_every_rule_has_an_anchor_and_an_address(client: Client) -> None:
    reference = rules_reference("signum")
    assert reference is not None
    shown = page(client, reverse("rules", args=["signum"]))
    for rule in reference.rules:
        assert f'id="{rule}"' in shown
    assert {"S-9.4", "K-45", "SR-50", "S-17.1"} <= set(reference.rules)


@pytest.mark.parametrize("address", ["/rules/signum/S-9.4", "/rules/signum/S-9.4/", "/rules/signum/s-9.4"])
def test_a_rule_s_id_is_an_address(client: Client, address: str) -> None:
    shown = page(client, address)
    assert "puts all dice into defence (exception: Stamina)" in shown
    assert "/rules/signum/#S-9.4" in shown
    # Rules that name it.
    assert "K-48 ·" in shown


def test_the_rules_are_searched(client: Client) -> None:
    shown = page(client, reverse("rules", args=["signum"]), q="hidden backstab")
    assert "S-8.4" in shown
    assert 'id="chapter-1"' not in shown
    assert "0 rules" in page(client, reverse("rules", args=["signum"]), q="xyzzy")


def test_the_rules_without_a_game_lead_to_those_of_signum(client: Client) -> None:
    answer = client.get("/rules/", follow=True)
    assert answer.redirect_chain == [("/rules/signum/", 302)]
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/rules/chess/", "/rules/signum/S-99.9", "/rules/chess/S-9.4", "/rules/..%2f/"])
def test_what_is_not_there_is_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "Magical Shot 2. While hidden, Agile.", ["Magical Shot 2", "Agile"]),
        ("es", "Disparo Mágico 2. Disparo 3.", ["Disparo Mágico 2", "Disparo 3"]),
        ("en", "−2 from Attacks.", ["−2 from Attacks"]),
        ("en", "It heals and charges.", []),
    ],
)
def test_terms_are_found_in_texts_the_longest_first(language: str, text: str, found: list[str]) -> None:
    shown = pieces(text, games.system("signum"), language)
    assert [piece.text for piece in shown if piece.term] == found
    assert "".join(piece.text for piece in shown) == text


def test_another_game_has_its_own_words() -> None:
    assert [piece.text for piece in pieces("Gain 2 light.", toy.SYSTEM, "en") if piece.term] == ["light"]
