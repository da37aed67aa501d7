"""What one player may see of a game, and the game as that player may imagine it.

Hidden are the opponents' hands and decks, the order of every battle deck, face-down tactics and buildings in an
architect's order. A view is a value of its own: it holds a position without secrets and no reference to the game.
"""

from typing import Final

from simulator.engine.play.chance import Chance, Scripted
from simulator.engine.values import Words
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.game.legal_actions import legal_actions
from simulator.games.signum.rules.abilities.stats import gives
from simulator.games.signum.state.actions import Action, Answer
from simulator.games.signum.state.position import ACTIVATION, Creature, Player, Position, Template
from simulator.games.signum.state.questions import Answers, Question, SplitDice

UNSEEN: Final = SignumCard(code="", names=Words.same("?"), type="")
"""Stands for every card a player cannot see."""
NO_CHANCE: Final = Scripted()
"""Raises if a view's position draws: a view has no chance."""

Parts = tuple[object, ...]


class SignumView:
    """A position without the opponents' secrets, and this seat's decision."""

    __slots__ = ("_actions", "deciding", "position", "question", "seat")

    def __init__(self, *, seat: int, position: Position, deciding: bool, question: Question | None) -> None:
        self.seat = seat
        self.position = position
        self.deciding = deciding
        self.question = question  # open for this seat, inside an action
        self._actions: tuple[Action, ...] | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """All legal actions.

        Listed on first access: policies that plan for themselves never use them.
        """
        if self._actions is None:
            self._actions = actions_of(self.position, self.question) if self.deciding else ()
        return self._actions

    def forget_actions(self) -> None:
        self._actions = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SignumView) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash((self.seat, self.position.turn, self.deciding))

    def parts(self) -> Parts:
        """Everything in it, as one tuple."""
        return (self.seat, self.actions, self.question, position_parts(self.position))


def actions_of(position: Position, question: Question | None) -> tuple[Action, ...]:
    """The actions on offer, in a fixed order; for places a finite choice."""
    if question is not None:
        return tuple([Answer(value) for value in range(question.lowest, question.highest + 1)])
    return tuple(legal_actions(position))


def view_of(position: Position, seat: int, *, deciding: bool, question: Question | None) -> SignumView:
    """A new view for this seat."""
    seen = position.clone()
    seen.chance = Chance(0, at=(0, 0, 0))
    seen.answers = Answers()  # `consult` may know more than this seat
    for player in seen.players:
        if player.seat == seat:
            player.deck.sort(key=_code)
            continue
        player.hand = [UNSEEN] * len(player.hand)
        player.deck = [UNSEEN] * len(player.deck)
        player.tactics = [UNSEEN] * len(player.tactics)
        if position.options.experienced_architect:
            player.sideboard.sort(key=_code)
    return SignumView(seat=seat, position=seen, deciding=deciding, question=question)


