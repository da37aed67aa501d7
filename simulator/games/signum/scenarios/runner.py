"""Runs a scenario and compares the result with its expectations.

Also serialises positions, for the comparison and for the command `run_scenario`.
"""

from typing import Final

from simulator.engine.play.chance import ScriptEnded
from simulator.engine.play.scenario import ScenarioError, ScenarioResult
from simulator.engine.values import fold
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.game.view import position_parts
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.player.victory import DRAW, SHARED
from simulator.games.signum.scenarios.commands import CommandReader, steps_of
from simulator.games.signum.scenarios.fields import ScenarioFields
from simulator.games.signum.scenarios.player import DefaultPlayer
from simulator.games.signum.scenarios.position import SEATS, Scenario, seat_of
from simulator.games.signum.state.position import NO_WINNER, Creature, Player, Position, Template
from simulator.games.signum.state.refusals import IllegalMove

TOLERANCE_MM: Final = 0.6
DEAD: Final = "dead"
EXPECTED: Final = ("error", "creatures", "players", "answers", "winner", "places", "reason", "terrain", "turn")


def run(data: object) -> ScenarioResult:
    """Runs a scenario; raises ScenarioError if it is not valid."""
    scenario = Scenario(data)
    expected = ScenarioFields(scenario.expected, "expect", EXPECTED)
    run = _ScenarioRun(scenario)
    for number, command in enumerate(scenario.commands):
        if not run.command(number, command):
            break
    differences = run.differences + _differences(run, expected)
    state = serialize_position(scenario.game.position)
    return ScenarioResult(scenario.id, differences, state, [event.as_json() for event in scenario.log.events])


class _ScenarioRun:
    """A scenario being run.

    Collects answers to queries, the refused command, and errors on the way.
    """

    __slots__ = ("answers", "differences", "reader", "refusal", "refused_at", "scenario")

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.reader = CommandReader(scenario)
        self.answers: list[object] = []
        self.differences: list[str] = []
        self.refusal: IllegalMove | None = None
        self.refused_at = -1

    def command(self, number: int, data: object) -> bool:
        """Executes one command; False if no other can follow."""
        name, fields = self.reader.command(data, path=f"do[{number}]")
        game = self.scenario.game
        before = position_parts(game.position)
        try:
            if name == "query":
                self.answers.append(self.reader.answer(fields))
                return True
            action = self.reader.action(name, fields)
            game.consult = DefaultPlayer(self.reader, fields).answer
            for step in steps_of(game, action):
                refusal = game.refusal(step)
                if refusal is not None:
                    raise refusal
                game.apply(step)
        except IllegalMove as refusal:
            self.refusal, self.refused_at = refusal, number
            if position_parts(game.position) != before:
                self.differences.append(f"do[{number}] was refused ({refusal.code}) but something changed")
            return False
        except (RuntimeError, ScriptEnded) as error:  # the script of dice
            self.differences.append(f"do[{number}]: {error}")
            return False
        except ScenarioError:
            raise
        except ValueError as error:
            self.differences.append(f"do[{number}]: {error}")
            return False
        return True


def _differences(run: _ScenarioRun, expected: ScenarioFields) -> list[str]:
    scenario = run.scenario
    position = scenario.game.position
    differences: list[str] = []
    _compare_error(run, expected.text("error"), differences)
    if not run.differences and scenario.chance.left:
        differences.append(f"dice left over: {list(scenario.chance.left)}")
    for name, wanted in expected.mapping("creatures").items():
        _compare_creature(run, name, wanted, differences)
    for name, wanted in expected.mapping("terrain").items():
        _compare_template(run, name, wanted, differences)
    for name, wanted in expected.mapping("players").items():
        seat = seat_of(name, path="expect.players", seats=len(position.players))
        _compare_player(position, position.players[seat], wanted, differences)
    if "answers" in expected.data:
        _compare("answers", run.answers, expected.sequence("answers"), differences)
    if "winner" in expected.data:
        _compare("winner", _winner(position), expected.data["winner"], differences)
    if "places" in expected.data:
        places = dict(zip(SEATS, position.places, strict=False))
        _compare("places", places, expected.mapping("places"), differences)
    if "reason" in expected.data:
        _compare("reason", position.winning_reason, expected.data["reason"], differences)
    if "turn" in expected.data:
        turn = {"active": SEATS[position.active], "phase": position.phase}
        _compare("turn", turn, expected.data["turn"], differences)
    return differences


def _compare_error(run: _ScenarioRun, wanted: str, differences: list[str]) -> None:
    refusal = run.refusal
    if refusal is None:
        if wanted:
            differences.append(f"error: expected {wanted}, but nothing was refused")
    elif refusal.code != wanted:
        expected = wanted or "nothing to be refused"
        place = f"do[{run.refused_at}]"
        differences.append(f"error: expected {expected}, found {refusal.code} at {place}: {refusal.sentence}")
    elif run.refused_at != len(run.scenario.commands) - 1:
        differences.append(f"error: do[{run.refused_at}] was refused, not the last command")


def _compare(field: str, actual: object, wanted: object, differences: list[str]) -> None:
    if not _matches(actual, wanted):
        differences.append(f"{field}: expected {wanted!r}, found {actual!r}")


