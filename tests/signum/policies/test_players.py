"""Policies: legal choices, no hidden information, determinism, and sensible play."""

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simulator.engine.matches.match import digest, play, play_round
from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import Log
from simulator.games.signum import SYSTEM
from simulator.games.signum.board.geometry import is_in_field
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.cards.keywords import SHOT
from simulator.games.signum.game.game import Game
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey, card_worth
from simulator.games.signum.policies.greedy.evaluation.placement import Ground
from simulator.games.signum.policies.greedy.evaluation.race import Race, turns_to_win
from simulator.games.signum.policies.greedy.plans.moves import into_contact, obstacles, towards
from simulator.games.signum.policies.greedy.policy import GreedyPlayer
from simulator.games.signum.policies.hoarder import HoarderPlayer
from simulator.games.signum.state.actions import MELEE, Activate, Answer, Build, EndTurn, Play, SkipBuild
from simulator.games.signum.state.events import BuildingBuilt, CardPlayed
from simulator.games.signum.state.position import ACTIVATION, CONSTRUCTION, Building, Position
from simulator.games.signum.state.questions import SplitDice
from tests.signum.field import Field, keyword
from tests.signum.playing import new_game, players_of

ROOT = Path(__file__).parents[3]
DECKS = [reference.deck for reference in SYSTEM.reference_decks()]
STREAM = Chance(1).stream("policy")


def cards_named(*names: str) -> list[Any]:
    by_name = {card.names.en: card for card in signum_cards()}
    return [by_name[name] for name in names]


def choice(position: Position, *, seat: int = 0) -> Any:
    return GreedyPlayer(STREAM).choose(Game(position).view(seat))


def field_with_heroes(*, at: tuple[float, float] = (300, 16), foe_at: tuple[float, float] = (300, 584)) -> Field:
    field = Field()
    field.put("a.hero", seat=0, at=at, strength=2, health=12, hero=True)
    field.put("b.hero", seat=1, at=foe_at, strength=2, health=12, hero=True)
    for player in field.position.players:
        player.deck = cards_named("Silvane the Duellist") * 20
    return field


# --- legality, hidden information, determinism


