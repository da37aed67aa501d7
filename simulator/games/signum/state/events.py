"""Everything that can happen in a game, as frozen events in the past tense.

Events hold ids (slots, codes), never objects. Sentences about them are replay/narrator.py. Rules emit them only
`if position.listening:`.
"""

from dataclasses import dataclass

from simulator.engine.play.events import Event

Point = tuple[float, float]


# --- set-up and turn
@dataclass(frozen=True, slots=True)
class FirstPlayerRolled(Event):
    """S-3.1 The dice that decide who chooses the order."""

    rolls: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True)
class CornerClaimed(Event):
    """S-17.2, S-17.3 A player took a corner: 0 is lower left, the others follow clockwise."""

    seat: int
    corner: int


@dataclass(frozen=True, slots=True)
class CreaturePlaced(Event):
    """A creature entered the field: a hero at set-up, or a summoned character."""

    who: int
    name: str
    card: str
    seat: int
    at: Point


@dataclass(frozen=True, slots=True)
class HandChanged(Event):
    """S-3.4 Cards were set aside and replaced, or discarded for prosperity."""

    seat: int
    cards: int
    for_prosperity: bool


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """Only the number of cards: both players may read the log."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class DrawFailed(Event):
    """S-4.3 The deck was empty; the opponent was given prosperity."""

    seat: int
    given: int


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class ProsperityChanged(Event):
    seat: int
    amount: int
    now: int


# --- city and cards
@dataclass(frozen=True, slots=True)
class BuildingBuilt(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class BuildSkipped(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class BuildingDestroyed(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class BuildingBlocked(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class BuildingTapped(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class BuildingUntapped(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class BuildingUsed(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CostPaid(Event):
    seat: int
    tapped: tuple[str, ...]
    prosperity: int


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card left the hand; a tactic's code is hidden until it is revealed."""

    seat: int
    card: str
    type: str


@dataclass(frozen=True, slots=True)
class CardReturned(Event):
    """A card went back to the hand or the battle deck."""

    seat: int
    card: str
    zone: str


@dataclass(frozen=True, slots=True)
class CardBuried(Event):
    """S-1.3 A card went to its owner's graveyard."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class TacticRevealed(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class PlayCancelled(Event):
    seat: int
    card: str
    into: str


@dataclass(frozen=True, slots=True)
class RelicTaken(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class RelicLost(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class RelicUsed(Event):
    seat: int
    card: str
    left: int


@dataclass(frozen=True, slots=True)
class RelicDamaged(Event):
    """S-5.10 Damage took Durability tokens off a relic."""

    seat: int
    card: str
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class TerrainLaid(Event):
    template: int
    card: str
    seat: int
    at: Point


@dataclass(frozen=True, slots=True)
class TerrainDestroyed(Event):
    template: int
    card: str


@dataclass(frozen=True, slots=True)
class RuinsSearched(Event):
    who: int
    template: int
    roll: int


@dataclass(frozen=True, slots=True)
class PassageSought(Event):
    """S-6.5 `to` is the template where the creature comes out, or -1."""

    who: int
    template: int
    roll: int
    to: int


# --- activation and movement
@dataclass(frozen=True, slots=True)
class ActivationBegan(Event):
    who: int


@dataclass(frozen=True, slots=True)
class ActivationEnded(Event):
    who: int


@dataclass(frozen=True, slots=True)
class MoveDeclared(Event):
    """K-50 It will move, but where to is chosen after a die."""

    who: int
    run: bool


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """The waypoints the centre passed; the last one is where it stands."""

    who: int
    path: tuple[Point, ...]
    run: bool


@dataclass(frozen=True, slots=True)
class Pushed(Event):
    who: int
    to: Point
    full: bool


@dataclass(frozen=True, slots=True)
class Shifted(Event):
    """Placed elsewhere without a move: through a passage, or by an effect's step."""

    who: int
    to: Point


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    """`ability`: the code of a keyword, or "activated", "used", "triggered"."""

    who: int
    card: str
    ability: str


@dataclass(frozen=True, slots=True)
class OptionChosen(Event):
    seat: int
    card: str
    option: int


# --- combat
@dataclass(frozen=True, slots=True)
class Backstabbed(Event):
    who: int
    target: int
    roll: int
    hit: bool


@dataclass(frozen=True, slots=True)
class MeleeDeclared(Event):
    attacker: int
    defender: int


@dataclass(frozen=True, slots=True)
class DiceSplit(Event):
    who: int
    attack: int
    defence: int


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """`purpose` is the name of a stream of chance: "melee", "defence", "shot", …."""

    who: int
    purpose: str
    rolls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceRerolled(Event):
    """Dice were thrown again: `before` became `after`.

    `ability` is the code of a keyword, or "cover".
    """

    who: int
    ability: str
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShotDeclared(Event):
    """`kind`: shot, throwing or magical_shot."""

    attacker: int
    target: int
    kind: str


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """S-10.1 Damage dealt to a creature, before armour."""

    who: int
    amount: int
    by: int


@dataclass(frozen=True, slots=True)
class ArmourLost(Event):
    who: int
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class ArmourGained(Event):
    who: int
    amount: int
    now: int


@dataclass(frozen=True, slots=True)
class Wounded(Event):
    who: int
    amount: int
    wounds: int


@dataclass(frozen=True, slots=True)
class Healed(Event):
    who: int
    amount: int
    wounds: int


@dataclass(frozen=True, slots=True)
class Died(Event):
    who: int
    by: int


# --- stealth and lasting effects
@dataclass(frozen=True, slots=True)
class DetectionRolled(Event):
    who: int
    target: int
    roll: int


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    who: int


@dataclass(frozen=True, slots=True)
class Hid(Event):
    who: int


@dataclass(frozen=True, slots=True)
class Granted(Event):
    """`what` is "strength", "movement", "health" or the code of a keyword.

    `until` is the last turn in which it holds.
    """

    who: int
    what: str
    value: int
    until: int


@dataclass(frozen=True, slots=True)
class Silenced(Event):
    who: int
    until: int


@dataclass(frozen=True, slots=True)
class Readied(Event):
    who: int


@dataclass(frozen=True, slots=True)
class Exhausted(Event):
    who: int
    until: int


@dataclass(frozen=True, slots=True)
class ControlChanged(Event):
    who: int
    seat: int


@dataclass(frozen=True, slots=True)
class Concentrated(Event):
    who: int
    tokens: int


@dataclass(frozen=True, slots=True)
class ConcentrationSpent(Event):
    """SR-30 Tokens spent for a die each."""

    who: int
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class LeftField(Event):
    """A creature left the field without dying: back to the hand or the deck."""

    who: int


# --- the end
@dataclass(frozen=True, slots=True)
class PlayerEliminated(Event):
    """S-17.2, S-17.3 A player's hero has fallen, and the game goes on without this player."""

    seat: int


@dataclass(frozen=True, slots=True)
class VictoryShared(Event):
    """S-17.3, SR-69 Several players win together."""

    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """`winner` is a seat, or -2 for a draw."""

    winner: int
    reason: str
