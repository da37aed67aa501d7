"""The panel on a card's page with the user's counts, and buttons to change them."""

from typing import Any

from django.http import HttpRequest

from collection.library.panels import CardPanel, register
from collection.models import Card

from .counts import counts_for
from .models import Collection, Holding
from .selectors import system_of


def owned_context(request: HttpRequest, card: Card) -> dict[str, Any] | None:
    """Return the counts of the first printing in the main collection.

    Guests get a hint to sign in.
    """
    if not request.user.is_authenticated:
        return {"guest": True}
    collection = Collection.objects.of(request.user).filter(system=card.system).order_by("-main", "pk").first()
    holding = None
    if collection is not None:
        holding = Holding.objects.filter(collection=collection, printing__code=card.code).first()
    system = system_of(Collection(system=card.system))
    fields = counts_for(system, card.kind)
    return {"collection": collection, "counts": [(field, getattr(holding, field, 0)) for field in fields]}


def register_panel() -> None:
    register(CardPanel(code="owned", place="beside", order=10, template="stock/card_panel.html", context=owned_context))