@pytest.mark.parametrize("policy", ["greedy-2", "hoarder-1"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_choice_is_legal(policy: str, seed: int) -> None:
    state = SYSTEM.new_game(decks=[DECKS[seed], DECKS[-seed]], chance=Chance(seed))
    players = [SYSTEM.policies["greedy-2"](STREAM), SYSTEM.policies[policy](STREAM)]
    while state.outcome() is None:
        action = players[state.to_act].choose(state.view(state.to_act))
        assert state.why_not(action) is None, action
        state.apply(action)


def test_hidden_cards_do_not_change_a_choice() -> None:
    state = SYSTEM.new_game(decks=DECKS[:2], chance=Chance(5))
    players = [GreedyPlayer(STREAM), GreedyPlayer(STREAM)]
    for number in range(120):
        seat = state.to_act
        imagined = state.imagine(seat, chance=Chance(1000 + number))
        expected = GreedyPlayer(STREAM).choose(state.view(seat))
        assert GreedyPlayer(STREAM).choose(imagined.view(seat)) == expected
        state.apply(players[seat].choose(state.view(seat)))


@pytest.mark.played
def test_the_same_games_give_the_same_digest() -> None:
    assert games_digest() == games_digest()


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
@pytest.mark.played
def test_the_digest_does_not_depend_on_process_or_hash_seed(hash_seed: str) -> None:
    command = [
        sys.executable,
        "-c",
        "from tests.signum.policies.test_players import games_digest; print(games_digest())",
    ]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    process = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    assert process.stdout.strip() == games_digest()


def games_digest() -> str:
    games = play_round(system=SYSTEM, decks=DECKS[2:4], policies=["greedy-2", "greedy-2"], seed=11)
    assert all(game.error == "" for game in games)
    return digest(games)


# --- obvious choices


def test_it_kills_the_enemy_hero_when_it_can() -> None:
    field = field_with_heroes(foe_at=(300, 400))
    hero = field.position.creatures[1]
    hero.wounds = 11
    killer = field.put("killer", seat=0, at=(300, 330), strength=3)
    field.put("prize", seat=1, at=(332, 330), strength=1, health=1)
    action = choice(field.position)
    assert isinstance(action, Activate)
    assert (action.slot, action.then, action.target) == (killer.slot, MELEE, hero.slot)


def test_it_shoots_instead_of_moving_into_contact() -> None:
    field = field_with_heroes()
    shooter = field.put("shooter", keyword("shot", 4), seat=0, at=(300, 200), strength=1)
    target = field.put("target", seat=1, at=(300, 400), strength=3)
    action = choice(field.position)
    assert isinstance(action, Activate)
    assert (action.slot, action.then, action.target, action.path) == (shooter.slot, "shoot", target.slot, ())


def test_a_wounded_hero_does_not_walk_into_three_enemies() -> None:
    field = field_with_heroes(at=(300, 150))
    hero = field.position.creatures[0]
    hero.wounds = 10
    for number, x in enumerate((240, 300, 360)):
        field.put(f"foe{number}", seat=1, at=(x, 290), strength=3)
    action = choice(field.position)
    assert not (isinstance(action, Activate) and action.then == MELEE)
    if isinstance(action, Activate) and action.path:
        assert action.path[-1][1] < hero.y


def test_it_does_not_start_a_hopeless_attack() -> None:
    field = field_with_heroes()
    field.put("weakling", seat=0, at=(300, 300), strength=1, health=1)
    field.put("giant", seat=1, at=(300, 390), strength=5, health=6)
    action = choice(field.position)
    assert not (isinstance(action, Activate) and action.then == MELEE)


def test_it_splits_dice_by_the_odds() -> None:
    field = field_with_heroes()
    ours = field.put("ours", seat=0, strength=3)
    theirs = field.enemy("theirs", strength=3, health=3)
    theirs.attacked = True
    view = Game(field.position).view(0)
    view.question = SplitDice(slot=ours.slot, dice=3, lowest=0, highest=3, against=theirs.slot, facing=0)
    # The defender does not strike back: every die attacks.
    assert GreedyPlayer(STREAM).choose(view) == Answer(3)


def test_it_attacks_a_hero_to_remove_armour() -> None:
    field = field_with_heroes()
    ours = field.put("ours", seat=0, at=(300, 552), strength=3)
    hero = field.position.creatures[1]
    hero.attacked = True
    hero.armour = 9  # more than one attack can remove
    action = choice(field.position)
    assert isinstance(action, Activate)
    assert (action.slot, action.then, action.target) == (ours.slot, MELEE, hero.slot)
    ours.keywords[SHOT] = 3
    assert Survey(field.position, 0).shot(ours, hero, "shot") > 0.0


def test_the_armour_of_a_relic_makes_a_place_less_dangerous() -> None:
    field = field_with_heroes(at=(300, 100))
    hero = field.position.creatures[0]
    field.put("foe", seat=1, at=(300, 180), strength=4)

    def danger() -> float:
        survey = Survey(field.position, 0)
        return Ground(survey, Race(survey)).danger(hero, hero.x, hero.y)

    bare = danger()
    field.relic("plate", seat=0, kind="armour").armour = 4
    assert danger() < bare


def test_a_healer_follows_the_fighters() -> None:
    field = field_with_heroes()
    healer = field.put("healer", keyword("healer", 2), seat=0, at=(300, 120), strength=1)
    fighter = field.put("fighter", seat=0, at=(200, 200), strength=3)
    survey = Survey(field.position, 0)
    ground = Ground(survey, Race(survey))
    assert ground.goal(healer) is fighter
    assert ground.goal(fighter) is field.position.creatures[1]


class Uncached:
    """The greedy player with its cache of enemies cleared before every decision."""

    def __init__(self) -> None:
        self.player = GreedyPlayer(STREAM)

    def choose(self, view: Any) -> Any:
        self.player._menaces.clear()
        return self.player.choose(view)


@pytest.mark.parametrize("seed", range(4))
def test_the_cache_of_enemies_changes_no_choice(seed: int) -> None:
    games = []
    for players in ([GreedyPlayer(STREAM), GreedyPlayer(STREAM)], [Uncached(), Uncached()]):
        game = new_game(pairing=seed + 1, seed=seed)
        actions = []
        while game.outcome() is None:
            actions.append(players[game.to_act].choose(game.glance(game.to_act)))
            game.apply(actions[-1])
        games.append(actions)
    assert games[0] == games[1]


@pytest.mark.parametrize("seed", range(4))
def test_best_standing_is_an_upper_bound(seed: int) -> None:
    game = new_game(pairing=seed + 5, seed=seed)
    players = players_of("greedy", seed=seed)
    compared = 0
    while game.outcome() is None:
        survey = Survey(game.position, game.to_act)
        ground = Ground(survey, Race(survey))
        for creature in survey.own if game.position.phase == ACTIVATION else ():
            goal = ground.goal(creature)
            length = 40.0 + 10.0 * creature.slot
            bound = ground.best_standing(creature, length, goal)
            for turn in range(12):
                x = creature.x + length * math.cos(turn)
                y = creature.y + length * math.sin(turn)
                if is_in_field(x, y, creature.radius) and (goal is None or math.hypot(goal.x - x, goal.y - y) > 40):
                    assert ground.standing(creature, x, y, goal) <= bound
                    compared += 1
        game.apply(players[game.to_act].choose(game.glance(game.to_act)))
    assert compared > 1000


def test_it_finds_a_path_out_of_a_crowd() -> None:
    field = field_with_heroes(at=(300, 24))
    wedged = field.put("wedged", seat=0, at=(261, 16))
    field.put("left", seat=0, at=(228, 16))
    field.put("right", seat=0, at=(339, 16))
    place = towards(field.position, wedged, 300, 584, 150.0, obstacles(field.position, wedged, 150.0))
    assert place is not None
    assert place[1] > 100


# --- city, cards and the race to 51


def test_it_plays_the_card_that_leaves_buildings_untapped_first() -> None:
    field = field_with_heroes()
    player = field.position.players[0]
    player.hand = cards_named("Ruk, Clay Porter", "Gritta the Brawler", "Brakka the Old Sellsword")
    player.city = [Building(card) for card in cards_named("Tavern")]
    action = choice(field.position)
    assert isinstance(action, Play)
    assert action.card in [card.code for card in cards_named("Gritta the Brawler", "Brakka the Old Sellsword")]


def test_the_stronger_army_attacks_even_if_saving_would_win() -> None:
    field = field_with_heroes()
    field.position.players[0].prosperity = 40
    assert Race(Survey(field.position, 0)).holding
    for number in range(4):
        field.put(f"fighter{number}", seat=0, at=(100 + 60 * number, 100), strength=3)
    assert not Race(Survey(field.position, 0)).holding


def at_construction(prosperity: int) -> Position:
    field = field_with_heroes()
    field.position.phase = CONSTRUCTION
    player = field.position.players[0]
    player.prosperity = prosperity
    player.sideboard = cards_named("Arena", "Temple")
    player.hand = cards_named("Cordelia the Crusader", "Grusk of the Pits")
    return field.position


def test_it_builds_what_its_cards_need() -> None:
    assert choice(at_construction(4)) == Build(cards_named("Arena")[0].code)


def test_it_saves_when_that_wins_next_turn() -> None:
    assert choice(at_construction(48)) == SkipBuild()


@pytest.mark.parametrize(("prosperity", "plays"), [(6, True), (50, False)])
def test_it_spends_its_prosperity_unless_saving_wins(prosperity: int, plays: bool) -> None:
    field = field_with_heroes()
    player = field.position.players[0]
    player.prosperity = prosperity
    player.hand = cards_named("Brakka the Old Sellsword")  # costs 1 prosperity
    field.position.creatures[0].activated = True
    action = choice(field.position)
    assert isinstance(action, Play) == plays
    assert plays or action == EndTurn()


def test_turns_to_win_assume_3_prosperity_per_turn() -> None:
    position = field_with_heroes().position
    position.players[0].prosperity, position.players[1].prosperity = 3, 48
    assert turns_to_win(position, 0, 1) == 16
    assert turns_to_win(position, 1, 1) == 1
    position.players[1].deck = []  # its failed draws give the opponent 1, 2, 4, 8 (S-4.3)
    assert turns_to_win(position, 0, 1) == 6
    assert Race(Survey(position, 0)).pressing
    assert Race(Survey(position, 1)).holding


def test_it_summons_near_its_hero_when_enemies_are_near() -> None:
    field = field_with_heroes(at=(100, 16))
    field.put("raider", seat=1, at=(100, 150))
    player = field.position.players[0]
    player.hand = cards_named("Greer the Stubborn")
    player.city = [Building(card) for card in cards_named("Barracks", "Arena", "Tavern")]
    action = choice(field.position)
    assert isinstance(action, Play)
    assert action.at is not None
    assert action.at[0] < 300


@pytest.mark.parametrize(("left", "plays"), [(20, True), (3, False)])
def test_it_draws_cards_while_the_deck_lasts(left: int, plays: bool) -> None:
    field = field_with_heroes()
    player = field.position.players[0]
    player.deck = player.deck[:left]
    player.hand = cards_named("Informants on Every Corner")  # draw 2
    player.city = [Building(card) for card in cards_named("Library", "Arena")]
    field.position.creatures[0].activated = True
    assert isinstance(choice(field.position), Play) == plays


# --- evaluation


def test_stronger_creatures_are_worth_more() -> None:
    cordelia, solmaro = cards_named("Cordelia the Crusader", "Solmaro, King of the Griffins")
    assert card_worth(solmaro) > 2 * card_worth(cordelia)


def test_an_enemy_that_cannot_strike_back_is_the_better_target() -> None:
    field = field_with_heroes()
    ours = field.put("ours", seat=0, strength=2)
    theirs = field.enemy("theirs", strength=3, health=3)
    fresh = Survey(field.position, 0).melee(ours, theirs, moved=False)
    theirs.attacked = True
    assert Survey(field.position, 0).melee(ours, theirs, moved=False) > fresh


def test_a_wound_on_a_dying_hero_is_worth_more() -> None:
    field = field_with_heroes()
    hero = field.position.creatures[1]
    whole = Survey(field.position, 0).stake(hero)[1]
    hero.wounds = 10
    assert Survey(field.position, 0).stake(hero)[1] > whole


def test_quick_paths_go_round_a_friend() -> None:
    field = field_with_heroes()
    walker = field.put("walker", seat=0, at=(300, 300))
    field.put("friend", seat=0, at=(300, 340))
    target = field.put("target", seat=1, at=(300, 395))
    assert into_contact(field.position, walker, target, 10.0, obstacles(field.position, walker, 10.0)) is None
    place = towards(field.position, walker, 300, 395, 100.0, obstacles(field.position, walker, 100.0))
    assert place is not None
    assert abs(place[0] - 300) > 20


# --- playing strength


def test_the_hoarder_builds_and_plays_nothing() -> None:
    log = Log()
    result = play(system=SYSTEM, decks=DECKS[:2], policies=["hoarder-1", "hoarder-1"], seed=1, log=log)
    assert result.error == ""
    assert result.outcome is not None
    assert result.outcome.reason == "prosperity"
    assert result.turns == 31  # the first player's sixteenth turn
    assert not [event for event in log.events if isinstance(event, (BuildingBuilt, CardPlayed))]


def test_the_hoarder_attacks_an_enemy_in_contact() -> None:
    field = field_with_heroes()
    foe = field.put("foe", seat=1, at=(300, 48), strength=1, health=1)
    action = HoarderPlayer(STREAM).choose(Game(field.position).view(0))
    assert isinstance(action, Activate)
    assert (action.then, action.target) == (MELEE, foe.slot)


@pytest.mark.played
def test_greedy_beats_the_hoarder() -> None:
    won = 0
    for seed in range(6):
        for game in play_round(system=SYSTEM, decks=DECKS[:2], policies=["greedy-2", "hoarder-1"], seed=seed):
            won += game.winner == 0
    assert won >= 9, f"{won} of 12"


@pytest.mark.played
def test_greedy_beats_random() -> None:
    games = play_round(system=SYSTEM, decks=DECKS[:2], policies=["greedy-2", "random-1"], seed=1)
    assert [game.winner for game in games] == [0, 0]
