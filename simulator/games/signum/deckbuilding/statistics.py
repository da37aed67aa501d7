"""Statistics of a Signum deck: its cards, costs and needs.

Build orders are build_order.py.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.statistics import Bar, Chart, Count, Figures, Group, Need
from simulator.engine.values import Words
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import KEYWORDS
from simulator.games.signum.cards.vocabulary import BASIC_BUILDINGS, LENGTHS_MM, SUPPORT_TYPES, UNIQUE
from simulator.games.signum.deckbuilding.contents import BATTLE, TERRAIN, DeckEntry, ResolvedDeck
from simulator.games.signum.library.card_facts import LENGTH_OF, keyword_values
from simulator.games.signum.wording.labels import BUILDINGS, TYPES

CHARACTERS: Final = Words(en="Characters", es="Personajes", it="Personaggi")
SUPPORT: Final = Words(en="Support cards", es="Cartas de apoyo", it="Carte di supporto")
OF_THE_FACTION: Final = Words(en="Of the faction", es="De la facción", it="Della fazione")
MERCENARIES: Final = Words(en="Mercenaries", es="Mercenarios", it="Mercenari")
SPELLS: Final = Words(en="Spells", es="Hechizos", it="Incantesimi")
RELICS: Final = Words(en="Relics", es="Reliquias", it="Reliquie")
TACTICS: Final = Words(en="Tactics", es="Tácticas", it="Tattiche")
CITY: Final = Words(en="Buildings", es="Edificios", it="Edifici")
SORTS: Final = {"character": CHARACTERS, "spell": SPELLS, "relic": RELICS, "tactic": TACTICS}
CHEAP: Final = 2

Buildings = dict[str, SignumCard]
"""The building cards by the key that costs use."""


def figures(decklist: DeckList) -> Figures:
    deck = ResolvedDeck(decklist)
    lines = [entry for entry in deck.entries(BATTLE) if entry.belongs]
    characters = [entry for entry in lines if entry.card.type == "character"]
    buildings = {card.key: card for card in signum_cards() if card.type == "building"}
    return Figures(
        counts=_counts(deck, characters),
        charts=tuple(chart for chart in _charts(lines, characters, buildings) if chart.bars),
        groups=_groups(lines),
        needs=_needs(deck, lines, buildings),
    )


def _counts(deck: ResolvedDeck, characters: list[DeckEntry]) -> tuple[Count, ...]:
    total = _copies(characters)
    hired = _copies(entry for entry in characters if entry.card.is_mercenary)
    battle = Words(en="Battle deck", es="Mazo de batalla", it="Mazzo di battaglia")
    terrain = sum(entry.count for entry in deck.entries(TERRAIN) if entry.belongs)
    return (
        Count(code="size", label=battle, value=deck.size, symbol="deck"),
        Count(code="characters", label=CHARACTERS, value=total, of=deck.size, symbol="character"),
        Count(code="mercenaries", label=MERCENARIES, value=hired, of=total, symbol="mercenary"),
        Count(code="city", label=CITY, value=deck.size_of_city, symbol="building"),
        Count(code="terrain", label=TYPES["terrain"], value=terrain, symbol="terrain"),
    )


def _charts(lines: list[DeckEntry], characters: list[DeckEntry], buildings: Buildings) -> Iterable[Chart]:
    hired = [entry for entry in characters if entry.card.is_mercenary]
    yield Chart(
        code="types",
        title=Words(en="Types", es="Tipos", it="Tipi"),
        series=(OF_THE_FACTION, MERCENARIES),
        ordered=False,
        bars=tuple(
            Bar(label=label, values=(_of_type(lines, sort) - _of_type(hired, sort), _of_type(hired, sort)), symbol=sort)
            for sort, label in SORTS.items()
            if _of_type(lines, sort)
        ),
    )
    yield _scale(
        "cost",
        Words(en="Cost", es="Coste", it="Costo"),
        [(entry.card.cost.total, entry.count) for entry in characters],
        [(entry.card.cost.total, entry.count) for entry in lines if entry.card.type in SUPPORT_TYPES],
        series=(CHARACTERS, SUPPORT),
    )
    yield _symbols(lines, buildings)
    strength = Words(en="Strength", es="Fuerza", it="Forza")
    yield _scale("strength", strength, [(entry.card.strength, entry.count) for entry in characters])
    health = Words(en="Health", es="Salud", it="Salute")
    yield _scale("health", health, [(entry.card.health, entry.count) for entry in characters])
    moves = Counter(dict.fromkeys(LENGTHS_MM, 0))
    for entry in characters:
        moves[LENGTH_OF[entry.card.movement]] += entry.count
    yield Chart(
        code="movement",
        title=Words(en="Movement", es="Movimiento", it="Movimento"),
        bars=tuple(Bar(label=Words.same(length), values=(count,)) for length, count in moves.items() if characters),
    )
    yield _keywords(lines)


def _scale(code: str, title: Words, *parts: list[tuple[int, int]], series: tuple[Words, ...] = ()) -> Chart:
    """A chart of whole numbers from the lowest to the highest, including empty ones."""
    counts = [Counter[int]() for _ in parts]
    for counter, pairs in zip(counts, parts, strict=True):
        for number, copies in pairs:
            counter[number] += copies
    numbers = [number for counter in counts for number in counter]
    steps = range(min(numbers), max(numbers) + 1) if numbers else range(0)
    bars = tuple(
        Bar(label=Words.same(str(number)), values=tuple(counter[number] for counter in counts)) for number in steps
    )
    return Chart(code=code, title=title, bars=bars, series=series)


def _symbols(lines: list[DeckEntry], buildings: Buildings) -> Chart:
    """How many cards need each building, any building, or prosperity."""
    needed = _by_building(lines)
    bars = [
        Bar(label=_name(key, buildings), values=(_copies(entries),), symbol=_symbol(key))
        for key, entries in needed.items()
    ]
    further = (
        (Words(en="Any building", es="Cualquier edificio", it="Qualsiasi edificio"), "any-building", "any"),
        (Words(en="Prosperity", es="Prosperidad", it="Prosperità"), "prosperity", "prosperity"),
    )
    for label, symbol, part in further:
        copies = _copies(entry for entry in lines if getattr(entry.card.cost, part))
        bars += [Bar(label=label, values=(copies,), symbol=symbol)] if copies else []
    title = Words(en="Cards that ask for …", es="Cartas que piden …", it="Carte che richiedono …")
    return Chart(code="symbols", title=title, bars=tuple(bars), ordered=False)


def _keywords(lines: list[DeckEntry]) -> Chart:
    counts: Counter[int] = Counter()
    for entry in lines:
        for index in keyword_values(entry.card):
            counts[index] += entry.count
    names = {keyword.index: Words(en=keyword.en, es=keyword.es, it=keyword.it) for keyword in KEYWORDS}
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    bars = tuple(Bar(label=names[index], values=(count,)) for index, count in ranked)
    title = Words(en="Keywords", es="Palabras clave", it="Parole chiave")
    return Chart(code="keywords", title=title, bars=bars, ordered=False)


def _groups(lines: list[DeckEntry]) -> tuple[Group, ...]:
    """Groups for the odds of drawing: cards of each type, cheap characters."""
    cheap = Words(en="Characters of cost 1 or 2", es="Personajes de coste 1 o 2", it="Personaggi di costo 1 o 2")
    groups = [
        Group(label=label, cards=_codes(entry for entry in lines if entry.card.type == sort))
        for sort, label in SORTS.items()
    ]
    low = [entry for entry in lines if entry.card.type == "character" and entry.card.cost.total <= CHEAP]
    groups.insert(1, Group(label=cheap, cards=_codes(low)))
    return tuple(group for group in groups if group.cards)


def _needs(deck: ResolvedDeck, lines: list[DeckEntry], buildings: Buildings) -> tuple[Need, ...]:
    """S-2.12, SR-27 Every building that cards need, the most needed first.

    The tenth symbol is any unique one.
    """
    chosen = {card.key for card in deck.buildings}
    needs = [
        Need(
            label=_name(key, buildings),
            cards=_codes(entries),
            copies=_copies(entries),
            met=any(card.unique for card in deck.buildings) if key == UNIQUE else key in chosen,
            card=buildings[key].code if key in buildings else "",
            symbol=_symbol(key),
        )
        for key, entries in _by_building(lines).items()
    ]
    return tuple(sorted(needs, key=lambda need: -need.copies))


def _by_building(lines: list[DeckEntry]) -> dict[str, list[DeckEntry]]:
    """The lines by the building symbols in their cost.

    Basic buildings first, in the order of the rules.
    """
    by_building: dict[str, list[DeckEntry]] = {key: [] for key in BASIC_BUILDINGS}
    for entry in lines:
        for key in dict.fromkeys(entry.card.cost.buildings):
            by_building.setdefault(key, []).append(entry)
    return {key: entries for key, entries in by_building.items() if entries}


def _name(key: str, buildings: Buildings) -> Words:
    return buildings[key].names if key in buildings else BUILDINGS.get(key, Words.same(key))


def _symbol(key: str) -> str:
    return key.replace("_", "-") if key in BASIC_BUILDINGS else "unique-building"


def _of_type(lines: list[DeckEntry], sort: str) -> int:
    return _copies(entry for entry in lines if entry.card.type == sort)


def _copies(lines: Iterable[DeckEntry]) -> int:
    return sum(entry.count for entry in lines)


def _codes(lines: Iterable[DeckEntry]) -> tuple[str, ...]:
    return tuple(entry.card.code for entry in lines)
