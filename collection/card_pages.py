"""Everything the page of one card shows."""

from dataclasses import dataclass, field

from simulator import games
from simulator.engine.card import Card as PrintedCard
from simulator.engine.face import Mark
from simulator.engine.glossary import Term
from simulator.engine.system import Facet, GameSystem
from simulator.engine.values import LANGUAGES

from .glossary import Piece, pieces, terms_in
from .models import Card
from .pictures import face_of, printed_of
from .rules_reference import Rule, rules_reference
from .search import CardEntry, search
from .selectors import fact_told


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things a fact says, and the query for all cards of which it is true."""

    told: str
    query: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Value:
    name: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class TermTold:
    """A word of the glossary in the reader's language."""

    code: str
    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class PieceTold:
    text: str
    term: TermTold | None


@dataclass(frozen=True, slots=True)
class PrintingTold:
    code: str
    set: str
    rarity: str
    withdrawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    row: Card = field(compare=False)
    system: GameSystem | None
    name: str
    kind_line: str
    text: tuple[tuple[PieceTold, ...], ...]
    """An ability a line."""
    flavour: str
    cost: tuple[Mark, ...]
    stats: tuple[Mark, ...]
    marks: tuple[Mark, ...]
    values: tuple[Value, ...]
    terms: tuple[TermTold, ...]
    rules: tuple[Rule, ...]
    printings: tuple[PrintingTold, ...]
    others: tuple[tuple[str, str, str], ...]
    """Language, name and text in the other languages."""
    colour: str


@dataclass(frozen=True, slots=True)
class Neighbours:
    before: CardEntry | None
    after: CardEntry | None
    language: str
    text: str
    """The query they are neighbours in."""

    @property
    def before_name(self) -> str:
        return self.before.names[self.language] if self.before else ""

    @property
    def after_name(self) -> str:
        return self.after.names[self.language] if self.after else ""


def card_shown(row: Card, *, language: str) -> CardShown:
    system, face, printed = games.systems().get(row.system), face_of(row, language), printed_of(row)
    lines = row.text(language).splitlines()
    text = [pieces(line, system, language) if system else [Piece(line)] for line in lines]
    return CardShown(
        row=row,
        system=system,
        name=row.name(language),
        kind_line=face.kind_line,
        text=tuple(tuple(PieceTold(piece.text, _told(piece.term, language)) for piece in line) for line in text),
        flavour=row.flavour(language),
        cost=face.cost,
        stats=face.stats,
        marks=face.marks,
        values=_values(row, system, language) if system else (),
        terms=tuple(told for term in terms_in(text) if (told := _told(term, language))),
        rules=_rules(printed, system) if system else (),
        printings=_printings(row, system, language),
        others=tuple((other, row.name(other), row.text(other)) for other in LANGUAGES if other != language),
        colour=str(row.fact(system.colour_facet) or "") if system and system.colour_facet else "",
    )


def neighbours(row: Card, *, text: str, user: object, language: str) -> Neighbours:
    """Within the search the reader came from; if the card is not in it, within the whole catalogue."""
    system = games.systems().get(row.system)
    if system is None:
        return Neighbours(None, None, language, "")
    for query in dict.fromkeys((text, "")):
        found = search(system=system, text=query, user=user, language=language)
        before, after = found.neighbours(row.code)
        if before or after:
            return Neighbours(before, after, language, found.text)
    return Neighbours(None, None, language, "")


def _told(term: Term | None, language: str) -> TermTold | None:
    return TermTold(term.code, term.names[language], term.meaning[language]) if term else None


def _values(row: Card, system: GameSystem, language: str) -> tuple[Value, ...]:
    values = (Value(facet.names[language], _parts(facet, row, language)) for facet in system.facets)
    return tuple(value for value in values if value.parts)


def _parts(facet: Facet, row: Card, language: str) -> tuple[Part, ...]:
    fact = row.fact(facet.code)
    if fact is True:
        return (Part(fact_told(facet, fact, language), f"is:{facet.code}", ""),)
    several = dict.fromkeys(fact if isinstance(fact, list | tuple) else (fact,))
    return tuple(
        Part(told, f"{facet.code}:{single}", facet.symbols.get(str(single), facet.symbols.get("", "")))
        for single in several
        if (told := fact_told(facet, single, language))
    )


def _printings(row: Card, system: GameSystem | None, language: str) -> tuple[PrintingTold, ...]:
    facets = {facet.code: facet for facet in system.facets} if system else {}
    return tuple(
        PrintingTold(
            printing.code,
            fact_told(facets["set"], printing.set_code, language) if "set" in facets else printing.set_code,
            fact_told(facets["rarity"], printing.rarity, language) if "rarity" in facets else printing.rarity,
            printing.withdrawn,
        )
        for printing in row.printings.all()
    )


def _rules(card: PrintedCard, system: GameSystem) -> tuple[Rule, ...]:
    reference = rules_reference(system.code)
    known = reference.rules if reference else {}
    return tuple(known[rule] for rule in system.rules_of(card) if rule in known)
