"""The glossary and the rules reference."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from collection.library.glossary import pieces
from collection.library.rulebook import rules_reference
from simulator import games
from tests import toy

pytestmark = pytest.mark.django_db


def page(client: Client, url: str, *, language: str = "en", **params: str) -> str:
    response = client.get(url, params, headers={"Accept-Language": language})
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_glossary_has_every_keyword_in_three_languages(client: Client) -> None:
    html = page(client, reverse("glossary"), language="es")
    for group in games.system("signum").glossary:
        for term in group.terms:
            for name in term.names.values():
                assert name in html
    assert len(games.system("signum").glossary[0].terms) == 55


def test_glossary_search_in_any_language(client: Client) -> None:
    html = page(client, reverse("glossary"), q="DISPARO MAGICO")
    assert "Magical Shot" in html
    assert 'id="agile"' not in html
    assert "Nothing in the glossary has “xyzzy”." in page(client, reverse("glossary"), q="xyzzy")


def test_a_shared_name_is_listed_once(client: Client) -> None:
    terms = [term for group in games.system("signum").glossary for term in group.terms]
    shared = next(term for term in terms if set(term.also) & set(term.names.values()))
    html = page(client, reverse("glossary"), q=shared.names["en"])
    entry = html.split(f'id="{shared.code}"')[1].split("</article>")[0]
    for name in shared.also:
        assert entry.count(f">{name}<") == 1


def test_every_rule_has_an_anchor(client: Client) -> None:
    reference = rules_reference("signum")
    assert reference is not None
    html = page(client, reverse("rules", args=["signum"]))
    for rule in reference.rules:
        assert f'id="{rule}"' in html
    assert {"S-9.4", "K-45", "SR-50", "S-17.1"} <= set(reference.rules)


@pytest.mark.parametrize("url", ["/rules/signum/S-9.4", "/rules/signum/S-9.4/", "/rules/signum/s-9.4"])
def test_a_rule_has_its_own_page(client: Client, url: str) -> None:
    html = page(client, url)
    assert "puts all dice into defence (exception: Stamina)" in html
    assert "/rules/signum/#S-9.4" in html
    # Rules that cite it.
    assert "K-48 ·" in html


def test_rules_search(client: Client) -> None:
    html = page(client, reverse("rules", args=["signum"]), q="hidden backstab")
    assert "S-8.4" in html
    assert 'id="chapter-1"' not in html
    assert "0 rules" in page(client, reverse("rules", args=["signum"]), q="xyzzy")


def test_rules_without_a_game_redirect_to_signum(client: Client) -> None:
    response = client.get("/rules/", follow=True)
    assert response.redirect_chain == [("/rules/signum/", 302)]
    assert response.status_code == 200


@pytest.mark.parametrize("path", ["/rules/chess/", "/rules/signum/S-99.9", "/rules/chess/S-9.4", "/rules/..%2f/"])
def test_unknown_rules_are_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Magical Shot 2. While hidden, Agile.", ["Magical Shot 2", "Agile"]),
        ("es", "Disparo Mágico 2. Disparo 3.", ["Disparo Mágico 2", "Disparo 3"]),
        ("en", "−2 from Attacks.", ["−2 from Attacks"]),
        ("en", "It heals and charges.", []),
    ],
)
def test_terms_are_found_in_texts_longest_first(language: str, text: str, expected: list[str]) -> None:
    parts = pieces(text, games.system("signum"), language)
    assert [piece.text for piece in parts if piece.term] == expected
    assert "".join(piece.text for piece in parts) == text


def test_another_game_has_its_own_terms() -> None:
    assert [piece.text for piece in pieces("Gain 2 light.", toy.SYSTEM, "en") if piece.term] == ["light"]
