"""Signum cards as engine cards: facts, texts, and lazy creation of the system."""

import subprocess
import sys
from pathlib import Path

import pytest

from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.games import signum
from simulator.games.signum import SYSTEM

ROOT = Path(__file__).parents[3]


def card(name: str) -> CardSpec:
    (match,) = SYSTEM.catalogue.find(name)
    return match


def test_a_character_has_the_facts_for_searches() -> None:
    facts = card("Garrus the Crossbowman").facts
    assert (facts["strength"], facts["movement"], facts["health"], facts["race"]) == (1, "M", 3, "human")
    assert (facts["cost"], facts["cost_any"], facts["needs"]) == (2, 1, ("shooting_range",))
    assert (facts["keywords"], facts["keyword_shot"]) == (("shot",), 3)
    assert (facts["mercenary"], facts["class_card"]) == (False, False)


def test_granted_keywords_count_too() -> None:
    assert card("Double Crossbow").fact("keyword_shot") == 3
    assert "heal" in card("Mass Healing").facts["keywords"]  # type: ignore[operator]


def test_missing_facts_are_none() -> None:
    assert card("Barracks").fact("strength") is None
    assert card("Barracks").fact("keywords") is None
    assert card("Cordelia the Crusader").fact("hero") is None


def test_a_building_costs_its_price() -> None:
    assert card("Temple").fact("cost") == card("Temple").fact("price")


def test_texts_are_made_in_three_languages() -> None:
    fireball = card("Fireball")
    assert len({fireball.text(language) for language in ("en", "es", "it")}) == 3


def test_every_value_of_every_choice_has_a_label() -> None:
    for facet in SYSTEM.facets:
        if facet.kind != "choice" or facet.code == "set":
            continue
        for printed in SYSTEM.catalogue:
            value = facet.value(printed)
            for choice in value if isinstance(value, tuple) else (value,):
                if choice:
                    assert choice in facet.labels, f"{facet.code}: {choice}"


def test_the_system_is_created_once() -> None:
    assert signum.SYSTEM is signum.SYSTEM is games.system("signum")
    with pytest.raises(AttributeError, match="SYSTEMS"):
        signum.SYSTEMS  # noqa: B018


@pytest.mark.processes
def test_importing_a_rule_does_not_load_cards() -> None:
    program = (
        "from simulator.games.signum.cards import keywords; from simulator.games.signum.cardfile import loader;"
        "print(loader.signum_cards.cache_info().currsize)"
    )
    process = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.stdout.strip() == "0", process.stderr
