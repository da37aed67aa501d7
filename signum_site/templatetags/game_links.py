"""The game of a page, links that keep it, and words of a game in the user's language.

Usage: `<a href="{% url 'cards' %}?q=fire{{ system|game_param }}">`, `{{ system.name|words }}`, `{% noun "decks" %}`.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.context import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from collection.games import first_game, games_in_order
from collection.library.rulebook import rules_reference
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.game_system import GameSystem
from simulator.engine.presentation import DECK_NOUNS

register = template.Library()

NAMES = (
    "system", "address.system", "page.system", "query.system", "shown.system", "card.system", "deck.system",
    "before.deck.system", "batch.system", "collection.system",
)  # fmt: skip
PLACES = tuple(template.Variable(name) for name in NAMES)
"""Where pages of one game have it in their context, as a GameSystem or as its code."""
LIST_PAGES = {
    "cards", "card_syntax", "glossary", "public_decks", "deck_list", "deck_build", "deck_import", "simulations",
    "simulation_new", "ratings", "reserve", "buildable", "stock_home", "format_list",
    "tour", "about",
}  # fmt: skip
"""Pages with an address for each game; from others, the switch leads to the front of the game."""


def _find(game: object) -> GameSystem | None:
    return game if isinstance(game, GameSystem) else games.systems().get(str(game))


@register.filter
def game_query(game: object) -> SafeString:
    """Return the game as the only parameter of a link: `?game=…`, or nothing for the default game."""
    params = _params(game)
    return mark_safe(f"?{params}" if params else "")  # noqa: S308


@register.filter
def game_param(game: object) -> SafeString:
    """Return the game as a further parameter of a link: `&game=…`, or nothing for the default game."""
    params = _params(game)
    return mark_safe(f"&amp;{params}" if params else "")  # noqa: S308


def _params(game: object) -> str:
    system = _find(game)
    return urlencode({"game": system.code}) if system is not None and system is not first_game() else ""


@register.filter
def words(value: Mapping[str, str] | None) -> str:
    """Return a text of a game in the user's language."""
    return value[current_language()] if value else ""


@register.filter
def game_name(game: object) -> str:
    """Return the name of a game or of its code; if it is not installed, its code, and that it is missing."""
    system = _find(game)
    if system is None:
        return _("“%(game)s”: not on this site") % {"game": game}
    return system.name[current_language()]


@register.filter
def is_missing(code: str) -> bool:
    """Return whether the game of a row is not installed."""
    return code not in games.systems()


@register.simple_tag
def rule_url(game: object, rule: str) -> str:
    """Return the address of a rule; empty if the game has no reference with this rule."""
    code = game.code if isinstance(game, GameSystem) else str(game)
    reference = rules_reference(code)
    return reverse("rule", args=[code, rule]) if reference is not None and rule in reference.rules else ""


@register.simple_tag
def rules_url(game: GameSystem) -> str:
    """Return the address of a game's rules; empty if they are not on the site."""
    return reverse("rules", args=[game.code]) if rules_reference(game.code) is not None else ""


@register.simple_tag
def all_games() -> tuple[GameSystem, ...]:
    """Return the games of a switch: none if there is only one game."""
    systems = tuple(games_in_order())
    return systems if len(systems) > 1 else ()


@register.simple_tag(takes_context=True)
def page_game(context: Context) -> GameSystem | None:
    """Return the game that a page is about, None if it is about none or several."""
    request: HttpRequest | None = context.get("request")
    match = getattr(request, "resolver_match", None)
    if match is not None and "system" in match.kwargs:
        return _find(match.kwargs["system"])
    for place in PLACES:
        with suppress(template.VariableDoesNotExist):
            value = place.resolve(context)
            if value:
                return _find(value)
    params: Mapping[str, Any] = request.GET if request is not None else {}
    return _find(params.get("game") or params.get("system") or "")


@register.simple_tag(takes_context=True)
def brand_game(context: Context) -> GameSystem:
    """Return the game whose front the brand leads to: that of the page, else the default."""
    return page_game(context) or first_game()


@register.simple_tag(takes_context=True)
def menu_game(context: Context) -> GameSystem:
    """Return the game that the menu leads to: that of the page, else the last one chosen, else the default."""
    request: HttpRequest | None = context.get("request")
    last = remembered_game(request) if request is not None else None
    is_home = context.get("is_first_front", False)
    return (None if is_home and last else page_game(context)) or last or first_game()


def remembered_game(request: HttpRequest) -> GameSystem | None:
    """Return the game last chosen in the switch."""
    return _find(request.COOKIES.get(settings.GAME_COOKIE_NAME, ""))


@register.simple_tag(takes_context=True)
def filter_url(context: Context, game: GameSystem | None = None) -> str:
    """Return the address of a list for one game, or for all; it keeps the other parameters, and begins at its start."""
    request: HttpRequest = context["request"]
    query = request.GET.copy()
    for name in ("game", "system", "page", "after"):
        query.pop(name, None)
    if game is not None:
        query["game"] = game.code
    return f"{request.path}?{query.urlencode()}" if query else request.path


@register.simple_tag(takes_context=True)
def noun(context: Context, phrase: str) -> str:
    """Return a phrase about decks in the words of the page's game."""
    system = page_game(context)
    return words(getattr(system.nouns if system is not None else DECK_NOUNS, phrase))


def address_in_game(page: str, game: GameSystem) -> str:
    """Return the address of a page, given by the name of its view, for a game; else that of the game's front."""
    name = page if page in LIST_PAGES else "home"
    if page in ("odds", "odds_start") and game.calculators:
        name = "odds_start"
    params = _params(game)
    return reverse(name) + (f"?{params}" if params else "")
