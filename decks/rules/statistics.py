"""The figures of a deck as a page shows them: counts and charts, chances of drawing, sample hands, a plan."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from collection.search import LONGEST_QUERY, search
from signum_site.core.numbers import parse_int
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.draw_odds import Draws, SampleHand, by_turn, sample_hand
from simulator.engine.decks.statistics import BuildOrderPlan, Figures, Group
from simulator.engine.play.chance import Chance
from simulator.engine.system import GameSystem
from simulator.engine.values import Words, tidy

TURNS = (0, 1, 2, 3, 4, 5, 6, 8, 10)
"""The turns a table of chances has columns for; 0 is the first hand."""
MOST_COPIES_SHOWN = 4
HANDS = 3
TURNS_OF_A_HAND = 4
KEEPS_UP_TO_TURN = 3
"""A sample hand keeps what can be paid for by this turn; cards for later are set aside."""
HIGHEST_SEED = 999_999
LONGEST_ORDER = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsQuery:
    """What a reader may choose about the figures: an order of their own for the plan, other sample hands."""

    order: tuple[str, ...] = ()
    seed: int = 1
    want: str = ""
    """A search: the chances of drawing one of the cards it finds."""


NOTHING_ASKED = StatisticsQuery()


def parse_statistics_query(given: Mapping[str, str]) -> StatisticsQuery:
    """From an address; what makes no sense is as if it were not there."""
    order = tuple(filter(None, given.get("order", "")[:LONGEST_ORDER].split(",")))
    seed = parse_int(given.get("seed", ""), minimum=1, maximum=HIGHEST_SEED) or 1
    want = tidy(given.get("want", "")[:LONGEST_QUERY])
    return StatisticsQuery(order=order, seed=seed, want=want)


@dataclass(frozen=True, slots=True)
class OddsRow:
    """One group of cards, or so many copies of a card: the chance by each turn, without and with setting aside."""

    label: Words | None
    copies: int
    plain: tuple[float, ...]
    seeking: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    draws: Draws
    pile: int
    turns: tuple[int, ...]
    groups: tuple[OddsRow, ...]
    copies: tuple[OddsRow, ...]


@dataclass(frozen=True, slots=True)
class DeckStatistics:
    """Everything the page needs, computed from the deck alone."""

    system: GameSystem
    deck: DeckList
    figures: Figures
    plan: BuildOrderPlan | None
    odds: Odds | None
    hands: tuple[SampleHand, ...]
    asked: StatisticsQuery

    @property
    def is_empty(self) -> bool:
        return not self.figures.charts

    @property
    def next_seed(self) -> int:
        return self.asked.seed % HIGHEST_SEED + 1


@lru_cache(maxsize=256)
def counts_and_charts(deck: DeckList) -> Figures:
    """The part that needs no plan: the builder shows its curve beside the deck."""
    return games.system(deck.system).figures(deck)


@lru_cache(maxsize=256)
def deck_statistics(deck: DeckList, *, asked: StatisticsQuery = NOTHING_ASKED) -> DeckStatistics:
    system = games.system(deck.system)
    figures, plan = counts_and_charts(deck), system.plan(deck, asked.order)
    return DeckStatistics(
        system=system,
        deck=deck,
        figures=figures,
        plan=plan,
        odds=_odds(deck, groups=(*_wanted(asked.want, deck=deck, system=system), *figures.groups), draws=system.draws),
        hands=_hands(deck, system=system, plan=plan, seed=asked.seed),
        asked=asked,
    )


def _wanted(query: str, *, deck: DeckList, system: GameSystem) -> tuple[Group, ...]:
    """The cards of the deck that a search finds."""
    if not query or system.draws is None:
        return ()
    found = {entry.code for entry in search(system=system, text=query).cards()}
    cards = tuple(card for card, _ in deck.section(system.draws.section) if card in found)
    return (Group(label=Words.same(query), cards=cards),)


def _odds(deck: DeckList, *, groups: tuple[Group, ...], draws: Draws | None) -> Odds | None:
    if draws is None or not deck.size(draws.section):
        return None
    copies = dict(deck.section(draws.section))
    pile = sum(copies.values())

    def row(group: int, label: Words | None = None) -> OddsRow:
        plain = tuple(by_turn(draws, group=group, pile=pile, turn=turn) for turn in TURNS)
        seeking = tuple(by_turn(draws, group=group, pile=pile, turn=turn, seeking=True) for turn in TURNS)
        return OddsRow(label, group, plain, seeking)

    def size(group: Group) -> int:
        return sum(copies.get(card, 0) for card in group.cards)

    most = min(max(copies.values()), MOST_COPIES_SHOWN)
    return Odds(
        draws=draws,
        pile=pile,
        turns=TURNS,
        groups=tuple(row(size(group), group.label) for group in groups),
        copies=tuple(row(number) for number in range(1, most + 1)),
    )


def _hands(deck: DeckList, *, system: GameSystem, plan: BuildOrderPlan | None, seed: int) -> tuple[SampleHand, ...]:
    if system.draws is None:
        return ()
    cards = [card for card, count in sorted(deck.section(system.draws.section)) for _ in range(count)]
    late = {card for step in plan.steps if step.turn > KEEPS_UP_TO_TURN for card in step.opens} if plan else set()
    late |= set(plan.never) if plan else set()
    chance = Chance(seed)
    return tuple(
        sample_hand(
            system.draws,
            cards=cards,
            stream=chance.stream("sample hand", slot=number),
            keeps=lambda card: card not in late,
            turns=TURNS_OF_A_HAND,
        )
        for number in range(HANDS if cards else 0)
    )
