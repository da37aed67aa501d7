"""What of a collection lies in which deck: built decks, what can be built, alone or together, and what is missing."""
