"""Passwords that whoever guesses here tries first are refused: common ones, also dressed up, and the site's own words.

Which kinds of characters a password has is nobody's business: one of digits alone is fine, if it is no row of them.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from simulator import games
from simulator.engine.values import Words

SHORTEST_WORD = 4
LONGEST_END = 4
"""Digits and signs before or after a common password that make it no other."""
ROWS = ("0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm")
OWN_CHARACTERS = 8
"""Letters and digits that a password must have besides the site's words."""


class DressedUpValidator(CommonPasswordValidator):
    """A common password with a few digits or signs around it, or said twice, is still one; so are keys in a row."""

    def validate(self, password: str, user: Any = None) -> None:
        for core in _cores(password.casefold()):
            super().validate(core, user)
            if any(core in row * 3 or core[::-1] in row * 3 for row in ROWS):
                raise ValidationError(self.get_error_message(), code="password_too_common")


def _cores(password: str) -> Iterator[str]:
    """A password, what it repeats, and what is left without the ends people put on."""
    yield password
    length = len(password)
    once = next((n for n in range(1, length) if (password[:n] * length)[:length] == password), length)
    # A few characters said again and again are as good as a row of keys.
    yield password[:once] if once > SHORTEST_WORD else ROWS[0] if once < length else password
    bare = re.sub(rf"^[\W\d_]{{0,{LONGEST_END}}}|[\W\d_]{{0,{LONGEST_END}}}$", "", password)
    yield bare if len(bare) > SHORTEST_WORD else password


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
