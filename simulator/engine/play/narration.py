"""Events as sentences: what a game's narrator returns, for a page or a text file."""

from dataclasses import dataclass
from typing import Protocol

from simulator.engine.play.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """An event as a sentence in one language, and the dice faces as symbols."""

    text: str
    dice: tuple[str, ...] = ()
    is_heading: bool = False


class Narrator(Protocol):
    """Gets the events of one game in order; later ones may refer to earlier ones."""

    def __call__(self, event: Event) -> Sentence | None:
        """The sentence of an event; None if it has none."""
        ...
