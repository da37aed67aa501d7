"""Checks the scenarios: changes the rules in small ways and counts the changes that no scenario notices."""
