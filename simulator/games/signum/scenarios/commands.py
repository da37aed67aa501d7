"""Reads the commands of a scenario: actions, and queries about the position.

Answers to questions that a command leaves open are player.py.
"""

from typing import Final

from simulator.engine.play.chance import ScriptEnded
from simulator.engine.play.scenario import ScenarioError
from simulator.engine.values import fold
from simulator.games.signum.board.geometry import gap_mm
from simulator.games.signum.board.line_of_sight import sees
from simulator.games.signum.cardfile.inline import named_card
from simulator.games.signum.cardfile.loader import find_cards
from simulator.games.signum.cardfile.notation.words import KEYWORD_NAMES
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import BY_CODE, MAGICAL_STRIKE
from simulator.games.signum.game.game import Game
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.activation.permissions import can_act, contract_of, must_declare, why_not_as_it_stands
from simulator.games.signum.rules.combat.ranged import KEYWORD_OF
from simulator.games.signum.rules.play.cards import full_cost, surcharge_of
from simulator.games.signum.rules.player.city import payment
from simulator.games.signum.rules.terrain.terrain import touches
from simulator.games.signum.scenarios.fields import ScenarioFields
from simulator.games.signum.scenarios.position import Scenario
from simulator.games.signum.state.actions import (
    MELEE,
    PASSAGE,
    SEARCH,
    SHADOW,
    SHOOT,
    USE,
    Action,
    Activate,
    Build,
    DeclareMove,
    EndTurn,
    LayTerrain,
    Play,
    SkipBuild,
    UseAbility,
    UseBuilding,
    UseRelic,
)
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.refusals import BAD_TARGET, NO_SUCH_CARD, NO_SUCH_CREATURE, IllegalMove

COMMANDS: Final = {
    "build": ("build",),
    "skip_build": ("skip_build",),
    "play": ("play", "pay", "at", "target", "choose", "surcharge", "replace", "to", "opponent"),
    "terrain": ("terrain", "at", "pay"),
    "activate": (
        "activate", "move", "run", "melee", "split", "shoot", "kind", "use", "target", "detect", "search", "passage",
        "shadow", "pass", "contract", "choose", "chase", "to", "opponent", "reroll", "tokens",
    ),
    "use": ("use", "target", "choose", "to", "opponent"),
    "end_turn": ("end_turn", "target", "choose", "opponent"),
    "query": ("query", "from", "to", "of"),
}  # fmt: skip
DEEDS: Final[tuple[str, ...]] = (MELEE, SHOOT, SEARCH, PASSAGE)
# Abilities in `use` that accompany another deed.
ALONGSIDE: Final = ("contract", "magical_strike")


