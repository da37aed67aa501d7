"""A game of Signum as the engine plays it: decisions, clones, views, the outcome.

Rules are synchronous and may ask in the middle of an action (questions.py). Then the action is taken back to where it
began, the question becomes the next decision, and the action runs again with the answer: it meets the same chance and
so reaches the same point. A caller that sets `consult` answers at once instead, and nothing is run twice.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from simulator.engine.decks.decklist import DeckList
from simulator.engine.play.chance import Chance, Scripted, ScriptEnded
from simulator.engine.play.event_log import Log, SilentLog
from simulator.engine.play.protocols import IllegalAction, Outcome, View
from simulator.engine.play.spliced_chance import SplicedChance
from simulator.engine.values import Facts
from simulator.games.signum.cardfile.loader import signum_card
from simulator.games.signum.deckbuilding.contents import BATTLE, CITY, HERO, TERRAIN
from simulator.games.signum.game import dispatch
from simulator.games.signum.game.view import (
    Glances,
    SignumView,
    actions_of,
    deal_hidden,
    deal_untouched,
    view_of,
)
from simulator.games.signum.rules.play import effects
from simulator.games.signum.rules.player.victory import DRAW, SHARED, settle_at_limit, settle_heroes
from simulator.games.signum.rules.setup import DeckCards, sit_down
from simulator.games.signum.rules.variants import game_options
from simulator.games.signum.state.actions import (
    NOBODY,
    USE,
    Action,
    Activate,
    Answer,
    Play,
    UseAbility,
    UseBuilding,
    UseRelic,
)
from simulator.games.signum.state.position import NO_WINNER, Options, Position
from simulator.games.signum.state.questions import Answers, Consult, Question, Unanswered, default_answer
from simulator.games.signum.state.refusals import BAD_TARGET, WRONG_PHASE, IllegalMove

Choose = Callable[[View[Action]], Action]

assert effects.DONE_BY, "effects registers itself when it is imported"


class AtOnce:
    """Puts the questions of an action to its player while the action is being done."""

    __slots__ = ("choose", "glances", "position")

    def __init__(self, position: Position, choose: Choose, glances: Glances) -> None:
        self.position = position
        self.choose = choose
        self.glances = glances

    def answer(self, seat: int, question: Question) -> int:
        action = self.choose(self.glances.of(self.position, seat, deciding=True, question=question))
        assert isinstance(action, Answer), action
        return action.value


class Game:
    """A game state as the engine defines it.

    `position` is where the game stands, also in the middle of an action.
    """

    __slots__ = (
        "_action", "_actions", "_answered", "_asked", "_at_once", "_before", "_consult", "_glances", "_log", "consult",
        "position", "question",
    )  # fmt: skip

    def __init__(self, position: Position, *, log: Log | None = None, consult: Consult | None = None) -> None:
        self.position = position
        self.consult = consult
        self.question: Question | None = None  # open now
        self._asked = NOBODY  # the seat it is put to
        self._log = log if log is not None else SilentLog()
        self._action: Action | None = None  # the action that a question interrupts
        self._before: Position | None = None  # where it began
        self._answered: list[int] = []  # the answers since then
        self._actions: tuple[Action, ...] | None = None  # offered now, once listed
        # Answers questions while the action is being done.
        self._at_once: AtOnce | None = None
        self._consult: Consult | None = None
        self._glances = Glances()

    def measures(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers that players end with: see system.py."""
        players = self.position.players
        return {
            "prosperity": tuple(player.prosperity for player in players),
            "kills": tuple(player.kills for player in players),
        }

    # --- who decides

    @property
    def seats(self) -> Sequence[int]:
        return range(len(self.position.players))

    @property
    def alive(self) -> Sequence[int]:
        """S-14.1 Players whose hero has not fallen."""
        return [player.seat for player in self.position.players if not player.out]

    @property
    def turn(self) -> int:
        return self.position.turn

    @property
    def to_act(self) -> int:
        return self._asked if self.question is not None else self.position.active

    def legal_actions(self) -> tuple[Action, ...]:
        """The actions on offer, in a fixed order; for places a finite choice."""
        if self._actions is None:
            goes_on = self.position.winner == NO_WINNER
            self._actions = actions_of(self.position, self.question) if goes_on else ()
        return self._actions

    def why_not(self, action: Action) -> str | None:
        refusal = self.refusal(action)
        return refusal.sentence if refusal is not None else None

    def refusal(self, action: Action) -> IllegalMove | None:
        """As `why_not`, with the code that tools compare."""
        question = self.question
        if question is not None:
            if not isinstance(action, Answer):
                return IllegalMove(WRONG_PHASE, "A question is open; it is answered first.")
            if question.lowest <= action.value <= question.highest:
                return None
            return IllegalMove(BAD_TARGET, f"The answer is a number from {question.lowest} to {question.highest}.")
        refusal = dispatch.why_not(self.position, action)
        if refusal is None and isinstance(action, Activate) and action.splits:
            refusal = self._why_not_split(action)
        return refusal

    def _why_not_split(self, action: Activate) -> IllegalMove | None:
        """S-9.3, SR-55 Why the splits in the action are refused, or None.

        Which splits are allowed shows only when the dice are split, so the action is tried on a clone without tactics,
        up to the first die. After a die (Regeneration, Backstab, Steam Engine) nothing is known: in the real game a
        split that does not fit then is asked for.
        """
        twin = self.position.clone()
        twin.chance = Scripted()
        for player in twin.players:
            player.tactics = []
        twin.answers = _answers_for(twin, action, (), default_answer)
        twin.answers.strict = True
        try:
            dispatch.do(twin, action)
        except IllegalMove as refusal:
            return refusal
        except ScriptEnded:
            return None
        return None

    # --- doing it

    def apply(self, action: Action) -> None:
        # What the rules have just allowed the player is not checked again.
        self.position.disturb()
        if self.question is not None or not self._glances.has_allowed(self.position, action):
            refusal = self.refusal(action)
            if refusal is not None:
                raise IllegalAction(refusal.sentence)
        self._glances.forget()
        self._actions = None
        if self.question is None and (self.consult is not None or self._at_once is not None):
            self._do_at_once(action)
            return
        if isinstance(action, Answer):
            self._answered.append(action.value)
        else:
            self._action = action
            self._before = self.position
            self._answered = []
        self._run()

    def _do_at_once(self, action: Action) -> None:
        """Does the action with a player at hand to answer: nothing is taken back."""
        position = self.position
        consult = self.consult
        if consult is None and self._at_once is not None:
            self._at_once.position = position
            consult = self._consult
        answers = _answers_for(position, action, (), consult)
        position.answers = answers
        position.log = self._log
        dispatch.do(position, action)
        answers.consult = self.consult  # releases the position that the answers hold

    def _run(self) -> None:
        """Runs the action from where it began.

        Events wait until it is done, so that none is emitted twice.
        """
        assert self._before is not None
        assert self._action is not None
        self.position = self._before.clone()
        buffer = Log() if self._log.listening else self._log
        self.position.log = buffer
        self.position.answers = _answers_for(self.position, self._action, tuple(self._answered), None)
        try:
            dispatch.do(self.position, self._action)
        except Unanswered as signal:
            self.question, self._asked = signal.question, signal.seat
            return
        self.question, self._asked = None, NOBODY
        self._action = self._before = None
        self.position.log = self._log
        if buffer is not self._log:
            for event in buffer.events:
                self._log.emit(event)

    # --- the end

    def outcome(self) -> Outcome | None:
        return _outcome(self.position) if self.position.winner != NO_WINNER else None

    def adjudicate(self) -> Outcome:
        """S-14.3 The outcome as if the turn limit were reached now."""
        twin = self.position.clone()
        settle_heroes(twin)
        settle_at_limit(twin)
        return _outcome(twin)

    # --- seeing and imagining

    def view(self, seat: int) -> SignumView:
        deciding = seat == self.to_act and self.position.winner == NO_WINNER
        question = self.question if deciding else None
        return view_of(self.position, seat, deciding=deciding, question=question)

    def glance(self, seat: int) -> SignumView:
        deciding = seat == self.to_act and self.position.winner == NO_WINNER
        question = self.question if deciding else None
        return self._glances.of(self.position, seat, deciding=deciding, question=question)

    def ask_at_once(self, choose: Choose) -> None:
        self._at_once = AtOnce(self.position, choose, self._glances)
        self._consult = self._at_once.answer

    def imagine(self, seat: int, *, chance: Chance) -> "Game":
        twin = self.clone()
        if twin._before is None:
            deal_hidden(twin.position, seat, chance)
            twin.position.chance = chance
            return twin
        # Inside an action: what it has drawn and revealed stays, as do the tactics and zones it has touched.
        deal_untouched(twin._before, twin.position, seat, chance)
        twin._before.chance = SplicedChance(twin._before.chance, twin.position.chance, chance)
        return twin

    def clone(self) -> "Game":
        twin = Game(self.position.clone(), consult=self.consult)
        twin.question = self.question
        twin._asked = self._asked
        twin._action = self._action
        twin._before = self._before.clone() if self._before is not None else None
        twin._answered = self._answered[:]
        twin._actions = self._actions
        return twin