class Glances:
    """What every seat sees of a running game, in objects that are reused.

    What lies open is shared with the game; the rest is left out as in a view. What the player's own deck still holds is
    spelt out where a hand or a building is chosen, and in questions, except those about dice.
    """

    __slots__ = ("_decks", "_seen", "_shown", "_views")

    def __init__(self) -> None:
        self._seen: list[Position] = []
        self._shown: list[Position | None] = []  # by seat, the position whose zones it shares
        self._decks: list[SortedDeck] = []
        self._views: list[SignumView] = []

    def of(self, position: Position, seat: int, *, deciding: bool, question: Question | None) -> SignumView:
        while len(self._seen) < len(position.players):
            self._seen.append(Position(seats=len(position.players), chance=NO_CHANCE, options=position.options))
            self._shown.append(None)
            self._decks.append(SortedDeck())
            view = SignumView(seat=len(self._views), position=self._seen[-1], deciding=False, question=None)
            self._views.append(view)
        seen = self._seen[seat]
        gives(position)
        position.camp(seat)
        seen.share_in_play(position)
        seen.templates = position.templates
        seen.disturb()
        seen.turn = position.turn
        seen.active = position.active
        seen.first = position.first
        seen.phase = position.phase
        seen.moving = position.moving
        seen.running = position.running
        seen.next_slot = position.next_slot
        seen.winner = position.winner
        # While creatures act, the lists of a player's zones stay the same objects; only their contents change.
        again = position.phase != ACTIVATION or self._shown[seat] is not position
        self._shown[seat] = position
        if again:
            seen.after = position.after
            seen.sides = position.sides
        for player in position.players:
            shown, own = seen.players[player.seat], player.seat == seat
            if again:
                _show_zones(player, shown, own=own)
            _show(player, shown, own=own)
            if not own:
                shown.deck = _unseen(shown.deck, len(player.deck))
                if position.options.experienced_architect:
                    shown.sideboard = sorted(player.sideboard, key=_code)
            elif position.phase != ACTIVATION or not _needs_no_deck(question):
                shown.deck = self._decks[seat].of(player.deck)
            else:
                shown.deck = self._decks[seat].face_down(len(player.deck))
        view = self._views[seat]
        view.deciding = deciding
        view.question = question
        view.forget_actions()
        return view

    def forget(self) -> None:
        """The position changes: what was allowed in it is no longer valid."""
        for seen in self._seen:
            seen.disturb()

    def has_allowed(self, position: Position, action: Action) -> bool:
        """Whether the rules have allowed this very action in the view of its player."""
        seat = position.active
        if seat >= len(self._seen) or self._seen[seat].allowed is not action:
            return False
        position.allowed = action
        position.trajectory = self._seen[seat].trajectory
        return True


class SortedDeck:
    """A deck in the order of its codes, kept between views.

    Between two views only a card or two is drawn.
    """

    __slots__ = ("_before", "_face_down", "_sorted")

    def __init__(self) -> None:
        self._before: list[SignumCard] = []  # the deck at the last look, in its own order
        self._sorted: list[SignumCard] = []
        self._face_down: list[SignumCard] = []

    def of(self, deck: list[SignumCard]) -> list[SignumCard]:
        if not self._is_only_drawn_from(deck):
            self._sorted = sorted(deck, key=_code)
            self._before = deck[:]
        elif len(deck) < len(self._before):
            for card in self._before[len(deck) :]:
                self._take_out(card)
            self._before = deck[:]
        return self._sorted

    def face_down(self, number: int) -> list[SignumCard]:
        """As many unseen cards as the deck has."""
        self._face_down = _unseen(self._face_down, number)
        return self._face_down

    def _is_only_drawn_from(self, deck: list[SignumCard]) -> bool:
        if not 0 < len(deck) <= len(self._before):
            return False
        for place, card in enumerate(deck):
            if card is not self._before[place]:
                return False
        return True

    def _take_out(self, card: SignumCard) -> None:
        for place, other in enumerate(self._sorted):
            if other is card:
                del self._sorted[place]
                return


def _show_zones(player: Player, seen: Player, *, own: bool) -> None:
    """Shares the open zones with the game."""
    seen.hero = player.hero
    seen.graveyard = player.graveyard
    seen.city = player.city
    seen.relics = player.relics
    seen.sideboard = player.sideboard
    seen.terrain = player.terrain
    seen.built_unique = player.built_unique
    seen.laid_unique = player.laid_unique
    seen.spoken = player.spoken
    if own:
        seen.hand = player.hand
        seen.tactics = player.tactics


def _show(player: Player, seen: Player, *, own: bool) -> None:
    """Copies the counters, and the number of cards that cannot be seen, except the deck."""
    seen.prosperity = player.prosperity
    seen.failed_draws = player.failed_draws
    seen.kills = player.kills
    seen.laid_terrain = player.laid_terrain
    seen.last_turn = player.last_turn
    seen.out = player.out
    if not own:
        seen.hand = _unseen(seen.hand, len(player.hand))
        seen.tactics = _unseen(seen.tactics, len(player.tactics))


