"""`{% card_face card "small" %}`: the drawn face of a card as an <img>, in the reader's language."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from collection.images.card_images import AnyCard, face_of, face_url
from collection.images.renderer import SIZES
from signum_site.core.i18n import current_language
from simulator.engine.system import GameSystem

register = template.Library()


@register.filter
def symbol_name(symbol: str, system: GameSystem) -> str:
    """What the game calls a symbol, such as a face of its dice, in the reader's language."""
    terms = (term for group in system.glossary for term in group.terms)
    return next((term.names[current_language()] for term in terms if term.symbol == symbol), symbol)


@register.simple_tag
def card_face(card: AnyCard, size: str = "small", language: str = "", loading: str = "lazy") -> SafeString:
    """`card` is a row, or what a search found; `loading` "eager" is for the one picture a page is about."""
    language = language or current_language()
    return _image(face_url(card, language=language, size=size), size, face_of(card, language).alt, language, loading)


@lru_cache(maxsize=4096)
def _image(address: str, size: str, alt: str, language: str, loading: str) -> SafeString:
    """A page of the library has sixty."""
    width, height = SIZES[size]
    return format_html(
        '<img class="card-face" src="{}" width="{}" height="{}" alt="{}" lang="{}" loading="{}" decoding="async">',
        address,
        width,
        height,
        alt,
        language,
        loading,
    )


@register.simple_tag
def card_face_url(card: AnyCard, size: str = "large", language: str = "", extension: str = "webp") -> str:
    """The address alone: for a link to the large picture, or a page's preview."""
    return face_url(card, language=language or current_language(), size=size, extension=extension)
