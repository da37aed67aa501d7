"""Actions a player can take: one class each, imperative, as frozen values.

Cards are named by code, creatures and templates by slot. Whether an action is allowed is game/dispatch.py, what
happened is events.py.
"""

from typing import Final

from simulator.engine.compilation.native import mypyc_attr

Point = tuple[float, float]
NOBODY: Final = -1

# What an activation may do after (or instead of) moving: `Activate.then`.
NOTHING: Final = ""
MELEE: Final = "melee"
SHOOT: Final = "shoot"
USE: Final = "use"
SEARCH: Final = "search"
PASSAGE: Final = "passage"
SHADOW: Final = "shadow"


@mypyc_attr(acyclic=True)
class Action:
    """Compared by value; never changed once made."""

    __slots__ = ()

    def parts(self) -> tuple[object, ...]:
        return ()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Action) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.parts()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.parts()!r}"


# --- set-up, chapter 3


@mypyc_attr(acyclic=True)
class DecideOrder(Action):
    """S-3.1 The winner of the roll goes first, or lets another go first."""

    __slots__ = ("first",)

    def __init__(self, first: int) -> None:
        self.first: Final = first

    def parts(self) -> tuple[object, ...]:
        return (self.first,)


@mypyc_attr(acyclic=True)
class ClaimCorner(Action):
    """S-17.2, S-17.3 The corner of the first player: 0 is lower left, the others follow clockwise."""

    __slots__ = ("corner",)

    def __init__(self, corner: int) -> None:
        self.corner: Final = corner

    def parts(self) -> tuple[object, ...]:
        return (self.corner,)


@mypyc_attr(acyclic=True)
class OrderBuildings(Action):
    """S-17.1 Experienced Architect: the buildings in the order they will be drawn."""

    __slots__ = ("codes",)

    def __init__(self, codes: tuple[str, ...]) -> None:
        self.codes: Final = codes

    def parts(self) -> tuple[object, ...]:
        return self.codes


@mypyc_attr(acyclic=True)
class PlaceHero(Action):
    """S-3.2 The hero's base touches its player's side; `x` is its centre along it."""

    __slots__ = ("x",)

    def __init__(self, x: float) -> None:
        self.x: Final = x

    def parts(self) -> tuple[object, ...]:
        return (self.x,)


@mypyc_attr(acyclic=True)
class KeepHand(Action):
    """S-3.4 No card is set aside, none is discarded."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Mulligan(Action):
    """S-3.4 Sets cards aside, draws as many, shuffles the first ones in.

    `places` are their places in the hand, in rising order.
    """

    __slots__ = ("places",)

    def __init__(self, places: tuple[int, ...]) -> None:
        self.places: Final = places

    def parts(self) -> tuple[object, ...]:
        return self.places


@mypyc_attr(acyclic=True)
class DiscardForProsperity(Action):
    """S-3.4 Discards cards for 1 prosperity each.

    `places` are their places in the hand, in rising order.
    """

    __slots__ = ("places",)

    def __init__(self, places: tuple[int, ...]) -> None:
        self.places: Final = places

    def parts(self) -> tuple[object, ...]:
        return self.places


# --- the turn, chapters 4 to 6


@mypyc_attr(acyclic=True)
class Build(Action):
    """S-4.4 Builds a building."""

    __slots__ = ("card",)

    def __init__(self, card: str) -> None:
        self.card: Final = card

    def parts(self) -> tuple[object, ...]:
        return (self.card,)


@mypyc_attr(acyclic=True)
class SkipBuild(Action):
    """S-4.4 Gains 2 prosperity instead of building."""

    __slots__ = ()


@mypyc_attr(acyclic=True, free_list_len=1)
class Play(Action):
    """S-4.7 Plays a card from hand.

    What it leaves open (`pay`, `target`, `choose`) is worked out by the rules or asked.
    """

    __slots__ = ("at", "card", "choose", "pay", "pick", "surcharge", "target")

    def __init__(
        self,
        card: str,
        *,
        at: Point | None = None,
        target: int = NOBODY,
        pick: str = "",
        choose: int = -1,
        surcharge: bool = False,
        pay: tuple[str, ...] = (),
    ) -> None:
        self.card: Final = card
        self.at: Final = at  # where a character is summoned
        self.target: Final = target  # a creature or template
        self.pick: Final = pick  # a building or relic, by code
        self.choose: Final = choose  # S-13.4
        self.surcharge: Final = surcharge  # K-51
        self.pay: Final = pay  # codes of the buildings to tap; empty: the rules choose

    def parts(self) -> tuple[object, ...]:
        return (self.card, self.at, self.target, self.pick, self.choose, self.surcharge, self.pay)


@mypyc_attr(acyclic=True)
class LayTerrain(Action):
    """S-6.1 Plays a terrain card at a place."""

    __slots__ = ("at", "card", "pay")

    def __init__(self, card: str, *, at: Point, pay: tuple[str, ...] = ()) -> None:
        self.card: Final = card
        self.at: Final = at
        self.pay: Final = pay

    def parts(self) -> tuple[object, ...]:
        return (self.card, self.at, self.pay)


@mypyc_attr(acyclic=True)
class UseBuilding(Action):
    """S-4.7 Uses ability number `ability` of a building."""

    __slots__ = ("ability", "card", "choose", "target")

    def __init__(self, card: str, *, ability: int, target: int = NOBODY, choose: int = -1) -> None:
        self.card: Final = card
        self.ability: Final = ability
        self.target: Final = target
        self.choose: Final = choose

    def parts(self) -> tuple[object, ...]:
        return (self.card, self.ability, self.target, self.choose)


@mypyc_attr(acyclic=True)
class UseRelic(Action):
    """K-37 Uses a relic of the player's own hero."""

    __slots__ = ("card", "choose", "target")

    def __init__(self, card: str, *, target: int = NOBODY, choose: int = -1) -> None:
        self.card: Final = card
        self.target: Final = target
        self.choose: Final = choose

    def parts(self) -> tuple[object, ...]:
        return (self.card, self.target, self.choose)


