"""Rejects the passwords that attackers try first.

These are common ones, their variants, and words of this site.

There are no rules about kinds of characters: digits alone are fine, unless they are a sequence.
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

MIN_WORD_LENGTH = 4
MAX_AFFIX_LENGTH = 4
"""So many digits and symbols before or after a common password do not make it a different one."""
KEY_SEQUENCES = ("0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm")
MIN_OWN_CHARACTERS = 8
"""Letters and digits that a password must have besides words of the site."""


class CommonVariantsValidator(CommonPasswordValidator):
    """Rejects common passwords and key sequences.

    A few characters around a password, or repeating it, do not help.
    """

    def validate(self, password: str, user: Any = None) -> None:
        for variant in _variants(password.casefold()):
            super().validate(variant, user)
            if any(variant in row * 3 or variant[::-1] in row * 3 for row in KEY_SEQUENCES):
                raise ValidationError(self.get_error_message(), code="password_too_common")


def _variants(password: str) -> Iterator[str]:
    """Yield the password, the text it repeats, and the password without affixes."""
    yield password
    length = len(password)
    once = next((n for n in range(1, length) if (password[:n] * length)[:length] == password), length)
    # A few characters repeated are as weak as a sequence of keys.
    yield password[:once] if once > MIN_WORD_LENGTH else KEY_SEQUENCES[0] if once < length else password
    bare = re.sub(rf"^[\W\d_]{{0,{MAX_AFFIX_LENGTH}}}|[\W\d_]{{0,{MAX_AFFIX_LENGTH}}}$", "", password)
    yield bare if len(bare) > MIN_WORD_LENGTH else password


class SiteWordsValidator:
    """Rejects passwords that consist mostly of words of this site."""

    def validate(self, password: str, user: object = None) -> None:
        rest, first_word = _fold(password), ""
        for word in site_words():
            if word in rest:
                rest, first_word = rest.replace(word, " "), first_word or word
        if first_word and len(re.sub(r"\W", "", rest)) < MIN_OWN_CHARACTERS:
            raise ValidationError(
                _("“%(word)s” is a word of this site, and little else is in this password: add words of your own."),
                code="password_of_site_words",
                params={"word": first_word},
            )

    def get_help_text(self) -> str:
        return _("Your password can’t be made of this site’s words, such as “signum” or the name of a faction.")


@cache
def site_words() -> tuple[str, ...]:
    """Names of the site, its games and factions in all languages; longest first."""
    names = [urlsplit(settings.SITE_URL).hostname or "", "signum", "legends"]
    for code, system in games.systems().items():
        names += [code, *_translations(system.name)]
        for facet in system.facets:
            if facet.code == system.colour_facet:
                names += [word for label, words in facet.labels.items() for word in (label, *_translations(words))]
    words = {word for name in names for word in re.findall(r"[^\W\d_]+", _fold(name)) if len(word) >= MIN_WORD_LENGTH}
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


def _translations(words: Words) -> tuple[str, ...]:
    return (words.en, words.es, words.it)


def _fold(text: str) -> str:
    """The text without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
