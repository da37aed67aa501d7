"""Ratings of decks, fitted by a worker after each batch.

They cover all finished batches with the current cards and rules. Policies differ in strength, so each has its own
ratings. One stored value serves the ladder, the deck search and the API (decisions/0015).
"""

from collections import defaultdict
from datetime import date

from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Now

from decks.services import ratings_store
from signum_site.core.leases import RELEASED, Renewal
from simulator import games
from simulator.engine.game_system import GameSystem
from simulator.engine.statistics.bradley_terry import Edge, bradley_terry, groups
from simulator.engine.statistics.intervals import PairCounts
from simulator.models.batches import Batch, MatchUp
from simulator.models.ratings import CardRecord, LeaderRating, Rating, RatingPoint, RatingRun

from .card_records import card_records
from .leaders import leader_ratings

MEAN_POINTS = 1500
"""The average rating of the reference decks."""
MAX_RATED = 120
"""Fitting time grows with the cube of this; it takes a worker a few seconds."""


def ratings_request(*, system: str, policy: str) -> None:
    """Marks the ratings as due; the sweeper sends the task."""
    RatingRun.objects.update_or_create(system=system, policy=policy, defaults={"wanted_at": Now()})


def ratings_claim(run_id: int) -> RatingRun | None:
    """Claims the run if it is due and no other process has it."""
    claimed = RatingRun.objects.due().claim(run_id)
    return RatingRun.objects.get(pk=run_id, claimed_by=claimed) if claimed else None


def ratings_fit(run: RatingRun) -> None:
    """Fits and stores the ratings of a run.

    The run stays due until the ratings are stored, and the same batches give the same ratings. So a worker may die at
    any moment.
    """
    wanted, system, renew = run.wanted_at, games.systems().get(run.system), Renewal(run)
    rows = [] if system is None else _fit_ratings(system, policy=run.policy)
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
        _store_history(rows, day=wanted.date())
        if leading_policy(run.system) in (run.policy, ""):
            ratings_store(system=run.system, ratings={row.content_hash: round(row.points) for row in rows})


def leading_policy(system: str) -> str:
    """The policy with the most games, which the ladder shows."""
    played = Rating.objects.filter(system=system).values("policy").annotate(all_games=Sum("games"))
    first = played.order_by("-all_games", "policy").first()
    return first["policy"] if first else ""


def _fit_ratings(system: GameSystem, *, policy: str) -> list[Rating]:
    edges = _load_edges(system, policy=policy)
    components = groups(edges)
    if not components:
        return []
    fitted = bradley_terry({edge: counts for edge, counts in edges.items() if edge[0] in components[0]})
    references = {reference.deck.content_hash for reference in system.reference_decks()} & fitted.keys()
    anchor = references or fitted.keys()
    shift = MEAN_POINTS - sum(fitted[deck].points for deck in anchor) / len(anchor)
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


HISTORY_FIELDS = ("points", "low", "high", "games")


def _store_history(rows: list[Rating], *, day: date) -> None:
    """Stores one point per deck and day; a later one replaces it."""
    key_fields = ("system", "policy", "content_hash", "rules_version", "cards_version")
    RatingPoint.objects.bulk_create(
        [RatingPoint(day=day, **{name: getattr(row, name) for name in (*key_fields, *HISTORY_FIELDS)}) for row in rows],
        update_conflicts=True,
        unique_fields=[*key_fields, "day"],
        update_fields=list(HISTORY_FIELDS),
    )


def _load_edges(system: GameSystem, *, policy: str) -> dict[Edge, PairCounts]:
    """The results of each two decks.

    Match-ups with the same seed play the same games, so only the longest of them counts. Match-ups that stopped early
    are left out, because their samples were not fixed (decisions/0018).
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
        previous = longest.get((first, second, seed))
        if first != second and (previous is None or counts.pairs > previous.pairs):
            longest[first, second, seed] = counts
    edges: dict[Edge, PairCounts] = defaultdict(PairCounts)
    for (first, second, _), counts in longest.items():
        edges[first, second] += counts
    return _keep_most_played(edges)


def _keep_most_played(edges: dict[Edge, PairCounts]) -> dict[Edge, PairCounts]:
    pairs: dict[str, int] = defaultdict(int)
    for edge, counts in edges.items():
        for deck in edge:
            pairs[deck] += counts.pairs
    kept = set(sorted(pairs, key=lambda deck: (-pairs[deck], deck))[:MAX_RATED])
    return {edge: counts for edge, counts in edges.items() if kept.issuperset(edge)}
