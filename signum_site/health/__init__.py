"""Is the house well: database, broker, worker, storage."""
