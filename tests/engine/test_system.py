"""GameSystem, and the discovery of game systems."""

from dataclasses import FrozenInstanceError, replace
from types import ModuleType

import pytest

from simulator.engine.cards.card import CatalogueError
from simulator.engine.game_system import Facet, GameSystem
from simulator.engine.values import Words
from simulator.games import system, systems
from tests import toy
from tests.toy import SYSTEM
from tests.toy.policies import First


def package(name: str, system: object) -> ModuleType:
    module = ModuleType(name)
    module.SYSTEM = system  # type: ignore[attr-defined]
    return module


def test_a_game_system_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        SYSTEM.code = "other"  # type: ignore[misc]


def test_parts_are_found_by_code_and_unknown_codes_are_quoted() -> None:
    assert SYSTEM.section("bag").names["es"] == "Bolsa"
    assert SYSTEM.format("long").params.number("most") == 12
    assert SYSTEM.reference_deck("bright night").deck.name == "Bright Night"
    with pytest.raises(LookupError, match="There is no section 'city'; those there are: charm, bag"):
        SYSTEM.section("city")
    with pytest.raises(LookupError, match="There is no format 'basic'; those there are: short, long"):
        SYSTEM.format("basic")
    with pytest.raises(LookupError, match="There is no reference deck 'x'"):
        SYSTEM.reference_deck("x")


def test_a_policy_name_without_version_means_the_latest() -> None:
    several = replace(SYSTEM, policies={"first-9": First, "first-10": First, "first-2": First})
    assert several.policy_name("first") == "first-10"
    assert several.policy_name("first-2") == "first-2"


def test_a_policy_name_must_have_a_version() -> None:
    with pytest.raises(CatalogueError, match="toy: policy 'first' has no version"):
        replace(SYSTEM, policies={"first": First})


@pytest.mark.parametrize("part", ["sections", "formats", "seats"])
def test_a_system_without_sections_formats_or_seats_is_refused(part: str) -> None:
    with pytest.raises(CatalogueError, match="toy: a game system has at least one"):
        replace(SYSTEM, **{part: ()})  # type: ignore[arg-type]


def test_home_section_of_a_card() -> None:
    home = SYSTEM.home_of(SYSTEM.catalogue["toy-5"])
    assert home is not None
    assert home.code == "bag"
    assert SYSTEM.home_of(replace(SYSTEM.catalogue["toy-5"], kind="tool")) is None


def test_a_facet_has_values_and_labels() -> None:
    kind = SYSTEM.facets[0]
    assert kind.value(SYSTEM.catalogue["toy-5"]) == "gust"
    assert kind.label("gust", language="it") == "Soffio"
    assert Facet(code="rarity", names=Words.same("Rarity")).label("rare", language="it") == "rare"


def test_systems_are_discovered_and_sorted_by_code() -> None:
    by_code = systems(extra=(toy,))
    assert by_code["toy"] is SYSTEM
    assert list(by_code) == sorted(by_code)
    assert "toy" not in systems()


def test_changing_the_returned_systems_affects_no_other_caller() -> None:
    systems().clear()
    systems(extra=(toy,)).clear()
    assert "toy" in systems(extra=(toy,))


def test_a_system_is_found_by_code() -> None:
    assert system("toy", extra=(toy,)) is SYSTEM
    with pytest.raises(LookupError, match=r"There is no game system 'chess'; those there are: .*toy"):
        system("chess", extra=(toy,))


@pytest.mark.parametrize("value", [None, "toy", GameSystem])
def test_a_package_without_a_system_is_refused_by_name(value: object) -> None:
    with pytest.raises(CatalogueError, match=r"games\.half: expected a GameSystem called SYSTEM"):
        systems(extra=(package("games.half", value),))


def test_two_systems_with_one_code_are_refused() -> None:
    with pytest.raises(CatalogueError, match=r"games\.twin: the code 'toy' already belongs to another game system"):
        systems(extra=(toy, package("games.twin", SYSTEM)))
