"""Deck statistics on a page: charts with text alternatives, in three languages."""

import re
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from collection.services import catalogue_load
from decks.rules.statistics import HANDS, StatisticsQuery, deck_statistics, parse_statistics_query
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.draw_odds import Draws
from simulator.games.signum import SYSTEM
from tests.toy import SYSTEM as TOY

DECKS = {reference.deck.name: reference.deck for reference in SYSTEM.reference_decks()}
DECK = DECKS["Lances at Dawn"]


def render(deck: DeckList, address: str = "/decks/1/?tab=figures", **params: str) -> str:
    shown = deck_statistics(deck, query=parse_statistics_query(params))
    return render_to_string("decks/figures/all.html", {"shown": shown}, request=RequestFactory().get(address))


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_statistics_are_translated_without_inline_style_or_script(language: str) -> None:
    with translation.override(language):
        page = render(DECK)
    assert "style=" not in page
    assert "<script" not in page
    assert "onclick" not in page
    # SVG has no decimal comma.
    assert not re.search(r' (?:x|y|width|height)="\d+,', page)
    for chart in SYSTEM.figures(DECK).charts:
        assert chart.title[language] in page


def test_every_chart_has_its_numbers_as_text() -> None:
    page = render(DECK)
    pictures, tables = page.count('<svg class="chart-columns"'), page.count('<div class="visually-hidden"><table>')
    assert pictures == tables == sum(chart.ordered for chart in SYSTEM.figures(DECK).charts)
    for chart in SYSTEM.figures(DECK).charts:
        for bar in chart.bars:
            cells = "".join(f"<td>{value}</td>" for value in bar.values)
            assert cells in page or f'<td class="chart-number">{bar.total}</td>' in page


def test_empty_deck_shows_a_message() -> None:
    page = render(DeckList(system="signum", format="basic"))
    assert "As soon as the deck has cards" in page
    assert "<table" not in page


def test_links_keep_other_query_parameters() -> None:
    page = render(DECK)
    assert re.search(r'href="\?tab=figures&amp;seed=2#hands-title"', page)


def test_hands_are_the_same_for_the_same_seed() -> None:
    hands = [deck_statistics(DECK, query=StatisticsQuery(seed=seed)).hands for seed in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]
    assert len(hands[0]) == HANDS


def test_plan_follows_the_order_in_the_url() -> None:
    first = deck_statistics(DECK).plan
    assert first is not None
    reverse = ",".join(reversed(first.order))
    plan = deck_statistics(DECK, query=parse_statistics_query({"order": reverse})).plan
    assert plan is not None
    assert ",".join(plan.order) == reverse
    assert "Back to the suggested order" in render(DECK, order=reverse)


@pytest.mark.parametrize("seed", ["", "0", "-3", "1e9", "99999999999999", "١", "x\0", "1.5"])
def test_invalid_seed_is_ignored(seed: str) -> None:
    assert parse_statistics_query({"seed": seed}).seed == 1
    assert parse_statistics_query({"order": "x" * 100_000 + seed}).order == ("x" * 600,)


@pytest.mark.django_db
def test_odds_for_the_cards_of_a_search() -> None:
    catalogue_load(system=SYSTEM)
    odds = deck_statistics(DECK, query=parse_statistics_query({"want": "t:spell -t:relic"})).odds
    assert odds is not None
    row, spells = odds.groups[0], next(row for row in odds.groups if row.label and row.label.en == "Spells")
    assert (row.copies, row.plain, row.seeking) == (spells.copies, spells.plain, spells.seeking)
    page = render(DECK, "/decks/1/figures/?tab=x&want=old", want='<b>"nobody')
    assert "<b>&quot" not in page
    assert "&lt;b&gt;&quot;nobody" in page
    assert '<input type="hidden" name="tab" value="x">' in page


def test_refilled_hands_are_explained(two_games: None, monkeypatch: pytest.MonkeyPatch) -> None:
    refilling = replace(TOY, draws=Draws(section="bag", hand=2, refill=True))
    monkeypatch.setattr(games, "systems", lambda **_: {"signum": SYSTEM, "toy": refilling})
    page = render(replace(TOY.reference_decks()[0].deck, name="Refilled"))
    assert "You draw up to 2 cards each turn" in page
    assert "each turn’s card" not in page
    assert "each turn’s card" in render(DECK)


def test_missing_cards_can_be_added_only_in_the_builder() -> None:
    bare = DeckList.of({"battle": dict(DECK.section("battle"))}, system="signum", format="basic")
    assert 'form="change"' not in render(bare)
    assert "missing" in render(bare)


def test_statistics_before_and_after_are_side_by_side() -> None:
    before, after = (deck_statistics(deck) for deck in list(DECKS.values())[:2])
    page = render_to_string("decks/figures/change.html", {"before": before, "after": after})
    assert page.count("count-tiles") == 2
    assert "style=" not in page
