"""Plays games between reference decks and fits the weights of a game's evaluation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import play
from simulator.engine.play.chance import seed_of
from simulator.engine.play.protocols import State
from simulator.engine.statistics.conditional_logit import Observation, chances, fit, log_loss, score

BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Positions with about the same chance, and how often they were won."""

    positions: int
    expected: float
    won: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Fitted weights, and how well they predict games that were not used."""

    weights: list[float]
    positions: int
    loss: float
    """The mean surprise on other games."""
    even_loss: float
    """The same without any weights: every seat has the same chance."""
    bins: list[Bin]


def fit_evaluation(system: GameSystem, *, games: int, seed: int, policy: str) -> Fit:
    """Fits on most of the games and checks on the others.

    In every fifth lap through all pairings the games are only checked, so both parts have all pairings.
    """
    fitted: list[Observation] = []
    checked: list[Observation] = []
    for lap, observations in observed_games(system, games=games, seed=seed, policy=policy):
        (checked if lap % 5 == 0 else fitted).extend(observations)
    weights = fit(fitted)
    return Fit(
        weights=weights,
        positions=len(fitted),
        loss=log_loss(checked, weights),
        even_loss=log_loss(checked, [0.0] * len(weights)),
        bins=calibration(checked, weights),
    )


def observed_games(
    system: GameSystem, *, games: int, seed: int, policy: str
) -> Iterator[tuple[int, list[Observation]]]:
    """The lap, and the positions of one game, one for each turn; a lap has all pairs of reference decks."""
    decks = [reference.deck for reference in system.reference_decks()]
    pairings = list(combinations(decks, 2))
    for number in range(games):
        lap, index = divmod(number, len(pairings))
        seating = (0, 1) if (lap + index) % 2 == 0 else (1, 0)
        game_seed = seed_of(batch=seed, number=number)
        yield lap, _observe(system, pairings[index], seating, seed=game_seed, policy=policy)


def _observe(
    system: GameSystem, decks: Sequence[DeckList], seating: Sequence[int], *, seed: int, policy: str
) -> list[Observation]:
    assert system.evaluation is not None
    features, turns = system.evaluation.features, {}

    def watch(state: State[Any]) -> None:
        if state.turn not in turns and state.outcome() is None:
            turns[state.turn] = tuple(features(state))

    result = play(system=system, decks=decks, policies=[policy] * 2, seed=seed, seating=seating, watch=watch)
    if result.outcome is None:
        return []
    shares = tuple(float(result.outcome.score(seat, seats=2)) for seat in range(2))
    return [Observation(rows, shares) for turn, rows in turns.items() if turn > 0]


def calibration(observations: Sequence[Observation], weights: Sequence[float]) -> list[Bin]:
    """Positions in bins by the chance of the first seat: what was expected, and what came of it."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for observation in observations:
        chance = chances([score(weights, row) for row in observation.seats])[0]
        bins[min(BINS - 1, int(BINS * chance))].append((chance, observation.shares[0]))
    return [
        Bin(
            positions=len(entries),
            expected=sum(chance for chance, _ in entries) / len(entries),
            won=sum(share for _, share in entries) / len(entries),
        )
        for entries in bins
        if entries
    ]
