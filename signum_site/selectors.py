"""Reads for the base pages."""

from dataclasses import dataclass

from django.utils.translation import ngettext

from collection.models import Card
from signum_site.accounts.models import User
from signum_site.health.models import Pulse
from simulator import games


@dataclass(frozen=True, slots=True)
class Figure:
    symbol: str
    number: int
    label: str


def site_figures() -> list[Figure]:
    """What is here, counted now."""
    cards = Card.objects.current().count()
    systems = len(games.systems())
    players = User.objects.filter(is_active=True).count()
    workers = Pulse.objects.alive().count()
    return [
        Figure("cards", cards, ngettext("card in the library", "cards in the library", cards)),
        Figure("deck", systems, ngettext("game", "games", systems)),
        Figure("user", players, ngettext("player", "players", players)),
        Figure("workers", workers, ngettext("worker awake", "workers awake", workers)),
    ]
