"""Deck construction (chapter 2): rules at their limits, violated and combined."""

from dataclasses import replace

import pytest

from simulator.engine.decks.decklist import DeckList, read
from simulator.games.signum import SYSTEM
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.deckbuilding.check import check_deck
from tests.signum.deck_samples import (
    BUILDINGS,
    FOE,
    GUILDS,
    HERO,
    HIRED,
    OTHER_HERO,
    OWN,
    SPELLS,
    TERRAIN,
    battle,
    cards,
    deck,
    error_codes,
    problems_of,
)

LEGAL = battle(own=20, hired=5, spells=10)


def test_s2_1_to_s2_12_a_deck_within_all_rules_has_no_errors() -> None:
    assert error_codes(deck(LEGAL)) == []
    assert error_codes(deck(LEGAL, fmt="online")) == []


# --- hero


def test_s2_1_a_deck_without_hero_is_offered_heroes_of_its_faction() -> None:
    (problem,) = problems_of(deck(LEGAL, hero={}), "HERO_MISSING")
    assert (problem.rule, problem.params["have"], problem.params["allowed"]) == ("S-2.1", 0, 1)
    assert {fix.card for fix in problem.fixes} == {card.code for card in cards("hero")}
    assert all((fix.do, fix.section) == ("add", "hero") for fix in problem.fixes)


@pytest.mark.parametrize("hero", [{HERO.code: 1, OTHER_HERO.code: 1}, {HERO.code: 2}])
def test_s2_1_two_heroes_are_too_many(hero: dict[str, int]) -> None:
    (problem,) = problems_of(deck(LEGAL, hero=hero), "HERO_TOO_MANY")
    assert (problem.params["have"], problem.params["allowed"]) == (2, 1)
    assert problem.fixes[0].do == "remove"
    assert problem.fixes[0].count == 1


def test_s2_1_a_character_in_the_hero_section_is_moved_to_the_battle_deck() -> None:
    character = OWN[30]
    (problem,) = problems_of(deck(LEGAL, hero={HERO.code: 1, character.code: 1}), "HERO_TOO_MANY")
    assert [(fix.do, fix.card, fix.section) for fix in problem.fixes] == [("move", character.code, "battle")]
    assert error_codes(deck(LEGAL, hero={character.code: 1})) == ["HERO_MISSING"]


# --- size


@pytest.mark.parametrize(
    ("fmt", "size", "code"),
    [
        ("basic", 19, "DECK_TOO_SMALL"), ("basic", 20, ""), ("basic", 40, ""), ("basic", 41, "DECK_TOO_LARGE"),
        ("online", 29, "DECK_TOO_SMALL"), ("online", 30, ""), ("online", 40, ""), ("online", 41, "DECK_TOO_LARGE"),
    ],
)  # fmt: skip
def test_s2_2_and_s2_11_limits_of_the_battle_deck_size(fmt: str, size: int, code: str) -> None:
    problems = problems_of(deck(battle(own=min(size, 25), spells=max(0, size - 25), copies=2), fmt=fmt))
    errors = [problem for problem in problems if problem.severity == "error"]
    assert [problem.code for problem in errors] == ([code] if code else [])
    if code:
        limits = {"basic": (20, 40), "online": (30, 40)}[fmt]
        assert errors[0].rule == {"basic": "S-2.2", "online": "S-2.11"}[fmt]
        assert errors[0].params["have"] == size
        assert errors[0].params["allowed"] == limits[code == "DECK_TOO_LARGE"]


def test_s2_2_a_small_deck_is_offered_characters_it_can_pay_for() -> None:
    (problem,) = problems_of(deck(battle(own=18)), "DECK_TOO_SMALL")
    assert len(problem.fixes) == 2
    offered = [card for card in OWN if card.code in {fix.card for fix in problem.fixes}]
    assert len(offered) == 2
    assert not set(battle(own=18)) & {card.code for card in offered}


