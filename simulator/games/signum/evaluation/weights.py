"""Fitted weights of Signum's evaluation. A released version never changes: new weights get a new version.

signum-1: `manage.py fit_evaluation --games 3000` (seed 1, greedy-1, rules 3, all pairs of reference decks, 78,903
positions, every fifth lap left out). In the laps left out the mean surprise is 0.612, against 0.693 of an even guess;
positions rated at 26 % were won in 23 % of the games, those at 64 % in 64 %.
"""

from typing import Final

VERSION: Final = "signum-1"
# In the order of features.NAMES.
WEIGHTS: Final = (
    -2.9958, 8.2006, 0.5607, -1.4408, 0.0658, -0.0061, 0.5565, 0.1233, 2.1480, 0.1946, 0.2411, 0.2948,
)  # fmt: skip
