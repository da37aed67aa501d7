"""Expected card texts: hand-written cases, and catalogue snapshots (*.txt)."""
