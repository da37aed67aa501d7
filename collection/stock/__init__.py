"""Users' collections: a ledger of every change, and import and export of lists."""
