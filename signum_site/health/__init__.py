"""Health checks: database, broker, worker and storage."""
