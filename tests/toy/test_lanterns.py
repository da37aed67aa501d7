"""The options of Lanterns: elimination, teams, and a choice that all make in secret."""

from simulator.engine.matches.match import play
from simulator.engine.play.chance import Chance
from simulator.engine.values import Facts
from tests.toy import SYSTEM
from tests.toy.state import Hide, Play, Wait

DECKS = [reference.deck for reference in SYSTEM.reference_decks()]
FOUR = [*DECKS, *DECKS]
POLICIES = ["random-1"] * 4


def test_a_hidden_wick_changes_no_other_view_and_is_dealt_anew() -> None:
    state = SYSTEM.new_game(decks=FOUR, chance=Chance(3), options=Facts({"wicks": True}))
    choices = [action for action in state.legal_actions() if isinstance(action, Hide)]
    assert len(choices) > 1
    after = []
    for choice in choices:
        twin = state.clone()
        twin.apply(choice)
        after.append(twin)
    for seat in (1, 2, 3):
        assert len({repr(twin.view(seat)) for twin in after}) == 1
    imagined = {after[0].imagine(1, chance=Chance(seed)).view(0).wick for seed in range(20)}
    assert len(imagined) > 1


def test_revealed_wicks_burn_at_once() -> None:
    state = SYSTEM.new_game(decks=FOUR, chance=Chance(3), options=Facts({"wicks": True}))
    before = state.measures()["light"]
    hidden = []
    for _ in state.seats:
        hidden.append(state.legal_actions()[0].card)
        state.apply(state.legal_actions()[0])
    flames = [SYSTEM.catalogue[card] for card in hidden]
    gained = [card.facts.number("light") if card.kind == "flame" else 0 for card in flames]
    assert state.measures()["light"] == tuple(map(sum, zip(before, gained, strict=True)))
    assert any(gained)


def test_a_lantern_that_goes_out_is_skipped() -> None:
    outcomes = []
    for seed in range(40):
        result = play(system=SYSTEM, decks=[DECKS[1]] * 4, policies=POLICIES, seed=seed, options=Facts({"storm": True}))
        assert result.outcome is not None
        outcomes.append(result.outcome)
    assert "dark" in {outcome.reason for outcome in outcomes}


def test_allies_do_not_blow_at_each_other() -> None:
    state = SYSTEM.new_game(decks=[DECKS[1]] * 4, chance=Chance(1), options=Facts({"teams": True}))
    for _ in range(12):
        for action in state.legal_actions():
            if isinstance(action, Play):
                assert action.target != {0: 1, 1: 0, 2: 3, 3: 2}[state.to_act]
        state.apply(Wait())
