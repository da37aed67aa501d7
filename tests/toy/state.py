"""State of a Lanterns game: hidden hands, dice for gusts, at most thirty turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simulator.engine.decks.decklist import DeckList
from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import DRAWN, FIRST, OPENING, PLAYED, Log, SilentLog
from simulator.engine.play.events import Event
from simulator.engine.play.protocols import IllegalAction, Outcome, View
from tests.toy.cards import CATALOGUE

BRIGHT = 10
HAND = 3
LAST_TURN = 30
HITS_FROM = 3
SHADED_HITS_FROM = 5
SHADE = "toy-8"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a flame on the own lantern, or a gust on a rival's."""

    card: str
    target: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing this turn."""


Action = Play | Wait


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
class LanternView:
    """The own hand, the lights of all players, and the hand sizes of the others."""

    seat: int
    turn: int
    hand: tuple[str, ...]
    lights: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    bag_sizes: tuple[int, ...]
    actions: tuple[Action, ...]


class Lanterns:
    __slots__ = ("_bags", "_chance", "_hands", "_lights", "_log", "_shaded", "_turn")

    def __init__(self, *, chance: Chance, log: Log, shaded: list[bool]) -> None:
        self._chance = chance
        self._log = log
        self._shaded = shaded
        self._turn = 0
        self._lights: list[int] = [0] * len(shaded)
        self._bags: list[list[str]] = [[] for _ in shaded]
        self._hands: list[list[str]] = [[] for _ in shaded]

    @property
    def seats(self) -> Sequence[int]:
        return range(len(self._lights))

    @property
    def to_act(self) -> int:
        return (self._turn - 1) % len(self._lights)

    @property
    def turn(self) -> int:
        return self._turn

    def legal_actions(self) -> Sequence[Action]:
        hand = sorted(set(self._hands[self.to_act]))
        plays: list[Action] = [Play(card, target) for card in hand for target in self.seats]
        return [action for action in [*plays, Wait()] if self.why_not(action) is None]

    def why_not(self, action: Action) -> str | None:
        if self.outcome() is not None:
            return "The game is over."
        if isinstance(action, Wait):
            return None
        if action.card not in self._hands[self.to_act]:
            return f"The card {action.card!r} is not in the hand."
        if action.target not in self.seats:
            return f"There is no player {action.target}."
        if (CATALOGUE[action.card].kind == "flame") != (action.target == self.to_act):
            return "Flames are for oneself, gusts for the others."
        return None

    def apply(self, action: Action) -> None:
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        seat = self.to_act
        if isinstance(action, Play):
            self._hands[seat].remove(action.card)
            self._log.note(PLAYED, seat, action.card)
            light = self._effect(action)
            self._lights[action.target] += light
            if self._log.listening:
                self._log.emit(Played(seat, action.card, action.target, light))
        elif self._log.listening:
            self._log.emit(Waited(seat))
        if self.outcome() is None:
            self.next_turn()

    def _effect(self, action: Play) -> int:
        card = CATALOGUE[action.card]
        light = card.facts.number("light")
        if card.kind == "flame":
            return light
        needed = SHADED_HITS_FROM if self._shaded[action.target] else HITS_FROM
        roll = self._chance.stream("gust", seat=self.to_act).die()
        return -min(light, self._lights[action.target]) if roll >= needed else 0

    def outcome(self) -> Outcome | None:
        for seat in self.seats:
            if self._lights[seat] >= BRIGHT:
                return Outcome((seat,), "bright")
        return self.adjudicate() if self._turn > LAST_TURN else None

    def adjudicate(self) -> Outcome:
        brightest = max(self._lights)
        leaders = tuple(seat for seat in self.seats if self._lights[seat] == brightest)
        return Outcome(() if len(leaders) == len(self._lights) else leaders, "dawn")

    def glance(self, seat: int) -> LanternView:
        return self.view(seat)

    def ask_at_once(self, choose: Callable[[View[Action]], Action]) -> None:
        """Do nothing: Lanterns has no questions inside an action."""

    def view(self, seat: int) -> LanternView:
        deciding = seat == self.to_act and self.outcome() is None
        return LanternView(
            seat=seat,
            turn=self._turn,
            hand=tuple(sorted(self._hands[seat])),
            lights=tuple(self._lights),
            hand_sizes=tuple(len(hand) for hand in self._hands),
            bag_sizes=tuple(len(bag) for bag in self._bags),
            actions=tuple(self.legal_actions()) if deciding else (),
        )

    def imagine(self, seat: int, *, chance: Chance) -> "Lanterns":
        twin = self.clone()
        twin._chance = chance
        for other in self.seats:
            hidden = twin._bags[other] if other == seat else twin._hands[other] + twin._bags[other]
            chance.stream("imagine", seat=other).shuffle(hidden)
            held = 0 if other == seat else len(twin._hands[other])
            if other != seat:
                twin._hands[other] = hidden[:held]
            twin._bags[other] = hidden[held:]
        return twin

    def clone(self) -> "Lanterns":
        twin = Lanterns(chance=self._chance.clone(), log=SilentLog(), shaded=list(self._shaded))
        twin._turn = self._turn
        twin._lights = list(self._lights)
        twin._bags = [list(bag) for bag in self._bags]
        twin._hands = [list(hand) for hand in self._hands]
        return twin

    def sit_down(self, seat: int, *, bag: list[str], light: int) -> None:
        """Shuffle the bag, draw the first hand and set the charm's light."""
        self._lights[seat] = light
        self._chance.stream("shuffle", seat=seat).shuffle(bag)
        self._hands[seat] = bag[:HAND]
        for card in self._hands[seat]:
            self._log.note(OPENING, seat, card)
        self._bags[seat] = bag[HAND:]

    def next_turn(self) -> None:
        self._turn += 1
        if self._bags[self.to_act]:
            self._hands[self.to_act].append(self._bags[self.to_act].pop())
            self._log.note(DRAWN, self.to_act, self._hands[self.to_act][-1])


def start(*, decks: Sequence[DeckList], chance: Chance, log: Log) -> Lanterns:
    charms = [deck.section("charm")[0][0] for deck in decks]
    state = Lanterns(chance=chance, log=log, shaded=[charm == SHADE for charm in charms])
    for seat, deck in enumerate(decks):
        light = CATALOGUE[charms[seat]].facts.number("light")
        # Sorted by code: the line order of a decklist must not change the game.
        bag = [code for code, count in sorted(deck.section("bag")) for _ in range(count)]
        state.sit_down(seat, bag=bag, light=light)
    state.next_turn()
    log.note(FIRST, state.to_act)
    return state
