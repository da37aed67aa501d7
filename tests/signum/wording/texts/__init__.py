"""Expected card texts: hand-written cases, and snapshots of the whole catalogue (*.txt)."""