def test_s2_2_a_large_deck_is_offered_to_remove_unplayable_cards_first() -> None:
    counts = battle(own=25, spells=17, copies=2)
    no_school = {card.code: 1 for card in BUILDINGS if card.key not in ("school_of_magic", "library")}
    (problem,) = problems_of(deck(counts, city=no_school), "DECK_TOO_LARGE")
    first = next(card for card in signum_cards() if card.code == problem.fixes[0].card)
    assert {"school_of_magic", "library"} & set(first.cost.buildings)
    assert problem.fixes[0].count <= 2


# --- factions


def test_s2_3_a_card_of_the_other_faction_is_wrong_and_a_mercenary_is_not() -> None:
    foreign = cards("spell", "grypharim")[0]
    (problem,) = [problem for problem in problems_of(deck({**LEGAL, foreign.code: 2})) if problem.severity == "error"]
    assert (problem.code, problem.rule, problem.cards) == ("WRONG_FACTION", "S-2.3", (foreign.code,))
    assert (problem.params["faction"], problem.params["hero_faction"]) == ("grypharim", "vallor")
    assert [(fix.do, fix.count) for fix in problem.fixes] == [("remove", 2)]


def test_s2_9_a_building_or_terrain_of_the_other_faction_is_wrong() -> None:
    building, terrain = cards("building", "grypharim")[0], cards("terrain", "grypharim")[0]
    problems = problems_of(deck(LEGAL, city={building.code: 1}, terrain={terrain.code: 1}), "WRONG_FACTION")
    assert [(problem.rule, problem.cards) for problem in problems] == [
        ("S-2.9", (building.code,)),
        ("S-2.9", (terrain.code,)),
    ]


def test_s2_3_another_hero_makes_the_whole_deck_wrong_card_by_card() -> None:
    problems = problems_of(deck(LEGAL, hero={FOE.code: 1}, city={}, terrain={}), "WRONG_FACTION")
    assert len(problems) == len(LEGAL) - 5


def test_s2_10_two_decks_may_have_the_same_hero_and_differ_in_size() -> None:
    assert error_codes(deck(battle(own=20))) == error_codes(deck(battle(own=20, spells=20, copies=2))) == []


# --- characters and mercenaries


@pytest.mark.parametrize(
    ("own", "spells", "needed"), [(10, 10, 0), (18, 17, 0), (17, 18, 18), (10, 11, 11), (15, 15, 0), (14, 16, 15)]
)
def test_s2_4_at_least_half_are_characters_and_odd_sizes_round_up(own: int, spells: int, needed: int) -> None:
    problems = problems_of(deck(battle(own=own, spells=spells, copies=2)), "TOO_FEW_CHARACTERS")
    assert [(problem.params["have"], problem.params["allowed"]) for problem in problems] == (
        [(own, needed)] if needed else []
    )


def test_s2_4_applying_the_fix_solves_the_problem() -> None:
    counts = battle(own=17, spells=18, copies=9)
    (problem,) = problems_of(deck(counts), "TOO_FEW_CHARACTERS")
    fix = next(fix for fix in problem.fixes if fix.do == "remove")
    counts[fix.card] -= fix.count
    assert problems_of(deck(counts), "TOO_FEW_CHARACTERS") == []


@pytest.mark.parametrize(
    ("own", "hired", "allowed"), [(5, 5, -1), (9, 9, -1), (10, 9, -1), (9, 10, 9), (4, 6, 5), (10, 10, -1)]
)
def test_s2_5_mercenaries_are_at_most_half_of_the_characters_rounded_down(own: int, hired: int, allowed: int) -> None:
    problems = problems_of(deck(battle(own=own, hired=hired)), "TOO_MANY_MERCENARIES")
    assert [(problem.rule, problem.params["have"], problem.params["allowed"]) for problem in problems] == (
        [("S-2.5", hired, allowed)] if allowed >= 0 else []
    )


