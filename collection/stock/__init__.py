"""What people own: named collections, the ledger of every change to them, and getting lists in and out."""