class CommandReader:
    """Turns commands into actions, and names into creatures and templates."""

    __slots__ = ("scenario",)

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    @property
    def position(self) -> Position:
        return self.scenario.game.position

    def command(self, data: object, *, path: str) -> tuple[str, ScenarioFields]:
        """The name of the command, and its fields."""
        names = list(data) if isinstance(data, dict) else []
        for name, known in COMMANDS.items():
            if name in names and (name != "use" or "activate" not in names) and (name != "terrain" or "at" in names):
                return name, ScenarioFields(data, path, known)
        raise ScenarioError(path, f"no command in {data!r}; expected one of {', '.join(COMMANDS)}")

    # --- names

    def creature(self, name: str) -> Creature:
        """A creature by id; one summoned during the scenario also by its card's name."""
        slot = self.scenario.slots.get(name)
        for creature in self.position.creatures:
            if creature.slot == slot if slot is not None else _has_name(creature, name):
                return creature
        raise IllegalMove(NO_SUCH_CREATURE, f"There is no creature {name!r} on the battlefield.")

    def target(self, name: str) -> int:
        """The slot of a creature or template; -1 for anything else."""
        if name in self.scenario.templates:
            return self.scenario.templates[name]
        if name in self.scenario.slots or any(_has_name(creature, name) for creature in self.position.creatures):
            return self.creature(name).slot
        return -1

    def template(self, name: str) -> int:
        if name not in self.scenario.templates:
            raise IllegalMove(BAD_TARGET, f"There is no terrain {name!r}.")
        return self.scenario.templates[name]

    # --- actions

    def action(self, name: str, fields: ScenarioFields) -> Action:
        if name == "build":
            with fields.read():
                return Build(named_card(fields.text("build"), types=("building",)).code)
        if name == "skip_build":
            return SkipBuild()
        if name == "end_turn":
            return EndTurn()
        if name == "play":
            return self._play(fields)
        if name == "terrain":
            with fields.read():
                code = named_card(fields.text("terrain"), types=("terrain",)).code
            return LayTerrain(code, at=fields.point("at"), pay=self._pay(fields))
        if name == "use":
            return self._use(fields)
        return self._activate(fields)

    def _play(self, fields: ScenarioFields) -> Play:
        seat = self.position.active
        card = _find_by_name(self.position.players[seat].hand, fields.text("play"))
        if card is None:
            raise IllegalMove(NO_SUCH_CARD, f"{fields.text('play')} is not in the hand.")
        with_surcharge = surcharge_of(card) is not None
        if with_surcharge and "surcharge" in fields.data:
            with_surcharge = fields.flag("surcharge")
        elif with_surcharge:
            with_surcharge = (
                payment(self.position, seat, full_cost(card, surcharge=True), self._pay(fields)) is not None
            )
        target = first_target(fields)
        slot = self.target(target) if target else -1
        pick = self._pick(target) if target and slot < 0 else ""
        return Play(
            card.code,
            at=fields.point("at") if "at" in fields.data else None,
            target=slot,
            pick=pick,
            choose=fields.number("choose", default=-1),
            surcharge=with_surcharge,
            pay=self._pay(fields),
        )

    def _pick(self, name: str) -> str:
        """The code of a building or relic in play."""
        for player in self.position.players:
            for card in [building.card for building in player.city] + [relic.card for relic in player.relics]:
                if card.code in codes_of(name):
                    return card.code
        raise IllegalMove(NO_SUCH_CREATURE, f"There is nothing called {name!r} in play.")

    def _pay(self, fields: ScenarioFields) -> tuple[str, ...]:
        with fields.read():
            return tuple(named_card(str(name), types=("building",)).code for name in fields.sequence("pay"))

    def _use(self, fields: ScenarioFields) -> Action:
        seat, name = self.position.active, fields.text("use")
        target = first_target(fields)
        slot = self.target(target) if target else -1
        choose = fields.number("choose", default=-1)
        relic = _find_by_name([relic.card for relic in self.position.players[seat].relics], name)
        if relic is not None:
            return UseRelic(relic.code, target=slot, choose=choose)
        building = _find_by_name([building.card for building in self.position.players[seat].city], name)
        if building is None:
            return self._use_creature(name, slot, choose)
        used = [number for number, ability in enumerate(building.abilities) if ability.kind == "used"]
        return UseBuilding(building.code, ability=used[0] if used else 0, target=slot, choose=choose)

    def _use_creature(self, name: str, slot: int, choose: int) -> UseAbility:
        """SR-76 The first ability of a creature that needs no activation."""
        if self.target(name) < 0 or name in self.scenario.templates:
            raise IllegalMove(NO_SUCH_CARD, f"There is no relic, building or creature {name!r} to use.")
        creature = self.creature(name)
        used = [number for number, ability in enumerate(creature.card.abilities) if ability.kind == "used"]
        return UseAbility(creature.slot, ability=used[0] if used else 0, target=slot, choose=choose)

    def _activate(self, fields: ScenarioFields) -> Activate:
        creature = self.creature(fields.text("activate"))
        used = self._used(fields)
        then = self._deed(fields, used)
        target = self._deed_target(creature, fields, then)
        return Activate(
            creature.slot,
            path=tuple(fields.points("move")),
            run=fields.flag("run"),
            detect=self.creature(fields.text("detect")).slot if "detect" in fields.data else -1,
            then=then,
            target=target,
            kind=self._kind(creature, fields, then, used),
            choose=fields.number("choose", default=-1),
            contract=self._contract(creature, fields, used),
            splits=self._splits(fields),
        )

    def _used(self, fields: ScenarioFields) -> str:
        name = fields.text("use")
        keyword = KEYWORD_NAMES.get(fold(name))
        return keyword.code if keyword is not None else ("activated" if name else "")

    def _deed(self, fields: ScenarioFields, used: str) -> str:
        deeds = [deed for deed in DEEDS if deed in fields.data]
        if fields.flag("shadow"):
            deeds.append(SHADOW)
        if used and used not in ALONGSIDE:
            deeds.append(USE)
        if len(deeds) > 1:
            raise ScenarioError(fields.path, f"one activation cannot {' and '.join(deeds)}")
        return deeds[0] if deeds else ""

    def _deed_target(self, creature: Creature, fields: ScenarioFields, then: str) -> int:
        if then in (MELEE, SHOOT):
            return self.creature(fields.text(then)).slot
        if then == SEARCH:
            return self.template(fields.text(then))
        if then == PASSAGE:
            return self._entrance(creature, self.template(fields.text(then)))
        target = first_target(fields)
        return self.target(target) if target else -1

    def _entrance(self, creature: Creature, slot: int) -> int:
        """S-6.5 The ruins where the creature is; `passage` may also name the exit."""
        for template in self.position.templates:
            if template.slot == slot and touches(creature, template):
                return slot
        for template in self.position.templates:
            if template.slot != slot and template.is_ruins and touches(creature, template):
                return template.slot
        return slot

    def _kind(self, creature: Creature, fields: ScenarioFields, then: str, used: str) -> str:
        kind = fold(fields.text("kind")).replace(" ", "_")
        if then == USE:
            return used
        if then == SHOOT:
            kinds = [known for known in KEYWORD_OF if stats.value(self.position, creature, KEYWORD_OF[known])]
            return kind or (kinds[0] if kinds else "shot")
        if then == MELEE:
            if kind or used == "magical_strike":
                return kind or used
            # The default is Magical Strike, unless the command splits strength dice.
            has = stats.has(self.position, creature, MAGICAL_STRIKE)
            return "magical_strike" if has and creature.name not in fields.mapping("split") else ""
        return kind

    def _contract(self, creature: Creature, fields: ScenarioFields, used: str) -> bool:
        """K-12 By default a contract is paid for a creature that does something."""
        if "contract" in fields.data:
            return fields.flag("contract")
        if used == "contract":
            return True
        payable = contract_of(self.position, creature) is not None and self.position.players[creature.seat].prosperity
        return bool(payable) and not fields.flag("pass")

    def _splits(self, fields: ScenarioFields) -> tuple[tuple[int, int, int], ...]:
        splits: list[tuple[int, int, int]] = []
        split = fields.mapping("split")
        for name in split:
            attack, defence = ScenarioFields(split, fields.at("split"), list(split)).numbers(name, length=2)
            splits.append((self.creature(name).slot, int(attack), int(defence)))
        return tuple(splits)

    # --- queries

    def answer(self, fields: ScenarioFields) -> object:
        query = fields.text("query")
        if query in ("line_of_sight", "distance"):
            source, target = self.creature(fields.text("from")), self.creature(fields.text("to"))
            return sees(self.position, source, target) if query == "line_of_sight" else gap_mm(source, target)
        creature = self.creature(fields.text("of"))
        if query == "strength":
            return stats.strength(self.position, creature)
        if query == "movement":
            return stats.movement(self.position, creature)
        if query == "health":
            return stats.health(self.position, creature)
        if query in BY_CODE:
            return stats.value(self.position, creature, BY_CODE[query].index)
        raise ScenarioError(fields.at("query"), f"{query!r}; expected line_of_sight, distance or strength")