def test_s2_11_online_mercenaries_are_not_more_than_faction_characters() -> None:
    assert problems_of(deck(battle(own=15, hired=15), fmt="online"), "TOO_MANY_MERCENARIES") == []
    (problem,) = problems_of(deck(battle(own=14, hired=16), fmt="online"), "TOO_MANY_MERCENARIES")
    assert (problem.rule, problem.params["have"], problem.params["allowed"]) == ("S-2.11", 16, 14)
    assert {fix.do for fix in problem.fixes} == {"remove", "add"}
    assert len(problem.cards) == 16


def test_s2_5_support_cards_do_not_count_as_characters() -> None:
    assert error_codes(deck(battle(own=6, hired=7, spells=7))) == ["TOO_MANY_MERCENARIES"]


# --- names and copies


def test_s2_6_a_character_twice_is_wrong_and_a_support_card_may_repeat_without_limit() -> None:
    counts = {**battle(own=20), OWN[0].code: 3, SPELLS[0].code: 18}
    (problem,) = [problem for problem in problems_of(deck(counts)) if problem.severity == "error"]
    assert (problem.code, problem.rule, problem.cards) == ("DUPLICATE_CHARACTER", "S-2.6", (OWN[0].code,))
    assert (problem.params["have"], problem.params["allowed"]) == (3, 1)
    assert [(fix.do, fix.count) for fix in problem.fixes] == [("remove", 2)]


def test_s2_6_a_mercenary_twice_is_wrong_too() -> None:
    assert error_codes(deck({**LEGAL, HIRED[0].code: 2})) == ["DUPLICATE_CHARACTER"]


def test_s2_11_online_a_support_card_is_allowed_at_most_twice() -> None:
    counts = {**battle(own=28), SPELLS[0].code: 2}
    assert error_codes(deck(counts, fmt="online")) == []
    (problem,) = problems_of(deck({**counts, SPELLS[0].code: 3}, fmt="online"), "TOO_MANY_COPIES")
    assert (problem.rule, problem.params["have"], problem.params["allowed"]) == ("S-2.11", 3, 2)
    assert [(fix.do, fix.card, fix.count) for fix in problem.fixes] == [("remove", SPELLS[0].code, 1)]


def test_s2_7_a_card_that_names_a_hero_is_legal_only_under_that_hero() -> None:
    bound = next(card for card in signum_cards() if card.hero and card.type in ("spell", "relic", "tactic"))
    right = next(card for card in signum_cards() if card.code == bound.hero)
    wrong = next(card for card in cards("hero", right.faction) if card.code != right.code)
    own = {card.code: 1 for card in cards("character", right.faction)[:25]} | {bound.code: 1}
    assert problems_of(deck(own, hero={right.code: 1}, city={}), "HERO_CARD_MISMATCH") == []
    (problem,) = problems_of(deck(own, hero={wrong.code: 1}, city={}), "HERO_CARD_MISMATCH")
    assert (problem.rule, problem.cards, problem.params["hero"]) == ("S-2.7", (bound.code,), right.code)
    assert right.names.en in problem.message
    assert [(fix.do, fix.card, fix.text) for fix in problem.fixes] == [
        ("remove", bound.code, ""),
        ("replace", wrong.code, right.code),
    ]


# --- zones


def test_s2_8_heroes_buildings_and_terrain_are_never_in_the_battle_deck() -> None:
    misplaced = [OTHER_HERO, BUILDINGS[0], TERRAIN[1]]
    problems = problems_of(deck(LEGAL | {card.code: 1 for card in misplaced}), "NOT_A_BATTLE_CARD")
    assert [problem.cards for problem in problems] == [(card.code,) for card in misplaced]
    assert [problem.fixes[0].section for problem in problems] == ["hero", "city", "terrain"]
    assert all(problem.rule == "S-2.8" for problem in problems)


