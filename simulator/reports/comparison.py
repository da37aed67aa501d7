"""Two versions of a deck, or two decks of a batch, compared on common seeds: same opponents, same luck.

Only pairs that both played count: same opponent, policy, seed, rules and cards. Nothing is played here.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from decks.models import Deck, DeckVersion
from simulator import games
from simulator.engine.matches.totals import half_points
from simulator.engine.statistics.intervals import Z_95, Estimate, mean_difference, smallest_difference
from simulator.models.batches import Batch, Entrant, MatchUp

if TYPE_CHECKING:
    from decks.models import Visitor

Run = list[int | None]
Key = tuple[str, int, str]
"""Policy, seed, opponent."""
MOST_MATCHUPS = 200
"""Of either version, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    difference: Estimate | None
    """How much more the later version scored; None where no seed was played by both."""
    opponents: int
    is_fixed: bool = True
    """False where a match-up stopped early: then the interval is a little too hopeful (decisions/0018)."""

    @property
    def smallest(self) -> float:
        """In points of a hundred: what this many pairs would show four times in five."""
        assert self.difference is not None
        deviation = self.difference.interval.reach * self.difference.sample**0.5 / Z_95
        return 100 * smallest_difference(deviation=deviation, sample=self.difference.sample)

    @property
    def points(self) -> dict[str, float] | None:
        if self.difference is None:
            return None
        interval = self.difference.interval
        return {"value": 100 * self.difference.value, "low": 100 * interval.low, "high": 100 * interval.high}

    @property
    def verdict(self) -> str:
        if self.difference is None or 0 in self.difference.interval:
            return "open"
        return "ahead" if self.difference.value > 0 else "behind"


def version_seen(pk: int, *, user: "Visitor") -> DeckVersion | None:
    """A version of a deck that somebody may see."""
    visible = Deck.objects.visible_to(user)
    return DeckVersion.objects.select_related("deck").filter(pk=pk, deck__in=visible).first()


def versions_compared(before: DeckVersion, after: DeckVersion) -> Comparison:
    (mine, mine_fixed), (theirs, theirs_fixed) = (
        _runs(version, system=before.deck.system) for version in (before, after)
    )
    common = sorted(mine.keys() & theirs.keys())
    is_fixed = (mine_fixed & theirs_fixed).issuperset(common)
    # Opponents met with one seed share their luck: what is independent are the seeds' pairs, over all opponents.
    seeds: dict[tuple[str, int], list[tuple[Run, Run]]] = {}
    for key in common:
        seeds.setdefault(key[:2], []).append((mine[key], theirs[key]))
    steps = [step for runs in seeds.values() for step in _steps(runs)]
    opponents = len({opponent for _, _, opponent in common})
    return Comparison(difference=mean_difference(steps), opponents=opponents, is_fixed=is_fixed)


def entrants_compared(before: Entrant, after: Entrant, *, batch: Batch) -> Comparison:
    """Two decks of one batch: what each scored against those both met, seed by seed. Their own match-up is no part."""
    runs: dict[int, dict[int, Run]] = {before.pk: {}, after.pk: {}}
    stopped = set()
    for row in batch.matchups.filter(done=True).only("first", "second", "outcomes", "stopped_early"):
        for me, other, turned in ((row.first_id, row.second_id, False), (row.second_id, row.first_id, True)):
            if me in runs:
                runs[me][other] = _turned(half_points(row.outcomes)) if turned else half_points(row.outcomes)
                if row.stopped_early:
                    stopped.add(other)
    common = sorted(runs[before.pk].keys() & runs[after.pk].keys())
    steps = _steps([(runs[before.pk][other], runs[after.pk][other]) for other in common]) if common else []
    return Comparison(difference=mean_difference(steps), opponents=len(common), is_fixed=stopped.isdisjoint(common))


def _steps(runs: list[tuple[Run, Run]]) -> list[float]:
    """For every pair number that all opponents have: how much better the later version did, on average."""
    steps = []
    for number in range(min(min(len(one), len(other)) for one, other in runs)):
        entries = [(one[number], other[number]) for one, other in runs]
        known = [(other - one) / 4 for one, other in entries if one is not None and other is not None]
        if len(known) == len(entries):
            steps.append(sum(known) / len(known))
    return steps


def _turned(run: Run) -> Run:
    return [None if points is None else 4 - points for points in run]


def _runs(version: DeckVersion, *, system: str) -> tuple[dict[Key, Run], set[Key]]:
    """What its cards scored with the rules and cards of today, whoever had them played; which samples were fixed."""
    known = games.systems().get(system)
    if known is None:
        return {}, set()
    content = version.content_hash
    rows = MatchUp.objects.filter(
        Q(first__content_hash=content) | Q(second__content_hash=content),
        done=True,
        batch__state=Batch.State.DONE,
        batch__system=system,
        batch__rules_version=known.rules_version,
        batch__cards_version=known.cards_version,
    ).order_by("-pk")[:MOST_MATCHUPS]
    found: dict[Key, Run] = {}
    fixed: set[Key] = set()
    for first, second, policy, seed, outcomes, stopped in rows.values_list(
        "first__content_hash", "second__content_hash", "batch__policy", "batch__seed", "outcomes", "stopped_early"
    ):
        run = half_points(outcomes) if first == content else _turned(half_points(outcomes))
        key = (policy, seed, second if first == content else first)
        if len(run) > len(found.get(key, [])):
            found[key] = run
            (fixed.discard if stopped else fixed.add)(key)
    return found, fixed
