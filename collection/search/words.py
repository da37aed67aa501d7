"""The words written on cards, with the cards they are written on; found by any part of a word, or nearly.

A set of cards is an integer: bit k stands for card number k of the index. Joining, cutting and counting such sets
takes microseconds, whatever the number of cards.
"""

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from simulator.engine.values import fold

_WORD: Final = re.compile(r"\w+")
_NEAR_ENOUGH: Final = 0.7
_LONGEST_WORD: Final = 40
_MOST_COMPARED: Final = 30
_SHORT: Final = 2


class Vocabulary:
    """One part of every card, for example its names in all languages."""

    __slots__ = ("_joined", "_masks", "_pieces", "_short", "_texts")

    def __init__(self, texts: Sequence[tuple[str, ...]]) -> None:
        # Many cards say the same: every text is folded once.
        plain = {text: " ".join(words(text)) for text in {text for versions in texts for text in versions}}
        self._texts = [tuple(plain[text] for text in versions) for versions in texts]
        cards: dict[str, list[int]] = defaultdict(list)
        for number, versions in enumerate(self._texts):
            for word in {word for text in versions for word in text.split()}:
                cards[word].append(number)
        self._masks = {word: mask_of(numbers) for word, numbers in cards.items()}
        # All words in one string: one search through it finds every word that contains a part.
        self._joined = "\n".join(("", *self._masks, ""))
        self._pieces: dict[str, list[str]] | None = None
        # One or two letters stand in thousands of words, and there are few of them: remembered.
        self._short: dict[str, int] = {}

    def find(self, text: str) -> int:
        """Cards on which the text is written: parts of words count, several words only in this order."""
        sought = words(text)
        if not sought:
            return 0
        found = -1
        for word in sought:
            found &= self._containing(word)
        if len(sought) == 1:
            return found
        whole = " ".join(sought)
        return mask_of(number for number in members(found) if any(whole in text for text in self._texts[number]))

    def folded(self, version: int) -> list[str]:
        """One version of every card's text, as it is compared."""
        return [versions[version] for versions in self._texts]

    def exactly(self, text: str) -> int:
        whole = " ".join(words(text))
        return mask_of(number for number in members(self.find(text)) if whole in self._texts[number])

    def nearest(self, word: str) -> str:
        """The word that was probably meant, or nothing."""
        sought = fold(word)[:_LONGEST_WORD]
        if len(sought) < 3:
            return ""
        if self._pieces is None:
            self._pieces = defaultdict(list)
            for known in self._masks:
                for piece in _pieces(known):
                    self._pieces[piece].append(known)
        shared = Counter(known for piece in _pieces(sought) for known in self._pieces.get(piece, ()))
        alike = [known for known, _ in shared.most_common(_MOST_COMPARED)]
        found = difflib.get_close_matches(sought, alike, n=1, cutoff=_NEAR_ENOUGH)
        return found[0] if found else ""

    def _containing(self, part: str) -> int:
        if len(part) > _SHORT:
            return self._scan(part)
        if part not in self._short:
            self._short[part] = self._scan(part)
        return self._short[part]

    def _scan(self, part: str) -> int:
        found, place = 0, self._joined.find(part)
        while place >= 0:
            start = self._joined.rfind("\n", 0, place) + 1
            end = self._joined.find("\n", place)
            found |= self._masks[self._joined[start:end]]
            place = self._joined.find(part, end)
        return found


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
    """The numbers of the cards in a set, in the index's order."""
    text = bin(mask)[:1:-1]
    place = text.find("1")
    while place >= 0:
        yield place
        place = text.find("1", place + 1)


def _pieces(word: str) -> set[str]:
    """Two letters at a time, with the ends: what two spellings of one word mostly share."""
    framed = f"^{word}$"
    return {framed[place : place + 2] for place in range(len(framed) - 1)}
