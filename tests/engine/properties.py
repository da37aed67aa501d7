"""How property tests run here: the same examples each time, nothing written to disk, no clock."""

from hypothesis import settings

repeatable = settings(derandomize=True, database=None, deadline=None, max_examples=150)
