"""Decks, their versions, sharing."""
