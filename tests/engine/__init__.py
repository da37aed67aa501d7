"""Unit tests of the engine.

Tests that hold for every game system are in tests/contract.
"""
