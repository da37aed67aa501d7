"""Inline SVG symbols: `{% symbol "temple" %}`."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def symbol(name: str, label: str = "") -> SafeString:
    """Render a symbol in the text colour; it is decorative unless it has a label."""
    return _render(_sprite_url(), name, label)


@lru_cache(maxsize=1)
def _sprite_url() -> str:
    """The URL of the sprite. It contains a hash, so it is constant in a process."""
    return static("symbols.svg")


@lru_cache(maxsize=2_000)
def _render(sprite: str, name: str, label: str) -> SafeString:
    """Render the SVG. Cached, since pages of cards repeat hundreds of them."""
    href = f"{sprite}#{name}"
    if label:
        return format_html(
            '<svg class="symbol" role="img" aria-label="{}" viewBox="0 0 24 24"><use href="{}"/></svg>', label, href
        )
    return format_html(
        '<svg class="symbol" aria-hidden="true" focusable="false" viewBox="0 0 24 24"><use href="{}"/></svg>', href
    )
