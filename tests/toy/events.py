"""What happens in a Lanterns game. Events stay interpreted: mypyc cannot compile them."""

from dataclasses import dataclass

from simulator.engine.play.events import Event


@dataclass(frozen=True, slots=True)
class Played(Event):
    seat: int
    card: str
    target: int
    light: int


@dataclass(frozen=True, slots=True)
class Waited(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    cards: tuple[str, ...]
