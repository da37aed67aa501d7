"""How much luck a deck and its changed version share on common seeds.

    python -m tests.load.correlation [--changes 10] [--pairs 50] [--opponents 2] [--seed 1]

Changes one card of reference decks: first cuts (a card is removed), then swaps (a card becomes another one). Deck and
changed deck play the same opponents on the same seeds. Prints for every change the correlation of the results of pairs,
and how many games a comparison needs as a share of what it would need on different seeds. Build the engine first.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from simulator import games
from simulator.engine.decks.changes import counts, with_counts
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import play_run
from simulator.engine.play.chance import Chance, Stream

SECTION, POLICY = "battle", "greedy"
MAX_CHANGES, MAX_PAIRS, MAX_OPPONENTS = 100, 2_000, 9


@cache
def scores(deck: DeckList, opponent: DeckList, *, pairs: int, seed: int) -> tuple[float, ...]:
    """The points of the deck in each pair of games."""
    system = games.system(deck.system)
    run = play_run(
        system=system, decks=[deck, opponent], policies=[POLICY] * 2, batch_seed=seed, numbers=range(pairs)
    )  # fmt: skip
    return tuple(sum(result.score(0) or 0.0 for result in pair) for pair in run)


def changed_decks(system: GameSystem, kind: str, number: int, *, seed: int) -> Iterator[tuple[DeckList, DeckList, str]]:
    """Decks, the same with one card changed, and what was changed; all of them legal."""
    references = [reference.deck for reference in system.reference_decks()]
    stream = Chance(seed).stream(f"correlation {kind}")
    for place in range(number):
        deck = references[place % len(references)]
        yield deck, *changed_deck(system, deck, kind, stream)


def changed_deck(system: GameSystem, deck: DeckList, kind: str, stream: Stream) -> tuple[DeckList, str]:
    codes = [code for code, _ in deck.section(SECTION)]
    others = sorted(card.code for card in system.catalogue if card.code not in codes)
    while True:
        out = codes[stream.below(len(codes))]
        new = others[stream.below(len(others))] if kind == "swap" else ""
        wanted = counts(deck)
        wanted[SECTION, out] -= 1
        if new:
            wanted[SECTION, new] = 1
        changed = replace(with_counts(deck, wanted), name=f"{deck.name}, changed")
        if system.report(changed).legal:
            return changed, f"-{out} +{new}" if new else f"-{out}"


def deviations(values: Sequence[float]) -> list[float]:
    mean = math.fsum(values) / len(values)
    return [value - mean for value in values]


def shared_luck(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """The correlation of paired deviations, and the variance of the difference as a share of that without pairing."""
    squares = math.fsum(x * x for x in first), math.fsum(y * y for y in second)
    products = math.fsum(x * y for x, y in zip(first, second, strict=True))
    if not all(squares):
        return 0.0, 1.0
    return products / math.sqrt(squares[0] * squares[1]), 1 - 2 * products / sum(squares)


def report(kind: str, *, changes: int, pairs: int, opponents: int, seed: int) -> None:
    system = games.system("signum")
    references = [reference.deck for reference in system.reference_decks()]
    results = []
    for deck, changed, what in changed_decks(system, kind, changes, seed=seed):
        first: list[float] = []
        second: list[float] = []
        start = references.index(deck)
        for step in range(1, opponents + 1):
            # Centred by opponent: that some opponents are stronger is no shared luck.
            opponent = references[(start + 3 * step) % len(references)]
            first += deviations(scores(deck, opponent, pairs=pairs, seed=seed))
            second += deviations(scores(changed, opponent, pairs=pairs, seed=seed))
        results.append(shared_luck(first, second))
        correlation, share = results[-1]
        sys.stdout.write(f"{kind}  {correlation:5.2f}  {share:5.2f}  {deck.name}: {what}\n")
        sys.stdout.flush()
    means = [math.fsum(column) / len(results) for column in zip(*results, strict=True)]
    sys.stdout.write(f"{kind}s on average: correlation {means[0]:.2f}, games needed {means[1]:.2f}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name, default, most in (
        ("--changes", 10, MAX_CHANGES), ("--pairs", 50, MAX_PAIRS), ("--opponents", 2, MAX_OPPONENTS),
    ):  # fmt: skip
        parser.add_argument(name, type=int, default=default, choices=range(1, most + 1), metavar=f"1…{most}")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for kind in ("cut", "swap"):
        report(kind, changes=args.changes, pairs=args.pairs, opponents=args.opponents, seed=args.seed)


if __name__ == "__main__":
    main()
