"""The panel with simulation figures on a card's page.

It shows how often the card is played, and whether games go better with it.
"""

from typing import Any

from django.http import HttpRequest

from collection.library.panels import CardPanel, register
from collection.models import Card
from simulator import games
from simulator.engine.statistics.intervals import Estimate, Interval
from simulator.models.ratings import CardRecord
from simulator.reports.cards import MIN_GAMES, CardFigure, card_name


def record_context(request: HttpRequest, card: Card) -> dict[str, Any] | None:
    """The context of the panel: the current record with the most games.

    The record is None if there are too few games.
    """
    system = games.systems().get(card.system)
    if system is None:
        return None
    records = CardRecord.objects.filter(system=card.system, code=card.code, cards_version=system.cards_version)
    records = records.exclude(policy__in=list(system.retired_policies))
    record = records.order_by("-games", "policy").first()
    if record is None or record.games < MIN_GAMES:
        return {"record": None, "fewest": MIN_GAMES}
    return {"record": record, "figure": _build_figure(record)}


def _build_figure(record: CardRecord) -> CardFigure:
    impact = None
    if record.impact is not None and record.low is not None and record.high is not None:
        impact = Estimate(value=record.impact, interval=Interval(record.low, record.high), sample=record.compared)
    return CardFigure(
        code=record.code,
        name=card_name(record.code, system=record.system),
        games=record.games,
        opening=record.opening,
        drawn=record.drawn,
        played=record.played,
        impact=impact,
        games_compared=record.compared,
    )


def register_panel() -> None:
    register(CardPanel(code="simulated", order=40, template="simulator/card_panel.html", context=record_context))
