"""Every system's cards, sections, formats and decks."""

import re
from dataclasses import replace
from pathlib import Path

from collection.search import field_table
from simulator.engine.decks.decklist import DeckList, read, render
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES, fold
from tests.contract.systems import for_every_system


@for_every_system
def test_every_card_has_its_own_code(system: GameSystem) -> None:
    codes = [card.code for card in system.catalogue]
    assert codes
    assert len(codes) == len(set(codes))
    assert all(system.catalogue[code].code == code for code in codes)


@for_every_system
def test_every_card_has_a_name_and_a_text_in_three_languages(system: GameSystem) -> None:
    for card in system.catalogue:
        for language in LANGUAGES:
            assert card.name(language).strip(), card.code
            assert isinstance(card.text(language), str)


@for_every_system
def test_every_card_is_found_by_code_and_by_each_of_its_names(system: GameSystem) -> None:
    for card in system.catalogue:
        assert system.catalogue.find(card.code.upper()) == (card,)
        for name in card.names.values():
            assert card in system.catalogue.find(fold(name).upper())


@for_every_system
def test_every_card_belongs_to_a_section(system: GameSystem) -> None:
    homeless = [card for card in system.catalogue if system.home_of(card) is None]
    assert [card.code for card in homeless if card.kind not in system.table_kinds] == []
    assert set(system.table_kinds) <= {card.kind for card in homeless}


@for_every_system
def test_no_heading_names_two_sections(system: GameSystem) -> None:
    headings = [{fold(name) for name in (*part.names.values(), *part.also, part.code)} for part in system.sections]
    assert sum(len(names) for names in headings) == len(set().union(*headings))


@for_every_system
def test_every_facet_has_values_of_its_kind(system: GameSystem) -> None:
    kinds = {"choice": (str, tuple), "set": (tuple,), "ordered": (str,), "number": (int,), "flag": (bool,)}
    for facet in system.facets:
        values = [value for card in system.catalogue if (value := facet.value(card)) is not None]
        assert values, facet.code
        assert all(isinstance(value, kinds[facet.kind]) for value in values), facet.code


@for_every_system
def test_references_of_a_facet_exist(system: GameSystem) -> None:
    known = {facet.code for facet in system.facets}
    for facet in system.facets:
        assert not facet.otherwise or facet.otherwise in known
        if facet.kind == "ordered":
            assert {facet.value(card) for card in system.catalogue} - {None} <= set(facet.labels)
        if facet.amounts:
            facts = {name: fact for card in system.catalogue for name, fact in card.facts.items()}
            amounts = {name: fact for name, fact in facts.items() if name.startswith(facet.amounts)}
            assert amounts
            assert all(isinstance(fact, int) for fact in amounts.values())


@for_every_system
def test_search_field_names_are_unique(system: GameSystem) -> None:
    spellings = [spelling for field in field_table(system) for spelling in field.spellings()]
    assert sorted(spellings) == sorted(set(spellings))


@for_every_system
def test_codes_of_sections_formats_and_facets_are_unique_and_all_are_named(system: GameSystem) -> None:
    for parts in (system.sections, system.formats, system.facets):
        codes = [part.code for part in parts]
        assert len(codes) == len(set(codes))
        assert all(name for part in parts for name in part.names.values())
    assert system.rules_version
    assert all(system.name.values())


@for_every_system
def test_reference_decks_are_legal_and_have_names_and_summaries(system: GameSystem) -> None:
    references = system.reference_decks()
    assert references
    assert len({reference.deck.name for reference in references}) == len(references)
    for reference in references:
        assert reference.deck.system == system.code
        assert system.check_deck(reference.deck).errors == (), reference.deck.name
        assert all(reference.summary.values())


@for_every_system
def test_legal_decks_round_trip_in_every_language(system: GameSystem) -> None:
    for reference in system.reference_decks():
        for language in LANGUAGES:
            text = render(reference.deck, system=system, language=language)
            assert read(text, system=system) == (reference.deck, ())


@for_every_system
def test_every_card_round_trips_in_every_section_and_language(system: GameSystem) -> None:
    everything = {card.code: 2 for card in system.catalogue if card.kind not in system.table_kinds}
    for section in system.sections:  # one at a time: all of them would exceed the line limit of the parser
        contents = {section.code: everything}
        deck = DeckList.of(contents, system=system.code, format=system.formats[-1].code, name="All of it")
        for language in LANGUAGES:
            assert read(render(deck, system=system, language=language), system=system) == (deck, ())


@for_every_system
def test_an_empty_deck_is_illegal_in_every_format(system: GameSystem) -> None:
    for fmt in system.formats:
        assert not system.check_deck(DeckList(system=system.code, format=fmt.code)).legal


