"""Places on a card's page that other apps fill: who owns it, which decks use it, how it fares in simulation.

    register(CardPanel(code="owned", place="beside", order=10, template="…/owned.html", context=owned_context))

An app does so in its `ready`. `context` is asked with the request and the card's row; None leaves the panel out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from collection.models import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPanel:
    code: str
    template: str
    context: Callable[[HttpRequest, Card], dict[str, Any] | None]
    place: Literal["beside", "below"] = "below"
    """Beside the text, under the face; or below, over the page's width."""
    order: int = 50


_REGISTERED: dict[str, CardPanel] = {}


def register(panel: CardPanel) -> None:
    """Once is enough, twice does no harm: the later one counts."""
    _REGISTERED[panel.code] = panel


def unregister(code: str) -> None:
    _REGISTERED.pop(code, None)


def panels(request: HttpRequest, card: Card, place: str) -> Iterator[SafeString]:
    """The panels of a place as HTML, in their order."""
    for panel in sorted(_REGISTERED.values(), key=lambda each: each.order):
        context = panel.context(request, card) if panel.place == place else None
        if context is not None:
            yield render_to_string(panel.template, {"card": card, **context}, request=request)
