"""The position: everything that changes during a game, as plain slotted objects.

Its classes clone themselves by hand. Only rule modules change a position. What a player wants is actions.py, what
happened is events.py. Cards never change.
"""

import math
from typing import TYPE_CHECKING, Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import Log, SilentLog
from simulator.games.signum.cards.abilities import Ability, Grant
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.state.actions import NOBODY, Action
from simulator.games.signum.state.questions import Answers
from simulator.games.signum.state.table import HomeSide, followers, sides_of, teams_of

if TYPE_CHECKING:
    from simulator.games.signum.rules.movement.trajectory import Trajectory

ORDER: Final = "order"  # S-3.1
CORNER: Final = "corner"  # S-17.2, S-17.3
ARCHITECT: Final = "architect"  # S-17.1
HEROES: Final = "heroes"  # S-3.2
HANDS: Final = "hands"  # S-3.4
HANDS_AGAIN: Final = "hands_again"  # SR-3, with the option `mulligan_then_discard`
INITIAL: Final = "initial"
CONSTRUCTION: Final = "construction"
ACTIVATION: Final = "activation"
NO_WINNER: Final = -1
"""The value of `Position.winner` while the game goes on."""
NEVER: Final = 1_000_000_000
"""A turn number that is not reached: effects without an end last until then (S-13.2)."""


@mypyc_attr(acyclic=True)
class ActiveGrant:
    """A grant with its end.

    `until` is the last turn, counted over all players, in which it holds.
    """

    __slots__ = ("grant", "until")

    def __init__(self, grant: Grant, until: int) -> None:
        self.grant = grant
        self.until = until


@mypyc_attr(acyclic=True)
class Creature:
    """A hero or character on the battlefield.

    `slot` is its identity in the game and is never reused.
    """

    __slots__ = (
        "activated", "armour", "attacked", "card", "charged", "chases", "concentration", "destroyed", "exhausted_until",
        "granted", "health", "hidden", "is_hero", "keywords", "movement", "name", "on_field", "owner", "radius", "seat",
        "shot_at", "silenced_until", "slot", "steamed", "strength", "summoned", "team", "used", "wounds", "x", "y",
    )  # fmt: skip

    def __init__(
        self, *, slot: int, name: str, card: SignumCard, seat: int, x: float, y: float, team: int = -1
    ) -> None:  # fmt: skip
        self.slot = slot
        self.name = name  # its name in scenarios and replays: "a.hero", "greer"
        self.card = card
        self.owner = seat
        self.seat = seat  # its controller; differs from `owner` only while Control lasts
        self.team = team if team >= 0 else seat  # of its controller (S-17.3); creatures of other teams are its enemies
        self.is_hero = card.type == "hero"
        self.x = x
        self.y = y
        self.radius = card.base / 2
        self.strength = card.strength
        self.movement = card.movement
        self.health = card.health
        # Values of keyword K-n at index n, the card's own and granted ones; auras and conditions are looked up.
        # Shared with the card and with clones: copy before changing it (stats.refresh).
        self.keywords = card.keywords
        self.granted: list[ActiveGrant] = []
        self.wounds = 0
        self.armour = self.keywords[3]  # K-03
        self.hidden = self.keywords[49] > 0  # S-12.1
        self.concentration = 0
        self.activated = False
        self.summoned = False  # this turn
        self.attacked = False  # in melee, this turn (S-9.4)
        self.shot_at = -1  # the last turn in which it was the target of an enemy ranged attack (S-12.6)
        self.charged = False  # Charge has been used this turn
        self.steamed = False  # Steam Engine has been used this turn
        self.chases = 0  # how many this turn
        self.used = 0  # SR-76: how often each ability was used this turn, four bits by its number
        self.exhausted_until = -1
        self.silenced_until = -1
        self.on_field = True  # until it dies or is taken off
        self.destroyed = False  # S-10.4

    def clone(self) -> "Creature":
        # Through __init__: a compiled class has no __new__ that skips it.
        twin = Creature(
            slot=self.slot, name=self.name, card=self.card, seat=self.seat, x=self.x, y=self.y, team=self.team
        )  # fmt: skip
        twin.owner = self.owner
        twin.is_hero = self.is_hero
        twin.radius = self.radius
        twin.strength = self.strength
        twin.movement = self.movement
        twin.health = self.health
        twin.keywords = self.keywords
        if self.granted:
            twin.granted = self.granted[:]  # an ActiveGrant is never changed once made
        twin.wounds = self.wounds
        twin.armour = self.armour
        twin.hidden = self.hidden
        twin.concentration = self.concentration
        twin.activated = self.activated
        twin.summoned = self.summoned
        twin.attacked = self.attacked
        twin.shot_at = self.shot_at
        twin.charged = self.charged
        twin.steamed = self.steamed
        twin.chases = self.chases
        twin.used = self.used
        twin.exhausted_until = self.exhausted_until
        twin.silenced_until = self.silenced_until
        return twin