@for_every_system
def test_check_deck_reports_every_problem(system: GameSystem) -> None:
    legal = system.reference_decks()[0].deck
    unknown_cards = {section.code: f"nowhere-{number}" for number, section in enumerate(system.sections)}
    sections = {part.code: dict(legal.section(part.code)) | {unknown_cards[part.code]: 1} for part in system.sections}
    report = system.check_deck(DeckList.of(sections, system=system.code, format=legal.format))
    reported = [code for problem in report.problems if problem.code == "UNKNOWN_CARD" for code in problem.cards]
    assert sorted(reported) == sorted(unknown_cards.values())
    empty = system.check_deck(DeckList(system=system.code, format=legal.format))
    only_unknown = {part: {code: 1} for part, code in unknown_cards.items()}
    both = system.check_deck(DeckList.of(only_unknown, system=system.code, format=legal.format))
    assert len(both.errors) > len(unknown_cards), "unknown cards must not hide other problems"
    assert empty.errors


@for_every_system
def test_every_problem_has_a_message_and_known_cards(system: GameSystem) -> None:
    everything = {section.code: {card.code: 50 for card in system.catalogue} for section in system.sections}
    for fmt in system.formats:
        report = system.check_deck(DeckList.of(everything, system=system.code, format=fmt.code))
        assert not report.legal
        for problem in report.problems:
            assert problem.message
            assert set(problem.cards) <= {card.code for card in system.catalogue}
            assert problem.as_json().keys() == {"code", "severity", "rule", "cards", "params", "message", "fixes"}


@for_every_system
def test_legality_ignores_line_order_and_name(system: GameSystem) -> None:
    deck = system.reference_decks()[0].deck
    reversed_sections = tuple((code, tuple(reversed(card_lines))) for code, card_lines in deck.sections)
    other = replace(deck, sections=reversed_sections, name="Another name")
    assert other.content_hash == deck.content_hash
    assert system.check_deck(other).legal


@for_every_system
def test_every_box_holds_printings_that_exist(system: GameSystem) -> None:
    printings = {printing.code for card in system.catalogue for printing in card.printings}
    boxes = system.products()
    assert len({box.code for box in boxes}) == len(boxes)
    for box in boxes:
        assert system.product(box.code) == box
        assert all(code in printings and count > 0 for code, count in box.cards)
        assert all(box.names[language] and box.summary[language] for language in LANGUAGES)


@for_every_system
def test_parts_of_a_card_are_other_cards_without_parts(system: GameSystem) -> None:
    for card in system.catalogue:
        for code, count in system.parts(card).items():
            assert code != card.code
            assert count > 0, card.code
            assert not system.parts(system.catalogue[code]), card.code
    assert system.part_kinds.isdisjoint(system.miniature_kinds)


@for_every_system
def test_miniature_kinds_and_completion_facts_exist(system: GameSystem) -> None:
    assert set(system.miniature_kinds) <= {card.kind for card in system.catalogue}
    for fact in system.collected_by:
        assert any(card.fact(fact) for card in system.catalogue), fact


@for_every_system
def test_every_glossary_term_is_translated(system: GameSystem) -> None:
    for group in system.glossary:
        assert not group.facet or group.facet in {facet.code for facet in system.facets}
        codes = [term.code for term in group.terms]
        assert len(codes) == len(set(codes))
        for term in group.terms:
            assert all(term.names.values()), term.code
            assert all(term.meaning.values()), term.code


@for_every_system
def test_symbols_of_a_game_are_in_the_sprite(system: GameSystem) -> None:
    available = set(re.findall(r'id="([a-z-]+)"', Path("signum_site/static/symbols.svg").read_text()))
    used = {symbol for facet in system.facets for symbol in facet.symbols.values()}
    used |= {term.symbol for group in system.glossary for term in group.terms if term.symbol}
    used |= {system.front.emblem, *(panel.symbol for panel in system.front.panels)}
    used |= {symbol for row in system.front.symbols for symbol, _names in row.symbols}
    assert used <= available


@for_every_system
def test_front_has_a_picture_and_a_palette_that_exist(system: GameSystem) -> None:
    pictures = {path.stem for path in Path("signum_site/templates/home/pictures").glob("*.html")}
    assert system.front.picture in {"", *pictures}
    assert f'[data-palette="{system.front.palette}"]' in Path("signum_site/static/css/tokens.css").read_text()
    assert len(system.front.panels) <= 3
    assert all(system.summary.values())
    assert all(system.search_example.values())


@for_every_system
def test_cited_rules_are_in_the_rules_reference(system: GameSystem) -> None:
    reference = Path(f"docs/rules/{system.code}.md")
    known = set(re.findall(r"\b[A-Z]+-\d+(?:\.\d+)?\b", reference.read_text())) if reference.exists() else set()
    assert {rule for card in system.catalogue for rule in system.rules_of(card)} <= known
    assert {term.rule for group in system.glossary for term in group.terms if term.rule} <= known
