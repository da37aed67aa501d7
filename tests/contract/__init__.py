"""Contract tests that run for every game system, and for the toy game."""
