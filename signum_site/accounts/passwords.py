"""Passwords made of the site's own words are refused: whoever guesses here tries those first."""

import re
import unicodedata
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from simulator import games
from simulator.engine.values import Words

SHORTEST_WORD = 4
OWN_CHARACTERS = 8
"""Letters and digits that a password must have besides the site's words."""


class SiteWordsValidator:
    """Words of the site may be in a password, as long as enough is left without them."""

    def validate(self, password: str, user: object = None) -> None:
        left, found = _folded(password), ""
        for word in site_words():
            if word in left:
                left, found = left.replace(word, " "), found or word
        if found and len(re.sub(r"\W", "", left)) < OWN_CHARACTERS:
            raise ValidationError(
                _("“%(word)s” is a word of this site, and little else is in this password: add words of your own."),
                code="password_of_site_words",
                params={"word": found},
            )

    def get_help_text(self) -> str:
        return _("Your password can’t be made of this site’s words, such as “signum” or the name of a faction.")


@cache
def site_words() -> tuple[str, ...]:
    """The site's name, its games and their factions, in every language; the longest first."""
    named = [urlsplit(settings.SITE_URL).hostname or "", "signum", "legends"]
    for code, system in games.systems().items():
        named += [code, *_spoken(system.name)]
        for facet in system.facets:
            if facet.code == system.colour_facet:
                named += [word for label, words in facet.labels.items() for word in (label, *_spoken(words))]
    words = {word for name in named for word in re.findall(r"[^\W\d_]+", _folded(name)) if len(word) >= SHORTEST_WORD}
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


def _spoken(words: Words) -> tuple[str, ...]:
    return (words.en, words.es, words.it)


def _folded(text: str) -> str:
    """Without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
