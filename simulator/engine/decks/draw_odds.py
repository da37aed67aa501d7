"""Exact odds of having drawn cards by a turn, and sample hands.

How many cards a game deals, and how many may be replaced, is the game's data: Draws.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb

from simulator.engine.play.chance import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """How a game deals from one section of the deck."""

    section: str
    hand: int
    """Cards in the first hand."""
    aside: int = 0
    """How many of those may be set aside once; as many are drawn, then the former are shuffled in."""
    each_turn: int = 1
    """Cards drawn in each of the player's own turns, the first included."""
    refill: bool = False
    """Whether the player draws up to the first hand's size each turn, instead of `each_turn` cards.

    How many cards that is depends on how many were played. The odds assume the whole hand: then the first turn sees the
    first hand, and every later turn as many new cards.
    """

    def drawn_by(self, turn: int) -> int:
        """The cards drawn after the first hand by the end of a turn."""
        return self.hand * max(0, turn - 1) if self.refill else self.each_turn * turn


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleHand:
    """A random first hand and the draws of the first turns."""

    first: tuple[str, ...]
    aside: tuple[str, ...]
    """Cards of the first hand that were set aside."""
    new: tuple[str, ...]
    """Cards drawn in their place."""
    turns: tuple[tuple[str, ...], ...]
    """Cards drawn in the first, second, … turn."""

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand at the start of the game."""
        kept = list(self.first)
        for card in self.aside:
            kept.remove(card)
        return (*kept, *self.new)


def exactly(wanted: int, *, group: int, pile: int, drawn: int) -> float:
    """The chance that `drawn` cards from a pile hold exactly `wanted` of a group.

    This is the hypergeometric distribution.
    """
    if not 0 <= group <= pile or drawn < 0:
        raise ValueError(f"{group} cards of a group among {pile}, {drawn} drawn")
    drawn = min(drawn, pile)
    if not max(0, drawn - (pile - group)) <= wanted <= min(group, drawn):
        return 0.0
    return comb(group, wanted) * comb(pile - group, drawn - wanted) / comb(pile, drawn)


def at_least(wanted: int, *, group: int, pile: int, drawn: int) -> float:
    """The chance that `drawn` cards from a pile hold `wanted` of a group, or more."""
    if wanted <= 0:
        return 1.0
    few = sum(exactly(number, group=group, pile=pile, drawn=drawn) for number in range(wanted))
    return max(0.0, 1.0 - few) if wanted <= min(group, drawn) else 0.0


def by_turn(draws: Draws, *, group: int, pile: int, turn: int, wanted: int = 1, seeking: bool = False) -> float:
    """The chance to have drawn `wanted` of a group by a turn.

    Turn 0 is the first hand. With `seeking`, the player sets aside as many other cards as allowed.
    """
    dealt = min(draws.hand, pile)
    rest = pile - dealt
    chance = 0.0
    for held in range(min(group, dealt) + 1):
        weight = exactly(held, group=group, pile=pile, drawn=dealt)
        if not weight:
            continue
        aside = min(draws.aside, dealt - held, rest) if seeking and held < wanted else 0
        for replaced in range(min(group - held, aside) + 1):
            probability = exactly(replaced, group=group - held, pile=rest, drawn=aside)
            # The cards set aside are shuffled in only now, so the pile is as large as before.
            have = held + replaced
            drawn = draws.drawn_by(turn)
            later = at_least(wanted - have, group=group - have, pile=rest, drawn=drawn) if probability else 0
            chance += weight * probability * later
    return min(1.0, chance)


def sample_hand(
    draws: Draws, *, cards: Sequence[str], stream: Stream, keeps: Callable[[str], bool], turns: int
) -> SampleHand:
    """Deals a hand from these cards.

    Cards that are not kept are set aside, as far as allowed.
    """
    pile = list(cards)
    stream.shuffle(pile)
    first, pile = pile[: draws.hand], pile[draws.hand :]
    aside = [place for place, card in enumerate(first) if not keeps(card)][: min(draws.aside, len(pile))]
    new, pile = pile[: len(aside)], pile[len(aside) :] + [first[place] for place in aside]
    stream.shuffle(pile)
    ends = [draws.drawn_by(turn) for turn in range(turns + 1)]
    return SampleHand(
        first=tuple(first),
        aside=tuple(first[place] for place in aside),
        new=tuple(new),
        turns=tuple(tuple(pile[start:end]) for start, end in pairwise(ends)),
    )