@mypyc_attr(acyclic=True)
class UseAbility(Action):
    """SR-76 Uses ability number `ability` of the creature `slot`, which does not activate for it."""

    __slots__ = ("ability", "choose", "slot", "target")

    def __init__(self, slot: int, *, ability: int, target: int = NOBODY, choose: int = -1) -> None:
        self.slot: Final = slot
        self.ability: Final = ability
        self.target: Final = target
        self.choose: Final = choose

    def parts(self) -> tuple[object, ...]:
        return (self.slot, self.ability, self.target, self.choose)


@mypyc_attr(acyclic=True, free_list_len=1)
class Activate(Action):
    """S-7.1 A creature's whole activation.

    The path it takes, the enemy it tries to detect, what it then does, and to which target.
    """

    __slots__ = ("choose", "contract", "detect", "kind", "path", "run", "slot", "splits", "target", "then")

    def __init__(
        self,
        slot: int,
        *,
        path: tuple[Point, ...] = (),
        run: bool = False,
        detect: int = NOBODY,
        then: str = NOTHING,
        target: int = NOBODY,
        kind: str = "",
        choose: int = -1,
        contract: bool = False,
        splits: tuple[tuple[int, int, int], ...] = (),
    ) -> None:
        self.slot: Final = slot
        self.path: Final = path  # waypoints of the base's centre
        self.run: Final = run
        self.detect: Final = detect  # a hidden creature (S-12.3, S-12.4)
        self.then: Final = then
        self.target: Final = target
        self.kind: Final = kind  # of a shot, "magical_strike", or the ability used
        self.choose: Final = choose
        self.contract: Final = contract  # K-12
        self.splits: Final = splits  # slot, attack dice, defence dice

    def parts(self) -> tuple[object, ...]:
        parts = (self.slot, self.path, self.run, self.detect, self.then, self.target, self.kind, self.choose)
        return (*parts, self.contract, self.splits)

    def under_contract(self) -> "Activate":
        """K-12 The same activation, with its Contract paid."""
        return Activate(
            self.slot, path=self.path, run=self.run, detect=self.detect, then=self.then, target=self.target,
            kind=self.kind, choose=self.choose, contract=True, splits=self.splits,
        )  # fmt: skip


@mypyc_attr(acyclic=True)
class DeclareMove(Action):
    """K-50, SR-54 A creature whose Steam Engine works when it moves declares a move, or a Run.

    The engine's die is rolled; an Activate of the same creature then chooses the path and what follows.
    """

    __slots__ = ("contract", "run", "slot")

    def __init__(self, slot: int, *, run: bool = False, contract: bool = False) -> None:
        self.slot: Final = slot
        self.run: Final = run
        self.contract: Final = contract  # K-12

    def parts(self) -> tuple[object, ...]:
        return (self.slot, self.run, self.contract)


@mypyc_attr(acyclic=True)
class EndTurn(Action):
    """S-4.10 Ends the turn."""

    __slots__ = ()


# --- inside an action


@mypyc_attr(acyclic=True)
class Answer(Action):
    """The answer to the open question (questions.py)."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value: Final = value

    def parts(self) -> tuple[object, ...]:
        return (self.value,)
