"""The origin of an effect: its card, its controller, the creatures it refers to.

A leaf module: triggers, tactics and effects pass a Source on; what an effect does with it is play/effects.py and
targets.py.
"""

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.state.position import Building, Creature, Position, Relic, Template


@mypyc_attr(acyclic=True, free_list_len=1)
class Source:
    """The origin of an effect.

    Holds creatures, not slots: a Last Word is spoken by a creature that is gone.
    """

    __slots__ = (
        "building", "cancelled_into", "card", "chosen", "creature", "is_spell", "opponent", "relic", "seat", "template",
        "that",
    )  # fmt: skip

    def __init__(
        self,
        *,
        seat: int,
        card: SignumCard,
        creature: Creature | None = None,
        that: Creature | None = None,
        template: Template | None = None,
        relic: Relic | None = None,
        building: Building | None = None,
        is_spell: bool = False,
    ) -> None:
        self.seat = seat  # its controller, who makes its choices (S-13.4)
        self.card = card
        self.creature = creature  # that has the ability; None for spells, tactics, buildings
        self.that = that  # the other party of the trigger
        self.template = template  # the ruins searched, or that have the ability
        self.relic = relic  # that has the ability; `creature` is then its hero
        self.building = building  # that has the ability
        self.is_spell = is_spell  # spells may target hidden creatures (S-12.1)
        self.chosen: tuple[Creature, ...] = ()  # by the latest effect that chose creatures
        self.opponent = -1  # the seat chosen as "the opponent" (S-17.4)
        self.cancelled_into = ""  # set by the verb `cancel`: "deck" or "graveyard"


def origin(position: Position, source: Source) -> Creature | None:
    """The creature from which distances and sight are measured.

    The source's creature, else the hero of the player who controls the card.
    """
    if source.creature is not None:
        return source.creature
    return position.hero(source.seat)


def is_in_play(position: Position, source: Source) -> bool:
    """SR-73 Whether the source of a triggered ability is still in play and its player's.

    Compares the objects themselves: a card that left and came back is another creature, relic or building.
    """
    if source.creature is not None and (not source.creature.on_field or source.creature.seat != source.seat):
        return False
    if source.relic is not None:
        return source.relic in position.players[source.seat].relics
    if source.building is not None:
        return source.building in position.players[source.seat].city
    if source.template is not None:
        return source.template in position.templates
    return source.creature is None or source.creature.silenced_until < position.turn
