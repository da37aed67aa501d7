"""The rules reference of a second game: other ways to write rules, and the list of games."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from collection.library import rulebook
from simulator import games
from simulator.games.signum import SYSTEM as SIGNUM
from tests.toy import SYSTEM as TOY

REFERENCE = """# Lanterns — rules reference

Every rule has an id (`T-1`).

## 1. Lanterns

- T-1.1 A deck has one charm.
- T-1.1a The charm lies beside the bag (T-2.1).

- T-1.4 Charms begin with light.

  | charm | light |
  |---|---|
  | Moonstone | 1 |

**T-1.2** Light your lantern, or blow at another (T-2.2).
The first lantern with ten lights wins.

**T-1.3.** A bold point may belong to the id.

**Words** begin this paragraph, so it is no rule.

## 2. Turn

| step | id | what happens |
|---|---|---|
| A | T-2.1 | Draw a card. |
| B | T-2.2 | Play it (T-1.1a). |

## 3. Sources

| what | where |
|---|---|
| charms | T-1.1 |
| wind | T-9.9 |
"""


@pytest.fixture
def two_references(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Signum and Lanterns, each with a rules reference."""
    (tmp_path / "toy.md").write_text(REFERENCE, encoding="utf-8")
    toy = replace(TOY, rules_of=lambda card: ("T-1.1a",) if card.kind == "charm" else ())
    systems: Mapping[str, object] = {"signum": SIGNUM, "toy": toy}
    monkeypatch.setattr(games, "systems", lambda **_: systems)
    monkeypatch.setattr(rulebook, "FOLDERS", (*rulebook.FOLDERS, tmp_path))


def reference() -> rulebook.RulesReference:
    found = rulebook.rules_reference("toy")
    assert found is not None
    return found


@pytest.mark.usefixtures("two_references")
def test_rules_are_items_paragraphs_and_rows() -> None:
    rules = reference().rules
    assert list(rules) == ["T-1.1", "T-1.1a", "T-1.4", "T-1.2", "T-1.3", "T-2.1", "T-2.2"]
    assert "Moonstone" in rules["T-1.4"].plain, "a table inside a rule belongs to it"
    assert rules["T-1.2"].plain.startswith("Light your lantern")
    assert "ten lights" in rules["T-1.2"].plain
    assert rules["T-1.3"].plain == "A bold point may belong to the id."
    assert rules["T-1.1"].plain == "A deck has one charm.", "a table of sources defines no rule"
    assert rules["T-2.1"].plain == "A · Draw a card."
    assert rules["T-2.2"].cites == ("T-1.1a",)


@pytest.mark.usefixtures("two_references")
def test_rules_stand_in_the_order_of_the_text() -> None:
    assert [rule.id for rule in reference().chapters[0].rules] == ["T-1.1", "T-1.1a", "T-1.4", "T-1.2", "T-1.3"]


@pytest.mark.usefixtures("two_references")
@pytest.mark.django_db
@pytest.mark.parametrize("rule", ["T-1.1a", "t-1.1A", "T-1.2", "T-2.2"])
def test_every_rule_has_an_address_and_an_anchor(client: Client, rule: str) -> None:
    answer = client.get(f"/rules/toy/{rule}")
    assert answer.status_code == 200
    ident = f"{rule[:-1].upper()}{rule[-1].lower()}"
    assert f"<h1>{ident}</h1>" in answer.content.decode()
    whole = client.get("/rules/toy/").content.decode()
    assert f'id="{ident}"' in whole
    assert f'href="#{ident}"' in whole


@pytest.mark.usefixtures("two_references")
@pytest.mark.django_db
def test_rules_list_the_games(client: Client) -> None:
    answer = client.get("/rules/")
    assert answer.status_code == 200
    html = answer.content.decode()
    assert 'href="/rules/signum/"' in html
    assert 'href="/rules/toy/"' in html
    assert "Lanterns" in html


@pytest.mark.usefixtures("two_references")
@pytest.mark.django_db
def test_a_rule_links_to_cards_of_its_game(client: Client) -> None:
    html = client.get("/rules/toy/T-1.1a").content.decode()
    assert 'href="/cards/toy/toy-7/"' in html
    assert "Moonstone" in html
    assert "/cards/signum/" not in html
    assert "/cards/toy/" not in client.get("/rules/toy/T-1.1").content.decode()


@pytest.mark.usefixtures("two_references")
@pytest.mark.django_db
def test_rules_lead_to_the_glossary_of_their_game(client: Client) -> None:
    html = client.get("/rules/toy/", headers={"Accept-Language": "es"}).content.decode()
    assert 'href="/glossary/?game=toy"' in html


def written(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str, *, name: str = "toy") -> rulebook.RulesReference:
    (folder / f"{name}.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(rulebook, "FOLDERS", (folder,))
    found = rulebook.rules_reference(name)
    assert found is not None
    return found


def test_anchors_of_chapters_have_no_spaces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "# Rules\n\n## 1. Set-up\n\n## Signs & words\n\n## Signs, words\n\n## …\n"
    found = written(monkeypatch, tmp_path, text)
    anchors = [chapter.id for chapter in found.chapters]
    assert anchors == ["chapter-1", "chapter-signs-words", "chapter-signs-words-3", "chapter-4"]


@pytest.mark.parametrize("text", ["", "Only words, T-1.\n"])
def test_reference_without_headings_is_all_preface(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    found = written(monkeypatch, tmp_path, text)
    assert (found.title, found.chapters, found.rules) == ("toy", (), {})
    assert text.strip() in found.preface


def test_links_lead_to_rules_and_chapters_that_exist(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "# Rules\n\n## 1. Wind\n\n- T-8.1 As T-8, not T-9, T-8.7, T-8.1-b, X-T-8.1 or T-8.1.2.\n"
    [chapter] = written(monkeypatch, tmp_path, text).chapters
    assert re.findall(r'<a href="([^"]*)">([^<]*)</a>', chapter.html) == [("#T-8.1", "T-8.1"), ("#chapter-1", "T-8")]
    assert chapter.rules[0].html.count("<a ") == 2


def test_code_of_a_game_may_have_a_hyphen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = written(monkeypatch, tmp_path, "# Two words\n", name="two-words")
    assert found.title == "Two words"
    assert rulebook.rules_reference("../two-words") is None


def test_every_link_of_the_reference_leads_to_an_anchor() -> None:
    found = rulebook.rules_reference("signum")
    assert found is not None
    anchors = {chapter.id for chapter in found.chapters} | set(found.rules)
    links = {link for chapter in found.chapters for link in re.findall(r'href="#([^"]*)"', chapter.html)}
    assert len(links) > 100
    assert links <= anchors
