"""GameSystem, and the discovery of game systems."""

from dataclasses import FrozenInstanceError, replace
from types import ModuleType

import pytest

from simulator.engine.cards.card import Catalogue, CatalogueError
from simulator.engine.decks.changes import apply_fix
from simulator.engine.game_system import Facet, GameSystem
from simulator.engine.values import Words
from simulator.games import system, systems
from tests import toy
from tests.toy import SYSTEM
from tests.toy.policies import First, Random


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
    several = replace(SYSTEM, policies={"first-9": First, "first-10": First, "first-2": First}, default_policy="")
    assert several.policy_name("first") == "first-10"
    assert several.policy_name("first-2") == "first-2"


def test_a_retired_policy_is_refused_with_the_rules_it_belongs_to() -> None:
    later = replace(SYSTEM, rules_version="2", retired_policies={"first-0": "1"})
    sentence = "The policy 'first-0' belongs to rules 1 and does not play with rules 2; those there are: first-1, "
    with pytest.raises(LookupError, match=sentence):
        later.policy_name("first-0")
    assert later.policy_name("first") == "first-1"
    with pytest.raises(CatalogueError, match="toy: first-1 cannot both play and be retired"):
        replace(SYSTEM, retired_policies={"first-1": "1"})


def test_a_policy_name_must_have_a_version() -> None:
    with pytest.raises(CatalogueError, match="toy: policy 'first' has no version"):
        replace(SYSTEM, policies={"first": First}, default_policy="")


def test_the_last_policy_plays_unless_the_game_names_another() -> None:
    policies = {"first-2": First, "random-1": Random}
    assert replace(SYSTEM, policies=policies, default_policy="").standard_policy == "random-1"
    assert replace(SYSTEM, policies=policies, default_policy="first-2").standard_policy == "first-2"
    assert replace(SYSTEM, policies={}, default_policy="").standard_policy == ""


def test_the_default_policy_is_one_of_the_policies() -> None:
    with pytest.raises(CatalogueError, match="toy: the default policy 'greedy-1' is not one of its policies: first-1,"):
        replace(SYSTEM, default_policy="greedy-1")


@pytest.mark.parametrize("part", ["sections", "formats", "seats"])
def test_a_system_without_sections_formats_or_seats_is_refused(part: str) -> None:
    with pytest.raises(CatalogueError, match="toy: a game system has at least one"):
        replace(SYSTEM, **{part: ()})  # type: ignore[arg-type]


def test_home_section_of_a_card() -> None:
    home = SYSTEM.home_of(SYSTEM.catalogue["toy-5"])
    assert home is not None
    assert home.code == "bag"
    assert SYSTEM.home_of(replace(SYSTEM.catalogue["toy-5"], kind="tool")) is None


def test_a_deck_with_a_card_that_lies_on_the_table_is_illegal() -> None:
    rope = replace(SYSTEM.catalogue["toy-1"], kind="tool")
    others = [card for card in SYSTEM.catalogue if card.code != "toy-1"]
    system = replace(SYSTEM, catalogue=Catalogue([rope, *others]), table_kinds=("tool",))
    bright, windy = (reference.deck for reference in SYSTEM.reference_decks())
    assert system.report(bright) == SYSTEM.check_deck(bright)
    (problem,) = system.report(windy).problems
    assert (problem.code, problem.cards, problem.severity) == ("BAD_LINE", ("toy-1",), "error")
    assert system.report(apply_fix(windy, problem.fixes[0]), format=SYSTEM.format("short")).legal


def test_cards_on_the_table_belong_to_no_section() -> None:
    with pytest.raises(CatalogueError, match="toy: gust cannot both lie on the table and belong to bag"):
        replace(SYSTEM, table_kinds=("gust",))


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