def _unseen(before: list[SignumCard], number: int) -> list[SignumCard]:
    """This many unseen cards; the list shown before, if it fits."""
    if len(before) == number and (number == 0 or before[0] is UNSEEN):
        return before
    return [UNSEEN] * number


def _needs_no_deck(question: Question | None) -> bool:
    """Whether the decision needs no look at the deck: dice, or an activation."""
    return question is None or isinstance(question, SplitDice)


def _code(card: SignumCard) -> str:
    return card.code


# --- comparing


def position_parts(position: Position) -> Parts:
    """Everything visible, as one tuple; chance is left out."""
    return (
        position.turn, position.active, position.first, position.phase, position.winner, position.winning_reason,
        position.moving, position.running, position.places,
        tuple([(side.is_vertical, side.is_far, side.low) for side in position.sides]),
        tuple([_player_parts(player) for player in position.players]),
        tuple([_creature_parts(creature) for creature in position.creatures]),
        tuple([_template_parts(template) for template in position.templates]),
    )  # fmt: skip


def _codes(cards: list[SignumCard]) -> tuple[str, ...]:
    return tuple([card.code for card in cards])


def _player_parts(player: Player) -> Parts:
    return (
        player.hero, player.prosperity, _codes(player.hand), _codes(player.deck), _codes(player.graveyard),
        tuple([(building.card.code, building.tapped, building.blocked_until) for building in player.city]),
        tuple([(relic.card.code, relic.armour, relic.uses) for relic in player.relics]),
        _codes(player.tactics), _codes(player.sideboard), _codes(player.terrain), player.failed_draws, player.kills,
        player.laid_terrain, player.last_turn, player.out, tuple(player.built_unique), tuple(player.laid_unique),
        tuple(player.spoken),
    )  # fmt: skip


def _creature_parts(creature: Creature) -> Parts:
    return (
        creature.slot, creature.card.code, creature.owner, creature.seat, creature.team, creature.x, creature.y,
        creature.strength, creature.movement, creature.health, tuple(creature.keywords), len(creature.granted),
        creature.wounds,
        creature.armour, creature.hidden, creature.concentration, creature.activated, creature.summoned,
        creature.attacked, creature.shot_at, creature.charged, creature.steamed, creature.chases, creature.used,
        creature.exhausted_until, creature.silenced_until,
    )  # fmt: skip


def _template_parts(template: Template) -> Parts:
    return (template.slot, template.card.code, template.owner, template.x, template.y, template.searched)


# --- imagined games


def deal_hidden(position: Position, seat: int, chance: Chance) -> None:
    """Deals again all that this seat cannot see.

    The tactics that lie there, the opponents' hands, the order of decks.
    """
    for player in position.players:
        dealer = chance.stream("imagine", seat=player.seat)
        if player.seat == seat:
            dealer.shuffle(player.deck)
            continue
        unseen = player.hand + player.deck + player.tactics
        unseen.sort(key=_code)
        dealer.shuffle(unseen)
        player.tactics = _take_tactics(unseen, len(player.tactics))
        held = len(player.hand)
        player.hand, player.deck = unseen[:held], unseen[held:]
        if position.options.experienced_architect:
            dealer.shuffle(player.sideboard)


def _take_tactics(unseen: list[SignumCard], number: int) -> list[SignumCard]:
    taken = [card for card in unseen if card.type == "tactic"][:number]
    for card in taken:
        unseen.remove(card)
    return taken


def deal_untouched(before: Position, now: Position, seat: int, chance: Chance) -> None:
    """Deals hands and decks of the opponents again, in both positions of an action.

    `before` is where it began, `now` in the middle of it. Only those that the action has left alone: it is run again,
    and must reach the same question.
    """
    for player, later in zip(before.players, now.players, strict=True):
        if player.seat == seat or player.hand != later.hand or player.deck != later.deck:
            continue
        unseen = player.hand + player.deck
        unseen.sort(key=_code)
        chance.stream("imagine", seat=player.seat).shuffle(unseen)
        held = len(player.hand)
        player.hand, player.deck = unseen[:held], unseen[held:]
        later.hand, later.deck = player.hand[:], player.deck[:]
