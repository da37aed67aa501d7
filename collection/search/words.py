"""The words printed on cards, searchable by any part of a word, or by similarity.

A set of cards is an integer: bit k stands for card number k of the index. Union, intersection and counting take
microseconds, whatever the number of cards.
"""

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from simulator.engine.values import fold

_WORD: Final = re.compile(r"\w+")
_MIN_SIMILARITY: Final = 0.7
_MAX_WORD_LENGTH: Final = 40
_MAX_CANDIDATES: Final = 30
_SHORT_LENGTH: Final = 2


class Vocabulary:
    """The words in one part of every card, for example its names in all languages."""

    __slots__ = ("_joined", "_masks", "_short", "_texts", "_words_by_bigram")

    def __init__(self, texts: Sequence[tuple[str, ...]]) -> None:
        # Many cards share a text: each is folded once.
        plain = {text: " ".join(words(text)) for text in {text for versions in texts for text in versions}}
        self._texts = [tuple(plain[text] for text in versions) for versions in texts]
        cards: dict[str, list[int]] = defaultdict(list)
        for number, versions in enumerate(self._texts):
            for word in {word for text in versions for word in text.split()}:
                cards[word].append(number)
        self._masks = {word: mask_of(numbers) for word, numbers in cards.items()}
        # All words in one string: a single scan finds every word that contains a part.
        self._joined = "\n".join(("", *self._masks, ""))
        self._words_by_bigram: dict[str, list[str]] | None = None
        # Parts of one or two letters occur in thousands of words and are few: their results are cached.
        self._short: dict[str, int] = {}

    def find(self, text: str) -> int:
        """Return the cards that contain the text; parts of words match.

        Several words must occur in this order.
        """
        parts = words(text)
        if not parts:
            return 0
        mask = -1
        for part in parts:
            mask &= self._containing(part)
        if len(parts) == 1:
            return mask
        phrase = " ".join(parts)
        return mask_of(number for number in members(mask) if any(phrase in text for text in self._texts[number]))

    def folded(self, version: int) -> list[str]:
        """Return one version of every card's text, folded."""
        return [versions[version] for versions in self._texts]

    def find_exact(self, text: str) -> int:
        phrase = " ".join(words(text))
        return mask_of(number for number in members(self.find(text)) if phrase in self._texts[number])

    def nearest(self, word: str) -> str:
        """Return the most similar known word, or an empty string."""
        target = fold(word)[:_MAX_WORD_LENGTH]
        if len(target) < 3:
            return ""
        if self._words_by_bigram is None:
            self._words_by_bigram = defaultdict(list)
            for known in self._masks:
                for bigram in _bigrams(known):
                    self._words_by_bigram[bigram].append(known)
        shared = Counter(known for bigram in _bigrams(target) for known in self._words_by_bigram.get(bigram, ()))
        candidates = [known for known, _ in shared.most_common(_MAX_CANDIDATES)]
        matches = difflib.get_close_matches(target, candidates, n=1, cutoff=_MIN_SIMILARITY)
        return matches[0] if matches else ""

    def _containing(self, part: str) -> int:
        if len(part) > _SHORT_LENGTH:
            return self._scan(part)
        if part not in self._short:
            self._short[part] = self._scan(part)
        return self._short[part]

    def _scan(self, part: str) -> int:
        mask, position = 0, self._joined.find(part)
        while position >= 0:
            start = self._joined.rfind("\n", 0, position) + 1
            end = self._joined.find("\n", position)
            mask |= self._masks[self._joined[start:end]]
            position = self._joined.find(part, end)
        return mask


def words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def mask_of(numbers: Iterable[int]) -> int:
    bits = bytearray()
    for number in numbers:
        if number >= 8 * len(bits):
            bits.extend(bytes(number // 8 + 1 - len(bits)))
        bits[number // 8] |= 1 << number % 8
    return int.from_bytes(bits, "little")


def members(mask: int) -> Iterator[int]:
    """Yield the numbers of the cards in a set, in index order."""
    bits = bin(mask)[:1:-1]
    position = bits.find("1")
    while position >= 0:
        yield position
        position = bits.find("1", position + 1)


def _bigrams(word: str) -> set[str]:
    """Return the pairs of adjacent letters, which similar spellings mostly share."""
    framed = f"^{word}$"
    return {framed[start : start + 2] for start in range(len(framed) - 1)}
