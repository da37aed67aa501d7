"""What cards should say: hand-written expectations, and snapshots of the whole catalogue (*.txt)."""