def _matches(actual: object, wanted: object) -> bool:
    """Compares numbers with a tolerance, lists by item, objects by wanted field."""
    if isinstance(actual, bool) or isinstance(wanted, bool) or actual is None or wanted is None:
        return actual is wanted
    if isinstance(actual, (int, float)) and isinstance(wanted, (int, float)):
        is_exact = isinstance(actual, int) and isinstance(wanted, int)
        return actual == wanted if is_exact else abs(actual - wanted) <= TOLERANCE_MM
    if isinstance(actual, (list, tuple)) and isinstance(wanted, (list, tuple)):
        return len(actual) == len(wanted) and all(map(_matches, actual, wanted))
    if isinstance(actual, dict) and isinstance(wanted, dict):
        return all(name in actual and _matches(actual[name], value) for name, value in wanted.items())
    if isinstance(actual, str) and isinstance(wanted, str):
        return fold(actual) == fold(wanted)
    return False


# --- creatures and terrain


def _compare_creature(run: _ScenarioRun, name: str, wanted: object, differences: list[str]) -> None:
    try:
        actual = serialize_creature(run.reader.position, run.reader.creature(name))
    except IllegalMove:
        if name not in run.scenario.slots and wanted != DEAD:
            differences.append(f"creatures.{name}: there is no such creature")
        elif wanted != DEAD:
            differences.append(f"creatures.{name}: expected {wanted!r}, found dead")
        return
    if wanted == DEAD:
        differences.append(f"creatures.{name}: expected dead, found {actual!r}")
        return
    if not isinstance(wanted, dict):
        raise ScenarioError(f"expect.creatures.{name}", f"expected dead or an object, found {wanted!r}")
    for field, value in wanted.items():
        if field not in actual:
            raise ScenarioError(f"expect.creatures.{name}", f"{field!r}; expected some of {', '.join(actual)}")
        _compare(f"creatures.{name}.{field}", actual[field], value, differences)


def _compare_template(run: _ScenarioRun, name: str, wanted: object, differences: list[str]) -> None:
    slot = run.scenario.templates.get(name, -1)
    for template in run.reader.position.templates:
        if template.slot == slot or (slot < 0 and fold(template.name) == fold(name)):
            _compare(f"terrain.{name}", serialize_template(template), wanted, differences)
            return
    if wanted != "gone":
        differences.append(f"terrain.{name}: expected {wanted!r}, found gone")


def serialize_template(template: Template) -> dict[str, object]:
    return {"card": template.card.names.en, "at": [template.x, template.y], "searched": template.searched}


def serialize_creature(position: Position, creature: Creature) -> dict[str, object]:
    """A creature in the fields of scenarios, with its current stats."""
    movement = stats.movement(position, creature)
    letters = [letter for letter, length in LENGTHS_MM.items() if length == movement]
    return {
        "card": creature.card.names.en,
        "player": SEATS[creature.seat],
        "at": [creature.x, creature.y],
        "strength": stats.strength(position, creature),
        "movement": letters[0] if letters else movement,
        "health": stats.health(position, creature),
        "base": creature.card.base,
        "race": creature.card.race,
        "wounds": creature.wounds,
        "armour": creature.armour,
        "hidden": creature.hidden,
        "concentration": creature.concentration,
        "activated": creature.activated,
        "summoned_this_turn": creature.summoned,
        "attacked_this_turn": creature.attacked,
        "shot_at_last_turn": creature.shot_at == position.turn - 1,
    }


# --- players


def _compare_player(position: Position, player: Player, wanted: object, differences: list[str]) -> None:
    path = f"players.{SEATS[player.seat]}"
    if not isinstance(wanted, dict):
        raise ScenarioError(f"expect.{path}", f"expected an object, found {wanted!r}")
    actual = serialize_player(player)
    for field, value in wanted.items():
        if field not in actual:
            raise ScenarioError(f"expect.{path}", f"{field!r}; expected some of {', '.join(actual)}")
        names = actual[field]
        if isinstance(names, list) and isinstance(value, int):
            _compare(f"{path}.{field}", len(names), value, differences)
        elif isinstance(names, list) and isinstance(value, (list, tuple)) and field != "deck":
            wanted_names = sorted(fold(str(name)) for name in value)
            _compare(f"{path}.{field}", sorted(map(fold, names)), wanted_names, differences)
        else:
            _compare(f"{path}.{field}", names, value, differences)


def serialize_player(player: Player) -> dict[str, object]:
    """A player's zones by the names of the cards, the top of the deck first."""
    return {
        "prosperity": player.prosperity,
        "hand": _names(player.hand),
        "deck": _names(player.deck[::-1]),
        "graveyard": _names(player.graveyard),
        "city": [building.card.names.en for building in player.city],
        "tapped": [building.card.names.en for building in player.city if building.tapped],
        "relics": [relic.card.names.en for relic in player.relics],
        "tactics": _names(player.tactics),
        "failed_draws": player.failed_draws,
        "kills": player.kills,
        "out": player.out > 0,
    }


def _names(cards: list[SignumCard]) -> list[str]:
    return [card.names.en for card in cards]


def _winner(position: Position) -> str | list[str] | None:
    if position.winner == NO_WINNER:
        return None
    if position.winner == SHARED:
        return [SEATS[seat] for seat, place in enumerate(position.places) if place == 1]
    return "draw" if position.winner == DRAW else SEATS[position.winner]


def serialize_position(position: Position) -> dict[str, object]:
    """The whole position as plain data."""
    return {
        "turn": {"active": SEATS[position.active], "phase": position.phase, "number": position.turn},
        "winner": _winner(position),
        "reason": position.winning_reason,
        "creatures": {creature.name: serialize_creature(position, creature) for creature in position.creatures},
        "players": {SEATS[player.seat]: serialize_player(player) for player in position.players},
        "terrain": {template.name: serialize_template(template) for template in position.templates},
    }
