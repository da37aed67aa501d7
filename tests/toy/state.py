"""State of a Lanterns game: hidden hands, dice for gusts, a last turn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from simulator.engine.decks.decklist import DeckList
from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import DRAWN, FIRST, OPENING, PLAYED, STARTED, Log, SilentLog
from simulator.engine.play.protocols import IllegalAction, Outcome, View
from simulator.engine.values import Facts
from tests.toy.cards import CATALOGUE
from tests.toy.events import Played, Revealed, Waited
from tests.toy.table import LAST_TURN, STORM, WICKS, teams

BRIGHT = 10
HAND = 3
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


@dataclass(frozen=True, slots=True)
class Hide:
    """T-7: hide a card as the wick of the own lantern, before the first turn."""

    card: str


Action = Play | Wait | Hide


@dataclass(frozen=True, slots=True)
class LanternView:
    """The own hand, the lights of all players, and the hand sizes of the others."""

    seat: int
    turn: int
    hand: tuple[str, ...]
    lights: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    bag_sizes: tuple[int, ...]
    out: tuple[int, ...]
    wick: str
    """The own wick, until all are revealed."""
    actions: tuple[Action, ...]


class Lanterns:
    __slots__ = (
        "_bags",
        "_chance",
        "_hands",
        "_lights",
        "_log",
        "_options",
        "_out",
        "_shaded",
        "_teams",
        "_to_act",
        "_turn",
        "_wicks",
    )  # fmt: skip

    def __init__(self, *, chance: Chance, log: Log, shaded: list[bool], options: Facts) -> None:
        self._chance = chance
        self._log = log
        self._shaded = shaded
        self._options = options
        self._teams = teams(len(shaded), options)
        self._turn = 0
        self._to_act = 0
        self._out: list[int] = []
        # Cards that players have hidden so far, by seat; None when all are revealed or none is hidden in this game.
        self._wicks: list[str] | None = [] if options[WICKS] else None
        self._lights: list[int] = [0] * len(shaded)
        self._bags: list[list[str]] = [[] for _ in shaded]
        self._hands: list[list[str]] = [[] for _ in shaded]

    @property
    def seats(self) -> Sequence[int]:
        return range(len(self._lights))

    @property
    def alive(self) -> Sequence[int]:
        return [seat for seat in self.seats if seat not in self._out]

    @property
    def to_act(self) -> int:
        return self._to_act

    @property
    def turn(self) -> int:
        return self._turn

    def measures(self) -> Mapping[str, tuple[int, ...]]:
        return {"light": tuple(self._lights)}

    def legal_actions(self) -> Sequence[Action]:
        hand = sorted(set(self._hands[self.to_act]))
        if self._wicks is not None:
            return [Hide(card) for card in hand]
        plays: list[Action] = [Play(card, target) for card in hand for target in self.seats]
        return [action for action in [*plays, Wait()] if self.why_not(action) is None]

    def why_not(self, action: Action) -> str | None:
        if self.outcome() is not None:
            return "The game is over."
        if isinstance(action, Hide) != (self._wicks is not None):
            return "Wicks are hidden before the first turn, and only then."
        if isinstance(action, Wait):
            return None
        if action.card not in self._hands[self.to_act]:
            return f"The card {action.card!r} is not in the hand."
        if isinstance(action, Hide):
            return None
        if action.target not in self.alive:
            return f"There is no player {action.target} in the game."
        if action.target != self.to_act and self._teams[action.target] == self._teams[self.to_act]:
            return "Allies do not blow at each other."
        if (CATALOGUE[action.card].kind == "flame") != (action.target == self.to_act):
            return "Flames are for oneself, gusts for the others."
        return None

    def apply(self, action: Action) -> None:
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        seat = self.to_act
        if isinstance(action, Hide):
            self._hide(seat, action.card)
            return
        if isinstance(action, Play):
            self._hands[seat].remove(action.card)
            self._log.note(PLAYED, seat, action.card)
            light = self._effect(action)
            self._lights[action.target] += light
            if light < 0 and not self._lights[action.target] and self._options[STORM]:
                self._out.append(action.target)
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

    def _hide(self, seat: int, card: str) -> None:
        """T-7: hide a wick; when all have, reveal them: a flame burns at once."""
        assert self._wicks is not None
        self._hands[seat].remove(card)
        self._wicks.append(card)
        self._log.note(PLAYED, seat, card)
        if len(self._wicks) < len(self._lights):
            self._to_act = seat + 1
            return
        for owner, wick in enumerate(self._wicks):
            if CATALOGUE[wick].kind == "flame":
                self._lights[owner] += CATALOGUE[wick].facts.number("light")
        if self._log.listening:
            self._log.emit(Revealed(tuple(self._wicks)))
        self._wicks = None
        self.next_turn()

    def outcome(self) -> Outcome | None:
        for seat in self.seats:
            if self._lights[seat] >= BRIGHT:
                return self._won_by(self._teams[seat], "bright")
        alive = {self._teams[seat] for seat in self.alive}
        if len(alive) == 1:
            return self._won_by(min(alive), "dark")
        return self.adjudicate() if self._turn > self._options.number(LAST_TURN) else None

    def adjudicate(self) -> Outcome:
        brightest = max(self._lights[seat] for seat in self.alive)
        leading = {self._teams[seat] for seat in self.alive if self._lights[seat] == brightest}
        winners = tuple(seat for seat in self.seats if self._teams[seat] in leading)
        everyone = len(winners) == len(self._lights)
        return Outcome(() if everyone else winners, "dawn", places=self._places(winners))

    def _won_by(self, team: int, reason: str) -> Outcome:
        winners = tuple(seat for seat in self.seats if self._teams[seat] == team)
        return Outcome(winners, reason, places=self._places(winners))

    def _places(self, winners: Sequence[int]) -> tuple[int, ...]:
        """With more than two: winners first, then by light, those who went out last. Allies share a place."""
        if len(self._lights) == 2:
            return ()
        ranks = [
            max(
                (seat in winners, other not in self._out, self._lights[other])
                for other in self.seats
                if self._teams[other] == self._teams[seat]
            )
            for seat in self.seats
        ]
        return tuple(1 + sum(better > rank for better in ranks) for rank in ranks)

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
            out=tuple(self._out),
            wick=self._wicks[seat] if self._wicks is not None and seat < len(self._wicks) else "",
            actions=tuple(self.legal_actions()) if deciding else (),
        )

    def imagine(self, seat: int, *, chance: Chance) -> "Lanterns":
        twin = self.clone()
        twin._chance = chance
        for other in self.seats:
            is_hidden = twin._wicks is not None and other != seat and other < len(twin._wicks)
            if is_hidden and twin._wicks is not None:
                twin._hands[other].append(twin._wicks[other])
            hidden = twin._bags[other] if other == seat else twin._hands[other] + twin._bags[other]
            chance.stream("imagine", seat=other).shuffle(hidden)
            if is_hidden and twin._wicks is not None:
                twin._wicks[other] = hidden.pop()
                twin._hands[other].pop()
            held = 0 if other == seat else len(twin._hands[other])
            if other != seat:
                twin._hands[other] = hidden[:held]
            twin._bags[other] = hidden[held:]
        return twin

    def clone(self) -> "Lanterns":
        twin = Lanterns(chance=self._chance.clone(), log=SilentLog(), shaded=list(self._shaded), options=self._options)
        twin._turn = self._turn
        twin._to_act = self._to_act
        twin._out = list(self._out)
        twin._wicks = None if self._wicks is None else list(self._wicks)
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
        """The next player in the game draws a card; turns of players who are out are skipped."""
        self._turn += 1
        while (seat := (self._turn - 1) % len(self._lights)) in self._out:
            self._turn += 1
        self._to_act = seat
        if self._bags[self.to_act]:
            self._hands[self.to_act].append(self._bags[self.to_act].pop())
            self._log.note(DRAWN, self.to_act, self._hands[self.to_act][-1])


def features(state: Lanterns) -> list[tuple[float, ...]]:
    """What describes a seat in an evaluation: its light."""
    return [(float(light),) for light in state.measures()["light"]]


def start(*, decks: Sequence[DeckList], chance: Chance, log: Log, options: Facts) -> Lanterns:
    charms = [deck.section("charm")[0][0] for deck in decks]
    state = Lanterns(chance=chance, log=log, shaded=[charm == SHADE for charm in charms], options=options)
    for seat, deck in enumerate(decks):
        light = CATALOGUE[charms[seat]].facts.number("light")
        # Sorted by code: the line order of a decklist must not change the game.
        bag = [code for code, count in sorted(deck.section("bag")) for _ in range(count)]
        state.sit_down(seat, bag=bag, light=light)
        log.note(STARTED, seat, charms[seat])
    log.note(FIRST, 0)
    if not options[WICKS]:
        state.next_turn()
    return state
