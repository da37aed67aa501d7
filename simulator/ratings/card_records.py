"""How every card fared over all finished batches: kept as a row a card, for its page. Made when ratings are fitted."""

from collections import defaultdict
from collections.abc import Iterator

from simulator.engine.statistics.intervals import weighted_mean
from simulator.engine.system import GameSystem
from simulator.models.batches import Batch
from simulator.models.ratings import CardRecord
from simulator.reports.cards import CardFigure, figures_of

MOST_BATCHES = 200
"""The largest ones: what more would tell is not worth the time of a worker."""


def card_records(system: GameSystem, *, policy: str) -> list[CardRecord]:
    figures: dict[str, list[CardFigure]] = defaultdict(list)
    for figure in _figures(system, policy=policy):
        figures[figure.code].append(figure)
    return [_record(code, found, system=system, policy=policy) for code, found in sorted(figures.items())]


def _figures(system: GameSystem, *, policy: str) -> Iterator[CardFigure]:
    """Of every deck of every batch, the same games only once: decks that met with one seed play the same again.

    Match-ups that stopped early are left out, as they are of ratings (decisions/0018).
    """
    batches = Batch.objects.filter(
        state=Batch.State.DONE,
        system=system.code,
        policy=policy,
        rules_version=system.rules_version,
        cards_version=system.cards_version,
    ).order_by("-games", "pk")
    met: set[tuple[int, str, str]] = set()
    for batch in batches[:MOST_BATCHES]:
        rows = list(batch.matchups.fixed().select_related("first", "second").order_by("number"))
        for entrant in batch.entrants.all():
            mine = []
            for row in rows:
                if entrant.pk not in (row.first_id, row.second_id):
                    continue
                other = row.second if row.first_id == entrant.pk else row.first
                meeting = (batch.seed, entrant.content_hash, other.content_hash)
                if meeting not in met:
                    met.add(meeting)
                    mine.append(row)
            yield from figures_of(entrant, mine, batch=batch).cards


def _record(code: str, figures: list[CardFigure], *, system: GameSystem, policy: str) -> CardRecord:
    whole = weighted_mean([figure.impact for figure in figures if figure.impact is not None])
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
        impact=whole.value if whole else None,
        low=whole.interval.low if whole else None,
        high=whole.interval.high if whole else None,
    )
