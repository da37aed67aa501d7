"""Panels that other apps add to a card's page, such as the decks that use it.

    register(CardPanel(code="owned", place="beside", order=10, template="…/owned.html", context=owned_context))

Apps do this in `ready`. `context` is called with the request and the card's row; None hides the panel.
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
    """Beside the text, under the face; or below, across the page."""
    order: int = 50


_REGISTERED: dict[str, CardPanel] = {}


def register(panel: CardPanel) -> None:
    """Register a panel; replaces a panel with the same code."""
    _REGISTERED[panel.code] = panel


def unregister(code: str) -> None:
    _REGISTERED.pop(code, None)


def panels(request: HttpRequest, card: Card, place: str) -> Iterator[SafeString]:
    """Yield the panels of a place as HTML, in their order."""
    for panel in sorted(_REGISTERED.values(), key=lambda panel: panel.order):
        context = panel.context(request, card) if panel.place == place else None
        if context is not None:
            yield render_to_string(panel.template, {"card": card, **context}, request=request)
