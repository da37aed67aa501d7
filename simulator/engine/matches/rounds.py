"""Sums over many games at a table of more than two.

A round is one seed, played with every seating. Its games share their luck, so rounds are the independent
observations: the interval of a share comes from them. Games of two are totals.py.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches.match import Result, fingerprint
from simulator.engine.matches.sums import Sums, Tree, add_use, build_key, card_uses, starter_of
from simulator.engine.play.event_log import BUILT, DRAWN, Tally
from simulator.engine.statistics.intervals import EVERYTHING, Estimate, Interval, round_share

POINT: Final = 60
"""The points of one game: divisible among up to six winners."""


def no_table_figures(entrants: int) -> Tree:
    """Empty counts of games, rounds, failures, and results of each entrant."""
    return {
        "games": 0,
        "rounds": 0,
        "broken": 0,
        "errors": 0,
        "shares": [[0, 0] for _ in range(entrants)],  # of each entrant: points of whole rounds, and their squares
        "places": [[0] * entrants for _ in range(entrants)],  # of each entrant: games by place
        "seats": [[[0, 0] for _ in range(entrants)] for _ in range(entrants)],  # by seat: games and points
        "order": [[0, 0] for _ in range(entrants)],  # when it began: games and points
        "endings": {},  # reason → turn → games
        "length": [0, 0],  # sum of turns and of decisions
    }


def no_table_cards(entrants: int) -> Tree:
    """Empty counts of each entrant: the use of its cards, and build orders, as games and points."""
    return {"decks": [{} for _ in range(entrants)], "builds": [{} for _ in range(entrants)]}


class RoundTotals(Sums):
    """The sums of a table of more than two decks or of a part of it."""

    __slots__ = ()

    @classmethod
    def empty(cls, entrants: int) -> "RoundTotals":
        return cls(figures=no_table_figures(entrants), cards=no_table_cards(entrants))

    @property
    def first_interval(self) -> Interval:
        share = self.share(0)
        return share.interval if share is not None else EVERYTHING

    @property
    def entrants(self) -> int:
        return len(self.figures["shares"])

    @property
    def rounds(self) -> int:
        """Rounds in which no game failed."""
        return int(self.figures["rounds"])

    def share(self, entrant: int) -> Estimate | None:
        """The entrant's share of all points, with its interval; None without rounds."""
        if not self.rounds:
            return None
        total, squares = self.figures["shares"][entrant]
        games_per_round = self.games // (self.rounds + self.figures["broken"])
        full = POINT * games_per_round
        return round_share(total, squares, rounds=self.rounds, full=full, entrants=self.entrants)

    def seats(self, entrant: int) -> list[tuple[int, int]]:
        """Games and points of an entrant by seat."""
        return [(games, points) for games, points in self.figures["seats"][entrant]]

    @property
    def reasons(self) -> dict[str, int]:
        """The number of games by reason, the most frequent first."""
        endings = sorted(self.figures["endings"].items())
        return dict(Counter({reason: sum(turns.values()) for reason, turns in endings}).most_common())

    @property
    def mean_turns(self) -> float | None:
        ended = self.games - int(self.figures["errors"])
        return self.figures["length"][0] / ended if ended else None

    def count(
        self, number: int, results: Sequence[Result], tallies: Sequence[Tally], decks: Sequence[DeckList]
    ) -> None:
        """Adds one round: its results, their notes, and the decks."""
        self.figures["games"] += len(results)
        for game, (result, tally) in enumerate(zip(results, tallies, strict=True)):
            self.digest_sum += fingerprint(result)
            if result.outcome is None:
                self.add_failed(number, game, result)
            else:
                self._add_finished(number, game, result, starter_of(result, tally))
        if any(result.outcome is None for result in results):
            self.figures["broken"] += 1
            return
        self.figures["rounds"] += 1
        for entrant in range(len(decks)):
            points = [points_of(result, entrant) for result in results]
            entry = self.figures["shares"][entrant]
            entry[0] += sum(points)
            entry[1] += sum(points) ** 2
            self._add_card_use(entrant, results, tallies, points)
            for card in {code: None for _, card_lines in decks[entrant].sections for code, _ in card_lines}:
                self.cards["decks"][entrant].setdefault(card, {DRAWN: [0, 0]})

    def _add_finished(self, number: int, game: int, result: Result, starter: int | None) -> None:
        assert result.outcome is not None
        turns = self.figures["endings"].setdefault(result.outcome.reason, {})
        turns[str(result.turns)] = turns.get(str(result.turns), 0) + 1
        for seat, entrant in enumerate(result.seating):
            points = points_of(result, entrant)
            add_use(self.figures["seats"][entrant][seat], points)
            self.figures["places"][entrant][(result.place(entrant) or 1) - 1] += 1
            if entrant == starter:
                add_use(self.figures["order"][entrant], points)
        self.add_length(result)
        self.add_measures(result)
        self.add_samples(number, game, result)

    def _add_card_use(
        self, entrant: int, results: Sequence[Result], tallies: Sequence[Tally], points: Sequence[int]
    ) -> None:
        counts, builds = self.cards["decks"][entrant], self.cards["builds"][entrant]
        for result, tally, game_points in zip(results, tallies, points, strict=True):
            uses = card_uses(tally, seat=result.seating.index(entrant))
            for kind, cards in uses.items():
                if kind != BUILT:
                    for card in cards:
                        add_use(counts.setdefault(card, {DRAWN: [0, 0]}).setdefault(kind, [0, 0]), game_points)
            if uses[BUILT]:
                add_use(builds.setdefault(build_key(uses), [0, 0]), game_points)


def points_of(result: Result, entrant: int) -> int:
    """The entrant's points in a finished game, in sixtieths."""
    score = result.score(entrant)
    assert score is not None, "the game failed"
    return int(POINT * score)
