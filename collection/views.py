"""Pages about cards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from .models import Card
from .selectors import card_shown, cards_by_kind


@require_safe
def card_list(request: HttpRequest) -> HttpResponse:
    return render(request, "collection/cards.html", {"kinds": cards_by_kind()})


@require_safe
def card_page(request: HttpRequest, system: str, code: str) -> HttpResponse:
    """One card; a withdrawn one keeps its page."""
    card = get_object_or_404(Card.objects.prefetch_related("printings"), system=system, code=code)
    return render(request, "collection/card.html", {"card": card_shown(card)})
