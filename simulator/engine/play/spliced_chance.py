"""Chance for an action that is half done.

Compiled together with chance.py: a compiled class has subclasses in its own group only.
"""

from simulator.engine.play.chance import Chance, Key, Stream
from simulator.engine.play.splitmix import Digits


class SplicedChance(Chance):
    """What was drawn from `begun` up to `reached` is drawn again, what comes after is new."""

    __slots__ = ("_begun", "_reached", "_spliced", "_then")

    def __init__(self, begun: Chance, reached: Chance, then: Chance) -> None:
        super().__init__(then.seed, at=(0, 0, 0))
        self._begun = begun
        self._reached = reached
        self._then = then
        self._spliced: dict[Key, SplicedStream] = {}

    def stream(self, purpose: str, *, seat: int = 0, slot: int = 0) -> Stream:
        key = (purpose, seat, slot)
        stream = self._spliced.get(key)
        if stream is None:
            stream = SplicedStream(
                self._begun.stream(purpose, seat=seat, slot=slot).state,
                end=self._reached.stream(purpose, seat=seat, slot=slot).state,
                then=self._then.stream(purpose, seat=seat, slot=slot).state,
            )
            self._spliced[key] = stream
        return stream

    def clone(self) -> "SplicedChance":
        twin = SplicedChance(self._begun, self._reached, self._then)
        for key, stream in self._spliced.items():
            twin._spliced[key] = stream.twin()
        return twin


class SplicedStream(Stream):
    __slots__ = ("_end", "_next")

    def __init__(self, state: Digits, *, end: Digits, then: Digits) -> None:
        super().__init__(state)
        self._end = end
        self._next = then

    def _digits(self) -> Digits:
        if self.state == self._end:
            super().__init__(self._next)  # from here on the new stream is drawn from
            self._end = (-1, -1, -1)
        return super()._digits()

    def twin(self) -> "SplicedStream":
        return SplicedStream(self.state, end=self._end, then=self._next)
