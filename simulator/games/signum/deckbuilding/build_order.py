"""Build orders of a city, and what each turn can pay for (chapters 4 and 5).

Only the prosperity that the rules give every player is counted. Buildings and cards may give more, so a city can be
built earlier than planned here, never later. The charts of a deck are statistics.py.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.statistics import BuildOrderPlan, PlanStep
from simulator.engine.values import Words
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import UNIQUE
from simulator.games.signum.deckbuilding.contents import BATTLE, ResolvedDeck
from simulator.games.signum.rules.player.city import MAX_BUILDINGS, NOT_BUILDING_GAINS

FIRST_PROSPERITY: Final = 3
EACH_TURN: Final = 1
TURNS: Final = 12
# With this beam width, cities of up to six buildings are searched completely, larger ones nearly so.
BEAM_WIDTH: Final = 64

Candidate = tuple[int, int, tuple[int, ...]]
"""Payable cards and buildings, each summed over the turns; the city after each turn."""

TITLE: Final = Words(en="Build order", es="Orden de construcción", it="Ordine di costruzione")
MONEY: Final = Words(en="Prosperity", es="Prosperidad", it="Prosperità")


class Demand:
    """What a cost requires of a city (S-5.1).

    It has named buildings as bits, unique ones, their total, prosperity.
    """

    __slots__ = ("copies", "named", "prosperity", "total", "unique")

    def __init__(self, *, named: int, unique: int, total: int, prosperity: int) -> None:
        self.named = named
        self.unique = unique
        self.total = total
        self.prosperity = prosperity
        self.copies = 0


class Site:
    """The chosen buildings and the demands of the battle deck.

    A city is a bit set of buildings.
    """

    __slots__ = (
        "_class_buildings",
        "_demands",
        "_met",
        "_payable",
        "_prices",
        "_spent",
        "_unique",
        "buildings",
        "cards",
    )

    def __init__(self, deck: ResolvedDeck) -> None:
        self.buildings = list({card.code: card for card in deck.buildings}.values())
        self._prices = [card.price for card in self.buildings]
        self._unique = sum(1 << place for place, card in enumerate(self.buildings) if card.unique)
        self._class_buildings = sum(1 << place for place, card in enumerate(self.buildings) if card.class_building)
        self._demands: dict[tuple[int, int, int, int], Demand] = {}
        self._met: dict[int, list[Demand]] = {}
        self._payable: dict[tuple[int, int], int] = {}
        self._spent: dict[int, int] = {}
        self.cards: list[tuple[SignumCard, Demand | None]] = []
        for entry in deck.entries(BATTLE):
            if entry.belongs:
                demand = self._demand(entry.card)
                if demand is not None:
                    demand.copies += entry.count
                self.cards.append((entry.card, demand))

    def _demand(self, card: SignumCard) -> Demand | None:
        """The demand of a card; None if its cost names a building that was not chosen."""
        keys = [building.key for building in self.buildings]
        symbols = [symbol for symbol in card.cost.buildings if symbol != UNIQUE]
        if any(symbol not in keys for symbol in symbols):
            return None
        named = sum(1 << keys.index(symbol) for symbol in dict.fromkeys(symbols))
        unique = len(card.cost.buildings) - len(symbols)
        total = len(card.cost.buildings) + card.cost.any
        shape = (named, unique, total, card.cost.prosperity)
        if shape not in self._demands:
            self._demands[shape] = Demand(named=named, unique=unique, total=total, prosperity=card.cost.prosperity)
        return self._demands[shape]

    def met(self, city: int) -> list[Demand]:
        """S-5.1, SR-27 The demands that this city meets, apart from prosperity."""
        demands = self._met.get(city)
        if demands is None:
            size = city.bit_count()
            demands = [
                demand
                for demand in self._demands.values()
                if demand.named & city == demand.named
                and demand.total <= size
                # A named building may be unique too, and is then already tapped.
                and demand.unique <= (city & self._unique & ~demand.named).bit_count()
            ]
            self._met[city] = demands
        return demands

    def payable(self, city: int, *, prosperity: int) -> int:
        """How many cards of the deck this city can pay for."""
        key = (city, prosperity)
        count = self._payable.get(key)
        if count is None:
            count = sum(demand.copies for demand in self.met(city) if demand.prosperity <= prosperity)
            self._payable[key] = count
        return count

    def prosperity(self, city: int, *, turn: int) -> int:
        """S-3.3, S-4.1, S-4.4 The prosperity after the construction phase.

        Independent of the build order.
        """
        spent = self._spent.get(city)
        if spent is None:
            spent = self._spent[city] = sum(price for place, price in enumerate(self._prices) if city >> place & 1)
        waited = turn - city.bit_count()
        return FIRST_PROSPERITY + turn * EACH_TURN + waited * NOT_BUILDING_GAINS - spent

    def may_build(self, place: int, *, city: int, turn: int) -> bool:
        """S-4.4, S-4.5 Whether a building can be built: limits of the city and price."""
        bit = 1 << place
        if city & bit or city.bit_count() >= MAX_BUILDINGS:
            return False
        if bit & self._class_buildings and city & self._class_buildings:
            return False
        return self.prosperity(city | bit, turn=turn) >= 0


def plan(decklist: DeckList, order: Sequence[str]) -> BuildOrderPlan | None:
    """The plan of a build order, or of the best one if it is empty.

    None without buildings.
    """
    site = Site(ResolvedDeck(decklist))
    if not site.buildings:
        return None
    places = {card.code: place for place, card in enumerate(site.buildings)}
    wanted = [places[code] for code in dict.fromkeys(order) if code in places]
    cities = list(_as_ordered(site, wanted) if wanted else _best(site))
    steps = list(_steps(site, cities))
    opened = {code for step in steps for code in step.opens}
    return BuildOrderPlan(
        title=TITLE,
        money=MONEY,
        order=tuple(step.card for step in steps if step.card),
        steps=tuple(steps),
        never=tuple(card.code for card, _ in site.cards if card.code not in opened),
    )


def _as_ordered(site: Site, wanted: list[int]) -> Iterator[int]:
    """The city after each turn if the order is built as early as possible."""
    city, queue = 0, list(wanted)
    for turn in range(1, TURNS + 1):
        # A second Guild or Order can never be built (S-4.5) and is skipped.
        while queue and site.prosperity(city | 1 << queue[0], turn=turn) >= 0:
            place = queue.pop(0)
            if site.may_build(place, city=city, turn=turn):
                city |= 1 << place
                break
        yield city


def _best(site: Site) -> tuple[int, ...]:
    """The cities after each turn that make the most cards payable the earliest.

    Of equal ones the cheapest. The remaining prosperity depends on the city and not on the build order, so only the
    best way to each city is kept.
    """
    candidates: dict[int, Candidate] = {0: (0, 0, ())}
    for turn in range(1, TURNS + 1):
        extended: dict[int, Candidate] = {}
        for city, (payable, standing, past) in candidates.items():
            for after in _next_cities(site, city, turn=turn):
                left = site.prosperity(after, turn=turn)
                score = (payable + site.payable(after, prosperity=left), standing + after.bit_count())
                if after not in extended or score > extended[after][:2]:
                    extended[after] = (*score, (*past, after))
        ranked = sorted(extended.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))
        candidates = dict(ranked[:BEAM_WIDTH])
    best = max(candidates, key=lambda city: (*candidates[city][:2], site.prosperity(city, turn=TURNS), -city))
    return candidates[best][2]


def _next_cities(site: Site, city: int, *, turn: int) -> Iterator[int]:
    yield city
    for place in range(len(site.buildings)):
        if site.may_build(place, city=city, turn=turn):
            yield city | 1 << place


def _steps(site: Site, cities: list[int]) -> Iterator[PlanStep]:
    """The turns up to the last in which something is built or becomes payable."""
    before, opened = 0, set[str]()
    waiting: list[PlanStep] = []
    for turn, city in enumerate(cities, start=1):
        prosperity = site.prosperity(city, turn=turn)
        met = site.met(city)
        opens = [
            card.code
            for card, demand in site.cards
            if card.code not in opened and demand in met and card.cost.prosperity <= prosperity
        ]
        opened.update(opens)
        built = [card.code for place, card in enumerate(site.buildings) if (city & ~before) >> place & 1]
        waiting.append(
            PlanStep(
                turn=turn,
                card=built[0] if built else "",
                left=prosperity,
                opens=tuple(opens),
                payable=site.payable(city, prosperity=prosperity),
            )
        )
        before = city
        if built or opens:
            yield from waiting
            waiting = []
