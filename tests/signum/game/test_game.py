"""The game as an engine state: questions, clones, views and imagined positions."""

from collections.abc import Iterator
from typing import Any

import pytest

from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import Log
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.play.protocols import IllegalAction
from simulator.engine.values import Facts
from simulator.games.signum.board.geometry import gap_mm
from simulator.games.signum.cardfile.loader import signum_cards
from simulator.games.signum.game.game import Game
from simulator.games.signum.game.view import UNSEEN, SortedDeck, position_parts
from simulator.games.signum.rules.play.cards import number_of_characters
from simulator.games.signum.state.actions import Activate, Answer, EndTurn, Play
from simulator.games.signum.state.questions import Question, SplitDice, default_answer
from simulator.games.signum.system import signum_system
from tests.signum.tables import scene, slot, started_game

ANA = {"id": "ana", "strength": 3, "health": 6, "at": [300, 268]}
BO = {"id": "bo", "strength": 2, "health": 6, "at": [300, 300]}


def duel(chance: Chance | None = None, log: Log | None = None) -> Game:
    """A position in which Ana can attack Bo. The splits will be asked as questions."""
    game = scene(players={"a": {"characters": [ANA], "deck": 5}, "b": {"characters": [BO], "deck": 5, "hand": 3}})
    game.position.chance = chance if chance is not None else Chance(3)
    return Game(game.position, log=log)


def attack(game: Game) -> Activate:
    return Activate(slot(game, "ana"), then="melee", target=slot(game, "bo"))


def random_game(seed: int, *, seats: int = 2, options: Facts = NO_OPTIONS) -> Game:
    decks = [reference.deck for reference in signum_system().reference_decks()]
    chosen = [decks[(seed + 3 * seat) % len(decks)] for seat in range(seats)]
    game = signum_system().new_game(decks=chosen, chance=Chance(seed), options=options)
    assert isinstance(game, Game)
    return game


def walk(seed: int, *, steps: int, seats: int = 2, options: Facts = NO_OPTIONS) -> Iterator[Game]:
    """Positions of a game with random actions."""
    game, stream = random_game(seed, seats=seats, options=options), Chance(seed).stream("walk")
    for _ in range(steps):
        if game.outcome() is not None:
            return
        yield game
        actions = game.legal_actions()
        game.apply(actions[stream.below(len(actions))])


# --- questions


def test_a_question_becomes_the_next_decision_of_its_seat() -> None:
    game = duel()
    game.apply(attack(game))
    assert isinstance(game.question, SplitDice)
    assert (game.question.slot, game.question.against, game.question.facing) == (
        slot(game, "bo"),
        slot(game, "ana"),
        -1,
    )
    assert game.to_act == 1
    assert game.legal_actions() == (Answer(0), Answer(1), Answer(2))
    assert game.view(1).question == game.question
    assert game.view(0).question is None
    game.apply(Answer(1))
    assert isinstance(game.question, SplitDice)
    assert game.to_act == 0
    assert game.question.facing == 1
    game.apply(Answer(2))
    assert game.question is None


@pytest.mark.parametrize("answer", [Answer(3), Answer(-1), EndTurn()])
def test_only_an_answer_to_the_question_is_allowed(answer: Any) -> None:
    game = duel()
    game.apply(attack(game))
    sentence = game.why_not(answer)
    assert sentence
    with pytest.raises(IllegalAction, match=sentence.rstrip(".")):
        game.apply(answer)
    assert game.question is not None


def test_an_answer_without_a_question_is_refused() -> None:
    assert duel().why_not(Answer(0)) is not None


@pytest.mark.parametrize("seed", range(5))
def test_asking_and_consulting_give_the_same_position(seed: int) -> None:
    stepwise, consulted = duel(Chance(seed)), duel(Chance(seed))
    consulted.consult = default_answer
    consulted.apply(attack(consulted))
    stepwise.apply(attack(stepwise))
    while stepwise.question is not None:
        stepwise.apply(Answer(stepwise.question.default))
    assert position_parts(stepwise.position) == position_parts(consulted.position)


def test_events_are_logged_once_at_the_end_of_the_action() -> None:
    log = Log()
    game = duel(log=log)
    game.apply(attack(game))
    assert log.events == []
    game.apply(Answer(0))
    assert log.events == []
    game.apply(Answer(3))
    kinds = [type(event).__name__ for event in log.events]
    assert kinds.count("MeleeDeclared") == 1
    assert kinds.count("DiceSplit") == 2
    quick = Log()
    other = duel(log=quick)
    other.consult = _scripted([0, 3])
    other.apply(attack(other))
    assert quick.lines() == log.lines()


def _scripted(answers: list[int]) -> Any:
    def answer(seat: int, question: Question) -> int:
        return answers.pop(0)

    return answer


def test_an_invalid_answer_of_the_consultant_raises_an_error() -> None:
    game = duel()
    game.consult = _scripted([7])
    with pytest.raises(ValueError, match="7 answers"):
        game.apply(attack(game))


def test_a_clone_during_an_action_is_independent() -> None:
    game = duel()
    game.apply(attack(game))
    twin = game.clone()
    twin.apply(Answer(2))
    twin.apply(Answer(3))
    assert isinstance(game.question, SplitDice)
    assert game.to_act == 1
    for action in (Answer(2), Answer(3)):
        game.apply(action)
    assert position_parts(twin.position) == position_parts(game.position)


