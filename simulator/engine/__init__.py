"""The pure room every game system stands on: values, chance, decisions, matches and figures.

Knows no game and no web framework; imports the standard library only.
"""
