"""Conversion between database rows, DeckLists and plain JSON data."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import MAX_COPIES, MAX_NAME_LENGTH
from simulator.engine.game_system import GameSystem
from simulator.engine.values import tidy

from .models import MAX_CODE_LENGTH, Deck, DeckLine, DeckVersion, Draft

Sections = dict[str, dict[str, int]]

MAX_DECK_LINES = 500


class NotADeckList(ValueError):
    """Raised for data that is not a decklist; the message quotes it."""


def get_system(code: str) -> GameSystem:
    """Return the game with this code; raise NotADeckList if it is not installed."""
    known = games.systems()
    if code not in known:
        sentence = _("There is no game “%(given)s”; those there are: %(known)s.")
        raise NotADeckList(sentence % {"given": code[:60], "known": ", ".join(known)})
    return known[code]


def build_rows(version: DeckVersion, decklist: DeckList) -> list[DeckLine]:
    """Build the unsaved lines of a version, in the player's order."""
    lines = [(section, card, count) for section, cards in decklist.sections for card, count in cards]
    return [
        DeckLine(version=version, position=position, section=section, card=card, count=count)
        for position, (section, card, count) in enumerate(lines)
    ]


def of_version(version: DeckVersion) -> DeckList:
    """Return the cards of a version; prefetch `lines` for several versions."""
    return _build_decklist(_lines(version), system=version.deck.system, format=version.format, name=version.name)


def of_deck(deck: Deck) -> DeckList:
    """Return the current cards of a deck.

    Needs no query if `current` is selected and its lines are prefetched.
    """
    assert deck.current is not None  # every deck is created with a first version
    version = deck.current
    return _build_decklist(_lines(version), system=deck.system, format=version.format, name=version.name)


def of_draft(draft: Draft) -> DeckList:
    return from_sections(draft.sections, system=draft.system, format=draft.format, name=draft.name)


def sections_of(decklist: DeckList) -> Sections:
    """Return `{section: {card: count}}`, as drafts store it and the API sends it."""
    return {section: dict(cards) for section, cards in decklist.sections}


def from_sections(data: Any, *, system: str, format: str, name: str = "") -> DeckList:
    """Parse untrusted section data; raise NotADeckList if it is invalid."""
    if not isinstance(data, Mapping):
        example = '{"battle": {"core-001": 1}}'
        raise NotADeckList(_("Sections are an object such as %(example)s.") % {"example": example})
    sections: Sections = {}
    for section, cards in data.items():
        code = _parse_code(section)
        if not isinstance(cards, Mapping):
            sentence = _("%(given)s: the cards of a section are an object of codes and counts.")
            raise NotADeckList(sentence % {"given": _shorten(section)})
        sections[code] = {_parse_code(card): _parse_count(card, count) for card, count in cards.items()}
    if sum(len(cards) for cards in sections.values()) > MAX_DECK_LINES:
        raise NotADeckList(_("A deck has at most {most} different cards.").format(most=MAX_DECK_LINES))
    return DeckList.of(sections, system=system, format=format, name=name)


def card_counts(decklist: DeckList) -> dict[str, int]:
    """Return the number of copies of each card over all sections."""
    counts: dict[str, int] = {}
    for _section, lines in decklist.sections:
        for code, count in lines:
            counts[code] = counts.get(code, 0) + count
    return counts


def with_name(decklist: DeckList, name: str) -> DeckList:
    """Return the deck under another name; an empty name leaves it unchanged.

    Deck codes carry no name.
    """
    return replace(decklist, name=name[:MAX_NAME_LENGTH]) if name.strip() else decklist


def face_of(decklist: DeckList, *, system: GameSystem) -> CardSpec | None:
    """Return the card that represents the deck: the first of the game's face section."""
    for code, _count in decklist.section(system.face_section):
        card = system.catalogue.get(code)
        if card is not None:
            return card
    return None


def colour_of(decklist: DeckList, *, system: GameSystem) -> str:
    """Return the value that colours the deck's pages, such as a faction."""
    face = face_of(decklist, system=system)
    return str(face.fact(system.colour_facet) or "") if face is not None else ""


def _lines(version: DeckVersion) -> Iterable[DeckLine]:
    """Return the lines of a version in order.

    Ordering by position is enough within one version; the model's default order also joins the version and the deck.
    """
    is_prefetched = "lines" in getattr(version, "_prefetched_objects_cache", {})
    return version.lines.all() if is_prefetched else version.lines.order_by("position")


def _build_decklist(lines: Iterable[DeckLine], *, system: str, format: str, name: str) -> DeckList:
    sections: Sections = {}
    for line in lines:
        sections.setdefault(line.section, {})[line.card] = line.count
    return DeckList.of(sections, system=system, format=format, name=name)


def _parse_code(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_CODE_LENGTH or value != tidy(value):
        sentence = _("%(given)s is no code of a card or section: those are texts of 1 to %(most)s characters.")
        raise NotADeckList(sentence % {"given": _shorten(value), "most": MAX_CODE_LENGTH})
    return value


def _parse_count(card: Any, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_COPIES:
        sentence = _("%(card)s: %(given)s copies; a deck has 1 to %(most)s of a card.")
        raise NotADeckList(sentence % {"card": _shorten(card), "given": _shorten(value), "most": MAX_COPIES})
    return value


def _shorten(value: Any) -> str:
    return repr(value)[:80]
