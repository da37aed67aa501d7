"""Playing a scenario and comparing what came out with what was expected; and the position told as plain data."""

from typing import Final

from simulator.engine.play.scenario import ScenarioError, ScenarioResult
from simulator.engine.values import fold
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.game.view import position_parts
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.player.victory import DRAW
from simulator.games.signum.scenarios.commands import CommandReader
from simulator.games.signum.scenarios.fields import ScenarioFields
from simulator.games.signum.scenarios.player import DefaultPlayer
from simulator.games.signum.scenarios.position import SEATS, Scenario
from simulator.games.signum.state.position import NO_WINNER, Creature, Player, Position, Template
from simulator.games.signum.state.refusals import IllegalMove

TOLERANCE_MM: Final = 0.6
DEAD: Final = "dead"
EXPECTED: Final = ("error", "creatures", "players", "answers", "winner", "reason", "terrain", "turn")


def run(data: object) -> ScenarioResult:
    """Plays a scenario; raises ScenarioError if it cannot be understood."""
    scenario = Scenario(data)
    expected = ScenarioFields(scenario.expected, "expect", EXPECTED)
    played = _Played(scenario)
    for number, command in enumerate(scenario.commands):
        if not played.command(number, command):
            break
    differences = played.differences + _differences(played, expected)
    state = told(scenario.game.position)
    return ScenarioResult(scenario.id, differences, state, [event.as_json() for event in scenario.log.events])


class _Played:
    """What happened: the answers, the last refusal, and what went wrong on the way."""

    __slots__ = ("answers", "differences", "reader", "refusal", "refused_at", "scenario")

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.reader = CommandReader(scenario)
        self.answers: list[object] = []
        self.differences: list[str] = []
        self.refusal: IllegalMove | None = None
        self.refused_at = -1

    def command(self, number: int, data: object) -> bool:
        """Does one command; False if nothing more can follow."""
        name, fields = self.reader.command(data, path=f"do[{number}]")
        game = self.scenario.game
        before = position_parts(game.position)
        try:
            if name == "query":
                self.answers.append(self.reader.answer(fields))
                return True
            action = self.reader.action(name, fields)
            game.consult = DefaultPlayer(self.reader, fields).answer
            refusal = game.refusal(action)
            if refusal is not None:
                raise refusal
            game.apply(action)
        except IllegalMove as refusal:
            self.refusal, self.refused_at = refusal, number
            if position_parts(game.position) != before:
                self.differences.append(f"do[{number}] was refused ({refusal.code}) but something changed")
            return False
        except RuntimeError as error:  # the script of dice
            self.differences.append(f"do[{number}]: {error}")
            return False
        except ScenarioError:
            raise
        except ValueError as error:
            self.differences.append(f"do[{number}]: {error}")
            return False
        return True


def _differences(played: _Played, expected: ScenarioFields) -> list[str]:
    scenario = played.scenario
    position = scenario.game.position
    found: list[str] = []
    _compare_error(played, expected.text("error"), found)
    if not played.differences and scenario.chance.left:
        found.append(f"dice left over: {list(scenario.chance.left)}")
    for name, wanted in expected.mapping("creatures").items():
        _compare_creature(played, name, wanted, found)
    for name, wanted in expected.mapping("terrain").items():
        _compare_template(played, name, wanted, found)
    for name, wanted in expected.mapping("players").items():
        if name not in SEATS:
            raise ScenarioError("expect.players", f"{name!r}; expected a or b")
        _compare_player(position, position.players[SEATS.index(name)], wanted, found)
    if "answers" in expected.data:
        _compare("answers", played.answers, expected.sequence("answers"), found)
    if "winner" in expected.data:
        _compare("winner", _winner(position), expected.data["winner"], found)
    if "reason" in expected.data:
        _compare("reason", position.winning_reason, expected.data["reason"], found)
    if "turn" in expected.data:
        _compare("turn", {"active": SEATS[position.active], "phase": position.phase}, expected.data["turn"], found)
    return found


def _compare_error(played: _Played, wanted: str, found: list[str]) -> None:
    refusal = played.refusal
    if refusal is None:
        if wanted:
            found.append(f"error: expected {wanted}, but nothing was refused")
    elif refusal.code != wanted:
        expected = wanted or "nothing to be refused"
        found.append(f"error: expected {expected}, found {refusal.code} at do[{played.refused_at}]: {refusal.sentence}")
    elif played.refused_at != len(played.scenario.commands) - 1:
        found.append(f"error: do[{played.refused_at}] was refused, not the last command")


