"""`{% symbol "temple" %}`: one of the symbols drawn for this project, as inline SVG."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def symbol(name: str, label: str = "") -> SafeString:
    """Decorative unless it has a label; the colour is that of the text around it."""
    return _drawn(_sprite(), name, label)


@lru_cache(maxsize=1)
def _sprite() -> str:
    """Its name has the hash of its content, which does not change while a process lives."""
    return static("symbols.svg")


@lru_cache(maxsize=2_000)
def _drawn(sprite: str, name: str, label: str) -> SafeString:
    """Pages of cards carry hundreds of them, most of them again and again."""
    href = f"{sprite}#{name}"
    if label:
        return format_html(
            '<svg class="symbol" role="img" aria-label="{}" viewBox="0 0 24 24"><use href="{}"/></svg>', label, href
        )
    return format_html(
        '<svg class="symbol" aria-hidden="true" focusable="false" viewBox="0 0 24 24"><use href="{}"/></svg>', href
    )
