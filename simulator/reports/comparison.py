"""Compares two versions of a deck, or two decks of a batch.

Both met the same opponents on the same seeds. The cards that both have were shuffled into the same order, and creatures
rolled the same dice as long as the games went alike, so the difference varies less than that of independent games
(`python -m tests.load.correlation` measures how much). Only pairs that both played count: same opponent, policy, seed,
rules and cards. No games are played here.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from decks.models import Deck, DeckVersion
from simulator import games
from simulator.engine.matches.totals import ENTRANTS, half_points, turned
from simulator.engine.statistics.intervals import (
    MIN_PAIRS,
    Estimate,
    mean_difference,
    smallest_difference,
    student,
    verdict,
)
from simulator.models.batches import Batch, Entrant, MatchUp

if TYPE_CHECKING:
    from decks.models import Visitor

Run = list[int | None]
Key = tuple[str, int, str]
"""Policy, seed, opponent."""
MAX_MATCHUPS = 200
"""Per version, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    difference: Estimate | None
    """How much more the later version scored; None if no seed was played by both."""
    opponents: int
    is_fixed: bool = True
    """False if a match-up stopped early, which makes the interval slightly too narrow (decisions/0018)."""

    @property
    def smallest(self) -> float:
        """The smallest difference that this sample detects with 80 % power.

        In percentage points.
        """
        assert self.difference is not None
        deviation = self.difference.interval.reach * self.difference.sample**0.5 / student(self.difference.sample - 1)
        return 100 * smallest_difference(deviation=deviation, sample=self.difference.sample)

    @property
    def points(self) -> dict[str, float] | None:
        if self.difference is None:
            return None
        interval = self.difference.interval
        return {"value": 100 * self.difference.value, "low": 100 * interval.low, "high": 100 * interval.high}

    @property
    def verdict(self) -> str:
        if self.difference is None:
            return "open"
        return verdict(self.difference.interval, even=0, sample=self.difference.sample)

    @property
    def is_small(self) -> bool:
        """Whether there are too few seeds for a verdict."""
        return self.difference is not None and self.difference.sample < MIN_PAIRS


def find_visible_version(pk: int, *, user: "Visitor") -> DeckVersion | None:
    """The version with this id, if its deck is visible to the user."""
    visible = Deck.objects.visible_to(user)
    return DeckVersion.objects.select_related("deck").filter(pk=pk, deck__in=visible).first()


def compare_versions(before: DeckVersion, after: DeckVersion) -> Comparison:
    """Compares two versions over all batches that played both."""
    (old_runs, old_fixed), (new_runs, new_fixed) = (
        _load_runs(version, system=before.deck.system) for version in (before, after)
    )
    common = sorted(old_runs.keys() & new_runs.keys())
    is_fixed = (old_fixed & new_fixed).issuperset(common)
    # Opponents with the same seed share their luck. Only the pairs of a seed, over all opponents, are independent.
    seeds: dict[tuple[str, int], list[tuple[Run, Run]]] = {}
    for key in common:
        seeds.setdefault(key[:2], []).append((old_runs[key], new_runs[key]))
    differences = [difference for runs in seeds.values() for difference in _differences(runs)]
    opponents = len({opponent for _, _, opponent in common})
    return Comparison(difference=mean_difference(differences), opponents=opponents, is_fixed=is_fixed)


def compare_entrants(before: Entrant, after: Entrant, *, batch: Batch) -> Comparison:
    """Compares two decks of a batch by their scores, seed by seed.

    Only opponents that both met count. Their own match-up does not count.
    """
    runs: dict[int, dict[int, Run]] = {before.pk: {}, after.pk: {}}
    stopped = set()
    for row in batch.matchups.filter(done=True).only("first", "second", "outcomes", "stopped_early"):
        run = half_points(row.outcomes)
        for entrant, opponent, points in (
            (row.first_id, row.second_id, run),
            (row.second_id, row.first_id, turned(run)),
        ):
            if entrant in runs:
                runs[entrant][opponent] = points
                if row.stopped_early:
                    stopped.add(opponent)
    common = sorted(runs[before.pk].keys() & runs[after.pk].keys())
    pairs = [(runs[before.pk][opponent], runs[after.pk][opponent]) for opponent in common]
    difference = mean_difference(_differences(pairs) if pairs else [])
    return Comparison(difference=difference, opponents=len(common), is_fixed=stopped.isdisjoint(common))


def _differences(runs: list[tuple[Run, Run]]) -> list[float]:
    """The mean gain of the later version, for each pair number.

    Only for numbers that were played against all opponents.
    """
    differences = []
    for number in range(min(min(len(old), len(new)) for old, new in runs)):
        entries = [(old[number], new[number]) for old, new in runs]
        gains = [(new - old) / 4 for old, new in entries if old is not None and new is not None]
        if len(gains) == len(entries):
            differences.append(sum(gains) / len(gains))
    return differences


def _load_runs(version: DeckVersion, *, system: str) -> tuple[dict[Key, Run], set[Key]]:
    """All results of the version's cards, and the keys with fixed samples.

    Only with the current rules and cards.
    """
    game = games.systems().get(system)
    if game is None:
        return {}, set()
    content = version.content_hash
    rows = MatchUp.objects.filter(
        Q(first__content_hash=content) | Q(second__content_hash=content),
        done=True,
        batch__state=Batch.State.DONE,
        batch__players=ENTRANTS,
        batch__options={},
        batch__system=system,
        batch__rules_version=game.rules_version,
        batch__cards_version=game.cards_version,
    ).order_by("-pk")[:MAX_MATCHUPS]
    runs: dict[Key, Run] = {}
    fixed: set[Key] = set()
    for first, second, policy, seed, outcomes, stopped in rows.values_list(
        "first__content_hash", "second__content_hash", "batch__policy", "batch__seed", "outcomes", "stopped_early"
    ):
        run = half_points(outcomes) if first == content else turned(half_points(outcomes))
        key = (policy, seed, second if first == content else first)
        if len(run) > len(runs.get(key, [])):
            runs[key] = run
            (fixed.discard if stopped else fixed.add)(key)
    return runs, fixed
