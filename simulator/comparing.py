"""Two versions of a deck, compared on common seeds: what each scored against the same opponents with the same luck.

Only pairs that both played count: same opponent, policy, seed, rules and cards. Nothing is played here.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from decks.models import Deck, DeckVersion
from simulator import games
from simulator.engine.stats import Z_95, Estimate, mean_difference, smallest_difference
from simulator.engine.totals import half_points

from .models import Batch, MatchUp

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
    mine, theirs = (_runs(version, system=before.deck.system) for version in (before, after))
    common = sorted(mine.keys() & theirs.keys())
    # Opponents met with one seed share their luck: what is independent are the seeds' pairs, over all opponents.
    seeds: dict[tuple[str, int], list[tuple[Run, Run]]] = {}
    for key in common:
        seeds.setdefault(key[:2], []).append((mine[key], theirs[key]))
    steps = [step for runs in seeds.values() for step in _steps(runs)]
    return Comparison(difference=mean_difference(steps), opponents=len({opponent for _, _, opponent in common}))


def _steps(runs: list[tuple[Run, Run]]) -> list[float]:
    """For every pair number that all opponents have: how much better the later version did, on average."""
    steps = []
    for number in range(min(min(len(one), len(other)) for one, other in runs)):
        entries = [(one[number], other[number]) for one, other in runs]
        known = [(other - one) / 4 for one, other in entries if one is not None and other is not None]
        if len(known) == len(entries):
            steps.append(sum(known) / len(known))
    return steps


def _runs(version: DeckVersion, *, system: str) -> dict[Key, Run]:
    """What its cards scored, whoever had them played; with the rules and cards of today."""
    known = games.systems().get(system)
    if known is None:
        return {}
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
    for first, second, policy, seed, outcomes in rows.values_list(
        "first__content_hash", "second__content_hash", "batch__policy", "batch__seed", "outcomes"
    ):
        run = half_points(outcomes)
        if first != content:
            run = [None if points is None else 4 - points for points in run]
        key = (policy, seed, second if first == content else first)
        if len(run) > len(found.get(key, [])):
            found[key] = run
    return found