def test_imagining_during_an_action_keeps_the_question_and_redraws_dice() -> None:
    """Regeneration rolls dice before the question: these stay, later dice are new."""
    troll = {**ANA, "wounds": 4, "abilities": ["Regeneration 6"]}
    outcomes = set()
    for number in range(12):
        game = scene(players={"a": {"characters": [troll]}, "b": {"characters": [BO]}})
        game.position.chance = Chance(5)
        game.apply(attack(game))
        wounds = game.position.creatures[2].wounds
        imagined = game.imagine(0, chance=Chance(100 + number))
        assert imagined.view(0) == game.view(0)
        for answer in (Answer(2), Answer(3)):
            imagined = imagined.clone()
            imagined.apply(answer)
        assert imagined.question is None
        outcomes.add((imagined.position.creatures[2].wounds - wounds, imagined.position.creatures[-1].wounds))
    assert len(outcomes) > 2


# --- legality


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_action_can_be_applied(seed: int) -> None:
    for number, game in enumerate(walk(seed, steps=120)):
        actions = game.legal_actions()
        assert actions
        assert len(actions) == len(set(actions))
        if number % 6 == 0:
            for action in actions:
                assert game.why_not(action) is None, action
                game.clone().apply(action)


def test_a_refused_action_changes_nothing() -> None:
    game = duel()
    before = position_parts(game.position)
    ana, bo = slot(game, "ana"), slot(game, "bo")
    for action in (
        Activate(ana, path=((300.0, 900.0),)),
        Activate(ana, then="shoot", target=bo, kind="shot"),
        Activate(ana, then="dance"),
        Activate(ana, then="melee", target=99),
        Activate(99),
        Activate(ana, then="melee", target=bo, splits=((ana, 9, 9),)),
        Play("nothing"),
    ):
        with pytest.raises(IllegalAction):
            game.apply(action)
        assert position_parts(game.position) == before


def test_actions_and_questions_are_values() -> None:
    assert Activate(3, then="melee", target=4) == Activate(3, then="melee", target=4)
    assert Activate(3) != Activate(4)
    assert Play("x") != Activate(3)
    assert len({Answer(1), Answer(1), Answer(2)}) == 2
    question = SplitDice(slot=1, dice=3, lowest=0, highest=3)
    assert question == SplitDice(slot=1, dice=3, lowest=0, highest=3)
    assert question != SplitDice(slot=2, dice=3, lowest=0, highest=3)
    assert repr(Answer(1)) == "Answer(1,)"


# --- views


def test_a_view_shows_the_own_hand_and_the_size_of_the_other() -> None:
    game = started_game()
    visible = game.view(0).position
    assert [card.code for card in visible.players[0].hand] == [card.code for card in game.position.players[0].hand]
    assert visible.players[1].hand == [UNSEEN] * 4
    assert visible.players[1].deck == [UNSEEN] * 16
    assert visible.chance is not game.position.chance


def test_a_view_does_not_reveal_the_order_of_the_own_deck() -> None:
    game = started_game()
    other = game.clone()
    other.position.players[0].deck.reverse()
    assert game.view(0) == other.view(0)


@pytest.mark.parametrize("seed", range(2))
def test_an_imagined_position_has_the_same_view_for_its_seat(seed: int) -> None:
    differs = False
    for number, game in enumerate(walk(seed, steps=100)):
        if number % 5 == 0:
            for seat in game.seats:
                imagined = game.imagine(seat, chance=Chance(1000 + number))
                assert imagined.view(seat) == game.view(seat)
                differs = differs or imagined.view(1 - seat) != game.view(1 - seat)
    assert differs


def test_imagined_tactics_are_tactics() -> None:
    trap = {"name": "Pit", "type": "tactic", "when": "enemy_summons", "effect": "3 damage"}
    study = {"name": "Study", "type": "spell", "cost": {}, "effect": "draw 1"}
    game = scene(players={"a": {}, "b": {"tactics": [trap], "hand": [study, {**trap, "name": "Net"}], "deck": 5}})
    names = set()
    for seed in range(10):
        imagined = game.imagine(0, chance=Chance(seed)).position.players[1]
        assert [card.type for card in imagined.tactics] == ["tactic"]
        assert (len(imagined.hand), len(imagined.deck)) == (2, 5)
        names.add(imagined.tactics[0].names.en)
    assert names == {"Pit", "Net"}


# --- whole games


@pytest.mark.parametrize("seed", range(2))
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    games = []
    for _ in range(2):
        positions = [position_parts(game.position) for game in walk(seed, steps=60)]
        games.append(positions)
    assert games[0] == games[1]


@pytest.mark.parametrize("seed", [11, 12])
def test_bases_never_overlap_and_counters_stay_within_their_limits(seed: int) -> None:
    for game in walk(seed, steps=350):
        if game.question is not None:
            continue
        creatures = game.position.creatures
        for number, creature in enumerate(creatures):
            assert creature.radius - 0.6 <= creature.x <= 600 - creature.radius + 0.6
            assert creature.radius - 0.6 <= creature.y <= 600 - creature.radius + 0.6
            assert creature.armour >= 0
            for other in creatures[number + 1 :]:
                assert gap_mm(creature, other) >= -0.6, (creature.name, other.name)
        for player in game.position.players:
            assert player.prosperity >= 0
            assert len(player.hand) <= 10
            assert len(player.city) <= 12
            assert number_of_characters(game.position, player.seat) <= 7


def test_a_sorted_deck_stays_sorted_by_code() -> None:
    cards = list(signum_cards())[:30]
    deck = cards[::-1] + cards[5:9]
    sorted_deck = SortedDeck()
    chance = Chance(1)
    for step in range(40):
        assert sorted_deck.of(deck) == sorted(deck, key=lambda card: card.code)
        if step % 7 == 3:
            deck.append(cards[step % 30])
            chance.shuffle(deck)
        elif deck:
            deck.pop()
