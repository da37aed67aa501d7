"""Hypothesis settings: the same examples on every run, no database, no deadline."""

from hypothesis import settings

repeatable = settings(derandomize=True, database=None, deadline=None, max_examples=150)
