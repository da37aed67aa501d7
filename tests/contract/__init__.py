"""What every game system promises: the same tests for each one found, and for the toy that exists only for tests."""
