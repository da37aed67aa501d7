"""Small frozen values.

Words in three languages, plain facts, and the normalised spelling of text. Cards are cards/card.py. Sentences of a
game live in its package, those of the pages in the site.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

LANGUAGES: Final = ("en", "es", "it")

Fact = str | int | bool | tuple[str, ...]

# Quotes and dashes differ by keyboard and word processor, but mean the same name.
_TYPOGRAPHY: Final = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u02bc": "'",
        "\u0060": "'",
        "\u00b4": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2013": "-",
        "\u2014": "-",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Words(Mapping[str, str]):
    """The same text in each of the three languages: `words["es"]`."""

    en: str
    es: str
    it: str

    @classmethod
    def same(cls, text: str) -> "Words":
        """A proper name, which is not translated."""
        return cls(en=text, es=text, it=text)

    def __getitem__(self, language: str) -> str:
        if language == "en":
            return self.en
        if language == "es":
            return self.es
        if language == "it":
            return self.it
        raise KeyError(f"no words in {language!r}; the languages are {', '.join(LANGUAGES)}")

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)

    # Equality is inherited from Mapping, so that words read from a file compare equal to a plain dict.
    def __hash__(self) -> int:
        return hash((self.en, self.es, self.it))


class Facts(Mapping[str, Fact]):
    """Immutable plain data by name, sorted: the values of searches and of sentences."""

    __slots__ = ("_pairs",)

    def __init__(self, pairs: Mapping[str, Fact] | None = None) -> None:
        self._pairs: dict[str, Fact] = dict(sorted(pairs.items())) if pairs else {}

    def __getitem__(self, name: str) -> Fact:
        return self._pairs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __hash__(self) -> int:
        return hash(tuple(self._pairs.items()))

    def __repr__(self) -> str:
        return f"Facts({self._pairs!r})"

    def number(self, name: str) -> int:
        """A fact that must be a number."""
        fact = self._pairs[name]
        if not isinstance(fact, int):
            raise TypeError(f"the fact {name!r} is {fact!r}, not a number")
        return fact

    def as_json(self) -> dict[str, str | int | bool | list[str]]:
        """The same data in the types JSON has."""
        return {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in self._pairs.items()}


def fold(text: str) -> str:
    """The spelling for comparing names.

    It has no case, no accents, plain quotes and dashes, and single spaces.
    """
    folded = _without_accents(text.translate(_TYPOGRAPHY)).casefold()
    # Casefolding adds a few accents (the Turkish dotted capital I), so they are removed twice.
    return " ".join(_without_accents(folded).split())


def tidy(text: str) -> str:
    """The text on one line, without invisible and unprintable characters."""
    return " ".join("".join(char for char in text if not is_unseen(char) and not is_unprintable(char)).split())


def is_unseen(char: str) -> bool:
    """Whether it is a zero-width space, byte order mark or direction mark."""
    return unicodedata.category(char) == "Cf"


def is_unprintable(char: str) -> bool:
    """Whether it is a control character or half of a surrogate pair.

    Databases and files do not accept them.
    """
    return unicodedata.category(char) in ("Cc", "Cs") and not char.isspace()


def _without_accents(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", text) if unicodedata.category(char) != "Mn")
