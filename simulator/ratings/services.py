"""Ratings of decks: fitted by a worker after a batch is finished, over all finished batches of these cards and rules.

Players of different strength are not comparable, so every policy has ratings of its own. One stored value serves the
ladder, the search for decks and the API (decisions/0015).
"""

from collections import defaultdict
from datetime import date

from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Now

from decks.services import ratings_store
from signum_site.core.leases import RELEASED, Renewal
from simulator import games
from simulator.engine.statistics.bradley_terry import Edge, bradley_terry, groups
from simulator.engine.statistics.intervals import PairCounts
from simulator.engine.system import GameSystem
from simulator.models.batches import Batch, MatchUp
from simulator.models.ratings import CardRecord, LeaderRating, Rating, RatingPoint, RatingRun

from .card_records import card_records
from .leaders import leader_ratings

MIDDLE = 1500
"""What the reference decks have on average."""
MOST_RATED = 120
"""Fitting takes the cube of it: a few seconds of a worker."""


def ratings_want(*, system: str, policy: str) -> None:
    """Have them fitted again; the sweeper rings."""
    RatingRun.objects.update_or_create(system=system, policy=policy, defaults={"wanted_at": Now()})


def ratings_claim(run_id: int) -> RatingRun | None:
    """The run, if it is due and no other process is at it."""
    claimed = RatingRun.objects.due().claim(run_id)
    return RatingRun.objects.get(pk=run_id, claimed_by=claimed) if claimed else None


def ratings_fit(run: RatingRun) -> None:
    """Until it is written it stays due, and the same batches give the same ratings: a worker may die at any moment."""
    wanted, system, renew = run.wanted_at, games.systems().get(run.system), Renewal(run)
    rows = [] if system is None else _rated(system, policy=run.policy)
    renew()
    records = [] if system is None else card_records(system, policy=run.policy)
    renew()
    leaders = [] if system is None else leader_ratings(rows, system=system)
    with transaction.atomic():
        if not RatingRun.objects.held(run).update(fitted_at=wanted, **RELEASED):
            return
        CardRecord.objects.filter(system=run.system, policy=run.policy).delete()
        CardRecord.objects.bulk_create(records)
        Rating.objects.filter(system=run.system, policy=run.policy).delete()
        Rating.objects.bulk_create(rows)
        LeaderRating.objects.filter(system=run.system, policy=run.policy).delete()
        LeaderRating.objects.bulk_create(leaders)
        _remember(rows, day=wanted.date())
        if leading_policy(run.system) in (run.policy, ""):
            ratings_store(system=run.system, ratings={row.content_hash: round(row.points) for row in rows})


def leading_policy(system: str) -> str:
    """The one with most games: the ladder people see."""
    played = Rating.objects.filter(system=system).values("policy").annotate(all_games=Sum("games"))
    first = played.order_by("-all_games", "policy").first()
    return first["policy"] if first else ""


def _rated(system: GameSystem, *, policy: str) -> list[Rating]:
    played = _edges(system, policy=policy)
    linked = groups(played)
    if not linked:
        return []
    fitted = bradley_terry({edge: counts for edge, counts in played.items() if edge[0] in linked[0]})
    references = {one.deck.content_hash for one in system.reference_decks()} & fitted.keys()
    anchor = references or fitted.keys()
    shift = MIDDLE - sum(fitted[deck].points for deck in anchor) / len(anchor)
    return [
        Rating(
            system=system.code,
            policy=policy,
            rules_version=system.rules_version,
            cards_version=system.cards_version,
            content_hash=deck,
            points=rating.points + shift,
            low=rating.interval.low + shift,
            high=rating.interval.high + shift,
            games=2 * rating.pairs,
            opponents=rating.opponents,
        )
        for deck, rating in fitted.items()
    ]


HISTORY = ("points", "low", "high", "games")


def _remember(rows: list[Rating], *, day: date) -> None:
    """One point a day and deck, the last of that day."""
    shared = ("system", "policy", "content_hash", "rules_version", "cards_version")
    RatingPoint.objects.bulk_create(
        [RatingPoint(day=day, **{name: getattr(row, name) for name in (*shared, *HISTORY)}) for row in rows],
        update_conflicts=True,
        unique_fields=[*shared, "day"],
        update_fields=list(HISTORY),
    )


def _edges(system: GameSystem, *, policy: str) -> dict[Edge, PairCounts]:
    """What every two decks came to, the same games only once: of batches with one seed the one that played most.

    A match-up that stopped as soon as its interval was narrow is left out: its sample was not fixed (decisions/0018).
    """
    rows = (
        MatchUp.objects.fixed()
        .filter(
            batch__state=Batch.State.DONE,
            batch__system=system.code,
            batch__policy=policy,
            batch__rules_version=system.rules_version,
            batch__cards_version=system.cards_version,
        )
        .values_list("first__content_hash", "second__content_hash", "batch__seed", "figures")
    )
    longest: dict[tuple[str, str, int], PairCounts] = {}
    for first, second, seed, figures in rows.iterator():
        counts = PairCounts.from_counts(figures["pairs"])
        if first > second:
            first, second, counts = second, first, counts.turned
        known = longest.get((first, second, seed))
        if first != second and (known is None or counts.pairs > known.pairs):
            longest[first, second, seed] = counts
    edges: dict[Edge, PairCounts] = defaultdict(PairCounts)
    for (first, second, _), counts in longest.items():
        edges[first, second] += counts
    return _most_played(edges)


def _most_played(edges: dict[Edge, PairCounts]) -> dict[Edge, PairCounts]:
    pairs: dict[str, int] = defaultdict(int)
    for edge, counts in edges.items():
        for deck in edge:
            pairs[deck] += counts.pairs
    kept = set(sorted(pairs, key=lambda deck: (-pairs[deck], deck))[:MOST_RATED])
    return {edge: counts for edge, counts in edges.items() if kept.issuperset(edge)}
