"""Template tags for card images, such as `{% card_face card "small" %}`."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from collection.images.card_images import AnyCard, face_of, face_url
from collection.images.renderer import SIZES
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.game_system import GameSystem

register = template.Library()


@register.filter
def symbol_name(symbol: str, system: GameSystem) -> str:
    """The game's name for a symbol, such as a die face, in the user's language."""
    terms = (term for group in system.glossary for term in group.terms)
    return next((term.names[current_language()] for term in terms if term.symbol == symbol), symbol)


@register.filter
def hue(value: str, system: GameSystem | str) -> str:
    """The CSS class for a value of the colour facet: `{{ deck.colour|hue:deck.system }}`."""
    game = games.systems().get(system) if isinstance(system, str) else system
    name = game.hue(value) if game is not None else ""
    return f"hue-{name}" if name else ""


@register.filter
def example_name(system: GameSystem | str) -> str:
    """The name of a well-known card of a game, for hints."""
    game = games.systems().get(system) if isinstance(system, str) else system
    return game.example.name(current_language()) if game is not None else ""


@register.simple_tag
def card_face(card: AnyCard, size: str = "small", language: str = "", loading: str = "lazy") -> SafeString:
    """The face of a card as an <img>.

    `card` is a row or a search result. Use `loading` "eager" for the main image of a page.
    """
    language = language or current_language()
    return _img_tag(face_url(card, language=language, size=size), size, face_of(card, language).alt, language, loading)


@lru_cache(maxsize=4096)
def _img_tag(url: str, size: str, alt: str, language: str, loading: str) -> SafeString:
    """Cached, as a page of the library has sixty of them."""
    width, height = SIZES[size]
    return format_html(
        '<img class="card-face" src="{}" width="{}" height="{}" alt="{}" lang="{}" loading="{}" decoding="async">',
        url,
        width,
        height,
        alt,
        language,
        loading,
    )


@register.simple_tag
def card_face_url(card: AnyCard, size: str = "large", language: str = "", extension: str = "webp") -> str:
    """The URL alone: for a link to the large image, or a page's preview."""
    return face_url(card, language=language or current_language(), size=size, extension=extension)
