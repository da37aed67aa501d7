"""Faces of Signum cards."""

import re

from signum_site.config.environment import BASE_DIR
from simulator.engine.cards.card import CardSpec
from simulator.engine.cards.face import Face
from simulator.engine.values import LANGUAGES
from simulator.games.signum.library.faces import PALETTES, card_face
from simulator.games.signum.system import signum_system


def face(code: str, language: str = "en") -> Face:
    return card_face(signum_system().catalogue[code], language)


def bold(card_side: Face) -> list[str]:
    return [run.text for paragraph in card_side.text for run in paragraph if run.bold]


def test_s5_1_the_cost_is_shown_building_by_building_then_prosperity() -> None:
    maul = face("core-169")
    assert [(mark.symbol, mark.value) for mark in maul.cost] == [
        ("smithy", ""),
        ("unique-building", ""),
        ("any-building", ""),
        ("prosperity", "2"),
    ]


def test_a_building_shows_its_price_and_its_symbol() -> None:
    temple = face("core-247")
    assert [(mark.symbol, mark.value) for mark in temple.cost] == [("prosperity", "2")]
    assert [mark.symbol for mark in temple.marks] == ["temple"]


def test_a_creature_shows_strength_movement_health_and_base() -> None:
    assert [(mark.symbol, mark.value) for mark in face("core-007").stats] == [
        ("strength", "3"),
        ("movement", "M"),
        ("health", "4"),
        ("base", "32"),
    ]


def test_a_hero_shows_its_relic_slots() -> None:
    assert [(mark.symbol, mark.value) for mark in face("core-001").marks] == [
        ("strength", ""),
        ("armour", ""),
        ("shield", ""),
        ("character", ""),
        ("relic", "×2"),
    ]


def test_keywords_are_bold_with_their_number_in_every_language() -> None:
    assert bold(face("core-027")) == ["Shot\u00a03", "Slow", "Steam Engine", "Shot\u00a0+1", "Sniper", "Buckshot"]
    assert bold(face("core-027", "es"))[:3] == ["Disparo\u00a03", "Lento", "Máquina de Vapor"]
    assert bold(face("core-027", "it"))[:3] == ["Colpo\u00a03", "Lento", "Motore a vapore"]


def test_every_keyword_of_every_card_is_bold_somewhere() -> None:
    """Heal and Immobile are excluded: they are verbs in the texts, not keywords."""
    for card in signum_system().catalogue:
        keywords = card.fact("keywords")
        named = set(keywords if isinstance(keywords, tuple) else ()) - {"heal", "immobile"}
        for language in LANGUAGES:
            assert bool(bold(card_face(card, language))) == bool(named), (card.code, language)


def test_the_face_contains_the_whole_text() -> None:
    for card in signum_system().catalogue:
        for language in LANGUAGES:
            card_side = card_face(card, language)
            text = "\n".join("".join(run.text for run in paragraph) for paragraph in card_side.text)
            assert text.replace("\u00a0", " ") == card.text(language).replace("⟳ ", ""), card.code


def test_an_activated_ability_begins_with_its_symbol() -> None:
    assert face("core-003").text[1][0].symbol == "activate"


def test_a_card_with_only_facts_has_a_face() -> None:
    greer = signum_system().catalogue["core-007"]
    unknown = CardSpec(code="old-1", names=greer.names, kind="oddity", set_code="old", rarity="fabled", source="attic")
    card_side = card_face(unknown, "es")
    assert (card_side.kind_line, card_side.footer, card_side.gems) == ("oddity", "OLD-1 · fabled · attic", 0)


def test_frame_colours_match_the_css_tokens() -> None:
    tokens = (BASE_DIR / "signum_site/static/css/tokens.css").read_text()
    for faction in ("vallor", "grypharim", "mercenary"):
        hue = re.search(rf"--{faction}-field: var\(--(\w+)-field\)", tokens)
        assert hue is not None
        match = re.search(rf"--{hue[1]}-field: light-dark\((#\w+)", tokens)
        assert match is not None
        assert PALETTES[faction].field == match[1]


def test_the_scene_of_a_relic_follows_its_name() -> None:
    assert face("core-167").scene.traits == ("melee_weapon", "spear")  # Jousting Lance
    assert "book" in face("core-181").scene.traits  # Ledger of Debts