@mypyc_attr(acyclic=True)
class Building:
    """A building in a city."""

    __slots__ = ("blocked_until", "card", "tapped")

    def __init__(self, card: SignumCard, *, tapped: bool = False) -> None:
        self.card = card
        self.tapped = tapped
        self.blocked_until = -1  # the last turn in which it cannot be used

    def clone(self) -> "Building":
        twin = Building(self.card, tapped=self.tapped)
        twin.blocked_until = self.blocked_until
        return twin


@mypyc_attr(acyclic=True)
class Relic:
    """A relic on a hero, with its armour tokens (Durability) and uses left."""

    __slots__ = ("armour", "card", "uses")

    def __init__(self, card: SignumCard, *, armour: int, uses: int) -> None:
        self.card = card
        self.armour = armour
        self.uses = uses

    def clone(self) -> "Relic":
        return Relic(self.card, armour=self.armour, uses=self.uses)


def _extent(x: float, y: float, radius: float, points: tuple[tuple[float, float], ...]) -> float:
    for px, py in points:
        radius = max(radius, math.hypot(px - x, py - y) + 1e-6)
    return radius


@mypyc_attr(acyclic=True)
class Template:
    """Terrain on the battlefield: a disc, or a polygon in field coordinates."""

    __slots__ = (
        "blocks_sight", "card", "defends", "extent", "is_difficult", "is_impassable", "is_ruins", "name", "owner",
        "points", "radius", "searched", "slot", "traits", "x", "y",
    )  # fmt: skip

    def __init__(
        self,
        *,
        slot: int,
        name: str,
        card: SignumCard,
        owner: int,
        x: float,
        y: float,
        radius: float = 0.0,
        points: tuple[tuple[float, float], ...] = (),
        traits: tuple[str, ...] = (),
        extent: float = -1.0,
    ) -> None:
        self.slot = slot
        self.name = name
        self.card = card
        self.owner = owner
        self.x = x
        self.y = y
        self.radius = radius
        self.points = points
        self.traits = traits
        self.is_impassable = "impassable" in traits
        self.is_difficult = "difficult" in traits
        self.blocks_sight = "blocks_sight" in traits
        self.defends = "defence_against_ranged" in traits
        self.is_ruins = "ruins" in traits
        # No point lies farther from its middle: enough to rule out a template that is far away.
        self.extent = extent if extent >= 0.0 else _extent(x, y, radius, points)
        self.searched = False

    def clone(self) -> "Template":
        twin = Template(
            slot=self.slot, name=self.name, card=self.card, owner=self.owner, x=self.x, y=self.y, radius=self.radius,
            points=self.points, traits=self.traits, extent=self.extent,
        )  # fmt: skip
        twin.searched = self.searched
        return twin


@mypyc_attr(acyclic=True)
class Player:
    """One seat: zones, prosperity, and what happens once a turn or once a game."""

    __slots__ = (
        "built_unique", "city", "deck", "failed_draws", "graveyard", "hand", "hero", "kills", "laid_terrain",
        "laid_unique", "last_turn", "out", "prosperity", "relics", "seat", "sideboard", "spoken", "tactics", "terrain",
    )  # fmt: skip

    def __init__(self, seat: int, like: "Player | None" = None) -> None:
        """A new player, or a copy of `like` (for `clone`).

        Taken here so that no list is made only to be replaced.
        """
        self.seat = seat
        self.hero = -1  # slot of the hero
        self.prosperity = 3
        self.hand: list[SignumCard] = like.hand[:] if like else []
        self.deck: list[SignumCard] = like.deck[:] if like else []  # the top card is the last one: drawing is pop()
        self.graveyard: list[SignumCard] = like.graveyard[:] if like else []  # ordered: the last one is on top
        self.city: list[Building] = [building.clone() for building in like.city] if like else []
        self.relics: list[Relic] = [relic.clone() for relic in like.relics] if like else []
        self.tactics: list[SignumCard] = like.tactics[:] if like else []  # face down, in the order played
        self.sideboard: list[SignumCard] = like.sideboard[:] if like else []  # chosen buildings not built yet
        self.terrain: list[SignumCard] = like.terrain[:] if like else []  # chosen terrain cards
        self.failed_draws = 0
        self.kills = 0  # enemy characters eliminated (S-14.4)
        self.laid_terrain = False  # this turn (S-6.1)
        self.last_turn = -1  # the number of the player's last turn that is over
        self.out = 0  # in the game; otherwise when the hero fell: 1 for the first to fall (S-17.2)
        # Codes; a unique building is built once a game (S-4.6).
        self.built_unique: list[str] = like.built_unique[:] if like else []
        self.laid_unique: list[str] = like.laid_unique[:] if like else []
        # Codes whose First or Last Word was spoken: "f:core-012" (S-5.12).
        self.spoken: list[str] = like.spoken[:] if like else []

    @property
    def tapped(self) -> list[Building]:
        return [building for building in self.city if building.tapped]

    def clone(self) -> "Player":
        twin = Player(self.seat, self)
        twin.hero = self.hero
        twin.prosperity = self.prosperity
        twin.failed_draws = self.failed_draws
        twin.kills = self.kills
        twin.laid_terrain = self.laid_terrain
        twin.last_turn = self.last_turn
        twin.out = self.out
        return twin


