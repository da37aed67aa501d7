"""Titles of libraries in sentence case, as the site writes its own.

Usage: `{% filter sentence_case %}Sign In{% endfilter %}`.
"""

from django import template

from signum_site.translations.library_strings import TITLES

register = template.Library()


@register.filter(is_safe=True)
def sentence_case(title: object) -> str:
    """Convert known titles only.

    Names chosen by users and other languages keep their capitals.
    """
    text = str(title).strip()
    return TITLES.get(text, text)
