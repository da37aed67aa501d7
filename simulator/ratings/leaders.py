"""Ratings of leading cards (heroes), computed from the rated decks they lead."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Min

from decks.decklists import face_of
from decks.models import DeckVersion
from simulator.engine.game_system import GameSystem
from simulator.engine.statistics.bradley_terry import RatingEstimate, group_ratings
from simulator.engine.statistics.intervals import Interval
from simulator.models.batches import Entrant
from simulator.models.ratings import LeaderRating, Rating


def leader_ratings(rows: list[Rating], *, system: GameSystem) -> list[LeaderRating]:
    """A random-effects mean over the decks of each leading card (decisions/0018).

    The owners of the decks are not used.
    """
    leaders = _find_leaders((row.content_hash for row in rows), system=system)
    decks: dict[str, list[RatingEstimate]] = defaultdict(list)
    outdated = _find_outdated(list(leaders)) - {reference.deck.content_hash for reference in system.reference_decks()}
    for row in rows:
        if row.content_hash in leaders and row.content_hash not in outdated:
            interval = Interval(row.low, row.high)
            decks[leaders[row.content_hash]].append(
                RatingEstimate(points=row.points, interval=interval, pairs=row.games // 2, opponents=row.opponents)
            )
    return [
        LeaderRating(
            system=system.code,
            policy=rows[0].policy,
            rules_version=system.rules_version,
            cards_version=system.cards_version,
            code=code,
            points=rating.points,
            low=rating.interval.low,
            high=rating.interval.high,
            games=2 * rating.pairs,
            decks=len(decks[code]),
        )
        for code, rating in group_ratings(decks).items()
    ]


def _find_leaders(hashes: Iterable[str], *, system: GameSystem) -> dict[str, str]:
    """The code of each deck's leading card, by the hash of the deck.

    Read from a decklist that was played.
    """
    played = Entrant.objects.filter(content_hash__in=list(hashes), batch__system=system.code)
    firsts = played.order_by().values("content_hash").annotate(first=Min("pk")).values("first")
    leaders = {}
    for entrant in Entrant.objects.filter(pk__in=firsts):
        face = face_of(entrant.decklist(system=system), system=system)
        if face is not None:
            leaders[entrant.content_hash] = face.code
    return leaders


def _find_outdated(hashes: list[str]) -> set[str]:
    """Hashes of outdated versions, of which a newer version is rated.

    Twenty drafts are still one deck.
    """
    newest: dict[int, tuple[int, str]] = {}
    versions = DeckVersion.objects.filter(content_hash__in=hashes).order_by()
    saved = list(versions.values_list("deck_id", "number", "content_hash"))
    for deck, number, content in saved:
        newest[deck] = max(newest.get(deck, (0, "")), (number, content))
    return {content for _, _, content in saved} - {content for _, content in newest.values()}
