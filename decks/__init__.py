"""Decks: versions, drafts, sharing, import and export, rules and the builder."""
