"""`{% filter as_we_write %}Sign In{% endfilter %}`: a library's title, written as the site writes its own."""

from django import template

from signum_site.translations.library_strings import TITLES

register = template.Library()


@register.filter(is_safe=True)
def as_we_write(title: object) -> str:
    """Only whole titles that are known: a name somebody chose keeps its capitals, and so does another language."""
    text = str(title).strip()
    return TITLES.get(text, text)
