"""The data of a card's page."""

from dataclasses import dataclass, field

from collection.games import present_fact
from collection.images.card_images import face_of, printed_of
from collection.models import Card
from collection.search import CardEntry, search
from simulator import games
from simulator.engine.cards.card import CardSpec as PrintedCard
from simulator.engine.cards.face import FaceMark
from simulator.engine.cards.glossary import Term
from simulator.engine.game_system import Facet, GameSystem
from simulator.engine.values import LANGUAGES

from .glossary import GlossaryPiece, pieces, terms_in
from .rulebook import Rule, rules_reference


@dataclass(frozen=True, slots=True)
class TextPart:
    """One value of a fact, and the query for all cards that have it."""

    text: str
    query: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Value:
    name: str
    parts: tuple[TextPart, ...]


@dataclass(frozen=True, slots=True)
class TermEntry:
    """A glossary term in the user's language."""

    code: str
    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TextPiece:
    text: str
    term: TermEntry | None


@dataclass(frozen=True, slots=True)
class PrintingEntry:
    code: str
    set: str
    rarity: str
    withdrawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPage:
    row: Card = field(compare=False)
    system: GameSystem | None
    name: str
    kind_line: str
    text: tuple[tuple[TextPiece, ...], ...]
    """One ability per line."""
    flavour: str
    cost: tuple[FaceMark, ...]
    stats: tuple[FaceMark, ...]
    marks: tuple[FaceMark, ...]
    values: tuple[Value, ...]
    terms: tuple[TermEntry, ...]
    rules: tuple[Rule, ...]
    printings: tuple[PrintingEntry, ...]
    others: tuple[tuple[str, str, str], ...]
    """Language, name and text in the other languages."""
    colour: str


@dataclass(frozen=True, slots=True)
class Neighbours:
    before: CardEntry | None
    after: CardEntry | None
    language: str
    text: str
    """The query whose results they are neighbours in."""

    @property
    def before_name(self) -> str:
        return self.before.names[self.language] if self.before else ""

    @property
    def after_name(self) -> str:
        return self.after.names[self.language] if self.after else ""


def present_card(row: Card, *, language: str) -> CardPage:
    system, face, printed = games.systems().get(row.system), face_of(row, language), printed_of(row)
    lines = row.text(language).splitlines()
    text = [pieces(line, system, language) if system else [GlossaryPiece(line)] for line in lines]
    return CardPage(
        row=row,
        system=system,
        name=row.name(language),
        kind_line=face.kind_line,
        text=tuple(
            tuple(TextPiece(piece.text, _present_term(piece.term, language)) for piece in line) for line in text
        ),
        flavour=row.flavour(language),
        cost=face.cost,
        stats=face.stats,
        marks=face.marks,
        values=_present_values(row, system, language) if system else (),
        terms=tuple(entry for term in terms_in(text) if (entry := _present_term(term, language))),
        rules=_cited_rules(printed, system) if system else (),
        printings=_present_printings(row, system, language),
        others=tuple((other, row.name(other), row.text(other)) for other in LANGUAGES if other != language),
        colour=str(row.fact(system.colour_facet) or "") if system and system.colour_facet else "",
    )


def neighbours(row: Card, *, text: str, user: object, language: str) -> Neighbours:
    """Return the cards before and after in the user's search.

    If the search does not contain the card, its neighbours in the catalogue.
    """
    system = games.systems().get(row.system)
    if system is None:
        return Neighbours(None, None, language, "")
    for query in dict.fromkeys((text, "")):
        results = search(system=system, text=query, user=user, language=language)
        before, after = results.neighbours(row.code)
        if before or after:
            return Neighbours(before, after, language, results.text)
    return Neighbours(None, None, language, "")


def _present_term(term: Term | None, language: str) -> TermEntry | None:
    return TermEntry(term.code, term.names[language], term.meaning[language]) if term else None


def _present_values(row: Card, system: GameSystem, language: str) -> tuple[Value, ...]:
    values = (Value(facet.names[language], _present_parts(facet, row, language)) for facet in system.facets)
    return tuple(value for value in values if value.parts)


def _present_parts(facet: Facet, row: Card, language: str) -> tuple[TextPart, ...]:
    fact = row.fact(facet.code)
    if fact is True:
        return (TextPart(present_fact(facet, fact, language), f"is:{facet.code}", ""),)
    values = dict.fromkeys(fact if isinstance(fact, list | tuple) else (fact,))
    return tuple(
        TextPart(text, f"{facet.code}:{value}", facet.symbols.get(str(value), facet.symbols.get("", "")))
        for value in values
        if (text := present_fact(facet, value, language))
    )


def _present_printings(row: Card, system: GameSystem | None, language: str) -> tuple[PrintingEntry, ...]:
    facets = {facet.code: facet for facet in system.facets} if system else {}
    return tuple(
        PrintingEntry(
            printing.code,
            present_fact(facets["set"], printing.set_code, language) if "set" in facets else printing.set_code,
            present_fact(facets["rarity"], printing.rarity, language) if "rarity" in facets else printing.rarity,
            printing.withdrawn,
        )
        for printing in row.printings.all()
    )


def _cited_rules(card: PrintedCard, system: GameSystem) -> tuple[Rule, ...]:
    reference = rules_reference(system.code)
    rules = reference.rules if reference else {}
    return tuple(rules[rule] for rule in system.rules_of(card) if rule in rules)
