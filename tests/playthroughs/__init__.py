"""Golden games: what happened in six of them, one event a line. A change to the rules or a player shows here."""