def _compare(what: str, given: object, wanted: object, found: list[str]) -> None:
    if not _alike(given, wanted):
        found.append(f"{what}: expected {wanted!r}, found {given!r}")


def _alike(given: object, wanted: object) -> bool:
    """Numbers within the tolerance, lists part by part, objects by the fields that are named."""
    if isinstance(given, bool) or isinstance(wanted, bool) or given is None or wanted is None:
        return given is wanted
    if isinstance(given, (int, float)) and isinstance(wanted, (int, float)):
        is_exact = isinstance(given, int) and isinstance(wanted, int)
        return given == wanted if is_exact else abs(given - wanted) <= TOLERANCE_MM
    if isinstance(given, (list, tuple)) and isinstance(wanted, (list, tuple)):
        return len(given) == len(wanted) and all(map(_alike, given, wanted))
    if isinstance(given, dict) and isinstance(wanted, dict):
        return all(name in given and _alike(given[name], value) for name, value in wanted.items())
    if isinstance(given, str) and isinstance(wanted, str):
        return fold(given) == fold(wanted)
    return False


# --- creatures and terrain


def _compare_creature(played: _Played, name: str, wanted: object, found: list[str]) -> None:
    try:
        given = creature_told(played.reader.position, played.reader.creature(name))
    except IllegalMove:
        if name not in played.scenario.slots and wanted != DEAD:
            found.append(f"creatures.{name}: there is no such creature")
        elif wanted != DEAD:
            found.append(f"creatures.{name}: expected {wanted!r}, found dead")
        return
    if wanted == DEAD:
        found.append(f"creatures.{name}: expected dead, found {given!r}")
        return
    if not isinstance(wanted, dict):
        raise ScenarioError(f"expect.creatures.{name}", f"expected dead or an object, found {wanted!r}")
    for field, value in wanted.items():
        if field not in given:
            raise ScenarioError(f"expect.creatures.{name}", f"{field!r}; expected some of {', '.join(given)}")
        _compare(f"creatures.{name}.{field}", given[field], value, found)


def _compare_template(played: _Played, name: str, wanted: object, found: list[str]) -> None:
    slot = played.scenario.templates.get(name, -1)
    for template in played.reader.position.templates:
        if template.slot == slot or (slot < 0 and fold(template.name) == fold(name)):
            _compare(f"terrain.{name}", template_told(template), wanted, found)
            return
    if wanted != "gone":
        found.append(f"terrain.{name}: expected {wanted!r}, found gone")


def template_told(template: Template) -> dict[str, object]:
    return {"card": template.card.names.en, "at": [template.x, template.y], "searched": template.searched}


def creature_told(position: Position, creature: Creature) -> dict[str, object]:
    """A creature as scenarios speak of it; stats as they are now."""
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


def _compare_player(position: Position, player: Player, wanted: object, found: list[str]) -> None:
    path = f"players.{SEATS[player.seat]}"
    if not isinstance(wanted, dict):
        raise ScenarioError(f"expect.{path}", f"expected an object, found {wanted!r}")
    given = player_told(player)
    for field, value in wanted.items():
        if field not in given:
            raise ScenarioError(f"expect.{path}", f"{field!r}; expected some of {', '.join(given)}")
        names = given[field]
        if isinstance(names, list) and isinstance(value, int):
            _compare(f"{path}.{field}", len(names), value, found)
        elif isinstance(names, list) and isinstance(value, (list, tuple)) and field != "deck":
            _compare(f"{path}.{field}", sorted(map(fold, names)), sorted(fold(str(one)) for one in value), found)
        else:
            _compare(f"{path}.{field}", names, value, found)


def player_told(player: Player) -> dict[str, object]:
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
    }


def _names(cards: list[SignumCard]) -> list[str]:
    return [card.names.en for card in cards]


def _winner(position: Position) -> str | None:
    if position.winner == NO_WINNER:
        return None
    return "draw" if position.winner == DRAW else SEATS[position.winner]


def told(position: Position) -> dict[str, object]:
    """The whole position as plain data."""
    return {
        "turn": {"active": SEATS[position.active], "phase": position.phase, "number": position.turn},
        "winner": _winner(position),
        "reason": position.winning_reason,
        "creatures": {creature.name: creature_told(position, creature) for creature in position.creatures},
        "players": {SEATS[player.seat]: player_told(player) for player in position.players},
        "terrain": {
            template.name: {
                "card": template.card.names.en,
                "at": [template.x, template.y],
                "searched": template.searched,
            }
            for template in position.templates
        },
    }
