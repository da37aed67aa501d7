"""Events told as sentences: what a game's narrator gives, for a page or a text file."""

from dataclasses import dataclass
from typing import Protocol

from simulator.engine.play.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """Something that happened, told in one language, and the faces the dice showed, as symbols."""

    text: str
    dice: tuple[str, ...] = ()
    is_heading: bool = False


class Narrator(Protocol):
    """Hears the events of one game in order, for a later one may speak of somebody an earlier one named."""

    def __call__(self, event: Event) -> Sentence | None:
        """None for what is not worth telling."""
        ...