def test_sr46_misplaced_cards_do_not_count_for_the_battle_deck_size() -> None:
    assert error_codes(deck(battle(own=19) | {BUILDINGS[0].code: 1})) == ["DECK_TOO_SMALL", "NOT_A_BATTLE_CARD"]
    assert error_codes(deck(battle(own=25, spells=15, copies=2) | {BUILDINGS[0].code: 1})) == ["NOT_A_BATTLE_CARD"]


def test_s2_9_city_and_terrain_sections_accept_only_their_types() -> None:
    problems = problems_of(deck(LEGAL, city={SPELLS[0].code: 1, TERRAIN[0].code: 1}, terrain={BUILDINGS[0].code: 1}),
                     "NOT_A_CITY_CARD")  # fmt: skip
    assert [(problem.cards[0], problem.fixes[0].do, problem.fixes[0].section) for problem in problems] == [
        (SPELLS[0].code, "move", "battle"), (TERRAIN[0].code, "move", "terrain"), (BUILDINGS[0].code, "move", "city"),
    ]  # fmt: skip


def test_s2_9_no_building_and_no_terrain_twice() -> None:
    problems = problems_of(
        deck(LEGAL, city={BUILDINGS[0].code: 2}, terrain={TERRAIN[0].code: 3}), "DUPLICATE_CITY_CARD"
    )
    assert [(problem.cards[0], problem.params["have"], problem.fixes[0].count) for problem in problems] == [
        (BUILDINGS[0].code, 2, 1),
        (TERRAIN[0].code, 3, 2),
    ]


# --- warnings


def test_s2_12_a_card_without_its_building_can_never_be_played() -> None:
    card = next(card for card in OWN if "temple" in card.cost.buildings)
    without = {building.code: 1 for building in BUILDINGS if building.key != "temple"}
    problems = [problem for problem in problems_of(deck({card.code: 1}, city=without)) if problem.cards == (card.code,)]
    (problem,) = [problem for problem in problems if problem.code == "UNPLAYABLE_WITHOUT_BUILDING"]
    assert (problem.severity, problem.rule) == ("warning", "S-2.12")
    assert problem.params["missing"] == ("temple",)
    assert "Temple" in problem.message
    temple = next(building.code for building in BUILDINGS if building.key == "temple")
    assert [(fix.do, fix.card) for fix in problem.fixes] == [("add", temple), ("remove", card.code)]


def test_s2_12_and_sr27_a_unique_symbol_needs_any_unique_building() -> None:
    card = next(card for card in signum_cards() if card.faction == "vallor" and "unique" in card.cost.buildings)
    basic = {building.code: 1 for building in BUILDINGS if not building.unique}
    unique = next(building for building in BUILDINGS if building.unique)
    (problem,) = problems_of(deck({card.code: 1}, city=basic, terrain={}), "UNPLAYABLE_WITHOUT_BUILDING")
    assert problem.params["missing"] == ("unique",)
    assert (
        problems_of(deck({card.code: 1}, city=basic | {unique.code: 1}, terrain={}), "UNPLAYABLE_WITHOUT_BUILDING")
        == []
    )


def test_s2_12_terrain_needs_its_buildings_too() -> None:
    card = next(card for card in cards("terrain") if card.cost.buildings)
    problems = problems_of(deck(LEGAL, city={}, terrain={card.code: 1}), "UNPLAYABLE_WITHOUT_BUILDING")
    assert (card.code,) in [problem.cards for problem in problems]


def test_s2_12_thirteen_buildings_are_a_warning_and_twelve_are_not() -> None:
    chosen = {card.code: 1 for card in [*BUILDINGS[:12], GUILDS[0]]}
    assert len(chosen) == 13
    assert problems_of(deck(LEGAL), "CITY_OVER_TWELVE") == []
    (problem,) = problems_of(deck(LEGAL, city=chosen), "CITY_OVER_TWELVE")
    assert (problem.severity, problem.params["have"], problem.params["allowed"]) == ("warning", 13, 12)
    assert problem.fixes[0].do == "remove"


