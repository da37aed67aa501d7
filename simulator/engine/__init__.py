"""The pure room every game system stands on: values, chance, decisions, matches and figures.

Knows no game and no web framework; imports the standard library only.
"""

from simulator.engine.compilation.freshness import choose

# Before any other module of the two rooms is imported: from then on it is too late to choose.
choose()