class Options:
    """Game options, fixed at the start."""

    __slots__ = (
        "compensation", "compensation_cards", "deck_out_each_turn", "experienced_architect", "mulligan_then_discard",
        "physical_armour", "predator_defends", "shoulder_to_shoulder", "summoned_activated", "turn_cap",
    )  # fmt: skip

    def __init__(
        self, *, turn_cap: int = 60, mulligan_then_discard: bool = False, experienced_architect: bool = False,
        compensation: int = 0, compensation_cards: int = 0, shoulder_to_shoulder: bool = False,
        predator_defends: bool = False, summoned_activated: bool = False, deck_out_each_turn: bool = False,
        physical_armour: bool = False,
    ) -> None:  # fmt: skip
        self.turn_cap = turn_cap  # turns of all players together
        self.mulligan_then_discard = mulligan_then_discard  # SR-3
        self.experienced_architect = experienced_architect  # S-17.1
        self.compensation = compensation  # prosperity of each player who does not begin (SR-61)
        self.compensation_cards = compensation_cards  # further cards in the first hand of these players (SR-93)
        self.shoulder_to_shoulder = shoulder_to_shoulder  # S-17.3, with four players
        self.predator_defends = predator_defends  # SR-86
        self.summoned_activated = summoned_activated  # SR-87
        self.deck_out_each_turn = deck_out_each_turn  # SR-90
        self.physical_armour = physical_armour  # SR-91


@mypyc_attr(acyclic=True)
class Giver:
    """A card in play that gives creatures something while it stays.

    By an aura or a passive ability.
    """

    __slots__ = (
        "abilities", "creature", "faction", "gives", "is_bearer", "itself_only", "own_only", "seat", "team", "template",
    )  # fmt: skip

    def __init__(
        self, card: SignumCard, *, seat: int, team: int, creature: Creature | None, template: Template | None = None,
        is_bearer: bool = False,
    ) -> None:  # fmt: skip
        self.abilities = card.continuous
        self.faction = card.faction  # S-5.13: whose class cards it means
        self.gives = card.continuous_bits
        self.itself_only = card.gives_itself_only
        self.own_only = card.gives_own_only
        self.seat = seat  # for a bearer use the creature's seat and team: it may change sides
        self.team = team
        self.creature = creature  # the bearer; for relics and buildings the hero
        self.template = template
        self.is_bearer = is_bearer


@mypyc_attr(acyclic=True)
class Camp:
    """The creatures on the field as seen by one seat, in order of arrival.

    Those of an ally are neither its own nor enemies (S-17.3). The lists are shared and never changed.
    """

    __slots__ = ("enemies", "enemy_hero", "hero", "own")

    def __init__(self, creatures: list[Creature], seat: int, team: int) -> None:
        own: list[Creature] = []
        enemies: list[Creature] = []
        self.hero: Creature | None = None
        self.enemy_hero: Creature | None = None  # one of them, if there are several
        for creature in creatures:
            if creature.seat == seat:
                own.append(creature)
                if creature.is_hero:
                    self.hero = creature
            elif creature.team != team:
                enemies.append(creature)
                if creature.is_hero:
                    self.enemy_hero = creature
        self.own = own
        self.enemies = enemies


