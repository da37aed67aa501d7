"""Ratings of decks, fitted by a worker after each batch.

They cover all finished batches with the current cards and rules. Policies differ in strength, so each has its own
ratings. One stored value serves the ladder, the deck search and the API (decisions/0015).
"""

from collections import defaultdict
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q, Sum
from django.db.models.functions import Coalesce, Now

from decks.services import ratings_store
from signum_site.core.leases import RELEASED, Renewal
from simulator import games
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.totals import half_points, turned
from simulator.engine.statistics.bradley_terry import (
    Edge,
    MatchUpFit,
    SeedRun,
    bradley_terry,
    fits,
    groups,
    mean_excess,
)
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
    if system is None:
        # The game is not installed: its last ratings stay until it is back.
        RatingRun.objects.held(run).update(fitted_at=wanted, **RELEASED)
        return
    edges = _load_edges(system, policy=run.policy)
    renew()
    rows = _fit_ratings(edges, system=system, policy=run.policy)
    renew()
    records = card_records(system, policy=run.policy)
    renew()
    leaders = leader_ratings(rows, system=system)
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
    """The policy with the most games of today's rules and cards, which the ladder shows; else with the most games."""
    known = games.systems().get(system)
    current = Q(rules_version=known.rules_version, cards_version=known.cards_version) if known else Q()
    played = Rating.objects.filter(system=system).values("policy")
    played = played.annotate(current_games=Coalesce(Sum("games", filter=current), 0), all_games=Sum("games"))
    first = played.order_by("-current_games", "-all_games", "policy").first()
    return first["policy"] if first else ""


def _fit_ratings(edges: dict[Edge, list[SeedRun]], *, system: GameSystem, policy: str) -> list[Rating]:
    components = groups(edges)
    if not components:
        return []
    members = set(components[0])
    references = {reference.deck.content_hash for reference in system.reference_decks()} & members
    linked = {edge: runs for edge, runs in edges.items() if edge[0] in members}
    fitted = bradley_terry(linked, anchor=sorted(references))
    compared = fits(linked, fitted)
    return [
        Rating(
            system=system.code,
            policy=policy,
            rules_version=system.rules_version,
            cards_version=system.cards_version,
            content_hash=deck,
            points=MEAN_POINTS + rating.points,
            low=MEAN_POINTS + rating.interval.low,
            high=MEAN_POINTS + rating.interval.high,
            games=2 * rating.pairs,
            opponents=rating.opponents,
            misfit=mean_excess(compared[deck]),
            matchups=_extremes([fit for fit in compared[deck] if fit.opponent in references]),
        )
        for deck, rating in fitted.items()
    ]


def _extremes(matchups: list[MatchUpFit]) -> list[list[Any]]:
    """The best and the worst of match-ups sorted by score; empty with fewer than two."""
    if len(matchups) <= 1:
        return []
    return [
        [fit.opponent, fit.score, fit.interval.low, fit.interval.high, fit.expected]
        for fit in (matchups[0], matchups[-1])
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


def _load_edges(system: GameSystem, *, policy: str) -> dict[Edge, list[SeedRun]]:
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
        .values_list("first__content_hash", "second__content_hash", "batch__seed", "outcomes")
    )
    longest: dict[tuple[str, str, int], list[int | None]] = {}
    for first, second, seed, outcomes in rows.iterator():
        run = half_points(outcomes)
        if not any(half is not None for half in run):
            continue
        if first > second:
            first, second, run = second, first, turned(run)
        if first != second and len(run) > len(longest.get((first, second, seed), [])):
            longest[first, second, seed] = run
    edges: dict[Edge, list[SeedRun]] = defaultdict(list)
    for (first, second, seed), run in sorted(longest.items(), key=lambda item: item[0]):
        edges[first, second].append(SeedRun(seed, run))
    return _keep_most_played(edges)


def _keep_most_played(edges: dict[Edge, list[SeedRun]]) -> dict[Edge, list[SeedRun]]:
    pairs: dict[str, int] = defaultdict(int)
    for edge, runs in edges.items():
        for deck in edge:
            pairs[deck] += sum(run.pairs.pairs for run in runs)
    kept = set(sorted(pairs, key=lambda deck: (-pairs[deck], deck))[:MAX_RATED])
    return {edge: runs for edge, runs in edges.items() if kept.issuperset(edge)}
