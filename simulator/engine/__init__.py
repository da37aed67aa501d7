"""The pure engine below every game.

Values, chance, decisions, matches and statistics. Knows no game and no web framework; imports the standard library
only.
"""

from simulator.engine.compilation.freshness import choose

# Must run before any other module of the engine or a game is imported.
choose()
