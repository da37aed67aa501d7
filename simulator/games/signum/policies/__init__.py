"""The policies that play Signum. Opinions about cards live only here."""

from collections.abc import Mapping
from typing import Final

from simulator.engine.play.protocols import PolicyMaker
from simulator.games.signum.policies.greedy.policy import GreedyPlayer
from simulator.games.signum.policies.hoarder import HoarderPlayer
from simulator.games.signum.policies.random_player import RandomPlayer

# By versioned name, the fastest first: random lists every legal action before it takes one. A released policy never
# changes: a better one is a new version.
POLICIES: Final[Mapping[str, PolicyMaker]] = {
    "greedy-2": GreedyPlayer,
    "hoarder-1": HoarderPlayer,
    "random-1": RandomPlayer,
}
RETIRED_POLICIES: Final[Mapping[str, str]] = {"greedy-1": "3"}
"""The rules that each of them belongs to: greedy-1 chose the way before the die of a Steam Engine (SR-54)."""
