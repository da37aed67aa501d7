"""Which cards exist, and who owns how many."""
