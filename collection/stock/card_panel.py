"""The panel on a card's page that says how many of it the reader has, and lets them change it."""

from typing import Any

from django.http import HttpRequest

from collection.library.panels import CardPanel, register
from collection.models import Card

from .models import COUNTS, Collection, Holding
from .selectors import system_of
from .services import counts_for


def owned_context(request: HttpRequest, card: Card) -> dict[str, Any] | None:
    """The counts of the card's first printing in the main collection; a guest is asked in."""
    if not request.user.is_authenticated:
        return {"guest": True}
    collection = Collection.objects.of(request.user).filter(system=card.system).order_by("-main", "pk").first()
    holding = None
    if collection is not None:
        holding = Holding.objects.filter(collection=collection, printing__code=card.code).first()
    system = system_of(Collection(system=card.system))
    counted = counts_for(system, card.kind) if system else COUNTS
    return {"collection": collection, "counts": [(what, getattr(holding, what, 0)) for what in counted]}


def register_panel() -> None:
    register(CardPanel(code="owned", place="beside", order=10, template="stock/card_panel.html", context=owned_context))
