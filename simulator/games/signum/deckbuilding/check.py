"""Checks a deck: problems of the list itself, then every rule of chapter 2.

The rules are rules.py; reading a deck from text is engine/decks/decklist.py.
"""

from collections.abc import Iterator, Mapping

from simulator.engine.decks.decklist import DeckList, unknown_cards
from simulator.engine.decks.formats import Format, limited_cards
from simulator.engine.decks.report import Fix, Problem, Report
from simulator.engine.values import Facts
from simulator.games.signum.cardfile.loader import cards_by_code, nearest_codes
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.deckbuilding import fixes
from simulator.games.signum.deckbuilding.contents import NO_CARDS, ResolvedDeck
from simulator.games.signum.deckbuilding.formats import BASIC, FORMATS, format_of
from simulator.games.signum.deckbuilding.limits import rule_values
from simulator.games.signum.deckbuilding.rules import RULES


def check_deck(deck: DeckList, *, format: Format | None = None, own: Mapping[str, SignumCard] = NO_CARDS) -> Report:
    """Chapter 2: all problems of a deck, in the format it names or in `format`.

    `own` are cards by code that are in no card file.
    """
    contents = ResolvedDeck(deck, own=own)
    fmt = format or format_of(deck.format) or BASIC
    problems = [] if format is not None else [*unknown_formats(deck)]
    known = {**cards_by_code(), **own} if own else cards_by_code()
    problems += unknown_cards(deck, catalogue=known, suggest=nearest_codes)
    problems += unknown_sections(contents)
    for rule in RULES:
        problems += rule(contents, fmt)
    problems += limited_cards(deck, format=fmt, rule="S-2.11")
    return Report(tuple(problems), rule_values(contents, fmt))


def unknown_formats(decklist: DeckList) -> Iterator[Problem]:
    """A format that does not exist; the deck is then checked by the basic rules."""
    if format_of(decklist.format) is None:
        names = tuple(known.code for known in FORMATS)
        params = Facts({"reason": "unknown_format", "text": decklist.format, "line": 0, "suggestions": names})
        message = f"There is no format {decklist.format!r}; those there are: {', '.join(names)}."
        replacements = tuple(Fix(do="replace", text=f"// format: {name}") for name in names)
        yield Problem("BAD_LINE", params=params, message=message, fixes=replacements)


def unknown_sections(deck: ResolvedDeck) -> Iterator[Problem]:
    """Sections that the game does not have: no rule counts their cards."""
    for code, cards in deck.unknown_sections:
        yield Problem(
            "BAD_LINE",
            cards=cards,
            params=Facts({"reason": "unknown_heading", "text": code, "line": 0, "suggestions": ()}),
            message=f"{code!r} is no part of a deck.",
            fixes=tuple(fixes.move_card_home(card) for card in cards) or fixes.without_section(deck, section=code),
        )
