"""Deck checks of every system: problems, fixes, rule values and house formats."""

from dataclasses import replace

from simulator.engine.decks.changes import apply_fix
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES, Facts
from tests.contract.systems import for_every_system


@for_every_system
def test_every_problem_has_a_fix_that_changes_the_deck(system: GameSystem) -> None:
    everything = {section.code: {card.code: 50 for card in system.catalogue} for section in system.sections}
    unknown = {"nowhere": {"nowhere-1": 1, next(iter(system.catalogue)).code: 1}}
    for sections in ({}, everything, unknown):
        for fmt in system.formats:
            deck = DeckList.of(sections, system=system.code, format=fmt.code)
            for problem in system.check_deck(deck).problems:
                assert problem.fixes, problem
                for fix in problem.fixes:
                    assert apply_fix(deck, fix) != deck, (problem.code, fix)


@for_every_system
def test_every_problem_is_translated(system: GameSystem) -> None:
    everything = {section.code: {card.code: 50 for card in system.catalogue} for section in system.sections}
    deck = DeckList.of(everything, system=system.code, format=system.formats[0].code)
    for problem in system.check_deck(deck).problems:
        for language in LANGUAGES:
            assert system.problem_text(problem, language).strip()


@for_every_system
def test_legal_decks_keep_the_binding_rules(system: GameSystem) -> None:
    for reference in system.reference_decks():
        rules = system.check_deck(reference.deck).rules
        assert rules
        assert all(value.kept for value in rules if value.binding)
        assert all(value.rule and all(value.names.values()) for value in rules)


@for_every_system
def test_an_explicit_format_overrides_the_deck_s(system: GameSystem) -> None:
    deck = system.reference_decks()[0].deck
    _, lines = deck.sections[0]
    code = lines[0][0]
    base = system.format(deck.format)
    house = replace(base, code="h-test", limits=Facts({code: 0}))
    (banned,) = system.check_deck(deck, format=house).errors
    assert (banned.code, banned.cards, banned.params["allowed"]) == ("TOO_MANY_COPIES", (code,), 0)
    assert house.version != base.version
    assert system.check_deck(replace(deck, format="h-test"), format=base).legal, (
        "the code of the deck's format is ignored"
    )


@for_every_system
def test_house_params_allow_the_values_of_every_format(system: GameSystem) -> None:
    for param in system.format_params:
        for fmt in system.formats:
            assert param.allows(fmt.params[param.code]), (param.code, fmt.code)
            assert param.normalize(fmt.params[param.code]) == fmt.params[param.code], (param.code, fmt.code)
        assert not param.allows(-(10**9))
        assert param.not_above in {"", *(other.code for other in system.format_params)}