class Position:
    """The whole state of a game.

    `creatures` holds those on the field in order of arrival; the dead leave the list.
    """

    __slots__ = (
        "_camps", "_camps_among", "_log", "active", "after", "allowed", "answers", "chance", "creatures", "first",
        "givers", "givers_among", "gives", "has_allies", "listening", "moving", "next_slot", "options", "phase",
        "places", "players", "resolving", "running", "sides", "teams", "templates", "trajectory", "turn", "winner",
        "winning_reason",
    )  # fmt: skip

    def __init__(
        self, *, seats: int, chance: Chance, log: Log | None = None, options: Options | None = None,
        like: "Position | None" = None,
    ) -> None:  # fmt: skip
        self.players: list[Player] = (
            [player.clone() for player in like.players] if like else [Player(seat) for seat in range(seats)]
        )
        self.creatures: list[Creature] = [creature.clone() for creature in like.creatures] if like else []
        self.templates: list[Template] = [template.clone() for template in like.templates] if like else []
        self.turn = 0  # the number of the running turn, counted over all players; 0 before the first
        self.active = 0  # whose turn it is; before the first turn, whose decision
        self.first = 0  # who has the first turn (S-3.1)
        self.phase = INITIAL
        self.moving = NOBODY  # slot of the creature that has declared a move and not made it yet (SR-54)
        self.running = False  # whether that move is a Run
        self.next_slot = 0
        self.options = options if options is not None else Options()
        # Of each seat; the lists are shared and never changed.
        self.teams: list[int] = (
            like.teams if like else teams_of(seats, shoulder_to_shoulder=self.options.shoulder_to_shoulder)
        )
        self.has_allies: bool = like.has_allies if like else len(set(self.teams)) < seats
        self.after: list[list[int]] = like.after if like else followers(list(range(seats)))  # whose turns come next
        self.sides: list[HomeSide] = like.sides if like else sides_of(self.teams, list(range(seats)), 0)
        self.chance = chance
        self._log = log if log is not None else SilentLog()
        self.listening = self._log.listening
        # Of the action being done. Positions are cloned between actions, never inside one.
        self.answers: Answers = Answers(consult=like.answers.consult if like else None)
        self.resolving: list[tuple[int, Ability]] = []  # triggered abilities being resolved and whose, innermost last
        self.winner = NO_WINNER  # or a seat, or victory.DRAW, or victory.SHARED
        self.places: tuple[int, ...] = ()  # of more than two players, once the game is over
        self.winning_reason = ""
        # Caches. A change of what is in play must call forget_in_play, any other change disturb.
        self.allowed: Action | None = None  # what the rules have just allowed here: not checked again when done
        self.trajectory: Trajectory | None = None  # of the move in that action, until something else happens
        self.givers: list[Giver] = []
        self.givers_among = -1
        self.gives = 0  # everything they can give, one bit each
        self._camps: list[Camp | None] = []  # by seat
        self._camps_among = -1

    @property
    def log(self) -> Log:
        return self._log

    @log.setter
    def log(self, log: Log) -> None:
        # Rules check `listening` before they create an event; asking the log is a call into another compiled group.
        if log is not self._log:
            self._log = log
            self.listening = log.listening

    def disturb(self) -> None:
        """Forgets what was allowed and computed: something in the position changes."""
        self.allowed = None
        self.trajectory = None

    def forget_in_play(self) -> None:
        """Forgets what depends on the cards in play.

        Called when a creature, relic, building or template comes, goes or changes sides.
        """
        self.givers_among = -1
        self._camps_among = -1
        self.disturb()

    def camp(self, seat: int) -> Camp:
        """The creatures on the field for and against this seat."""
        if self._camps_among != len(self.creatures):
            self._camps = [None] * len(self.players)
            self._camps_among = len(self.creatures)
        camp = self._camps[seat]
        if camp is None:
            camp = Camp(self.creatures, seat, self.teams[seat])
            self._camps[seat] = camp
        return camp

    def share_in_play(self, other: "Position") -> None:
        """Shares the creatures of another position, and what was computed from them."""
        self.creatures = other.creatures
        self.gives = other.gives
        self.givers = other.givers
        self.givers_among = other.givers_among
        self._camps = other._camps
        self._camps_among = other._camps_among

    def clone(self) -> "Position":
        """A copy with a silent log that resolves nothing."""
        twin = Position(seats=0, chance=self.chance.clone(), options=self.options, like=self)
        twin.turn = self.turn
        twin.active = self.active
        twin.first = self.first
        twin.phase = self.phase
        twin.moving = self.moving
        twin.running = self.running
        twin.next_slot = self.next_slot
        twin.winner = self.winner
        twin.winning_reason = self.winning_reason
        twin.places = self.places
        return twin

    def creature(self, slot: int) -> Creature | None:
        """The creature with this slot, or None once it is gone."""
        if slot < 0:
            return None
        for creature in self.creatures:
            if creature.slot == slot:
                return creature
        return None

    def hero(self, seat: int) -> Creature | None:
        return self.creature(self.players[seat].hero)
