"""`{% symbol "temple" %}`: one of the symbols drawn for this project, as inline SVG."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def symbol(name: str, label: str = "") -> SafeString:
    """Decorative unless it has a label; the colour is that of the text around it."""
    href = f"{static('symbols.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="symbol" role="img" aria-label="{}" viewBox="0 0 24 24"><use href="{}"/></svg>', label, href
        )
    return format_html(
        '<svg class="symbol" aria-hidden="true" focusable="false" viewBox="0 0 24 24"><use href="{}"/></svg>', href
    )
