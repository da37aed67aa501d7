"""Whose effect it is: the card an effect comes from, who controls it, and the creatures it speaks of.

A leaf: triggers, tactics and effects pass it on; what an effect does with it is play/effects.py and targets.py.
"""

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.state.position import Creature, Position, Template


@mypyc_attr(acyclic=True, free_list_len=1)
class Source:
    """Where an effect comes from. Keeps creatures themselves, not slots: a Last Word is spoken by one that is gone."""

    __slots__ = ("cancelled_into", "card", "creature", "is_spell", "seat", "template", "that")

    def __init__(
        self,
        *,
        seat: int,
        card: SignumCard,
        creature: Creature | None = None,
        that: Creature | None = None,
        template: Template | None = None,
        is_spell: bool = False,
    ) -> None:
        self.seat = seat  # who controls it and makes its choices (S-13.4)
        self.card = card
        self.creature = creature  # whose ability it is; None for spells, tactics, buildings
        self.that = that  # the other party of the trigger
        self.template = template  # the ruins searched
        self.is_spell = is_spell  # spells may target hidden creatures (S-12.1)
        self.cancelled_into = ""  # set by the verb `cancel`: "deck" or "graveyard"


def origin(position: Position, source: Source) -> Creature | None:
    """From whom distances and sight are measured: the creature itself, else the hero of whoever controls the card."""
    if source.creature is not None:
        return source.creature
    return position.hero(source.seat)
