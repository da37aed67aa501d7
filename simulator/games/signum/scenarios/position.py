"""Sets up the game of a scenario from plain data.

docs/scenarios.md describes the format. Reading YAML is simulator/management/scenario_files.py; commands are
commands.py, running a scenario and comparing the result expectations.py.
"""

import re
from collections.abc import Mapping
from typing import Final

from simulator.engine.cards.card import CatalogueError
from simulator.engine.play.chance import Scripted
from simulator.engine.play.event_log import Log
from simulator.engine.play.scenario import ScenarioError
from simulator.engine.values import Words, fold
from simulator.games.signum.cardfile.inline import blank_card, inline_card, inline_creature, named_card
from simulator.games.signum.cardfile.loader import find_cards, signum_cards
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import TRAITS
from simulator.games.signum.game.game import Game
from simulator.games.signum.rules.abilities.opponents import next_turn_of
from simulator.games.signum.rules.player.relics import new_relic
from simulator.games.signum.rules.turn import initial_phase
from simulator.games.signum.scenarios.fields import ScenarioFields
from simulator.games.signum.state.position import (
    ACTIVATION,
    CONSTRUCTION,
    INITIAL,
    Building,
    Creature,
    Options,
    Player,
    Position,
    Template,
)

SEATS: Final = ("a", "b", "c", "d")
KEYS: Final = ("id", "cites", "title", "turn", "players", "terrain", "dice", "options", "do", "expect")
PLAYER_KEYS: Final = (
    "prosperity", "hero", "characters", "city", "tapped", "hand", "deck", "graveyard", "relics", "tactics",
    "failed_draws", "kills", "buildings",
)  # fmt: skip
CARD_KEYS: Final = (
    "card",
    "strength",
    "movement",
    "health",
    "base",
    "race",
    "abilities",
    "slots",
    "class_card",
    "faction",
)
CREATURE_KEYS: Final = (
    "id", "at", "wounds", "armour", "hidden", "activated", "summoned_this_turn", "attacked_this_turn",
    "shot_at_last_turn", "concentration", *CARD_KEYS,
)  # fmt: skip
TYPE_IN: Final = {"relics": "relic", "tactics": "tactic"}
DEFAULT_HERO: Final = {"strength": 1, "movement": "M", "health": 20}


