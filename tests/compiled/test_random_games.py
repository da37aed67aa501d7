"""Two thousand random games: no errors, no lost cards, and every game ends."""

import pytest

from simulator.games.signum.game import game as signum
from tests.signum.playing import new_game, play_checked, players_of

GAMES = 2_000
SHARES = 20

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(signum.__file__.endswith(".py"), reason="Signum is not compiled: make engine"),
]


@pytest.mark.parametrize("share", range(SHARES))
def test_s14_3_two_thousand_random_games_keep_the_rules_and_end(share: int) -> None:
    for number in range(share, GAMES, SHARES):
        game = new_game(pairing=number, seed=number)
        players = players_of("random", seed=number)
        game.ask_at_once(lambda view, players=players: players[view.seat].choose(view))
        play_checked(game, players, every_action=False)
        assert game.outcome() is not None, number
