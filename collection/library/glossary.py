"""A game's glossary for pages: its terms found in card texts, and listed with the cards that have them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from collection.search import catalogue_index, field_table, quoted
from simulator.engine.cards.glossary import Term, TermGroup
from simulator.engine.system import GameSystem
from simulator.engine.values import LANGUAGES, fold


@dataclass(frozen=True, slots=True)
class GlossaryPiece:
    """Part of a text: plain words, or a term as the text writes it."""

    text: str
    term: Term | None = None


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    term: Term
    name: str
    meaning: str
    other_names: tuple[tuple[str, str], ...]
    also: tuple[str, ...]
    cards: int
    query: str


@dataclass(frozen=True, slots=True)
class GlossaryGroup:
    code: str
    name: str
    terms: tuple[GlossaryTerm, ...]


def pieces(text: str, system: GameSystem, language: str) -> list[GlossaryPiece]:
    """The text with its terms found. Texts write them as they are called, numbers after them; the longest name wins."""
    found = _pattern(system, language)
    if found is None:
        return [GlossaryPiece(text)]
    pattern, terms = found
    shown, place = [], 0
    for match in pattern.finditer(text):
        if match.start() > place:
            shown.append(GlossaryPiece(text[place : match.start()]))
        shown.append(GlossaryPiece(match[0], terms[int(str(match.lastgroup)[1:])]))
        place = match.end()
    return [*shown, GlossaryPiece(text[place:])] if place < len(text) else shown


def present_glossary(system: GameSystem, *, language: str, text: str = "") -> list[GlossaryGroup]:
    """Every group, or the terms that have the text in a name or their meaning; with how many cards have each."""
    sought = fold(text)
    groups = (_group(group, system, language, sought) for group in system.glossary)
    return [group for group in groups if group.terms]


def _group(group: TermGroup, system: GameSystem, language: str, sought: str) -> GlossaryGroup:
    terms = tuple(_term(term, group, system, language) for term in group.terms if _fits(term, sought))
    return GlossaryGroup(group.code, group.names[language], terms)


def _fits(term: Term, sought: str) -> bool:
    written = (*term.names.values(), *term.meaning.values(), *term.also, term.rule)
    return not sought or any(sought in fold(each) for each in written)


def _term(term: Term, group: TermGroup, system: GameSystem, language: str) -> GlossaryTerm:
    cards, query = 0, ""
    if group.facet:
        index = catalogue_index(system)
        cards = (index.values[group.facet].get(term.code, 0) & ~index.withdrawn).bit_count()
        query = f"{field_table(system)[group.facet].short}:{quoted(term.code)}"
    named = {term.names[other]: other for other in reversed(LANGUAGES) if other != language}  # a word once
    others = tuple((other, name) for name, other in reversed(named.items()))
    also = tuple(name for name in term.also if name not in term.names.values())
    return GlossaryTerm(term, term.names[language], term.meaning[language], others, also, cards, query)


@lru_cache(maxsize=32)
def _pattern(system: GameSystem, language: str) -> tuple[re.Pattern[str], list[Term]] | None:
    terms = [term for group in system.glossary if group.in_texts for term in group.terms]
    named = sorted(enumerate(terms), key=lambda pair: -len(pair[1].names[language]))
    spelt = "|".join(f"(?P<t{number}>{_spelt(term.names[language])})" for number, term in named)
    return (re.compile(spelt), terms) if terms else None


def _spelt(name: str) -> str:
    """Where a name has an X a text has a number; after a name a number may follow."""
    words = re.escape(name).replace("−X", r"−\d+").replace(r"\ ", r"[ \u00a0]")
    return rf"(?<!\w){words}(?:[ \u00a0]\+?\d+)?(?!\w)"


def terms_in(texts: list[list[GlossaryPiece]]) -> Iterator[Term]:
    """Each term once, in the order of the text."""
    yield from dict.fromkeys(piece.term for text in texts for piece in text if piece.term is not None)
