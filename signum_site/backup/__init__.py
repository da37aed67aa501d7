"""Everything a site holds in one file, and back: rows of any database and the art of cards (docs/decisions/0020)."""
