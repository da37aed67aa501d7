"""Backup and restore of all database rows and card art (docs/decisions/0020)."""
