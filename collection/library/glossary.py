"""A game's glossary: terms in card texts, and the list of all terms."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from collection.search import CatalogueIndex, catalogue_index, field_table, quote_value
from simulator.engine.cards.glossary import Term, TermGroup
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES, fold


@dataclass(frozen=True, slots=True)
class GlossaryPiece:
    """Part of a text: plain words, or a glossary term."""

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
    """Split a text at its glossary terms.

    Texts write terms by name, with a number after it if they have one. The longest matching name wins.
    """
    compiled = _term_pattern(system, language)
    if compiled is None:
        return [GlossaryPiece(text)]
    pattern, terms = compiled
    parts, position = [], 0
    for match in pattern.finditer(text):
        if match.start() > position:
            parts.append(GlossaryPiece(text[position : match.start()]))
        parts.append(GlossaryPiece(match[0], terms[int(str(match.lastgroup)[1:])]))
        position = match.end()
    return [*parts, GlossaryPiece(text[position:])] if position < len(text) else parts


def present_glossary(system: GameSystem, *, language: str, text: str = "") -> list[GlossaryGroup]:
    """Return the groups of terms, with the number of cards for each term.

    With a text, only terms that contain it in a name or in their meaning.
    """
    needle = fold(text)
    index = catalogue_index(system)
    groups = (_present_group(group, index, language, needle) for group in system.glossary)
    return [group for group in groups if group.terms]


def _present_group(group: TermGroup, index: CatalogueIndex, language: str, needle: str) -> GlossaryGroup:
    terms = tuple(_present_term(term, group, index, language) for term in group.terms if _matches(term, needle))
    return GlossaryGroup(group.code, group.names[language], terms)


def _matches(term: Term, needle: str) -> bool:
    texts = (*term.names.values(), *term.meaning.values(), *term.also, term.rule)
    return not needle or any(needle in fold(text) for text in texts)


def _present_term(term: Term, group: TermGroup, index: CatalogueIndex, language: str) -> GlossaryTerm:
    cards, query = 0, ""
    if group.facet:
        cards = (index.values[group.facet].get(term.code, 0) & ~index.withdrawn).bit_count()
        query = f"{field_table(index.system)[group.facet].short}:{quote_value(term.code)}"
    languages = {term.names[other]: other for other in reversed(LANGUAGES) if other != language}  # each name once
    others = tuple((other, name) for name, other in reversed(languages.items()))
    also = tuple(name for name in term.also if name not in term.names.values())
    return GlossaryTerm(term, term.names[language], term.meaning[language], others, also, cards, query)


@lru_cache(maxsize=32)
def _term_pattern(system: GameSystem, language: str) -> tuple[re.Pattern[str], list[Term]] | None:
    terms = [term for group in system.glossary if group.in_texts for term in group.terms]
    by_length = sorted(enumerate(terms), key=lambda pair: -len(pair[1].names[language]))
    pattern = "|".join(f"(?P<t{number}>{_name_pattern(term.names[language])})" for number, term in by_length)
    return (re.compile(pattern), terms) if terms else None


def _name_pattern(name: str) -> str:
    """Return a pattern for a name: an X stands for a number, and a number may follow."""
    words = re.escape(name).replace("−X", r"−\d+").replace(r"\ ", r"[ \u00a0]")
    return rf"(?<!\w){words}(?:[ \u00a0]\+?\d+)?(?!\w)"


def terms_in(texts: list[list[GlossaryPiece]]) -> Iterator[Term]:
    """Yield each term once, in the order of the text."""
    yield from dict.fromkeys(piece.term for text in texts for piece in text if piece.term is not None)
