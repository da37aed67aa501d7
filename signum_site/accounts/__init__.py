"""Accounts: preferences, sessions, API tokens and the second factor."""
