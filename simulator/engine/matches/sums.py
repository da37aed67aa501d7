"""Sums over many games, whatever the number of players.

Sums of parts add up to the sums of the whole in any order, so that workers can play the parts. They are trees of
integers: one function adds them, and JSON stores them as they are. Games of two are totals.py, larger tables
rounds.py; intervals are statistics/intervals.py.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from simulator.engine.matches.match import Result, digest_text
from simulator.engine.play.event_log import BUILT, DRAWN, FIRST, PLAYED, Tally
from simulator.engine.statistics.intervals import Interval

ERRORS_KEPT: Final = 20
BUILDS_COUNTED: Final = 3
"""How many cards of a build order are distinguished: with more, every game would be unique."""
BETWEEN: Final = ">"

Tree = dict[str, Any]


class Sums:
    """The sums of a match-up or of a part of it, with its notable and failed games."""

    __slots__ = ("cards", "digest_sum", "errors", "figures", "outcomes", "samples", "singles")

    def __init__(
        self,
        *,
        figures: Tree,
        cards: Tree,
        errors: Iterable[Tree] = (),
        samples: Mapping[str, list[int]] | None = None,
        digest: str = "0",
        outcomes: str = "",
        singles: str = "",
    ) -> None:
        self.figures = figures
        self.cards = cards
        self.errors = list(errors)
        """The first few failed games: number of the round, game of the round, seed, error."""
        self.samples = dict(samples or {})
        """Notable games (longest, shortest, closest, won by each): a number, the round, the game of the round.

        The number is the count of turns; for the closest, the turns after its winner took the lead for good.
        """
        self.digest_sum = int(digest, 16)
        self.outcomes = outcomes
        """Of two: the half points of entrant 0, one digit per pair in the order played, for common seeds."""
        self.singles = singles
        """The same per game, with the starting entrant: see `totals.single`."""

    @property
    def digest(self) -> str:
        return digest_text(self.digest_sum)

    @property
    def games(self) -> int:
        return int(self.figures["games"])

    @property
    def first_interval(self) -> Interval:
        """The interval of the first entrant's score."""
        raise NotImplementedError

    def add(self, other: "Sums") -> None:
        """Adds another part of the same match-up."""
        self.figures = sum_trees(self.figures, other.figures)
        self.cards = sum_trees(self.cards, other.cards)
        self.errors = sorted([*self.errors, *other.errors], key=lambda error: (error["number"], error["game"]))
        del self.errors[ERRORS_KEPT:]
        for name, sample in other.samples.items():
            self.add_sample(name, sample)
        self.digest_sum += other.digest_sum
        self.outcomes += other.outcomes
        self.singles += other.singles

    def add_failed(self, number: int, game: int, result: Result) -> None:
        self.figures["errors"] += 1
        if len(self.errors) < ERRORS_KEPT:
            self.errors.append({"number": number, "game": game, "seed": result.seed, "error": result.error})

    def add_samples(self, number: int, game: int, result: Result) -> None:
        """Keeps a finished game if it is notable."""
        names = ["longest", "shortest"] if result.winner is None else ["longest", "shortest", f"won_by_{result.winner}"]
        for name in names:
            self.add_sample(name, [result.turns, number, game])
        if result.open_until is not None:
            self.add_sample("closest", [result.turns - result.open_until, number, game])

    def add_sample(self, name: str, sample: list[int]) -> None:
        """Keeps the more extreme game.

        Of equals the earlier one, so that the order of parts does not matter.
        """
        sign = -1 if name == "longest" else 1
        known = self.samples.get(name, sample)
        self.samples[name] = min(known, sample, key=lambda entry: (sign * entry[0], entry[1], entry[2]))

    def add_length(self, result: Result) -> None:
        self.figures["length"][0] += result.turns
        self.figures["length"][1] += result.decisions

    def add_measures(self, result: Result) -> None:
        """Adds what each entrant ended with: the sum and the sum of squares."""
        for code, values in result.measures.items():
            rows = self.figures.setdefault("measures", {}).setdefault(code, [[0, 0] for _ in result.seating])
            for seat, entrant in enumerate(result.seating):
                rows[entrant][0] += values[seat]
                rows[entrant][1] += values[seat] ** 2


def starter_of(result: Result, tally: Tally) -> int | None:
    """The entrant that began; None if the game did not say."""
    began = next((seat for kind, seat, _ in tally.notes if kind == FIRST), None)
    return None if began is None else result.seating[began]


def card_uses(tally: Tally, *, seat: int) -> dict[str, dict[str, None]]:
    """The cards of one seat by kind of note, each once, in order.

    Every card that was used in some way counts as drawn: it was seen.
    """
    drawn: dict[str, None] = {}
    uses: dict[str, dict[str, None]] = {DRAWN: drawn, BUILT: {}}
    for kind, note_seat, card in tally.notes:
        if note_seat == seat and card:
            drawn[card] = None
            if kind == DRAWN:
                continue
            if kind not in uses:
                uses[kind] = {}
            uses[kind][card] = None
            if kind == BUILT:
                uses.setdefault(PLAYED, {})[card] = None
    return uses


def build_key(uses: Mapping[str, Mapping[str, None]]) -> str:
    """The first cards built, in order; empty if none was."""
    return BETWEEN.join(list(uses[BUILT])[:BUILDS_COUNTED])


def add_use(entry: list[int], points: int) -> None:
    """Adds one game and its points."""
    entry[0] += 1
    entry[1] += points


def sum_trees(first: Any, second: Any) -> Any:
    """Adds two trees of integers leaf by leaf; keys of only one tree stay unchanged."""
    if isinstance(first, dict):
        both = {key: sum_trees(first[key], second[key]) if key in second else first[key] for key in first}
        return both | {key: value for key, value in second.items() if key not in first}
    if isinstance(first, list):
        return [sum_trees(left, right) for left, right in zip(first, second, strict=True)]
    return first + second
