"""The figures of a deck on a page: pictures with a text that says the same, in three languages, without styles."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from collection.services import catalogue_load
from decks.rules.statistics import HANDS, StatisticsQuery, deck_statistics, parse_statistics_query
from simulator.engine.decks.decklist import DeckList
from simulator.games.signum import SYSTEM

DECKS = {reference.deck.name: reference.deck for reference in SYSTEM.reference_decks()}
DECK = DECKS["Lances at Dawn"]


def rendered(deck: DeckList, address: str = "/decks/1/?tab=figures", **asked: str) -> str:
    shown = deck_statistics(deck, query=parse_statistics_query(asked))
    return render_to_string("decks/figures/all.html", {"shown": shown}, request=RequestFactory().get(address))


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_figures_are_shown_in_every_language_and_carry_no_style_or_script(language: str) -> None:
    with translation.override(language):
        page = rendered(DECK)
    assert "style=" not in page
    assert "<script" not in page
    assert "onclick" not in page
    # SVG knows no decimal comma.
    assert not re.search(r' (?:x|y|width|height)="\d+,', page)
    for chart in SYSTEM.figures(DECK).charts:
        assert chart.title[language] in page


def test_every_picture_has_its_numbers_as_text() -> None:
    page = rendered(DECK)
    pictures, tables = page.count('<svg class="chart-columns"'), page.count('<div class="visually-hidden"><table>')
    assert pictures == tables == sum(chart.ordered for chart in SYSTEM.figures(DECK).charts)
    for chart in SYSTEM.figures(DECK).charts:
        for bar in chart.bars:
            cells = "".join(f"<td>{value}</td>" for value in bar.values)
            assert cells in page or f'<td class="chart-number">{bar.total}</td>' in page


def test_an_empty_deck_says_so() -> None:
    page = rendered(DeckList(system="signum", format="basic"))
    assert "As soon as the deck has cards" in page
    assert "<table" not in page


def test_links_keep_the_rest_of_the_address() -> None:
    page = rendered(DECK)
    assert re.search(r'href="\?tab=figures&amp;seed=2#hands-title"', page)


def test_hands_are_the_same_for_the_same_seed() -> None:
    hands = [deck_statistics(DECK, query=StatisticsQuery(seed=seed)).hands for seed in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]
    assert len(hands[0]) == HANDS


def test_a_plan_follows_the_order_of_the_address() -> None:
    first = deck_statistics(DECK).plan
    assert first is not None
    turned = ",".join(reversed(first.order))
    plan = deck_statistics(DECK, query=parse_statistics_query({"order": turned})).plan
    assert plan is not None
    assert ",".join(plan.order) == turned
    assert "Back to the suggested order" in rendered(DECK, order=turned)


@pytest.mark.parametrize("seed", ["", "0", "-3", "1e9", "99999999999999", "١", "x\0", "1.5"])
def test_a_seed_that_is_none_is_as_if_nobody_had_asked(seed: str) -> None:
    assert parse_statistics_query({"seed": seed}).seed == 1
    assert parse_statistics_query({"order": "x" * 100_000 + seed}).order == ("x" * 600,)


@pytest.mark.django_db
def test_chances_for_the_cards_a_search_finds() -> None:
    catalogue_load(system=SYSTEM)
    odds = deck_statistics(DECK, query=parse_statistics_query({"want": "t:spell -t:relic"})).odds
    assert odds is not None
    row, spells = odds.groups[0], next(row for row in odds.groups if row.label and row.label.en == "Spells")
    assert (row.copies, row.plain, row.seeking) == (spells.copies, spells.plain, spells.seeking)
    page = rendered(DECK, "/decks/1/figures/?tab=x&want=old", want='<b>"nobody')
    assert "<b>&quot" not in page
    assert "&lt;b&gt;&quot;nobody" in page
    assert '<input type="hidden" name="tab" value="x">' in page


def test_what_is_missing_can_be_added_in_the_builder_only() -> None:
    bare = DeckList.of({"battle": dict(DECK.section("battle"))}, system="signum", format="basic")
    assert 'form="change"' not in rendered(bare)
    assert "missing" in rendered(bare)


def test_before_and_after_stand_side_by_side() -> None:
    before, after = (deck_statistics(deck) for deck in list(DECKS.values())[:2])
    page = render_to_string("decks/figures/change.html", {"before": before, "after": after})
    assert page.count("count-tiles") == 2
    assert "style=" not in page