def steps_of(game: Game, action: Action) -> list[Action]:
    """K-50, SR-54 The actions of a command: a move whose way waits for a die is declared before.

    A way that only the die has barred is not made (SR-38); one that could not be taken before either is refused. What
    the die shows is found out on a clone, so that a refused command changes nothing.
    """
    creature = game.position.creature(action.slot) if isinstance(action, Activate) else None
    if not isinstance(action, Activate) or creature is None or not action.path:
        return [action]
    if not must_declare(game.position, creature) or not can_act(game.position, game.position.active, creature):
        return [action]
    declaration = DeclareMove(action.slot, run=action.run, contract=action.contract)
    way = Activate(
        action.slot, path=action.path, run=action.run, detect=action.detect, then=action.then, target=action.target,
        kind=action.kind, choose=action.choose, splits=action.splits,
    )  # fmt: skip
    if game.refusal(declaration) is not None:
        return [declaration]
    too_early = why_not_as_it_stands(game.position, game.position.active, action)
    trial = game.clone()
    try:
        trial.apply(declaration)
    except ScriptEnded:
        if too_early is not None:
            raise too_early from None
        raise
    if trial.position.moving != action.slot:
        return [declaration]  # it has fallen before it could move
    refusal = trial.refusal(way)
    if refusal is None:
        return [declaration, way]
    if too_early is not None:
        raise refusal
    return [declaration, Activate(action.slot)]


def targets(fields: ScenarioFields) -> list[str]:
    """`target: id`, or a list of ids where several are chosen."""
    value = fields.data.get("target")
    if value is None:
        return []
    return [str(name) for name in value] if isinstance(value, (list, tuple)) else [str(value)]


def first_target(fields: ScenarioFields) -> str:
    names = targets(fields)
    return names[0] if names else ""


def _has_name(creature: Creature, name: str) -> bool:
    return fold(name).replace("_", " ") in (fold(creature.card.names.en), creature.card.code, creature.name)


def codes_of(name: str) -> list[str]:
    """The possible codes of a card with this name."""
    return [fold(name), f"inline-{fold(name).replace(' ', '_')}", *[card.code for card in find_cards(name)]]


def _find_by_name(cards: list[SignumCard], name: str) -> SignumCard | None:
    for card in cards:
        if fold(name) == card.code or fold(name) in [fold(known) for known in card.names.values()]:
            return card
    return None