def _outcome(position: Position) -> Outcome:
    winner, places = position.winner, position.places
    if winner == SHARED:
        winners = tuple([seat for seat, place in enumerate(places) if place == 1])
    else:
        winners = () if winner == DRAW else (winner,)
    return Outcome(winners, position.winning_reason, places)


def _answers_for(position: Position, action: Action, queued: tuple[int, ...], consult: Consult | None) -> Answers:
    """The source of answers for an action: what it specifies itself comes first."""
    answers = Answers(queued, consult=consult)
    answers.seat = position.active
    if isinstance(action, Activate):
        answers.splits = action.splits
        creature = position.creature(action.slot) if action.then == USE else None
        if creature is not None:
            answers.card = creature.card.code
            answers.choose = action.choose
            answers.target = action.target
    elif isinstance(action, UseAbility):
        creature = position.creature(action.slot)
        if creature is not None:
            answers.card = creature.card.code
            answers.choose = action.choose
            answers.target = action.target
    elif isinstance(action, (Play, UseBuilding, UseRelic)):
        answers.card = action.card
        answers.choose = action.choose
        answers.target = action.target
        if isinstance(action, Play):
            answers.pick = action.pick
    return answers


# --- starting


def start(*, decks: Sequence[DeckList], chance: Chance, log: Log, options: Facts) -> Game:
    """S-3 A new game; the first decision is who goes first."""
    return start_with(
        [deck_cards(deck) for deck in decks], chance=chance, log=log, options=game_options(options, seats=len(decks))
    )


def start_with(
    decks: Sequence[DeckCards], *, chance: Chance, log: Log | None = None, options: Options | None = None
) -> Game:
    """As `start`, with options and with cards that need not be in the catalogue."""
    position = Position(seats=len(decks), chance=chance, log=log, options=options)
    sit_down(position, list(decks))
    return Game(position, log=log)


@lru_cache(maxsize=64)
def deck_cards(deck: DeckList) -> DeckCards:
    """The cards of a deck, ordered by code and cached.

    The order in which a player wrote the list must not change the game. Callers must not change the result.
    """
    sections = {
        code: [signum_card(card) for card, count in sorted(deck.section(code)) for _ in range(count)]
        for code in (HERO, BATTLE, CITY, TERRAIN)
    }
    return DeckCards(
        hero=sections[HERO][0],
        battle=sections[BATTLE],
        buildings=sections[CITY],
        terrain=sections[TERRAIN],
    )
