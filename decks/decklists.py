"""Rows to a DeckList and back, and a DeckList as plain data for JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import MAX_COPIES, MAX_NAME_LENGTH
from simulator.engine.system import GameSystem
from simulator.engine.values import tidy

from .models import LONGEST_CODE, Deck, DeckLine, DeckVersion, Draft

Sections = dict[str, dict[str, int]]

MOST_LINES = 500


class NotADeckList(ValueError):
    """Data that is no deck; the sentence quotes it."""


def system_named(code: str) -> GameSystem:
    """The game a deck is for; NotADeckList if it is not here."""
    known = games.systems()
    if code not in known:
        sentence = _("There is no game “%(given)s”; those there are: %(known)s.")
        raise NotADeckList(sentence % {"given": code[:60], "known": ", ".join(known)})
    return known[code]


def rows(version: DeckVersion, decklist: DeckList) -> list[DeckLine]:
    """The lines of a version, in the player's order."""
    lines = [(section, card, count) for section, cards in decklist.sections for card, count in cards]
    return [
        DeckLine(version=version, position=position, section=section, card=card, count=count)
        for position, (section, card, count) in enumerate(lines)
    ]


def of_version(version: DeckVersion) -> DeckList:
    """Reads the version's lines: prefetch `lines` where there are several."""
    return _deck(_lines(version), system=version.deck.system, format=version.format, name=version.name)


def of_deck(deck: Deck) -> DeckList:
    """Its current cards; `current` selected and its lines prefetched cost no query."""
    assert deck.current is not None  # a deck is made with its first version
    version = deck.current
    return _deck(_lines(version), system=deck.system, format=version.format, name=version.name)


def of_draft(draft: Draft) -> DeckList:
    return from_sections(draft.sections, system=draft.system, format=draft.format, name=draft.name)


def sections_of(decklist: DeckList) -> Sections:
    """`{section: {card: count}}`, as drafts keep it and the API speaks it."""
    return {section: dict(cards) for section, cards in decklist.sections}


def from_sections(given: Any, *, system: str, format: str, name: str = "") -> DeckList:
    """A deck from data somebody sent; NotADeckList with a sentence for whatever is wrong with it."""
    if not isinstance(given, Mapping):
        example = '{"battle": {"core-001": 1}}'
        raise NotADeckList(_("Sections are an object such as %(example)s.") % {"example": example})
    sections: Sections = {}
    for section, cards in given.items():
        code = _code(section)
        if not isinstance(cards, Mapping):
            sentence = _("%(given)s: the cards of a section are an object of codes and counts.")
            raise NotADeckList(sentence % {"given": _cut(section)})
        sections[code] = {_code(card): _count(card, count) for card, count in cards.items()}
    if sum(len(cards) for cards in sections.values()) > MOST_LINES:
        raise NotADeckList(_("A deck has at most {most} different cards.").format(most=MOST_LINES))
    return DeckList.of(sections, system=system, format=format, name=name)


def card_counts(decklist: DeckList) -> dict[str, int]:
    """How many of each card, all sections together."""
    counts: dict[str, int] = {}
    for _section, lines in decklist.sections:
        for code, count in lines:
            counts[code] = counts.get(code, 0) + count
    return counts


def renamed(decklist: DeckList, name: str) -> DeckList:
    """Codes carry no name; one that is empty leaves the deck as it is."""
    return replace(decklist, name=name[:MAX_NAME_LENGTH]) if name.strip() else decklist


def face_of(decklist: DeckList, *, system: GameSystem) -> CardSpec | None:
    """The card that stands for the deck: the first of the section the game names for that."""
    for code, _count in decklist.section(system.face_section):
        card = system.catalogue.get(code)
        if card is not None:
            return card
    return None


def colour_of(decklist: DeckList, *, system: GameSystem) -> str:
    """The value that gives the deck's pages their colours, such as a faction."""
    face = face_of(decklist, system=system)
    return str(face.fact(system.colour_facet) or "") if face is not None else ""


def _lines(version: DeckVersion) -> Iterable[DeckLine]:
    """Of one version alone the position is order enough; the model's own order reads the deck and the version too."""
    is_prefetched = "lines" in getattr(version, "_prefetched_objects_cache", {})
    return version.lines.all() if is_prefetched else version.lines.order_by("position")


def _deck(lines: Iterable[DeckLine], *, system: str, format: str, name: str) -> DeckList:
    sections: Sections = {}
    for line in lines:
        sections.setdefault(line.section, {})[line.card] = line.count
    return DeckList.of(sections, system=system, format=format, name=name)


def _code(given: Any) -> str:
    if not isinstance(given, str) or not 0 < len(given) <= LONGEST_CODE or given != tidy(given):
        sentence = _("%(given)s is no code of a card or section: those are texts of 1 to %(most)s characters.")
        raise NotADeckList(sentence % {"given": _cut(given), "most": LONGEST_CODE})
    return given


def _count(card: Any, given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= MAX_COPIES:
        sentence = _("%(card)s: %(given)s copies; a deck has 1 to %(most)s of a card.")
        raise NotADeckList(sentence % {"card": _cut(card), "given": _cut(given), "most": MAX_COPIES})
    return given


def _cut(given: Any) -> str:
    return repr(given)[:80]
