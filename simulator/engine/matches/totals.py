"""Sums over many games of two decks.

Who won, how and when, and what each card did. Games come in pairs: one seed, seats swapped. What all sums share is
sums.py; larger tables are rounds.py.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches.match import Result, fingerprint
from simulator.engine.matches.sums import Sums, Tree, add_use, build_key, card_uses, starter_of
from simulator.engine.play.event_log import BUILT, DRAWN, OPENING, PLAYED, Tally
from simulator.engine.statistics.intervals import Interval, PairCounts

BROKEN: Final = "-"
ENTRANTS: Final = 2


def no_figures() -> Tree:
    """Empty counts of games, pairs, failures, and results of entrant 0.

    Pairs are counted by half points, results as won, drawn, lost.
    """
    return {
        "games": 0,
        "pairs": [0, 0, 0, 0, 0],
        "broken": 0,
        "errors": 0,
        "endings": {},  # reason → turn → won, drawn, lost
        "seats": [[0, 0, 0], [0, 0, 0]],  # in the first seat, in the second
        "order": [[0, 0, 0], [0, 0, 0]],  # when it began, when the other did
        "length": [0, 0],  # sum of turns and of decisions
    }


def no_cards() -> Tree:
    """Empty counts for each entrant.

    These are the use of its cards, and build orders as games and half points.
    """
    return {"decks": [{}, {}], "builds": [{}, {}]}


class Totals(Sums):
    """The sums of a match-up of two decks or of a part of it.

    Entrants are 0 and 1, in the order of their decks.
    """

    __slots__ = ()

    def __init__(
        self,
        *,
        figures: Tree | None = None,
        cards: Tree | None = None,
        errors: Iterable[Tree] = (),
        samples: Mapping[str, list[int]] | None = None,
        digest: str = "0",
        outcomes: str = "",
        singles: str = "",
    ) -> None:
        super().__init__(
            figures=figures or no_figures(),
            cards=cards or no_cards(),
            errors=errors,
            samples=samples,
            digest=digest,
            outcomes=outcomes,
            singles=singles,
        )

    @property
    def pairs(self) -> PairCounts:
        return PairCounts.from_counts(self.figures["pairs"])

    @property
    def first_interval(self) -> Interval:
        return self.pairs.interval

    @property
    def won_drawn_lost(self) -> tuple[int, int, int]:
        """The results of entrant 0 over all finished games."""
        rows = [row for turns in self.figures["endings"].values() for row in turns.values()]
        won, drawn, lost = (sum(row[place] for row in rows) for place in range(3))
        return won, drawn, lost

    @property
    def reasons(self) -> dict[str, int]:
        """The number of games by reason, the most frequent first."""
        counts = Counter(
            {reason: sum(map(sum, turns.values())) for reason, turns in sorted(self.figures["endings"].items())}
        )
        return dict(counts.most_common())

    @property
    def mean_turns(self) -> float | None:
        ended = sum(self.won_drawn_lost)
        return self.figures["length"][0] / ended if ended else None

    def count(
        self, number: int, results: Sequence[Result], tallies: Sequence[Tally], decks: Sequence[DeckList]
    ) -> None:
        """Adds one pair: its results, their notes, and the decks."""
        self.figures["games"] += len(results)
        for game, (result, tally) in enumerate(zip(results, tallies, strict=True)):
            self.digest_sum += fingerprint(result)
            starter = starter_of(result, tally)
            if result.outcome is None:
                self.add_failed(number, game, result)
            else:
                self._add_finished(number, game, result, starter)
            self.singles += single(result, starter)
        scores = [result.score(0) for result in results]
        if any(score is None for score in scores):
            self.figures["broken"] += 1
            self.outcomes += BROKEN
            return
        halves = [int(2 * score) for score in scores if score is not None]
        self.figures["pairs"][sum(halves)] += 1
        self.outcomes += str(sum(halves))
        for entrant in range(ENTRANTS):
            points = halves if entrant == 0 else [2 - half for half in halves]
            self._add_card_use(entrant, results, tallies, points, decks[entrant])

    def _add_finished(self, number: int, game: int, result: Result, starter: int | None) -> None:
        assert result.outcome is not None
        place = 1 if result.winner is None else 2 * result.winner
        turns = self.figures["endings"].setdefault(result.outcome.reason, {})
        turns.setdefault(str(result.turns), [0, 0, 0])[place] += 1
        self.figures["seats"][result.seating.index(0)][place] += 1
        if starter is not None:
            self.figures["order"][starter][place] += 1
        self.add_length(result)
        self.add_measures(result)
        self.add_samples(number, game, result)

    def _add_card_use(
        self, entrant: int, results: Sequence[Result], tallies: Sequence[Tally], points: Sequence[int], deck: DeckList
    ) -> None:
        """Counts cards and build orders of one entrant; written for speed, as it runs for every pair."""
        uses = [
            card_uses(tally, seat=result.seating.index(entrant)) for result, tally in zip(results, tallies, strict=True)
        ]
        counts, builds = self.cards["decks"][entrant], self.cards["builds"][entrant]
        for use, half in zip(uses, points, strict=True):
            for kind, cards in use.items():
                if kind == BUILT:
                    continue
                for card in cards:
                    if card not in counts:
                        counts[card] = _no_use()
                    entry = counts[card].setdefault(kind, [0, 0])
                    entry[0] += 1
                    entry[1] += half
            if use[BUILT]:
                add_use(builds.setdefault(build_key(use), [0, 0]), half)
        first, second = points
        seen_first, seen_second = (use[DRAWN] for use in uses)
        once, other, both, never = (
            f"1{first}{second}",
            f"1{second}{first}",
            f"2{first + second}0",
            f"00{first + second}",
        )
        for card in {code: None for _, card_lines in deck.sections for code, _ in card_lines}:
            if card not in counts:
                counts[card] = _no_use()
            key = (
                (both if card in seen_second else once)
                if card in seen_first
                else (other if card in seen_second else never)
            )
            pairs = counts[card]["pairs"]
            pairs[key] = pairs.get(key, 0) + 1


def pair_key(key: str) -> tuple[int, int, int]:
    """Decodes a key of a card's `pairs`.

    The parts are the games in which it was seen, and the half points in those and in the others.
    """
    seen, with_it, without = (int(digit) for digit in key)
    return seen, with_it, without


def single(result: Result, starter: int | None) -> str:
    """A game as one digit.

    It is the half points of entrant 0, plus 3 if it began, plus 6 if the other did.
    """
    score = result.score(0)
    if score is None:
        return BROKEN
    return str(int(2 * score) + (0 if starter is None else 3 * (1 + starter)))


def half_points(outcomes: str) -> list[int | None]:
    """The digits of `outcomes` as numbers; None for a failed pair."""
    return [None if digit == BROKEN else int(digit) for digit in outcomes]


def turned(run: Sequence[int | None]) -> list[int | None]:
    """The same run of half points from the opponent's side."""
    return [None if half is None else 4 - half for half in run]


def _no_use() -> Tree:
    """Empty counts of a card.

    Games and half points when in the opening hand, seen, played; pairs for its impact.
    """
    return {OPENING: [0, 0], DRAWN: [0, 0], PLAYED: [0, 0], "pairs": {}}
