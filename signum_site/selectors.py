"""Reads for the base pages."""

from dataclasses import dataclass

from django.db.models import F, Sum
from django.utils.translation import ngettext

from collection.models import Card
from decks.models import Deck
from simulator.engine.game_system import GameSystem
from simulator.models.batches import Batch, MatchUp

from .accounts.models import User


@dataclass(frozen=True, slots=True)
class SiteStatistic:
    symbol: str
    number: int
    label: str


def site_statistics(system: GameSystem) -> list[SiteStatistic]:
    """Counts for the front of a game, without those that are zero."""
    cards = Card.objects.current().filter(system=system.code).count()
    decks = Deck.objects.public().filter(system=system.code).count()
    played_here = MatchUp.objects.filter(batch__system=system.code).exclude(batch__state=Batch.State.BROUGHT)
    played = played_here.aggregate(games=Sum(F("played_pairs") * F("batch__games_per_round")))
    games = played["games"] or 0
    players = User.objects.filter(is_active=True).count()
    statistics = [
        SiteStatistic("cards", cards, ngettext("card in the library", "cards in the library", cards)),
        SiteStatistic("deck", decks, ngettext("public deck", "public decks", decks)),
        SiteStatistic("simulate", games, ngettext("game simulated", "games simulated", games)),
        SiteStatistic("user", players, ngettext("player", "players", players)),
    ]
    return [statistic for statistic in statistics if statistic.number]
