"""Reference decks are legal, follow their plan and can pay for it."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

from simulator.engine.cards.card import CatalogueError
from simulator.engine.game_system import ReferenceDeck
from simulator.games.signum import SYSTEM
from simulator.games.signum.cardfile.loader import signum_card
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import CHARGE, DEFENDER, FAST, FLIGHT, HEALER, RUSH, SHOT, STEALTH, THROWING
from simulator.games.signum.deckbuilding import reference_decks
from simulator.games.signum.deckbuilding.contents import BATTLE, CITY, HERO, TERRAIN
from simulator.games.signum.library.card_facts import effects_of

DECKS = {reference.deck.name: reference for reference in SYSTEM.reference_decks()}
for_every_deck = pytest.mark.parametrize("reference", DECKS.values(), ids=list(DECKS))


def cards_of(reference: ReferenceDeck, section: str) -> list[SignumCard]:
    return [signum_card(code) for code, count in reference.deck.section(section) for _ in range(count)]


def verbs_of(card: SignumCard) -> set[str]:
    return {effect.verb for effect in effects_of(card)}


def has(*keywords: int) -> Callable[[SignumCard], bool]:
    return lambda card: any(card.keywords[keyword] for keyword in keywords)


def uses(*verbs: str) -> Callable[[SignumCard], bool]:
    return lambda card: bool(verbs_of(card) & set(verbs))


def is_quick(card: SignumCard) -> bool:
    return has(RUSH, FAST, FLIGHT, CHARGE)(card) or card.movement > 100


def is_magical(card: SignumCard) -> bool:
    return "school_of_magic" in card.cost.buildings or "library" in card.cost.buildings


def is_relic(card: SignumCard) -> bool:
    return card.type == "relic"


def is_tactic(card: SignumCard) -> bool:
    return card.type == "tactic"


def heals(card: SignumCard) -> bool:
    return has(HEALER)(card) or uses("heal", "recover")(card)


# The theme of each deck, and the minimum number of cards that fit it.
PLANS: dict[str, tuple[Callable[[SignumCard], bool], int]] = {
    "Lances at Dawn": (is_quick, 10),
    "Griffins at the Gallop": (is_quick, 10),
    "Bolts over the Wall": (has(SHOT, THROWING), 12),
    "Knives in the Fog": (has(STEALTH), 9),
    "The Counting House": (uses("prosperity", "steal"), 10),
    "Hulda's Workshop": (is_relic, 10),
    "The Heirloom": (is_relic, 9),
    "Choir of Embers": (is_magical, 15),
    "The Merciful Hand": (heals, 12),
    "The Emperor's Ambush": (is_tactic, 14),
}


@for_every_deck
def test_a_reference_deck_is_legal_in_both_formats_without_warnings(reference: ReferenceDeck) -> None:
    for fmt in SYSTEM.formats:
        assert SYSTEM.check_deck(replace(reference.deck, format=fmt.code)).problems == ()


@for_every_deck
def test_a_reference_deck_has_a_playable_size_and_city(reference: ReferenceDeck) -> None:
    assert 30 <= reference.deck.size(BATTLE) <= 36
    assert 6 <= reference.deck.size(CITY) <= 10
    assert 1 <= reference.deck.size(TERRAIN) <= 2
    assert sum(card.class_building for card in cards_of(reference, CITY)) == 1


@for_every_deck
def test_a_reference_deck_follows_its_plan(reference: ReferenceDeck) -> None:
    fits, minimum = PLANS[reference.deck.name]
    assert sum(fits(card) for card in cards_of(reference, BATTLE)) >= minimum


@for_every_deck
def test_the_hero_of_a_reference_deck_has_slots_for_its_relics(reference: ReferenceDeck) -> None:
    (hero,) = cards_of(reference, HERO)
    slots = dict(hero.slots)
    assert [card.code for card in cards_of(reference, BATTLE) if card.relic and not slots.get(card.relic)] == []


@for_every_deck
def test_a_class_building_serves_class_cards_of_the_deck(reference: ReferenceDeck) -> None:
    assert any(card.class_card for card in cards_of(reference, BATTLE))


@for_every_deck
def test_every_building_of_a_reference_deck_is_needed_by_two_cards(reference: ReferenceDeck) -> None:
    """A building needed by a single card is dead weight.

    Cheap buildings are exempt: they pay for any cost.
    """
    needed = [key for card in cards_of(reference, BATTLE) for key in card.cost.buildings]
    for building in cards_of(reference, CITY):
        if not building.unique and building.price > 1:
            assert needed.count(building.key) >= 2, building.key


def test_there_are_four_decks_per_faction_and_one_for_every_hero() -> None:
    heroes = [cards_of(reference, HERO)[0] for reference in DECKS.values()]
    for faction in ("vallor", "grypharim"):
        assert sum(hero.faction == faction for hero in heroes) >= 4
    assert {hero.code for hero in heroes} == {card.code for card in SYSTEM.catalogue if card.kind == "hero"}


def test_defensive_decks_have_defenders() -> None:
    for name in ("The Merciful Hand", "The Emperor's Ambush", "Bolts over the Wall"):
        assert sum(has(DEFENDER)(card) for card in cards_of(DECKS[name], BATTLE)) >= 3


def test_the_command_lists_the_decks() -> None:
    out = StringIO()
    call_command("reference_decks", "--json", stdout=out)
    listed = json.loads(out.getvalue())
    assert [deck["name"] for deck in listed] == list(DECKS)
    assert all(deck["hero"] and deck["faction"] and deck["summary"] for deck in listed)
    out = StringIO()
    call_command("reference_decks", stdout=out)
    assert len(out.getvalue().splitlines()) == len(DECKS)


def test_an_invalid_deck_file_raises_a_catalogue_error(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    folder = reference_decks.Path(str(tmp_path))
    (folder / "bad.txt").write_text("// Bad\n// summary: x\n\nHero\n1 Nobody at All\n")
    monkeypatch.setattr(reference_decks, "DECKS", folder)
    reference_decks.reference_decks.cache_clear()
    with pytest.raises(CatalogueError) as caught:
        reference_decks.reference_decks(SYSTEM)
    reference_decks.reference_decks.cache_clear()
    errors = str(caught.value).splitlines()
    assert any("no card is called 'Nobody at All'" in line for line in errors)
    assert "bad.txt: missing '// resumen: …'" in errors
