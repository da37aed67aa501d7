"""Availability: built decks, buildable decks and missing cards.

A built deck reserves the cards of the user's collection that are in it.
"""
