"""Conversion between database rows, DeckLists and plain JSON data."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.engine.decks import plain_data
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.lexer import MAX_NAME_LENGTH
from simulator.engine.decks.plain_data import DeckDataError
from simulator.engine.game_system import GameSystem
from simulator.engine.values import tidy

from .models import Deck, DeckLine, DeckVersion, Draft

Sections = dict[str, dict[str, int]]


class NotADeckList(ValueError):
    """Raised for data that is not a decklist; the message quotes it."""


def get_system(code: str) -> GameSystem:
    """Return the game with this code; raise NotADeckList if it is not installed."""
    known = games.systems()
    if code not in known:
        raise NotADeckList(data_sentence(DeckDataError("no_game", given=tidy(code[:60]), known=", ".join(known))))
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
    """Parse untrusted section data; raise NotADeckList, in the user's language, if it is invalid."""
    try:
        return plain_data.from_sections(data, system=system, format=format, name=name)
    except DeckDataError as error:
        raise NotADeckList(data_sentence(error)) from error


def data_sentence(error: DeckDataError) -> str:
    """Say in the user's language why data is no deck."""
    sentences = {
        "no_json": _("This looks like JSON and is none."),
        "no_texts": _("In this JSON, name and format are not texts."),
        "no_game": _("There is no game “%(given)s”; those there are: %(known)s."),
        "no_sections": _("Sections are an object such as %(example)s."),
        "no_cards": _("%(given)s: the cards of a section are an object of codes and counts."),
        "no_code": _("%(given)s is no code of a card or section: those are texts of 1 to %(most)s characters."),
        "bad_count": _("%(card)s: %(given)s copies; a deck has 1 to %(most)s of a card."),
        "too_many_cards": _("A deck has at most %(most)s different cards."),
    }
    return sentences[error.reason] % error.params


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
