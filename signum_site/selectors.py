"""Reads for the base pages."""

from dataclasses import dataclass

from django.db.models import Sum
from django.utils.translation import ngettext

from collection.models import Card
from decks.models import Deck
from simulator.models.batches import Batch, MatchUp

from .accounts.models import User


@dataclass(frozen=True, slots=True)
class SiteStatistic:
    symbol: str
    number: int
    label: str


def site_statistics() -> list[SiteStatistic]:
    """Counts for the home page, without those that are zero."""
    cards = Card.objects.current().count()
    decks = Deck.objects.public().count()
    played_here = MatchUp.objects.exclude(batch__state=Batch.State.BROUGHT)
    games = 2 * (played_here.aggregate(pairs=Sum("played_pairs"))["pairs"] or 0)
    players = User.objects.filter(is_active=True).count()
    statistics = [
        SiteStatistic("cards", cards, ngettext("card in the library", "cards in the library", cards)),
        SiteStatistic("deck", decks, ngettext("public deck", "public decks", decks)),
        SiteStatistic("simulate", games, ngettext("game simulated", "games simulated", games)),
        SiteStatistic("user", players, ngettext("player", "players", players)),
    ]
    return [statistic for statistic in statistics if statistic.number]