class Scenario:
    """A scenario ready to run.

    It has the game, and the slots of named creatures and templates.
    """

    __slots__ = ("chance", "cites", "commands", "expected", "game", "id", "log", "slots", "templates")

    def __init__(self, data: object) -> None:
        top = ScenarioFields(data, "", KEYS)
        self.id = top.text("id")
        if not self.id:
            raise ScenarioError("id", "every scenario has an id")
        self.cites = [str(rule) for rule in top.sequence("cites")]
        self.commands = top.sequence("do")
        self.expected = top.mapping("expect")
        self.slots: dict[str, int] = {}  # of creatures, by id
        self.templates: dict[str, int] = {}
        self.chance = Scripted(*[_die(value) for value in top.sequence("dice")])
        self.log = Log()
        position = Position(seats=_seats(top), chance=self.chance, log=self.log, options=_options(top))
        self._lay_out(position, top)
        self.game = Game(position, log=self.log)

    def _lay_out(self, position: Position, top: ScenarioFields) -> None:
        turn = ScenarioFields(top.mapping("turn"), "turn", ("active", "phase", "number"))
        position.turn = turn.number("number", default=1)
        position.active = position.first = seat_of(
            turn.text("active") or "a", path="turn.active", seats=len(position.players)
        )
        position.phase = turn.text("phase") or ACTIVATION
        if position.phase not in (INITIAL, CONSTRUCTION, ACTIVATION):
            raise ScenarioError("turn.phase", f"{position.phase!r}; expected initial, construction or activation")
        for player in position.players:
            is_active = player.seat == position.active
            next_turn = position.turn if is_active else next_turn_of(position, player.seat)
            player.last_turn = next_turn - len(position.players)
        players = ScenarioFields(top.mapping("players"), "players", SEATS)
        names = SEATS[: len(position.players)]
        sides = [ScenarioFields(players.mapping(name), f"players.{name}", PLAYER_KEYS) for name in names]
        for seat, side in enumerate(sides):
            self._add_hero(position, seat, side)
        for seat, side in enumerate(sides):
            for number, data in enumerate(side.sequence("characters")):
                self._add_character(position, seat, data, path=f"players.{SEATS[seat]}.characters[{number}]")
            _fill_zones(position.players[seat], side)
        for number, data in enumerate(top.sequence("terrain")):
            self._add_template(position, data, path=f"terrain[{number}]")
        if position.phase == INITIAL:
            initial_phase(position)

    def dice_left(self) -> bool:
        return bool(self.chance.left)

    # --- creatures and terrain

    def _add_hero(self, position: Position, seat: int, side: ScenarioFields) -> None:
        path = f"players.{SEATS[seat]}.hero"
        hero_data = side.mapping("hero")
        defaults = {} if "card" in hero_data else DEFAULT_HERO
        fields = ScenarioFields({**defaults, **hero_data}, path, CREATURE_KEYS)
        base = fields.number("base", default=32)
        own = position.sides[seat]
        at = fields.point("at", default=own.place(own.middle, base / 2))
        hero = self._creature(position, seat, fields, name=f"{SEATS[seat]}.hero", at=at, is_hero=True)
        position.players[seat].hero = hero.slot

    def _add_character(self, position: Position, seat: int, data: object, *, path: str) -> None:
        fields = ScenarioFields(data, path, CREATURE_KEYS)
        name = fields.text("id") or fold(fields.text("card")).replace(" ", "_")
        if not name:
            raise ScenarioError(f"{path}.id", "a creature needs an id")
        if name in self.slots:
            raise ScenarioError(f"{path}.id", f"two creatures are called {name!r}")
        self._creature(position, seat, fields, name=name, at=fields.point("at"), is_hero=False)

    def _creature(
        self,
        position: Position,
        seat: int,
        fields: ScenarioFields,
        *,
        name: str,
        at: tuple[float, float],
        is_hero: bool,
    ) -> Creature:
        card_data = {key: value for key, value in fields.data.items() if key in CARD_KEYS}
        with fields.read():
            card = inline_creature(card_data, name=name, is_hero=is_hero)
        team = position.teams[seat]
        creature = Creature(slot=position.next_slot, name=name, card=card, seat=seat, x=at[0], y=at[1], team=team)
        position.next_slot += 1
        creature.wounds = fields.number("wounds")
        creature.armour = fields.number("armour", default=creature.armour)
        creature.hidden = fields.flag("hidden")
        creature.activated = fields.flag("activated")
        creature.summoned = fields.flag("summoned_this_turn")
        creature.attacked = fields.flag("attacked_this_turn")
        creature.concentration = fields.number("concentration")
        creature.shot_at = position.turn - 1 if fields.flag("shot_at_last_turn") else -1
        position.creatures.append(creature)
        self.slots[name] = creature.slot
        return creature

    def _add_template(self, position: Position, data: object, *, path: str) -> None:
        fields = ScenarioFields(data, path, ("id", "name", "disc", "polygon", "abilities", "owner", "at", "searched"))
        name = fields.text("id") or fold(fields.text("name"))
        card = _terrain_card(fields, name)
        x, y = fields.point("at", default=(0.0, 0.0))
        radius, points = card.radius, tuple((x + px, y + py) for px, py in card.polygon)
        if "disc" in fields.data:
            x, y, radius = fields.numbers("disc", length=3)
            points = ()
        elif "polygon" in fields.data:
            radius, points = 0.0, tuple(fields.points("polygon"))
            x, y = sum(px for px, _ in points) / len(points), sum(py for _, py in points) / len(points)
        traits = tuple(fold(str(trait)).replace(" ", "_") for trait in fields.sequence("abilities")) or card.traits
        for trait in traits:
            if trait not in TRAITS:
                raise ScenarioError(f"{path}.abilities", f"{trait!r}; expected some of {', '.join(TRAITS)}")
        owner = seat_of(fields.text("owner") or "a", path=path, seats=len(position.players))
        template = Template(
            slot=position.next_slot, name=name, card=card, owner=owner,
            x=x, y=y, radius=radius, points=points, traits=traits,
        )  # fmt: skip
        template.searched = fields.flag("searched")
        position.next_slot += 1
        position.templates.append(template)
        self.templates[name] = template.slot


def seat_of(name: str, *, path: str, seats: int) -> int:
    if name not in SEATS[:seats]:
        raise ScenarioError(path, f"{name!r}; expected {', '.join(SEATS[: seats - 1])} or {SEATS[seats - 1]}")
    return SEATS.index(name)


def _seats(top: ScenarioFields) -> int:
    """S-17.2, S-17.3 Two players, or as many as `players` names; four with Shoulder to Shoulder."""
    named = [SEATS.index(name) + 1 for name in top.mapping("players") if name in SEATS]
    return 4 if _options(top).shoulder_to_shoulder else max([2, *named])


