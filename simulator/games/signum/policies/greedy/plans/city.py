"""Before the first turn and in the construction phase: hand and buildings."""

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.cards.abilities import TRIGGERED, USED
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import UNIQUE
from simulator.games.signum.policies.greedy import weights as w
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey
from simulator.games.signum.policies.greedy.evaluation.race import Race
from simulator.games.signum.rules.player.city import MAX_BUILDINGS, buildable, why_not_build
from simulator.games.signum.rules.setup import FIRST_HAND
from simulator.games.signum.state.actions import Action, Build, KeepHand, Mulligan, SkipBuild
from simulator.games.signum.state.position import Player

EXPENSIVE = 4  # a card of this cost or more is not kept in the first hand
WANTED_EARLY = 2  # cheap characters a first hand should have


@mypyc_attr(acyclic=True)
class CityNeed:
    """The symbols a card lacks in the city, and the worth of one of them."""

    __slots__ = ("bits", "worth")

    def __init__(self, bits: int, short: int) -> None:
        self.bits = bits
        # Full worth if it is the last symbol missing.
        self.worth = 1.0 if short <= 1 else 0.6 if short == 2 else 0.35


def first_hand(player: Player) -> Action:
    """S-3.4 Sets aside expensive cards, and support cards without enough characters."""
    early = [card for card in player.hand if card.type == "character" and card.cost.total < EXPENSIVE]
    aside: list[int] = []
    for place, card in enumerate(player.hand):
        expensive = card.cost.total >= EXPENSIVE or not _can_ever_pay(player, card)
        idle = card.type != "character" and len(early) < WANTED_EARLY
        if expensive or idle:
            aside.append(place)
    return Mulligan(tuple(aside[:FIRST_HAND])) if aside else KeepHand()


def _can_ever_pay(player: Player, card: SignumCard) -> bool:
    return all(any(_gives(building, symbol) for building in player.sideboard) for symbol in card.cost.buildings)


def _gives(building: SignumCard, symbol: str) -> bool:
    return building.unique if symbol == UNIQUE else building.key == symbol


def construction(survey: Survey, race: Race) -> Action:
    """S-4.4 The building worth most, or none and 2 prosperity."""
    position, seat = survey.position, survey.seat
    player = position.players[seat]
    if race.own_turns <= 1 or len(player.city) >= MAX_BUILDINGS:
        return SkipBuild()
    best: SignumCard | None = None
    best_points = 0.0
    affordable = [card for card in buildable(position, seat) if card.price <= player.prosperity]
    if not affordable:
        return SkipBuild()
    symbols = 0
    for building in player.city:
        symbols |= building.card.gives
    needs = _needs(player.hand, symbols, len(player.city)), _needs(player.deck, symbols, len(player.city))
    for card in affordable:
        points = _worth(player, card, needs) - (card.price + 2) * race.prosperity
        if points > best_points and why_not_build(position, seat, card.code) is None:
            best, best_points = card, points
    # Does not wait for a more expensive building: one to tap now is worth more.
    return Build(best.code) if best is not None else SkipBuild()


def _worth(player: Player, card: SignumCard, needs: tuple[list[CityNeed], list[CityNeed]]) -> float:
    """The worth of a building for the rest of the game.

    For the hand, for the deck, and as one more to tap.
    """
    points = w.BUILD_TO_TAP[min(len(player.city), len(w.BUILD_TO_TAP) - 1)]
    if not (player.hand or player.deck):
        return 0.0
    if not _stands(player, card):
        for need in needs[0]:
            if card.gives & need.bits:
                points += w.BUILD_FOR_HAND * need.worth
        waiting = 0.0
        for need in needs[1]:
            if card.gives & need.bits:
                waiting += need.worth
        points += min(4.0, w.BUILD_FOR_DECK * waiting)
    for ability in card.abilities:
        if ability.kind == USED:
            points += 0.8
        elif ability.kind == TRIGGERED:
            points += 0.6
        else:
            points += 0.15 * len([other for other in player.hand + player.deck if other.class_card])
    return points


def _stands(player: Player, card: SignumCard) -> bool:
    """Whether a building of this kind stands already."""
    for building in player.city:
        if building.card.key == card.key:
            return True
    return False


def _needs(cards: list[SignumCard], symbols: int, built: int) -> list[CityNeed]:
    """The symbols that cards lack; cards that lack none are left out.

    `symbols` are those of the city, `built` is the number of its buildings.
    """
    needs: list[CityNeed] = []
    for card in cards:
        cost = card.cost
        lacking = cost.bits & ~symbols
        if lacking:
            missing = 0
            for symbol in cost.symbols:
                if symbol & lacking:
                    missing += 1
            needs.append(CityNeed(lacking, max(missing, cost.any + len(cost.symbols) - built)))
    return needs
