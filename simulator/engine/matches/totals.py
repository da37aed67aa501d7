"""Sums over many games of one match-up.

Who won, how and when, and what each card did. Totals of parts add up to the totals of the whole in any order, so that
workers can play the parts. They are trees of integers: one function adds them, and JSON stores them as they are.
Intervals are statistics/intervals.py.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import Result, digest_text, fingerprint, play, seatings
from simulator.engine.play.chance import seed_of
from simulator.engine.play.event_log import BUILT, DRAWN, FIRST, OPENING, PLAYED, Tally
from simulator.engine.statistics.intervals import PairCounts

ERRORS_KEPT: Final = 20
BUILDS_COUNTED: Final = 3
"""How many cards of a build order are distinguished: with more, every game would be unique."""
FOLLOWED: Final = 8
"""Every eighth pair is followed turn by turn to find a close game; following all would cost too much."""
BROKEN: Final = "-"
BETWEEN: Final = ">"
ENTRANTS: Final = 2

Tree = dict[str, Any]


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


class Totals:
    """The sums of a match-up or of a part of it.

    Entrants are 0 and 1, in the order of their decks.
    """

    __slots__ = ("cards", "digest_sum", "errors", "figures", "outcomes", "samples", "singles")

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
        self.figures = figures or no_figures()
        self.cards = cards or no_cards()
        self.errors = list(errors)
        """The first few failed games: number of the pair, game of the pair, seed, error."""
        self.samples = dict(samples or {})
        """Notable games (longest, shortest, closest, won by either): a number, the pair, the game of the pair.

        The number is the count of turns; for the closest, the turns after its winner took the lead for good.
        """
        self.digest_sum = int(digest, 16)
        self.outcomes = outcomes
        """The half points of entrant 0, one digit per pair in the order played, for comparisons on common seeds."""
        self.singles = singles
        """The same per game, with the starting entrant: see `single`."""

    @property
    def digest(self) -> str:
        return digest_text(self.digest_sum)

    @property
    def games(self) -> int:
        return int(self.figures["games"])

    @property
    def pairs(self) -> PairCounts:
        return PairCounts.from_counts(self.figures["pairs"])

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

    def add(self, other: "Totals") -> None:
        """Adds another part of the same match-up."""
        self.figures = _sum_trees(self.figures, other.figures)
        self.cards = _sum_trees(self.cards, other.cards)
        self.errors = sorted([*self.errors, *other.errors], key=lambda error: (error["number"], error["game"]))
        del self.errors[ERRORS_KEPT:]
        for name, sample in other.samples.items():
            self._sample(name, sample)
        self.digest_sum += other.digest_sum
        self.outcomes += other.outcomes
        self.singles += other.singles

    def count(
        self, number: int, results: Sequence[Result], tallies: Sequence[Tally], decks: Sequence[DeckList]
    ) -> None:
        """Adds one pair: its results, their notes, and the decks."""
        self.figures["games"] += len(results)
        for game, (result, tally) in enumerate(zip(results, tallies, strict=True)):
            self.digest_sum += fingerprint(result)
            began = next((seat for kind, seat, _ in tally.notes if kind == FIRST), None)
            starter = None if began is None else result.seating[began]
            if result.outcome is None:
                self._add_failed(number, game, result)
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

    def _add_failed(self, number: int, game: int, result: Result) -> None:
        self.figures["errors"] += 1
        if len(self.errors) < ERRORS_KEPT:
            self.errors.append({"number": number, "game": game, "seed": result.seed, "error": result.error})

    def _add_finished(self, number: int, game: int, result: Result, starter: int | None) -> None:
        assert result.outcome is not None
        place = 1 if result.winner is None else 2 * result.winner
        turns = self.figures["endings"].setdefault(result.outcome.reason, {})
        turns.setdefault(str(result.turns), [0, 0, 0])[place] += 1
        self.figures["seats"][result.seating.index(0)][place] += 1
        if starter is not None:
            self.figures["order"][starter][place] += 1
        self.figures["length"][0] += result.turns
        self.figures["length"][1] += result.decisions
        names = ["longest", "shortest"] if result.winner is None else ["longest", "shortest", f"won_by_{result.winner}"]
        for name in names:
            self._sample(name, [result.turns, number, game])
        if result.open_until is not None:
            self._sample("closest", [result.turns - result.open_until, number, game])

    def _sample(self, name: str, sample: list[int]) -> None:
        """Keeps the more extreme game.

        Of equals the earlier one, so that the order of parts does not matter.
        """
        sign = -1 if name == "longest" else 1
        known = self.samples.get(name, sample)
        self.samples[name] = min(known, sample, key=lambda entry: (sign * entry[0], entry[1], entry[2]))

    def _add_card_use(
        self, entrant: int, results: Sequence[Result], tallies: Sequence[Tally], points: Sequence[int], deck: DeckList
    ) -> None:
        uses = [
            _uses(tally, seat=result.seating.index(entrant)) for result, tally in zip(results, tallies, strict=True)
        ]
        card_uses, builds = self.cards["decks"][entrant], self.cards["builds"][entrant]
        for use, half in zip(uses, points, strict=True):
            for kind in (OPENING, DRAWN, PLAYED):
                for card in use[kind]:
                    entry = card_uses.setdefault(card, _no_use())[kind]
                    entry[0] += 1
                    entry[1] += half
            if use[BUILT]:
                build = builds.setdefault(BETWEEN.join(list(use[BUILT])[:BUILDS_COUNTED]), [0, 0])
                build[0] += 1
                build[1] += half
        for card in {code: None for _, card_lines in deck.sections for code, _ in card_lines}:
            seen = [card in use[DRAWN] for use in uses]
            with_it = sum(half for half, was_seen in zip(points, seen, strict=True) if was_seen)
            key = f"{sum(seen)}{with_it}{sum(points) - with_it}"
            pairs = card_uses.setdefault(card, _no_use())["pairs"]
            pairs[key] = pairs.get(key, 0) + 1


def play_totals(
    *,
    system: GameSystem,
    decks: Sequence[DeckList],
    policies: Sequence[str],
    batch_seed: int,
    numbers: Iterable[int],
    after_pair: Callable[[], None] = lambda: None,
) -> Totals:
    """Plays pairs of a batch by number and adds them up.

    Pair k does not depend on other pairs.
    """
    totals = Totals()
    for number in numbers:
        seed = seed_of(batch=batch_seed, number=number)
        tallies = [Tally() for _ in range(ENTRANTS)]
        results = [
            play(
                system=system,
                decks=decks,
                policies=policies,
                seed=seed,
                seating=seating,
                log=tally,
                follow=number % FOLLOWED == 0,
            )
            for seating, tally in zip(seatings(ENTRANTS), tallies, strict=True)
        ]
        totals.count(number, results, tallies, decks)
        after_pair()
    return totals


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


def _no_use() -> Tree:
    """Empty counts of a card.

    Games and half points when in the opening hand, seen, played; pairs for its impact.
    """
    return {OPENING: [0, 0], DRAWN: [0, 0], PLAYED: [0, 0], "pairs": {}}


def _uses(tally: Tally, *, seat: int) -> dict[str, dict[str, None]]:
    """The cards of one seat by kind of note, each once, in order.

    Opening and played cards count as drawn.
    """
    uses: dict[str, dict[str, None]] = {OPENING: {}, DRAWN: {}, PLAYED: {}, BUILT: {}}
    for kind, note_seat, card in tally.notes:
        if note_seat == seat and card:
            uses[kind][card] = None
            uses[DRAWN][card] = None
            if kind == BUILT:
                uses[PLAYED][card] = None
    return uses


def _sum_trees(first: Any, second: Any) -> Any:
    """Adds two trees of integers leaf by leaf; keys of only one tree stay unchanged."""
    if isinstance(first, dict):
        both = {key: _sum_trees(first[key], second[key]) if key in second else first[key] for key in first}
        return both | {key: value for key, value in second.items() if key not in first}
    if isinstance(first, list):
        return [_sum_trees(left, right) for left, right in zip(first, second, strict=True)]
    return first + second