def _die(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ScenarioError("dice", f"{value!r} is no number on a die")
    return value


def _options(top: ScenarioFields) -> Options:
    flags = (
        "mulligan_then_discard", "experienced_architect", "shoulder_to_shoulder", "predator_defends",
        "summoned_activated", "deck_out_each_turn", "physical_armour",
    )  # fmt: skip
    fields = ScenarioFields(top.mapping("options"), "options", ("turn_cap", *flags))
    return Options(
        turn_cap=fields.number("turn_cap", default=60),
        mulligan_then_discard=fields.flag("mulligan_then_discard"),
        experienced_architect=fields.flag("experienced_architect"),
        shoulder_to_shoulder=fields.flag("shoulder_to_shoulder"),
        predator_defends=fields.flag("predator_defends"),
        summoned_activated=fields.flag("summoned_activated"),
        deck_out_each_turn=fields.flag("deck_out_each_turn"),
        physical_armour=fields.flag("physical_armour"),
    )


def _terrain_card(fields: ScenarioFields, name: str) -> SignumCard:
    """The catalogue card with this name.

    Templates with a shape of their own need none.
    """
    card_name = fields.text("name")
    cards = find_cards(card_name, types=("terrain",)) if card_name else ()
    if len(cards) == 1:
        return cards[0]
    if "disc" in fields.data or "polygon" in fields.data:
        return SignumCard(code=f"inline-{fold(name).replace(' ', '_')}", names=Words.same(name), type="terrain")
    with fields.read():
        return named_card(card_name, types=("terrain",))


# --- zones


def _fill_zones(player: Player, side: ScenarioFields) -> None:
    player.prosperity = side.number("prosperity", default=3)
    player.failed_draws = side.number("failed_draws")
    player.kills = side.number("kills")
    player.hand = _cards(side, "hand")
    player.graveyard = _cards(side, "graveyard")
    player.tactics = _cards(side, "tactics")
    player.relics = [new_relic(card) for card in _cards(side, "relics")]
    # The format names the top card first; the engine draws from the end.
    player.deck = list(reversed(_cards(side, "deck")))
    with side.read():
        _fill_city(player, side)


def _fill_city(player: Player, side: ScenarioFields) -> None:
    """S-4.6 By default a player has chosen all buildings and terrain.

    `buildings` names the chosen ones instead.
    """
    for name in side.sequence("city"):
        player.city.append(Building(named_card(str(name), types=("building",))))
    for name in side.sequence("tapped"):
        code = named_card(str(name), types=("building",)).code
        standing = [building for building in player.city if building.card.code == code]
        if not standing:
            raise ScenarioError(f"{side.path}.tapped", f"{name!r} does not stand in the city")
        standing[0].tapped = True
    seen = [building.card for building in player.city] + [card for card in player.graveyard if card.type == "building"]
    player.built_unique = [card.code for card in seen if card.unique]
    if "buildings" in side.data:
        player.sideboard = [named_card(str(name), types=("building",)) for name in side.sequence("buildings")]
    else:
        codes = [card.code for card in seen]
        player.sideboard = [card for card in signum_cards() if card.type == "building" and card.code not in codes]
    player.terrain = [card for card in signum_cards() if card.type == "terrain"]


def _cards(side: ScenarioFields, zone: str) -> list[SignumCard]:
    value = side.data.get(zone, [])
    if isinstance(value, int) and not isinstance(value, bool):
        return [blank_card(number + 1) for number in range(value)]
    cards: list[SignumCard] = []
    for number, data in enumerate(side.sequence(zone)):
        try:
            cards.append(card_of(data, default_type=TYPE_IN.get(zone, "")))
        except CatalogueError as error:
            raise ScenarioError(f"{side.path}.{zone}[{number}]", str(error)) from error
    return cards


def card_of(data: object, *, default_type: str = "") -> SignumCard:
    """A card by its catalogue name or inline data.

    Fields of creatures on the field are ignored.
    """
    if not isinstance(data, Mapping):
        return named_card(str(data))
    fields = {str(key): value for key, value in data.items() if key not in ("id", "at")}
    if "type" not in fields:
        fields["type"] = default_type or _type_of(fields)
    if isinstance(fields.get("target"), str):
        # Players write "any enemy creature", programs "enemy_creature".
        fields["target"] = re.sub(r"^any ", "", str(fields["target"]).replace("_", " "))
    return inline_card({**fields, **_plain_abilities(fields)})


def _plain_abilities(fields: Mapping[str, object]) -> dict[str, object]:
    """S-5.9 Removes "in melee" from "+2 strength in melee".

    Multiple Uses always means that.
    """
    values = fields.get("abilities")
    if not isinstance(values, (list, tuple)):
        return {}
    return {"abilities": [re.sub(r" in melee$", "", value) if isinstance(value, str) else value for value in values]}


def _type_of(fields: Mapping[str, object]) -> str:
    """The type of an inline card that does not name one, from its fields."""
    for field, card_type in (("relic", "relic"), ("when", "tactic"), ("effect", "spell")):
        if field in fields:
            return card_type
    return "character"
