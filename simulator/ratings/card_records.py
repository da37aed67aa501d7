"""Card records: figures of each card over all finished batches.

They are computed together with the ratings.
"""

from collections import defaultdict
from collections.abc import Iterator

from simulator.engine.game_system import GameSystem
from simulator.engine.statistics.intervals import weighted_mean
from simulator.models.batches import Batch
from simulator.models.ratings import CardRecord
from simulator.reports.cards import CardFigure, build_card_report

MAX_BATCHES = 200
"""Only the largest batches: more would add little and cost worker time."""


def card_records(system: GameSystem, *, policy: str) -> list[CardRecord]:
    figures: dict[str, list[CardFigure]] = defaultdict(list)
    for figure in _iter_figures(system, policy=policy):
        figures[figure.code].append(figure)
    return [_build_record(code, rows, system=system, policy=policy) for code, rows in sorted(figures.items())]


def _iter_figures(system: GameSystem, *, policy: str) -> Iterator[CardFigure]:
    """Card figures of every deck of every batch.

    The same decks with the same seed play the same games, which count once. Match-ups that stopped early are left out,
    as in ratings (decisions/0018).
    """
    batches = Batch.objects.filter(
        state=Batch.State.DONE,
        system=system.code,
        policy=policy,
        rules_version=system.rules_version,
        cards_version=system.cards_version,
    ).order_by("-games", "pk")
    met: set[tuple[int, str, str]] = set()
    for batch in batches[:MAX_BATCHES]:
        rows = list(batch.matchups.fixed().select_related("first", "second").order_by("number"))
        for entrant in batch.entrants.all():
            new_rows = []
            for row in rows:
                if entrant.pk not in (row.first_id, row.second_id):
                    continue
                other = row.second if row.first_id == entrant.pk else row.first
                meeting = (batch.seed, entrant.content_hash, other.content_hash)
                if meeting not in met:
                    met.add(meeting)
                    new_rows.append(row)
            yield from build_card_report(entrant, new_rows, batch=batch).cards


def _build_record(code: str, figures: list[CardFigure], *, system: GameSystem, policy: str) -> CardRecord:
    impact = weighted_mean([figure.impact for figure in figures if figure.impact is not None])
    return CardRecord(
        system=system.code,
        policy=policy,
        cards_version=system.cards_version,
        code=code,
        games=sum(figure.games for figure in figures),
        opening=sum(figure.opening for figure in figures),
        drawn=sum(figure.drawn for figure in figures),
        played=sum(figure.played for figure in figures),
        compared=sum(figure.games_compared for figure in figures if figure.impact is not None),
        impact=impact.value if impact else None,
        low=impact.interval.low if impact else None,
        high=impact.interval.high if impact else None,
    )
