"""Deck statistics for display: charts, draw odds, sample hands and a build plan."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from collection.games import installed_game
from collection.search import MAX_QUERY_LENGTH, search
from signum_site.core.numbers import parse_int
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.draw_odds import Draws, SampleHand, by_turn, sample_hand
from simulator.engine.decks.statistics import BuildOrderPlan, Figures, Group
from simulator.engine.game_system import GameSystem
from simulator.engine.play.chance import Chance
from simulator.engine.values import Words, tidy

TURNS = (0, 1, 2, 3, 4, 5, 6, 8, 10)
"""The columns of the odds table; 0 is the opening hand."""
MAX_COPIES_SHOWN = 4
HANDS = 3
TURNS_PER_HAND = 4
MAX_KEPT_TURN = 3
"""Sample hands keep cards that can be paid for by this turn and set the others aside."""
MAX_SEED = 999_999
MAX_ORDER_LENGTH = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsQuery:
    """User options for the statistics: plan order, sample hands and a search."""

    order: tuple[str, ...] = ()
    seed: int = 1
    want: str = ""
    """A search; the odds of drawing one of the cards it finds are shown."""


DEFAULT_QUERY = StatisticsQuery()


def parse_statistics_query(params: Mapping[str, str]) -> StatisticsQuery:
    """Parse query parameters; invalid values are ignored."""
    order = tuple(filter(None, params.get("order", "")[:MAX_ORDER_LENGTH].split(",")))
    seed = parse_int(params.get("seed", ""), minimum=1, maximum=MAX_SEED) or 1
    want = tidy(params.get("want", "")[:MAX_QUERY_LENGTH])
    return StatisticsQuery(order=order, seed=seed, want=want)


@dataclass(frozen=True, slots=True)
class OddsRow:
    """The odds by turn for a group of cards or a number of copies.

    `plain` is without setting cards aside, `seeking` with it.
    """

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
    """Everything the statistics page needs, computed from the deck alone."""

    system: GameSystem
    deck: DeckList
    figures: Figures
    plan: BuildOrderPlan | None
    odds: Odds | None
    hands: tuple[SampleHand, ...]
    query: StatisticsQuery

    @property
    def is_empty(self) -> bool:
        return not self.figures.charts

    @property
    def next_seed(self) -> int:
        return self.query.seed % MAX_SEED + 1


@lru_cache(maxsize=256)
def counts_and_charts(deck: DeckList) -> Figures:
    """Return counts and charts without a plan; the builder shows the curve."""
    return installed_game(deck.system).figures(deck)


@lru_cache(maxsize=256)
def deck_statistics(deck: DeckList, *, query: StatisticsQuery = DEFAULT_QUERY) -> DeckStatistics:
    system = installed_game(deck.system)
    figures, plan = counts_and_charts(deck), system.plan(deck, query.order)
    return DeckStatistics(
        system=system,
        deck=deck,
        figures=figures,
        plan=plan,
        odds=_build_odds(
            deck, groups=(*_search_group(query.want, deck=deck, system=system), *figures.groups), draws=system.draws
        ),
        hands=_sample_hands(deck, system=system, plan=plan, seed=query.seed),
        query=query,
    )


def _search_group(query: str, *, deck: DeckList, system: GameSystem) -> tuple[Group, ...]:
    """Return the cards of the deck that match a search, as a group."""
    if not query or system.draws is None:
        return ()
    matches = {entry.code for entry in search(system=system, text=query).cards()}
    cards = tuple(card for card, _ in deck.section(system.draws.section) if card in matches)
    return (Group(label=Words.same(query), cards=cards),)


def _build_odds(deck: DeckList, *, groups: tuple[Group, ...], draws: Draws | None) -> Odds | None:
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

    most = min(max(copies.values()), MAX_COPIES_SHOWN)
    return Odds(
        draws=draws,
        pile=pile,
        turns=TURNS,
        groups=tuple(row(size(group), group.label) for group in groups),
        copies=tuple(row(number) for number in range(1, most + 1)),
    )


def _sample_hands(
    deck: DeckList, *, system: GameSystem, plan: BuildOrderPlan | None, seed: int
) -> tuple[SampleHand, ...]:
    if system.draws is None:
        return ()
    cards = [card for card, count in sorted(deck.section(system.draws.section)) for _ in range(count)]
    late = {card for step in plan.steps if step.turn > MAX_KEPT_TURN for card in step.opens} if plan else set()
    late |= set(plan.never) if plan else set()
    chance = Chance(seed)
    return tuple(
        sample_hand(
            system.draws,
            cards=cards,
            stream=chance.stream("sample hand", slot=number),
            keeps=lambda card: card not in late,
            turns=TURNS_PER_HAND,
        )
        for number in range(HANDS if cards else 0)
    )