def test_s2_12_several_class_buildings_are_a_warning() -> None:
    assert problems_of(deck(LEGAL, city={GUILDS[0].code: 1}), "SEVERAL_CLASS_BUILDINGS") == []
    (problem,) = problems_of(deck(LEGAL, city={card.code: 1 for card in GUILDS[:2]}), "SEVERAL_CLASS_BUILDINGS")
    assert (problem.severity, problem.cards) == ("warning", tuple(card.code for card in GUILDS[:2]))


def test_s2_12_warnings_leave_a_deck_legal() -> None:
    assert check_deck(deck(LEGAL, city={})).legal


# --- combinations


def test_all_problems_of_a_deck_are_reported_at_once() -> None:
    wrong = deck(
        {**battle(own=2, hired=4, spells=10), OWN[0].code: 2, BUILDINGS[0].code: 1, "nowhere-001": 1,
         cards("spell", "grypharim")[0].code: 3},
        hero={HERO.code: 1, OTHER_HERO.code: 1},
        city={BUILDINGS[0].code: 2, SPELLS[0].code: 1},
        fmt="online",
    )  # fmt: skip
    assert error_codes(wrong) == [
        "DECK_TOO_SMALL", "DUPLICATE_CHARACTER", "DUPLICATE_CITY_CARD", "HERO_TOO_MANY", "NOT_A_BATTLE_CARD",
        "NOT_A_CITY_CARD", "TOO_FEW_CHARACTERS", "TOO_MANY_COPIES", "TOO_MANY_MERCENARIES", "UNKNOWN_CARD",
        "WRONG_FACTION",
    ]  # fmt: skip
    for problem in problems_of(wrong):
        assert problem.fixes, problem.code
        assert problem.message.endswith(".")


def test_an_unknown_code_is_reported() -> None:
    (problem,) = problems_of(deck({**LEGAL, "core-9999": 1}), "UNKNOWN_CARD")
    assert problem.cards == ("core-9999",)
    assert problem.fixes[-1].do == "remove"


def test_an_unknown_format_is_reported_and_the_basic_rules_are_checked() -> None:
    problems = check_deck(deck(battle(own=19), fmt="casual")).errors
    assert [problem.code for problem in problems] == ["BAD_LINE", "DECK_TOO_SMALL"]
    assert problems[0].params["suggestions"] == ("basic", "online")


def test_an_unknown_section_is_reported() -> None:
    legal = deck(LEGAL)
    unknown = replace(legal, sections=(*legal.sections, ("sideboard", ((OWN[0].code, 1),))))
    (problem,) = check_deck(unknown).errors
    assert (problem.code, problem.params["text"]) == ("BAD_LINE", "sideboard")
    assert problem.fixes[0].section == "battle"


def test_every_fix_names_a_card_of_the_catalogue_and_a_section_of_the_game() -> None:
    known, sections = {card.code for card in signum_cards()}, {section.code for section in SYSTEM.sections}
    for decklist in (deck({}), deck({}, hero={}), deck(battle(own=3, hired=9, spells=50, copies=5), fmt="online")):
        for problem in problems_of(decklist):
            assert problem.fixes, problem.code
            for fix in problem.fixes:
                assert fix.card in known
                assert fix.section in sections


@pytest.mark.parametrize("heading", ["Battle deck", "Mazo de batalla", "MAZZO DI BATTAGLIA", "deck", "Mazo"])
def test_headings_are_recognized_in_three_languages(heading: str) -> None:
    parsed, problems = read(f"{heading}\n1 {OWN[0].names.es}\n", system=SYSTEM)
    assert problems == ()
    assert parsed.section("battle") == ((OWN[0].code, 1),)


def test_an_empty_deck_has_no_hero_and_too_few_cards() -> None:
    assert error_codes(DeckList(system="signum", format="basic")) == ["DECK_TOO_SMALL", "HERO_MISSING"]
